package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"entgo.io/ent/dialect/sql/schema"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/migrate"
	"assay/ent/migrations"
	"assay/eval"
)

// Copied is what a copy says of a table: how many rows both sides have, and the hash of their content (see rowWriter).
type Copied struct {
	Table string
	Rows  int64
	Hash  string // SHA-256, hex
}

// copyRows and copyBytes bound what is held at once of a table that is being copied.
const (
	copyRows  = 500
	copyBytes = 4 << 20
)

// Copy copies a whole database into an empty one, of the same kind or the other, and compares the two: in each table the same number of
// rows, and the same content. Nobody may serve either meanwhile. The target is brought to the schema of this binary first; the source
// must be there already, and its audit log must hold. All is done in one transaction of the target: whatever fails, an interruption too, leaves it empty. each is
// told of every table that was copied and compared.
func Copy(ctx context.Context, from, to *Store, broken BrokenAudit, each func(Copied)) error {
	if same, err := sameDatabase(ctx, from, to); err != nil {
		return err
	} else if same {
		return errors.New("the source and the target are the same database")
	}
	unlockFrom, err := from.LockAll(ctx)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	defer unlockFrom()
	unlockTo, err := to.LockAll(ctx)
	if err != nil {
		return fmt.Errorf("the target: %w", err)
	}
	defer unlockTo()
	if err := from.upToDate(ctx); err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	flaw, err := from.flawOf(ctx)
	if err == nil {
		err = broken.refuses(flaw)
	}
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	if _, err := to.Migrate(ctx); err != nil {
		return fmt.Errorf("the target: %w", err)
	}
	source, err := from.snapshot(ctx)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	defer func() { _ = source.Rollback() }() // it only read
	return to.Write(ctx, func(tx *Tx) error {
		if err := tx.clear(ctx); err != nil {
			return fmt.Errorf("the target: %w", err)
		}
		for _, t := range migrate.Tables {
			c, err := copyTable(ctx, t, conn{db: source.Client(), postgres: from.postgres}, tx)
			if err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
			each(c)
		}
		return nil
	})
}

// sameDatabase reports whether two stores are one database, whatever their URLs say.
func sameDatabase(ctx context.Context, a, b *Store) (bool, error) {
	if a.postgres != b.postgres {
		return false, nil
	}
	if !a.postgres {
		one, err := os.Stat(sqliteFile(a.url))
		if err != nil {
			return false, err
		}
		other, err := os.Stat(sqliteFile(b.url))
		return err == nil && os.SameFile(one, other), err
	}
	one, err := a.serverDatabase(ctx)
	if err != nil {
		return false, fmt.Errorf("the source: %w", err)
	}
	other, err := b.serverDatabase(ctx)
	if err != nil {
		return false, fmt.Errorf("the target: %w", err)
	}
	return one == other, nil
}

// serverDatabase names a PostgreSQL database among all there are: the microsecond at which its server started, and its name there.
func (s *Store) serverDatabase(ctx context.Context) (name string, err error) {
	err = s.writeDB.QueryRowContext(ctx, "SELECT pg_postmaster_start_time()::text || ' ' || current_database()").Scan(&name)
	return name, err
}

// upToDate fails when the database does not have the schema of this binary.
func (s *Store) upToDate(ctx context.Context) error {
	files, err := fs.Glob(migrations.Files, s.dialect()+"/*.sql")
	if err != nil {
		return err
	}
	d, err := s.Describe(ctx)
	if err != nil {
		return fmt.Errorf("it is no database of Assay, or an empty one: %w", err)
	}
	switch {
	case d.SchemaVersion > len(files):
		return fmt.Errorf("it has schema version %d, this binary knows %d: use a newer Assay", d.SchemaVersion, len(files))
	case d.SchemaVersion < len(files):
		return fmt.Errorf("it has schema version %d, this binary has %d: bring it up to date with assay migrate", d.SchemaVersion, len(files))
	}
	return nil
}

// snapshot begins a transaction that sees the database as it is now, until it ends.
func (s *Store) snapshot(ctx context.Context) (*entdb.Tx, error) {
	var o *sql.TxOptions
	if s.postgres { // where statements of one transaction see others' commits by default
		o = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	return s.write.db.BeginTx(ctx, o)
}

// clear takes out of an empty database what migrations put in, so that the source's rows can take the place. It fails when there is
// anything else.
func (tx *Tx) clear(ctx context.Context) error {
	seeded := map[string]string{
		"workspaces":  "id = '" + eval.DefaultWorkspace + "'",
		"audit_heads": "id = 1 AND seq = 0",
	}
	for _, t := range migrate.Tables {
		where, ok := seeded[t.Name]
		if !ok {
			where = "FALSE"
		}
		others, err := tx.count(ctx, "SELECT COUNT(*) FROM "+quote(t.Name)+" WHERE NOT ("+where+")")
		if err != nil {
			return err
		}
		if others > 0 {
			return fmt.Errorf("it is not empty: table %s has %d rows; a copy replaces nothing", t.Name, others)
		}
		if ok {
			if _, err := tx.db.ExecContext(ctx, "DELETE FROM "+quote(t.Name)); err != nil {
				return fmt.Errorf("clear table %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

func (c conn) count(ctx context.Context, query string) (n int64, err error) {
	rows, err := c.db.QueryContext(ctx, query)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&n); err != nil {
			return 0, err
		}
	}
	return n, rows.Err()
}

// copyTable copies the rows of a table and reads them back.
func copyTable(ctx context.Context, t *schema.Table, from conn, to *Tx) (Copied, error) {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = quote(c.Name)
	}
	var batch [][]any
	size := 0
	flush := func() error {
		err := to.insert(ctx, quote(t.Name), columns, batch, "")
		if err != nil && len(batch) > 0 {
			err = fmt.Errorf("%w (among the rows from %v to %v)", err, batch[0][0], batch[len(batch)-1][0])
		}
		batch, size = nil, 0
		return err
	}
	source, err := from.readTable(ctx, t, func(r row) error {
		batch, size = append(batch, r.arguments(to.postgres)), size+r.size()
		if len(batch) < copyRows && size < copyBytes {
			return nil
		}
		return flush()
	})
	if err != nil {
		return source, err
	}
	if err := flush(); err != nil {
		return source, err
	}
	if err := to.advance(ctx, t); err != nil {
		return source, err
	}
	target, err := to.readTable(ctx, t, func(row) error { return nil })
	switch {
	case err != nil:
		return target, fmt.Errorf("read it back: %w", err)
	case source.Rows != target.Rows:
		return target, fmt.Errorf("the source has %d rows, the copy %d", source.Rows, target.Rows)
	case source.Hash != target.Hash:
		return target, fmt.Errorf("the copy has another content: %s, not %s", target.Hash, source.Hash)
	}
	return target, nil
}

// advance makes PostgreSQL number new rows after those that were copied; SQLite does so by itself.
func (tx *Tx) advance(ctx context.Context, t *schema.Table) error {
	if !tx.postgres || !t.PrimaryKey[0].Increment {
		return nil
	}
	id := quote(t.PrimaryKey[0].Name)
	_, err := tx.db.ExecContext(ctx, fmt.Sprintf("SELECT setval(pg_get_serial_sequence('%s', '%s'), COALESCE(MAX(%s), 1), MAX(%s) IS NOT NULL) FROM %s",
		quote(t.Name), t.PrimaryKey[0].Name, id, id, quote(t.Name)))
	return err
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
