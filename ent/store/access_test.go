package store_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

// What a database holds is for its owner's eyes, whatever the process's mask would let others see. A file that is there keeps its mode.
func TestFilesAreTheOwners(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	path := filepath.Join(t.TempDir(), "assay.db")
	check := func(key string, want os.FileMode) {
		t.Helper()
		s := dbtest.Open(t, "sqlite:"+path)
		write(t, s, func(tx *store.Tx) error { return tx.PutSuite(t.Context(), suite(key, "a")) })
		for _, tail := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(path + tail)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("assay.db%s has the mode %o, want %o", tail, got, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	check("a", 0o600)
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	check("b", 0o640)
}

// A session that ended after the backup was made does not come back with it.
func TestRestoreEndsSessions(t *testing.T) {
	url := dbtest.SQLite(t)
	s := dbtest.Open(t, url)
	ctx := t.Context()
	write(t, s, func(tx *store.Tx) error {
		if err := tx.AddSession(ctx, eval.Session{ID: "ses_1", UserID: "usr_1", CreatedAt: noon, SeenAt: noon, ExpiresAt: noon.Add(time.Hour)}, "h1"); err != nil {
			return err
		}
		return tx.AddPasswordReset(ctx, eval.PasswordReset{ID: "rst_1", UserID: "usr_1", CreatedAt: noon, ExpiresAt: noon.Add(time.Hour)}, "h2")
	})
	dir := t.TempDir()
	file := filepath.Join(dir, "backup.db")
	if _, err := store.Backup(ctx, url, file, false); err != nil {
		t.Fatal(err)
	}
	restored := "sqlite:" + filepath.Join(dir, "restored", "assay.db")
	if err := os.Mkdir(filepath.Join(dir, "restored"), 0o700); err != nil {
		t.Fatal(err)
	}
	b, err := store.Restore(ctx, restored, file, false, false, noon)
	if err != nil || b.Ended != 2 {
		t.Fatalf("%+v, %v", b, err)
	}
	if names := onlyFiles(t, filepath.Join(dir, "restored")); len(names) != 2 { // and its lock
		t.Errorf("left behind: %v", names)
	}
	for where, want := range map[string]bool{restored: false, "sqlite:" + file: true} {
		s := dbtest.Open(t, where)
		session, err := s.SessionByToken(ctx, "h1")
		if err != nil || (session != nil) != want {
			t.Errorf("%s: session %+v, %v", where, session, err)
		}
		reset, err := s.PasswordReset(ctx, "h2")
		if err != nil || (reset != nil) != want {
			t.Errorf("%s: reset %+v, %v", where, reset, err)
		}
	}
}
