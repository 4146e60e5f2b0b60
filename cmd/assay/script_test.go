package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"assay/cmd/assay/internal/client"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assay": main})
}

// TestScripts runs the transcripts in testdata: command, output, exit code. Each has a registry of its own, in this process, with two
// agents registered: did:web:good.example answers every path with ok, did:web:odd.example answers /ok with ok, keeps /hold waiting and
// fails the rest.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup:               func(env *testscript.Env) error { return setUp(t, env) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"graphql": graphQL,
			"held":    func(ts *testscript.TestScript, _ bool, _ []string) { <-ts.Value(oddKey{}).(*odd).held },
			"release": func(ts *testscript.TestScript, _ bool, _ []string) { close(ts.Value(oddKey{}).(*odd).release) },
			"gate":    gate,
			"apikey":  apiKey,
			"sql":     sqlStatement,
			"note":    noteHead,
		},
	})
}

const testKey = "key-of-the-test-admin"

type (
	oddKey struct{}
	testOf struct{}
)

// odd is the agent that keeps callers waiting.
type odd struct {
	held    chan struct{} // gets a value when /hold is called
	release chan struct{} // closed: they are answered
}

func (o *odd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/ok":
		fmt.Fprintln(w, "ok")
	case "/hold":
		select {
		case o.held <- struct{}{}:
		default: // enough to know of
		}
		select {
		case <-o.release:
		case <-r.Context().Done():
		}
		fmt.Fprintln(w, "ok")
	default:
		http.Error(w, "no \x1b[31mthanks", http.StatusTeapot)
	}
}

func setUp(t *testing.T, env *testscript.Env) error {
	o := &odd{held: make(chan struct{}, 1), release: make(chan struct{})}
	env.Values[oddKey{}] = o
	env.Values[testOf{}] = t
	good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }))
	bad := httptest.NewServer(o)
	n := startNode(t, env.Defer, func(c *config) { c.databaseURL = "sqlite:" + env.WorkDir + "/registry.db" })
	env.Defer(good.Close)
	env.Defer(bad.Close)
	env.Setenv("ASSAY_URL", n.url)
	env.Setenv("ASSAY_ADMIN_KEY", testKey)
	c := client.New(n.url, testKey)
	return errors.Join(
		c.RegisterAgent(context.Background(), client.Agent{DID: "did:web:good.example", Endpoint: good.URL}),
		c.RegisterAgent(context.Background(), client.Agent{DID: "did:web:odd.example", Endpoint: bad.URL}),
	)
}

// startNode runs a node in this process until the test ends.
func startNode(t *testing.T, atEnd func(func()), change func(*config)) *node {
	t.Helper()
	c := config{}
	for _, s := range c.settings(nil) {
		if err := s.set(s.initial); err != nil {
			t.Fatal(err)
		}
	}
	c.addr, c.adminKey, c.evalsEnabled, c.drainTimeout = "127.0.0.1:0", testKey, true, time.Second
	c.allowTargets = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	change(&c)
	if err := c.fill(); err != nil {
		t.Fatal(err)
	}
	n, err := openNode(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- n.run(ctx) }()
	atEnd(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("node: %v", err)
		}
	})
	return n
}

// exits runs a command and checks its exit code: exits CODE COMMAND ARG…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		e, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// graphQL sends an operation to the registry as its admin. %RUN% in it is the id of the newest run.
func graphQL(ts *testscript.TestScript, _ bool, args []string) {
	_, err := ts.Stdout().Write(ask(ts, strings.ReplaceAll(args[0], "%RUN%", newestRun(ts))))
	ts.Check(err)
}

func ask(ts *testscript.TestScript, query string) []byte {
	body, err := json.Marshal(map[string]string{"query": query})
	ts.Check(err)
	req, err := http.NewRequest(http.MethodPost, ts.Getenv("ASSAY_URL")+"/graphql", bytes.NewReader(body))
	ts.Check(err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+testKey)
	res, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	ts.Check(err)
	if bytes.Contains(answer, []byte(`"errors"`)) {
		ts.Fatalf("%s", answer)
	}
	return answer
}

// apiKey makes an API key and sets a variable to its token: apikey VARIABLE ROLE SCOPE,…
func apiKey(ts *testscript.TestScript, _ bool, args []string) {
	var made struct {
		Data struct{ CreateKey struct{ Token string } }
	}
	query := fmt.Sprintf(`mutation { createKey(input: {name: "script", role: %s, scopes: [%s]}) { token } }`, args[1], args[2])
	ts.Check(json.Unmarshal(ask(ts, query), &made))
	ts.Setenv(args[0], made.Data.CreateKey.Token)
}

// newestRun is its id; empty when there is none.
func newestRun(ts *testscript.TestScript) string {
	var newest struct {
		Data struct {
			Runs struct{ Nodes []struct{ ID string } }
		}
	}
	ts.Check(json.Unmarshal(ask(ts, `{ runs(first: 1) { nodes { id } } }`), &newest))
	for _, n := range newest.Data.Runs.Nodes {
		return n.ID
	}
	return ""
}

// gate points the script at a second registry, whose evals are off.
func gate(ts *testscript.TestScript, _ bool, _ []string) {
	dir := ts.MkAbs("gate")
	ts.Check(os.MkdirAll(dir, 0o700))
	n := startNode(ts.Value(testOf{}).(*testing.T), ts.Defer, func(c *config) {
		c.databaseURL, c.evalsEnabled = "sqlite:"+dir+"/registry.db", false
	})
	ts.Setenv("ASSAY_URL", n.url)
}
