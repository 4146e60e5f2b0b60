package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Work is a task that one agent handed to another.
type Work struct{ ent.Schema }

// Fields of the table.
func (Work) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("workspace_id"),
		field.String("from_agent_id"),
		field.String("to_agent_id"),
		field.String("class"),
		text("title"),
		text("brief"),
		text("result"),
		instant("cleared_at"),
		field.String("status"),
		field.String("delivery"),
		field.Int64("deliver_at").Default(0).Comment("when the next attempt to deliver is due; 0: none is"),
		count("deliver_attempts"),
		instant("deadline"),
		instant("sent_at"),
		instant("ended_at"),
		count("seq"),
	}
}

// Indexes of the table.
func (Work) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("workspace_id", "id"),
		index.Fields("from_agent_id", "id"),
		index.Fields("to_agent_id", "id"),
		// Spelled as PostgreSQL does, or the schema seems to differ.
		index.Fields("deadline").StorageKey("work_by_deadline").Annotations(entsql.IndexWhere("(ended_at = 0) AND (deadline > 0)")),
		index.Fields("deliver_at").StorageKey("work_by_delivery").Annotations(entsql.IndexWhere("(ended_at = 0) AND (deliver_at > 0)")),
	}
}

// WorkEvent is something that happened to work.
type WorkEvent struct{ ent.Schema }

// Fields of the table.
func (WorkEvent) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("work_id"),
		count("seq"),
		instant("at"),
		field.String("kind"),
		field.String("voice_kind"),
		text("voice_id"),
		text("approval_id"),
		text("detail"),
	}
}

// Indexes of the table.
func (WorkEvent) Indexes() []ent.Index { return []ent.Index{index.Fields("work_id", "seq").Unique()} }

// Approval is a call of an assignee that waits, or waited, for a person.
type Approval struct{ ent.Schema }

// Fields of the table.
func (Approval) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("workspace_id"),
		field.String("work_id"),
		text("call"),
		instant("cleared_at"),
		field.String("state"),
		instant("asked_at"),
		instant("decided_at"),
		text("decided_by"),
	}
}

// Indexes of the table.
func (Approval) Indexes() []ent.Index {
	return []ent.Index{index.Fields("work_id", "id"), index.Fields("workspace_id", "state", "id"), index.Fields("workspace_id", "id")}
}
