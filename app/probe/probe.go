// Package probe calls agents.
package probe

import (
	"context"
	"time"

	"assay/eval"
)

// Call is one task to be fired at one agent.
type Call struct {
	TaskType        eval.TaskType
	Endpoint        string
	Binding         eval.Binding
	ProtocolVersion string
	Card            []byte // as published; names the other interfaces of an A2A agent
	Input           string
	Timeout         time.Duration // for everything, retries and following a task included
}

// Outcome is what came of a call. It is never an error: what went wrong is Observation.Error, with Detail in words.
type Outcome struct {
	Observation eval.Observation
	Detail      string
	Attempts    int // requests that carried the task to the agent; polls for its state do not count
	Timings     eval.Timings
	Evidence    *eval.Evidence // nil: nothing was called
}

var _ = context.Background
