package probe

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"assay/eval"
)

// startForeignAgent starts the agent of testdata/foreign, made with the JavaScript SDK, and gives its URL. It needs Node and, for the
// first time, npm: their absence is a skip, and a failure in CI.
func startForeignAgent(t *testing.T) string {
	t.Helper()
	absent := func(what string, err error) {
		t.Helper()
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s: %v", what, err)
		}
		t.Skipf("no foreign agent: %s: %v", what, err)
	}
	const dir = "testdata/foreign"
	if _, err := os.Stat(dir + "/node_modules/@a2a-js/sdk"); err != nil {
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
		in.Close() // its sign to end
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

func TestAgainstTheJavaScriptSDK(t *testing.T) {
	url := startForeignAgent(t)
	p := newProber(t)
	ctx := context.Background()
	card, where, err := p.ResolveDID(ctx, "did:web:"+strings.Replace(strings.TrimPrefix(url, "http://"), ":", "%3A", 1))
	if err != nil {
		t.Fatal(err)
	}
	if where != url+"/.well-known/agent-card.json" || card.Name != "Foreign" || card.Endpoint != url+"/rpc" || card.Binding != eval.BindingJSONRPC || card.ProtocolVersion != "1.0" {
		t.Errorf("%+v at %s", card, where)
	}
	if len(card.Interfaces) != 4 {
		t.Fatalf("%+v", card.Interfaces)
	}
	for _, i := range card.Interfaces {
		t.Run(string(i.Binding)+" "+i.ProtocolVersion, func(t *testing.T) {
			for input, want := range map[string]string{"grüße 😀": "you said grüße 😀", "": "you said ", "task": "done"} {
				o := p.Do(ctx, Call{TaskType: eval.A2AMessage, Endpoint: i.URL, Binding: i.Binding, ProtocolVersion: i.ProtocolVersion, Card: card.Raw, Input: input})
				wantError(t, o, eval.NoError, "")
				if string(o.Observation.Body) != want || o.Attempts != 1 {
					t.Errorf("%q: %q after %d attempts", input, o.Observation.Body, o.Attempts)
				}
				if input == "task" {
					lookAgain(ctx, t, p, i.URL, i.Binding, i.ProtocolVersion, o)
				}
			}
			wantError(t, sendTo(t, p, i.URL, i.Binding, i.ProtocolVersion, "fail"), eval.ErrA2A, "failed: no luck")
		})
	}
}
