package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/receipt"
	"assay/internal/dbtest"
)

// signature stands for the signatures of a head.
func signature(head store.LogHead, keys []store.SealedLogKey) (string, error) {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Key
	}
	return fmt.Sprintf("%s %d %s by %s", head.Origin, head.Size, head.Root, strings.Join(names, ", ")), nil
}

func logKey(name string) store.SealedLogKey {
	return store.SealedLogKey{LogKey: eval.LogKey{Key: name, CreatedAt: noon}, Seed: []byte("seed of " + name)}
}

func makeLog(t *testing.T, s *store.Store) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.MakeLog(t.Context(), "test/log", logKey("first"), noon, signature) })
	if err != nil {
		t.Fatal(err)
	}
}

func seal(t *testing.T, s *store.Store, count int) {
	t.Helper()
	if err := trySeal(t, s, count); err != nil {
		t.Fatal(err)
	}
}

func trySeal(t *testing.T, s *store.Store, count int) error {
	return s.Write(t.Context(), func(tx *store.Tx) error {
		for range count {
			if _, err := tx.Seal(t.Context(), store.NewReceipt{Kind: receipt.RunCompleted, At: noon, Facts: struct{}{}}); err != nil {
				return err
			}
		}
		return nil
	})
}

func sequence(t *testing.T, s *store.Store, limit int) int {
	t.Helper()
	n, err := trySequence(t, s, limit)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func trySequence(t *testing.T, s *store.Store, limit int) (n int, err error) {
	err = s.Write(t.Context(), func(tx *store.Tx) (err error) {
		n, err = tx.Sequence(t.Context(), limit, noon, signature)
		return err
	})
	return n, err
}

func head(t *testing.T, s *store.Store) store.LogHead {
	t.Helper()
	h, err := s.LogHead(t.Context())
	if err != nil || h == nil {
		t.Fatal(h, err)
	}
	return *h
}

// reference is the log by the reference implementation.
type reference struct {
	stored []tlog.Hash
	roots  []receipt.Hash // by size
}

func (r *reference) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		out[i] = r.stored[x]
	}
	return out, nil
}

// rebuild reads the entries of the log and makes the whole of it anew.
func rebuild(t *testing.T, s *store.Store, size int64) *reference {
	t.Helper()
	r := &reference{roots: []receipt.Hash{receipt.EmptyRoot}}
	for from := int64(0); from < size; from += receipt.TileWidth {
		tile := receipt.Tile{Entries: true, Index: from / receipt.TileWidth, Width: int(min(receipt.TileWidth, size-from))}
		data, err := s.LogTile(t.Context(), tile)
		if err != nil || len(data) != 34*tile.Width {
			t.Fatalf("%s of a log of %d: %d bytes, %v", tile.Path(), size, len(data), err)
		}
		for i := range int64(tile.Width) {
			more, err := tlog.StoredHashes(from+i, data[34*i+2:34*i+34], r)
			if err != nil {
				t.Fatal(err)
			}
			r.stored = append(r.stored, more...)
			root, err := tlog.TreeHash(from+i+1, r)
			if err != nil {
				t.Fatal(err)
			}
			r.roots = append(r.roots, receipt.Hash(root))
		}
	}
	return r
}

// same holds head, checkpoint and tiles against the reference.
func (r *reference) same(t *testing.T, s *store.Store) {
	t.Helper()
	h := head(t, s)
	if h.Root != r.roots[h.Size] {
		t.Fatalf("the root of %d is %s, want %s", h.Size, h.Root, r.roots[h.Size])
	}
	c, err := s.Checkpoints(t.Context(), 1)
	if err != nil || len(c) != 1 || c[0].Size != h.Size || c[0].Root != h.Root.String() || !strings.HasPrefix(c[0].Text, fmt.Sprintf("test/log %d %s by ", h.Size, h.Root)) {
		t.Fatalf("the newest checkpoint of a log of %d is %+v, %v", h.Size, c, err)
	}
	for _, want := range tlog.NewTiles(receipt.TileHeight, 0, h.Size) {
		tile := receipt.Tile{Level: want.L, Index: want.N, Width: want.W}
		data, err := tlog.ReadTileData(want, r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.LogTile(t.Context(), tile); err != nil || string(got) != string(data) {
			t.Fatalf("tile %s of a log of %d: %d bytes, %v", tile.Path(), h.Size, len(got), err)
		}
		if tile.Width < receipt.TileWidth {
			tile.Width++
			if got, err := s.LogTile(t.Context(), tile); err != nil || got != nil {
				t.Errorf("there is a tile %s in a log of %d: %v", tile.Path(), h.Size, err)
			}
		}
	}
}

// proven asks for proofs and has another implementation check them.
func (r *reference) proven(t *testing.T, s *store.Store, size int64, leaves, from []int64) {
	t.Helper()
	proofs, err := s.InclusionProofs(t.Context(), size, leaves)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range proofs {
		leaf := r.stored[tlog.StoredHashIndex(0, leaves[i])]
		if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(leaves[i]), uint64(size), leaf[:], bytesOf(p), r.roots[size][:]); err != nil {
			t.Fatalf("leaf %d of %d: %v", leaves[i], size, err)
		}
	}
	for _, f := range from {
		p, err := s.ConsistencyProof(t.Context(), f, size)
		if err != nil {
			t.Fatal(err)
		}
		if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(f), uint64(size), bytesOf(p), r.roots[f][:], r.roots[size][:]); err != nil {
			t.Fatalf("%d to %d: %v", f, size, err)
		}
	}
}

func bytesOf(p []receipt.Hash) [][]byte {
	out := make([][]byte, len(p))
	for i := range p {
		out[i] = p[i][:]
	}
	return out
}

func upTo(n int64) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i)
	}
	return all
}

func TestLogGrows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		if h, err := s.LogHead(t.Context()); err != nil || h != nil {
			t.Fatalf("%+v, %v before there is a log", h, err)
		}
		makeLog(t, s)
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			return tx.MakeLog(t.Context(), "other/log", logKey("other"), noon, signature)
		}); err != nil {
			t.Fatal(err)
		}
		if h := head(t, s); h != (store.LogHead{Origin: "test/log", Head: receipt.Head{Root: receipt.EmptyRoot}}) {
			t.Errorf("made twice: %+v", h)
		}
		if n := sequence(t, s, 10); n != 0 {
			t.Errorf("%d of none", n)
		}
		const most = 300
		seal(t, s, most)
		for size := range int64(most) {
			if n := sequence(t, s, 1); n != 1 || head(t, s).Size != size+1 {
				t.Fatalf("%d taken, head %+v", n, head(t, s))
			}
		}
		r := rebuild(t, s, most)
		r.same(t, s)
		for size := int64(1); size <= most; size++ {
			r.proven(t, s, size, upTo(size), []int64{1, size/2 + 1, size})
		}
		all, err := s.ReceiptsAbout(t.Context(), "")
		if err != nil || len(all) != most {
			t.Fatal(len(all), err)
		}
		var hashes []receipt.Hash
		for i, x := range all { // by id
			if x.Leaf == nil || *x.Leaf != int64(i) {
				t.Fatalf("receipt %d is leaf %v", i, x.Leaf)
			}
			hashes = append(hashes, x.Hash)
		}
		places, err := s.Places(t.Context(), append(hashes, receipt.Hash{1}))
		if err != nil || len(places) != most || places[hashes[77]] != 77 {
			t.Errorf("%d places, %v", len(places), err)
		}
		newest, err := s.NewestLogged(t.Context(), most, 3)
		if err != nil || len(newest) != 3 || newest[0].Index != most-1 || newest[0].Hash != hashes[most-1].String() || newest[0].Kind != receipt.RunCompleted {
			t.Errorf("%+v, %v", newest, err)
		}
	})
}

// Logs at whose sizes tiles of the second level become full.
func TestLogOfManyTiles(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		makeLog(t, s)
		const begin = 65_530
		bulk(t, url, begin+12)
		if n := sequence(t, s, begin); n != begin {
			t.Fatalf("%d taken", n)
		}
		for range 12 {
			sequence(t, s, 1)
		}
		r := rebuild(t, s, begin+12)
		r.same(t, s)
		for size := int64(begin); size <= begin+12; size++ {
			r.proven(t, s, size, []int64{0, 1, 255, 256, 65_279, 65_280, 65_529, size - 1}, []int64{1, 255, 256, 257, 65_280, 65_529, 65_530, size - 1, size})
		}
	})
}

// bulk stores receipts by the database alone.
func bulk(t *testing.T, url string, count int) {
	t.Helper()
	insert := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO receipts (id, hash, kind, at, facts, texts) SELECT printf('rcp_%%026d', i), randomblob(32), 'run.completed', 1, X'7B7D', X'7B7D' FROM n`
	if strings.HasPrefix(url, "postgres") {
		insert = `INSERT INTO receipts (id, hash, kind, at, facts, texts)
			SELECT 'rcp_' || lpad(i::text, 26, '0'), sha256(i::text::bytea), 'run.completed', 1, '{}', '{}' FROM generate_series(1, %d) i`
	}
	if _, err := raw(t, url).ExecContext(t.Context(), fmt.Sprintf(insert, count)); err != nil {
		t.Fatal(err)
	}
}

// Several nodes take receipts up at once, while others are sealed: each gets one place.
func TestNodesSequenceAtOnce(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		nodes := []*store.Store{dbtest.Open(t, url), dbtest.Open(t, url)}
		makeLog(t, nodes[0])
		const sealers, each = 3, 40
		var sealing, sequencing sync.WaitGroup
		over := make(chan struct{})
		for i := range sealers {
			sealing.Go(func() {
				for range each {
					if err := trySeal(t, nodes[i%len(nodes)], 3); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for i := range 4 {
			sequencing.Go(func() {
				for last := false; ; {
					n, err := trySequence(t, nodes[i%len(nodes)], 7)
					if err != nil {
						t.Error(err)
						return
					}
					if last && n == 0 {
						return
					}
					select {
					case <-over:
						last = true
					default:
					}
				}
			})
		}
		sealing.Wait()
		close(over)
		sequencing.Wait()
		const all = sealers * each * 3
		if h := head(t, nodes[0]); h.Size != all {
			t.Fatalf("%d in the log, want %d", h.Size, all)
		}
		if wait, err := nodes[1].ReceiptsWait(t.Context()); err != nil || wait {
			t.Errorf("some wait: %v, %v", wait, err)
		}
		rebuild(t, nodes[1], all).same(t, nodes[0])
		receipts, err := nodes[0].ReceiptsAbout(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		taken := map[int64]bool{}
		for _, r := range receipts {
			if r.Leaf == nil || taken[*r.Leaf] || *r.Leaf < 0 || *r.Leaf >= all {
				t.Fatalf("receipt %s is leaf %v", r.ID, r.Leaf)
			}
			taken[*r.Leaf] = true
		}
		if len(taken) != all {
			t.Errorf("%d leaves", len(taken))
		}
	})
}

// What is broken off before its commit leaves nothing, and the next one goes on from there.
func TestSequenceBrokenOff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		makeLog(t, s)
		seal(t, s, 300)
		sequence(t, s, 257)
		before := head(t, s)
		killed, kill := context.WithCancel(t.Context())
		for name, sign := range map[string]store.SignHead{
			"it cannot be signed": func(store.LogHead, []store.SealedLogKey) (string, error) { return "", errors.New("no") },
			"it is killed":        func(store.LogHead, []store.SealedLogKey) (string, error) { kill(); return "half", nil },
		} {
			err := s.Write(killed, func(tx *store.Tx) error {
				_, err := tx.Sequence(killed, 100, noon, sign)
				return err
			})
			if err == nil || head(t, s) != before {
				t.Errorf("%s: %v, head %+v, want %+v", name, err, head(t, s), before)
			}
			if n, err := s.CountWaiting(t.Context()); err != nil || n != 43 {
				t.Errorf("%s: %d wait, %v", name, n, err)
			}
			rebuild(t, s, before.Size).same(t, s)
		}
		if n := sequence(t, s, 100); n != 43 {
			t.Errorf("%d taken", n)
		}
		rebuild(t, s, 300).same(t, s)
	})
}

func TestLogKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		makeLog(t, s)
		seal(t, s, 2)
		sequence(t, s, 1)
		write := func(f func(tx *store.Tx) error) {
			t.Helper()
			if err := s.Write(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		next := logKey("second")
		next.Sealed = true
		write(func(tx *store.Tx) error { return tx.RotateLogKey(t.Context(), next, noon, signature) })
		latest := func() eval.Checkpoint {
			c, err := s.Checkpoints(t.Context(), 5)
			if err != nil || len(c) == 0 {
				t.Fatal(c, err)
			}
			return c[0]
		}
		if c := latest(); c.Size != 1 || !strings.HasSuffix(c.Text, "by first, second") {
			t.Errorf("%+v", c)
		}
		keys, err := s.LogKeys(t.Context())
		if err != nil || len(keys) != 2 || keys[0].Key != "second" || !keys[0].RetiredAt.IsZero() || string(keys[0].Seed) != "seed of second" || !keys[0].Sealed ||
			keys[1].Key != "first" || !keys[1].RetiredAt.Equal(noon) || len(keys[1].Seed) != 0 {
			t.Errorf("%+v, %v", keys, err)
		}
		sequence(t, s, 1)
		if c := latest(); c.Size != 2 || !strings.HasSuffix(c.Text, "by second") {
			t.Errorf("%+v", c)
		}
		stale := keys[0]
		stale.Seed = []byte("another")
		write(func(tx *store.Tx) error { return tx.ResealLogKey(t.Context(), stale, []byte("wrong"), true) })
		write(func(tx *store.Tx) error { return tx.ResealLogKey(t.Context(), keys[0], []byte("anew"), true) })
		write(func(tx *store.Tx) error { return tx.ResealLogKey(t.Context(), keys[1], []byte("retired"), true) })
		keys, err = s.LogKeys(t.Context())
		if err != nil || string(keys[0].Seed) != "anew" || len(keys[1].Seed) != 0 {
			t.Errorf("%+v, %v", keys, err)
		}
	})
}
