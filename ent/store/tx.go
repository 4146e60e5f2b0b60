package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/ent/internal/entdb"
)

// Tx is a transaction. It sees its own writes; nobody else does before the commit.
type Tx struct {
	conn
	topics    []string
	committed []func() // done after the commit
	verdicts  *verdictCache
}

// Changed notes topics that OnChange hears after the commit. A topic is the id of what changed, or a word such as TopicBoard.
func (tx *Tx) Changed(topics ...string) {
	for _, t := range topics {
		if !slices.Contains(tx.topics, t) {
			tx.topics = append(tx.topics, t)
		}
	}
}

// Write runs f in a transaction and commits it when f returns nil. On an error nothing is stored.
func (s *Store) Write(ctx context.Context, f func(tx *Tx) error) error {
	t, err := s.write.db.Tx(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	tx := &Tx{conn: conn{db: t.Client(), postgres: s.postgres}, verdicts: s.verdicts}
	if err := f(tx); err != nil {
		return rollback(t, err)
	}
	if err := tx.notify(ctx); err != nil {
		return rollback(t, err)
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	for _, f := range tx.committed {
		f()
	}
	s.changes.publish(tx.topics)
	return nil
}

func rollback(t *entdb.Tx, cause error) error {
	if err := t.Rollback(); err != nil {
		return errors.Join(cause, fmt.Errorf("roll back: %w", err))
	}
	return cause
}

// insert adds rows in one statement; suffix is an ON CONFLICT clause or nothing.
func (c conn) insert(ctx context.Context, table string, columns []string, rows [][]any, suffix string) error {
	const maxParameters = 30000 // SQLite takes 32,766, PostgreSQL 65,535
	for chunk := range slices.Chunk(rows, max(1, maxParameters/len(columns))) {
		var b strings.Builder
		b.Grow(64 + len(chunk)*len(columns)*6)
		fmt.Fprintf(&b, "INSERT INTO %s (%s) VALUES ", table, strings.Join(columns, ", "))
		args := make([]any, 0, len(chunk)*len(columns))
		for i, row := range chunk {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('(')
			for j := range row {
				if j > 0 {
					b.WriteByte(',')
				}
				if c.postgres {
					b.WriteByte('$')
					b.WriteString(strconv.Itoa(len(args) + j + 1))
				} else { // SQLite looks a numbered parameter up among all others
					b.WriteByte('?')
				}
			}
			b.WriteByte(')')
			args = append(args, row...)
		}
		b.WriteString(suffix)
		if _, err := c.db.ExecContext(ctx, b.String(), args...); err != nil {
			return fmt.Errorf("insert into %s: %w", table, err)
		}
	}
	return nil
}

// placeholders gives "$from,$from+1,…" for n parameters.
func placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "$%d", from+i)
	}
	return b.String()
}

func anys[T any](vs []T) []any {
	out := make([]any, len(vs))
	for i, v := range vs {
		out[i] = v
	}
	return out
}

// forUpdate is the clause that locks the rows a transaction will guard on; SQLite's immediate transaction needs none.
func (c conn) forUpdate() string {
	if c.postgres {
		return " FOR UPDATE"
	}
	return ""
}
