package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Result is one task fired at one agent once. It is at the same time the run's event number seq.
type Result struct{ ent.Schema }

// Fields of the table.
func (Result) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("run_id"),
		field.String("run_agent_id"),
		field.String("suite_id"),
		field.String("agent_id"),
		field.String("task_id"),
		field.Int("task_index"),
		field.Int("repeat").Default(0),
		field.Int64("seq"),
		field.Bool("trial").Default(false),
		field.Float("score").Optional().Nillable(),
		field.Bool("passed").Default(false),
		field.Int64("latency_ms").Optional().Nillable(),
		text("error"),
		text("error_detail"),
		field.Int("attempts").Default(0),
		text("fingerprint"),
		instant("at"),
		count("dns_us"),
		count("connect_us"),
		count("tls_us"),
		count("first_byte_us"),
		count("total_us"),
		text("evidence_hash"),
	}
}

// Indexes of the table.
func (Result) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("run_agent_id", "task_id", "repeat").Unique(),
		index.Fields("run_id", "seq").Unique(),
		index.Fields("agent_id", "id"),
		index.Fields("suite_id", "id"),
		index.Fields("task_id", "id"),
		// Spelled as PostgreSQL does, or the schema seems to differ.
		index.Fields("agent_id", "id").StorageKey("result_failures_by_agent").
			Annotations(entsql.IndexWhere("(NOT passed) AND (NOT trial) AND (score IS NOT NULL)")),
		index.Fields("error", "id").StorageKey("result_failures_by_error").Annotations(entsql.IndexWhere("(NOT passed) AND (NOT trial)")),
	}
}

// Evidence is the stored request and response bytes of the result with the same id.
type Evidence struct{ ent.Schema }

// Fields of the table.
func (Evidence) Fields() []ent.Field {
	return []ent.Field{id(), field.Bytes("body")}
}
