package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/app/vault"
	"assay/ent/store"
	"assay/eval"
	"assay/graph"
	"assay/internal/dbtest"
	"assay/internal/testenv"
	"assay/server"
)

// accessWorld is a registry behind its real server, with people of every role and a little of everything that not everybody may see.
type accessWorld struct {
	*testenv.Env
	t      *testing.T
	clock  *dbtest.Clock
	server *httptest.Server
	agent  *httptest.Server // answers ok, and its card
	made   int              // names that were given

	ada, olga              testenv.Person // platform admin; owner of default
	draft, public          eval.Suite
	trial, run             eval.Run // over
	trialResult, runResult eval.Result
	other                  eval.Workspace // of which somebody else is owner
	invitation             eval.Secret    // an open one
	good                   judgedWork     // see judged
}

func newAccessWorld(t *testing.T, s *store.Store) *accessWorld {
	t.Helper()
	sealer, err := vault.Parse(vault.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	clock := dbtest.NewClock(time.Now())
	w := &accessWorld{t: t, clock: clock, Env: testenv.New(t, s, testenv.Options{Now: clock.Now, Change: func(c *app.Config) {
		c.Vault, c.SessionIdle = sealer, 30*24*time.Hour
	}})}
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	w.server = httptest.NewServer(server.New(server.Options{
		App: w.App, Authenticate: w.App.Authenticate, Log: log, Console: http.NotFoundHandler(), MaxStreams: -1,
		RateLimits: server.RateLimits{Anonymous: server.Rate{PerSecond: -1}, Key: server.Rate{PerSecond: -1}},
		GraphQL:    graph.Handler(w.App, graph.Options{SetSession: server.SetSession, RequestID: server.RequestID, Log: log}),
	}))
	t.Cleanup(w.server.Close)
	w.agent = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/card.json" {
			_, _ = fmt.Fprintf(rw, `{"name":"Carded","description":"d","version":"1","protocolVersion":"0.3.0","url":"http://%s/","preferredTransport":"JSONRPC",`+
				`"capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}`, r.Host)
			return
		}
		_, _ = io.WriteString(rw, "ok")
	}))
	t.Cleanup(w.agent.Close)

	w.ada = w.SetUp()
	w.olga = w.Join("default", eval.RoleOwner, w.email())
	if w.other, err = w.App.CreateWorkspace(w.Admin(), "other", "Other"); err != nil {
		t.Fatal(err)
	}
	w.invitation = w.Invite("other", eval.RoleViewer, "")
	if _, err := w.App.RegisterAgent(w.Admin(), app.RegisterAgent{DID: "did:web:agent.example", Endpoint: w.agent.URL}); err != nil {
		t.Fatal(err)
	}
	w.draft, w.public = w.Suite("draft", false, "/"), w.Suite("public", true, "/")
	stop := w.Start()
	w.trial, w.run = w.Wait(w.Run("draft").ID), w.Wait(w.Run("public").ID)
	stop()
	if err := w.App.OpenLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.judged()
	w.trialResult, w.runResult = w.Results(w.trial.ID)[0], w.Results(w.run.ID)[0]
	return w
}

// name gives a name that was not given before.
func (w *accessWorld) name() string {
	w.made++
	return fmt.Sprintf("n%d", w.made)
}

func (w *accessWorld) email() string { return w.name() + "@example.com" }

// caller is who asks: one column of the table, or a key.
type caller struct {
	name   string
	column string // whose cell holds for them
	scopes []eval.Scope
	isKey  bool

	person  *testenv.Person // who they are, or made the key; nil: nobody
	bearer  string
	session string
}

// as makes a context of the caller's person.
func (c caller) as(w *accessWorld) context.Context {
	if c.person == nil {
		return w.Admin()
	}
	return c.person.Context()
}

// columns are those of the table, in order.
var columns = []string{"anonymous", "outsider", "viewer", "member", "admin", "owner", "platform admin", "credential"}

// caller makes somebody new of a column.
func (w *accessWorld) caller(column string) caller {
	w.t.Helper()
	c := caller{name: column, column: column}
	var p testenv.Person
	switch column {
	case "anonymous":
		return c
	case "credential":
		c.bearer = testenv.AdminKey
		return c
	case "outsider":
		p = w.Join("other", eval.RoleOwner, w.email())
	case "platform admin":
		p = w.Join("other", eval.RoleViewer, w.email())
		_, err := w.App.SetPlatformAdmin(w.ada.Context(), p.User.ID, true)
		if err == nil {
			_, err = w.App.RemoveMember(w.ada.Context(), "other", p.User.ID)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	default:
		p = w.Join("default", eval.Role(strings.ToUpper(column)), w.email())
	}
	c.person, c.session = &p, p.Token.Reveal()
	return c
}

// key makes a key of default, by somebody new who is its owner.
func (w *accessWorld) key(role eval.Role, scopes ...eval.Scope) caller {
	w.t.Helper()
	return w.keyOf(w.Join("default", eval.RoleOwner, w.email()), role, scopes...)
}

func (w *accessWorld) keyOf(maker testenv.Person, role eval.Role, scopes ...eval.Scope) caller {
	w.t.Helper()
	_, token := maker.Key("default", role, scopes...)
	return caller{name: fmt.Sprintf("key %s %v of %s", role, scopes, maker.User.Name), column: strings.ToLower(string(role)), scopes: scopes, isKey: true,
		person: &maker, bearer: token.Reveal()}
}

// ask sends a request as a caller and gives the answer with its body, of an event stream the first event.
func (w *accessWorld) ask(c caller, method, path, media, body string) (status int, answer []byte) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, w.server.URL+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if media != "" {
		r.Header.Set("Accept", media)
	}
	if c.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+c.bearer)
	}
	if c.session != "" {
		r.AddCookie(&http.Cookie{Name: "assay_session", Value: c.session})
	}
	res, err := w.server.Client().Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	if media == "" {
		answer, err = io.ReadAll(res.Body)
	} else {
		answer, err = firstEvent(res.Body)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return res.StatusCode, answer
}

// firstEvent reads a stream of events up to the end of its first data.
func firstEvent(r io.Reader) ([]byte, error) {
	var all []byte
	for buffer := make([]byte, 4096); ; {
		n, err := r.Read(buffer)
		all = append(all, buffer[:n]...)
		if _, data, ok := bytes.Cut(all, []byte("data: ")); ok {
			if line, _, whole := bytes.Cut(data, []byte("\n")); whole {
				return line, nil
			}
		}
		if err != nil {
			return all, err
		}
	}
}

// graphQL asks a document. Of an answer it gives the value at a path of field names, and the codes of errors: those of the top level, or
// those of the payload's userErrors.
func (w *accessWorld) graphQL(c caller, document string, path ...string) (value any, codes []string) {
	w.t.Helper()
	body, err := json.Marshal(map[string]string{"query": document})
	if err != nil {
		w.t.Fatal(err)
	}
	media := ""
	if strings.HasPrefix(document, "subscription") {
		media = "text/event-stream"
	}
	_, text := w.ask(c, http.MethodPost, "/graphql", media, string(body))
	var answer struct {
		Data   map[string]any
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		w.t.Fatalf("%s as %s: %v in %s", document, c.name, err, text)
	}
	for _, e := range answer.Errors {
		if codes = append(codes, e.Extensions.Code); e.Extensions.Code == "GRAPHQL_VALIDATION_FAILED" || e.Extensions.Code == "GRAPHQL_PARSE_FAILED" {
			w.t.Fatalf("%s: %s", document, e.Message)
		}
	}
	value = answer.Data
	for _, step := range path {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, codes
		}
		if errs, _ := object["userErrors"].([]any); len(errs) > 0 && codes == nil {
			codes = append(codes, fmt.Sprint(errs[0].(map[string]any)["code"]))
		}
		value = object[step]
	}
	if object, ok := value.(map[string]any); ok && codes == nil {
		if errs, _ := object["userErrors"].([]any); len(errs) > 0 {
			codes = append(codes, fmt.Sprint(errs[0].(map[string]any)["code"]))
		}
	}
	return value, codes
}

// openAccessWorld opens one on SQLite.
func openAccessWorld(t *testing.T) *accessWorld {
	t.Helper()
	return newAccessWorld(t, dbtest.OpenSQLite(t))
}
