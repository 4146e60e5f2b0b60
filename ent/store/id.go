package store

import (
	"encoding/base32"
	"time"

	"github.com/google/uuid"
)

// base32 in an order-preserving alphabet, so that ids sort by time like the UUIDs they carry.
var idEncoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// NewID makes an id of a kind of eval/id.go for something that came to be at t: the kind, then a UUID of version 7 in 26 characters.
// Ids sort by time; within one millisecond those of one process sort in the order they were made.
func NewID(kind string, t time.Time) string {
	u, err := uuid.NewV7()
	if err != nil { // only without a random source, when nothing can go on
		panic(err)
	}
	stamp(&u, t)
	return kind + "_" + idEncoding.EncodeToString(u[:])
}

// idFrom is a lower bound of the ids of a kind made at t or later.
func idFrom(kind string, t time.Time) string {
	var u uuid.UUID
	stamp(&u, t)
	return kind + "_" + idEncoding.EncodeToString(u[:])
}

// stamp writes t into the six bytes that a UUID of version 7 starts with.
func stamp(u *uuid.UUID, t time.Time) {
	ms := max(0, t.UnixMilli())
	for i := range 6 {
		u[i] = byte(ms >> (8 * (5 - i)))
	}
}
