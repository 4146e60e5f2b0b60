package server

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

// OIDC is an identity provider by which people sign in: the authorization code flow of OpenID Connect, with PKCE, state and nonce.
type OIDC struct {
	Issuer       string // its URL, as it says it itself; empty: there is none
	ClientID     string
	ClientSecret eval.Secret
	PublicURL    string // of this registry; the provider must know PublicURL + /auth/oidc/callback
}

// IdentitySignIn is what the sign-in by an identity provider calls. *app.App satisfies it.
type IdentitySignIn interface {
	SignInByIdentity(ctx context.Context, id app.Identity, invitation eval.Secret) (app.NewSession, error)
	LogRefusal(ctx context.Context, action, target string, cause error)
}

// What keeps somebody out, besides the codes of the use case: the words of ?problem= that the console explains.
const (
	problemDenied      = "denied"      // they turned back at the provider, or it does not let them in
	problemExpired     = "expired"     // it took too long
	problemState       = "state"       // the answer is not one to a question of this browser
	problemUnreachable = "unreachable" // the provider does not answer
	problemProvider    = "provider"    // its answer cannot be used
)

// flowFor is how long somebody may take at the provider.
const flowFor = 10 * time.Minute

// identityDoor answers below /auth/oidc/.
type identityDoor struct {
	provider *identityProvider
	use      IdentitySignIn
	session  cookies
	flow     flowCookie
	now      func() time.Time
	log      *slog.Logger
}

func newIdentityDoor(o OIDC, use IdentitySignIn, session cookies, now func() time.Time, log *slog.Logger) *identityDoor {
	return &identityDoor{provider: newIdentityProvider(o, now), use: use, session: session, flow: newFlowCookie(o.ClientSecret, session.secure), now: now, log: log}
}

// routes adds the paths to a mux. GET start?to=PATH sends the browser to the provider; POST start, a form of to and invitation, answers
// where to go, {"url": …}, so that an invitation's token stands in no address.
func (d *identityDoor) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /auth/oidc/start", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, d.begin(w, r, r.URL.Query().Get("to"), ""), http.StatusSeeOther)
	})
	mux.HandleFunc("POST /auth/oidc/start", func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 8<<10)
		to := d.begin(w, r, r.PostFormValue("to"), r.PostFormValue("invitation"))
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]string{"url": to})
	})
	mux.HandleFunc("GET /auth/oidc/callback", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, d.finish(w, r), http.StatusSeeOther)
	})
}

// begin notes a flow in the browser and gives where to go.
func (d *identityDoor) begin(w http.ResponseWriter, r *http.Request, to, invitation string) string {
	w.Header().Set("Cache-Control", "no-store")
	f := flow{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), To: ownPath(to), Invitation: invitation, Until: d.now().Add(flowFor).Unix()}
	at, err := d.provider.authorizeURL(r.Context(), f)
	if err != nil {
		return d.refuse(r, f, problemUnreachable, err)
	}
	d.flow.set(w, r, f)
	return at
}

// finish signs in who comes back from the provider, and gives where to go.
func (d *identityDoor) finish(w http.ResponseWriter, r *http.Request) string {
	w.Header().Set("Cache-Control", "no-store")
	f, ok := d.flow.read(r)
	d.flow.clear(w, r)
	answer := r.URL.Query()
	switch issuer := answer.Get("iss"); {
	case !ok, subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(f.State)) != 1, issuer != "" && issuer != d.provider.Issuer:
		return d.refuse(r, f, problemState, errors.New("the answer is not one to a question of this browser"))
	case d.now().Unix() > f.Until:
		return d.refuse(r, f, problemExpired, errors.New("it took too long"))
	case answer.Get("error") != "":
		return d.refuse(r, f, deniedOr(answer.Get("error")), errors.New("the provider says "+cut(answer.Get("error"))))
	}
	id, err := d.provider.identity(r.Context(), answer.Get("code"), f)
	if err != nil {
		return d.refuse(r, f, providerProblem(err), err)
	}
	begun, err := d.use.SignInByIdentity(r.Context(), id, eval.Secret(f.Invitation))
	if err != nil {
		return d.turnedAway(r, f, err)
	}
	d.session.set(w, r, begun.Token, begun.Session.ExpiresAt)
	return f.To
}

// refuse logs why somebody was not let in before the use case was asked, for the operator and in the audit log, and gives where to go.
func (d *identityDoor) refuse(r *http.Request, f flow, problem string, cause error) string {
	d.log.WarnContext(r.Context(), "sign-in by the identity provider", "request_id", RequestID(r.Context()), "problem", problem, "error", cause)
	d.use.LogRefusal(r.Context(), app.IdentitySignIn, "", fault.New(fault.Forbidden, problem, "%s", problem))
	return f.back(problem)
}

// turnedAway gives where to go for whom the use case refused. What it refused for is in the audit log.
func (d *identityDoor) turnedAway(r *http.Request, f flow, err error) string {
	if refused := fault.As(err); refused != nil {
		return f.back(refused.Code)
	}
	d.log.ErrorContext(r.Context(), "sign-in by the identity provider", "request_id", RequestID(r.Context()), "error", err)
	return f.back("internal")
}

// back is the page from which somebody can try again. An invitation's token stands behind the #, which no browser sends.
func (f flow) back(problem string) string {
	if f.Invitation != "" {
		return "/invitation?problem=" + url.QueryEscape(problem) + "#" + url.QueryEscape(f.Invitation)
	}
	q := url.Values{"problem": {problem}}
	if f.To != "" && f.To != "/" {
		q.Set("to", f.To)
	}
	return "/signin?" + q.Encode()
}

// ownPath is a path of this registry; whatever else is asked for becomes its first page. Browsers read \ as /, and // as another host.
func ownPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || len(to) > 2000 || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || u.Host != "" || u.Scheme != "" ||
		strings.ContainsFunc(to, func(r rune) bool { return r == '\\' || r <= ' ' || r == 0x7f }) {
		return "/"
	}
	return to
}

// deniedOr tells what a person did at the provider from what went wrong there.
func deniedOr(code string) string {
	switch code {
	case "access_denied", "login_required", "interaction_required", "consent_required", "account_selection_required":
		return problemDenied
	}
	return problemProvider
}

// cut bounds foreign text for a log.
func cut(text string) string { return strings.ToValidUTF8(text[:min(len(text), 200)], "") }
