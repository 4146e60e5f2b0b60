package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/foreign"
)

// cookie is what the browser keeps of a sign-in that is under way.
func (b *browser) cookie() *http.Cookie {
	at, _ := url.Parse(b.r.site.url) // it is one
	for _, c := range b.Jar.Cookies(at) {
		if c.Name == "assay_oidc" {
			return c
		}
	}
	return nil
}

// keep has the browser keep a flow of the test's making.
func (b *browser) keep(value string) {
	at, _ := url.Parse(b.r.site.url) // it is one
	b.Jar.SetCookies(at, []*http.Cookie{{Name: "assay_oidc", Value: value, Path: "/"}})
}

// change opens the browser's flow, changes it and seals it again.
func (b *browser) change(f func(*flow)) {
	b.r.t.Helper()
	c := newFlowCookie(foreign.ClientSecret, false)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(b.cookie())
	kept, ok := c.read(r)
	if !ok {
		b.r.t.Fatal("the browser keeps no flow")
	}
	f(&kept)
	w := httptest.NewRecorder()
	c.set(w, r, kept)
	b.keep(w.Result().Cookies()[0].Value)
}

// altered changes a parameter of an address.
func altered(at, name, value string) string {
	u, _ := url.Parse(at) // it is one
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestWhoTheIdentityProviderDoesNotLeadIn(t *testing.T) {
	site := newIdentitySite(t)
	r := site.open(t, dbtest.OpenSQLite(t), nil)
	r.SetUp()
	refused := func(b *browser, page, want, code string) {
		t.Helper()
		if page != want {
			t.Errorf("comes to %s, want %s", page, want)
		}
		if u := b.viewer(); u.ID != "" {
			t.Errorf("is signed in as %+v", u)
		}
		if e := r.logged(); e.Action != "oidcSignIn" || e.Outcome == eval.AuditDone || e.Code != code {
			t.Errorf("logged: %s %s %s, want the code %s", e.Action, e.Outcome, e.Code, code)
		}
	}
	b := r.browser()
	refused(b, b.signIn("mallory", "/runs", ""), "/signin?problem=unknown&to=%2Fruns", "unknown")
	b = r.browser()
	refused(b, b.signIn("unconfirmed-ada", "/", ""), "/signin?problem=email", "email")
	b = r.browser()
	refused(b, b.signIn("nameless", "/", ""), "/signin?problem=email", "email")
	b = r.browser()
	refused(b, b.signIn("deny", "/", ""), "/signin?problem=denied", "denied")

	// An answer that is not to a question of this browser.
	b = r.browser()
	callback := b.logIn(b.start("/", ""), "ada")
	kept := b.cookie().Value
	refused(b, b.come(altered(callback, "state", "another")), "/signin?problem=state", "state")
	if b.cookie() != nil {
		t.Error("the flow goes on after a wrong answer")
	}
	refused(b, b.come(callback), "/signin?problem=state", "state")
	other := r.browser()
	refused(other, other.come(callback), "/signin?problem=state", "state")
	b.keep(kept)
	refused(b, b.come(altered(callback, "iss", "https://elsewhere.example")), "/signin?problem=state", "state")
	b.keep(kept[:len(kept)-4] + "AAAA")
	refused(b, b.come(callback), "/signin?problem=state", "state")
	b.keep("")
	refused(b, b.come(callback), "/signin?problem=state", "state")

	// A code that was used.
	b = r.browser()
	callback = b.logIn(b.start("/", ""), "ada")
	kept = b.cookie().Value
	if page := b.come(callback); page != "/" || b.viewer().Email != "ada@example.com" {
		t.Fatalf("ada comes to %s", page)
	}
	thief := r.browser()
	thief.keep(kept)
	refused(thief, thief.come(callback), "/signin?problem=provider", "provider")

	// A code of another flow: another verifier (PKCE), another nonce.
	for name, change := range map[string]func(*flow){
		"verifier": func(f *flow) { f.Verifier = strings.Repeat("v", 43) },
		"nonce":    func(f *flow) { f.Nonce = "another" },
	} {
		b = r.browser()
		callback = b.logIn(b.start("/", ""), "ada")
		b.change(change)
		refused(b, b.come(callback), "/signin?problem=provider", "provider")
		if !strings.Contains(r.log.String(), map[string]string{"verifier": "invalid_grant", "nonce": "(nonce)"}[name]) {
			t.Errorf("%s: the log does not say why", name)
		}
	}

	// It took too long.
	b = r.browser()
	callback = b.logIn(b.start("/", ""), "ada")
	r.clock.Add(flowFor + 2*time.Second)
	refused(b, b.come(callback), "/signin?problem=expired", "expired")

	// What must not be in a log is in none.
	code, _ := url.Parse(callback)
	for _, secret := range []string{foreign.ClientSecret, code.Query().Get("code"), code.Query().Get("state"), kept} {
		if secret == "" || strings.Contains(r.log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

// The provider's clock may be a little behind ours: its tokens are good for 600 seconds.
func TestClockOfTheIdentityProvider(t *testing.T) {
	site := newIdentitySite(t)
	r := site.open(t, dbtest.OpenSQLite(t), nil)
	r.SetUp()
	r.clock.Add(600*time.Second + clockSkew - 20*time.Second)
	if page := r.browser().signIn("ada", "/", ""); page != "/" {
		t.Errorf("a little behind: %s", page)
	}
	r.clock.Add(40 * time.Second)
	if page := r.browser().signIn("ada", "/", ""); page != "/signin?problem=provider" {
		t.Errorf("far behind: %s", page)
	}
}

// A provider that is away keeps nobody from starting, and is found when it is back.
func TestIdentityProviderThatIsAway(t *testing.T) {
	site := newIdentitySite(t)
	issuer, _ := url.Parse(site.issuer)
	site.stop()
	r := site.open(t, dbtest.OpenSQLite(t), nil)
	r.SetUp()
	b := r.browser()
	if page := b.start("/runs", ""); page != "/signin?problem=unreachable&to=%2Fruns" {
		t.Errorf("away: %s", page)
	}
	if page := b.start("/", "token-of-an-invitation"); page != "/invitation?problem=unreachable#token-of-an-invitation" {
		t.Errorf("away, with an invitation: %s", page)
	}
	_, stop := foreign.Provider(t, issuer.Port(), site.url+"/auth/oidc/callback")
	callback := b.logIn(b.start("/", ""), "ada")
	stop()
	if page := b.come(callback); page != "/signin?problem=unreachable" {
		t.Errorf("gone in the middle: %s", page)
	}
	if e := r.logged(); e.Action != "oidcSignIn" || e.Code != "unreachable" {
		t.Errorf("logged: %+v", e)
	}
	foreign.Provider(t, issuer.Port(), site.url+"/auth/oidc/callback")
	if page := b.signIn("ada", "/", ""); page != "/" || b.viewer().Email != "ada@example.com" {
		t.Errorf("back: %s", page)
	}
}

func TestPathsOfOurOwn(t *testing.T) {
	for to, want := range map[string]string{
		"/": "/", "/runs?suite=a#b": "/runs?suite=a#b", "": "/", "runs": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example/": "/",
		"javascript:alert(1)": "/", "/\t/evil.example": "/", "/a\r\nSet-Cookie: x=y": "/", "/ a": "/", "///evil.example": "/", "/%zz": "/", "/x/../..//evil.example": "/x/../..//evil.example",
		"/" + strings.Repeat("a", 2000): "/",
	} {
		if got := ownPath(to); got != want {
			t.Errorf("%q: %q, want %q", to, got, want)
		}
	}
}

// The cookie of a sign-in that is under way: for this host alone, out of reach of scripts, sealed.
func TestFlowCookie(t *testing.T) {
	c := newFlowCookie("secret", true)
	w := httptest.NewRecorder()
	want := flow{State: "state-of-it", Nonce: "n", Verifier: "v", To: "/", Invitation: "token-of-it", Until: time.Now().Add(time.Minute).Unix()}
	c.set(w, httptest.NewRequest(http.MethodGet, "/", nil), want)
	text := w.Header().Get("Set-Cookie")
	for _, part := range []string{"__Host-assay_oidc=", "; Path=/;", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
		if !strings.Contains(text, part) {
			t.Errorf("%s has no %s", text, part)
		}
	}
	if strings.Contains(text, "Domain") || strings.Contains(text, "of-it") {
		t.Errorf("cookie %s", text)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(w.Result().Cookies()[0])
	if got, ok := c.read(r); !ok || got != want {
		t.Errorf("read %+v, %v", got, ok)
	}
	if _, ok := newFlowCookie("another", true).read(r); ok {
		t.Error("another secret opens it")
	}
}

// Another site can have no browser post here, and without a provider nothing is here.
func TestIdentityDoorIsShut(t *testing.T) {
	f := newFixture()
	f.OIDC = OIDC{Issuer: "http://127.0.0.1:9", ClientSecret: "s"}
	h := New(f.Options)
	r := httptest.NewRequest(http.MethodPost, "/auth/oidc/start", strings.NewReader("to=/"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("from another site: %d %s", w.Code, w.Body)
	}
	w = httptest.NewRecorder()
	New(newFixture().Options).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/auth/oidc/start", nil))
	if b, _ := io.ReadAll(w.Body); string(b) != "console" {
		t.Errorf("without a provider: %d %s", w.Code, b)
	}
}
