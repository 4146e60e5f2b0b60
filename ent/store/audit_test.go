package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
)

func entry(action, actor string) eval.AuditEntry {
	return eval.AuditEntry{At: noon, Actor: actor, Action: action, Outcome: eval.AuditDone}
}

// What is read back has the hash that was given when it was written.
func TestAuditEntriesComeBackAsTheyWere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		full := eval.AuditEntry{At: noon.Add(7 * time.Millisecond), Actor: "usr_1", ActorName: "Ü \U0001F600 <b>", KeyID: "key_1", WorkspaceID: "wsp_1",
			Address: "2001:db8::7", Action: "putSuite", Target: "a\"'\\\n,b", InputDigest: strings.Repeat("ab", 32), Outcome: eval.AuditRefused, Code: "forbidden", RequestID: "req-1"}
		write(t, s, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), full) })
		write(t, s, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), entry("runSuite", "")) })
		got, err := s.AuditAfter(t.Context(), store.AuditFilter{}, 0, 10)
		if err != nil || len(got) != 2 {
			t.Fatalf("%v, %v", got, err)
		}
		full.Seq, full.Hash = 1, got[0].Hash
		if diff := cmp.Diff(full, got[0]); diff != "" {
			t.Error(diff)
		}
		if got[0].Hash != eval.AuditHash(got[0]) || got[1].Previous != got[0].Hash {
			t.Errorf("the chain does not hold: %+v", got)
		}
		head, err := s.AuditHead(t.Context())
		if err != nil || *head != (eval.AuditHead{Seq: 2, Hash: got[1].Hash}) {
			t.Errorf("head %+v, %v", head, err)
		}
	})
}

func TestAuditLogPagesAndFilters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		for i := range 30 {
			e := entry([]string{"putSuite", "runSuite", "signIn"}[i%3], fmt.Sprint("usr_", i%2))
			e.At = noon.Add(time.Duration(i) * time.Minute)
			e.Target = fmt.Sprintf("Ärger_%d%%", i)
			if i%3 == 2 {
				e.Outcome, e.WorkspaceID, e.ActorName = eval.AuditRefused, "wsp_b", "Bo ÖBERG"
			}
			write(t, s, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), e) })
		}
		read := func(f store.AuditFilter) (seqs []int64) {
			t.Helper()
			var total int
			for args := (eval.PageArgs{First: new(7)}); ; {
				page, err := s.AuditLog(t.Context(), f, args)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range page.Items {
					seqs = append(seqs, e.Seq)
				}
				if total, err = page.Total(t.Context()); err != nil {
					t.Fatal(err)
				}
				if !page.HasNext {
					break
				}
				args.After = page.Cursors[len(page.Cursors)-1]
			}
			if total != len(seqs) {
				t.Errorf("%+v: %d counted, %d read", f, total, len(seqs))
			}
			if !slices.IsSortedFunc(seqs, func(a, b int64) int { return int(b - a) }) {
				t.Errorf("%+v: not newest first: %v", f, seqs)
			}
			return seqs
		}
		for _, tc := range []struct {
			f    store.AuditFilter
			want int
		}{
			{store.AuditFilter{}, 30},
			{store.AuditFilter{Action: "signIn"}, 10},
			{store.AuditFilter{Actor: "usr_1"}, 15},
			{store.AuditFilter{WorkspaceID: "wsp_b"}, 10},
			{store.AuditFilter{Outcome: eval.AuditRefused, Actor: "usr_0"}, 5},
			{store.AuditFilter{Search: "ärger_1"}, 11},
			{store.AuditFilter{Search: "ÄRGER_29%"}, 1},
			{store.AuditFilter{Search: "9%"}, 3},
			{store.AuditFilter{Search: "öberg"}, 10},
			{store.AuditFilter{Search: "' OR 1=1 --"}, 0},
			{store.AuditFilter{Since: noon.Add(5 * time.Minute), Until: noon.Add(8 * time.Minute)}, 3},
		} {
			if got := read(tc.f); len(got) != tc.want {
				t.Errorf("%+v: %v, want %d", tc.f, got, tc.want)
			}
		}
		last, err := s.AuditLog(t.Context(), store.AuditFilter{}, eval.PageArgs{Last: new(2)})
		if err != nil || len(last.Items) != 2 || last.Items[0].Seq != 2 || last.Items[1].Seq != 1 || !last.HasPrevious {
			t.Errorf("the oldest two: %+v, %v", last, err)
		}
		if _, err := s.AuditLog(t.Context(), store.AuditFilter{Action: "x"}, eval.PageArgs{Before: last.Cursors[0]}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a cursor under another filter: %v", err)
		}
	})
}

// The database itself refuses to change the log, by whatever statement.
func TestAuditLogIsAppendOnly(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		for range 3 {
			write(t, s, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), entry("putSuite", "a")) })
		}
		db := raw(t, url)
		statements := []string{
			"UPDATE audit_entries SET actor = 'b' WHERE id = 2",
			"UPDATE audit_entries SET actor = actor",
			"UPDATE audit_entries SET id = 9 WHERE id = 3",
			"DELETE FROM audit_entries WHERE id = 3",
			"DELETE FROM audit_entries",
			"INSERT INTO audit_entries (id, actor, hash) VALUES (2, 'b', '') ON CONFLICT (id) DO UPDATE SET actor = 'b'",
		}
		if s.Postgres() {
			statements = append(statements, "TRUNCATE audit_entries", "TRUNCATE audit_entries CASCADE")
		} else {
			statements = append(statements, "REPLACE INTO audit_entries (id, actor) VALUES (2, 'b')", "INSERT OR REPLACE INTO audit_entries (id, actor) VALUES (3, 'b')")
		}
		for _, statement := range statements {
			if _, err := db.ExecContext(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", statement, err)
			}
		}
		entries, err := s.AuditAfter(t.Context(), store.AuditFilter{}, 0, 10)
		if err != nil || len(entries) != 3 || entries[1].Hash != eval.AuditHash(entries[1]) {
			t.Errorf("after it all: %+v, %v", entries, err)
		}
	})
}

// raw is a connection beside the store, as somebody with the database's password has it.
func raw(t *testing.T, url string) *sql.DB {
	t.Helper()
	driver, name := "postgres", url
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, name = "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// Writers on several nodes at once make one chain without a gap; what is rolled back leaves none.
func TestAuditChainOfManyWriters(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		nodes := []*store.Store{dbtest.Open(t, url)}
		if nodes[0].Postgres() {
			nodes = append(nodes, dbtest.Open(t, url), dbtest.Open(t, url))
		}
		const writers, each = 12, 10
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				for i := range each {
					err := nodes[w%len(nodes)].Write(t.Context(), func(tx *store.Tx) error {
						if err := tx.AppendAudit(t.Context(), entry("putSuite", fmt.Sprint(w))); err != nil {
							return err
						}
						if i == each/2 {
							return errRolledBack
						}
						return nil
					})
					if (err != nil) != (i == each/2) {
						t.Errorf("writer %d, entry %d: %v", w, i, err)
					}
				}
			})
		}
		all.Wait()
		var chain eval.AuditChain
		for {
			entries, err := nodes[0].AuditAfter(t.Context(), store.AuditFilter{}, chain.Seq, 17)
			if err != nil {
				t.Fatal(err)
			}
			if len(entries) == 0 {
				break
			}
			for _, e := range entries {
				if err := chain.Next(e, func() (string, error) { return "", nil }); err != nil {
					t.Fatal(err)
				}
			}
		}
		head, err := nodes[0].AuditHead(context.Background())
		if err != nil || chain.End(*head) != nil || chain.Seq != writers*(each-1) {
			t.Errorf("%d entries, head %+v, %v", chain.Seq, head, err)
		}
	})
}

var errRolledBack = fmt.Errorf("rolled back")
