package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Credentials is what an agent wants to see before it answers; id is the agent's.
type Credentials struct{ ent.Schema }

// Fields of the table.
func (Credentials) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("kind"),
		field.Bytes("sealed").Comment("the secret, sealed for the agent, the kind and the placement: see app/vault"),
		field.Text("placement").Default("").Comment("what is not secret, as JSON: eval.CredentialPlacement"),
		text("set_by"),
		instant("set_at"),
	}
}

// Challenge is a one-time text with which control of an agent's endpoint is proven.
type Challenge struct{ ent.Schema }

// Fields of the table.
func (Challenge) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("agent_id"),
		field.String("action"),
		field.String("token"),
		instant("created_at"),
		instant("expires_at"),
		instant("used_at"),
	}
}

// Indexes of the table.
func (Challenge) Indexes() []ent.Index { return []ent.Index{index.Fields("agent_id")} }
