// Package foreign starts an agent that is not ours: made with the JavaScript SDK of A2A.
package foreign

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
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
	if out, err := install(t, dir); err != nil {
		absent("npm ci: "+out, err)
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

// install installs the SDK, once: tests of several packages start the agent at the same time.
func install(t testing.TB, dir string) (out string, err error) {
	t.Helper()
	lock, err := os.Open(dir)
	if err != nil {
		return "", err
	}
	defer lock.Close() // which unlocks it
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	const mark = "node_modules/.package-lock.json" // npm writes it last
	if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
		return "", nil
	}
	npm := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund")
	npm.Dir = dir
	b, err := npm.CombinedOutput()
	return string(b), err
}
