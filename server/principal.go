package server

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"assay/app"
)

// Authenticate says who calls, by the value of an Authorization header and the token of a session's cookie; see app.App.Authenticate.
type Authenticate func(ctx context.Context, authorization, session string) (app.Principal, error)

// identify notes who is calling, and from where. A wrong credential is noted too, and is refused by what needs a right one: public reads
// do not. Where nobody asks for the caller, no credential is looked up.
func identify(authenticate Authenticate, c cookies, clients proxies, log *slog.Logger) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			p := app.Principal{UserAgent: r.UserAgent(), RequestID: RequestID(r.Context())}
			if a := clients.client(r); a.IsValid() {
				p.Address = a.String()
			}
			ctx := app.WithPrincipal(r.Context(), p)
			if asksForCaller(r) {
				var err error
				if p, err = authenticate(ctx, r.Header.Get("Authorization"), c.read(r)); err != nil {
					log.ErrorContext(ctx, "authenticate", "request_id", p.RequestID, "error", err)
					refuse(w, r, http.StatusInternalServerError, "internal", "something went wrong here; the log has it under this request id")
					return
				}
				ctx = app.WithPrincipal(ctx, p)
			}
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// asksForCaller reports whether a request is for a door that asks who is calling: not for a file of the console, nor for the health.
func asksForCaller(r *http.Request) bool {
	return isREST(r) || isGraphQL(r) || isLog(r) || strings.HasPrefix(r.URL.Path, "/auth/")
}
