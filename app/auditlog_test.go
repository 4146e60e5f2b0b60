package app_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// logged is an audit log as somebody with the database's password sees it.
type logged struct {
	rows  []eval.AuditEntry
	head  eval.AuditHead
	noted []eval.AuditHead // what was noted elsewhere before
}

func (l *logged) anew(from int) {
	for i := from; i < len(l.rows); i++ {
		l.rows[i].Seq = int64(i + 1)
		l.rows[i].Previous = ""
		if i > 0 {
			l.rows[i].Previous = l.rows[i-1].Hash
		}
		l.rows[i].Hash = eval.AuditHash(l.rows[i])
	}
}

func (l *logged) renumber(hashes bool) {
	for i := range l.rows {
		if l.rows[i].Seq == int64(i+1) {
			continue
		}
		l.rows[i].Seq = int64(i + 1)
		if hashes {
			l.rows[i].Hash = eval.AuditHash(l.rows[i])
		}
	}
}

func (l *logged) mendEnd() {
	l.head = eval.AuditHead{}
	if n := len(l.rows); n > 0 {
		l.head = eval.AuditHead{Seq: l.rows[n-1].Seq, Hash: l.rows[n-1].Hash}
	}
}

// note notes an entry in good time.
func (l *logged) note(i int) {
	l.noted = append(l.noted, eval.AuditHead{Seq: l.rows[i].Seq, Hash: l.rows[i].Hash})
}

// fields are the ways to change an entry's content.
var fields = []func(*eval.AuditEntry){
	func(e *eval.AuditEntry) { e.At = e.At.Add(time.Hour) },
	func(e *eval.AuditEntry) { e.Actor = "usr_other" },
	func(e *eval.AuditEntry) { e.ActorName += " " },
	func(e *eval.AuditEntry) { e.KeyID = "key_other" },
	func(e *eval.AuditEntry) { e.WorkspaceID = "wsp_other" },
	func(e *eval.AuditEntry) { e.Address = "192.0.2.1" },
	func(e *eval.AuditEntry) { e.Action = "signOut" },
	func(e *eval.AuditEntry) { e.Target += "x" },
	func(e *eval.AuditEntry) { e.InputDigest = strings.Repeat("0", 64) },
	func(e *eval.AuditEntry) { e.Outcome = eval.AuditFailed },
	func(e *eval.AuditEntry) { e.Code = "other" },
	func(e *eval.AuditEntry) { e.RequestID = "req-other" },
	func(e *eval.AuditEntry) { e.Previous = strings.Repeat("0", 64) },
}

// tampering is one way to tamper, and the number that must be named: of the first entry of which it can be known that it is not as it was.
type tampering struct {
	name string
	do   func(l *logged, k int) (want int64)
}

// tamperings lists them; k, from 5 to 54, is a place in a log of 60.
func tamperings() (all []tampering) {
	add := func(name string, do func(l *logged, k int) int64) { all = append(all, tampering{name, do}) }
	here := func(k int) int64 { return int64(k + 1) }
	for i, change := range fields {
		add(fmt.Sprint("field ", i), func(l *logged, k int) int64 { change(&l.rows[k]); return here(k) })
		add(fmt.Sprint("field ", i, " with its hash"), func(l *logged, k int) int64 {
			change(&l.rows[k])
			l.rows[k].Hash = eval.AuditHash(l.rows[k])
			return here(k)
		})
	}
	add("hash", func(l *logged, k int) int64 { l.rows[k].Hash = strings.Repeat("0", 64); return here(k) })
	add("two entries", func(l *logged, k int) int64 { l.rows[k+3].Actor, l.rows[k].Actor = "x", "x"; return here(k) })
	add("the last with its hash", func(l *logged, _ int) int64 {
		l.rows[59].Actor = "x"
		l.rows[59].Hash = eval.AuditHash(l.rows[59])
		return 60
	})
	add("the first, and all after it made anew", func(l *logged, _ int) int64 { l.rows[0].Actor = "x"; l.anew(0); return 60 })
	add("all from one on made anew, with the end; an entry was noted", func(l *logged, k int) int64 {
		l.note(k + 2)
		l.rows[k].Actor = "x"
		l.anew(k)
		l.mendEnd()
		return here(k + 2)
	})
	remove := func(l *logged, from, to int) { l.rows = slices.Delete(l.rows, from, to) }
	add("first gone", func(l *logged, _ int) int64 { remove(l, 0, 1); return 1 })
	add("one gone", func(l *logged, k int) int64 { remove(l, k, k+1); return here(k) })
	add("three gone", func(l *logged, k int) int64 { remove(l, k, k+3); return here(k) })
	add("last gone", func(l *logged, _ int) int64 { remove(l, 59, 60); return 60 })
	add("end cut off", func(l *logged, k int) int64 { remove(l, k, 60); return here(k) })
	add("end cut off, its number mended", func(l *logged, k int) int64 { remove(l, k, 60); l.head.Seq = int64(k); return int64(k) })
	add("end cut off and mended; the end was noted", func(l *logged, k int) int64 { l.note(59); remove(l, k, 60); l.mendEnd(); return here(k) })
	add("all gone", func(l *logged, _ int) int64 { remove(l, 0, 60); return 1 })
	add("all gone and mended; the end was noted", func(l *logged, _ int) int64 { l.note(59); remove(l, 0, 60); l.mendEnd(); return 1 })
	add("one gone, renumbered", func(l *logged, k int) int64 { remove(l, k, k+1); l.renumber(false); return here(k) })
	add("one gone, renumbered with hashes", func(l *logged, k int) int64 { remove(l, k, k+1); l.renumber(true); return here(k) })
	add("one gone, all after it made anew", func(l *logged, k int) int64 { remove(l, k, k+1); l.anew(k); return 60 })
	insert := func(l *logged, k int) {
		forged := eval.AuditEntry{Seq: int64(k + 1), At: l.rows[k].At, Actor: "usr_forged", Action: "putSuite", Outcome: eval.AuditDone, Previous: l.rows[k-1].Hash}
		forged.Hash = eval.AuditHash(forged)
		l.rows = slices.Insert(l.rows, k, forged)
	}
	add("one put in, renumbered", func(l *logged, k int) int64 { insert(l, k); l.renumber(false); return here(k) })
	add("one put in, renumbered with hashes", func(l *logged, k int) int64 { insert(l, k); l.renumber(true); return here(k) })
	add("one put in at the end", func(l *logged, _ int) int64 {
		l.rows = append(l.rows, eval.AuditEntry{At: l.rows[0].At, Actor: "usr_forged", Outcome: eval.AuditDone})
		l.anew(60)
		return 61
	})
	swap := func(l *logged, i, j int) {
		l.rows[i], l.rows[j] = l.rows[j], l.rows[i]
		l.rows[i].Seq, l.rows[j].Seq = int64(i+1), int64(j+1)
	}
	add("two swapped", func(l *logged, k int) int64 { swap(l, k, k+4); return here(k) })
	add("neighbours swapped", func(l *logged, k int) int64 { swap(l, k, k+1); return here(k) })
	add("neighbours swapped with hashes", func(l *logged, k int) int64 {
		swap(l, k, k+1)
		l.rows[k].Hash, l.rows[k+1].Hash = eval.AuditHash(l.rows[k]), eval.AuditHash(l.rows[k+1])
		return here(k)
	})
	add("a copy in place of another", func(l *logged, k int) int64 {
		l.rows[k] = l.rows[k-3]
		l.rows[k].Seq = here(k)
		return here(k)
	})
	add("hash of the end", func(l *logged, _ int) int64 { l.head.Hash = strings.Repeat("0", 64); return 60 })
	add("number of the end", func(l *logged, k int) int64 { l.head.Seq = int64(k); return here(k) })
	return all
}

// Somebody with the database's password, who drops what protects the log, tampers with it in 50 ways and more. Each is found, and the
// first entry that is not as it was is named.
func TestTamperingIsFound(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		e := testenv.New(t, s, testenv.Options{})
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for i := range 60 {
				entry := eval.AuditEntry{At: time.UnixMilli(1_700_000_000_000 + int64(i)*977), Actor: fmt.Sprint("usr_", i%7), ActorName: "Ä", Address: "127.0.0.1",
					Action: "putSuite", Target: fmt.Sprint("suite-", i), InputDigest: fmt.Sprintf("%064x", i), Outcome: eval.AuditDone, RequestID: fmt.Sprint("req-", i)}
				if err := tx.AppendAudit(t.Context(), entry); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := s.AuditAfter(t.Context(), store.AuditFilter{}, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		end, err := s.AuditHead(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if head, err := e.App.VerifyAudit(e.Admin(), eval.AuditHead{Seq: 7, Hash: whole[6].Hash}, *end); err != nil || head != *end {
			t.Fatalf("untouched: %+v, %v", head, err)
		}
		db := unprotected(t, url)
		random := rand.New(rand.NewPCG(3, 50))
		found := 0
		for _, way := range tamperings() {
			l := &logged{rows: slices.Clone(whole), head: *end}
			want := way.do(l, 5+random.IntN(50))
			put(t, db, l)
			_, err := e.App.VerifyAudit(e.Admin(), l.noted...)
			f, _ := errors.AsType[*eval.AuditFlaw](err)
			if f == nil || f.Seq != want || !strings.Contains(f.Message, fmt.Sprint("entry ", want)) {
				t.Errorf("%s: %v, want it to name entry %d", way.name, err, want)
				continue
			}
			found++
		}
		if found < 50 {
			t.Errorf("%d found, fewer than 50", found)
		}
		l := &logged{rows: slices.Clone(whole), head: *end}
		put(t, db, l)
		if _, err := e.App.VerifyAudit(e.Admin(), *end); err != nil {
			t.Errorf("put back as it was: %v", err)
		}
		if !s.Postgres() { // whose columns hold what they are declared for
			run(t, db, "UPDATE audit_entries SET at = 'yesterday' WHERE id = 31")
			_, err := e.App.VerifyAudit(e.Admin())
			if f, _ := errors.AsType[*eval.AuditFlaw](err); f == nil || f.Seq != 31 {
				t.Errorf("an entry that cannot be read: %v", err)
			}
			put(t, db, l)
		}
		run(t, db, "DELETE FROM audit_heads")
		if _, err := e.App.VerifyAudit(e.Admin()); err == nil || !strings.Contains(err.Error(), "audit_heads") {
			t.Errorf("without an end: %v", err)
		}
		run(t, db, "DROP TABLE audit_entries")
		_, err = e.App.VerifyAudit(e.Admin())
		if f, _ := errors.AsType[*eval.AuditFlaw](err); err == nil || f != nil {
			t.Errorf("without a table this cannot be found out: %v", err)
		}
	})
}

// unprotected opens the database beside the store, and drops what keeps the log from being changed.
func unprotected(t *testing.T, url string) *sql.DB {
	t.Helper()
	driver, name := "postgres", url
	drop := []string{"DROP TRIGGER audit_entries_never_change ON audit_entries", "DROP TRIGGER audit_entries_never_go ON audit_entries"}
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, name = "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)"
		drop = []string{"DROP TRIGGER audit_entries_never_change", "DROP TRIGGER audit_entries_never_go", "DROP TRIGGER audit_entries_never_replaced"}
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for _, statement := range drop {
		run(t, db, statement)
	}
	return db
}

func run(t *testing.T, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}, statement string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// put makes the database hold this log.
func put(t *testing.T, db *sql.DB, l *logged) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	run(t, tx, "DELETE FROM audit_entries")
	for _, e := range l.rows {
		run(t, tx, `INSERT INTO audit_entries (id, at, actor, actor_name, key_id, workspace_id, address, action, target, input_digest, outcome, code, request_id, previous, hash)
			VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)`, e.Seq, e.At.UnixMilli(), e.Actor, e.ActorName, e.KeyID, e.WorkspaceID, e.Address, e.Action, e.Target,
			e.InputDigest, string(e.Outcome), e.Code, e.RequestID, e.Previous, e.Hash)
	}
	run(t, tx, "UPDATE audit_heads SET seq = $1, hash = $2", l.head.Seq, l.head.Hash)
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// roled is a context of somebody with a role in a workspace.
func roled(ctx context.Context, workspace string, role eval.Role) context.Context {
	return app.WithPrincipal(ctx, app.Principal{Credential: true, User: &eval.User{ID: "usr_" + workspace, Name: "Somebody"}, Roles: map[string]eval.Role{workspace: role}})
}

func TestWhoReadsTheAuditLog(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		e := testenv.New(t, s, testenv.Options{})
		db := unprotected(t, url)
		run(t, db, "INSERT INTO workspaces (id, key, name, created_at) VALUES ('wsp_other', 'other', 'Other', 1)")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for _, w := range []string{eval.DefaultWorkspace, "wsp_other", "", "wsp_other"} {
				if err := tx.AppendAudit(t.Context(), eval.AuditEntry{At: e.Now(), WorkspaceID: w, Action: "putSuite", Outcome: eval.AuditDone}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		admin := roled(t.Context(), eval.DefaultWorkspace, eval.RoleAdmin)
		otherAdmin := roled(t.Context(), "wsp_other", eval.RoleAdmin)
		for _, tc := range []struct {
			who       string
			ctx       context.Context
			workspace string
			want      int // -1: UNAUTHENTICATED, -2: FORBIDDEN, -3: NOT_FOUND
		}{
			{"stranger", t.Context(), "", -1},
			{"stranger", t.Context(), "other", -1},
			{"stranger", t.Context(), "nothing", -1},
			{"platform admin", e.Admin(), "", 4},
			{"admin", admin, "", 4},
			{"admin", admin, "default", 1},
			{"admin", admin, "other", 2},
			{"admin", admin, "nothing", -3},
			{"member", roled(t.Context(), eval.DefaultWorkspace, eval.RoleMember), "", -2},
			{"member", roled(t.Context(), eval.DefaultWorkspace, eval.RoleMember), "default", -2},
			{"admin of another", otherAdmin, "", -2},
			{"admin of another", otherAdmin, "default", -2},
			{"admin of another", otherAdmin, "other", 2},
			{"admin of another", otherAdmin, "nothing", -2},
			{"member of another", roled(t.Context(), "wsp_other", eval.RoleMember), "other", -2},
		} {
			outcome := func(n int, err error) int {
				switch {
				case fault.Is(err, fault.Unauthenticated):
					return -1
				case fault.Is(err, fault.Forbidden):
					return -2
				case fault.Is(err, fault.NotFound):
					return -3
				case err != nil:
					t.Fatal(err)
				}
				return n
			}
			page, err := e.App.AuditLog(tc.ctx, app.AuditQuery{Workspace: tc.workspace}, eval.PageArgs{})
			if got := outcome(len(page.Items), err); got != tc.want {
				t.Errorf("%s reads %q: %d, want %d", tc.who, tc.workspace, got, tc.want)
			}
			n := 0
			entries, err := e.App.ExportAudit(tc.ctx, app.AuditQuery{Workspace: tc.workspace})
			if err == nil {
				for _, err := range entries {
					if n++; err != nil {
						t.Fatal(err)
					}
				}
			}
			if got := outcome(n, err); got != tc.want {
				t.Errorf("%s exports %q: %d, want %d", tc.who, tc.workspace, got, tc.want)
			}
		}
		if _, err := e.App.VerifyAudit(otherAdmin); !fault.Is(err, fault.Forbidden) {
			t.Errorf("an admin of another workspace verifies: %v", err)
		}
	})
}
