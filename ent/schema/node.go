package schema

import "entgo.io/ent"

// Node is one process that serves this database, under the name it locks.
type Node struct{ ent.Schema }

// Fields of the table.
func (Node) Fields() []ent.Field {
	return []ent.Field{
		id(),
		text("version"),
		instant("started_at"),
		instant("seen_at"),
		instant("stopped_at"),
		count("streams"),
		count("calls"),
		count("parts"),
	}
}
