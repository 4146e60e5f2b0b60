package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"strings"

	"entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/schema/field"
)

// row is one of any table, with a value for each column: nil, bool, int64, float64, string, []byte or document.
type row []any

// document is JSON: a text in PostgreSQL, and bytes, as ent stores it, in SQLite.
type document string

// arguments are what a driver is given to store the row.
func (r row) arguments(postgres bool) []any {
	args := make([]any, len(r))
	for i, v := range r {
		if d, ok := v.(document); ok {
			v = string(d)
			if !postgres {
				v = []byte(d)
			}
		}
		args[i] = v
	}
	return args
}

// size is about how many bytes the row takes.
func (r row) size() int {
	n := 0
	for _, v := range r {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		case document:
			n += len(v)
		default:
			n += 8
		}
	}
	return n
}

// readTable reads the rows of a table in the order of their primary keys, bytewise, and counts and hashes them.
func (c conn) readTable(ctx context.Context, t *schema.Table, each func(row) error) (Copied, error) {
	columns := make([]string, len(t.Columns))
	for i, k := range t.Columns {
		columns[i] = quote(k.Name)
	}
	order := quote(t.PrimaryKey[0].Name)
	if c.postgres && t.PrimaryKey[0].Type == field.TypeString {
		order += ` COLLATE "C"`
	}
	out, w := Copied{Table: t.Name}, newRowWriter(t)
	rows, err := c.db.QueryContext(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM "+quote(t.Name)+" ORDER BY "+order)
	if err != nil {
		return out, err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRow(rows.Scan, t.Columns)
		if err != nil {
			return out, fmt.Errorf("row %d: %w", out.Rows+1, err)
		}
		out.Rows++
		w.write(r)
		if err := each(r); err != nil {
			return out, err
		}
	}
	out.Hash = w.sum()
	return out, rows.Err()
}

// scanRow reads a row by the types that the schema gives its columns, which both databases hold exactly.
func scanRow(scan func(...any) error, columns []*schema.Column) (row, error) {
	into := make([]any, len(columns))
	for i, c := range columns {
		switch c.Type {
		case field.TypeBool:
			into[i] = &sql.NullBool{}
		case field.TypeInt, field.TypeInt64:
			into[i] = &sql.NullInt64{}
		case field.TypeFloat64:
			into[i] = &sql.NullFloat64{}
		case field.TypeString:
			into[i] = &sql.NullString{}
		case field.TypeBytes, field.TypeJSON:
			into[i] = &sql.Null[[]byte]{}
		default:
			return nil, fmt.Errorf("column %s has type %s, which copies do not know", c.Name, c.Type)
		}
	}
	if err := scan(into...); err != nil {
		return nil, err
	}
	r := make(row, len(columns))
	for i, c := range columns {
		v, err := value(into[i], c.Type)
		if err != nil {
			return nil, fmt.Errorf("column %s of %v: %w", c.Name, r[0], err)
		}
		r[i] = v
	}
	return r, nil
}

func value(scanned any, kind field.Type) (any, error) {
	switch v := scanned.(type) {
	case *sql.NullBool:
		return v.Value()
	case *sql.NullInt64:
		return v.Value()
	case *sql.NullFloat64:
		return v.Value()
	case *sql.NullString:
		return v.Value()
	case *sql.Null[[]byte]:
		switch {
		case !v.Valid:
			return nil, nil
		case kind == field.TypeJSON:
			return document(v.V), nil
		case v.V == nil: // a driver's empty bytes
			return []byte{}, nil
		}
		return v.V, nil
	}
	return nil, fmt.Errorf("no value in %T", scanned)
}

// rowWriter hashes the content of a table: the names of table and columns, then of each row, in order of the primary key, each value as
// a letter for its kind and its bytes. Numbers take eight bytes, the most significant first, floats those of IEEE 754; what has a length
// of its own is preceded by it.
type rowWriter struct {
	hash hash.Hash
	buf  []byte
}

func newRowWriter(t *schema.Table) *rowWriter {
	w := &rowWriter{hash: sha256.New()}
	names := row{t.Name}
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	w.write(names)
	return w
}

func (w *rowWriter) write(r row) {
	w.buf = w.buf[:0]
	for _, v := range r {
		switch v := v.(type) {
		case nil:
			w.buf = append(w.buf, 'n')
		case bool:
			w.buf = append(w.buf, map[bool]byte{false: 'f', true: 't'}[v])
		case int64:
			w.buf = binary.BigEndian.AppendUint64(append(w.buf, 'i'), uint64(v))
		case float64:
			if v == 0 { // SQLite does not keep the sign of -0
				v = 0
			}
			w.buf = binary.BigEndian.AppendUint64(append(w.buf, 'd'), math.Float64bits(v))
		case string:
			w.long('s', v)
		case []byte:
			w.long('b', string(v))
		case document:
			w.long('j', string(v))
		default:
			panic(fmt.Sprintf("a row holds a %T", v)) // scanRow makes no other
		}
	}
	w.hash.Write(w.buf)
}

func (w *rowWriter) long(kind byte, v string) {
	w.buf = binary.BigEndian.AppendUint64(append(w.buf, kind), uint64(len(v)))
	w.buf = append(w.buf, v...)
}

func (w *rowWriter) sum() string { return hex.EncodeToString(w.hash.Sum(nil)) }
