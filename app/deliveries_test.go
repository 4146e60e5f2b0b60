package app_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/app"
	"assay/app/probe"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

// courier answers as it is told, and keeps what it was to bring.
type courier struct {
	mu      sync.Mutex
	answers []probe.Outcome
	calls   []probe.Call
}

func (c *courier) Do(_ context.Context, call probe.Call) probe.Outcome {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
	if len(c.answers) == 0 {
		return probe.Outcome{Observation: eval.Observation{Status: http.StatusOK}}
	}
	answer := c.answers[0]
	c.answers = c.answers[1:]
	return answer
}

func refused() probe.Outcome {
	return probe.Outcome{Observation: eval.Observation{Error: eval.ErrTimeout}, Detail: "nothing came"}
}

func (w *office) push(to eval.Agent, deadline time.Time) eval.Work {
	w.t.Helper()
	work, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, Title: "Go", Brief: "and look", WorkClass: "code", Delivery: eval.DeliveryPush, Deadline: deadline})
	if err != nil {
		w.t.Fatal(err)
	}
	return work
}

func (w *office) deliver(by app.Messenger) {
	w.t.Helper()
	if err := w.App.Deliver(w.t.Context(), by); err != nil {
		w.t.Fatal(err)
	}
}

func (w *office) work(id string) eval.Work {
	w.t.Helper()
	work, err := w.App.Work(w.ada.Context(), id)
	if err != nil || work == nil {
		w.t.Fatal(work, err)
	}
	return *work
}

func TestDeliveries(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work := w.push(to, noon.Add(time.Hour))
		pulled := w.send(to, classscore.Code)
		by := &courier{}
		w.deliver(by)
		w.deliver(by)
		if len(by.calls) != 1 {
			t.Fatalf("%d calls", len(by.calls))
		}
		c := by.calls[0]
		want := fmt.Sprintf("Go\n\nand look\n\n{\"assay_task\":%q,\"deadline\":\"2026-11-30T13:00:00Z\",\"from\":%q,\"work_class\":\"code\"}", work.ID, w.sender.DID)
		if c.Input != want || c.Endpoint != to.Endpoint || c.TaskType != eval.A2AMessage || c.Binding != eval.BindingJSONRPC || c.ProtocolVersion != "1.0" {
			t.Errorf("%+v, want %s", c, want)
		}
		if got := w.work(work.ID); got.Status != eval.WorkSent || !got.DeliverAt.IsZero() || got.Attempts != 1 || w.outcome(work.ID) != nil {
			t.Errorf("%+v", got)
		}
		if got := w.events(work.ID) + "; " + w.events(pulled.ID); got != "SENT by agent, DELIVERED by system; SENT by agent" {
			t.Error(got)
		}
		bare, err := w.App.RegisterAgent(w.ada.Context(), app.RegisterAgent{Endpoint: "https://bare.example"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.App.SendTask(w.as(w.sender), app.SendTask{To: bare.DID, Title: "Go", Delivery: eval.DeliveryPush})
		wants(t, "to what has no A2A endpoint", err, fault.Invalid)
	})
}

func TestFailedDeliveries(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work, late := w.push(to, time.Time{}), w.push(to, time.Time{})
		by := &courier{answers: []probe.Outcome{refused(), refused(), refused(), {Observation: eval.Observation{Status: 503}}, refused(), refused()}}
		for i, c := range []struct {
			after time.Duration
			calls int
			state eval.WorkStatus
		}{
			{0, 2, eval.WorkSent}, {5*time.Second - time.Millisecond, 2, eval.WorkSent}, {time.Millisecond, 4, eval.WorkSent},
			{30*time.Second - time.Millisecond, 4, eval.WorkSent}, {time.Millisecond, 6, eval.WorkUndelivered}, {time.Hour, 6, eval.WorkUndelivered},
		} {
			w.clock.Add(c.after)
			w.deliver(by)
			if got := w.work(work.ID); len(by.calls) != c.calls || got.Status != c.state {
				t.Errorf("look %d: %d calls, %+v", i, len(by.calls), got)
			}
		}
		if got := w.events(work.ID); got != "SENT by agent, DELIVERY_FAILED by system attempt 3 of 3: timeout nothing came" {
			t.Error(got)
		}
		if o := w.outcome(late.ID); o == nil || o.Success || o.Source != "system" || o.Weight != 0.5 {
			t.Errorf("%+v", o)
		}
		if s := w.score(to, classscore.Code); s == nil || s.Document.Outcomes.Count != 2 {
			t.Errorf("%+v", s)
		}

		// What ended, or came by another way, is not brought any more.
		ended, waits := w.push(to, time.Time{}), w.push(to, time.Time{})
		by.answers = []probe.Outcome{refused(), refused()}
		w.deliver(by)
		if _, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: ended.ID, Result: "done"}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.App.RequestApproval(w.as(to), app.RequestApproval{WorkID: waits.ID, Call: "may I?"}); err != nil {
			t.Fatal(err)
		}
		by.answers = []probe.Outcome{refused(), refused()}
		for range 3 {
			w.clock.Add(time.Minute)
			w.deliver(by)
		}
		if got := w.work(waits.ID); len(by.calls) != 10 || got.Status != eval.WorkWaiting || got.Attempts != 3 || !got.DeliverAt.IsZero() {
			t.Errorf("%d calls, %+v", len(by.calls), got)
		}
		// An agent that may not be called is not.
		gone := w.agent("them")
		left := w.push(gone, time.Time{})
		if _, err := w.App.RemoveAgent(w.ada.Context(), gone.DID); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			w.deliver(by)
			w.clock.Add(time.Minute)
		}
		if got := w.events(left.ID); len(by.calls) != 10 || got != "SENT by agent, DELIVERY_FAILED by system attempt 3 of 3: the agent is removed" {
			t.Errorf("%d calls, %s", len(by.calls), got)
		}
	})
}

// A delivery that ends the moment its work does changes nothing.
func TestDeliveryOfWorkThatEnds(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work := w.push(to, time.Time{})
		w.deliver(messenger(func(context.Context, probe.Call) probe.Outcome {
			if _, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: "done"}); err != nil {
				t.Error(err)
			}
			return refused()
		}))
		if got := w.events(work.ID); got != "SENT by agent, RESULT_SUBMITTED by agent" {
			t.Error(got)
		}
	})
}

type messenger func(context.Context, probe.Call) probe.Outcome

func (m messenger) Do(ctx context.Context, c probe.Call) probe.Outcome { return m(ctx, c) }

// A real agent gets the message over HTTP.
func TestDeliveryOverHTTP(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		got := make(chan string, 1)
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got <- string(body)
			rw.Header().Set("Content-Type", "application/json")
			id := body[strings.Index(string(body), `"id":`)+len(`"id":`):]
			id = id[:strings.IndexAny(string(id), ",}")]
			_, _ = fmt.Fprintf(rw, `{"jsonrpc":"2.0","id":%s,"result":{"message":{"messageId":"a","role":"ROLE_AGENT","parts":[{"text":"on it"}]}}}`, id)
		}))
		t.Cleanup(server.Close)
		to := w.agent("them", func(in *app.RegisterAgent) { in.Card = []byte(card("Real", server.URL)) })
		work := w.push(to, time.Time{})
		w.deliver(w.Prober)
		if body := <-got; !strings.Contains(body, work.ID) || !strings.Contains(body, "and look") {
			t.Error(body)
		}
		if got := w.events(work.ID); got != "SENT by agent, DELIVERED by system" {
			t.Error(got)
		}
	})
}
