package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const resultsExport = "../../eval/verify/testdata/results.json"

var update = flag.Bool("update", false, "write the transcripts anew")

// Each transcript is a command, what it wrote and its exit code.
func TestTranscriptsOfResults(t *testing.T) {
	text, err := os.ReadFile(resultsExport)
	if err != nil {
		t.Fatal(err)
	}
	key := logKey(t) // both exports are of one log
	for name, c := range map[string]struct {
		old, by string // what is changed in the export
		args    []string
	}{
		"holds":        {args: []string{"--key", key}},
		"no-key":       {},
		"json":         {args: []string{"--json"}},
		"changed":      {old: `"latency_ms":12,`, by: `"latency_ms":11,`, args: []string{"--key", key}},
		"other-key":    {args: []string{"--key", otherKey(t)}},
		"bad-key":      {args: []string{"--key", "assay.example/log+00000000+AAAA"}},
		"unreadable":   {old: `"format"`, by: ` "format"`},
		"other-kind":   {old: "assay-results-export-1", by: "assay-score-export-1"},
		"no-file":      {args: []string{"--results", ""}},
		"other-flag":   {args: []string{"--receipts", "-"}},
		"one-too-many": {args: []string{"more"}},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(text), c.old, c.by, 1)
			if c.old != "" && changed == string(text) {
				t.Fatalf("the export has no %s", c.old)
			}
			args := append([]string{"results", "--results", "-"}, c.args...)
			var out, errs bytes.Buffer
			code := run(args, strings.NewReader(changed), &out, &errs)
			got := fmt.Sprintf("$ assay-verify %s\n%s%s[exit code %d]\n", strings.Join(args, " "), &out, strings.ReplaceAll(errs.String(), usage, "(usage)\n"), code)
			file := filepath.Join("testdata", "results-"+name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || got != string(want) {
				t.Errorf("%v\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}
