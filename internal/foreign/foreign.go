// Package foreign starts an agent that is not ours: made with the JavaScript SDK of A2A.
package foreign

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Start starts the agent of the folder agent until the test ends, and gives its URL. It speaks 1.0 and 0.3, each over JSON-RPC and
// HTTP+JSON. It needs Node and, for the first time, npm: their absence is a skip, and a failure in CI.
func Start(t testing.TB) string {
	t.Helper()
	absent := func(what string, err error) {
		t.Helper()
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s: %v", what, err)
		}
		t.Skipf("left out: the foreign agent: %s: %v", what, err)
	}
	_, here, _, _ := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(here), "agent")
	if _, err := os.Stat(filepath.Join(dir, "node_modules/@a2a-js/sdk")); err != nil {
		install := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund")
		install.Dir = dir
		if out, err := install.CombinedOutput(); err != nil {
			absent("npm ci: "+string(out), err)
		}
	}
	agent := exec.Command("node", "server.mjs")
	agent.Dir = dir
	agent.Stderr = os.Stderr
	in, err := agent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		absent("node", err)
	}
	t.Cleanup(func() {
		_ = in.Close() // its sign to end
		if err := agent.Wait(); err != nil {
			t.Error(err)
		}
	})
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal("it said nothing: ", err)
	}
	return strings.TrimSpace(url)
}
