package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// User is a person who signs in.
type User struct{ ent.Schema }

// Fields of the table.
func (User) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("email").Unique().Comment("lower case"),
		text("name"),
		field.Text("password").Default("").Comment("argon2id in PHC form; empty: signs in by OIDC only"),
		field.String("identity").Optional().Nillable().Unique().Comment("OIDC: issuer, space, subject"),
		field.Bool("platform_admin").Default(false),
		instant("created_at"),
		instant("seen_at"),
	}
}

// PasswordReset is a one-time link with which a user sets a new password.
type PasswordReset struct{ ent.Schema }

// Fields of the table.
func (PasswordReset) Fields() []ent.Field {
	return []ent.Field{
		id(),
		field.String("token_hash").Unique(),
		field.String("user_id"),
		text("issued_by"),
		instant("created_at"),
		instant("expires_at"),
		instant("used_at"),
	}
}

// Indexes of the table.
func (PasswordReset) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id")} }
