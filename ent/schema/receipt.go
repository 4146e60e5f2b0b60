package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Receipt is a sealed fact. Rows are only ever added; leaf is set once.
type Receipt struct{ ent.Schema }

// Fields of the table.
func (Receipt) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.Bytes("hash").Unique(),
		field.String("kind"),
		instant("at"),
		text("workspace_id"),
		field.Text("subject").Default("").Comment("id of the piece of work, score, suite or run it is about"),
		field.Text("about").Default("").Comment("id of the work it is about; empty: none"),
		field.Bytes("facts"),
		field.Bytes("texts").Comment("hashes of its texts by name, as JSON"),
		field.Int64("leaf").Optional().Nillable().Unique().Comment("place in the log, from 0; NULL: not in it yet"),
	}
}

// Indexes of the table.
func (Receipt) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("id").StorageKey("receipt_waiting").Annotations(entsql.IndexWhere("leaf IS NULL")),
		index.Fields("subject", "id"),
		index.Fields("about", "id"),
	}
}

// ReceiptText is a text of a receipt that was not cleared.
type ReceiptText struct{ ent.Schema }

// Fields of the table.
func (ReceiptText) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		field.String("receipt_id"),
		field.String("name"),
		field.Bytes("salt"),
		text("text"),
	}
}

// Indexes of the table.
func (ReceiptText) Indexes() []ent.Index {
	return []ent.Index{index.Fields("receipt_id", "name").Unique()}
}
