package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"

	"assay/app"
)

// conversation is one socket, as gqlgen reads and writes it. It gives what gqlgen's flow lacks: a limit of time for connection_init
// and for every write, the protocol's close codes, and subscription ids that cannot be confused. Towards gqlgen each subscription has
// an id of our own that is never used again, so whatever still comes of one that was completed or failed is recognised and dropped,
// even when the client has reused its id.
type conversation struct {
	conn     *websocket.Conn
	patience patience

	initialised bool // read and written by the reader only

	mu     sync.Mutex
	inner  map[string]string // the client's id → ours, of the subscriptions under way
	outer  map[string]string // the way back
	opened int
	closed bool
	held   context.Context // ends with the caller's credential; nil before connection_init
	let    func()          // ends the watching of the credential
}

var (
	_ transport.WebsocketConn          = (*conversation)(nil)
	_ transport.WebsocketReadLimiter   = (*conversation)(nil)
	_ transport.WebsocketReadDeadliner = (*conversation)(nil)
)

func newConversation(conn *websocket.Conn, p patience) *conversation {
	_ = conn.SetReadDeadline(time.Now().Add(p.init))
	return &conversation{conn: conn, patience: p, inner: map[string]string{}, outer: map[string]string{}, let: func() {}}
}

// hold watches the credential of the context's caller until released, and gives a context that ends with it. The connection ends soon
// after the credential, also when the peer takes nothing any more and a write waits for it.
func (c *conversation) hold(ctx context.Context, hold func(context.Context) (context.Context, func())) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	held, release := hold(ctx)
	cutOff := context.AfterFunc(held, func() {
		if errors.Is(context.Cause(held), app.ErrEnded) {
			time.AfterFunc(c.patience.close, func() { _ = c.conn.Close() })
		}
	})
	c.held, c.let = held, func() { cutOff(); release() }
	return held
}

func (c *conversation) released() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.let()
}

// ended reports whether the credential is no longer what it was.
func (c *conversation) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held != nil && errors.Is(context.Cause(c.held), app.ErrEnded)
}

// message is one of the protocol, in either direction.
type message struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// NextReader gives gqlgen the next message that is for it. A client that breaks the protocol is closed with the code for that.
func (c *conversation) NextReader() (int, io.Reader, error) {
	for {
		kind, r, err := c.conn.NextReader()
		if err != nil {
			return 0, nil, c.readError(err)
		}
		var m message
		if kind != websocket.TextMessage || json.NewDecoder(r).Decode(&m) != nil {
			return 0, nil, c.fail(closeInvalid, reasonInvalid)
		}
		forward, err := c.received(&m)
		if err != nil {
			return 0, nil, err
		}
		if forward {
			b, err := json.Marshal(m)
			return kind, bytes.NewReader(b), err
		}
	}
}

// received judges a message and puts our id in place of the client's.
func (c *conversation) received(m *message) (forward bool, err error) {
	switch m.Type {
	case "connection_init":
		if c.initialised {
			return false, c.fail(closeTooMany, reasonInitAgain)
		}
		var payload map[string]any
		if m.Payload != nil && json.Unmarshal(m.Payload, &payload) != nil {
			return false, c.fail(closeInvalid, reasonInvalid)
		}
		c.initialised = true
		return true, c.conn.SetReadDeadline(time.Time{})
	case "subscribe":
		if !c.initialised { // and acknowledged, since gqlgen does that before it reads on
			return false, c.fail(closeUnauthorized, reasonUnauthorized)
		}
		if code, reason := c.open(m); code != 0 {
			return false, c.fail(code, reason)
		}
		return true, nil
	case "complete":
		return c.end(m), nil
	case "ping":
		if !c.initialised { // gqlgen takes nothing before connection_init
			return false, c.WriteJSON(message{Type: "pong", Payload: m.Payload})
		}
		return true, nil
	case "pong":
		return c.initialised, nil
	}
	return false, c.fail(closeInvalid, reasonInvalid)
}

func (c *conversation) open(m *message) (code int, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch _, taken := c.inner[m.ID]; {
	case m.ID == "", !isOperation(m.Payload):
		return closeInvalid, reasonInvalid
	case taken:
		return closeDuplicate, fmt.Sprintf("Subscriber for %.60q already exists", m.ID)
	case len(c.inner) >= maxSubscriptions:
		return closeTooMany, fmt.Sprintf("At most %d subscriptions on one socket", maxSubscriptions)
	}
	c.opened++
	ours := fmt.Sprint(c.opened)
	c.inner[m.ID], c.outer[ours] = ours, m.ID
	m.ID = ours
	return 0, ""
}

// isOperation reports whether a payload is what the protocol lets subscribe carry.
func isOperation(payload json.RawMessage) bool {
	var p struct {
		Query                 *string
		OperationName         string
		Variables, Extensions map[string]any
	}
	return json.Unmarshal(payload, &p) == nil && p.Query != nil
}

// end forgets a subscription that the client has completed; nothing more is said about it.
func (c *conversation) end(m *message) (known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ours, known := c.inner[m.ID]
	delete(c.inner, m.ID)
	delete(c.outer, ours)
	m.ID = ours
	return known
}

// WriteJSON sends what gqlgen says, under the client's ids. Nothing follows `error` or `complete` of a subscription.
func (c *conversation) WriteJSON(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var m message
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	if m.ID != "" {
		if !c.translate(&m) {
			return nil
		}
		if b, err = json.Marshal(m); err != nil {
			return err
		}
	}
	if c.isClosed() || c.ended() {
		return nil
	}
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.patience.write))
	if err := c.conn.WriteMessage(websocket.TextMessage, b); err != nil {
		_ = c.conn.Close() // wakes the reader, which ends it all
		return err
	}
	return nil
}

func (c *conversation) translate(m *message) (known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	theirs, known := c.outer[m.ID]
	if m.Type == "error" || m.Type == "complete" {
		delete(c.outer, m.ID)
		delete(c.inner, theirs)
	}
	m.ID = theirs
	return known
}

// readError says why there is nothing more to read, where the other side may not know.
func (c *conversation) readError(err error) error {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		if !c.initialised {
			return c.fail(closeInitTimeout, reasonInitTimeout)
		}
		c.sendClose(closeGoingAway, reasonNoPong)
	}
	return transport.ErrWebsocketClosed
}

// fail closes the socket for something the client did, and waits for it to say so too: to hang up on data that was not read yet could
// lose the reason.
func (c *conversation) fail(code int, reason string) error {
	c.sendClose(code, reason)
	_ = c.conn.SetReadDeadline(time.Now().Add(c.patience.init))
	for {
		if _, _, err := c.conn.NextReader(); err != nil {
			return transport.ErrWebsocketClosed
		}
	}
}

// WriteClose is gqlgen closing the socket. Where it just ends, because reading did or because the server stops, that is said.
func (c *conversation) WriteClose(code int, reason string) error {
	switch {
	case code == websocket.CloseNormalClosure && c.ended():
		code, reason = closeForbidden, reasonEnded
	case code == websocket.CloseNormalClosure:
		code, reason = closeGoingAway, reasonStopping
	}
	c.sendClose(code, reason)
	return nil
}

// sendClose sends the first close only.
func (c *conversation) sendClose(code int, reason string) {
	c.mu.Lock()
	first := !c.closed
	c.closed = true
	c.mu.Unlock()
	if first {
		_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(c.patience.write))
	}
}

func (c *conversation) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// Close drops the connection.
func (c *conversation) Close() error { return c.conn.Close() }

// Subprotocol is what was agreed on.
func (c *conversation) Subprotocol() string { return c.conn.Subprotocol() }

// SetReadLimit bounds messages; a larger one closes the socket with 1009.
func (c *conversation) SetReadLimit(limit int64) { c.conn.SetReadLimit(limit) }

// SetReadDeadline is gqlgen waiting for a pong. After a close there is another wait, see fail.
func (c *conversation) SetReadDeadline(t time.Time) error {
	if c.isClosed() {
		return nil
	}
	return c.conn.SetReadDeadline(t)
}
