package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"assay/internal/dbtest"
)

const (
	kills      = 20
	killAgents = 3
	killTasks  = 200 // of each agent
)

// A process killed with SIGKILL twenty times during one run loses nothing that was stored, doubles nothing, and ends the run.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("left out: twenty kills (-short)")
	}
	binary := filepath.Join(t.TempDir(), "assay")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	dbtest.EachURL(t, func(t *testing.T, url string) {
		agent := newSlowAgent()
		server := httptest.NewServer(agent)
		defer server.Close()
		p := &killable{t: t, binary: binary, database: url}
		p.start()
		defer p.kill()

		tasks := make([]map[string]any, killTasks)
		for i := range tasks {
			tasks[i] = map[string]any{"name": fmt.Sprint("t", i), "input": fmt.Sprint("/", i), "scorer": "STATUS_OK"}
		}
		for _, did := range []string{"did:web:one.example", "did:web:two.example", "did:web:six.example"} {
			p.ask(`mutation($i: RegisterAgentInput!) { registerAgent(input: $i) { userErrors { message } } }`,
				map[string]any{"i": map[string]any{"did": did, "endpoint": server.URL + "/" + did[8:11]}})
		}
		p.ask(`mutation($i: PutSuiteInput!) { putSuite(input: $i) { userErrors { message } } }`,
			map[string]any{"i": map[string]any{"key": "kill", "enabled": true, "tasks": tasks}})
		id := p.ask(`mutation { runSuite(input: {key: "kill"}) { run { id } userErrors { message } } }`, nil)["runSuite"].(map[string]any)["run"].(map[string]any)["id"].(string)

		stored := map[string]bool{}
		moment := rand.New(rand.NewPCG(20, 26))
		for range kills {
			p.waitStored(id, len(stored)+1)
			agent.waitFor(1 + moment.IntN(12)) // calls whose results are not stored yet
			for key := range p.results(id) {
				stored[key] = true
			}
			p.kill()
			p.start()
		}
		if len(stored) == killAgents*killTasks {
			t.Error("the run was over before the last kill: the test shows less than it says")
		}
		agent.open()
		status := ""
		for deadline := time.Now().Add(time.Minute); status != "COMPLETED"; {
			if time.Now().After(deadline) {
				t.Fatalf("the run is %s a minute after the last restart", status)
			}
			agent.tick(100 * time.Millisecond)
			status = p.ask(`query($id: ID!) { run(id: $id) { status } }`, map[string]any{"id": id})["run"].(map[string]any)["status"].(string)
		}
		final := p.results(id)
		if len(final) != killAgents*killTasks {
			t.Errorf("%d results, want %d", len(final), killAgents*killTasks)
		}
		attempts := 0
		for key, n := range final {
			attempts += n
			if n < 1 || n > kills+1 {
				t.Errorf("%s has %d attempts", key, n)
			}
		}
		for key := range stored {
			if _, ok := final[key]; !ok {
				t.Errorf("lost %s, which was stored before a kill", key)
			}
		}
		if calls := agent.calls(); calls < killAgents*killTasks || calls > attempts {
			t.Errorf("the agents were called %d times, the record says %d attempts", calls, attempts)
		}
		board := p.ask(`{ leaderboard { nodes { runs suiteRuns meanScore } } }`, nil)
		want := fmt.Sprintf(`{"leaderboard":{"nodes":[{"meanScore":1,"runs":%[1]d,"suiteRuns":1},{"meanScore":1,"runs":%[1]d,"suiteRuns":1},{"meanScore":1,"runs":%[1]d,"suiteRuns":1}]}}`, killTasks)
		if got, _ := json.Marshal(board); string(got) != want {
			t.Errorf("the board says %s, want %s", got, want)
		}
	})
}

// slowAgent answers after a moment, so that kills find calls in flight, and lets the test wait for calls.
type slowAgent struct {
	mu    sync.Mutex
	count int
	came  *sync.Cond
	pace  time.Duration
}

func newSlowAgent() *slowAgent {
	a := &slowAgent{pace: 100 * time.Millisecond}
	a.came = sync.NewCond(&a.mu)
	return a
}

func (a *slowAgent) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	a.count++
	pace := a.pace
	a.came.Broadcast()
	a.mu.Unlock()
	select {
	case <-time.After(pace):
	case <-r.Context().Done():
	}
}

// waitFor returns when n more calls came, or after a while without any: then what is left is being recorded.
func (a *slowAgent) waitFor(n int) {
	patience := time.AfterFunc(5*time.Second, a.came.Broadcast)
	defer patience.Stop()
	began := time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	for until := a.count + n; a.count < until && time.Since(began) < 5*time.Second; {
		a.came.Wait()
	}
}

func (a *slowAgent) open() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pace = 0
}

func (a *slowAgent) tick(d time.Duration) { <-time.After(d) }

func (a *slowAgent) calls() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.count
}

// killable is an Assay process.
type killable struct {
	t                *testing.T
	binary, database string
	addr             string
	cmd              *exec.Cmd
}

const killKey = "kill-test-admin-key"

func (p *killable) start() {
	p.t.Helper()
	if p.addr == "" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			p.t.Fatal(err)
		}
		p.addr = l.Addr().String()
		_ = l.Close()
	}
	p.cmd = exec.Command(p.binary, "serve")
	p.cmd.Env = append(os.Environ(), "ASSAY_ADDR="+p.addr, "ASSAY_DATABASE_URL="+p.database, "ASSAY_ADMIN_KEY="+killKey, "EVALS_ENABLED=true",
		"ASSAY_ALLOW_TARGETS=127.0.0.0/8", "ASSAY_NODE=killed", "ASSAY_HOST_CONCURRENCY=4")
	var log bytes.Buffer
	p.cmd.Stderr, p.cmd.Stdout = &log, &log
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; {
		if r, err := http.Get("http://" + p.addr + "/readyz"); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			p.kill()
			p.t.Fatalf("the server does not come up:\n%s", log.String())
		}
		<-time.After(20 * time.Millisecond)
	}
}

func (p *killable) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait() // says that it was killed
}

func (p *killable) ask(query string, variables map[string]any) map[string]any {
	p.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.addr+"/graphql", bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+killKey)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	var answer struct {
		Data   map[string]any
		Errors []any
	}
	if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Errors) > 0 || bytes.Contains(raw, []byte(`"userErrors":[{`)) {
		p.t.Fatalf("%s: %s", query, raw)
	}
	return answer.Data
}

// waitStored returns when n results of a run are stored.
func (p *killable) waitStored(runID string, n int) {
	p.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); len(p.results(runID)) < n; {
		if time.Now().After(deadline) {
			p.t.Fatalf("fewer than %d results are stored after 20 s", n)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// results gives the attempts of each stored result by agent and task; the same twice fails the test.
func (p *killable) results(runID string) map[string]int {
	p.t.Helper()
	out := map[string]int{}
	after := any(nil)
	for {
		data := p.ask(`query($id: ID!, $after: String) { run(id: $id) { results(first: 100, after: $after) {
			nodes { attempts task { name } agent { did } } pageInfo { hasNextPage endCursor } } } }`,
			map[string]any{"id": runID, "after": after})
		page := data["run"].(map[string]any)["results"].(map[string]any)
		for _, n := range page["nodes"].([]any) {
			row := n.(map[string]any)
			key := fmt.Sprint(row["agent"].(map[string]any)["did"], " ", row["task"].(map[string]any)["name"])
			if _, twice := out[key]; twice {
				p.t.Errorf("%s is stored twice", key)
			}
			out[key] = int(row["attempts"].(float64))
		}
		info := page["pageInfo"].(map[string]any)
		if !info["hasNextPage"].(bool) {
			return out
		}
		after = info["endCursor"]
	}
}
