package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// APIKey lets a program act in a workspace.
type APIKey struct{ ent.Schema }

// Fields of the table.
func (APIKey) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("token_hash").Unique(),
		field.String("prefix").Comment("the first characters, by which a key is recognised"),
		field.String("workspace_id"),
		text("name"),
		field.String("role"),
		field.Strings("scopes").SchemaType(jsonText),
		field.Text("agent_id").Default("").Comment("the agent it acts as; empty: none"),
		field.Text("created_by").Default("").Comment("a user; empty: the platform-admin credential"),
		instant("created_at"),
		instant("expires_at"),
		instant("used_at"),
		instant("revoked_at"),
	}
}

// Indexes of the table.
func (APIKey) Indexes() []ent.Index {
	return []ent.Index{index.Fields("workspace_id", "id"), index.Fields("created_by")}
}
