package store_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

// onlyFiles lists a folder.
func onlyFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A backup made while a server writes is the database at one instant: the results, and the sums that are kept of them, agree.
func TestBackupBesideAServer(t *testing.T) {
	url := dbtest.SQLite(t)
	s := dbtest.Open(t, url)
	unlock, err := s.LockNode(t.Context(), "serving")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	sc := newScene(t, s, 1, 400, false)
	stop, wrote := make(chan struct{}), make(chan error, 1)
	begun := make(chan struct{})
	go func() {
		one := 1.0
		for i := range 400 {
			if i == 20 {
				close(begun)
			}
			if _, err := s.Record(context.Background(), sc.claimer.Holder(), []store.Entry{sc.result(0, i, &one, eval.NoError, noon)}); err != nil {
				wrote <- err
				return
			}
			select {
			case <-stop:
				wrote <- nil
				return
			default:
			}
		}
		wrote <- nil
	}()
	<-begun
	dir := t.TempDir()
	file := filepath.Join(dir, "backup.db")
	b, err := store.Backup(t.Context(), url, file, false)
	if err != nil {
		t.Fatal(err)
	}
	close(stop)
	if err := <-wrote; err != nil {
		t.Fatal(err)
	}
	if names := onlyFiles(t, dir); len(names) != 1 {
		t.Errorf("the backup's folder has %v", names)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != b.Bytes || b.SchemaVersion < 2 {
		t.Errorf("%v, %v, %+v", info.Mode(), err, b)
	}
	var results, counted, evidence int
	if err := raw(t, "sqlite:"+file).QueryRowContext(t.Context(), "SELECT (SELECT COUNT(*) FROM results), (SELECT SUM(count) FROM tallies), (SELECT COUNT(*) FROM evidences)").
		Scan(&results, &counted, &evidence); err != nil {
		t.Fatal(err)
	}
	if results < 20 || counted != results || evidence != results {
		t.Errorf("%d results, %d counted, %d with evidence", results, counted, evidence)
	}

	// It replaces nothing.
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Backup(t.Context(), url, file, false); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("%v", err)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		t.Error("a backup was overwritten")
	}
}

func TestBackupRefuses(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.db")
	if _, err := raw(t, "sqlite:"+foreign).ExecContext(t.Context(), "CREATE TABLE t (x)"); err != nil {
		t.Fatal(err)
	}
	good, _ := backedUp(t)
	for url, want := range map[string]string{
		"postgres://x@y/z":           "pg_dump",
		"sqlite:" + dir + "/none.db": "there is no SQLite database " + dir + "/none.db",
		"sqlite:" + foreign:          "no database of Assay",
		good:                         "no such file or directory", // the folder of the backup
	} {
		file := filepath.Join(dir, "backup.db")
		if strings.Contains(want, "such file") {
			file = filepath.Join(dir, "nowhere", "backup.db")
		}
		if _, err := store.Backup(t.Context(), url, file, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", url, err, want)
		}
	}
	if names := onlyFiles(t, dir); !cmp.Equal(names, []string{"foreign.db"}) {
		t.Errorf("left behind: %v", names)
	}
}

// backedUp is a database with a suite and some audit entries, and a backup of it.
func backedUp(t *testing.T) (url, file string) {
	t.Helper()
	url = dbtest.SQLite(t)
	s, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(t, s, func(tx *store.Tx) error {
		if err := tx.PutSuite(t.Context(), suite("kept", "a")); err != nil {
			return err
		}
		return tx.AppendAudit(t.Context(), entry("putSuite", "a"))
	})
	file = filepath.Join(t.TempDir(), "backup.db")
	if _, err := store.Backup(t.Context(), url, file, false); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return url, file
}

func keys(t *testing.T, url string) (all []string) {
	t.Helper()
	s, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	suites, err := s.AllSuites(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range suites {
		all = append(all, v.Key)
	}
	return all
}

func TestRestore(t *testing.T) {
	_, file := backedUp(t)
	dir := t.TempDir()
	nowhere := filepath.Join(dir, "nowhere")
	if _, err := store.Restore(t.Context(), "sqlite:"+nowhere+"/assay.db", file, false, false, noon); err == nil || !strings.HasPrefix(err.Error(), "there is no folder "+nowhere) {
		t.Errorf("into a folder that is not there: %v", err)
	}
	url := "sqlite:" + filepath.Join(dir, "assay.db")
	b, err := store.Restore(t.Context(), url, file, false, false, noon)
	if err != nil || b.Audit.Seq != 1 || b.Audit.Hash == "" || b.SchemaVersion < 2 || b.Aside != "" {
		t.Fatalf("%+v, %v", b, err)
	}
	if got := keys(t, url); !cmp.Equal(got, []string{"kept"}) {
		t.Errorf("restored %v", got)
	}

	// What was there is replaced only if that is said, and kept: with what it had not yet written into its file.
	s, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, func(tx *store.Tx) error { return tx.PutSuite(t.Context(), suite("later", "a")) })
	for _, tail := range []string{"", "-wal"} { // as a killed process leaves it
		text, err := os.ReadFile(filepath.Join(dir, "assay.db"+tail))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "killed.db"+tail), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	killed := "sqlite:" + filepath.Join(dir, "killed.db")
	if _, err := store.Restore(t.Context(), killed, file, false, false, noon); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("%v", err)
	}
	b, err = store.Restore(t.Context(), killed, file, true, false, noon)
	if err != nil || !strings.HasSuffix(b.Aside, "killed.db.before-restore-20261130T120000.000Z") {
		t.Fatalf("%+v, %v", b, err)
	}
	if got := keys(t, killed); !cmp.Equal(got, []string{"kept"}) {
		t.Errorf("restored %v", got)
	}
	if got := keys(t, "sqlite:"+b.Aside); !cmp.Equal(got, []string{"kept", "later"}) {
		t.Errorf("kept aside %v", got)
	}
	for _, name := range onlyFiles(t, dir) {
		if strings.Contains(name, "partial") {
			t.Errorf("left behind: %s", name)
		}
	}
	// And it is served.
	again := dbtest.Open(t, killed)
	write(t, again, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), entry("putSuite", "b")) })
}

func TestRestoreRefuses(t *testing.T) {
	url, file := backedUp(t)
	path, _ := strings.CutPrefix(url, "sqlite:")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(statements ...string) string {
		t.Helper()
		name := filepath.Join(t.TempDir(), "changed.db")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		db := raw(t, "sqlite:"+name)
		for _, s := range statements {
			if _, err := db.ExecContext(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
		return name
	}
	written := func(text []byte) string {
		t.Helper()
		name := filepath.Join(t.TempDir(), "written.db")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	damaged := bytes.Clone(text)
	copy(damaged[len(damaged)/2:], bytes.Repeat([]byte("damage"), 2000))
	unwhole := changed()
	if err := os.WriteFile(unwhole+"-wal", []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ file, want string }{
		"nothing":           {filepath.Join(t.TempDir(), "none.db"), "no such file"},
		"text":              {written([]byte("Dear backup")), "no SQLite database"},
		"emptiness":         {written(nil), "no database of Assay"},
		"half":              {written(text[:len(text)/2]), "damaged"},
		"damage":            {written(damaged), "damaged"},
		"a newer schema":    {changed("INSERT INTO schema_version VALUES (99)"), "schema version 99"},
		"a cut audit log":   {changed("DROP TRIGGER audit_entries_never_go", "DELETE FROM audit_entries"), "audit log"},
		"a changed head":    {changed("UPDATE audit_heads SET hash = 'x'"), "its audit log does not hold: entry 1 has another hash"},
		"no head":           {changed("DELETE FROM audit_heads"), "its audit log does not hold: the end of the log is not recorded"},
		"a changed entry":   {changed("DROP TRIGGER audit_entries_never_change", "UPDATE audit_entries SET target = 'x'"), "its audit log does not hold: entry 1 was changed"},
		"a copied live one": {unwhole, "-wal"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := store.Restore(t.Context(), url, tc.file, true, false, noon); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v; want %s", err, tc.want)
			}
		})
	}
	if _, err := store.Restore(t.Context(), "postgres://x@y/z", file, true, false, noon); err == nil || !strings.Contains(err.Error(), "pg_restore") {
		t.Errorf("%v", err)
	}
	s := dbtest.Open(t, url)
	unlock, err := s.LockNode(t.Context(), "serving")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), url, file, true, false, noon); err == nil || !strings.Contains(err.Error(), "another process serves") {
		t.Errorf("%v", err)
	}
	unlock()
	if got := keys(t, url); !cmp.Equal(got, []string{"kept"}) {
		t.Errorf("what was there is %v now", got)
	}
	for _, name := range onlyFiles(t, filepath.Dir(path)) {
		if strings.Contains(name, "partial") || strings.Contains(name, "before") {
			t.Errorf("left behind: %s", name)
		}
	}
}

// An audit log that does not hold goes into no backup, no copy and back from no backup, unless that is said.
func TestBrokenAudit(t *testing.T) {
	url, file := backedUp(t)
	spoil := func(url string) {
		t.Helper()
		for _, s := range []string{"DROP TRIGGER audit_entries_never_change", "UPDATE audit_entries SET target = 'x'"} {
			if _, err := raw(t, url).ExecContext(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	spoil(url)
	spoil("sqlite:" + file)
	dir := t.TempDir()
	again, restored := filepath.Join(dir, "again.db"), "sqlite:"+filepath.Join(dir, "restored.db")
	const want = "its audit log does not hold: entry 1 was changed: its hash is not that of its content; --broken-audit goes on all the same"
	check := func(did string, err error) {
		t.Helper()
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", did, err)
		}
	}
	_, err := store.Backup(t.Context(), url, again, false)
	check("backup", err)
	_, err = store.Restore(t.Context(), restored, file, false, false, noon)
	check("restore", err)
	from, to := dbtest.Open(t, url), dbtest.OpenSQLite(t)
	check("copy", store.Copy(t.Context(), from, to, false, func(store.Copied) {}))

	if b, err := store.Backup(t.Context(), url, again, true); err != nil || b.AuditFlaw == nil || b.AuditFlaw.Seq != 1 {
		t.Errorf("backup all the same: %+v, %v", b, err)
	}
	if b, err := store.Restore(t.Context(), restored, file, false, true, noon); err != nil || b.AuditFlaw == nil {
		t.Errorf("restore all the same: %+v, %v", b, err)
	}
	if err := store.Copy(t.Context(), from, to, true, func(store.Copied) {}); err != nil {
		t.Errorf("copy all the same: %v", err)
	}
}
