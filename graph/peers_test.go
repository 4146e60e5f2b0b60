package graph

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const peers = "testdata/peers"

// needPeers installs the peers. That needs Node, and for the first time npm: their absence is a skip, and a failure in CI.
func needPeers(t *testing.T) {
	t.Helper()
	absent := func(what string, err error) {
		t.Helper()
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s: %v", what, err)
		}
		t.Skipf("no foreign peers: %s: %v", what, err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		absent("node", err)
	}
	if _, err := os.Stat(peers + "/node_modules/.package-lock.json"); err != nil {
		install := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund")
		install.Dir = peers
		if out, err := install.CombinedOutput(); err != nil {
			absent("npm ci: "+string(out), err)
		}
	}
}

// peer runs a script of the peers against a URL and gives what it printed.
func peer(t *testing.T, script, url string) string {
	t.Helper()
	run := exec.CommandContext(t.Context(), "node", script, url)
	run.Dir = peers
	out, err := run.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// TestHTTPAudit holds the door to the GraphQL over HTTP specification, by the audits of its reference implementation.
func TestHTTPAudit(t *testing.T) {
	needPeers(t)
	url, _ := serving(t, newFake(), Options{})
	if got := peer(t, "audit.mjs", url); !strings.HasSuffix(got, "61 of 61\n") {
		t.Errorf("audits passed: %s", got)
	}
}

func TestForeignSocketClient(t *testing.T) {
	needPeers(t)
	f := newFake()
	url, _ := serving(t, f, Options{})
	go sendTwo(f)
	want := `{"data":{"leaderboardChanged":{"suites":["a"]}}}
{"data":{"leaderboardChanged":{"suites":["b"]}}}
complete
NOT_FOUND
BAD_USER_INPUT
4403 Forbidden
`
	if diff := cmp.Diff(want, peer(t, "socket.mjs", url)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

func TestForeignEventsClient(t *testing.T) {
	needPeers(t)
	f := newFake()
	url, _ := serving(t, f, Options{})
	go sendTwo(f)
	want := `{"data":{"leaderboardChanged":{"suites":["a"]}}}
{"data":{"leaderboardChanged":{"suites":["b"]}}}
complete
NOT_FOUND
GRAPHQL_VALIDATION_FAILED
`
	if diff := cmp.Diff(want, peer(t, "events.mjs", url)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

// sendTwo sends two changes to the first subscriber, and the end.
func sendTwo(f *fake) {
	f.source(0) <- change("a")
	f.source(0) <- change("b")
	close(f.source(0))
}
