package eval_test

import (
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

var workStates = []eval.WorkStatus{"", eval.WorkSent, eval.WorkWaiting, eval.WorkSubmitted, eval.WorkFailed, eval.WorkMissed, eval.WorkUndelivered}

// The whole state machine: what is not in this table is refused.
func TestWorkStates(t *testing.T) {
	want := map[eval.WorkEventKind]string{
		eval.WorkWasSent:       "→SENT",
		eval.WorkDelivered:     "SENT→SENT WAITING→WAITING",
		eval.ApprovalRequested: "SENT→WAITING",
		eval.ApprovalDecided:   "WAITING→SENT",
		eval.ResultSubmitted:   "SENT→SUBMITTED",
		eval.FailureReported:   "SENT→FAILED WAITING→FAILED",
		eval.DeadlineMissed:    "SENT→MISSED WAITING→MISSED",
		eval.DeliveryFailed:    "SENT→UNDELIVERED",
	}
	for event, arrows := range want {
		var got []string
		for _, s := range workStates {
			next, err := s.After(event)
			if err == nil {
				got = append(got, string(s)+"→"+string(next))
				continue
			}
			if next != s || !fault.Is(err, fault.Conflict) || strings.Contains(err.Error(), "%!") {
				t.Errorf("%s in %q: %q, %v", event, s, next, err)
			}
		}
		if strings.Join(got, " ") != arrows {
			t.Errorf("%s: %v, want %s", event, got, arrows)
		}
	}
}

// From every state but the final ones the work can end, and from those it cannot go on.
func TestWorkEnds(t *testing.T) {
	events := []eval.WorkEventKind{eval.ApprovalRequested, eval.ApprovalDecided, eval.ResultSubmitted, eval.FailureReported, eval.DeadlineMissed, eval.DeliveryFailed}
	for _, s := range workStates[1:] {
		ends := slices.ContainsFunc(events, func(e eval.WorkEventKind) bool {
			next, err := s.After(e)
			return err == nil && next.Final()
		})
		moves := slices.ContainsFunc(events, func(e eval.WorkEventKind) bool { _, err := s.After(e); return err == nil })
		if ends == s.Final() || moves == s.Final() {
			t.Errorf("%s: final %t, ends %t, moves %t", s, s.Final(), ends, moves)
		}
	}
}

func TestWorkClass(t *testing.T) {
	for word, want := range map[string]classscore.Class{"": classscore.Other, "code": classscore.Code, "other": classscore.Other} {
		if got, err := eval.WorkClass("workClass", word); err != nil || got != want {
			t.Errorf("%q: %q, %v", word, got, err)
		}
	}
	for _, word := range []string{"Code", "cooking", " code"} {
		_, err := eval.WorkClass("workClass", word)
		if !fault.Is(err, fault.Invalid) || fault.As(err).Field != "workClass" {
			t.Errorf("%q: %v", word, err)
		}
		for _, class := range classscore.Classes {
			if !strings.Contains(err.Error(), string(class)) {
				t.Errorf("%q: %v does not name %s", word, err, class)
			}
		}
	}
}
