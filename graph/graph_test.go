package graph

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"assay/app"
)

// TestScripts asks the whole product, from empty. Of the places, <good> and <mute> are agents' hosts; nobody listens at the second.
// POST /sequence does what the job does that keeps the log.
func TestScripts(t *testing.T) {
	for _, c := range []struct {
		name   string
		agents int
	}{
		{"access", 1}, {"audit", 1}, {"agents", 1}, {"suites", 1}, {"runs", 1}, {"record", 1}, {"gate", 0}, {"people", 1}, {"keys", 1},
		{"proof", 1}, {"credentials", 1}, {"work", 0}, {"scores", 0}, {"receipts", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.agents)
			door := http.NewServeMux()
			door.Handle("/", w.door)
			door.HandleFunc("POST /sequence", func(rw http.ResponseWriter, r *http.Request) {
				if err := w.app.SequenceReceipts(r.Context()); err != nil {
					t.Error(err)
				}
				rw.WriteHeader(http.StatusNoContent)
			})
			runScript(t, door, "testdata/app/"+c.name+".txtar", map[string]string{"<good>": newAgent(t), "<mute>": "127.0.0.1:9"})
		})
	}
}

// TestRunIsWatchedOverASocket follows a run by its events and by the list of what is under way, from before it starts.
func TestRunIsWatchedOverASocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 4)
	gate := make(chan struct{}) // opens when the run was seen under way
	agent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-gate }))
	t.Cleanup(agent.Close)
	for _, did := range []string{"did:web:a.example", "did:web:b.example"} {
		must(w.app.RegisterAgent(asAdmin(t), app.RegisterAgent{DID: did, Endpoint: agent.URL}))(t)
	}
	tasks := []app.TaskInput{{Name: "home", Input: "/", Scorer: "status_ok", Weight: 1}, {Name: "page", Input: "/page", Scorer: "status_ok", Weight: 1}}
	must(w.app.PutSuite(asAdmin(t), app.PutSuite{Key: "draft", Tasks: &tasks}))(t)
	server := httptest.NewServer(w.door)
	t.Cleanup(server.Close)
	conn := dial(t, server.URL, nil)
	say(t, conn, `{"type": "connection_init", "payload": {"authorization": "Bearer admin"}}`)
	step(t, nil, conn, `< {"type": "connection_ack"}`)
	say(t, conn, `{"type": "subscribe", "id": "live", "payload": {"query": "subscription {liveRuns {runs {id trial suite {key}}}}"}}`)
	step(t, nil, conn, `< {"type": "next", "id": "live", "payload": {"data": {"liveRuns": {"runs": []}}}}`)

	run := must(w.app.RunSuite(asAdmin(t), "draft", ""))(t)
	say(t, conn, fmt.Sprintf(`{"type": "subscribe", "id": "run", "payload": {"query":
		"subscription {runEvents(runId: \"%s\", after: 0) {seq kind result {agent {did}}}}"}}`, run.ID))
	open := sync.OnceFunc(func() { close(gate) })
	t.Cleanup(open)
	for next, over, ended := 1, false, false; !over || !ended; {
		m := hear(t, conn)
		switch data := m.Payload.Data; {
		case m.ID == "live" && len(data.LiveRuns.Runs) == 1:
			if r := data.LiveRuns.Runs[0]; r.ID != run.ID || !r.Trial || r.Suite.Key != "draft" {
				t.Errorf("under way: %+v", r)
			}
			open()
		case m.ID == "live":
			over = true
		case m.Type == "complete":
			if ended = true; next != 1+2+2*(1+2+1)+1 { // queued, started, each agent's start, results and end, finished
				t.Errorf("%d events", next-1)
			}
		default:
			if data.RunEvents.Seq != next {
				t.Fatalf("event %d after event %d", data.RunEvents.Seq, next-1)
			}
			next++
		}
	}
}

// heard is what the door may say about runs.
type heard struct {
	ID, Type string
	Payload  struct {
		Data struct {
			LiveRuns struct {
				Runs []struct {
					ID    string
					Trial bool
					Suite struct{ Key string }
				}
			}
			RunEvents struct{ Seq int }
		}
	}
}

func hear(t *testing.T, conn *websocket.Conn) (m heard) {
	t.Helper()
	_, text, err := conn.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return m
}
