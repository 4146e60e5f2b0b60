package store

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"assay/ent/migrations"
)

// migrationLock is the PostgreSQL advisory lock under which one node at a time migrates.
const migrationLock = 0x61737361 // "assa"

// Migrate brings the database to the schema of this binary, each step in a transaction of its own, under a lock, and says which steps
// it took. A database that is ahead of this binary is refused.
func (s *Store) Migrate(ctx context.Context) (steps []string, err error) {
	files, err := fs.Glob(migrations.Files, s.dialect()+"/*.sql")
	if err != nil {
		return nil, err
	}
	for {
		var step string
		err := s.Write(ctx, func(tx *Tx) error {
			step = ""
			version, err := tx.schemaVersion(ctx)
			if err != nil {
				return err
			}
			if version > len(files) {
				return fmt.Errorf("the database has schema version %d, this binary knows %d: use a newer Assay", version, len(files))
			}
			if version == len(files) {
				return nil
			}
			step = files[version]
			return tx.migrate(ctx, step, version+1)
		})
		if err != nil || step == "" {
			return steps, err
		}
		steps = append(steps, step)
	}
}

func (c conn) dialect() string {
	if c.postgres {
		return "postgres"
	}
	return "sqlite"
}

func (tx *Tx) schemaVersion(ctx context.Context) (int, error) {
	if tx.postgres {
		if _, err := tx.db.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
			return 0, fmt.Errorf("lock for migration: %w", err)
		}
	}
	if _, err := tx.db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"); err != nil {
		return 0, fmt.Errorf("read schema version: %w", err)
	}
	rows, err := tx.db.QueryContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM schema_version")
	if err != nil {
		return 0, fmt.Errorf("read schema version: %w", err)
	}
	defer rows.Close()
	version := 0
	for rows.Next() {
		if err := rows.Scan(&version); err != nil {
			return 0, fmt.Errorf("read schema version: %w", err)
		}
	}
	return version, rows.Err()
}

func (tx *Tx) migrate(ctx context.Context, file string, version int) error {
	text, err := migrations.Files.ReadFile(file)
	if err != nil {
		return err
	}
	for statement := range strings.SplitSeq(string(text), ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := tx.db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("migration %s: %w", file, err)
		}
	}
	_, err = tx.db.ExecContext(ctx, "INSERT INTO schema_version (version) VALUES ("+strconv.Itoa(version)+")")
	return err
}

// WriteSchemaChanges writes the statements that would bring the database from where it is to the schema in ent/schema: nothing, when
// the migrations are complete. It is how a new migration is drafted.
func (s *Store) WriteSchemaChanges(ctx context.Context, w io.Writer) error {
	return s.write.db.Schema.WriteTo(ctx, w)
}
