package probe

import (
	"context"
	"strings"
	"testing"

	"assay/eval"
	"assay/internal/foreign"
)

func TestAgainstTheJavaScriptSDK(t *testing.T) {
	url := foreign.Start(t)
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
