package receipt

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	formats "github.com/transparency-dev/formats/log"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type proofCase struct {
	File, Desc             string
	LeafIdx                uint64
	Size1, Size2, TreeSize uint64
	Root, Root1, Root2     []byte
	LeafHash               []byte
	Proof                  [][]byte
	WantErr                bool
}

func cases(t *testing.T, file string) (all []proofCase) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var c proofCase
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if len(all) < 90 {
		t.Fatalf("%d cases in %s", len(all), file)
	}
	return all
}

// sized gives hashes of the right size; a case with another cannot be asked here.
func sized(in ...[]byte) (out []Hash, ok bool) {
	for _, b := range in {
		if len(b) != len(Hash{}) {
			return nil, false
		}
		out = append(out, Hash(b))
	}
	return out, true
}

// small reports whether sizes are such as a Head can hold.
func small(sizes ...uint64) bool {
	for _, n := range sizes {
		if n >= 1<<62 {
			return false
		}
	}
	return true
}

func TestInclusionVectors(t *testing.T) {
	asked := 0
	for _, c := range cases(t, "testdata/inclusion.jsonl") {
		fixed, ok := sized(c.Root, c.LeafHash)
		path, okPath := sized(c.Proof...)
		if !ok || !okPath || !small(c.LeafIdx, c.TreeSize) {
			if !c.WantErr {
				t.Errorf("%s cannot be asked", c.File)
			}
			continue
		}
		asked++
		if err := checkLeaf(Head{int64(c.TreeSize), fixed[0]}, int64(c.LeafIdx), fixed[1], path); (err != nil) != c.WantErr {
			t.Errorf("%s (%s): %v", c.File, c.Desc, err)
		}
	}
	if asked < 60 {
		t.Errorf("%d asked", asked)
	}
}

func TestConsistencyVectors(t *testing.T) {
	asked := 0
	for _, c := range cases(t, "testdata/consistency.jsonl") {
		roots, ok := sized(c.Root1, c.Root2)
		path, okPath := sized(c.Proof...)
		if !ok || !okPath || !small(c.Size1, c.Size2) {
			if !c.WantErr && ok { // one case of equal roots has roots of other sizes
				t.Errorf("%s cannot be asked", c.File)
			}
			continue
		}
		asked++
		if err := CheckConsistency(Head{int64(c.Size1), roots[0]}, Head{int64(c.Size2), roots[1]}, path); (err != nil) != c.WantErr {
			t.Errorf("%s (%s): %v", c.File, c.Desc, err)
		}
	}
	if asked < 60 {
		t.Errorf("%d asked", asked)
	}
}

// memory is a log in memory.
type memory struct{ stored []tlog.Hash }

func (m *memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		out[i] = m.stored[x]
	}
	return out, nil
}

func (m *memory) add(t *testing.T, n int64, leaf []byte) {
	more, err := tlog.StoredHashes(n, leaf, m)
	if err != nil {
		t.Fatal(err)
	}
	m.stored = append(m.stored, more...)
}

func TestRootVectors(t *testing.T) {
	b, err := os.ReadFile("testdata/rfc6962_vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Reference struct {
			Leaves []string `json:"leaves_hex"`
			Roots  []string `json:"roots_by_size"`
		}
		Receipts20 struct {
			Leaves []string
			Roots  []string `json:"roots_by_size"`
		}
		EmptyRoot string `json:"empty_root"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if EmptyRoot.String() != v.EmptyRoot {
		t.Errorf("empty root %s", EmptyRoot)
	}
	check := func(leaves [][]byte, roots []string) {
		var m memory
		for n, want := range roots {
			got, err := tlog.TreeHash(int64(n), &m)
			if err != nil || hex.EncodeToString(got[:]) != want {
				t.Errorf("root of %d leaves: %x, %v, want %s", n, got[:], err, want)
			}
			if n < len(leaves) {
				m.add(t, int64(n), leaves[n])
			}
		}
		if len(roots) != len(leaves)+1 {
			t.Errorf("%d roots of %d leaves", len(roots), len(leaves))
		}
	}
	var reference, receipts [][]byte
	for _, s := range v.Reference.Leaves {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		reference = append(reference, b)
	}
	for _, s := range v.Receipts20.Leaves {
		receipts = append(receipts, []byte(s))
	}
	check(reference, v.Reference.Roots)
	check(receipts, v.Receipts20.Roots)
}

// Our proofs, by another implementation: every leaf and every older size of logs of up to 40 receipts.
func TestProofsAreAcceptedElsewhere(t *testing.T) {
	var m memory
	leaves := [][]byte{}
	heads := []Head{{0, EmptyRoot}}
	for n := range int64(40) {
		h := Hash{byte(n), 1}
		m.add(t, n, h[:])
		leaves = append(leaves, h[:])
		root, err := tlog.TreeHash(n+1, &m)
		if err != nil {
			t.Fatal(err)
		}
		head := Head{n + 1, Hash(root)}
		heads = append(heads, head)
		for i := range n + 1 {
			p, err := tlog.ProveRecord(n+1, i, &m)
			if err != nil {
				t.Fatal(err)
			}
			if err := CheckInclusion(head, i, Hash(leaves[i]), ours(p)); err != nil {
				t.Error(err)
			}
			leaf := rfc6962.DefaultHasher.HashLeaf(leaves[i])
			if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(i), uint64(n+1), leaf, raw(p), head.Root[:]); err != nil {
				t.Errorf("leaf %d of %d: %v", i, n+1, err)
			}
			if CheckInclusion(head, i, Hash{99}, ours(p)) == nil {
				t.Error("another receipt is included")
			}
		}
		for i := int64(1); i <= n; i++ {
			p, err := tlog.ProveTree(n+1, i, &m)
			if err != nil {
				t.Fatal(err)
			}
			if err := CheckConsistency(heads[i], head, ours(p)); err != nil {
				t.Error(err)
			}
			if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(i), uint64(n+1), raw(p), heads[i].Root[:], head.Root[:]); err != nil {
				t.Errorf("%d to %d: %v", i, n+1, err)
			}
		}
	}
}

func ours(p []tlog.Hash) []Hash {
	out := make([]Hash, len(p))
	for i, h := range p {
		out[i] = Hash(h)
	}
	return out
}

func raw(p []tlog.Hash) [][]byte {
	out := make([][]byte, len(p))
	for i := range p {
		out[i] = p[i][:]
	}
	return out
}

const origin = "assay.example/log"

func keys(t *testing.T, name string, fill byte) (note.Signer, note.Verifier) {
	seed := bytes.Repeat([]byte{fill}, 32)
	signer, err := NewSigner(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := PublicOf(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(text)
	if err != nil {
		t.Fatal(err)
	}
	return signer, verifier
}

func TestCheckpoint(t *testing.T) {
	signer, verifier := keys(t, origin, 1)
	rotated, next := keys(t, origin, 2)
	_, stranger := keys(t, origin, 3)
	head := Head{Size: 42, Root: Hash{9}}
	signed, err := SignCheckpoint(origin, head, signer, rotated)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []note.Verifier{verifier, next} {
		if got, err := OpenCheckpoint(signed, origin, key); err != nil || got != head {
			t.Errorf("%+v, %v", got, err)
		}
		// The field's own reader reads it, too.
		if c, _, _, err := formats.ParseCheckpoint([]byte(signed), origin, key); err != nil || c.Size != 42 {
			t.Errorf("%+v, %v", c, err)
		}
	}
	for name, open := range map[string]func() (Head, error){
		"another key":    func() (Head, error) { return OpenCheckpoint(signed, origin, stranger) },
		"another origin": func() (Head, error) { return OpenCheckpoint(signed, "other.example/log", verifier) },
		"another size": func() (Head, error) {
			return OpenCheckpoint(strings.Replace(signed, "\n42\n", "\n43\n", 1), origin, verifier)
		},
		"nothing": func() (Head, error) { return OpenCheckpoint("", origin, verifier) },
		"more lines": func() (Head, error) {
			n, err := note.Sign(&note.Note{Text: fmt.Sprintf("%s\n1\n%s\nmore\n", origin, strings.Repeat("A", 43)+"=")}, signer)
			if err != nil {
				t.Fatal(err)
			}
			return OpenCheckpoint(string(n), origin, verifier)
		},
		"short root": func() (Head, error) {
			n, err := note.Sign(&note.Note{Text: origin + "\n1\nAAAA\n"}, signer)
			if err != nil {
				t.Fatal(err)
			}
			return OpenCheckpoint(string(n), origin, verifier)
		},
	} {
		if head, err := open(); err == nil {
			t.Errorf("%s: %+v", name, head)
		}
	}
}

func TestKeysThatAreNone(t *testing.T) {
	if _, err := NewSigner(origin, make([]byte, 31)); err == nil {
		t.Error("a seed of 31 bytes")
	}
	for _, name := range []string{"", "a b", "a+b"} {
		if _, err := NewSigner(name, make([]byte, 32)); err == nil {
			t.Errorf("the name %q", name)
		}
	}
}
