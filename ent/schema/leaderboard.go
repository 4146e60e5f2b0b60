package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

func tally() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("agent_id"),
		field.String("suite_id"),
		count("count"),
		count("sum"),
		count("sum_squares"),
		count("fractional"),
		count("passed"),
		count("answered"),
		count("answered_sum"),
		count("suite_runs"),
		count("uncounted"),
		instant("last_at"),
	}
}

// Tally is an agent's public results of one suite, summed. Upserted in the transaction that stores the results.
type Tally struct{ ent.Schema }

// Fields of the table.
func (Tally) Fields() []ent.Field { return tally() }

// Indexes of the table.
func (Tally) Indexes() []ent.Index {
	return []ent.Index{index.Fields("agent_id", "suite_id").Unique(), index.Fields("suite_id")}
}

// HourTally is a Tally of the results recorded within one hour, for boards over a window of time.
type HourTally struct{ ent.Schema }

// Fields of the table.
func (HourTally) Fields() []ent.Field {
	return append(tally(), field.Int64("hour").Comment("Unix hours"))
}

// Indexes of the table.
func (HourTally) Indexes() []ent.Index {
	return []ent.Index{index.Fields("hour", "agent_id", "suite_id").Unique()}
}

// DayTally is what a trend needs of a Tally, of the results recorded within one UTC day: a point for each agent of a board, for weeks,
// would have to add up a thousand hours an agent.
type DayTally struct{ ent.Schema }

// Fields of the table.
func (DayTally) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("agent_id"),
		field.String("suite_id"),
		field.Int64("day").Comment("Unix days"),
		count("count"),
		count("sum"),
		count("answered"),
	}
}

// Indexes of the table.
func (DayTally) Indexes() []ent.Index {
	return []ent.Index{index.Fields("agent_id", "day", "suite_id").Unique(), index.Fields("suite_id", "day")}
}

// TaskTally counts a task's public results.
type TaskTally struct{ ent.Schema }

// Fields of the table.
func (TaskTally) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("suite_id"),
		field.String("task_id"),
		count("count"),
		count("passed"),
	}
}

// Indexes of the table.
func (TaskTally) Indexes() []ent.Index {
	return []ent.Index{index.Fields("suite_id", "task_id").Unique()}
}
