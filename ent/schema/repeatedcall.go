package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// RepeatedCall is an idempotency key that was used: id is a hash of who, what and the key.
type RepeatedCall struct{ ent.Schema }

// Fields of the table.
func (RepeatedCall) Fields() []ent.Field {
	return []ent.Field{field.String("id").MaxLen(64).Immutable(), text("content"), text("answer"), instant("at")}
}

// Indexes of the table.
func (RepeatedCall) Indexes() []ent.Index { return []ent.Index{index.Fields("at")} }
