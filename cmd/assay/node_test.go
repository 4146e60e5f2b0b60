package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"assay/cmd/assay/internal/client"
	"assay/eval"
)

// running is a command at work in this process.
type running struct {
	lines chan string                      // of its standard output; it never waits for a reader
	end   func() (code int, stderr string) // waits for it to end by itself
	stop  func() (code int, stderr string) // tells it to
}

// begin starts a command line whose output can be read as it comes.
func begin(t *testing.T, env map[string]string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in, err := os.Pipe() // holds what nobody reads
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	code := make(chan int, 1)
	go func() {
		code <- execute(ctx, args, process{func(k string) string { return env[k] }, nil, in, &stderr, false})
		in.Close()
	}()
	stopped := false
	r := &running{lines: make(chan string, 1000)}
	go func() {
		defer close(r.lines)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			r.lines <- lines.Text()
		}
	}()
	r.end = func() (int, string) {
		stopped = true
		return <-code, stderr.String()
	}
	r.stop = func() (int, string) { cancel(); return r.end() }
	t.Cleanup(func() {
		if !stopped {
			r.stop()
		}
	})
	return r
}

// find reads lines until one matches, and gives its first group.
func (r *running) find(t *testing.T, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for line := range r.lines {
		if m := re.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	code, stderr := r.stop()
	t.Fatalf("no line matches %s; exit code %d, stderr: %s", pattern, code, stderr)
	return ""
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	serve := begin(t, map[string]string{"ASSAY_ADDR": "127.0.0.1:0", "ASSAY_NAME": "Test registry", "ASSAY_PUBLIC_URL": "https://assay.example"}, "serve")
	url := serve.find(t, `^Assay \S+ is at (http://127\.0\.0\.1:\d+)$`)
	key := serve.find(t, `^admin key: (\S{26}) `)
	serve.find(t, `^(evals are off)`)
	if link := serve.find(t, `^nobody has an account yet; the first owner makes theirs at (\S+)$`); link != "https://assay.example/setup#"+key {
		t.Errorf("the link to set up: %s", link)
	}

	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/api/v1/evals/suites": 200, "/api/v1/admin/evals/suites": 401} {
		if status, body := get(t, url+path); status != want {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if _, err := client.New(url, key).PutSuite(t.Context(), eval.Suite{Key: "a", Name: "a", TaskType: eval.HTTPProbe}, true); err != nil {
		t.Errorf("the printed key: %v", err)
	}
	res, err := http.Post(url+"/graphql", "application/json", strings.NewReader(`{"query":"{ registry { name did evalsEnabled oracleDid } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var answer struct {
		Data struct{ Registry json.RawMessage }
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"Test registry","did":"did:web:assay.example","evalsEnabled":false,"oracleDid":"did:theprotocol:eval-oracle"}`; string(answer.Data.Registry) != want {
		t.Errorf("registry %s", answer.Data.Registry)
	}

	// The same database and the same address serve one process at a time.
	if code, stderr := begin(t, map[string]string{"ASSAY_ADDR": "127.0.0.1:0"}, "serve").end(); code != exitNoVerdict || !strings.Contains(stderr, "another process") {
		t.Errorf("a second process on the database: exit code %d, %s", code, stderr)
	}
	elsewhere := begin(t, map[string]string{"ASSAY_ADDR": strings.TrimPrefix(url, "http://"), "ASSAY_DATABASE_URL": "sqlite:other.db"}, "serve")
	if code, stderr := elsewhere.end(); code != exitNoVerdict || !strings.Contains(stderr, "ASSAY_ADDR: ") {
		t.Errorf("a second process on the address: exit code %d, %s", code, stderr)
	}

	if code, stderr := serve.stop(); code != exitHolds {
		t.Errorf("stopped with %d: %s", code, stderr)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("it still answers")
	}
}

// A short key is the operator's business: it works, and is warned of.
func TestShortKey(t *testing.T) {
	t.Chdir(t.TempDir())
	const short = "hunter2"
	serve := begin(t, map[string]string{"ASSAY_ADDR": "127.0.0.1:0", "ASSAY_ADMIN_KEY": short}, "serve")
	url := serve.find(t, ` is at (\S+)$`)
	serve.find(t, `^(evals are off)`)
	if link := serve.find(t, `^nobody has an account yet; the first owner makes theirs at (\S+) with the admin key`); strings.Contains(link, "#") {
		t.Errorf("the link to set up: %s", link)
	}
	if _, err := client.New(url, short).PutSuite(t.Context(), eval.Suite{Key: "a", Name: "a", TaskType: eval.HTTPProbe}, true); err != nil {
		t.Error(err)
	}
	code, stderr := serve.stop()
	if code != exitHolds || !strings.Contains(stderr, "ASSAY_ADMIN_KEY is short") || strings.Contains(stderr, short) {
		t.Errorf("exit code %d, stderr: %s", code, stderr)
	}
	serve = begin(t, map[string]string{"ASSAY_ADDR": "127.0.0.1:0", "ASSAY_ADMIN_KEY": testKey}, "serve")
	serve.find(t, `^(evals are off)`)
	if _, stderr := serve.stop(); strings.Contains(stderr, "ASSAY_ADMIN_KEY") {
		t.Errorf("of a long key: %s", stderr)
	}
}

// A registry without a public URL is named by where it listens, which was not known before it did; agents on other ports are others.
func TestOwnDID(t *testing.T) {
	n := startNode(t, t.Cleanup, func(c *config) { c.databaseURL = "sqlite:" + t.TempDir() + "/registry.db" })
	want := "did:web:127.0.0.1%3A" + n.url[strings.LastIndex(n.url, ":")+1:]
	if n.config.did != want {
		t.Errorf("%s is %s, want %s", n.url, n.config.did, want)
	}
	c := client.New(n.url, testKey)
	if err := c.RegisterAgent(t.Context(), client.Agent{DID: "did:web:127.0.0.1%3A1", Endpoint: "http://127.0.0.1:1/"}); err != nil {
		t.Errorf("an agent on another port: %v", err)
	}
	if err := c.RegisterAgent(t.Context(), client.Agent{DID: want, Endpoint: "http://127.0.0.1:1/"}); err == nil {
		t.Error("an agent took the registry's name")
	}
	for addr, want := range map[string]string{
		"127.0.0.1:8080":      "did:web:127.0.0.1%3A8080",
		"127.0.0.1:80":        "did:web:127.0.0.1",
		"0.0.0.0:8080":        "did:web:localhost%3A8080",
		"[::]:8080":           "did:web:localhost%3A8080",
		"[::1]:8080":          "did:web:%5B%3A%3A1%5D%3A8080",
		"[fe80::1%eth0]:8080": "did:web:localhost%3A8080",
	} {
		got := ownDID(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr)))
		if d, err := eval.ParseDID(got); got != want || err != nil || string(d) != got {
			t.Errorf("%s is %s, %v, want %s", addr, got, err, want)
		}
	}
}

// The demo comes up with its agents and suites measured, and again after a restart on other ports, with the record kept.
func TestDemo(t *testing.T) {
	t.Chdir(t.TempDir())
	env := map[string]string{"ASSAY_ADDR": "127.0.0.1:0", "ASSAY_ADMIN_KEY": testKey}
	var last int64
	for start := range 2 {
		demo := begin(t, env, "demo", "--ports", "0,0,0")
		url := demo.find(t, `is at (\S+)$`)
		c := client.New(url, testKey)
		run, err := c.RunSuite(t.Context(), "a2a-sums", "")
		if err != nil {
			t.Fatal(err)
		}
		sums := 0
		run, err = c.Watch(t.Context(), run.ID, func(e client.Event) error {
			if e.Result != nil && e.Result.Agent.DID == "did:web:demo.localhost:sums" && e.Result.Passed != nil && *e.Result.Passed {
				sums++
			}
			return nil
		})
		if err != nil || run.Status != eval.RunCompleted || sums != 6 {
			t.Errorf("start %d: %+v, %v; sums passed %d of 6", start, run, err, sums)
		}
		_, body := get(t, url+"/api/v1/evals/leaderboard")
		var board []struct {
			AgentDID string `json:"agent_did"`
			Runs     int64
		}
		if err := json.Unmarshal([]byte(body), &board); err != nil {
			t.Fatal(err)
		}
		var all int64
		for _, e := range board {
			all += e.Runs
		}
		if all <= last {
			t.Errorf("start %d: %d results on the board, %d before", start, all, last)
		}
		last = all
		if code, stderr := demo.stop(); code != exitHolds {
			t.Fatalf("start %d: stopped with %d: %s", start, code, stderr)
		}
	}
	if _, err := os.Stat("data/assay.db"); err != nil {
		t.Error(err)
	}
}

func TestBindFailureLeavesNothingOpen(t *testing.T) {
	dir := t.TempDir()
	c := config{addr: "192.0.2.1:1", databaseURL: "sqlite:" + dir + "/a.db", node: "n"}
	for range 2 { // the second would find the database locked
		if _, err := openNode(t.Context(), c, newLog(process{stderr: io.Discard}, c)); err == nil || !strings.HasPrefix(fmt.Sprint(err), "ASSAY_ADDR: ") {
			t.Errorf("error %v", err)
		}
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
		t.Errorf("%v, %v was made all the same", err, made)
	}
}

func TestStopIsLogged(t *testing.T) {
	var log bytes.Buffer
	c := config{}
	for _, s := range c.settings(map[string]string{"ASSAY_ADDR": "127.0.0.1:0", "ASSAY_DATABASE_URL": "sqlite:" + t.TempDir() + "/a.db", "ASSAY_DRAIN_TIMEOUT": "7s"}) {
		if err := s.set(s.initial); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.fill(); err != nil {
		t.Fatal(err)
	}
	n, err := openNode(t.Context(), c, newLog(process{stderr: &log}, c))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := n.run(ctx); err != nil {
		t.Fatal(err)
	}
	if lines := log.String(); !regexp.MustCompile(`(?s)msg=stopping grace=0s drain=7s\n.*msg=stopped\n$`).MatchString(lines) {
		t.Errorf("the log:\n%s", lines)
	}
}
