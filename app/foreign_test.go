package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/foreign"
	"assay/internal/testenv"
)

// An agent made with another SDK is registered by its card and evaluated, in 1.0 and in 0.3.
func TestForeignAgentIsEvaluated(t *testing.T) {
	url := foreign.Start(t)
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		register := func(in app.RegisterAgent, protocol string) {
			t.Helper()
			agent, err := e.App.RegisterAgent(e.Admin(), in)
			if err != nil || agent.ProtocolVersion != protocol {
				t.Fatalf("%+v, %v", agent, err)
			}
		}
		register(app.RegisterAgent{CardURL: url + "/.well-known/agent-card.json"}, "1.0")
		register(app.RegisterAgent{DID: "did:web:old.example", Card: oldCard(t, url)}, "0.3.0")
		tasks := []app.TaskInput{
			{Name: "message", Input: "grüße 😀", Scorer: "exact", Expected: "you said grüße 😀", Weight: 1},
			{Name: "task", Input: "task", Scorer: "contains", Expected: "done", Weight: 1},
			{Name: "failure", Input: "fail", Scorer: "status_ok", Weight: 2},
		}
		_, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "talk", TaskType: set(eval.A2AMessage), Enabled: set(true), Tasks: &tasks})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Start()()
		run := e.Wait(e.Run("talk").ID)
		want := eval.RunProgress{Agents: 2, AgentsFinished: 2, Total: 6, Recorded: 6, Passed: 4, Failed: 2, Errors: 2}
		if run.Progress != want {
			t.Errorf("run %+v", run.Progress)
		}
		for _, r := range e.Results(run.ID) {
			if wantError := r.TaskIndex == 2; (r.Error == eval.ErrA2A) != wantError || r.Passed == wantError {
				t.Errorf("result %+v", r)
			}
		}
	})
}

// oldCard is the agent's card as a 0.3 client sees it.
func oldCard(t *testing.T, url string) []byte {
	t.Helper()
	r, err := http.Get(url + "/.well-known/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	var card map[string]any
	if err := json.Unmarshal(bytes.TrimSpace(raw), &card); err != nil {
		t.Fatal(err)
	}
	delete(card, "supportedInterfaces")
	card["protocolVersion"], card["url"], card["preferredTransport"] = "0.3.0", url+"/rpc", "JSONRPC"
	old, err := json.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	return old
}
