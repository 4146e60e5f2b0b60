package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"assay/eval"
)

// Run is one firing of one suite version. seq is the number of its newest event.
type Run struct{ ent.Schema }

// Fields of the table.
func (Run) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("suite_id"),
		text("suite_key"),
		field.Int("version"),
		text("digest"),
		field.String("status"),
		text("trigger"),
		field.Bool("trial").Default(false),
		field.String("idempotency_key").Optional().Nillable().Unique(),
		instant("created_at"),
		instant("started_at"),
		instant("finished_at"),
		field.JSON("skipped", []eval.SkippedTarget{}).Optional().SchemaType(jsonText),
		count("agents"),
		count("agents_finished"),
		count("total"),
		count("recorded"),
		count("passed"),
		count("failed"),
		count("errors"),
		count("cancelled"),
		count("examiner_faults"),
		count("seq"),
	}
}

// Indexes of the table.
func (Run) Indexes() []ent.Index {
	return []ent.Index{index.Fields("suite_id", "id"), index.Fields("status"), index.Fields("finished_at")}
}

// RunAgent is one agent's part of a run.
type RunAgent struct{ ent.Schema }

// Fields of the table.
func (RunAgent) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("run_id"),
		field.String("agent_id"),
		text("agent_did"),
		field.Int("position"),
		text("status"),
		text("fingerprint"),
		field.Float("suite_score").Optional().Nillable(),
		count("recorded"),
		count("passed"),
		instant("started_at"),
		instant("finished_at"),
	}
}

// Indexes of the table.
func (RunAgent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("run_id", "position").Unique(), index.Fields("finished_at"), index.Fields("agent_id", "run_id")}
}

// RunEvent is an event of a run other than a result: a result row is its own event. Both draw seq from the run.
type RunEvent struct{ ent.Schema }

// Fields of the table.
func (RunEvent) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("run_id"),
		field.Int64("seq"),
		instant("at"),
		text("kind"),
		text("run_agent_id"),
	}
}

// Indexes of the table.
func (RunEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("run_id", "seq").Unique()}
}
