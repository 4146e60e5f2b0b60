package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Session is a user signed in from one browser. It ends by being deleted.
type Session struct{ ent.Schema }

// Fields of the table.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("token_hash").Unique(),
		field.String("user_id"),
		text("address"),
		text("user_agent"),
		instant("created_at"),
		instant("seen_at"),
		instant("expires_at"),
	}
}

// Indexes of the table.
func (Session) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("expires_at")}
}
