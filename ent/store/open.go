// Package store keeps eval values in SQLite or PostgreSQL and gives them back. It holds the only SQL of Assay. Everything it does is
// tested on both databases.
//
// Reads are methods of Store; the same methods on a Tx read inside it. Writes are methods of Tx only. A transaction is an explicit
// parameter and notes which topics it changed (Tx.Changed); they are told to OnChange after the commit, on every node.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"
	_ "modernc.org/sqlite" // the sqlite driver

	"assay/ent/internal/entdb"
)

// Store is an open database.
type Store struct {
	conn     // for reads
	write    conn
	url      string
	writeDB  *sql.DB
	pools    []*sql.DB
	changes  changes
	verdicts *verdictCache
}

// conn runs statements on one pool or inside one transaction.
type conn struct {
	db       *entdb.Client
	postgres bool
}

// secure_delete overwrites what is deleted or cleared, so that no free page of the file keeps it.
const sqlitePragmas = "_pragma=journal_mode(WAL)&_pragma=secure_delete(1)&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)" +
	"&_pragma=temp_store(MEMORY)&_txlock=immediate&_time_format=sqlite"

// readerPragmas let each reader keep 8 MB of pages, four times SQLite's default: boards and trends read tens of thousands of small rows, which
// takes half the time.
const readerPragmas = "&_pragma=query_only(1)&_pragma=cache_size(-8000)"

// Open opens the database at url: `sqlite:PATH`, or `postgres://…` as lib/pq reads it. It does not migrate: see Migrate.
func Open(ctx context.Context, url string) (*Store, error) {
	path, isSQLite := strings.CutPrefix(url, "sqlite:")
	switch {
	case isSQLite && path != "":
		return openSQLite(ctx, url, path)
	case strings.HasPrefix(url, "postgres://"), strings.HasPrefix(url, "postgresql://"):
		return openPostgres(ctx, url)
	}
	return nil, errors.New("a database URL is sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")
}

// openSQLite uses one writing connection, since SQLite has one writer, and a small pool of readers.
func openSQLite(ctx context.Context, url, path string) (*Store, error) {
	if err := FolderExists(url); err != nil {
		return nil, err
	}
	if err := makeFile(path); err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	writer, err := sql.Open("sqlite", "file:"+path+"?"+sqlitePragmas)
	if err != nil {
		return nil, err
	}
	writer.SetMaxOpenConns(1)
	reader, err := sql.Open("sqlite", "file:"+path+"?"+sqlitePragmas+readerPragmas)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	reader.SetMaxOpenConns(4)
	return finishOpen(ctx, url, dialect.SQLite, writer, reader)
}

// makeFile makes the file of a database where there is none, for its owner's eyes only: SQLite would make it for everybody's. What
// SQLite puts beside it gets its mode.
func makeFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// openPostgres sends a statement and its parameters together, in one trip to the server instead of two.
func openPostgres(ctx context.Context, url string) (*Store, error) {
	config, err := pq.NewConfig(url)
	if err != nil {
		return nil, err
	}
	config.BinaryParameters = true
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(8)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return finishOpen(ctx, url, dialect.Postgres, db, db)
}

func finishOpen(ctx context.Context, url, name string, writer, reader *sql.DB) (*Store, error) {
	s := &Store{url: url, writeDB: writer, pools: []*sql.DB{writer}, verdicts: newVerdictCache()}
	if reader != writer {
		s.pools = append(s.pools, reader)
	}
	s.write = conn{db: entdb.NewClient(entdb.Driver(entsql.OpenDB(name, writer))), postgres: name == dialect.Postgres}
	s.conn = conn{db: entdb.NewClient(entdb.Driver(entsql.OpenDB(name, reader))), postgres: name == dialect.Postgres}
	if err := writer.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", err), s.Close())
	}
	return s, nil
}

// Postgres reports whether the database is PostgreSQL, which several nodes can share.
func (s *Store) Postgres() bool { return s.postgres }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.writeDB.PingContext(ctx) }

// Close closes the database.
func (s *Store) Close() error {
	var errs []error
	for _, p := range s.pools {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
