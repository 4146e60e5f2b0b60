package auditfile

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gowebpki/jcs"

	"assay/eval"
)

// What of testdata/csv_injection.json stays as it is, by the rule of that file.
var stays = []string{"+1", "-1", "-5.2", "plain", "a,b", `say "hi"`, "line\nbreak", "１", "", "'=1", "%0A=1", "|cmd"}

func TestCellsAreNoFormulas(t *testing.T) {
	var cases struct{ Values []string }
	b, err := os.ReadFile("testdata/csv_injection.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases.Values) != 25 {
		t.Fatalf("%d cases, %v", len(cases.Values), err)
	}
	check := func(cell string, stay bool) {
		t.Helper()
		want := cell
		if !stay {
			want = "'" + cell
		}
		if got := defuse(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
	for _, v := range cases.Values {
		check(v, slices.Contains(stays, v))
	}
	for _, v := range []string{"\ufeff=1", "\u2066@x", "\u00ad+x", "\x00=1", "\u2028-x", "\u00a0=1", "\u3000=1", "＋1", "－1", "\ttext", "\rtext", "-1e400", "+0x10", "-_1", "+inf"} {
		check(v, false)
	}
	for _, v := range []string{"1e6", "-0.5", "+.5", "2026-11-30", "did:web:example.com", "wsp_default"} {
		check(v, true)
	}
}

func entries(failure error) iter.Seq2[eval.AuditEntry, error] {
	nasty := eval.AuditEntry{Seq: 1, At: time.Date(2026, 11, 30, 12, 0, 0, 5e6, time.UTC), Actor: "usr_1", ActorName: "=HYPERLINK(\"http://x\",\"y\")\r\n<ü>",
		Action: "putSuite", Target: " @x", Outcome: eval.AuditDone}
	nasty.Hash = eval.AuditHash(nasty)
	plain := eval.AuditEntry{Seq: 2, Actor: "anonymous", Action: "signIn", Outcome: eval.AuditRefused, Code: "unauthenticated", Previous: nasty.Hash}
	plain.Hash = eval.AuditHash(plain)
	return func(yield func(eval.AuditEntry, error) bool) {
		_ = yield(nasty, nil) && yield(plain, failure)
	}
}

func TestCSVReadsBack(t *testing.T) {
	var out strings.Builder
	if err := Write(&out, CSV, entries(nil)); err != nil {
		t.Fatal(err)
	}
	if strings.Count(out.String(), "\r\n") != 4 { // three rows, and the break within a name
		t.Errorf("line ends of %q", out.String())
	}
	rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v", rows, err)
	}
	got := rows[1]
	got[14] = ""
	want := []string{"1", "2026-11-30T12:00:00.005Z", "usr_1", "'=HYPERLINK(\"http://x\",\"y\")\n<ü>", "", "", "", "putSuite", "' @x", "", "DONE", "", "", "", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(columns, rows[0]); diff != "" {
		t.Error(diff)
	}
	// No field of an entry is forgotten.
	fields := eval.AuditFields(eval.AuditEntry{})
	fields["hash"] = ""
	for _, c := range columns {
		delete(fields, c)
	}
	if len(fields) > 0 {
		t.Errorf("no column for %v", fields)
	}
}

// A line without its hash is what was hashed, so that a reader needs nothing of ours to check the chain.
func TestLinesProveThemselves(t *testing.T) {
	var out strings.Builder
	if err := Write(&out, JSONL, entries(nil)); err != nil {
		t.Fatal(err)
	}
	before := ""
	for line := range strings.Lines(out.String()) {
		fields := map[string]string{}
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		hash := fields["hash"]
		delete(fields, "hash")
		b, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		if b, err = jcs.Transform(b); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(b)
		if hash != hex.EncodeToString(sum[:]) || fields["previous"] != before {
			t.Errorf("does not prove itself: %s", line)
		}
		before = hash
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestWriteSaysWhatFailed(t *testing.T) {
	unread := errors.New("unread")
	if err := Write(&strings.Builder{}, JSONL, entries(unread)); !errors.Is(err, unread) {
		t.Error(err)
	}
	if err := Write(broken{}, CSV, entries(nil)); err == nil || err.Error() != "gone" {
		t.Error(err)
	}
	if _, err := ParseFormat("format", "xls"); err == nil || err.Error() != `format: must be csv or jsonl, not "xls"` {
		t.Error(err)
	}
}
