package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"assay/eval/receipt"
)

// aLog is a log of receipts with what its doors answer at two sizes.
type aLog struct {
	key, next       string // before and after a rotation
	older, newer    string // checkpoints, of 5 and of 300
	receipt         string
	inclusion       []byte
	consistency     []byte
	heads           map[int64]receipt.Head
	signer, signer2 note.Signer
}

func newLog(t *testing.T) aLog {
	t.Helper()
	const origin = "assay.example/log"
	l := aLog{heads: map[int64]receipt.Head{}}
	for i, s := range []*note.Signer{&l.signer, &l.signer2} {
		seed := bytes.Repeat([]byte{byte(i + 1)}, 32)
		var err error
		if *s, err = receipt.NewSigner(origin, seed); err != nil {
			t.Fatal(err)
		}
		key, err := receipt.PublicOf(origin, seed)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			l.key = key
		} else {
			l.next = key
		}
	}
	tiles, size := map[int64][]byte{}, int64(0)
	for range 300 {
		head, changed, err := receipt.Append(size, tiles, []receipt.Hash{{byte(size), 7}})
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(tiles, changed)
		size = head.Size
		l.heads[size] = head
	}
	read := func([]int64) (map[int64][]byte, error) { return tiles, nil }
	var err error
	if l.older, err = receipt.SignCheckpoint(origin, l.heads[5], l.signer, l.signer2); err != nil {
		t.Fatal(err)
	}
	if l.newer, err = receipt.SignCheckpoint(origin, l.heads[300], l.signer2); err != nil {
		t.Fatal(err)
	}
	in, err := receipt.ProveInclusion(300, []int64{3}, read)
	if err != nil {
		t.Fatal(err)
	}
	l.receipt = receipt.Hash{3, 7}.String()
	l.inclusion = marshal(t, Inclusion{l.receipt, Anchor{Origin: origin, Checkpoint: l.newer, Keys: []string{l.next, l.key}, Index: 3, Proof: hexOf(in[0])}})
	con, err := receipt.ProveConsistency(5, 300, read)
	if err != nil {
		t.Fatal(err)
	}
	l.consistency = marshal(t, Consistency{5, 300, hexOf(con)})
	return l
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func hexOf(hashes []receipt.Hash) []string {
	out := []string{}
	for _, h := range hashes {
		out = append(out, h.String())
	}
	return out
}

func (l aLog) question(t *testing.T) LogQuestion {
	t.Helper()
	i, err := ReadInclusion(l.inclusion)
	if err != nil {
		t.Fatal(err)
	}
	c, err := ReadConsistency(l.consistency)
	if err != nil {
		t.Fatal(err)
	}
	return LogQuestion{Checkpoint: l.newer, Receipt: l.receipt, Inclusion: i, Older: l.older, Consistency: c}
}

func TestLogQuestions(t *testing.T) {
	l := newLog(t)
	other := strings.Repeat("ab", 32)
	for name, c := range map[string]struct {
		change func(*LogQuestion)
		keys   []string
		want   string // check and code of each
	}{
		"holds":               {func(*LogQuestion) {}, []string{l.next}, "checkpoint, inclusion, consistency"},
		"checkpoint in proof": {func(q *LogQuestion) { q.Checkpoint = "" }, []string{l.next}, "checkpoint, inclusion, consistency"},
		"both keys":           {func(*LogQuestion) {}, []string{l.key, l.next}, "checkpoint, inclusion, consistency"},
		"checkpoint alone":    {func(q *LogQuestion) { q.Inclusion, q.Consistency = nil, nil }, []string{l.next}, "checkpoint"},
		"older, by either":    {func(q *LogQuestion) { q.Checkpoint, q.Inclusion, q.Consistency = l.older, nil, nil }, []string{l.key}, "checkpoint"},
		"retired key":         {func(*LogQuestion) {}, []string{l.key}, "checkpoint checkpoint_invalid, inclusion checkpoint_invalid, consistency checkpoint_invalid"},
		"other size signed": {func(q *LogQuestion) {
			q.Checkpoint = strings.Replace(l.newer, "\n300\n", "\n301\n", 1)
			q.Inclusion = nil
			q.Consistency = nil
		}, []string{l.next}, "checkpoint checkpoint_invalid"},
		"other receipt":       {func(q *LogQuestion) { q.Receipt = other }, []string{l.next}, "checkpoint, inclusion other_receipt, consistency"},
		"no receipt":          {func(q *LogQuestion) { q.Receipt, q.Inclusion.Hash = "x", "x" }, []string{l.next}, "checkpoint, inclusion unreadable, consistency"},
		"passed off":          {func(q *LogQuestion) { q.Receipt, q.Inclusion.Hash = other, other }, []string{l.next}, "checkpoint, inclusion not_in_log, consistency"},
		"other place":         {func(q *LogQuestion) { q.Inclusion.Index = 4 }, []string{l.next}, "checkpoint, inclusion not_in_log, consistency"},
		"no such place":       {func(q *LogQuestion) { q.Inclusion.Index = -1 }, []string{l.next}, "checkpoint, inclusion not_in_log, consistency"},
		"proof cut":           {func(q *LogQuestion) { q.Inclusion.Proof = q.Inclusion.Proof[1:] }, []string{l.next}, "checkpoint, inclusion not_in_log, consistency"},
		"proof of no hashes":  {func(q *LogQuestion) { q.Inclusion.Proof[0] = "x" }, []string{l.next}, "checkpoint, inclusion unreadable, consistency"},
		"older unsigned":      {func(q *LogQuestion) { q.Older = strings.Replace(l.older, "\n5\n", "\n6\n", 1) }, []string{l.next}, "checkpoint, inclusion, consistency checkpoint_invalid"},
		"between other sizes": {func(q *LogQuestion) { q.Consistency.From = 4 }, []string{l.next}, "checkpoint, inclusion, consistency other_size"},
		"to another size":     {func(q *LogQuestion) { q.Consistency.To = 301 }, []string{l.next}, "checkpoint, inclusion, consistency other_size"},
		"another history":     {func(q *LogQuestion) { q.Consistency.Proof[0] = other }, []string{l.next}, "checkpoint, inclusion, consistency not_consistent"},
		"turned round": {func(q *LogQuestion) {
			q.Checkpoint, q.Older = l.older, l.newer
			q.Consistency.From, q.Consistency.To = 300, 5
		}, []string{l.next}, "checkpoint, inclusion not_in_log, consistency not_consistent"},
	} {
		q := l.question(t)
		c.change(&q)
		r, err := Log(q, c.keys...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		included, failed := false, false
		for _, k := range r.Checks {
			if k.Detail == "" || k.OK != (k.Code == "") {
				t.Errorf("%s: %+v", name, k)
			}
			failed = failed || !k.OK
			got = append(got, strings.TrimSpace(k.Name+" "+k.Code))
			included = included || k.Name == "inclusion" && k.OK
		}
		if all := strings.Join(got, ", "); all != c.want || r.OK == failed || r.Anchored != included {
			t.Errorf("%s: %s, ok %v, anchored %v, want %s", name, all, r.OK, r.Anchored, c.want)
		}
	}
}

func TestLogOfAnotherName(t *testing.T) {
	l := newLog(t)
	foreign, err := receipt.SignCheckpoint("evil.example/log", l.heads[5], l.signer2)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := Log(LogQuestion{Checkpoint: foreign}, l.next); err != nil || r.OK {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestLogKeysThatAreNone(t *testing.T) {
	l := newLog(t)
	elsewhere, err := receipt.PublicOf("other.example/log", bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range [][]string{nil, {"x"}, {l.key, elsewhere}, {l.key, ""}} {
		if _, err := Log(l.question(t), keys...); err == nil {
			t.Errorf("%q are keys", keys)
		}
	}
}

func TestUnreadableProofs(t *testing.T) {
	for _, text := range []string{"", "x", "[]", "{}", `{"hash":"a","checkpoint":"b"}`, `{"hash":"a","checkpoint":"b","proof":null}`, `{"from":1,"to":2}`, `{"from":1,"to":2,"proof":[1]}`,
		`{"from":1.5,"to":2,"proof":[]}`, `{"hash":1}`} {
		if i, err := ReadInclusion([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, i)
		}
		if c, err := ReadConsistency([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, c)
		}
	}
	if c, err := ReadConsistency(fmt.Append(nil, `{"from":1,"to":2,"proof":[],"more":true}`)); err != nil || c.To != 2 {
		t.Errorf("a field of a later version: %+v, %v", c, err)
	}
}
