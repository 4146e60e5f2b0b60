package app

import (
	"context"
	"errors"

	"assay/app/suitefile"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

// Sample is a response that a rule is tried on.
type Sample struct {
	Scorer, Expected string
	Body             string
	Status           int   // of HTTP, 100–599
	LatencyMS        int64 // to the last byte, 0 or more
}

// ScoreSample applies a task's rule to a response that was pasted in and says what it would score and why. Nothing is called or stored.
// Invalid when the rule could not be saved, or the response not have come. Public.
func (a *App) ScoreSample(_ context.Context, s Sample) (eval.Verdict, error) {
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

// ReadSuiteFile reads a suite file without storing anything: its suites in order, defaults filled in, or everything that is wrong with it.
// The file is held against the rules that need no registry; what only PutSuite can tell, such as targets that are not registered, is left
// to its dry run. Public.
func (a *App) ReadSuiteFile(_ context.Context, text string) ([]eval.Suite, suitefile.Errors, error) {
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
		err := d.Check()
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
