package receipt

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gowebpki/jcs"
)

var salt = bytes.Repeat([]byte{7}, SaltSize)

func example(t testing.TB) Receipt {
	text, err := NewText(salt, "größer")
	if err != nil {
		t.Fatal(err)
	}
	return Receipt{
		ID: "rcp_1", Kind: OutcomeRecorded, At: time.Date(2026, 12, 1, 9, 14, 5, 0, time.UTC), Workspace: "wsp_default",
		Facts: []byte(`{"value":"success","at":"2026-12-01T09:14:05.000Z","n":4.50}`), Texts: map[string]Text{"result": text},
	}
}

// The sealed bytes are written down: a change of them would make every receipt out there worthless.
func TestSealedBytes(t *testing.T) {
	r := example(t)
	got, err := r.Sealed()
	want := `{"at":"2026-12-01T09:14:05.000Z","facts":{"at":"2026-12-01T09:14:05.000Z","n":4.5,"value":"success"},"format":"assay-receipt-1","id":"rcp_1",` +
		`"kind":"outcome.recorded","texts":{"result":"54b88b05e45f9ee97e3bf2546f483b2de806a70606ecb91db3c84ea3f6492430"},"workspace":"wsp_default"}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
	if got, want := r.Texts["result"].Hash.String(), "54b88b05e45f9ee97e3bf2546f483b2de806a70606ecb91db3c84ea3f6492430"; got != want {
		t.Errorf("hash of the text %s, want %s", got, want)
	}
	if got, err := r.Hash(); err != nil || got.String() != "ac7896205670083764e6b39a994bad0bdcc8b0134411630e78175815d87ff5a4" {
		t.Errorf("hash %s, %v", got, err)
	}
}

func TestClearedTextKeepsTheSeal(t *testing.T) {
	r := example(t)
	before, _ := r.Hash()
	r.Texts["result"] = r.Texts["result"].Clear()
	if after, err := r.Hash(); err != nil || after != before {
		t.Errorf("%s before, %s after, %v", before, after, err)
	}
	if !r.Texts["result"].Holds() || r.Texts["result"].Text != "" || r.Texts["result"].Salt != nil {
		t.Errorf("%+v", r.Texts["result"])
	}
}

// Whatever of a receipt changes, its hash does.
func TestEveryFieldIsSealed(t *testing.T) {
	base, _ := example(t).Hash()
	other, _ := NewText(salt, "grosser")
	for name, change := range map[string]func(*Receipt){
		"id":          func(r *Receipt) { r.ID = "rcp_2" },
		"kind":        func(r *Receipt) { r.Kind = ScoreComputed },
		"at":          func(r *Receipt) { r.At = r.At.Add(time.Millisecond) },
		"workspace":   func(r *Receipt) { r.Workspace = "" },
		"facts":       func(r *Receipt) { r.Facts = []byte(strings.Replace(string(r.Facts), "4.50", "4.51", 1)) },
		"text":        func(r *Receipt) { r.Texts = map[string]Text{"result": other} },
		"text's name": func(r *Receipt) { r.Texts = map[string]Text{"reason": r.Texts["result"]} },
		"no text":     func(r *Receipt) { r.Texts = nil },
	} {
		r := example(t)
		change(&r)
		if h, err := r.Hash(); err != nil || h == base {
			t.Errorf("%s changed: %s, %v", name, h, err)
		}
	}
}

func TestTextsThatDoNotHold(t *testing.T) {
	good := example(t).Texts["result"]
	for name, change := range map[string]func(*Text){
		"text": func(x *Text) { x.Text += "!" },
		"salt": func(x *Text) { x.Salt = bytes.Repeat([]byte{8}, SaltSize) },
		// A salt that ends where the text begins must not pass for another cut of the same bytes.
		"cut": func(x *Text) { x.Salt, x.Text = salt[:SaltSize-1], string(salt[SaltSize-1:])+x.Text },
	} {
		bad := good
		change(&bad)
		if bad.Holds() {
			t.Errorf("another %s holds", name)
		}
	}
	if !good.Holds() {
		t.Error("the right one does not")
	}
	if _, err := NewText(salt[1:], ""); err == nil {
		t.Error("a short salt is taken")
	}
	if _, err := NewText(salt, "\xff"); err == nil {
		t.Error("a text that is not UTF-8 is taken")
	}
}

func TestFactsMustBeAnObject(t *testing.T) {
	for _, facts := range []string{"", "null", "[]", `{"a":`, `"x"`, `{"a":1}{`} {
		r := example(t)
		r.Facts = []byte(facts)
		if _, err := r.Hash(); err == nil {
			t.Errorf("%q is sealed", facts)
		}
	}
}

func TestParseHash(t *testing.T) {
	h, _ := example(t).Hash()
	if got, err := ParseHash(h.String()); err != nil || got != h {
		t.Error(got, err)
	}
	for _, bad := range []string{"", "9c2e", strings.ToUpper(h.String()), h.String() + "00", strings.Repeat("g", 64)} {
		if _, err := ParseHash(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// The vectors of RFC 8785's author.
func TestCanonicalVectors(t *testing.T) {
	inputs, _ := filepath.Glob("testdata/jcs/input/*.json")
	if len(inputs) < 6 {
		t.Fatalf("%d vectors", len(inputs))
	}
	for _, input := range inputs {
		in, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.Replace(input, "input", "output", 1))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := jcs.Transform(in); err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n got %s\nwant %s", input, err, got, want)
		}
	}
}

func TestCanonicalNumbers(t *testing.T) {
	f, err := os.Open("testdata/jcs/es6_numbers_10000.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); lines++ {
		bits, want, _ := strings.Cut(s.Text(), ",")
		b, err := hex.DecodeString(strings.Repeat("0", 16-len(bits)) + bits)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Canonical(math.Float64frombits(binary.BigEndian.Uint64(b))); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", bits, got, err, want)
		}
	}
	if lines < 10_000 {
		t.Errorf("%d numbers", lines)
	}
}
