package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Claim is a piece of background work that one node at a time may hold. See store/claims.go.
type Claim struct{ ent.Schema }

// Fields of the table.
func (Claim) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Comment("kind:subject"),
		field.String("kind"),
		text("subject"),
		field.String("host").Default("").Comment("host and port the work will call; empty: none"),
		field.Int("position").Default(0).Comment("place in its run: low ones go first, so that runs share a node"),
		instant("run_at"),
		field.Int("attempts").Default(0),
		field.Text("holder").Default("").Comment("empty: free"),
		count("epoch"),
		count("beat"),
	}
}

// Indexes of the table.
func (Claim) Indexes() []ent.Index {
	return []ent.Index{index.Fields("holder", "kind", "run_at")}
}
