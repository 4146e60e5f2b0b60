package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// LogHead is the single row (id 1) with the state of the log. Whoever appends locks it.
type LogHead struct{ ent.Schema }

// Fields of the table.
func (LogHead) Fields() []ent.Field {
	return []ent.Field{field.Int64("id"), text("origin"), count("size"), field.Bytes("root")}
}

// LogTile is a tile of hashes of the log (C2SP tlog-tiles): id is level × 2⁴⁸ + index, data up to 256 hashes.
type LogTile struct{ ent.Schema }

// Fields of the table.
func (LogTile) Fields() []ent.Field { return []ent.Field{field.Int64("id"), field.Bytes("data")} }

// Checkpoint is a signed state of the log; id is its size.
type Checkpoint struct{ ent.Schema }

// Fields of the table.
func (Checkpoint) Fields() []ent.Field {
	return []ent.Field{field.Int64("id"), field.Bytes("root"), instant("at"), text("text")}
}

// LogKey is a key that signs, or signed, checkpoints.
type LogKey struct{ ent.Schema }

// Fields of the table.
func (LogKey) Fields() []ent.Field {
	return []ent.Field{
		field.Int64("id"),
		text("public"),
		field.Bytes("seed").Comment("sealed by the vault where there is one, else as it is; empty once it is retired"),
		field.Bool("sealed").Default(false),
		instant("created_at"),
		instant("retired_at"),
	}
}
