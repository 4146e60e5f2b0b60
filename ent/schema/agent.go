package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Agent is a live agent, homed here or mirrored. Removed ones keep their row.
type Agent struct{ ent.Schema }

// Fields of the table.
func (Agent) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("did").Unique(),
		text("name"),
		text("owner"),
		field.Text("search").Default("").Comment("name, DID and owner in lower case: what a search looks in"),
		text("card_url"),
		field.Bytes("card").Optional(),
		text("fingerprint"),
		text("protocol_version"),
		text("endpoint"),
		text("binding"),
		field.Bool("active").Default(true),
		text("home_registry"),
		field.Bool("test_agent").Default(false),
		instant("registered_at"),
		instant("updated_at"),
		instant("card_refreshed_at"),
		text("card_problem"),
		instant("removed_at"),
		text("workspace_id"),
		text("registered_by"),
		field.Text("proof").Default("").Comment("TRUSTED, PROVEN or, when empty, none"),
		text("proof_method"),
		field.Text("proven_origin").Default("").Comment("scheme, host and port the proof is good for"),
		instant("proven_at"),
		instant("opted_out_at"),
		field.Bool("scores_published").Default(false),
	}
}

// Indexes of the table.
func (Agent) Indexes() []ent.Index { return []ent.Index{index.Fields("workspace_id")} }

// AgentEvent is a dated change of an agent.
type AgentEvent struct{ ent.Schema }

// Fields of the table.
func (AgentEvent) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("agent_id"),
		instant("at"),
		text("kind"),
		text("detail"),
		text("fingerprint"),
		text("previous_fingerprint"),
	}
}

// Indexes of the table.
func (AgentEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("agent_id", "id")}
}
