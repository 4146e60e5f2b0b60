package client

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"assay/eval"
)

// Run is where a run stands.
type Run struct {
	ID       string
	Status   eval.RunStatus
	Trial    bool
	Suite    struct{ Key string }
	Progress eval.RunProgress
	Skipped  []eval.SkippedTarget // named targets that were left out
	LastSeq  int64
}

// Event is something that happened in a run.
type Event struct {
	Seq      int64
	Kind     eval.RunEventKind
	Result   *Result
	RunAgent *RunAgent
	Run      Run             // as it stood when the event was sent
	JSON     json.RawMessage // the event as the registry sent it
}

// Result is one recorded result.
type Result struct {
	Agent       struct{ DID, Name string }
	Task        struct{ Name string }
	Score       *float64 // nil: cancelled, or the examiner's fault
	Passed      *bool
	LatencyMS   *int64 `json:"latencyMs"`
	Error       *string
	ErrorDetail *string
	Verdict     struct{ Reason string }
}

// RunAgent is one agent's part of a run.
type RunAgent struct {
	Agent            struct{ DID, Name string }
	SuiteScore       *float64
	Passed, Recorded int
}

const runFields = `id status trial lastSeq suite { key } skipped { did reason }
	progress { agents agentsFinished total recorded passed failed errors cancelled examinerFaults }`

// RunSuite starts a run of the suite with this key. The same idempotency key gives the same run. The error is a Refusal when there is
// no such suite or evals are off.
func (c *Client) RunSuite(ctx context.Context, key, idempotencyKey string) (Run, error) {
	const mutation = `mutation RunSuite($input: RunSuiteInput!) {
		runSuite(input: $input) { run { ` + runFields + ` } userErrors { code message field } }
	}`
	var data struct {
		RunSuite struct {
			Run        Run
			UserErrors Refusal
		}
	}
	input := map[string]any{"key": key, "idempotencyKey": idempotencyKey}
	if err := c.ask(ctx, mutation, map[string]any{"input": input}, &data); err != nil {
		return Run{}, err
	}
	if len(data.RunSuite.UserErrors) > 0 {
		return Run{}, data.RunSuite.UserErrors
	}
	return data.RunSuite.Run, nil
}

// Run reads a run; nil when there is none or it is a trial and the key is no admin's.
func (c *Client) Run(ctx context.Context, id string) (*Run, error) {
	var data struct{ Run *Run }
	err := c.ask(ctx, `query Run($id: ID!) { run(id: $id) { `+runFields+` } }`, map[string]any{"id": id}, &data)
	return data.Run, err
}

// maxTries is how often in a row Watch tries to reach a registry that is gone: about a minute.
const maxTries = 15

// maxPause is the longest pause between two tries.
const maxPause = 5 * time.Second

// Watch gives every event of a run to see, from its first, in order and once each, and returns the run when it has ended. A broken
// connection is taken up again where it broke. An error of see ends the watch.
func (c *Client) Watch(ctx context.Context, runID string, see func(Event) error) (Run, error) {
	var after int64
	for try, pause := 0, 250*time.Millisecond; ; try++ {
		before := after
		err := c.events(ctx, runID, after, func(e Event) error {
			after = e.Seq
			return see(e)
		})
		if err == nil { // the registry has nothing more to say, which also is so when the last event was seen before the connection broke
			var run *Run
			if run, err = c.Run(ctx, runID); run != nil && run.Status.Final() {
				return *run, nil
			}
		}
		if _, unreachable := errors.AsType[*Unreachable](err); err != nil && !unreachable || ctx.Err() != nil {
			return Run{}, errors.Join(ctx.Err(), err)
		}
		if after > before {
			try, pause = 0, 250*time.Millisecond
		}
		if try+1 >= maxTries {
			return Run{}, err
		}
		if try == 0 && err != nil && c.Lost != nil {
			c.Lost(err)
		}
		if err := c.wait(ctx, pause); err != nil {
			return Run{}, err
		}
		pause = min(2*pause, maxPause)
	}
}

// events streams the events after a seq until the registry says that there are no more.
func (c *Client) events(ctx context.Context, runID string, after int64, see func(Event) error) error {
	const subscription = `subscription RunEvents($runId: ID!, $after: Int) {
		runEvents(runId: $runId, after: $after) {
			seq at kind run { ` + runFields + ` } runAgent { agent { did name } suiteScore passed recorded }
			result {
				id agent { did name } task { name } score passed latencyMs error errorDetail fault attempts verdict { reason }
			}
		}
	}`
	return c.stream(ctx, subscription, map[string]any{"runId": runID, "after": after}, func(data json.RawMessage) error {
		var d struct{ RunEvents json.RawMessage }
		if err := json.Unmarshal(data, &d); err != nil {
			return err
		}
		e := Event{JSON: d.RunEvents}
		if err := json.Unmarshal(d.RunEvents, &e); err != nil {
			return err
		}
		return see(e)
	})
}
