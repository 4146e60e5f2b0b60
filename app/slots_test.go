package app_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"assay/app"
	"assay/app/suitefile"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

func workshop() *app.App {
	return app.New(app.Config{}, nil, nil, nil, time.Now, slog.New(slog.DiscardHandler))
}

func TestSamplesAreBounded(t *testing.T) {
	a := workshop()
	for field, s := range map[string]app.Sample{
		"body":     {Scorer: scorer.Regex, Expected: "x", Body: strings.Repeat("x", app.MaxSample+1), Status: 200},
		"expected": {Scorer: scorer.Contains, Expected: strings.Repeat("x", eval.MaxText+1), Status: 200},
	} {
		_, err := a.ScoreSample(t.Context(), s)
		if f := fault.As(err); f == nil || f.Kind != fault.Invalid || f.Field != field || !strings.Contains(f.Message, "at most 65536 bytes") {
			t.Errorf("%s: %v", field, err)
		}
	}
	largest := app.Sample{Scorer: scorer.Contains, Expected: "y", Body: strings.Repeat("x", app.MaxSample-1) + "y", Status: 200}
	if v, err := a.ScoreSample(t.Context(), largest); err != nil || !v.Passed {
		t.Errorf("%+v, %v", v, err)
	}
}

// What a stranger may have worked out takes its turn, waits for it no longer than the caller does, and never for ever.
func TestStrangersWorkTakesItsTurn(t *testing.T) {
	asks := map[string]func(context.Context, *app.App) error{
		"scoreSample": func(ctx context.Context, a *app.App) error {
			_, err := a.ScoreSample(ctx, app.Sample{Scorer: scorer.StatusOK, Status: 200})
			return err
		},
		"readSuiteFile": func(ctx context.Context, a *app.App) error {
			_, problems, err := a.ReadSuiteFile(ctx, "key: a")
			if len(problems) > 0 {
				err = problems
			}
			return err
		},
	}
	for name, ask := range asks {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := workshop()
				free := app.TakeWork(a)
				if err := ask(t.Context(), a); !fault.Is(err, fault.TooMany) {
					t.Errorf("all slots are taken: %v", err)
				}
				gone, cancel := context.WithCancel(t.Context())
				cancel()
				if err := ask(gone, a); !errors.Is(err, context.Canceled) {
					t.Errorf("the caller is gone: %v", err)
				}
				waits := make(chan error)
				go func() { waits <- ask(t.Context(), a) }()
				synctest.Wait()
				free()
				if err := <-waits; err != nil {
					t.Errorf("a slot is free: %v", err)
				}
				if err := ask(t.Context(), a); err != nil {
					t.Errorf("the slot was not given back: %v", err)
				}
			})
		})
	}
}

func TestSuiteFilesAreBounded(t *testing.T) {
	a := workshop()
	task := func(n int) string { return strings.Repeat("  - {name: a, scorer: nothing}\n", n) }
	for _, c := range []struct {
		what, text, want string
		problems         int
	}{
		{"large", strings.Repeat("#\n", app.MaxFile/2+1), "at most 262144 bytes", 1},
		{"of many words", "key: a\ntasks:\n" + strings.Repeat("  -\n", 20_000), "more than 20000 words", 1},
		{"wrong everywhere", "key: a\ntasks:\n" + task(300), "nothing", 100},
		{"of wrong suites", strings.Repeat("---\nname: a\n", 300), "key", 100},
	} {
		suites, problems, err := a.ReadSuiteFile(t.Context(), c.text)
		if err != nil || suites != nil || len(problems) != c.problems || !strings.Contains(problems[0].Message, c.want) {
			t.Errorf("%s: %d suites, %d problems, %v: %.200v", c.what, len(suites), len(problems), err, problems)
		}
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	text := "key: a\ntasks:\n  - {name: a, scorer: regex, expected: a}\n"
	if suites, problems, err := app.ReadSuiteFile(late, text); err != nil || suites != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, "takes too long") {
		t.Errorf("out of time: %v, %v", problems, err)
	}
	if _, err := suitefile.Parse("", []byte(text)); err != nil {
		t.Error(err)
	}
}
