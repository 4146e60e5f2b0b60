// Package schema models the tables. Conventions: instants are Unix milliseconds (0: never), so that both databases compare them
// alike; ids are the strings of eval/id.go; agent output is bytes; sums of scores are integers in units of 10⁻⁹.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
)

func id() ent.Field { return field.String("id").MaxLen(40).Immutable() }

func instant(name string) ent.Field { return field.Int64(name).Default(0) }

func text(name string) ent.Field { return field.Text(name).Default("") }

func count(name string) ent.Field { return field.Int64(name).Default(0) }

// jsonText keeps JSON as text: parameters go to PostgreSQL as bytes, and a jsonb would want the number of a format before them.
var jsonText = map[string]string{dialect.Postgres: "text"}
