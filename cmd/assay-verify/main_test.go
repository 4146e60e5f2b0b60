package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval/receipt"
	"assay/eval/verify"
)

const scoreExport = "../../eval/verify/testdata/score.json"

// logKey is the public key of the log that the export is of.
func logKey(t *testing.T) string {
	text, err := os.ReadFile(scoreExport)
	if err != nil {
		t.Fatal(err)
	}
	e, err := verify.ReadScore(text)
	if err != nil {
		t.Fatal(err)
	}
	return e.Log.Keys[0]
}

// altered writes the export with a part of it replaced.
func altered(t *testing.T, old, by string) string {
	text, err := os.ReadFile(scoreExport)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("the export has no %s", old)
	}
	file := filepath.Join(t.TempDir(), "export.json")
	if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(by), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestScore(t *testing.T) {
	key := logKey(t)
	for name, c := range map[string]struct {
		args      []string
		code      int
		out, errs string
	}{
		"holds":            {[]string{"score", "--receipts", scoreExport}, exitHolds, "recompute   holds", ""},
		"not anchored":     {[]string{"score", "--receipts", scoreExport}, exitHolds, "Not anchored", ""},
		"anchored":         {[]string{"score", "--receipts", scoreExport, "--key", key}, exitHolds, "The log of the pinned key has the receipt.", ""},
		"cleared":          {[]string{"score", "--receipts", scoreExport}, exitHolds, "outcomes have a text that was cleared", ""},
		"another key":      {[]string{"score", "--receipts", scoreExport, "--key", otherKey(t)}, exitFails, "checkpoint_invalid", ""},
		"no key of a log":  {[]string{"score", "--receipts", scoreExport, "--key", "assay.example/log"}, exitUsage, "", `"assay.example/log" is no public key of a log`},
		"does not hold":    {[]string{"score", "--receipts", altered(t, `"test":false`, `"test":true`)}, exitFails, "facts       FAILS", ""},
		"unreadable":       {[]string{"score", "--receipts", altered(t, `"format"`, ` "format"`)}, exitUnreadable, "", "not canonical JSON"},
		"no file":          {[]string{"score", "--receipts", "none.json"}, exitUnreadable, "", "no such file"},
		"nothing":          {nil, exitUsage, "", "assay-verify score --receipts FILE"},
		"no export":        {[]string{"score"}, exitUsage, "", "--receipts must name the export"},
		"unknown flag":     {[]string{"score", "--receipt", scoreExport}, exitUsage, "", "assay-verify score --receipts FILE"},
		"one too many":     {[]string{"score", "--receipts", scoreExport, "more"}, exitUsage, "", "nothing else may follow"},
		"unknown question": {[]string{"scores"}, exitUsage, "", "assay-verify score --receipts FILE"},
		"help":             {[]string{"help"}, exitHolds, "Exit code: 0 holds", ""},
	} {
		var out, errs bytes.Buffer
		if code := run(c.args, strings.NewReader(""), &out, &errs); code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("%s: exit code %d, want %d\n%s%s", name, code, c.code, &out, &errs)
		}
	}
}

func TestScoreAsJSON(t *testing.T) {
	text, err := os.ReadFile(scoreExport)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := run([]string{"score", "--receipts", "-", "--json", "--key", logKey(t)}, bytes.NewReader(text), &out, &errs)
	var r verify.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err, errs.String())
	}
	var names []string
	for _, c := range r.Checks {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); code != exitHolds || !r.OK || !r.Anchored || got != "seal params outcomes facts recompute log" {
		t.Errorf("exit code %d, checks %s, %s", code, got, &out)
	}
}

// otherKey is of a log with the same name.
func otherKey(t *testing.T) string {
	t.Helper()
	key, err := receipt.PublicOf("assay.example/log", bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return key
}
