package app_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"assay/app"
	"assay/app/runner"
	"assay/app/vault"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// opened opens a checkpoint with a key of the log.
func opened(t *testing.T, c eval.Checkpoint, origin, key string) (receipt.Head, error) {
	t.Helper()
	v, err := note.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	return receipt.OpenCheckpoint(c.Text, origin, v)
}

func theLog(t *testing.T, e *testenv.Env) eval.Log {
	t.Helper()
	log, err := e.App.Log(e.Stranger())
	if err != nil || log == nil || log.Checkpoint == nil || log.Checkpoint.Size != log.Size || log.Checkpoint.Root != log.Root {
		t.Fatalf("%+v, %v", log, err)
	}
	return *log
}

func versionReceipts(t *testing.T, e *testenv.Env, suite eval.Suite) []store.StoredReceipt {
	t.Helper()
	all, err := e.Store.ReceiptsAbout(t.Context(), suite.ID)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func hashesOf(in []string) []receipt.Hash {
	out := make([]receipt.Hash, len(in))
	for i, s := range in {
		out[i], _ = receipt.ParseHash(s)
	}
	return out
}

// A version of a suite is sealed when it is stored; what makes no version, or only tries one, seals nothing.
func TestSuiteVersionsAreSealed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		suite := e.Suite("sealed", false, "/a", "/b")
		tasks := []app.TaskInput{{Name: "c", Input: "/c", Scorer: "status_ok", Weight: 1}}
		for _, in := range []app.PutSuite{
			{Key: "sealed", IntervalMinutes: app.Optional[int]{Set: true, Value: 7}},
			{Key: "sealed", Tasks: &tasks, DryRun: true},
			{Key: "sealed", Tasks: &tasks},
		} {
			if _, err := e.App.PutSuite(e.Admin(), in); err != nil {
				t.Fatal(err)
			}
		}
		all := versionReceipts(t, e, suite)
		if len(all) != 2 {
			t.Fatalf("%d receipts of 2 versions", len(all))
		}
		for i, r := range all {
			v, err := s.SuiteVersion(t.Context(), suite.ID, i+1)
			if err != nil || v == nil {
				t.Fatal(v, err)
			}
			want := receipt.SuiteFacts{Suite: suite.ID, Key: "sealed", Version: i + 1, Definition: v.Digest, Tasks: 2 - i}
			var got receipt.SuiteFacts
			if err := json.Unmarshal(r.Facts, &got); err != nil || got != want || r.Kind != receipt.SuiteVersion || r.Workspace != "" {
				t.Errorf("%s %+v, %v, want %+v", r.Kind, got, err, want)
			}
			if h, err := r.Receipt.Hash(); err != nil || h != r.Hash {
				t.Errorf("its hash is %s, %v, not %s", h, err, r.Hash)
			}
		}
	})
}

func TestReceiptsAreProvenToBeInTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		if log, err := e.App.Log(e.Stranger()); err != nil || log != nil {
			t.Errorf("before there is one: %+v, %v", log, err)
		}
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if log := theLog(t, e); log.Origin != "assay.example/log" || log.Size != 0 || log.Root != receipt.EmptyRoot.String() || len(log.Keys) != 1 {
			t.Errorf("%+v", log)
		}
		suites := []eval.Suite{e.Suite("one", true, "/"), e.Suite("two", true, "/"), e.Suite("three", true, "/")}
		waits := versionReceipts(t, e, suites[2])[0].Hash.String()
		if r, err := e.App.PublicReceipt(e.Stranger(), waits); err != nil || r.Entry != nil || r.Kind != receipt.SuiteVersion || r.Cleared || r.At.IsZero() {
			t.Errorf("while it waits: %+v, %v", r, err)
		}
		if _, err := e.App.Inclusion(e.Stranger(), waits); !fault.Is(err, fault.NotFound) {
			t.Errorf("while it waits: %v", err)
		}
		if log := theLog(t, e); log.Waiting != 3 {
			t.Errorf("%d wait", log.Waiting)
		}
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		log := theLog(t, e)
		if log.Size != 3 || log.Waiting != 0 {
			t.Errorf("%+v", log)
		}
		var hashes []receipt.Hash
		for _, suite := range suites {
			hash := versionReceipts(t, e, suite)[0].Hash
			hashes = append(hashes, hash)
			entry, err := e.App.Inclusion(e.Stranger(), hash.String())
			if err != nil {
				t.Fatal(err)
			}
			head, err := opened(t, entry.Checkpoint, entry.Origin, entry.Keys[0])
			if err != nil || head.Size != 3 || receipt.CheckInclusion(head, entry.Index, hash, hashesOf(entry.Proof)) != nil {
				t.Errorf("%+v, %v", entry, err)
			}
			if r, err := e.App.PublicReceipt(e.Stranger(), hash.String()); err != nil || r.Entry == nil || r.Entry.Index != entry.Index {
				t.Errorf("%+v, %v", r, err)
			}
		}
		entries, err := e.App.LogEntries(e.Stranger(), append(hashes, receipt.Hash{5}))
		if err != nil || len(entries) != 3 || entries[hashes[2]].Index != 2 {
			t.Errorf("%+v, %v", entries, err)
		}
		newest, err := e.App.NewestLogged(e.Stranger(), 2)
		if err != nil || len(newest) != 2 || newest[0].Hash != hashes[2].String() || newest[0].Index != 2 {
			t.Errorf("%+v, %v", newest, err)
		}
		older := e.Suite("four", true, "/")
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		proof, err := e.App.Consistency(e.Stranger(), 3, 4)
		was, now := head(t, log.Root, 3), head(t, theLog(t, e).Root, 4)
		if err != nil || receipt.CheckConsistency(was, now, hashesOf(proof)) != nil {
			t.Errorf("%v, %v", proof, err)
		}
		if entry, err := e.App.Inclusion(e.Stranger(), versionReceipts(t, e, older)[0].Hash.String()); err != nil || entry.Index != 3 {
			t.Errorf("%+v, %v", entry, err)
		}
		all, err := e.App.Checkpoints(e.Stranger(), 100)
		if err != nil || len(all) != 3 || all[0].Size != 4 || all[1] != *log.Checkpoint || all[2].Size != 0 {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

func head(t *testing.T, root string, size int64) receipt.Head {
	t.Helper()
	h, err := receipt.ParseHash(root)
	if err != nil {
		t.Fatal(err)
	}
	return receipt.Head{Size: size, Root: h}
}

func TestLogRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		if _, err := e.App.Consistency(e.Stranger(), 1, 1); !fault.Is(err, fault.Invalid) {
			t.Errorf("without a log: %v", err)
		}
		if _, err := e.App.RotateLogKey(e.Admin()); !fault.Is(err, fault.NotFound) {
			t.Errorf("without a log: %v", err)
		}
		e.Suite("one", true, "/")
		e.Suite("two", true, "/")
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, c := range [][2]int64{{0, 1}, {-1, 2}, {2, 1}, {1, 3}, {3, 3}, {1, 0}, {0, 0}} {
			if p, err := e.App.Consistency(e.Stranger(), c[0], c[1]); !fault.Is(err, fault.Invalid) {
				t.Errorf("from %d to %d: %v, %v", c[0], c[1], p, err)
			}
		}
		if p, err := e.App.Consistency(e.Stranger(), 2, 2); err != nil || len(p) != 0 {
			t.Errorf("from a size to itself: %v, %v", p, err)
		}
		for hash, kind := range map[string]fault.Kind{
			"": fault.Invalid, "abc": fault.Invalid, strings.Repeat("A", 64): fault.Invalid, strings.Repeat("a", 64): fault.NotFound,
		} {
			if _, err := e.App.Inclusion(e.Stranger(), hash); !fault.Is(err, kind) {
				t.Errorf("the receipt %q: %v", hash, err)
			}
		}
		for _, tile := range []receipt.Tile{{Width: 256}, {Width: 3}, {Index: 1, Width: 1}, {Level: 1, Width: 1}, {Entries: true, Width: 3}, {Entries: true, Index: 1 << 40, Width: 256}} {
			if _, err := e.App.LogTile(e.Stranger(), tile); !fault.Is(err, fault.NotFound) {
				t.Errorf("tile %s: %v", tile.Path(), err)
			}
		}
		for _, first := range []int{0, 101} {
			if _, err := e.App.Checkpoints(e.Stranger(), first); !fault.Is(err, fault.Invalid) {
				t.Errorf("%d checkpoints: %v", first, err)
			}
		}
	})
}

func TestRotateLogKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		keys, err := vault.Parse(vault.NewKey())
		if err != nil {
			t.Fatal(err)
		}
		e := testenv.New(t, s, testenv.Options{Change: func(c *app.Config) { c.Vault = keys }})
		e.Suite("one", true, "/")
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := theLog(t, e)
		if _, err := e.App.RotateLogKey(e.Stranger()); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a stranger: %v", err)
		}
		after, err := e.App.RotateLogKey(e.Admin())
		if err != nil || len(after.Keys) != 2 || after.Keys[1].Key != before.Keys[0].Key || after.Keys[1].RetiredAt.IsZero() || !after.Keys[0].RetiredAt.IsZero() || after.Keys[0].CreatedAt.IsZero() {
			t.Fatalf("%+v, %v", after, err)
		}
		for _, k := range after.Keys { // both sign the checkpoint at that moment
			if h, err := opened(t, *after.Checkpoint, after.Origin, k.Key); err != nil || h.Size != 1 {
				t.Errorf("%+v, %v", h, err)
			}
		}
		stored, err := s.LogKeys(t.Context())
		if err != nil || len(stored[1].Seed) != 0 || len(stored[0].Seed) == 0 || !stored[0].Sealed {
			t.Errorf("%+v, %v", stored, err)
		}
		e.Suite("two", true, "/")
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		now := theLog(t, e)
		if _, err := opened(t, *now.Checkpoint, now.Origin, now.Keys[0].Key); err != nil {
			t.Error(err)
		}
		if _, err := opened(t, *now.Checkpoint, now.Origin, now.Keys[1].Key); err == nil {
			t.Error("the retired key signs")
		}
		page, err := e.App.AuditLog(e.Admin(), app.AuditQuery{Action: "rotateLogKey"}, eval.PageArgs{})
		if err != nil || len(page.Items) != 2 || page.Items[0].Outcome != eval.AuditDone || page.Items[0].Target != now.Origin || page.Items[1].Outcome != eval.AuditRefused {
			t.Errorf("%+v, %v", page.Items, err)
		}
	})
}

// The seed lies as it is until there is a vault, and is sealed with its first key from then on. The log keeps the name it got first.
func TestLogKeysAreSealed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		var said bytes.Buffer
		node := func(publicURL string, keys ...string) *testenv.Env {
			t.Helper()
			var v *vault.Vault
			if len(keys) > 0 {
				var err error
				if v, err = vault.Parse(strings.Join(keys, ",")); err != nil {
					t.Fatal(err)
				}
			}
			e := testenv.New(t, s, testenv.Options{Log: slog.New(slog.NewTextHandler(&said, nil)),
				Change: func(c *app.Config) { c.Vault, c.PublicURL = v, publicURL }})
			if err := e.App.OpenLog(t.Context()); err != nil {
				t.Fatal(err)
			}
			return e
		}
		kept := func() store.SealedLogKey {
			t.Helper()
			all, err := s.LogKeys(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return all[0]
		}
		one, two := vault.NewKey(), vault.NewKey()
		first := node("https://first.example:8443/x")
		open := kept()
		if public, err := receipt.PublicOf("first.example:8443/log", open.Seed); err != nil || public != open.Key || open.Sealed {
			t.Fatalf("%s, %v, %+v", public, err, open)
		}
		first.Suite("one", true, "/")
		if err := first.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, keys := range [][]string{{one}, {one}, {two, one}, {two}} {
			e := node("https://second.example", keys...)
			k := kept()
			if !k.Sealed || k.Key != open.Key || bytes.Contains(k.Seed, open.Seed) || strings.Contains(hex.EncodeToString(k.Seed), hex.EncodeToString(open.Seed)) {
				t.Fatalf("%+v", k)
			}
			e.Suite("more"+hex.EncodeToString(k.Seed[:4]), true, "/")
			if err := e.App.SequenceReceipts(t.Context()); err != nil {
				t.Fatal(err)
			}
			if log := theLog(t, e); log.Origin != "first.example:8443/log" {
				t.Errorf("it is called %s now", log.Origin)
			}
		}
		size := theLog(t, first).Size
		for _, keys := range [][]string{nil, {one}} { // without the right key receipts wait
			said.Reset()
			e := node("https://first.example", keys...)
			e.Suite(fmt.Sprint("waits", len(keys)), true, "/")
			if err := e.App.SequenceReceipts(t.Context()); err == nil || !strings.Contains(said.String(), "the key of the log does not open") {
				t.Errorf("%v; it said %s", err, &said)
			}
			if log := theLog(t, e); log.Size != size || log.Waiting == 0 {
				t.Errorf("%+v", log)
			}
		}
		lost := node("https://first.example", one)
		after, err := lost.App.RotateLogKey(lost.Admin()) // by a new key alone
		if err != nil {
			t.Fatal(err)
		}
		if _, err := opened(t, *after.Checkpoint, after.Origin, after.Keys[1].Key); err == nil {
			t.Error("the lost key signs")
		}
		if err := lost.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if log := theLog(t, lost); log.Waiting != 0 || log.Size <= size {
			t.Errorf("%+v", log)
		}
	})
}

// The node that keeps the log hears of what is sealed, and takes it up by itself.
func TestKeepLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{GateDown: true})
		grew := e.Hub.WatchTopic(store.TopicLog)
		defer grew.Close()
		e.Config.Idle = true
		e.Config.Chores = []runner.Chore{{Kind: store.ClaimLog, Every: app.LogRetry, Do: e.App.KeepLog}}
		stop := e.Start()
		for _, key := range []string{"one", "two"} {
			suite := e.Suite(key, false, "/")
			hash := versionReceipts(t, e, suite)[0].Hash.String()
			for {
				if r, err := e.App.PublicReceipt(e.Stranger(), hash); err != nil || r.Entry != nil {
					if err != nil {
						t.Fatal(err)
					}
					break
				}
				<-grew.C
				grew.Take()
			}
		}
		stop() // while it waits
	})
}
