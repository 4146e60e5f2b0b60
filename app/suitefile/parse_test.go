package suitefile_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"assay/app/suitefile"
	"assay/eval"
)

func TestParse(t *testing.T) {
	const file = "\ufeff# the record\r\nkey: http-basics\r\nenabled: true\r\n---\n" + `key: "traps"
name: No
description: |
  first

  second
task_type: a2a_message
interval_minutes: 5
target_dids: [did:web:a, "did:web:b%3A80"]
reward_amount: 9223372036854775807
reputation_signal: true
tasks:
  - {name: norway, scorer: exact, expected: no}
  - name: digits
    input: 0123
    scorer: contains
    expected: 1.10
    weight: 0.5
  - name: 12:30:45
    scorer: exact
    expected: True
  - name: 'it''s'
    scorer: regex
    expected: "a\\d\n"
    weight: 1e3
...
---
---
key: last
interval_minutes: ~
target_dids:
`
	docs, err := suitefile.Parse("f.yaml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	var got []eval.Suite
	for _, d := range docs {
		got = append(got, d.Suite)
	}
	want := []eval.Suite{
		{Key: "http-basics", Name: "http-basics", TaskType: eval.HTTPProbe, Enabled: true},
		{
			Key: "traps", Name: "No", Description: "first\n\nsecond\n", TaskType: eval.A2AMessage, IntervalMinutes: 5,
			TargetDIDs: []string{"did:web:a", "did:web:b%3A80"}, RewardAmount: 9223372036854775807, ReputationSignal: true,
			Tasks: []eval.Task{
				{Name: "norway", Scorer: "exact", Expected: "no", Weight: 1},
				{Name: "digits", Input: "0123", Scorer: "contains", Expected: "1.10", Weight: 0.5},
				{Name: "12:30:45", Scorer: "exact", Expected: "True", Weight: 1},
				{Name: "it's", Scorer: "regex", Expected: "a\\d\n", Weight: 1000},
			},
		},
		{Key: "last", Name: "last", TaskType: eval.HTTPProbe},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Every refusal names the file, the line, the column and what would be right.
func TestParseRefuses(t *testing.T) {
	data, err := os.ReadFile("testdata/refused.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := txtar.Parse(data).Files
	for i := 0; i+1 < len(files); i += 2 {
		in, want := files[i], strings.TrimSuffix(string(files[i+1].Data), "\n")
		t.Run(in.Name, func(t *testing.T) {
			docs, err := suitefile.Parse(in.Name, in.Data)
			if err == nil {
				t.Fatalf("read as %+v", docs)
			}
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseRefusesBytes(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"latin-1": {"key: a\nname: caf\xe9\n", "f:2:10: this is not UTF-8 text"},
		"NUL":     {"key: a\x00b\n", "f:1:7: this is not UTF-8 text"},
		"utf-16":  {"\xff\xfek\x00", "f:1:1: this is not UTF-8 text"},
		"large":   {"key: a\n" + strings.Repeat("#\n", suitefile.MaxBytes/2), "f:1:1: the file is larger than 1048576 bytes"},
	} {
		if _, err := suitefile.Parse("f", []byte(c.file)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// What the registry refuses is shown at its line; a field left out, at the thing it belongs to.
func TestRefused(t *testing.T) {
	docs, err := suitefile.Parse("f.yaml", []byte(`key: a
---
key: b
interval_minutes: 7
target_dids:
  - did:web:a
  - nonsense
tasks:
  - name: one
    scorer: regex
    expected: (
  - scorer: status_ok
    name: two
`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":                 "f.yaml:3:1: m",
		"key":              "f.yaml:3:6: m",
		"intervalMinutes":  "f.yaml:4:19: m",
		"targetDids.1":     "f.yaml:7:5: m",
		"tasks":            "f.yaml:9:3: m",
		"tasks.0.expected": "f.yaml:11:15: m",
		"tasks.1":          "f.yaml:12:5: m",
		"tasks.1.name":     "f.yaml:13:11: m",
		"tasks.1.weight":   "f.yaml:12:5: m",
		"name":             "f.yaml:3:1: m",
		"elsewhere.x":      "f.yaml:3:1: m",
	} {
		if got := docs[1].Refused(path, "m").Error(); got != want {
			t.Errorf("%q: %s, want %s", path, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"key: a\ntasks:\n  - {name: b, scorer: exact}\n", "a: &a [*a]\n", "? [x]\n: y", "key: |2\n   a\n", "--- |\n x\n---\n", "key: \"\\x", "<<: *x", "- - - -"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) {
		docs, err := suitefile.Parse("f", []byte(file))
		if (err == nil) == (len(docs) == 0) {
			t.Fatalf("%d suites, error %v", len(docs), err)
		}
		var suites []eval.Suite
		for _, d := range docs {
			suites = append(suites, d.Suite)
		}
		again, err := suitefile.Parse("again", suitefile.Format(suites...))
		if len(docs) > 0 && err != nil {
			t.Fatalf("%v\n%s", err, suitefile.Format(suites...))
		}
		for i, d := range again {
			if diff := cmp.Diff(suites[i], d.Suite); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"key: Upper\n", "f:1:6: a key has"},
		{"key: a\ntasks:\n  - name: t\n    scorer: regex\n    expected: (\n", "f:5:15: "},
		{"key: a\ntasks:\n  - name: t\n    scorer: contains\n", "f:3:5: "},
		{"key: a\ntasks:\n  - {name: t, scorer: status_ok, input: /}\n  - {name: t, scorer: status_ok, input: /}\n", "f:4:12: "},
		{"key: a\ntasks:\n  - {name: t, scorer: status_ok, input: /, weight: 0}\n", "f:3:52: "},
		{"key: a\ntarget_dids: [nonsense]\n", "f:2:15: "},
		{"key: a\ntasks:\n  - {name: t, scorer: status_ok, input: /}\n", ""},
	} {
		docs, err := suitefile.Parse("f", []byte(c.file))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := docs[0].Check(); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s%s, want %s", c.file, got, c.want)
		}
	}
}
