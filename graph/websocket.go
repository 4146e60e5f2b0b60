package graph

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"

	"assay/app"
	"assay/eval/fault"
)

// subprotocol is the one that sockets speak: https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md
const subprotocol = "graphql-transport-ws"

const (
	maxMessage       = 64 << 10 // bytes of one message from a client
	maxSubscriptions = 10       // of one socket
)

// The close codes of the protocol, and what is said with them.
const (
	closeInternal      = 4500
	closeInvalid       = 4400 // a message that cannot be read
	closeUnauthorized  = 4401 // subscribe before connection_ack
	closeForbidden     = 4403 // a wrong credential in connection_init, or one that ended
	closeInitTimeout   = 4408
	closeDuplicate     = 4409 // a subscription id that is in use
	closeTooMany       = 4429 // a second connection_init, or one subscription too many
	closeGoingAway     = websocket.CloseGoingAway
	reasonStopping     = "The server is stopping"
	reasonNoPong       = "No pong came"
	reasonWrongKey     = "Forbidden"
	reasonEnded        = "The credential ended, or allows something else now"
	reasonInternal     = "Internal server error"
	reasonUnauthorized = "Unauthorized"
	reasonInitTimeout  = "Connection initialisation timeout"
	reasonInitAgain    = "Too many initialisation requests"
	reasonInvalid      = "Invalid message received"
)

// socket upgrades requests and serves subscriptions on them. The protocol's flow is gqlgen's; what it lacks is in conversation.
type socket struct {
	exec     graphql.GraphExecutor
	upgrader websocket.Upgrader
	flow     transport.Websocket
	patience patience
}

func newSocket(exec graphql.GraphExecutor, o Options) socket {
	limit := int64(maxMessage)
	return socket{
		exec:     exec,
		patience: o.patience,
		upgrader: websocket.Upgrader{
			Subprotocols:     []string{subprotocol},
			HandshakeTimeout: o.patience.write,
			WriteBufferPool:  &sync.Pool{}, // idle sockets hold no buffer
			CheckOrigin:      func(r *http.Request) bool { return originAllowed(r, o.AllowedOrigins) },
		},
		flow: transport.Websocket{
			InitFunc:         authenticate(o.Authenticate, o.hold, o.Log),
			PingPongInterval: o.patience.ping,
			PayloadReadLimit: &limit,
		},
	}
}

func (s *socket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !slices.Contains(websocket.Subprotocols(r), subprotocol) {
		http.Error(w, "this socket speaks "+subprotocol+" only", http.StatusBadRequest)
		return
	}
	conn, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	c := newConversation(conn, s.patience)
	defer c.released()
	flow := s.flow
	flow.Implementation = accepted{c}
	flow.Do(w, r.WithContext(context.WithValue(r.Context(), socketKey{}, c)), s.exec)
}

// accepted hands gqlgen the connection that was upgraded already.
type accepted struct{ c *conversation }

func (a accepted) Accept(http.ResponseWriter, *http.Request, transport.WebsocketAcceptOptions) (transport.WebsocketConn, error) {
	return a.c, nil
}

// originAllowed lets in what is no browser (no Origin), pages of this very host, and pages of the origins that were allowed.
func originAllowed(r *http.Request, allowed []string) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	if slices.ContainsFunc(allowed, func(a string) bool { return strings.EqualFold(a, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}

// authenticate reads the credential of connection_init. Without one the caller stays who opened the socket. The socket ends with the
// credential.
func authenticate(read func(context.Context, string) (app.Principal, error), hold func(context.Context) (context.Context, func()), log *slog.Logger) transport.WebsocketInitFunc {
	return func(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
		conversation := ctx.Value(socketKey{}).(*conversation)
		header := payload.Authorization()
		if header == "" {
			return conversation.hold(ctx, hold), nil, nil
		}
		if read == nil {
			return closing(ctx, closeForbidden, reasonWrongKey), nil, errRefused
		}
		principal, err := read(ctx, header)
		if err != nil && fault.As(err) == nil {
			log.ErrorContext(ctx, "graphql: authentication", "error", err)
			return closing(ctx, closeInternal, reasonInternal), nil, errRefused
		}
		if err != nil || !principal.Known() {
			return closing(ctx, closeForbidden, reasonWrongKey), nil, errRefused
		}
		return conversation.hold(app.WithPrincipal(ctx, principal), hold), nil, nil
	}
}

var errRefused = errors.New("refused")

func closing(ctx context.Context, code int, reason string) context.Context {
	return transport.AppendCloseReason(transport.WithWebsocketCloseCode(ctx, code), reason)
}
