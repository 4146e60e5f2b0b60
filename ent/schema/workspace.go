package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Workspace is a team with its agents and keys. One of key default exists from the start.
type Workspace struct{ ent.Schema }

// Fields of the table.
func (Workspace) Fields() []ent.Field {
	return []ent.Field{
		id(), field.String("key").Unique(), text("name"), instant("created_at"),
		field.Bool("attested_handoffs").Default(false),
	}
}

// Member is a user's role in a workspace.
type Member struct{ ent.Schema }

// Fields of the table.
func (Member) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("workspace_id"),
		field.String("user_id"),
		field.String("role"),
		instant("since"),
	}
}

// Indexes of the table.
func (Member) Indexes() []ent.Index {
	return []ent.Index{index.Fields("workspace_id", "user_id").Unique(), index.Fields("user_id")}
}

// Invitation is a one-time link that makes somebody a member.
type Invitation struct{ ent.Schema }

// Fields of the table.
func (Invitation) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("token_hash").Unique(),
		field.String("workspace_id"),
		field.String("role"),
		field.Text("email").Default("").Comment("lower case; empty: whoever holds the link"),
		text("invited_by"),
		instant("created_at"),
		instant("expires_at"),
		instant("accepted_at"),
		text("accepted_by"),
		instant("revoked_at"),
	}
}

// Indexes of the table.
func (Invitation) Indexes() []ent.Index { return []ent.Index{index.Fields("workspace_id", "id")} }
