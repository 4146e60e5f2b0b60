package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// WorkVerdict is what one voice said of a piece of work. id is the order in which they were recorded; rows are only ever added, but for
// stands and for texts that are cleared.
type WorkVerdict struct{ ent.Schema }

// Fields of the table.
func (WorkVerdict) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("verdict_id").Unique(),
		field.String("workspace_id"),
		field.String("class"),
		field.String("agent_id").Comment("whose work it is"),
		field.String("work_id"),
		field.String("piece_id").Comment("the piece of work: the work itself, or an approval of it"),
		field.String("voice_kind"),
		text("voice_id"),
		field.Text("value").Default("").Comment("success, failure, or, when it was taken back, empty"),
		instant("at"),
		field.Bool("stands").Default(true).Comment("no newer verdict of the same voice on the same piece"),
		text("comment"),
		text("signature_key"),
		field.Bytes("signature").Optional(),
		text("signed"),
		field.Bytes("receipt_hash"),
	}
}

// Indexes of the table.
func (WorkVerdict) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("piece_id", "id"),
		// What a score is computed from.
		index.Fields("workspace_id", "class", "id").StorageKey("workverdict_standing").Annotations(entsql.IndexWhere("stands")),
	}
}
