package main

import (
	"strings"
	"testing"

	"assay/cmd/assay/internal/client"
	"assay/eval"
)

// On a terminal a bar stands under the lines and is drawn anew with each event; what quotes an agent is inert.
func TestProgressBar(t *testing.T) {
	var out strings.Builder
	show := newLines(&out, true)
	yes, no, timeout, detail, ms := true, false, "TIMEOUT", "no answer\x1b[2J", int64(12)
	r := client.Run{ID: "run_1", Trial: true, Status: eval.RunRunning, Progress: eval.RunProgress{Total: 3}}
	r.Suite.Key = "s"
	show.begin(r)
	result := func(task string, passed *bool, code, detail *string) *client.Result {
		res := &client.Result{Passed: passed, LatencyMS: &ms, Error: code, ErrorDetail: detail}
		res.Agent.DID, res.Task.Name = "did:web:a", task
		return res
	}
	for _, e := range []client.Event{
		{Kind: eval.EventRunStarted, Run: r},
		{Kind: eval.EventResultRecorded, Result: result("one", &yes, nil, nil), Run: client.Run{Progress: eval.RunProgress{Total: 3, Recorded: 1}}},
		{Kind: eval.EventResultRecorded, Result: result("two\u202e", &no, &timeout, &detail), Run: client.Run{Progress: eval.RunProgress{Total: 3, Recorded: 2, Failed: 1}}},
	} {
		if err := show.event(e); err != nil {
			t.Fatal(err)
		}
	}
	show.end(client.Run{Status: eval.RunCancelled, Progress: eval.RunProgress{Total: 3, Passed: 1, Failed: 1, Cancelled: 1}}, nil)
	const clear = "\r\x1b[2K"
	want := clear + "trial run_1 of s\n" +
		clear + strings.Repeat("░", 30) + " 0/3" +
		clear + "  pass  did:web:a  one  12 ms\n" +
		clear + strings.Repeat("█", 10) + strings.Repeat("░", 20) + " 1/3" +
		clear + `  FAIL  did:web:a  two\u202e  12 ms  timeout: no answer\u001b[2J` + "\n" +
		clear + strings.Repeat("█", 20) + strings.Repeat("░", 10) + " 2/3 · 1 failed" +
		clear + "cancelled: 1 of 3 passed, 1 failed, 1 cancelled\n"
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		run  client.Run
		want int
	}{
		{client.Run{Status: eval.RunCompleted, Progress: eval.RunProgress{Total: 2, Recorded: 2, Passed: 2}}, exitHolds},
		{client.Run{Status: eval.RunCompleted, Progress: eval.RunProgress{Total: 2, Recorded: 2, Passed: 1, Failed: 1}}, exitFails},
		{client.Run{Status: eval.RunCompleted, Progress: eval.RunProgress{Total: 3, Recorded: 3, Passed: 1, Failed: 1, ExaminerFaults: 1}}, exitFails},
		{client.Run{Status: eval.RunCompleted, Progress: eval.RunProgress{Total: 2, Recorded: 2, Passed: 1, ExaminerFaults: 1}}, exitNoVerdict},
		{client.Run{Status: eval.RunCompleted}, exitNoVerdict},
		{client.Run{Status: eval.RunFailed, Progress: eval.RunProgress{Total: 1, Recorded: 1, ExaminerFaults: 1}}, exitNoVerdict},
		{client.Run{Status: eval.RunCancelled, Progress: eval.RunProgress{Total: 2, Recorded: 2, Failed: 1, Cancelled: 1}}, exitNoVerdict},
	} {
		if code, _ := exitCode(verdict(c.run)); code != c.want {
			t.Errorf("%+v: exit code %d, want %d", c.run, code, c.want)
		}
	}
}
