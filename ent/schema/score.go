package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Score is how well an agent did one kind of work when it was computed.
type Score struct{ ent.Schema }

// Fields of the table.
func (Score) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("workspace_id"),
		field.String("agent_id"),
		field.String("class"),
		field.String("state"),
		field.Bool("established").Default(false).Comment("whether that is its state, for an index"),
		instant("as_of"),
		instant("computed_at"),
		field.Bool("current").Default(true),
		field.Bytes("receipt_hash"),
		field.Bytes("document").Comment("canonical JSON, see classscore.Document; empty: it was cleared"),
		field.Bytes("inputs").Comment("the verdicts it was computed from, see store/scores.go; empty unless it is current"),
		field.Bytes("agents").Comment("what it took for true of agents, as JSON; empty unless it is current"),
	}
}

// Indexes of the table.
func (Score) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("agent_id", "class", "id"),
		index.Fields("agent_id", "class").Unique().StorageKey("score_current").Annotations(entsql.IndexWhere("current")),
		index.Fields("workspace_id", "agent_id").StorageKey("score_established").Annotations(entsql.IndexWhere("current AND established")),
	}
}
