package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"assay/app"
	"assay/app/vault"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// keepSecrets gives a registry keys of its own, or these.
func keepSecrets(t *testing.T, keys ...string) func(*app.Config) {
	t.Helper()
	if keys == nil {
		keys = []string{vault.NewKey()}
	}
	v, err := vault.Parse(strings.Join(keys, ","))
	if err != nil {
		t.Fatal(err)
	}
	return func(c *app.Config) { c.Vault = v }
}

const canary = eval.Secret(`canary/of"the+agent`)

// parrot is an agent that gives back all it is sent in many spellings, in head and body, and says yes to those who show the canary.
func parrot(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	sent := fmt.Sprint(r.URL, r.Header, string(body))
	shown := []string{r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.URL.Query().Get("key"), r.Header.Get("Cookie")}
	for _, v := range shown {
		quoted, _ := json.Marshal(v)
		sent += fmt.Sprint(v, url.QueryEscape(v), string(quoted), base64.StdEncoding.EncodeToString([]byte(v)))
	}
	w.Header().Set("X-Echo", strings.ReplaceAll(sent, "\n", " "))
	if !strings.Contains(strings.Join(shown, " "), canary.Reveal()) {
		w.WriteHeader(http.StatusUnauthorized)
	}
	_, _ = io.WriteString(w, sent)
}

// logs collects what is logged.
type logs struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logs) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// holdsCanary reports whether a text holds the secret as it is or in one of the commoner spellings.
func holdsCanary(text string) bool {
	quoted, _ := json.Marshal(canary.Reveal())
	for _, form := range []string{
		canary.Reveal(), url.QueryEscape(canary.Reveal()), strings.Trim(string(quoted), `"`), base64.StdEncoding.EncodeToString([]byte(canary.Reveal()))[:20],
		base64.StdEncoding.EncodeToString([]byte("Bearer " + canary.Reveal()))[12:30],
	} {
		if strings.Contains(text, form) {
			return true
		}
	}
	return false
}

func TestAgentsGetTheirCredentialsAndTheRecordDoesNot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		var said logs
		e := testenv.New(t, s, testenv.Options{Change: keepSecrets(t), Log: slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))})
		agents := []eval.Agent{e.Serve("did:web:a.example", parrot), e.Serve("did:web:b.example", parrot), e.Serve("did:web:c.example", parrot), e.Serve("did:web:d.example", parrot)}
		for i, in := range []app.SetCredentials{
			{Bearer: new(canary)},
			{APIKey: &app.APIKeyCredential{In: "header", Name: "X-Key", Value: canary}},
			{APIKey: &app.APIKeyCredential{In: "query", Name: "key", Value: canary}},
		} {
			in.DID = agents[i].DID
			if _, err := e.App.SetAgentCredentials(e.Admin(), in); err != nil {
				t.Fatal(err)
			}
		}
		tasks := []app.TaskInput{
			{Name: "in", Input: "/say?x=1", Scorer: "status_ok", Weight: 1},
			{Name: "hidden", Input: "/", Scorer: "contains", Expected: "[secret]", Weight: 1},
			{Name: "told", Input: "/", Scorer: "contains", Expected: canary.Reveal(), Weight: 1},
		}
		if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "parrots", Enabled: set(true), Tasks: &tasks}); err != nil {
			t.Fatal(err)
		}
		defer e.Start()()
		for _, r := range e.Results(e.Wait(e.Run("parrots").ID).ID) {
			with := r.AgentDID != agents[3].DID
			if want := with && r.TaskIndex < 2; r.Passed != want || r.Error != eval.NoError {
				t.Errorf("%s, task %d: passed %v, %s %s", r.AgentDID, r.TaskIndex, r.Passed, r.Error, r.ErrorDetail)
			}
			evidence, err := e.App.Evidence(e.Admin(), r)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := s.Evidence(t.Context(), r.ID)
			if err != nil || eval.EvidenceHash(kept) != r.Evidence {
				t.Errorf("the evidence's hash: %v", err)
			}
			for _, x := range evidence.Exchanges {
				if text := fmt.Sprintf("%s %v %s %v %s %s", x.URL, x.RequestHeader, x.RequestBody, x.ResponseHeader, x.ResponseBody, evidence.Body); holdsCanary(text) || with != strings.Contains(text, "[secret]") {
					t.Errorf("%s: the record holds\n%s", r.AgentDID, text)
				}
			}
			// The verdict is drawn again from what is stored.
			if v, err := e.App.Verdict(e.Admin(), r); err != nil || v.Passed != r.Passed || v.Score != *r.Score || r.TaskIndex != 2 && holdsCanary(v.Reason) {
				t.Errorf("%s, task %d: drawn again %+v, %v", r.AgentDID, r.TaskIndex, v, err)
			}
		}
		if holdsCanary(said.String()) {
			t.Errorf("the log holds it:\n%s", said.String())
		}
		for _, agent := range agents[:3] {
			if text := details(t, e, agent); holdsCanary(text) || !strings.Contains(text, "credentials set") || strings.Contains(text, agent.Origin()) {
				t.Errorf("its history is\n%s", text)
			}
		}
	})
}

func TestCredentialsAreForOneOrigin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{Change: keepSecrets(t)})
		seen := make(chan string, 10)
		spy := func(w http.ResponseWriter, r *http.Request) { seen <- r.Header.Get("Authorization") }
		agent := e.Serve("did:web:a.example", spy)
		elsewhere := httptest.NewServer(http.HandlerFunc(spy))
		t.Cleanup(elsewhere.Close)
		e.Suite("one", true, "/")
		defer e.Start()()
		called := func() string {
			t.Helper()
			e.Wait(e.Run("one").ID)
			return <-seen
		}
		give := func() {
			t.Helper()
			if _, err := e.App.SetAgentCredentials(e.Admin(), app.SetCredentials{DID: agent.DID, Bearer: new(canary)}); err != nil {
				t.Fatal(err)
			}
		}
		described := func() string {
			t.Helper()
			kept, err := e.App.AgentCredentials(e.Admin(), []string{agent.ID})
			if err != nil {
				t.Fatal(err)
			}
			c := kept[agent.ID]
			return c.Describe()
		}
		move := func(to string) {
			t.Helper()
			if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: agent.DID, Endpoint: &to}); err != nil {
				t.Fatal(err)
			}
		}
		give()
		if got := called(); got != "Bearer "+canary.Reveal() {
			t.Errorf("sent %q", got)
		}
		move(agent.Endpoint + "/path")
		if got := called(); got != "Bearer "+canary.Reveal() {
			t.Errorf("sent %q on the same origin", got)
		}
		move(elsewhere.URL)
		if got := called(); got != "" {
			t.Errorf("sent %q to another origin", got)
		}
		if got, said := described(), details(t, e, agent); !strings.Contains(got, "not sent: it is for "+agent.Origin()) || !strings.Contains(said, "its credentials are not sent any more") {
			t.Errorf("described %q; history\n%s", got, said)
		}
		give()
		if got := called(); got != "Bearer "+canary.Reveal() || described() != "bearer token" {
			t.Errorf("set again, sent %q; %s", got, described())
		}
		if _, err := e.App.RemoveAgentCredentials(e.Admin(), agent.DID); err != nil {
			t.Fatal(err)
		}
		if got := called(); got != "" {
			t.Errorf("removed, sent %q", got)
		}
		give()
		if _, err := e.App.RemoveAgent(e.Admin(), agent.DID); err != nil {
			t.Fatal(err)
		}
		if left, err := s.AllCredentials(t.Context()); err != nil || len(left) != 0 {
			t.Errorf("a removed agent leaves %+v, %v", left, err)
		}
	})
}

func TestCredentialsAreAsTheCardSays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{Change: keepSecrets(t)})
		secured := strings.Replace(card("Secured", "https://a.example/"), `"capabilities"`, `"securitySchemes":{
			"cookie": {"apiKeySecurityScheme":{"location":"cookie","name":"sid"}},
			"key": {"apiKeySecurityScheme":{"location":"header","name":"X-API-Key"}},
			"login": {"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"https://login.example/token"}}}}},"capabilities"`, 1)
		with := register(e.Admin(), t, e, app.RegisterAgent{Card: []byte(secured)})
		bare := register(e.Admin(), t, e, app.RegisterAgent{Endpoint: "https://bare.example/"})
		none := register(e.Admin(), t, e, app.RegisterAgent{DID: "did:web:none.example", Card: []byte(strings.Replace(card("None", "https://n.example/"), "JSONRPC", "GRPC", 1))})
		key := func(in, name string, value eval.Secret) app.SetCredentials {
			return app.SetCredentials{APIKey: &app.APIKeyCredential{In: in, Name: name, Value: value}}
		}
		oauth := func(url, id string, secret eval.Secret, scopes ...string) app.SetCredentials {
			return app.SetCredentials{OAuth2: &app.OAuth2Credential{TokenURL: url, ClientID: id, ClientSecret: secret, Scopes: scopes}}
		}
		for _, c := range []struct {
			did  string
			in   app.SetCredentials
			want string // description, or the field at fault after a !
		}{
			{with.DID, key("", "", canary+"x"), "!api_key.value"}, // the first, a cookie, cannot hold a quote
			{with.DID, key("", "", "12345678"), "cookie sid"},
			{with.DID, key("header", "", canary), "header X-API-Key"},
			{with.DID, key("", "x-api-key", canary), "header X-API-Key"},
			{with.DID, key("query", "k", canary), "query parameter k"},
			{with.DID, oauth("", "me", canary, "a", "b"), "token from https://login.example/token for client me, scope a b"},
			{with.DID, oauth("https://other.example/t", "me", canary), "token from https://other.example/t for client me"},
			{with.DID, app.SetCredentials{Bearer: new(canary)}, "bearer token"},
			{bare.DID, key("", "", canary), "!api_key.in"},
			{bare.DID, key("header", "", canary), "!api_key.name"},
			{bare.DID, key("body", "x", canary), "!api_key.in"},
			{bare.DID, key("header", "Host", canary), "!api_key.name"},
			{bare.DID, key("header", "X\r\nY", canary), "!api_key.name"},
			{bare.DID, key("header", "X-Key", "short"), "!api_key.value"},
			{bare.DID, key("header", "X-Key", "12345678\r\nX: y"), "!api_key.value"},
			{bare.DID, key("cookie", "a b", "12345678"), "!api_key.name"},
			{bare.DID, key("cookie", "sid", "1234;5678"), "!api_key.value"},
			{bare.DID, app.SetCredentials{Bearer: new(eval.Secret("a token"))}, "!bearer"},
			{bare.DID, app.SetCredentials{Bearer: new(eval.Secret("a token of two"))}, "!bearer"},
			{bare.DID, app.SetCredentials{}, "!"},
			{bare.DID, app.SetCredentials{Bearer: new(canary), OAuth2: &app.OAuth2Credential{}}, "!"},
			{bare.DID, oauth("", "me", canary), "!oauth2.token_url"},
			{bare.DID, oauth("http://login.example/t", "me", canary), "!oauth2.token_url"},
			{bare.DID, oauth("https://169.254.169.254/t", "me", canary), "!oauth2.token_url"},
			{bare.DID, oauth("https://l.example/t", "", canary), "!oauth2.client_id"},
			{bare.DID, oauth("https://l.example/t", "me", "short"), "!oauth2.client_secret"},
			{bare.DID, oauth("https://l.example/t", "me", canary, "a b"), "!oauth2.scopes.0"},
			{none.DID, app.SetCredentials{Bearer: new(canary)}, "!"},
		} {
			c.in.DID = c.did
			agent, err := e.App.SetAgentCredentials(e.Admin(), c.in)
			if field, bad := strings.CutPrefix(c.want, "!"); bad {
				if f := fault.As(err); f == nil || f.Field != field || holdsCanary(f.Message) || strings.Contains(f.Message, "12345678") {
					t.Errorf("%+v: %#v, want a fault about %q", c.in, err, field)
				}
				continue
			}
			kept, failed := e.App.AgentCredentials(e.Admin(), []string{agent.ID})
			if got := kept[agent.ID]; err != nil || failed != nil || got.Describe() != c.want || got.Secret != "" {
				t.Errorf("%+v: %q, %v, %v", c.in, got.Describe(), err, failed)
			}
		}
		if kept, err := e.App.AgentCredentials(e.Stranger(), []string{with.ID}); err != nil || len(kept) > 0 {
			t.Errorf("a stranger sees %+v, %v", kept, err)
		}
		if kept, err := e.App.AgentCredentials(asUser(e, "mem", eval.RoleMember, eval.DefaultWorkspace), []string{with.ID}); err != nil || len(kept) > 0 {
			t.Errorf("a member who may not change it sees %+v, %v", kept, err)
		}
	})
}

// Without the right key nothing is kept, what was kept does not open, and the agent is not blamed; with both keys all is sealed anew.
func TestKeysOfTheVault(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		first, second := vault.NewKey(), vault.NewKey()
		e := testenv.New(t, s, testenv.Options{Change: keepSecrets(t, first)})
		agent := e.Serve("did:web:a.example", parrot)
		e.Suite("one", true, "/")
		give := func(e *testenv.Env) error {
			_, err := e.App.SetAgentCredentials(e.Admin(), app.SetCredentials{DID: agent.DID, Bearer: new(canary)})
			return err
		}
		if err := give(e); err != nil {
			t.Fatal(err)
		}
		at := func(what string, change func(*app.Config), opens bool) string {
			t.Helper()
			var said logs
			e := testenv.New(t, s, testenv.Options{Change: change, Log: slog.New(slog.NewTextHandler(&said, nil))})
			if err := e.App.CheckCredentials(t.Context()); err != nil {
				t.Fatal(err)
			}
			if warned := strings.Contains(said.String(), agent.DID); warned == opens {
				t.Errorf("%s: the log says %q", what, said.String())
			}
			stop := e.Start()
			r := e.Results(e.Wait(e.Run("one").ID).ID)[0]
			stop()
			if opens && (!r.Passed || r.Error != eval.NoError) || !opens && (r.Error != eval.ErrInternal || r.Score != nil || r.Evidence != "") {
				t.Errorf("%s: %+v", what, r)
			}
			return said.String()
		}
		none := func(*app.Config) {}
		at("the key", keepSecrets(t, first), true)
		at("another key", keepSecrets(t, second), false)
		at("no key", none, false)
		at("both", keepSecrets(t, second, first), true) // seals anew
		at("the new key", keepSecrets(t, second), true)
		at("the old key", keepSecrets(t, first), false)
		bare := testenv.New(t, s, testenv.Options{Change: none})
		wantCode(t, "kept without a key", give(bare), fault.Conflict, "no_secret_key")
		if e.App.Registry(t.Context()).KeepsSecrets != true || bare.App.Registry(t.Context()).KeepsSecrets {
			t.Error("the registry does not say whether it keeps secrets")
		}

		// A sealed secret is bound to its agent and placement: who can write the database cannot have it sent elsewhere.
		kept, err := s.AllCredentials(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		moved := kept[0]
		moved.Bound = strings.Replace(moved.Bound, moved.Placement.Origin, "https://thief.example", 1)
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.PutCredentials(t.Context(), moved) }); err != nil {
			t.Fatal(err)
		}
		at("moved in the database", keepSecrets(t, second), false)
	})
}

// Nothing of the database's file holds the secret, not even within the base64 of evidence.
func TestTheDatabaseHoldsNoSecret(t *testing.T) {
	at := dbtest.SQLite(t)
	s := dbtest.Open(t, at)
	e := testenv.New(t, s, testenv.Options{Change: keepSecrets(t)})
	agent := e.Serve("did:web:a.example", parrot)
	if _, err := e.App.SetAgentCredentials(e.Admin(), app.SetCredentials{DID: agent.DID, Bearer: new(canary)}); err != nil {
		t.Fatal(err)
	}
	e.Suite("one", true, "/marker-of-the-test")
	stop := e.Start()
	if r := e.Results(e.Wait(e.Run("one").ID).ID)[0]; !r.Passed {
		t.Errorf("%+v", r)
	}
	stop()
	var all []byte
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(strings.TrimPrefix(at, "sqlite:") + suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	holds := func(text string) bool {
		for before := range 3 { // whatever stands before it
			encoded := base64.StdEncoding.EncodeToString(append(make([]byte, before), text...))
			if bytes.Contains(all, []byte(encoded[4:len(encoded)-4])) {
				return true
			}
		}
		return bytes.Contains(all, []byte(text))
	}
	if !holds("marker-of-the-test") {
		t.Fatal("the search does not find what is there")
	}
	quoted, _ := json.Marshal(canary.Reveal())
	for _, text := range []string{canary.Reveal(), url.QueryEscape(canary.Reveal()), strings.Trim(string(quoted), `"`)} {
		if holds(text) {
			t.Errorf("the database holds %q", text)
		}
	}
}
