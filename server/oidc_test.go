package server

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/graph"
	"assay/internal/dbtest"
	"assay/internal/foreign"
	"assay/internal/testenv"
)

// identitySite is a registry on loopback whose people sign in by a real identity provider.
type identitySite struct {
	url, issuer string
	stop        func() // stops the provider
	handler     atomic.Pointer[http.Handler]
}

func newIdentitySite(t *testing.T) *identitySite {
	t.Helper()
	s := &identitySite{}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*s.handler.Load()).ServeHTTP(w, r) }))
	t.Cleanup(front.Close)
	s.url = front.URL
	s.issuer, s.stop = foreign.Provider(t, "0", s.url+"/auth/oidc/callback")
	return s
}

// registry is one of the registries that answer on the site, with a database of its own.
type registry struct {
	*testenv.Env
	site  *identitySite
	clock *dbtest.Clock
	log   *lockedBuffer
	t     *testing.T
}

// open makes a registry, and has it answer on the site.
func (s *identitySite) open(t *testing.T, db *store.Store, change func(*app.Config)) *registry {
	t.Helper()
	r := &registry{site: s, clock: dbtest.NewClock(time.Now()), log: &lockedBuffer{}, t: t}
	r.Env = testenv.New(t, db, testenv.Options{Now: r.clock.Now, Change: change})
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h := New(Options{
		App: r.App, Authenticate: r.App.Authenticate, Log: log, Clock: r.clock.Now, Identities: r.App,
		OIDC:    OIDC{Issuer: s.issuer, ClientID: foreign.ClientID, ClientSecret: foreign.ClientSecret, PublicURL: s.url},
		GraphQL: graph.Handler(r.App, graph.Options{SetSession: SetSession, RequestID: RequestID, Log: log}),
		Console: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "console "+r.URL.RequestURI()) }),
	})
	s.handler.Store(&h)
	return r
}

// browser is one, with its cookies. It stops before it comes back to the registry.
type browser struct {
	*http.Client
	r *registry
}

func (r *registry) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return &browser{r: r, Client: &http.Client{
		Jar: jar, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(next *http.Request, _ []*http.Request) error {
			if strings.HasPrefix(next.URL.String(), r.site.url) {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}}
}

func (b *browser) send(method, at string, form url.Values) *http.Response {
	b.r.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(b.r.t.Context(), method, at, body)
	if err != nil {
		b.r.t.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := b.Do(r)
	if err != nil {
		b.r.t.Fatal(err)
	}
	b.r.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// start begins a sign-in and gives where the registry sends the browser.
func (b *browser) start(to, invitation string) string {
	b.r.t.Helper()
	if invitation == "" {
		once := *b.Client
		once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		res := (&browser{&once, b.r}).send(http.MethodGet, b.r.site.url+"/auth/oidc/start?"+url.Values{"to": {to}}.Encode(), nil)
		return res.Header.Get("Location")
	}
	res := b.send(http.MethodPost, b.r.site.url+"/auth/oidc/start", url.Values{"to": {to}, "invitation": {invitation}})
	var answer struct{ URL string }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || res.StatusCode != http.StatusOK {
		b.r.t.Fatalf("start: %d, %v", res.StatusCode, err)
	}
	return answer.URL
}

// logIn goes to the provider, fills in its form, and gives the address that it sends the browser back to.
func (b *browser) logIn(at, name string) (callback string) {
	b.r.t.Helper()
	form := b.send(http.MethodGet, at, nil)
	if callback = form.Header.Get("Location"); callback != "" { // the provider remembers who is there
		return callback
	}
	page, err := io.ReadAll(form.Body)
	if err != nil || !strings.Contains(string(page), `name="name"`) {
		b.r.t.Fatalf("no form at the provider: %d %s, %v", form.StatusCode, page, err)
	}
	back := b.send(http.MethodPost, form.Request.URL.String(), url.Values{"name": {name}})
	if callback = back.Header.Get("Location"); !strings.HasPrefix(callback, b.r.site.url+"/auth/oidc/callback?") {
		text, _ := io.ReadAll(back.Body)
		b.r.t.Fatalf("not sent back, but: %d %s %s", back.StatusCode, callback, text)
	}
	return callback
}

// come follows the way back, and gives the page of the registry where it ends.
func (b *browser) come(callback string) (page string) {
	b.r.t.Helper()
	res := b.send(http.MethodGet, callback, nil)
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Cache-Control") != "no-store" {
		b.r.t.Fatalf("the way back: %d %s", res.StatusCode, res.Header)
	}
	return res.Header.Get("Location")
}

// signIn does it all.
func (b *browser) signIn(name, to, invitation string) (page string) {
	b.r.t.Helper()
	return b.come(b.logIn(b.start(to, invitation), name))
}

// viewer is who the browser's session is of; empty: nobody.
func (b *browser) viewer() (user eval.User) {
	b.r.t.Helper()
	r, err := http.NewRequestWithContext(b.r.t.Context(), http.MethodPost, b.r.site.url+"/graphql", strings.NewReader(`{"query":"{viewer{user{id email name hasPassword}}}"}`))
	if err != nil {
		b.r.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := b.Do(r)
	if err != nil {
		b.r.t.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct {
		Data struct{ Viewer struct{ User *eval.User } }
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		b.r.t.Fatal(err)
	}
	if answer.Data.Viewer.User != nil {
		user = *answer.Data.Viewer.User
	}
	return user
}

// logged is the newest entry of the audit log.
func (r *registry) logged() eval.AuditEntry {
	r.t.Helper()
	page, err := r.App.AuditLog(r.Admin(), app.AuditQuery{}, eval.PageArgs{First: new(1)})
	if err != nil || len(page.Items) == 0 {
		r.t.Fatalf("no audit log: %v", err)
	}
	return page.Items[0]
}

// role is what a user is in a workspace.
func (r *registry) role(ctx context.Context, workspaceID, userID string) eval.Role {
	r.t.Helper()
	members, err := r.Store.Memberships(ctx, userID)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, m := range members {
		if m.WorkspaceID == workspaceID {
			return m.Role
		}
	}
	return ""
}

func joining(role eval.Role) func(*app.Config) {
	return func(c *app.Config) { c.IdentityProvider, c.IdentityJoin = "Example ID", role }
}

// Signing in by a real provider, on both databases: the first time, again, and by invitation.
func TestSignInByIdentityProvider(t *testing.T) {
	site := newIdentitySite(t)
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		r := site.open(t, s, joining(eval.RoleMember))
		if got := r.App.Registry(t.Context()).IdentityProvider; got != "Example ID" {
			t.Errorf("the button says %q", got)
		}
		if page := r.browser().signIn("carol", "/", ""); page != "/signin?problem=setup" {
			t.Errorf("before there is a first user: %s", page)
		}
		ada := r.SetUp()

		b := r.browser()
		if page := b.signIn("carol", "/runs?suite=a%20b", ""); page != "/runs?suite=a%20b" {
			t.Errorf("carol comes to %s", page)
		}
		carol := b.viewer()
		if carol.Email != "carol@example.com" || carol.Name != "Name of carol" || carol.HasPassword || r.role(t.Context(), eval.DefaultWorkspace, carol.ID) != eval.RoleMember {
			t.Errorf("carol is %+v", carol)
		}
		if e := r.logged(); e.Action != "oidcSignIn" || e.Outcome != eval.AuditDone || e.Actor != carol.ID || e.Target != carol.ID || e.Address != "127.0.0.1" {
			t.Errorf("logged: %+v", e)
		}
		again := r.browser()
		if again.signIn("carol", "/", ""); again.viewer().ID != carol.ID {
			t.Errorf("carol comes again as %+v", again.viewer())
		}

		// Ada has, from now on, an identity, which is what counts.
		b = r.browser()
		if b.signIn("ada", "", ""); b.viewer().ID != ada.User.ID {
			t.Errorf("ada is %+v", b.viewer())
		}
		if u, err := r.Store.User(t.Context(), ada.User.ID); err != nil || u.Identity != site.issuer+" ada" {
			t.Errorf("ada's identity: %+v, %v", u, err)
		}

		// By invitation: new, for another address, of somebody who was here, of a member.
		token := r.Invite("default", eval.RoleAdmin, "erin@example.com").Reveal()
		if page := r.browser().signIn("frank", "/", token); page != "/invitation?problem=invitation#"+token {
			t.Errorf("frank, with erin's invitation: %s", page)
		}
		b = r.browser()
		if page := b.signIn("erin", "/people", token); page != "/people" || r.role(t.Context(), eval.DefaultWorkspace, b.viewer().ID) != eval.RoleAdmin {
			t.Errorf("erin comes to %s as %+v", page, b.viewer())
		}
		if page := r.browser().signIn("grace", "/", token); page != "/invitation?problem=invitation#"+token {
			t.Errorf("an invitation that was used: %s", page)
		}
		team, err := r.App.CreateWorkspace(r.Admin(), "team", "Team")
		if err != nil {
			t.Fatal(err)
		}
		token = r.Invite("team", eval.RoleViewer, "").Reveal()
		b = r.browser()
		if b.signIn("carol", "/", token); r.role(t.Context(), team.ID, carol.ID) != eval.RoleViewer {
			t.Error("carol is no member of the team")
		}
		token = r.Invite("team", eval.RoleViewer, "").Reveal()
		if page := b.signIn("carol", "/x", token); page != "/x" || b.viewer().ID != carol.ID {
			t.Errorf("carol, who is a member already: %s", page)
		}
	})
}

// An account that somebody may have made under the address of another must not become theirs as well, whoever invited them, and whatever
// the account has become meanwhile.
func TestLinkingEndsWhatActedAsTheUser(t *testing.T) {
	site := newIdentitySite(t)
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		r := site.open(t, s, nil)
		ada := r.SetUp()
		open, _, err := r.App.AcceptInvitation(r.Stranger(), app.AcceptInvitation{Token: r.Invite("default", eval.RoleAdmin, ""),
			NewUser: app.NewUser{Email: "ivan@example.com", Name: "Not Ivan", Password: testenv.Password}})
		if err != nil {
			t.Fatal(err)
		}
		heidi, judy := r.Join("default", eval.RoleAdmin, "heidi@example.com"), r.Join("default", eval.RoleAdmin, "judy@example.com")
		if _, err := r.App.SetPlatformAdmin(r.Admin(), judy.User.ID, true); err != nil {
			t.Fatal(err)
		}
		for name, user := range map[string]struct {
			id    string
			token eval.Secret
		}{
			"ada":   {ada.User.ID, ada.Token},          // who set the registry up
			"heidi": {heidi.User.ID, heidi.Token},      // invited by this address
			"ivan":  {open.Viewer.User.ID, open.Token}, // by a link that named none
			"judy":  {judy.User.ID, judy.Token},        // platform admin since
		} {
			email, was := name+"@example.com", r.As("", user.token)
			_, key, err := r.App.CreateKey(was, app.CreateKey{Name: "key", Role: eval.RoleAdmin, Scopes: eval.Scopes})
			if err != nil {
				t.Fatal(err)
			}
			_, link, err := r.App.InviteMember(was, app.InviteMember{Role: eval.RoleAdmin})
			if err != nil {
				t.Fatal(err)
			}
			reset, err := r.App.IssuePasswordReset(r.Admin(), user.id)
			if err != nil {
				t.Fatal(err)
			}

			b := r.browser()
			if b.signIn(name, "/", ""); b.viewer().ID != user.id || b.viewer().HasPassword {
				t.Errorf("%s is %+v", name, b.viewer())
			}
			if app.Caller(r.As("", user.token)).Known() {
				t.Errorf("%s: the session from before is good", name)
			}
			if app.Caller(r.Bearer(key)).Known() {
				t.Errorf("%s: the key from before is good", name)
			}
			if _, err := r.App.SignIn(r.Stranger(), email, testenv.Password); err == nil {
				t.Errorf("%s: the password from before is good", name)
			}
			if _, err := r.App.ResetPassword(r.Stranger(), testenv.TokenOf(reset.URL), testenv.Password); err == nil {
				t.Errorf("%s: the reset link from before is good", name)
			}
			if i, err := r.App.InvitationPreview(r.Stranger(), testenv.TokenOf(link)); err != nil || i.State != eval.InvitationRevoked {
				t.Errorf("%s: their invitation from before: %+v, %v", name, i, err)
			}

			// From the second time on, nothing ends.
			if again := r.browser(); again.signIn(name, "/", "") != "/" || again.viewer().ID != user.id || b.viewer().ID != user.id {
				t.Errorf("%s comes again as %+v", name, again.viewer())
			}
		}
	})
}
