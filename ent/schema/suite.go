package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Suite is a named battery of tasks. Deleting one keeps the row, so that its runs stay readable and its versions count on.
type Suite struct{ ent.Schema }

// Fields of the table.
func (Suite) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("key").Unique(),
		text("name"),
		text("description"),
		text("task_type"),
		field.Int("interval_minutes").Default(0),
		field.Int64("reward_amount").Default(0),
		field.Bool("reputation_signal").Default(false),
		field.Strings("target_dids").Optional().SchemaType(jsonText),
		field.Bool("enabled").Default(false),
		field.Int("version").Default(1),
		text("digest"),
		instant("next_run_at"),
		instant("created_at"),
		instant("updated_at"),
		instant("deleted_at"),
		field.Int("run_count").Default(0),
		field.Int("trial_count").Default(0),
	}
}

// Indexes of the table.
func (Suite) Indexes() []ent.Index {
	return []ent.Index{index.Fields("enabled", "next_run_at")}
}

// Task is one scored step of a suite as it is now; runs read tasks from their suite version.
type Task struct{ ent.Schema }

// Fields of the table.
func (Task) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("suite_id"),
		field.Int("position"),
		text("name"),
		text("input"),
		text("scorer"),
		text("expected"),
		field.Float("weight"),
	}
}

// Indexes of the table.
func (Task) Indexes() []ent.Index {
	return []ent.Index{index.Fields("suite_id", "position")}
}

// SuiteVersion is what a suite measured from one change to the next.
type SuiteVersion struct{ ent.Schema }

// Fields of the table.
func (SuiteVersion) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("suite_id"),
		field.Int("version"),
		field.String("digest"),
		field.Bytes("definition"),
		field.Strings("task_ids").SchemaType(jsonText),
		instant("created_at"),
	}
}

// Indexes of the table.
func (SuiteVersion) Indexes() []ent.Index {
	return []ent.Index{index.Fields("suite_id", "version").Unique()}
}
