package app

import (
	"context"
	"errors"
	"fmt"

	"assay/app/suitefile"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

// Sample is a response that a rule is tried on.
type Sample struct {
	Scorer, Expected string // Expected has at most as many bytes as a task's
	Body             string // at most MaxSample bytes
	Status           int    // of HTTP, 100–599
	LatencyMS        int64  // to the last byte, 0 or more
}

// MaxSample is the largest body that a rule is tried on. What a pattern costs grows with it.
const MaxSample = 64 << 10

// ScoreSample applies a task's rule to a response that was pasted in and says what it would score and why. Nothing is called or stored.
// Invalid when the rule could not be saved, or the response not have come. A few are tried at a time. Public.
func (a *App) ScoreSample(ctx context.Context, s Sample) (eval.Verdict, error) {
	if n := len(s.Expected); n > eval.MaxText {
		return eval.Verdict{}, fault.Bad("expected", "has at most %d bytes; this has %d", eval.MaxText, n)
	}
	if n := len(s.Body); n > MaxSample {
		return eval.Verdict{}, fault.Bad("body", "a rule is tried on at most %d bytes; this has %d: give the part that decides", MaxSample, n)
	}
	_, free, err := a.turn(ctx)
	if err != nil {
		return eval.Verdict{}, err
	}
	defer free()
	if err := scorer.Check(s.Scorer, s.Expected); err != nil {
		return eval.Verdict{}, err
	}
	if s.Status < 100 || s.Status > 599 {
		return eval.Verdict{}, fault.Bad("status", "an HTTP status is from 100 to 599, not %d", s.Status)
	}
	if s.LatencyMS < 0 {
		return eval.Verdict{}, fault.Bad("latency_ms", "must be 0 or more, not %d", s.LatencyMS)
	}
	return scorer.Score(s.Scorer, s.Expected, eval.Observation{Status: s.Status, Body: []byte(s.Body), LatencyMS: s.LatencyMS}), nil
}

// SuiteFile gives a suite that the caller was given as a file: what ReadSuiteFile, and `assay suite apply`, read back.
func (a *App) SuiteFile(_ context.Context, s eval.Suite) string { return string(suitefile.Format(s)) }

// MaxFile is the largest file that ReadSuiteFile takes; `assay suite apply` takes larger ones.
const MaxFile = 256 << 10

// ReadSuiteFile reads a suite file without storing anything: its suites in order, defaults filled in, or everything that is wrong with it.
// The file is held against the rules that need no registry; what only PutSuite can tell, such as targets that are not registered, is left
// to its dry run. A few files are read at a time. Public.
func (a *App) ReadSuiteFile(ctx context.Context, text string) ([]eval.Suite, suitefile.Errors, error) {
	if n := len(text); n > MaxFile {
		return nil, suitefile.Errors{{Line: 1, Column: 1, Message: fmt.Sprintf("files of at most %d bytes are read here, and this has %d: use assay suite apply", MaxFile, n)}}, nil
	}
	ctx, free, err := a.turn(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	return readSuiteFile(ctx, text)
}

func readSuiteFile(ctx context.Context, text string) ([]eval.Suite, suitefile.Errors, error) {
	docs, err := suitefile.Parse("", []byte(text))
	if problems, ok := errors.AsType[suitefile.Errors](err); ok {
		return nil, problems, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var problems suitefile.Errors
	suites := make([]eval.Suite, len(docs))
	for i, d := range docs {
		err := d.CheckBy(func(rule, expected string) error {
			if ctx.Err() != nil { // patterns may be slow to read, and many
				return fault.New(fault.Invalid, "too_slow", "it takes too long to check the rules of this file here: use assay suite apply")
			}
			return scorer.Check(rule, expected)
		})
		if problem, ok := errors.AsType[*suitefile.Error](err); ok {
			problems = append(problems, problem)
		} else if err != nil {
			return nil, nil, err
		}
		suites[i] = d.Suite
	}
	if len(problems) > 0 {
		return nil, problems, nil
	}
	return suites, nil, nil
}
