package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"assay/app"
)

// What a seeded database holds: the board has 100 rows, the list of results 10,000.
const (
	seedAgents = 100
	seedTasks  = 20
	seedRuns   = 5
)

// seed fills an empty database by real runs of agents that answer at once and differ in how often they are right, for measurements of
// the console (web/e2e/real/speed.ts).
func seed(ctx context.Context, url string) error {
	n, err := openNode(ctx, url, 64)
	if err != nil {
		return err
	}
	defer n.close()
	var round atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := fnv.New32a()
		fmt.Fprint(h, r.URL.Path, round.Load())
		var agent uint32
		_, _ = fmt.Sscanf(r.URL.Path, "/agent/%d/", &agent)
		// Between 20 and 98 of 100 answers are right.
		if h.Sum32()%100 < 20+agent*78/seedAgents {
			_, _ = io.WriteString(w, `{"status": "ok", "service": "agent"}`)
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, `{"status": "down"}`)
	}))
	defer server.Close()
	for i := range seedAgents {
		in := app.RegisterAgent{DID: fmt.Sprintf("did:web:a%d.example", i), Name: fmt.Sprintf("Agent %03d of the registry", i),
			Endpoint: fmt.Sprintf("%s/agent/%d", server.URL, i)}
		if _, err := n.app.RegisterAgent(admin(ctx), in); err != nil {
			return err
		}
	}
	tasks := make([]app.TaskInput, seedTasks)
	for i := range tasks {
		tasks[i] = app.TaskInput{Name: fmt.Sprintf("Says that part %d is up", i), Input: fmt.Sprintf("/part/%d", i), Scorer: "contains", Expected: "ok", Weight: 1}
	}
	_, err = n.app.PutSuite(admin(ctx), app.PutSuite{Key: "record", Name: app.Optional[string]{Set: true, Value: "Record"},
		Enabled: app.Optional[bool]{Set: true, Value: true}, Tasks: &tasks})
	if err != nil {
		return err
	}
	began := time.Now()
	for ; round.Load() < seedRuns; round.Add(1) {
		if _, _, err := n.fire(ctx, "record", 64); err != nil {
			return err
		}
	}
	fmt.Printf("seeded %d results of %d agents in %v\n", seedAgents*seedTasks*seedRuns, seedAgents, time.Since(began).Round(time.Millisecond))
	return nil
}
