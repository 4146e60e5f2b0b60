package server

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"
)

// logRequests writes one line a request when it has been answered; a stream's when it ends. Queries and headers stay out of the log:
// they may hold what is not the operator's business.
func logRequests(log *slog.Logger, clients proxies, now func() time.Time) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			start := now()
			rec := &recorder{ResponseWriter: w}
			defer func() {
				level := slog.LevelInfo
				if route := routeOf(r); route == routeHealth || route == routeMetrics {
					level = slog.LevelDebug
				}
				log.Log(r.Context(), level, "request", "request_id", RequestID(r.Context()), "method", r.Method, "path", r.URL.Path,
					"status", rec.status, "bytes", rec.bytes, "duration", now().Sub(start), "client", clients.client(r).String())
			}()
			next.ServeHTTP(rec, r)
		})
	}
}

// recoverPanics answers a panic with a 500 that tells nothing but the request's id, under which the log has the rest. An answer that
// has begun is broken off, so that it is not taken for a whole one.
func recoverPanics(log *slog.Logger) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				p := recover()
				if p == nil {
					return
				}
				err, _ := p.(error)
				aborted := errors.Is(err, http.ErrAbortHandler)
				if !aborted {
					log.ErrorContext(r.Context(), "panic", "request_id", RequestID(r.Context()), "method", r.Method, "path", r.URL.Path,
						"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				}
				if rec, ok := w.(*recorder); aborted || ok && rec.status != 0 {
					panic(http.ErrAbortHandler)
				}
				refuse(w, r, http.StatusInternalServerError, "internal", "something went wrong here; the log has it under this request id")
			}()
			next.ServeHTTP(w, r)
		})
	}
}

// recorder notes what was answered. It passes on what websockets (Hijack) and event streams (Flush) ask of a writer by type.
type recorder struct {
	http.ResponseWriter
	status int // 0: nothing yet
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Flush implements http.Flusher.
func (r *recorder) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() }

// Hijack implements http.Hijacker.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(r.ResponseWriter).Hijack()
	if err == nil && r.status == 0 {
		r.status = http.StatusSwitchingProtocols
	}
	return conn, rw, err
}
