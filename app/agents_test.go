package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func card(name, endpoint string) string {
	return fmt.Sprintf(`{"name":%q,"description":"d","version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]}`, name, endpoint)
}

// cardServer serves a card that tests can change.
func cardServer(t *testing.T) (url string, set func(string)) {
	t.Helper()
	var body atomic.Value
	body.Store("")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/.well-known/agent-card.json" || body.Load() == "" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, body.Load())
	}))
	t.Cleanup(server.Close)
	return server.URL, func(s string) { body.Store(s) }
}

func TestRegisterAgentByEachSource(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		url, set := cardServer(t)
		set(card("Carded", "https://carded.example/a2a"))
		host := strings.TrimPrefix(url, "http://")
		local := "did:web:" + strings.Replace(host, ":", "%3A", 1)
		for _, c := range []struct {
			what string
			in   app.RegisterAgent
			want eval.Agent
		}{
			{"card URL", app.RegisterAgent{CardURL: url + "/.well-known/agent-card.json"},
				eval.Agent{DID: local, Name: "Carded", Endpoint: "https://carded.example/a2a", Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0"}},
			{"inline card", app.RegisterAgent{Card: []byte(card("Inline", "https://inline.example/")), Owner: "Ann"},
				eval.Agent{DID: "did:web:inline.example", Name: "Inline", Owner: "Ann", Endpoint: "https://inline.example/", Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0"}},
			{"endpoint", app.RegisterAgent{Endpoint: "https://bare.example:8443/x", Name: "Bare", TestAgent: true},
				eval.Agent{DID: "did:web:bare.example%3A8443", Name: "Bare", Endpoint: "https://bare.example:8443/x", Binding: eval.BindingHTTP, TestAgent: true}},
			{"mirror", app.RegisterAgent{DID: "did:web:far.example", HomeRegistry: "https://registry.example"},
				eval.Agent{DID: "did:web:far.example", Name: "did:web:far.example", HomeRegistry: "https://registry.example"}},
		} {
			got, err := e.App.RegisterAgent(e.Admin(), c.in)
			if err != nil {
				t.Errorf("%s: %v", c.what, err)
				continue
			}
			if got.DID != c.want.DID || got.Name != c.want.Name || got.Owner != c.want.Owner || got.Endpoint != c.want.Endpoint || got.Binding != c.want.Binding ||
				got.ProtocolVersion != c.want.ProtocolVersion || got.TestAgent != c.want.TestAgent || got.HomeRegistry != c.want.HomeRegistry ||
				!got.Active || len(got.Fingerprint) != 64 || eval.IDKind(got.ID) != eval.AgentID {
				t.Errorf("%s: registered %+v", c.what, got)
			}
			history, err := e.App.AgentHistory(t.Context(), got.ID, 10, nil)
			if err != nil || len(history) != 1 || history[0].Kind != eval.AgentRegistered || history[0].Fingerprint != got.Fingerprint {
				t.Errorf("%s: history %+v, %v", c.what, history, err)
			}
		}
		if _, err := e.App.RemoveAgent(e.Admin(), local); err != nil {
			t.Fatal(err)
		}
		byDID, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: strings.ToLower(local)})
		if err != nil || byDID.Name != "Carded" || byDID.CardURL != url+"/.well-known/agent-card.json" || byDID.DID != local {
			t.Errorf("did:web, once removed: %+v, %v", byDID, err)
		}
	})
}

func TestRegisterAgentRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:taken.example", ok)
		for _, c := range []struct {
			what  string
			in    app.RegisterAgent
			kind  fault.Kind
			field string
		}{
			{"two sources", app.RegisterAgent{Endpoint: "https://a.example", CardURL: "https://a.example/card"}, fault.Invalid, ""},
			{"no source", app.RegisterAgent{}, fault.Invalid, "did"},
			{"did:key alone", app.RegisterAgent{DID: "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK"}, fault.Invalid, "did"},
			{"no DID", app.RegisterAgent{DID: "agent", Endpoint: "https://a.example"}, fault.Invalid, "did"},
			{"the oracle", app.RegisterAgent{DID: "did:theprotocol:eval-oracle", Endpoint: "https://a.example"}, fault.Invalid, "did"},
			{"file endpoint", app.RegisterAgent{Endpoint: "file:///etc/passwd"}, fault.Invalid, "endpoint"},
			{"metadata endpoint", app.RegisterAgent{Endpoint: "http://169.254.169.254/"}, fault.Invalid, "endpoint"},
			{"user in endpoint", app.RegisterAgent{Endpoint: "https://a@b.example/"}, fault.Invalid, "endpoint"},
			{"no card", app.RegisterAgent{Card: []byte(`[]`)}, fault.Invalid, "card"},
			{"control character", app.RegisterAgent{Endpoint: "https://a.example", Name: "a\nb"}, fault.Invalid, "name"},
			{"taken", app.RegisterAgent{DID: "did:web:TAKEN.example", Endpoint: "https://a.example"}, fault.Conflict, ""},
			{"unreachable card", app.RegisterAgent{CardURL: "http://127.0.0.1:1/card"}, fault.Unreachable, "card_url"},
		} {
			_, err := e.App.RegisterAgent(e.Admin(), c.in)
			if f := fault.As(err); f == nil || f.Kind != c.kind || !strings.HasPrefix(f.Field, c.field) || f.Message == "" {
				t.Errorf("%s: %+v, want %s about %q", c.what, err, c.kind, c.field)
			}
		}
		if page, err := e.App.Agents(t.Context(), app.AgentFilter{}, eval.PageArgs{}); err != nil || len(page.Items) != 1 {
			t.Errorf("something was half-stored: %v, %v", page.Items, err)
		}
		if _, err := e.App.RegisterAgent(e.Stranger(), app.RegisterAgent{Endpoint: "https://a.example"}); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a stranger: %v", err)
		}
	})
}

func TestRefreshNotesAChangedCardOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		url, set := cardServer(t)
		set(card("One", "https://one.example/"))
		agent, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{CardURL: url + "/.well-known/agent-card.json"})
		if err != nil {
			t.Fatal(err)
		}
		if _, changed, err := e.App.RefreshAgentCard(e.Admin(), agent.DID); changed || err != nil {
			t.Errorf("the same card: changed %v, %v", changed, err)
		}
		set(card("One", "https://two.example/"))
		clock.Add(59 * time.Minute)
		if err := e.App.RefreshStaleCards(t.Context()); err != nil { // too young
			t.Fatal(err)
		}
		if now, _ := e.App.Agent(t.Context(), agent.DID); now.Endpoint != "https://one.example/" {
			t.Errorf("refreshed too early: %+v", now)
		}
		clock.Add(2 * time.Minute)
		if err := e.App.RefreshStaleCards(t.Context()); err != nil {
			t.Fatal(err)
		}
		now, err := e.App.Agent(t.Context(), agent.DID)
		if err != nil || now.Endpoint != "https://two.example/" || now.Fingerprint == agent.Fingerprint || !now.CardRefreshedAt.Equal(clock.Now()) {
			t.Errorf("after the schedule: %+v, %v", now, err)
		}
		set("<html>")
		_, _, err = e.App.RefreshAgentCard(e.Admin(), agent.DID)
		if !fault.Is(err, fault.Unreachable) {
			t.Errorf("a page for a card: %v", err)
		}
		broken, err := e.App.Agent(t.Context(), agent.DID)
		if err != nil || broken.CardProblem == "" || broken.Fingerprint != now.Fingerprint || broken.Endpoint != now.Endpoint {
			t.Errorf("after a failed reading: %+v, %v", broken, err)
		}
		history, err := e.App.AgentHistory(t.Context(), agent.ID, 10, nil)
		if err != nil || len(history) != 2 || history[0].Kind != eval.AgentCardChanged || history[0].PreviousFingerprint != agent.Fingerprint ||
			history[0].Fingerprint != now.Fingerprint || !history[0].At.Equal(clock.Now()) {
			t.Errorf("history %+v, %v", history, err)
		}
	})
}

func TestRemovedAgentLeavesTargetsAndBoardAndKeepsItsRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		stays, goes := e.Serve("did:web:stays.example", ok), e.Serve("did:web:goes.example", ok)
		e.Suite("basics", true, "/")
		defer e.Start()()
		e.Wait(e.Run("basics").ID)
		if _, err := e.App.RemoveAgent(e.Admin(), goes.DID); err != nil {
			t.Fatal(err)
		}
		if run := e.Wait(e.Run("basics").ID); run.Progress.Agents != 1 {
			t.Errorf("the second run had %d agents", run.Progress.Agents)
		}
		board, err := e.App.Leaderboard(t.Context(), app.LeaderboardQuery{}, eval.PageArgs{})
		if err != nil || len(board.Items) != 1 || board.Items[0].AgentDID != stays.DID {
			t.Errorf("board %+v, %v", board.Items, err)
		}
		record, err := e.App.Results(t.Context(), app.ResultFilter{Agent: goes.DID}, eval.PageArgs{})
		if err != nil || len(record.Items) != 1 {
			t.Errorf("its record %+v, %v", record.Items, err)
		}
		if a, err := e.App.Agent(t.Context(), goes.DID); err != nil || a == nil || !a.Removed() {
			t.Errorf("the agent %+v, %v", a, err)
		}
		if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: goes.DID, Name: new("x")}); !fault.Is(err, fault.NotFound) {
			t.Errorf("changing a removed agent: %v", err)
		}
	})
}

func TestTestAgentsAreEvaluatedAndStayOffTheBoard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agent := e.Serve("did:web:try.example", ok)
		if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: agent.DID, TestAgent: new(true)}); err != nil {
			t.Fatal(err)
		}
		e.Suite("basics", true, "/")
		defer e.Start()()
		if run := e.Wait(e.Run("basics").ID); run.Progress.Passed != 1 {
			t.Errorf("run %+v", run)
		}
		if board, err := e.App.Leaderboard(t.Context(), app.LeaderboardQuery{}, eval.PageArgs{}); err != nil || len(board.Items) != 0 {
			t.Errorf("board %+v, %v", board.Items, err)
		}
	})
}

// One hostile card keeps neither its own problem from being noted nor the others from being read.
func TestHostileCardDoesNotStopTheRefresh(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		var sets []func(string)
		for i := range 2 {
			url, set := cardServer(t)
			set(card("One", "https://one.example/"))
			if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: fmt.Sprintf("did:web:c%d.example", i), CardURL: url + "/.well-known/agent-card.json"}); err != nil {
				t.Fatal(err)
			}
			sets = append(sets, set)
		}
		hostile := strings.Replace(card("One", "https://evil.example/"), `"protocolVersion":"1.0"`, `"protocolVersion":"1.0\u0000"`, 1)
		sets[0](hostile)
		sets[1](card("One", "https://two.example/"))
		clock.Add(2 * time.Hour)
		if err := e.App.RefreshStaleCards(t.Context()); err != nil {
			t.Fatal(err)
		}
		bad, err := e.App.Agent(t.Context(), "did:web:c0.example")
		if err != nil || bad.CardProblem == "" || bad.Endpoint != "https://one.example/" || !bad.CardRefreshedAt.Equal(clock.Now()) {
			t.Errorf("the hostile one %+v, %v", bad, err)
		}
		good, err := e.App.Agent(t.Context(), "did:web:c1.example")
		if err != nil || good.Endpoint != "https://two.example/" {
			t.Errorf("the other %+v, %v", good, err)
		}
	})
}

func TestAgentSearchKnowsNoCaseInAnyScript(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{Name: "École 100%_", Endpoint: "https://ecole.example"}); err != nil {
			t.Fatal(err)
		}
		for search, want := range map[string]int{"école": 1, "ÉCOLE": 1, "ECOLE.EXAMPLE": 1, "100%_": 1, "%": 1, "x%": 0, "0_": 0} {
			page, err := e.App.Agents(t.Context(), app.AgentFilter{Search: search}, eval.PageArgs{})
			if err != nil || len(page.Items) != want {
				t.Errorf("%q finds %d, %v", search, len(page.Items), err)
			}
		}
	})
}

func TestCardMovesToAnotherURL(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		from, setFrom := cardServer(t)
		to, setTo := cardServer(t)
		setFrom(card("One", "https://one.example/"))
		setTo(card("One", "https://two.example/"))
		const did = "did:web:moves.example"
		before, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: did, CardURL: from + "/.well-known/agent-card.json"})
		if err != nil {
			t.Fatal(err)
		}
		at := to + "/.well-known/agent-card.json"
		after, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: did, CardURL: &at})
		if err != nil || after.CardURL != at || after.Endpoint != "https://two.example/" || after.ID != before.ID || after.Fingerprint == before.Fingerprint {
			t.Errorf("moved %+v, %v", after, err)
		}
		if history, err := e.App.AgentHistory(t.Context(), after.ID, 5, nil); err != nil || len(history) != 2 || history[0].PreviousFingerprint != before.Fingerprint {
			t.Errorf("history %+v, %v", history, err)
		}
		if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: did, CardURL: new(to + "/none")}); !fault.Is(err, fault.Unreachable) {
			t.Errorf("a card that is not there: %v", err)
		}
	})
}

// What has no card is not said to have another one, and what the change does to its fingerprint is said.
func TestAMovedEndpointIsNoChangedCard(t *testing.T) {
	e := testenv.New(t, dbtest.OpenSQLite(t), testenv.Options{})
	agent := e.Serve("did:web:plain.example", ok)
	moved, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: agent.DID, Endpoint: new(agent.Endpoint + "/v2")})
	if err != nil {
		t.Fatal(err)
	}
	history, err := e.App.AgentHistory(t.Context(), agent.ID, 10, nil)
	if err != nil || len(history) != 2 {
		t.Fatalf("%+v, %v", history, err)
	}
	if h := history[0]; h.Kind != eval.AgentUpdated || h.Detail != "endpoint "+agent.Endpoint+" → "+moved.Endpoint || h.PreviousFingerprint != agent.Fingerprint || h.Fingerprint != moved.Fingerprint {
		t.Errorf("%+v", h)
	}
}
