package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/migrations"
	"assay/eval"
)

// BackedUp is what a backup holds.
type BackedUp struct {
	Bytes         int64
	SchemaVersion int
	Audit         eval.AuditHead  // the newest entry of the audit log; zero: there is none
	AuditFlaw     *eval.AuditFlaw // why the audit log does not hold; nil: it does
	Aside         string          // of Restore: where what was replaced has gone; empty: nothing was there
	Ended         int64           // of Restore: how many sessions and links for new passwords are not in it any more
}

// Backup writes what the SQLite database at url holds to a file, for its owner's eyes only. A server may go on writing meanwhile: the
// backup is the database at one instant. A file that exists is left alone, and that is an error, as is an audit log that does not hold.
func Backup(ctx context.Context, url, file string, broken BrokenAudit) (b BackedUp, err error) {
	path, err := sqlitePath(url, "pg_dump --format=custom")
	if err != nil {
		return b, err
	}
	if err := Exists(url); err != nil {
		return b, err
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return b, fmt.Errorf("%s exists already; a backup replaces nothing", file)
	}
	partial, err := reserve(file)
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, removeIfThere(partial)) }()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=rw&_pragma=busy_timeout(10000)")
	if err != nil {
		return b, err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO $1", partial)
	if err = errors.Join(err, db.Close()); err != nil {
		return b, fmt.Errorf("back up %s: %w", path, err)
	}
	if b, err = examine(ctx, partial); err != nil {
		return b, fmt.Errorf("the backup is not good: %w", err)
	}
	if err := broken.refuses(b.AuditFlaw); err != nil {
		return b, fmt.Errorf("%s is not backed up: %w", path, err)
	}
	if err := persist(partial); err != nil {
		return b, err
	}
	// Unlike a renaming, a link fails when somebody made the file meanwhile. Not every file system has links.
	if err := os.Link(partial, file); errors.Is(err, fs.ErrExist) {
		return b, err
	} else if err != nil {
		if err := os.Rename(partial, file); err != nil {
			return b, err
		}
	}
	return b, persist(filepath.Dir(file))
}

// Restore puts a backup in the place of the SQLite database at url, all at once, after it was examined: it must be whole, made by this
// Assay or an older one, and its audit log must hold. It fails while a server runs on the database, and, unless replace is
// set, when there is one. What is replaced is kept beside it. Sessions end; keys and members are those of the backup.
func Restore(ctx context.Context, url, file string, replace bool, broken BrokenAudit, now time.Time) (b BackedUp, err error) {
	path, err := sqlitePath(url, "pg_restore")
	if err != nil {
		return b, err
	}
	if err := FolderExists(url); err != nil {
		return b, err
	}
	unlock, err := lockFile(path)
	if err != nil {
		return b, err
	}
	defer unlock()
	there := false
	if info, err := os.Stat(path); err == nil {
		there = info.Size() > 0
	}
	if there && !replace {
		return b, fmt.Errorf("%s exists already; say that it is to be replaced (--force), and it will be kept aside", path)
	}
	if info, err := os.Stat(file + "-wal"); err == nil && info.Size() > 0 {
		return b, fmt.Errorf("%s was not made by assay backup: it has a %s-wal, without which it is not whole", file, filepath.Base(file))
	}
	incoming, err := reserve(path)
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, removeIfThere(incoming)) }()
	if err := copyFile(incoming, file); err != nil {
		return b, err
	}
	if b, err = examine(ctx, incoming); err == nil {
		err = broken.refuses(b.AuditFlaw)
	}
	if err != nil {
		return b, fmt.Errorf("%s is not restored: %w", file, err)
	}
	if b.SchemaVersion >= accessSince {
		if b.Ended, err = endAccess(ctx, incoming); err != nil {
			return b, fmt.Errorf("end the sessions of %s: %w", file, err)
		}
	}
	if there {
		b.Aside = path + ".before-restore-" + now.UTC().Format("20060102T150405.000Z")
		if err := setAside(ctx, path, b.Aside); err != nil {
			return b, err
		}
	}
	if err := os.Rename(incoming, path); err != nil {
		return b, err
	}
	return b, persist(filepath.Dir(path))
}

// accessSince is the schema version that brought sessions.
const accessSince = 2

// endAccess ends the sessions of a database that nobody has open, and its links for new passwords: those that ended after the backup was
// made would be good again.
func endAccess(ctx context.Context, file string) (ended int64, err error) {
	db, err := sql.Open("sqlite", "file:"+file+"?mode=rw&_pragma=journal_mode(DELETE)")
	if err != nil {
		return 0, err
	}
	db.SetMaxOpenConns(1)
	for _, table := range []string{"sessions", "password_resets"} {
		result, failure := db.ExecContext(ctx, "DELETE FROM "+table)
		if failure != nil {
			return 0, errors.Join(failure, db.Close())
		}
		n, failure := result.RowsAffected()
		ended, err = ended+n, errors.Join(err, failure)
	}
	return ended, errors.Join(err, db.Close(), persist(file))
}

func sqlitePath(url, otherwise string) (string, error) {
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok || path == "" {
		return "", fmt.Errorf("this is for SQLite (sqlite:PATH); a PostgreSQL database has tools of its own, such as %s", otherwise)
	}
	return path, nil
}

// reserve makes an empty file beside another, readable by its owner only.
func reserve(beside string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(beside), filepath.Base(beside)+".partial-*") // 0600
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

func removeIfThere(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// persist returns when a file, or the names in a folder, would survive a loss of power.
func persist(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// examine reads a database file that nobody writes, and fails when it is not one that this Assay can serve.
func examine(ctx context.Context, file string) (b BackedUp, err error) {
	info, err := os.Stat(file)
	if err != nil {
		return b, err
	}
	b.Bytes = info.Size()
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro&immutable=1")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return b, fmt.Errorf("it is no SQLite database, or a damaged one: %w", err)
	}
	if verdict != "ok" {
		return b, fmt.Errorf("it is damaged: %s", verdict)
	}
	if err := db.QueryRowContext(ctx, "SELECT MAX(version) FROM schema_version").Scan(&b.SchemaVersion); err != nil {
		return b, fmt.Errorf("it is no database of Assay: %w", err)
	}
	known, err := fs.Glob(migrations.Files, "sqlite/*.sql")
	if err != nil {
		return b, err
	}
	if b.SchemaVersion > len(known) {
		return b, fmt.Errorf("it has schema version %d, this binary knows %d: use a newer Assay", b.SchemaVersion, len(known))
	}
	if b.SchemaVersion < auditSince {
		return b, nil
	}
	return b, examineAudit(ctx, db, &b)
}

// auditSince is the schema version that brought the audit log.
const auditSince = 2

// examineAudit reads where the audit log says it ends, and whether it holds.
func examineAudit(ctx context.Context, db *sql.DB, b *BackedUp) error {
	c := conn{db: entdb.NewClient(entdb.Driver(entsql.OpenDB(dialect.SQLite, db)))}
	flaw, err := c.flawOf(ctx)
	if err != nil {
		return fmt.Errorf("its audit log cannot be read: %w", err)
	}
	b.AuditFlaw = flaw
	if head, err := c.AuditHead(ctx); err == nil && head != nil {
		b.Audit = *head
	}
	return nil
}

// BrokenAudit refuses an audit log that does not hold, unless whoever asks knows of that.
type BrokenAudit bool

func (allowed BrokenAudit) refuses(flaw *eval.AuditFlaw) error {
	if flaw == nil || bool(allowed) {
		return nil
	}
	return fmt.Errorf("its audit log does not hold: %w; --broken-audit goes on all the same", flaw)
}

// setAside gives a database that nobody has open another name, with its log where that could not be written into it. The log goes
// first: what takes the database's place must not find it.
func setAside(ctx context.Context, path, aside string) error {
	if db, err := sql.Open("sqlite", "file:"+path+"?mode=rw"); err == nil {
		_, _ = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // what is damaged may not be able to
		_ = db.Close()
	}
	for _, tail := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+tail, aside+tail); err != nil && (tail == "" || !errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return nil
}
