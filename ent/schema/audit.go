package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// AuditEntry is one mutation that was asked for; id is its place in the chain, from 1 without a gap. Rows are only ever added.
type AuditEntry struct{ ent.Schema }

// Fields of the table.
func (AuditEntry) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		instant("at"),
		text("actor"),
		text("actor_name"),
		text("key_id"),
		text("workspace_id"),
		text("address"),
		text("action"),
		text("target"),
		text("input_digest"),
		text("outcome"),
		text("code"),
		text("request_id"),
		text("previous"),
		text("hash"),
	}
}

// Indexes of the table.
func (AuditEntry) Indexes() []ent.Index {
	return []ent.Index{index.Fields("workspace_id", "id"), index.Fields("actor", "id"), index.Fields("action", "id")}
}

// AuditHead is the single row (id 1) that names the chain's newest entry, so that a cut-off end shows.
type AuditHead struct{ ent.Schema }

// Fields of the table.
func (AuditHead) Fields() []ent.Field {
	return []ent.Field{field.Int64("id"), count("seq"), text("hash")}
}
