package store

import (
	"encoding/base32"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"assay/eval"
)

// base32 in an order-preserving alphabet, so that ids sort by time like the UUIDs they carry.
var idEncoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// NewID makes an id of a kind of eval/id.go for something that came to be at t: the kind, then a UUID of version 7 in 26 characters.
// Ids sort by time; within one millisecond those of one process sort in the order they were made, the first 4,096 of them.
func NewID(kind string, t time.Time) string {
	u, err := uuid.NewV7()
	if err != nil { // only without a random source, when nothing can go on
		panic(err)
	}
	stamp(&u, t)
	n := order.next(t.UnixMilli())
	u[6] = 0x70 | byte(n>>8) // version 7
	u[7] = byte(n)
	return kind + "_" + idEncoding.EncodeToString(u[:])
}

// NewIDAfter is NewID of an id that sorts after another of its kind (empty: none), also where the clock was set back since, or another process
// made that in the same millisecond.
func NewIDAfter(kind string, t time.Time, after string) string {
	id := NewID(kind, t)
	if id > after {
		return id
	}
	return NewID(kind, idTime(after).Add(time.Millisecond))
}

// sequence numbers the ids of one millisecond.
type sequence struct {
	mu   sync.Mutex
	ms   int64
	last int
}

var order sequence

func (s *sequence) next(ms int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ms != s.ms {
		s.ms, s.last = ms, -1
	}
	s.last = min(s.last+1, 0xfff)
	return s.last
}

// resultFrom is a lower bound of the ids of results recorded at t or later.
func resultFrom(t time.Time) string {
	var u uuid.UUID
	stamp(&u, t)
	return eval.ResultID + "_" + idEncoding.EncodeToString(u[:])
}

// idTime is the instant, to the millisecond, for which NewID made an id; zero when it did not make it.
func idTime(id string) time.Time {
	_, text, _ := strings.Cut(id, "_")
	b, err := idEncoding.DecodeString(text)
	if err != nil || len(b) != len(uuid.UUID{}) {
		return time.Time{}
	}
	ms := int64(0)
	for _, v := range b[:6] {
		ms = ms<<8 | int64(v)
	}
	return time.UnixMilli(ms).UTC()
}

// stamp writes t into the six bytes that a UUID of version 7 starts with.
func stamp(u *uuid.UUID, t time.Time) {
	ms := max(0, t.UnixMilli())
	for i := range 6 {
		u[i] = byte(ms >> (8 * (5 - i)))
	}
}
