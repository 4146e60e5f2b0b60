package demo

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

const version = "1.0.0"

// sums is an A2A agent with its card, and the plain pages that any service has.
func sums(name, origin string) http.Handler {
	mux := pages()
	mux.Handle("/a2a", a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(clerk{})))
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(&a2a.AgentCard{
		Name:                name,
		Description:         "Adds, multiplies and divides two numbers, repeats what it is told, counts words.",
		Version:             version,
		SupportedInterfaces: []*a2a.AgentInterface{a2a.NewAgentInterface(origin+"/a2a", a2a.TransportProtocolJSONRPC)},
		DefaultInputModes:   []string{"text/plain"},
		DefaultOutputModes:  []string{"text/plain"},
		Skills: []a2a.AgentSkill{{
			ID: "sums", Name: "Sums", Description: "Small sums in whole numbers.", Tags: []string{"arithmetic"},
			Examples: []string{"What is 17 + 25?", "Say: hello", "Count words: the quick brown fox"},
		}},
	}))
	return mux
}

// pages are what http_probe suites look at.
func pages() *http.ServeMux {
	mux := http.NewServeMux()
	say := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, text) // a caller that has gone needs no answer
		}
	}
	mux.HandleFunc("GET /health", say("ok\n"))
	mux.HandleFunc("GET /version", say(version+"\n"))
	return mux
}

// plain is a service without a card.
func plain() http.Handler { return pages() }

// clerk answers the questions of the A2A agents.
type clerk struct{}

// Execute answers with a message; counting words is a task with an artifact, as longer work would be.
func (clerk) Execute(_ context.Context, in *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		var asked strings.Builder
		for _, p := range in.Message.Parts {
			asked.WriteString(p.Text())
		}
		words, counting := strings.CutPrefix(asked.String(), "Count words:")
		if !counting {
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart(answer(asked.String()))), nil)
			return
		}
		count := strconv.Itoa(len(strings.Fields(words)))
		for _, e := range []a2a.Event{
			a2a.NewSubmittedTask(in, in.Message),
			a2a.NewStatusUpdateEvent(in, a2a.TaskStateWorking, nil),
			a2a.NewArtifactEvent(in, a2a.NewTextPart(count)),
			a2a.NewStatusUpdateEvent(in, a2a.TaskStateCompleted, nil),
		} {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Cancel ends a task, all of which are over at once anyway.
func (clerk) Cancel(_ context.Context, in *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(in, a2a.TaskStateCanceled, nil), nil)
	}
}

var sum = regexp.MustCompile(`(-?\d{1,9})\s*([-+*/])\s*(-?\d{1,9})`)

func answer(asked string) string {
	if said, ok := strings.CutPrefix(asked, "Say:"); ok {
		return strings.TrimSpace(said)
	}
	m := sum.FindStringSubmatch(asked)
	if m == nil {
		return "I add, multiply and divide two numbers, repeat what follows `Say:`, and count what follows `Count words:`."
	}
	a, _ := strconv.ParseInt(m[1], 10, 64) // nine digits fit
	b, _ := strconv.ParseInt(m[3], 10, 64)
	switch m[2] {
	case "+":
		return strconv.FormatInt(a+b, 10)
	case "-":
		return strconv.FormatInt(a-b, 10)
	case "*":
		return strconv.FormatInt(a*b, 10)
	}
	if b == 0 {
		return "One cannot divide by zero."
	}
	return fmt.Sprint(float64(a) / float64(b))
}
