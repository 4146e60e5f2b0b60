package server

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/graph"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// site is the whole product behind this server, with its first user.
type site struct {
	*testenv.Env
	http.Handler
	clock *dbtest.Clock
	ada   testenv.Person
}

func newSite(t *testing.T, s *store.Store, publicURL string) site {
	t.Helper()
	clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
	e := testenv.New(t, s, testenv.Options{Now: clock.Now})
	return site{e, handlerOf(e, publicURL), clock, e.SetUp()}
}

func handlerOf(e *testenv.Env, publicURL string) http.Handler {
	return New(Options{
		App: e.App, Authenticate: e.App.Authenticate, PublicURL: publicURL, Log: slog.New(slog.DiscardHandler),
		GraphQL: graph.Handler(e.App, graph.Options{
			Authenticate: func(ctx context.Context, authorization string) (app.Principal, error) {
				return e.App.Authenticate(ctx, authorization, "")
			},
			SetSession: SetSession, RequestID: RequestID, Log: slog.New(slog.DiscardHandler),
		}),
		Console: http.NotFoundHandler(),
	})
}

// post posts an operation; change may add to the request.
func (s site) post(query string, change func(*http.Request)) *httptest.ResponseRecorder {
	body, _ := json.Marshal(map[string]string{"query": query}) // a string always encodes
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s site) signIn(t *testing.T, change func(*http.Request)) *http.Cookie {
	t.Helper()
	w := s.post(`mutation { signIn(input: {email: "ada@example.com", password: "`+testenv.Password.Reveal()+`"}) { viewer { user { name } } userErrors { message } } }`, change)
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || !strings.Contains(w.Body.String(), `"name":"Ada"`) {
		t.Fatalf("%v %s", w.Header(), w.Body)
	}
	return cookies[0]
}

func with(c *http.Cookie) func(*http.Request) { return func(r *http.Request) { r.AddCookie(c) } }

const whoami = `{ viewer { admin user { name } } }`

// knows reports whether a request with this cookie is Ada's.
func (s site) knows(c *http.Cookie) bool {
	return strings.Contains(s.post(whoami, with(c)).Body.String(), `"name":"Ada"`)
}

func TestSessionCookies(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "")
	secure := site{s.Env, handlerOf(s.Env, "https://assay.example"), s.clock, s.ada}
	over := func(r *http.Request) { r.TLS = &tls.ConnectionState{} }
	for _, c := range []struct {
		what   string
		got    *http.Cookie
		name   string
		secure bool
	}{
		{"plain", s.signIn(t, nil), "assay_session", false},
		{"over TLS, where nobody said so", s.signIn(t, over), "assay_session", true},
		{"where the public URL is https", secure.signIn(t, nil), "__Host-assay_session", true},
	} {
		want := s.clock.Now().Add(30 * 24 * time.Hour)
		if g := c.got; g.Name != c.name || g.Secure != c.secure || !g.HttpOnly || g.SameSite != http.SameSiteLaxMode || g.Path != "/" || g.Domain != "" ||
			!g.Expires.Equal(want) || len(g.Value) != 43 {
			t.Errorf("%s: %+v", c.what, g)
		}
	}
	cookie := secure.signIn(t, nil)
	if !secure.knows(cookie) {
		t.Error("the cookie is not known")
	}
	if secure.knows(&http.Cookie{Name: "assay_session", Value: cookie.Value}) {
		t.Error("without its prefix, which a subdomain could plant, it is known too")
	}

	w := secure.post(`mutation { signOut { userErrors { code } } }`, with(cookie))
	if gone := w.Result().Cookies(); len(gone) != 1 || gone[0].Name != cookie.Name || gone[0].Value != "" || gone[0].MaxAge >= 0 || !gone[0].Secure {
		t.Errorf("signed out: %v", w.Header())
	}
	if secure.knows(cookie) {
		t.Error("a session is good after signOut")
	}
	for what, refused := range map[string]*httptest.ResponseRecorder{
		"a wrong password": s.post(`mutation { signIn(input: {email: "ada@example.com", password: "x"}) { userErrors { code } } }`, nil),
		"an event stream": s.post(`mutation { signIn(input: {email: "ada@example.com", password: "`+testenv.Password.Reveal()+`"}) { userErrors { code } } }`,
			func(r *http.Request) { r.Header.Set("Accept", "text/event-stream") }),
		"a GET": func() *httptest.ResponseRecorder {
			return send(s, "GET /graphql?query=mutation%7BsignOut%7BuserErrors%7Bcode%7D%7D%7D")
		}(),
	} {
		if len(refused.Result().Cookies()) != 0 {
			t.Errorf("%s sets a cookie: %v", what, refused.Header())
		}
	}
}

// A token that was in the browser before is never the one of the new session, and is worth nothing after.
func TestSessionFixation(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "")
	planted := &http.Cookie{Name: "assay_session", Value: strings.Repeat("x", 43)}
	first := s.signIn(t, with(planted))
	second := s.signIn(t, with(first))
	if first.Value == planted.Value || second.Value == first.Value || s.knows(planted) || s.knows(first) || !s.knows(second) {
		t.Errorf("planted %v, first %v, second %v", s.knows(planted), s.knows(first), s.knows(second))
	}
	// Another who signs in at the same browser ends the session, too.
	s.Join("", eval.RoleViewer, "bob@example.com")
	w := s.post(`mutation { signIn(input: {email: "bob@example.com", password: "`+testenv.Password.Reveal()+`"}) { userErrors { code } } }`, with(second))
	if len(w.Result().Cookies()) != 1 || s.knows(second) {
		t.Errorf("%v", w.Header())
	}
}

func TestSessionsAreOver(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "")
	cookie := s.signIn(t, nil)
	s.clock.Add(23 * time.Hour)
	if !s.knows(cookie) {
		t.Error("over within a day")
	}
	s.clock.Add(24 * time.Hour)
	w := s.post(`{ viewer { user { name } } registry { name } }`, with(cookie))
	if s.knows(cookie) || w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"registry":{"name":"Test"}`) {
		t.Errorf("unused for a day: %d %s", w.Code, w.Body)
	}
	cookie = s.signIn(t, nil)
	for range 40 {
		s.clock.Add(18 * time.Hour)
		s.knows(cookie)
	}
	if s.knows(cookie) {
		t.Error("good after 30 days of use")
	}
}

// A page of another site gets nothing done by a visitor's cookie.
func TestForgedRequests(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "https://assay.example")
	cookie := s.signIn(t, nil)
	rename := `mutation { updateProfile(input: {name: "Ada"}) { user { name } } }`
	for _, c := range []struct {
		what    string
		headers []string
		status  int
	}{
		{"own page", []string{"Origin", "https://assay.example", "Sec-Fetch-Site", "same-origin"}, 200},
		{"own page, old browser", []string{"Origin", "https://assay.example"}, 200},
		{"no page", nil, 200},
		{"foreign page", []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		{"foreign page, old browser", []string{"Origin", "https://evil.example"}, 403},
		{"page of a sibling", []string{"Origin", "https://other.assay.example", "Sec-Fetch-Site", "same-site"}, 403},
		{"page of no origin", []string{"Origin", "null"}, 403},
		{"a form", []string{"Origin", "https://evil.example", "Content-Type", "text/plain"}, 403},
		{"a form, were its origin hidden", []string{"Content-Type", "text/plain"}, 415},
		{"an empty Authorization", []string{"Origin", "https://evil.example", "Authorization", ""}, 403},
	} {
		w := s.post(rename, func(r *http.Request) {
			r.AddCookie(cookie)
			for i := 0; i < len(c.headers); i += 2 {
				r.Header.Set(c.headers[i], c.headers[i+1])
			}
		})
		if done := strings.Contains(w.Body.String(), `"name":"Ada"`); w.Code != c.status || done != (c.status == 200) {
			t.Errorf("%s: %d %s", c.what, w.Code, w.Body)
		}
		if entry := s.lastEntry(t); (w.Code == 403) != (entry.Action == app.CrossSiteRequest && entry.ActorName == "Ada" && entry.Outcome == eval.AuditRefused &&
			entry.Address == "192.0.2.1" && strings.HasPrefix(entry.Target, "POST /graphql ")) && w.Code != 415 {
			t.Errorf("%s: %d, and the audit log has %+v", c.what, w.Code, entry)
		}
	}
	s.post(rename, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	if entry := s.lastEntry(t); entry.Action != app.CrossSiteRequest || entry.Actor != "anonymous" || entry.Target != "POST /graphql https://evil.example" {
		t.Errorf("without a session: %+v", entry)
	}
	r := httptest.NewRequest(http.MethodGet, "/graphql?query=mutation%7BupdateProfile(input:%7Bname:%22x%22%7D)%7Buser%7Bname%7D%7D%7D", nil)
	r.AddCookie(cookie)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != http.MethodPost {
		t.Errorf("a mutation by GET: %d %v", w.Code, w.Header())
	}
	// With a header of its own a request is not the cookie's.
	w = s.post(whoami, func(r *http.Request) {
		r.AddCookie(cookie)
		r.Header.Set("Authorization", "Bearer wrong")
	})
	if strings.Contains(w.Body.String(), "Ada") {
		t.Errorf("the cookie counts beside a header: %s", w.Body)
	}
}

func TestForgedSockets(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "")
	cookie := s.signIn(t, nil)
	l := serveLive(t, s.Handler, ample)
	for origin, want := range map[string]int{
		l.url: http.StatusSwitchingProtocols, "": http.StatusSwitchingProtocols,
		"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden, l.url + ".evil.example": http.StatusForbidden,
	} {
		header := http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}}
		if origin != "" {
			header.Set("Origin", origin)
		}
		dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
		conn, response, err := dialer.Dial("ws"+strings.TrimPrefix(l.url, "http")+"/graphql", header)
		if err == nil {
			closeQuietly(conn)
		}
		if response.StatusCode != want {
			t.Errorf("origin %q: %d, want %d", origin, response.StatusCode, want)
		}
		closeQuietly(response.Body)
	}
	l.stop()
	if err := <-l.done; err != nil {
		t.Error(err)
	}
}

// Sessions are limited per user, keys per key, each for itself.
func TestRateLimitOfPeopleAndKeys(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "")
	_, one := s.ada.Key("", eval.RoleViewer, eval.ScopeRead)
	_, two := s.ada.Key("", eval.RoleViewer, eval.ScopeRead)
	bob := s.Join("", eval.RoleViewer, "bob@example.com")
	again := s.signIn(t, nil)
	h := New(Options{App: s.App, Authenticate: s.App.Authenticate, Log: slog.New(slog.DiscardHandler), Clock: s.clock.Now,
		GraphQL:    http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		RateLimits: RateLimits{Anonymous: Rate{PerSecond: 1, Burst: 1}, Key: Rate{PerSecond: 1, Burst: 2}}})
	cookie := func(token string) []string { return []string{"Cookie", "assay_session=" + token} }
	bearer := func(token eval.Secret) []string { return []string{"Authorization", "Bearer " + token.Reveal()} }
	for i, c := range []struct {
		headers []string
		status  int
	}{
		{nil, 200}, {nil, 429},
		{bearer(one), 200}, {bearer(one), 200}, {bearer(one), 429},
		{bearer(two), 200}, {bearer(two), 200}, {bearer(two), 429},
		{cookie(s.ada.Token.Reveal()), 200}, {cookie(again.Value), 200}, {cookie(again.Value), 429}, {cookie(s.ada.Token.Reveal()), 429},
		{cookie(bob.Token.Reveal()), 200},
		{cookie("wrong"), 429}, {bearer("assay_wrong"), 429},
	} {
		if w := send(h, "GET /graphql", c.headers...); w.Code != c.status {
			t.Errorf("request %d: %d, want %d", i, w.Code, c.status)
		}
	}
}

// Where the database does not answer, nobody is taken for a stranger.
func TestCallersCannotBeToldApart(t *testing.T) {
	f := newFixture()
	f.Authenticate = func(context.Context, string, string) (app.Principal, error) {
		return app.Principal{}, context.DeadlineExceeded
	}
	if w := f.send("GET /api/v1/evals/suites", "X-Request-Id", "r1"); w.Code != 500 || strings.Contains(w.Body.String(), "deadline") || !strings.Contains(f.log.String(), "deadline") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, target := range []string{"/", "/healthz", "/readyz"} {
		if w := f.send("GET " + target); w.Code != 200 {
			t.Errorf("%s asks who calls: %d", target, w.Code)
		}
	}
}

// REST takes keys and sessions as GraphQL does.
func TestKeysOverREST(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t), "")
	_, edits := s.ada.Key("", eval.RoleAdmin, eval.ScopeAdmin)
	_, reads := s.ada.Key("", eval.RoleAdmin, eval.ScopeRead)
	for _, c := range []struct {
		what, method, header, value string
		status                      int
	}{
		{"a key that may", "DELETE", "Authorization", "Bearer " + edits.Reveal(), 404},
		{"a key that may not", "DELETE", "Authorization", "Bearer " + reads.Reveal(), 403},
		{"a session", "DELETE", "Cookie", "assay_session=" + s.ada.Token.Reveal(), 404},
		{"a wrong session", "DELETE", "Cookie", "assay_session=x", 403},
	} {
		if w := send(s, c.method+" /api/v1/admin/evals/suites/none", c.header, c.value); w.Code != c.status {
			t.Errorf("%s: %d %s", c.what, w.Code, w.Body)
		}
	}
}

// lastEntry is the newest entry of the audit log.
func (s site) lastEntry(t *testing.T) eval.AuditEntry {
	t.Helper()
	page, err := s.App.AuditLog(s.Admin(), app.AuditQuery{}, eval.PageArgs{})
	if err != nil || len(page.Items) == 0 {
		t.Fatalf("%d entries, %v", len(page.Items), err)
	}
	return page.Items[0]
}
