package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"assay/cmd/assay/internal/client"
	"assay/eval"
)

// viewer shows a run as it goes on.
type viewer interface {
	begin(client.Run)
	event(client.Event) error
	end(client.Run, error)
}

// jsonLines prints each event as the API sent it.
type jsonLines struct{ w io.Writer }

func (jsonLines) begin(client.Run) {}

func (j jsonLines) event(e client.Event) error {
	_, err := fmt.Fprintf(j.w, "%s\n", e.JSON)
	return err
}

func (jsonLines) end(client.Run, error) {}

// lines prints one line a result for people; on a terminal, a progress bar under them.
type lines struct {
	w   io.Writer
	bar bool
}

func newLines(w io.Writer, terminal bool) *lines { return &lines{w, terminal} }

func (l *lines) begin(run client.Run) {
	what := "run"
	if run.Trial {
		what = "trial"
	}
	l.print("%s %s of %s\n", what, run.ID, run.Suite.Key)
}

func (l *lines) event(e client.Event) error {
	switch e.Kind {
	case eval.EventResultRecorded:
		l.print("%s\n", resultLine(*e.Result))
	case eval.EventAgentFinished:
		l.print("%s\n", agentLine(*e.RunAgent))
	case eval.EventCancelRequested:
		l.print("cancelling: calls in flight finish\n")
	}
	if l.bar && e.Run.Progress.Total > 0 {
		_, err := fmt.Fprintf(l.w, "\r\x1b[2K%s", progressLine(e.Run.Progress))
		return err
	}
	return nil
}

func (l *lines) end(run client.Run, err error) {
	if err != nil {
		l.print("")
		return
	}
	p := run.Progress
	words := []string{fmt.Sprintf("%d of %d passed", p.Passed, p.Total)}
	for _, part := range []struct {
		n    int
		name string
	}{{p.Failed, "failed"}, {p.Cancelled, "cancelled"}, {p.ExaminerFaults, "not measured"}} {
		if part.n > 0 {
			words = append(words, fmt.Sprintf("%d %s", part.n, part.name))
		}
	}
	l.print("%s: %s\n", strings.ToLower(string(run.Status)), strings.Join(words, ", "))
}

// print writes lines, in place of the bar if there is one. What cannot be written is not worth ending a watch for: the exit code counts.
func (l *lines) print(format string, args ...any) {
	if l.bar {
		format = "\r\x1b[2K" + format
	}
	_, _ = fmt.Fprintf(l.w, format, args...)
}

func resultLine(r client.Result) string {
	mark, why := "skip", ""
	switch {
	case r.Error != nil:
		why = "  " + strings.ToLower(*r.Error)
		if r.ErrorDetail != nil && *r.ErrorDetail != "" {
			why += ": " + *r.ErrorDetail
		}
	case r.Passed != nil && !*r.Passed:
		why = "  " + r.Verdict.Reason
	}
	if r.Passed != nil {
		mark = map[bool]string{true: "pass", false: "FAIL"}[*r.Passed]
	}
	took := ""
	if r.LatencyMS != nil {
		took = fmt.Sprintf("  %d ms", *r.LatencyMS)
	}
	return inert(fmt.Sprintf("  %s  %s  %s%s%s", mark, r.Agent.DID, r.Task.Name, took, why))
}

func agentLine(a client.RunAgent) string {
	score := "no score"
	if a.SuiteScore != nil {
		score = fmt.Sprintf("score %.3f", *a.SuiteScore)
	}
	return inert(fmt.Sprintf("%s: %s, %d of %d passed", a.Agent.DID, score, a.Passed, a.Recorded))
}

const barWidth = 30

func progressLine(p eval.RunProgress) string {
	full := barWidth * p.Recorded / p.Total
	line := fmt.Sprintf("%s%s %d/%d", strings.Repeat("█", full), strings.Repeat("░", barWidth-full), p.Recorded, p.Total)
	if p.Failed > 0 {
		line += fmt.Sprintf(" · %d failed", p.Failed)
	}
	return line
}

// inert makes text that quotes an agent safe on a terminal: control and other invisible characters are escaped.
func inert(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}
