// Package dbtest gives tests a migrated database of their own, on SQLite and on PostgreSQL.
package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/ent/store"
)

// Each runs f once on SQLite and once on PostgreSQL. ASSAY_TEST_POSTGRES names a server by the URL of a role that may create databases;
// without it PostgreSQL is left out, which is said, and in CI is a failure.
func Each(t *testing.T, f func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { f(t, OpenSQLite(t)) })
	t.Run("postgres", func(t *testing.T) { f(t, Open(t, postgres(t, copyPostgres))) })
}

// EachURL is Each for tests that open the database themselves, or several times. It is empty.
func EachURL(t *testing.T, f func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { f(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { f(t, Postgres(t)) })
}

// Open opens and migrates the database at url until the test ends.
func Open(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// OpenSQLite is Open for a new database file.
func OpenSQLite(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, copySQLite(t))
}

// SQLite is the URL of a database file that is not there yet.
func SQLite(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "assay.db") }

var made atomic.Int64

// Postgres is the URL of a new, empty PostgreSQL database, dropped when the test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	return postgres(t, func(ctx context.Context, admin *sql.DB, _ func(string) string, name string) error {
		_, err := admin.ExecContext(ctx, "CREATE DATABASE "+name)
		return err
	})
}

// postgres is the URL of the database that create makes.
func postgres(t testing.TB, create func(ctx context.Context, admin *sql.DB, urlOf func(database string) string, name string) error) string {
	t.Helper()
	server := os.Getenv("ASSAY_TEST_POSTGRES")
	if server == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("CI needs PostgreSQL: set ASSAY_TEST_POSTGRES")
		}
		t.Skip("left out: PostgreSQL (set ASSAY_TEST_POSTGRES to postgres://USER@HOST/DATABASE)")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatalf("ASSAY_TEST_POSTGRES: %v", err)
	}
	admin, err := sql.Open("postgres", server)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("assay_test_%d_%d", os.Getpid(), made.Add(1))
	urlOf := func(database string) string {
		of := *u
		of.Path = "/" + database
		return of.String()
	}
	if err := create(t.Context(), admin, urlOf, name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if _, err := admin.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop the test database: %v", err)
		}
		_ = admin.Close()
	})
	return urlOf(name)
}

// Clock is a clock that tests move.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock starts at t.
func NewClock(t time.Time) *Clock { return &Clock{now: t} }

// Now is the present instant.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
