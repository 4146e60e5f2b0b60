// Package ent is how things are kept: the tables (schema), what ent generates from them (internal/entdb, which the compiler keeps from
// everyone else), the migrations, and package store, the only part that others use.
package ent

//go:generate go tool ent generate --feature sql/upsert,sql/lock,sql/modifier,sql/execquery --target ./internal/entdb ./schema
