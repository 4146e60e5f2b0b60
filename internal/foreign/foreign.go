// Package foreign starts what is not ours: an agent made with the JavaScript SDK of A2A, an OpenID Connect provider made with
// oidc-provider. They need Node and, for the first time, npm: their absence is a skip, and a failure in CI.
package foreign

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Start starts the agent of the folder agent until the test ends, and gives its URL. It speaks 1.0 and 0.3, each over JSON-RPC and
// HTTP+JSON.
func Start(t testing.TB) string {
	t.Helper()
	url, _ := start(t, "agent")
	return url
}

// ClientID and ClientSecret are those of the one client that the provider knows.
const (
	ClientID     = "assay"
	ClientSecret = "secret-of-the-client"
)

// Provider starts the provider of the folder oidc until the test ends or stop is called, and gives its issuer. port is that of an earlier
// one, whose issuer it goes on with; "0" for a new one. redirect is where it sends people back to.
func Provider(t testing.TB, port, redirect string) (issuer string, stop func()) {
	t.Helper()
	return start(t, "oidc", port, redirect)
}

// start runs the server of a folder; the first line that it prints is its URL.
func start(t testing.TB, folder string, args ...string) (url string, stop func()) {
	t.Helper()
	absent := func(what string, err error) {
		t.Helper()
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s: %v", what, err)
		}
		t.Skipf("left out: the foreign %s: %s: %v", folder, what, err)
	}
	_, here, _, _ := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(here), folder)
	if out, err := install(t, dir); err != nil {
		absent("npm ci: "+out, err)
	}
	server := exec.Command("node", append([]string{"server.mjs"}, args...)...)
	server.Dir = dir
	server.Stderr = t.Output()
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		absent("node", err)
	}
	stop = sync.OnceFunc(func() {
		_ = in.Close() // its sign to end
		if err := server.Wait(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal("it said nothing: ", err)
	}
	return strings.TrimSpace(line), stop
}

// install installs what a folder needs, once: tests of several packages start it at the same time.
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
