package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"
)

// healthy says that the process is up.
func healthy(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") }

// readyWithin is how long a check may take.
const readyWithin = 5 * time.Second

// ready says whether requests can be served. Why not is for the log.
func ready(check func(context.Context) error, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
		defer cancel()
		if check != nil {
			if err := check(ctx); err != nil {
				log.WarnContext(ctx, "not ready", "request_id", RequestID(ctx), "err", err)
				plain(w, http.StatusServiceUnavailable, "not ready\n")
				return
			}
		}
		plain(w, http.StatusOK, "ready\n")
	})
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
