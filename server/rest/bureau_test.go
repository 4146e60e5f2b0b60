package rest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/graph"
	"assay/internal/dbtest"
	"assay/internal/testenv"
	"assay/server"
	"assay/server/rest"
)

// bureau is a workspace, not the registry's own, whose agents hand each other work over HTTP.
type bureau struct {
	*testenv.Env
	t       *testing.T
	clock   *dbtest.Clock
	handler http.Handler
	log     bytes.Buffer

	owner, member, viewer, outsider testenv.Person
	sender, assignee                eval.Agent
	of                              map[string]eval.Secret // own keys by DID
	made                            int                    // mutations
}

const (
	senderDID   = "did:web:sender.example"
	assigneeDID = "did:web:localhost%3A8081"
	thirdDID    = "did:web:third.example"
)

func newBureau(t *testing.T, s *store.Store) *bureau {
	t.Helper()
	b := &bureau{t: t, clock: dbtest.NewClock(time.Date(2026, 12, 1, 9, 14, 5, 0, time.UTC)), of: map[string]eval.Secret{}}
	b.Env = testenv.New(t, s, testenv.Options{Now: b.clock.Now, Change: func(c *app.Config) {
		c.SessionIdle, c.SessionMax = 90*24*time.Hour, 90*24*time.Hour
	}})
	log := slog.New(slog.NewTextHandler(&b.log, nil))
	b.handler = server.New(server.Options{App: b.App, Authenticate: b.App.Authenticate, Log: log,
		GraphQL: graph.Handler(b.App, graph.Options{RequestID: server.RequestID, Log: log})})
	b.SetUp()
	if _, err := b.App.CreateWorkspace(b.Admin(), "bureau", ""); err != nil {
		t.Fatal(err)
	}
	b.owner, b.member = b.Join("bureau", eval.RoleOwner, "olga@example.com"), b.Join("bureau", eval.RoleMember, "mia@example.com")
	b.viewer, b.outsider = b.Join("bureau", eval.RoleViewer, "vic@example.com"), b.Join("", eval.RoleOwner, "otto@example.com")
	b.sender, b.assignee = b.agent(senderDID), b.agent(assigneeDID)
	b.agent(thirdDID)
	return b
}

func (b *bureau) agent(did string) eval.Agent {
	b.t.Helper()
	a, err := b.App.RegisterAgent(b.owner.Context(), app.RegisterAgent{DID: did, Name: did, Owner: "owner of " + did, Endpoint: "https://agent.example", Workspace: "bureau"})
	if err != nil {
		b.t.Fatal(err)
	}
	_, b.of[did], err = b.App.CreateKey(b.owner.Context(), app.CreateKey{Workspace: "bureau", Name: "own", Role: eval.RoleMember, Scopes: []eval.Scope{eval.ScopeAgent}, Agent: did})
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

// by sets a credential: an agent's own key, or a person's cookie.
func (b *bureau) by(did string) func(*http.Request) { return bearer(b.of[did]) }

func bearer(token eval.Secret) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token.Reveal()) }
}

func signedIn(p testenv.Person) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "assay_session", Value: p.Token.Reveal()}) }
}

// ask sends a request and reads the JSON of its answer, which is held against openapi.yaml.
func (b *bureau) ask(as func(*http.Request), line, body string, status int) (answer object) {
	b.t.Helper()
	text := b.bytes(as, line, body, status)
	if err := json.Unmarshal(text, &answer.v); err != nil {
		b.t.Fatalf("%s: %v in %s", line, err, text)
	}
	return answer
}

func (b *bureau) bytes(as func(*http.Request), line, body string, status int) []byte {
	b.t.Helper()
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequestWithContext(b.t.Context(), method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	as(r)
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	if w.Code != status {
		b.t.Fatalf("%s %s: %d %s", line, body, w.Code, w.Body)
	}
	if strings.HasPrefix(target, "/api/") {
		rest.Validate(b.t, r, w)
	}
	return w.Body.Bytes()
}

// react sends a person's, or an agent's, word under a key of its own.
func (b *bureau) react(as func(*http.Request), kind, id, reaction string, status int) object {
	b.t.Helper()
	b.made++
	return b.ask(as, "POST /api/terminal/reactions", reactionOf(kind, id, reaction, fmt.Sprint("m", b.made)), status)
}

func reactionOf(kind, id, reaction, mutation string) string {
	return fmt.Sprintf(`{"target": {"kind": %q, "id": %q}, "reaction": %s, "client_mutation_id": %q}`, kind, id, reaction, mutation)
}

// earned is the entry of a kind of work in an agent's record.
func (b *bureau) earned(as func(*http.Request), class string) object {
	b.t.Helper()
	record := b.ask(as, "GET /api/agent-record/"+url.PathEscape(assigneeDID), "", 200)
	if status := record.at("earned", "status").v; status != "ok" {
		b.t.Fatalf("earned: %v", record.v)
	}
	return record.at("earned", "classes", class)
}

// object is a JSON value.
type object struct{ v any }

func (o object) at(path ...any) object {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := o.v.(map[string]any)
			o.v = m[step]
		case int:
			list, _ := o.v.([]any)
			if o.v = nil; step < len(list) {
				o.v = list[step]
			}
		}
	}
	return o
}

func (o object) text(path ...any) string { return fmt.Sprint(o.at(path...).v) }

func (o object) number(path ...any) float64 {
	f, _ := o.at(path...).v.(float64)
	return f
}

// wantOf compares some values of an answer.
func wantOf(t *testing.T, what string, o object, want map[string]any) {
	t.Helper()
	got := map[string]any{}
	for name := range want {
		got[name] = o.at(name).v
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}
