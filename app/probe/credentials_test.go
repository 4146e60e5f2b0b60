package probe

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/eval"
)

const key = eval.Secret("s3cret/Key+of=40 bytes")

func credentials(agentURL string, kind eval.CredentialKind, p eval.CredentialPlacement, secret eval.Secret) *eval.Credentials {
	p.Origin = agentURL
	return &eval.Credentials{AgentID: "agt_1", Kind: kind, Placement: p, Secret: secret}
}

func ask(t testing.TB, p *Prober, endpoint string, c *eval.Credentials) Outcome {
	t.Helper()
	return p.Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: endpoint, Binding: eval.BindingHTTP, Input: "/say?q=1", Timeout: 10 * time.Second, Credentials: c})
}

// wantHidden checks that an outcome holds secrets in no spelling.
func wantHidden(t *testing.T, o Outcome, secrets ...eval.Secret) {
	t.Helper()
	text := fmt.Appendf(nil, "%q %s", o.Detail, o.Observation.Body)
	if o.Evidence != nil {
		for _, x := range o.Evidence.Exchanges {
			text = fmt.Appendf(text, "\n%s %s %q %s %q %s", x.Method, x.URL, x.RequestHeader, x.RequestBody, x.ResponseHeader, x.ResponseBody)
		}
		if !bytes.Equal(o.Evidence.Body, o.Observation.Body) {
			t.Errorf("scored %q, stored %q", o.Observation.Body, o.Evidence.Body)
		}
	}
	if hidden := newRedactor(secrets...).bytes(text); !bytes.Equal(hidden, text) {
		t.Errorf("it holds a secret:\n%s", text)
	}
	if !bytes.Contains(text, []byte(blackout)) {
		t.Errorf("nothing was blacked out:\n%s", text)
	}
}

// echo is an agent that gives back all that it was sent, in every spelling.
func echo(w http.ResponseWriter, r *http.Request) {
	sent := fmt.Sprint(r.URL, r.Header)
	for _, v := range append(r.URL.Query()["key"], r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.Header.Get("Cookie")) {
		quoted, _ := json.Marshal(v)
		sent += fmt.Sprint(v, url.QueryEscape(v), string(quoted), base64.StdEncoding.EncodeToString([]byte("echo "+v)))
	}
	w.Header().Set("X-Echo", strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, sent))
	_, _ = io.WriteString(w, sent)
}

func TestCredentialsAreSentAndNotRecorded(t *testing.T) {
	for _, c := range []struct {
		name string
		kind eval.CredentialKind
		in   eval.CredentialPlacement
		want func(*http.Request) string
		sent string
	}{
		{"bearer", eval.CredentialBearer, eval.CredentialPlacement{}, func(r *http.Request) string { return r.Header.Get("Authorization") }, "Bearer " + key.Reveal()},
		{"header", eval.CredentialAPIKey, eval.CredentialPlacement{In: "header", Name: "X-Key"}, func(r *http.Request) string { return r.Header.Get("X-Key") }, key.Reveal()},
		{"query", eval.CredentialAPIKey, eval.CredentialPlacement{In: "query", Name: "key"}, func(r *http.Request) string { return r.URL.Query().Get("key") + r.URL.Query().Get("q") }, key.Reveal() + "1"},
		{"cookie", eval.CredentialAPIKey, eval.CredentialPlacement{In: "cookie", Name: "sid"}, func(r *http.Request) string { return r.Header.Get("Cookie") }, "sid=" + key.Reveal()},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := make(chan string, 2)
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				got <- c.want(r)
				echo(w, r)
			})
			o := ask(t, newProber(t), a.URL, credentials(a.URL, c.kind, c.in, key))
			wantError(t, o, eval.NoError, "")
			if sent := <-got; sent != c.sent {
				t.Errorf("sent %q, want %q", sent, c.sent)
			}
			wantHidden(t, o, key)

			o = ask(t, newProber(t), a.URL, credentials("https://elsewhere.example", c.kind, c.in, key))
			wantError(t, o, eval.NoError, "")
			if sent := <-got; strings.Contains(sent, "s3cret") {
				t.Errorf("sent %q to another origin", sent)
			}
		})
	}
}

// What keeps a task from being answered is said without the secret, too, and an answer that breaks off within it hides its beginning.
func TestErrorsHoldNoSecret(t *testing.T) {
	p := newProber(t, func(c *Config) { c.BodyLimit = 1000 })
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/redirect":
			http.Redirect(w, r, "/?key="+url.QueryEscape(key.Reveal()), http.StatusFound)
		case "/cut":
			_, _ = io.WriteString(w, strings.Repeat("x", 990)+key.Reveal())
		default:
			_, _ = io.WriteString(w, strings.Repeat("y", 110)+key.Reveal())
		}
	})
	bearer := credentials(a.URL, eval.CredentialBearer, eval.CredentialPlacement{}, key)
	for _, c := range []struct {
		path string
		kind eval.TaskType
		code eval.ErrorCode
	}{
		{"/redirect", eval.HTTPProbe, eval.ErrRedirect},
		{"/cut", eval.HTTPProbe, eval.ErrBodyTooLarge},
		{"/nonsense", eval.A2AMessage, eval.ErrProtocol},
	} {
		o := p.Do(context.Background(), Call{TaskType: c.kind, Endpoint: a.URL + c.path, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Credentials: bearer})
		if o.Observation.Error != c.code {
			t.Errorf("%s: %q, %s", c.path, o.Observation.Error, o.Detail)
		}
		wantHidden(t, o, key)
		for _, x := range o.Evidence.Exchanges {
			if bytes.Contains(x.ResponseBody, []byte("s3cret")) {
				t.Errorf("%s: the evidence holds the secret's beginning", c.path)
			}
		}
		if strings.Contains(o.Detail, "s3cret") {
			t.Errorf("%s: the detail %q holds the secret's beginning", c.path, o.Detail)
		}
	}
}

// Looking after a task carries credentials like sending it does.
func TestFollowingATaskCarriesCredentials(t *testing.T) {
	var polls atomic.Int64
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+key.Reveal() {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		body, _ := io.ReadAll(r.Body)
		state := `"TASK_STATE_WORKING"`
		if bytes.Contains(body, []byte("GetTask")) && polls.Add(1) == 2 {
			state = `"TASK_STATE_COMPLETED"`
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":"1","result":{"task":{"id":"t1","status":{"state":%s},"artifacts":[{"artifactId":"a","parts":[{"text":"your key is s3cret/Ke"},{"text":"y+of=40 bytes"}]}]}}}`, state)
	})
	o := newProber(t).Do(context.Background(), Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Input: "hi",
		Credentials: credentials(a.URL, eval.CredentialBearer, eval.CredentialPlacement{}, key)})
	wantError(t, o, eval.NoError, "")
	if polls.Load() != 2 || string(o.Observation.Body) != "your key is [secret]" {
		t.Errorf("after %d polls %q", polls.Load(), o.Observation.Body)
	}
	wantHidden(t, o, key)
}

// login is a server that gives tokens.
type login struct {
	*agent
	inBody    bool // takes the client in the body only
	expiresIn int
	answer    atomic.Pointer[string] // instead of a token
}

func newLogin(t *testing.T) *login {
	l := &login{expiresIn: 3600}
	l.agent = serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		id, secret, _ := r.BasicAuth()
		if l.inBody {
			id, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
		}
		if a := l.answer.Load(); a != nil {
			_, _ = io.WriteString(w, *a)
			return
		}
		if secret, _ = url.QueryUnescape(secret); id != "me" || secret != key.Reveal() && !l.inBody || r.PostFormValue("grant_type") != "client_credentials" || r.PostFormValue("scope") != "read write" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprintf(w, `{"error":"invalid_client","error_description":"not %s"}`, secret)
			return
		}
		_, _ = fmt.Fprintf(w, `{"access_token":"token-number-%d","token_type":"Bearer","expires_in":%d}`, l.hits.Load(), l.expiresIn)
	})
	return l
}

func (l *login) credentials(agentURL string) *eval.Credentials {
	return credentials(agentURL, eval.CredentialOAuth2, eval.CredentialPlacement{TokenURL: l.URL + "/token", ClientID: "me", Scopes: []string{"read", "write"}}, key)
}

func TestTokensAreFetchedOnceUntilTheyEnd(t *testing.T) {
	l := newLogin(t)
	refuse := atomic.Bool{}
	var last atomic.Value
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		last.Store(r.Header.Get("Authorization"))
		if refuse.Load() {
			w.WriteHeader(http.StatusUnauthorized)
		}
		echo(w, r)
	})
	now := time.Now()
	p := newProber(t)
	p.now = func() time.Time { return now }
	step := func(what string, token string, tokensAsked int64) {
		t.Helper()
		o := ask(t, p, a.URL, l.credentials(a.URL))
		wantError(t, o, eval.NoError, "")
		if got := last.Load(); got != "Bearer "+token || l.hits.Load() != tokensAsked || o.Attempts != 1 {
			t.Errorf("%s: sent %q after asking %d times, want %q after %d", what, got, l.hits.Load(), token, tokensAsked)
		}
		wantHidden(t, o, key, eval.Secret(token))
		if len(o.Evidence.Exchanges) != 1 {
			t.Errorf("%s: fetching the token is in the evidence", what)
		}
	}
	step("first", "token-number-1", 1)
	step("again", "token-number-1", 1)
	now = now.Add(time.Hour - 31*time.Second)
	step("shortly before its end", "token-number-1", 1)
	now = now.Add(2 * time.Second)
	step("too near to its end", "token-number-2", 2)
	refuse.Store(true)
	step("refused", "token-number-2", 2)
	step("after it was refused", "token-number-3", 3)
}

func TestTheClientGoesIntoTheBodyWhereTheHeaderIsRefused(t *testing.T) {
	l := newLogin(t)
	l.inBody, l.expiresIn = true, 1
	a := serve(t, echo)
	p := newProber(t)
	now := time.Now()
	p.now = func() time.Time { return now }
	for i, want := range []int64{2, 3} { // what was found out is remembered
		o := ask(t, p, a.URL, l.credentials(a.URL))
		wantError(t, o, eval.NoError, "")
		if l.hits.Load() != want {
			t.Errorf("call %d: asked %d times, want %d", i, l.hits.Load(), want)
		}
		now = now.Add(time.Minute)
	}
}

func TestWithoutATokenNothingIsCalled(t *testing.T) {
	a := serve(t, echo)
	said := func(s string) *string { return &s }
	for _, c := range []struct {
		name   string
		change func(*login, *eval.Credentials)
		code   eval.ErrorCode
		detail string
	}{
		{"a client that is refused", func(_ *login, c *eval.Credentials) { c.Secret = "another-secret" }, eval.ErrProtocol, "HTTP 401, refused: invalid_client"},
		{"nobody there", func(_ *login, c *eval.Credentials) { c.Placement.TokenURL = "http://127.0.0.1:1/token" }, eval.ErrConnectionRefused, "127.0.0.1:1"},
		{"a private address", func(_ *login, c *eval.Credentials) { c.Placement.TokenURL = "http://10.0.0.1/token" }, eval.ErrTargetBlocked, "10.0.0.1 is private"},
		{"a metadata address", func(_ *login, c *eval.Credentials) { c.Placement.TokenURL = "http://169.254.169.254/token" }, eval.ErrTargetBlocked, "metadata"},
		{"no token", func(l *login, _ *eval.Credentials) { l.answer.Store(said(`{}`)) }, eval.ErrProtocol, "without a token"},
		{"a page", func(l *login, _ *eval.Credentials) { l.answer.Store(said(`<html>`)) }, eval.ErrProtocol, "without a token"},
		{"another type", func(l *login, _ *eval.Credentials) {
			l.answer.Store(said(`{"access_token":"0123456789","token_type":"mac"}`))
		}, eval.ErrProtocol, `"mac"`},
		{"a token that breaks lines", func(l *login, _ *eval.Credentials) {
			l.answer.Store(said(`{"access_token":"0123456789\r\nX: y"}`))
		}, eval.ErrProtocol, "no header"},
		{"a token too short to be recognised", func(l *login, _ *eval.Credentials) { l.answer.Store(said(`{"access_token":"e"}`)) }, eval.ErrProtocol, "shorter"},
		{"an error that echoes the secret", func(l *login, _ *eval.Credentials) {
			l.answer.Store(said(`{"error":"` + key.Reveal() + `"}`))
		}, eval.ErrProtocol, "without a token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, before := newLogin(t), a.hits.Load()
			with := l.credentials(a.URL)
			c.change(l, with)
			o := ask(t, newProber(t), a.URL, with)
			wantError(t, o, c.code, c.detail)
			if o.Evidence != nil || o.Attempts != 0 || a.hits.Load() != before || strings.Contains(o.Detail, key.Reveal()) {
				t.Errorf("%+v after %d calls", o, a.hits.Load()-before)
			}
		})
	}
	l := newLogin(t)
	elsewhere := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, l.URL+"/token", http.StatusTemporaryRedirect)
	})
	with := l.credentials(a.URL)
	with.Placement.TokenURL = elsewhere.URL
	wantError(t, ask(t, newProber(t), a.URL, with), eval.ErrRedirect, "is not followed")
	if l.hits.Load() != 0 {
		t.Error("the client's secret followed a redirect")
	}
}

// The time that a token takes is not the agent's: the call's begins when the token is there.
func TestFetchingATokenIsNotMeasured(t *testing.T) {
	a, l := serve(t, echo), newLogin(t)
	var asked atomic.Int64
	began := time.Now()
	slow := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Store(int64(time.Since(began)))
		l.Config.Handler.ServeHTTP(w, r)
	})
	with := l.credentials(a.URL)
	with.Placement.TokenURL = slow.URL
	o := ask(t, newProber(t), a.URL, with)
	ended := time.Since(began)
	wantError(t, o, eval.NoError, "")
	if after := ended - time.Duration(asked.Load()); time.Duration(o.Timings.Total)*time.Microsecond > after {
		t.Errorf("the call took %d µs, %v after the token was asked for", o.Timings.Total, after)
	}
}
