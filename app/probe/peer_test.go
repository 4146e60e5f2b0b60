package probe

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"assay/eval"
)

// sdkAgent is an agent made with the Go SDK. It answers "task" with a task, "fail" with one that fails, and all else with a message.
type sdkAgent struct{}

func (sdkAgent) Execute(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		word := x.Message.Parts[0].Text()
		if word != "task" && word != "fail" {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("you said "), a2a.NewTextPart(word)), nil)
			return
		}
		last := a2a.NewStatusUpdateEvent(x, a2a.TaskStateCompleted, nil)
		if word == "fail" {
			last = a2a.NewStatusUpdateEvent(x, a2a.TaskStateFailed, a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart("no luck")))
		}
		for _, e := range []a2a.Event{
			a2a.NewSubmittedTask(x, x.Message),
			a2a.NewStatusUpdateEvent(x, a2a.TaskStateWorking, nil),
			a2a.NewArtifactEvent(x, a2a.NewTextPart("done")),
			last,
		} {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (sdkAgent) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(func(a2a.Event, error) bool) {}
}

// startSDKAgent serves the agent in every version and binding, each at a path of its own.
func startSDKAgent(t *testing.T) *httptest.Server {
	handler := a2asrv.NewHandler(sdkAgent{}, a2asrv.WithLogger(slog.New(slog.DiscardHandler)))
	mux := http.NewServeMux()
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler)))
	mux.Handle("/rpc03", a2av0.NewJSONRPCHandler(handler))
	mux.Handle("/rest03/", http.StripPrefix("/rest03", a2av0.NewRESTHandler(handler)))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	card := &a2a.AgentCard{
		Name: "SDK", Description: "made with the Go SDK", Version: "1", DefaultInputModes: []string{"text"}, DefaultOutputModes: []string{"text"},
		SupportedInterfaces: []*a2a.AgentInterface{a2a.NewAgentInterface(s.URL+"/rpc", a2a.TransportProtocolJSONRPC)},
		Skills:              []a2a.AgentSkill{{ID: "x", Name: "x", Description: "x", Tags: []string{"x"}}},
	}
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	old := *card
	old.SupportedInterfaces = []*a2a.AgentInterface{
		{URL: s.URL + "/rest03", ProtocolBinding: a2a.TransportProtocolHTTPJSON, ProtocolVersion: a2av0.Version},
		{URL: s.URL + "/rpc03", ProtocolBinding: a2a.TransportProtocolJSONRPC, ProtocolVersion: a2av0.Version},
	}
	mux.Handle("/old-card", a2asrv.NewAgentCardHandler(a2av0.NewStaticAgentCardProducer(&old)))
	return s
}

func TestAgainstTheGoSDK(t *testing.T) {
	s := startSDKAgent(t)
	p := newProber(t)
	ctx := context.Background()
	for _, c := range []struct {
		binding       eval.Binding
		version, path string
		attempts      int
	}{
		{eval.BindingJSONRPC, "1.0", "/rpc", 1},
		{eval.BindingHTTPJSON, "1.0", "/rest", 1},
		{eval.BindingJSONRPC, "0.3", "/rpc03", 1},
		{eval.BindingHTTPJSON, "0.3", "/rest03", 2}, // the first in the form of the other SDKs
	} {
		t.Run(string(c.binding)+" "+c.version, func(t *testing.T) {
			o := sendTo(t, p, s.URL+c.path, c.binding, c.version, "grüße 😀")
			wantError(t, o, eval.NoError, "")
			if string(o.Observation.Body) != "you said grüße 😀" || o.Attempts != c.attempts {
				t.Errorf("%q after %d", o.Observation.Body, o.Attempts)
			}
			wantError(t, sendTo(t, p, s.URL+c.path, c.binding, c.version, "fail"), eval.ErrA2A, "failed: no luck")
			o = sendTo(t, p, s.URL+c.path, c.binding, c.version, "task")
			wantError(t, o, eval.NoError, "")
			if string(o.Observation.Body) != "done" {
				t.Errorf("%q", o.Observation.Body)
			}
			lookAgain(ctx, t, p, s.URL+c.path, c.binding, c.version, o)
		})
	}
}

// lookAgain asks for the task that an outcome came from, and to cancel it: requests that an agent which answers at once never gets.
func lookAgain(ctx context.Context, t *testing.T, p *Prober, endpointURL string, b eval.Binding, version string, o Outcome) {
	t.Helper()
	target, failed := aimA2A(Call{Endpoint: endpointURL, Binding: b, ProtocolVersion: version})
	if failed != nil {
		t.Fatal(failed)
	}
	lines := target.(a2aCall).lines
	l := lines[o.Attempts-1]
	first := &reply{}
	last := o.Evidence.Exchanges[len(o.Evidence.Exchanges)-1]
	if failed := first.read(l.dialect, &response{status: 200, body: last.ResponseBody}); failed != nil {
		t.Fatal(failed)
	}
	run := &session{p: p, start: time.Now()}
	res, failed := run.exchange(ctx, l.get(first.taskID), nil)
	if failed != nil {
		t.Fatal(failed)
	}
	again := &reply{}
	if failed := again.read(l.dialect, res); failed != nil {
		t.Fatal(failed)
	}
	if body, failed := again.result(); failed != nil || string(body) != string(o.Observation.Body) {
		t.Errorf("looking again: %q, %v", body, failed)
	}
	if res, failed = run.exchange(ctx, l.cancel(first.taskID), nil); failed != nil {
		t.Fatal(failed)
	}
	if failed := (&reply{}).read(l.dialect, res); failed == nil || failed.code != eval.ErrA2A {
		t.Errorf("cancelling what has ended: %v %s", failed, res.body)
	}
}

func TestCardsOfTheGoSDK(t *testing.T) {
	s := startSDKAgent(t)
	p := newProber(t)
	ctx := context.Background()
	did := "did:web:" + strings.Replace(strings.TrimPrefix(s.URL, "http://"), ":", "%3A", 1)
	card, where, err := p.ResolveDID(ctx, did)
	if err != nil || card.Endpoint != s.URL+"/rpc" || card.Binding != eval.BindingJSONRPC || card.ProtocolVersion != "1.0" || where != s.URL+"/.well-known/agent-card.json" || len(card.Warnings) != 0 {
		t.Errorf("%+v at %s, %v", card, where, err)
	}
	old, err := p.FetchCard(ctx, s.URL+"/old-card")
	if err != nil || old.Endpoint != s.URL+"/rest03" || old.Binding != eval.BindingHTTPJSON || old.ProtocolVersion != "0.3" {
		t.Fatalf("%+v, %v", old, err)
	}
	o := p.Do(ctx, Call{TaskType: eval.A2AMessage, Endpoint: old.Endpoint, Binding: old.Binding, ProtocolVersion: old.ProtocolVersion, Card: old.Raw, Input: "hi"})
	wantError(t, o, eval.NoError, "")
	if string(o.Observation.Body) != "you said hi" || o.Attempts != 2 || !strings.HasSuffix(o.Evidence.Exchanges[1].URL, "/rpc03") {
		t.Errorf("%+v", o)
	}
}

// An agent of the Go SDK, spoken to over JSON-RPC.
func ExampleProber_Do() {
	s := httptest.NewServer(a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(sdkAgent{})))
	defer s.Close()
	p := New(Config{AllowTargets: loopbacks})
	o := p.Do(context.Background(), Call{TaskType: eval.A2AMessage, Endpoint: s.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Input: "hi"})
	fmt.Printf("%s, HTTP %d, %d attempt\n", o.Observation.Body, o.Observation.Status, o.Attempts)
	// Output: you said hi, HTTP 200, 1 attempt
}
