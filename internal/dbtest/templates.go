package dbtest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/lib/pq"

	"assay/ent/migrations"
	"assay/ent/store"
)

// To migrate takes longer than most tests, so it is done once and copied. What migrating does has tests of its own in ent/store, which
// begin with nothing.

// migratedSQLite are the bytes of a migrated database.
var migratedSQLite = sync.OnceValues(func() (file []byte, err error) {
	folder, err := os.MkdirTemp("", "assay-template")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "assay.db")
	if err := migrate(context.Background(), "sqlite:"+path); err != nil {
		return nil, err
	}
	return os.ReadFile(path) // whole, since closing brings in what was beside it
})

func migrate(ctx context.Context, url string) error {
	s, err := store.Open(ctx, url)
	if err != nil {
		return err
	}
	_, err = s.Migrate(ctx)
	return errors.Join(err, s.Close())
}

// copySQLite is the URL of a new file with a migrated database.
func copySQLite(t testing.TB) string {
	t.Helper()
	file, err := migratedSQLite()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "assay.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + path
}

// templateName names the server's migrated database for the migrations as they stand. It stays there for the tests to come.
var templateName = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(migrations.Files, "postgres", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := migrations.Files.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
		return err
	})
	return fmt.Sprintf("assay_template_%x", h.Sum(nil)[:8]), err
})

// copyPostgres makes the database name of the server a migrated one.
func copyPostgres(ctx context.Context, admin *sql.DB, urlOf func(database string) string, name string) error {
	template, err := templateName()
	if err != nil {
		return err
	}
	create := "CREATE DATABASE " + name + " TEMPLATE " + template
	_, err = admin.ExecContext(ctx, create)
	if missing := new(pq.Error); !errors.As(err, &missing) || missing.Code != "3D000" { // invalid_catalog_name
		return err
	}
	if err := makeTemplate(ctx, admin, urlOf, template); err != nil {
		return err
	}
	_, err = admin.ExecContext(ctx, create)
	return err
}

// makeTemplate makes the template unless another process does first. It has its name once it is whole, and nobody connects to it then:
// a database that is in use cannot be copied.
func makeTemplate(ctx context.Context, admin *sql.DB, urlOf func(database string) string, template string) (err error) {
	locked, err := admin.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Close()) }()
	const lock = 0x74656d70 // "temp"
	if _, err := locked.ExecContext(ctx, "SELECT pg_advisory_lock($1)", lock); err != nil {
		return err
	}
	defer func() {
		_, unlock := locked.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lock)
		err = errors.Join(err, unlock)
	}()
	var there bool
	if err := locked.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", template).Scan(&there); err != nil || there {
		return err
	}
	draft := template + "_draft"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + draft + " WITH (FORCE)", "CREATE DATABASE " + draft} {
		if _, err := locked.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := migrate(ctx, urlOf(draft)); err != nil {
		return err
	}
	for _, statement := range []string{"ALTER DATABASE " + draft + " ALLOW_CONNECTIONS false", "ALTER DATABASE " + draft + " RENAME TO " + template} {
		if _, err := locked.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
