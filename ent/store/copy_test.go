package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/go-cmp/cmp"

	"assay/ent/internal/entdb/migrate"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

// Values that a copy might spoil, by type; nil stands for NULL.
var nasty = map[field.Type][]any{
	field.TypeBool:    {true, false},
	field.TypeInt:     {int64(math.MaxInt64), int64(1) << 62, int64(0), int64(-1)},
	field.TypeInt64:   {int64(1) << 62, int64(math.MinInt64), int64(0), int64(1)<<53 + 1},
	field.TypeFloat64: {0.1 + 0.2, 5e-324, math.MaxFloat64, math.Copysign(0, -1), 1.0 / 3},
	field.TypeString:  {"", "ü \U0001F600 \u202e '\"\\\r\n\t", "%s $1 ?", strings.Repeat("long ", 5000), "null"},
	field.TypeBytes:   {[]byte("\x00\xff\xfe nul, no UTF-8"), []byte{}, []byte("text"), nil},
	field.TypeJSON:    {`["b", {"z":1,"a":[null,true,9007199254740993,"<ü>"]}]`, "null", "[]", nil},
}

// fill puts rows into every table but those of the audit log, which gets entries of its own.
func fill(t *testing.T, url string, s *store.Store) {
	t.Helper()
	db := raw(t, url)
	for _, table := range migrate.Tables {
		if strings.HasPrefix(table.Name, "audit_") {
			continue
		}
		for i := range 7 {
			var names, marks []string
			var args []any
			for n, c := range table.Columns {
				values := nasty[c.Type]
				v := values[(i+n)%len(values)]
				switch {
				case v == nil && !c.Nullable:
					v = values[0]
				case c.Type == field.TypeString && (i > 0 || c == table.PrimaryKey[0]): // often unique
					v = fmt.Sprintf("%s %d", strings.ToUpper(v.(string)[:min(len(v.(string)), 30)]), i)
				case c == table.PrimaryKey[0]:
					v = int64(i*10 + 1)
				}
				switch text := v.(type) {
				case int64:
					if c.Unique && c != table.PrimaryKey[0] {
						v = text/16*8 + int64(i)
					}
				case []byte:
					if c.Unique {
						v = append(slices.Clone(text), byte(i))
					}
				}
				if text, ok := v.(string); ok && c.Type == field.TypeJSON && !s.Postgres() {
					v = []byte(text)
				}
				names, marks, args = append(names, `"`+c.Name+`"`), append(marks, fmt.Sprintf("$%d", n+1)), append(args, v)
			}
			if _, err := db.ExecContext(t.Context(), fmt.Sprintf(`INSERT INTO "%s" (%s) VALUES (%s)`, table.Name, strings.Join(names, ", "), strings.Join(marks, ", ")), args...); err != nil {
				t.Fatalf("fill %s: %v", table.Name, err)
			}
		}
	}
	for i := range 5 {
		write(t, s, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), entry("putSuite", fmt.Sprint("ü", i))) })
	}
}

// opened opens and migrates a new database of a kind.
func opened(t *testing.T, kind string) (*store.Store, string) {
	url := map[string]func(testing.TB) string{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres}[kind](t)
	return dbtest.Open(t, url), url
}

func copyAll(ctx context.Context, from, to *store.Store) (all []store.Copied, err error) {
	err = store.Copy(ctx, from, to, false, func(c store.Copied) { all = append(all, c) })
	return all, err
}

func mustCopy(t *testing.T, from, to *store.Store) []store.Copied {
	t.Helper()
	all, err := copyAll(t.Context(), from, to)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// There and back again, whichever database it begins with: every row of every table is the same, bit by bit.
func TestCopyThereAndBack(t *testing.T) {
	for from, to := range map[string]string{"sqlite": "postgres", "postgres": "sqlite"} {
		t.Run("from "+from, func(t *testing.T) {
			first, url := opened(t, from)
			fill(t, url, first)
			second, secondURL := opened(t, to)
			third, thirdURL := opened(t, from)
			there, back := mustCopy(t, first, second), mustCopy(t, second, third)
			if diff := cmp.Diff(there, back); diff != "" {
				t.Errorf("there and back (-there +back):\n%s", diff)
			}
			for _, c := range there {
				if c.Rows < 1 || len(c.Hash) != 64 {
					t.Errorf("%+v", c)
				}
			}
			// By another way than the copy's own.
			if diff := cmp.Diff(contents(t, url), contents(t, thirdURL)); diff != "" {
				t.Errorf("content (-first +third):\n%s", diff)
			}
			for _, u := range []string{secondURL, thirdURL} {
				checkCopy(t, dbtest.Open(t, u), u)
			}
		})
	}
}

// contents reads each table in a form that tells apart what is apart; JSON loses its white space.
func contents(t *testing.T, url string) map[string][]string {
	t.Helper()
	db, out := raw(t, url), map[string][]string{}
	for _, table := range migrate.Tables {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+table.Name+`"`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range into {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			text := ""
			for i, name := range names {
				kind := table.Columns[slices.IndexFunc(table.Columns, func(c *schema.Column) bool { return c.Name == name })].Type
				v := values[i]
				if b, ok := v.([]byte); ok && kind == field.TypeJSON { // SQLite's
					v = string(b)
				} else if f, ok := v.(float64); ok && f == 0 {
					v = 0.0
				}
				text += fmt.Sprintf("%s=%T %q %v; ", name, v, v, v)
			}
			out[table.Name] = append(out[table.Name], text)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		slices.Sort(out[table.Name])
	}
	return out
}

// checkCopy looks at a copy as those do who go on with it.
func checkCopy(t *testing.T, s *store.Store, url string) {
	t.Helper()
	db := raw(t, url)
	var chain eval.AuditChain
	entries, err := s.AuditAfter(t.Context(), store.AuditFilter{}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := chain.Next(e, func() (string, error) { return "", nil }); err != nil {
			t.Error(err)
		}
	}
	if chain.Seq != 5 {
		t.Errorf("%d audit entries", chain.Seq)
	}
	for _, change := range []string{"UPDATE audit_entries SET actor = 'x'", "DELETE FROM audit_entries"} {
		if _, err := db.ExecContext(t.Context(), change); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", change, err)
		}
	}
	write(t, s, func(tx *store.Tx) error { return tx.AppendAudit(t.Context(), entry("putSuite", "later")) })
	for _, table := range migrate.Tables { // new rows are numbered after those that were copied
		if k := table.PrimaryKey[0]; k.Increment && !strings.HasPrefix(table.Name, "audit_") {
			insertAfter(t, db, table)
		}
	}
}

// insertAfter adds a row to a table that numbers its rows.
func insertAfter(t *testing.T, db *sql.DB, table *schema.Table) {
	t.Helper()
	var names, marks []string
	var args []any
	for _, c := range table.Columns[1:] {
		v := nasty[c.Type][0]
		if c.Type == field.TypeString {
			v = "one more"
		}
		names, marks, args = append(names, `"`+c.Name+`"`), append(marks, fmt.Sprintf("$%d", len(args)+1)), append(args, v)
	}
	var id int64
	err := db.QueryRowContext(t.Context(), fmt.Sprintf(`INSERT INTO "%s" (%s) VALUES (%s) RETURNING id`, table.Name, strings.Join(names, ", "), strings.Join(marks, ", ")), args...).Scan(&id)
	if err != nil || id != 62 {
		t.Errorf("the next row of %s is %d, %v", table.Name, id, err)
	}
}

// A table that a migration makes is in the copy: the schema's list and the database's own are the same.
func TestCopyForgetsNoTable(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
		if s.Postgres() {
			query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
		}
		rows, err := raw(t, url).QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		there := []string{}
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			there = append(there, name)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		known := []string{"schema_version"}
		for _, table := range migrate.Tables {
			known = append(known, table.Name)
			if len(table.PrimaryKey) != 1 {
				t.Errorf("%s has a primary key of several columns: a copy orders by one", table.Name)
			}
			for _, c := range table.Columns {
				if nasty[c.Type] == nil {
					t.Errorf("%s.%s has type %s, which copies do not know", table.Name, c.Name, c.Type)
				}
			}
		}
		slices.Sort(there)
		slices.Sort(known)
		if diff := cmp.Diff(known, there); diff != "" {
			t.Errorf("tables (-copied +there):\n%s", diff)
		}
	})
}

// isEmpty reports whether a database holds what migrations put in, and nothing else.
func isEmpty(t *testing.T, url string) bool {
	t.Helper()
	for _, table := range migrate.Tables {
		var n, want int
		if table.Name == "workspaces" || table.Name == "audit_heads" {
			want = 1
		}
		if err := raw(t, url).QueryRowContext(t.Context(), `SELECT COUNT(*) FROM "`+table.Name+`"`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n != want {
			t.Logf("%s has %d rows", table.Name, n)
			return false
		}
	}
	return true
}

func TestCopyThatIsInterruptedLeavesNothing(t *testing.T) {
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run("to "+kind, func(t *testing.T) {
			from, url := opened(t, "sqlite")
			fill(t, url, from)
			to, target := opened(t, kind)
			ctx, cancel := context.WithCancel(t.Context())
			tables := 0
			err := store.Copy(ctx, from, to, false, func(store.Copied) {
				if tables++; tables == len(migrate.Tables) { // the last one
					cancel()
				}
			})
			if err == nil || tables != len(migrate.Tables) {
				t.Errorf("after %d tables: %v", tables, err)
			}
			if !isEmpty(t, target) {
				t.Error("half a copy was left")
			}
			mustCopy(t, from, to) // and it can be done again
		})
	}
}

func TestCopyThatDiffersIsRefused(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		from, source := opened(t, "sqlite")
		fill(t, source, from)
		to := dbtest.Open(t, url)
		spoil := []string{"CREATE TRIGGER spoil AFTER INSERT ON tasks BEGIN UPDATE tasks SET weight = weight + 1e-9 WHERE id = NEW.id AND name LIKE '% 3'; END"}
		if to.Postgres() {
			spoil = []string{"CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.name LIKE '% 3' THEN RETURN NULL; END IF; RETURN NEW; END $$",
				"CREATE TRIGGER spoil BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION spoil()"}
		}
		for _, statement := range spoil {
			if _, err := raw(t, url).ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		want := map[bool]string{false: "table tasks: the copy has another content", true: "table tasks: the source has 7 rows, the copy 6"}[to.Postgres()]
		if _, err := copyAll(t.Context(), from, to); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v", err)
		}
		if !isEmpty(t, url) {
			t.Error("a spoiled copy was left")
		}
	})
}

func TestCopyRefuses(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		from, source := opened(t, "sqlite")
		fill(t, source, from)
		to := dbtest.Open(t, url)
		refused := func(from, to *store.Store, want string) {
			t.Helper()
			if _, err := copyAll(t.Context(), from, to); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v; want %s", err, want)
			}
		}
		for side, s := range map[string]*store.Store{"source": from, "target": to} {
			unlock, err := s.LockNode(t.Context(), "serving")
			if err != nil {
				t.Fatal(err)
			}
			refused(from, to, "the "+side+": "+map[bool]string{true: "nodes serve this database", false: "another process serves"}[s.Postgres()])
			unlock()
		}
		again, err := store.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		refused(to, again, "the source and the target are the same database")
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		// Nobody begins to serve what is being copied.
		err = store.Copy(t.Context(), from, to, false, func(store.Copied) {
			if _, err := to.LockNode(t.Context(), "late"); err == nil {
				t.Error("a node began to serve during the copy")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		refused(from, to, "the target: it is not empty: table ")
		empty, _ := opened(t, "sqlite")
		refused(empty, to, "the target: it is not empty")

		if _, err := raw(t, url).ExecContext(t.Context(), "DELETE FROM schema_version WHERE version > 1"); err != nil {
			t.Fatal(err)
		}
		refused(to, empty, "the source: it has schema version 1, this binary has 4: bring it up to date with assay migrate")
		if _, err := raw(t, url).ExecContext(t.Context(), "INSERT INTO schema_version (version) VALUES (99)"); err != nil {
			t.Fatal(err)
		}
		refused(to, empty, "the source: it has schema version 99")
		refused(empty, to, "the target: the database has schema version 99")
	})
}

// The order in which both sides are read does not depend on how a database sorts words.
func TestCopyOrdersByBytes(t *testing.T) {
	from, _ := opened(t, "sqlite")
	to, target := opened(t, "postgres")
	write(t, from, func(tx *store.Tx) error {
		for _, id := range []string{"agt_a", "agt_B", "agt_c", "agt_Ä"} {
			a := agent("did:web:" + id)
			a.ID = id
			if err := tx.PutAgent(t.Context(), a); err != nil {
				return err
			}
		}
		return nil
	})
	if _, err := raw(t, target).ExecContext(t.Context(), `ALTER TABLE agents ALTER COLUMN id TYPE character varying COLLATE "en-x-icu"`); err != nil {
		t.Fatal(err)
	}
	mustCopy(t, from, to)
}

// What PostgreSQL cannot hold is named.
func TestCopySaysWhatCannotBeKept(t *testing.T) {
	from, source := opened(t, "sqlite")
	to, _ := opened(t, "postgres")
	write(t, from, func(tx *store.Tx) error { return tx.PutAgent(t.Context(), agent("did:web:a.example")) })
	if _, err := raw(t, source).ExecContext(t.Context(), "UPDATE agents SET name = 'a' || char(0) || 'b'"); err != nil {
		t.Fatal(err)
	}
	if _, err := copyAll(t.Context(), from, to); err == nil || !strings.Contains(err.Error(), "table agents: ") || !strings.Contains(err.Error(), "among the rows from agt_") {
		t.Errorf("%v", err)
	}
}
