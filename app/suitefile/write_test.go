package suitefile_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"assay/app/suitefile"
	"assay/eval"
)

// texts are spellings that YAML readers are known to disagree about, and whatever else chance finds.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"", " ", "no", "No", "YES", "on", "y", "~", "null", "true", "123", "0123", "0x10", "1e3", "1_000", ".inf", ".NaN", "12:30:45", "2026-02-29",
			"- x", "-", "a: b", "a:", ":a", "a #b", "#b", "'", "''", `"`, `\`, `\n`, "it's", "[a]", "{a: 1}", "*a", "&a", "!a", "%a", "@a", "`a`", "|", ">", "?", "? a",
			"<<", "---", "...", "a\nb", "a\nb\n", "a\n\nb", "\na", "a\n", "a\n\n", " a\nb", "a \nb", "a\n  b", "a\r\nb", "a\tb", "\ta", "a\n---\nb", "é", "ё: x", "日本", "\u00a0",
			"\u0085", "\u2028", "\ufeffa", "😀", "\x01", "\x7f", `^v\d+\.\d+$`, "did:web:a%3A8080:b", "http://x/y?a=b&c=d#e", "a, b", "a]", "a}",
		}),
		rapid.StringOf(rapid.RuneFrom([]rune("ab :#-'\"\\\n\r\t|>{}[]&*!%@`?,~0.é\u00a0\u0085\u2028\u200b\ufeff😀\x01\x1b"))),
		rapid.String(),
	).Filter(func(s string) bool { return !bytes.ContainsRune([]byte(s), 0) })
}

func suites() *rapid.Generator[eval.Suite] {
	task := rapid.Custom(func(t *rapid.T) eval.Task {
		return eval.Task{
			Name:     texts().Draw(t, "name"),
			Input:    texts().Draw(t, "input"),
			Scorer:   rapid.SampledFrom([]string{"status_ok", "exact", "contains", "regex", "latency_under_ms"}).Draw(t, "scorer"),
			Expected: texts().Draw(t, "expected"),
			Weight:   rapid.Float64Range(0, 1e300).Draw(t, "weight"),
		}
	})
	return rapid.Custom(func(t *rapid.T) eval.Suite {
		s := eval.Suite{
			Key:              texts().Draw(t, "key"),
			Name:             texts().Draw(t, "name"),
			Description:      texts().Draw(t, "description"),
			TaskType:         rapid.SampledFrom([]eval.TaskType{eval.HTTPProbe, eval.A2AMessage}).Draw(t, "type"),
			IntervalMinutes:  rapid.IntRange(0, 1<<31-1).Draw(t, "interval"),
			RewardAmount:     rapid.Int64Min(0).Draw(t, "reward"),
			ReputationSignal: rapid.Bool().Draw(t, "signal"),
			Enabled:          rapid.Bool().Draw(t, "enabled"),
		}
		if n := rapid.IntRange(0, 3).Draw(t, "targets"); n > 0 {
			s.TargetDIDs = rapid.SliceOfN(texts(), n, n).Draw(t, "dids")
		}
		if n := rapid.IntRange(0, 3).Draw(t, "tasks"); n > 0 {
			s.Tasks = rapid.SliceOfN(task, n, n).Draw(t, "list")
		}
		return s
	})
}

// Whatever a suite's texts are, Parse reads back what Format wrote, and writing that again gives the same bytes.
func TestFormatRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfNDistinct(suites(), 1, 3, func(s eval.Suite) string { return s.Key }).Draw(t, "suites")
		file := suitefile.Format(want...)
		docs, err := suitefile.Parse("f.yaml", file)
		if err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		var got []eval.Suite
		for _, d := range docs {
			got = append(got, d.Suite)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s\n%s", diff, file)
		}
		if again := suitefile.Format(got...); !bytes.Equal(again, file) {
			t.Fatalf("written again:\n%s\nfirst:\n%s", again, file)
		}
	})
}

// Another YAML reader sees the same texts in what Format wrote.
func TestFormatForeignReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := suites().Draw(t, "suite")
		file := suitefile.Format(s)
		var foreign struct {
			Key, Description string
			Name             *string
			TargetDIDs       []string `yaml:"target_dids"`
			Tasks            []struct {
				Name, Input, Expected string
				Weight                *float64
			}
		}
		dec := yaml.NewDecoder(bytes.NewReader(file))
		if err := dec.Decode(&foreign); err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		got := eval.Suite{Key: foreign.Key, Name: foreign.Key, Description: foreign.Description, TargetDIDs: foreign.TargetDIDs}
		if foreign.Name != nil {
			got.Name = *foreign.Name
		}
		want := eval.Suite{Key: s.Key, Name: s.Name, Description: s.Description, TargetDIDs: s.TargetDIDs}
		for i, f := range foreign.Tasks {
			weight := 1.0
			if f.Weight != nil {
				weight = *f.Weight
			}
			got.Tasks = append(got.Tasks, eval.Task{Name: f.Name, Input: f.Input, Expected: f.Expected, Weight: weight})
			w := s.Tasks[i]
			want.Tasks = append(want.Tasks, eval.Task{Name: w.Name, Input: w.Input, Expected: w.Expected, Weight: w.Weight})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s\n%s", diff, file)
		}
		if err := dec.Decode(new(any)); !errors.Is(err, io.EOF) {
			t.Fatalf("more than one document:\n%s", file)
		}
	})
}
