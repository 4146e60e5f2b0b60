package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// How long a caller may take. Streams are bounded by those who serve them.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second // headers and body
	writeTimeout  = 90 * time.Second // from the end of the headers to the end of the answer
	idleTimeout   = 2 * time.Minute
	maxHeader     = 32 << 10
)

// Serve answers on a listener until ctx is done. Then it takes no new connections, ends the streams (their contexts are cancelled)
// and gives what is being answered up to drain to finish; after that it cuts connections off and says so in its error. The listener
// is closed in any case. A drain that went well is no error.
func Serve(ctx context.Context, ln net.Listener, h http.Handler, drain time.Duration) error {
	var open streams
	srv := &http.Server{
		Handler:           open.endWith(ctx, h),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	var failure error
	ended := make(chan struct{})
	go func() { failure = srv.Serve(ln); close(ended) }()

	select {
	case <-ended:
		_ = srv.Close()
		return fmt.Errorf("serve %s: %w", ln.Addr(), failure)
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	err := errors.Join(srv.Shutdown(bounded), open.wait(bounded))
	if err != nil {
		err = fmt.Errorf("stop serving %s: requests were cut off after %s: %w", ln.Addr(), drain, errors.Join(err, srv.Close()))
	}
	<-ended
	return err
}

// Linger gives a context that ends some time after ctx: a server that runs under it goes on answering for that long, while /readyz
// tells balancers to send callers elsewhere.
func Linger(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	lingering, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(lingering, func() { timer.Stop() })
	})
	return lingering, func() { stop(); cancel() }
}

// streams are the open-ended answers. http.Server.Shutdown would wait for those over HTTP for ever and for websockets not at all.
type streams struct{ open sync.WaitGroup }

// endWith cancels the context of streams when stopping is done.
func (s *streams) endWith(stopping context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isStream(r) {
			next.ServeHTTP(w, r)
			return
		}
		s.open.Add(1)
		defer s.open.Done()
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(nil)
		defer context.AfterFunc(stopping, func() { cancel(errStopping) })()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

var errStopping = errors.New("the server is stopping")

// wait returns when no stream is open any more, or with the error of ctx.
func (s *streams) wait(ctx context.Context) error {
	closed := make(chan struct{})
	go func() { s.open.Wait(); close(closed) }()
	select {
	case <-closed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// boundTime frees the server of callers that do not read their answer. A stream sets its own deadlines for each message.
func boundTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var deadline time.Time // zero: clears one left by an earlier request on this connection
		if !isStream(r) {
			deadline = time.Now().Add(writeTimeout)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(deadline) // not supported by recorders in tests
		next.ServeHTTP(w, r)
	})
}
