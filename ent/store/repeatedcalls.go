package store

import (
	"context"
	"fmt"
	"time"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/repeatedcall"
)

// RepeatedCall gives what a call under an idempotency key was about and what came of it; nil when the key was not used.
func (c conn) RepeatedCall(ctx context.Context, id string) (*RepeatedCall, error) {
	return one(func(r *entdb.RepeatedCall) RepeatedCall { return RepeatedCall{r.ID, r.Content, r.Answer} })(c.db.RepeatedCall.Get(ctx, id))
}

// RepeatedCall is a call that was made under an idempotency key.
type RepeatedCall struct {
	ID      string // hash of who called what under which key
	Content string // hash of what was sent
	Answer  string // id of what came of it
}

// NoteCall notes a call that was made under an idempotency key. IsUnique of its error: at the same moment another was.
func (tx *Tx) NoteCall(ctx context.Context, r RepeatedCall, at time.Time) error {
	err := tx.db.RepeatedCall.Create().SetID(r.ID).SetContent(r.Content).SetAnswer(r.Answer).SetAt(millis(at)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a call: %w", err)
	}
	return nil
}

// ForgetCalls forgets at most limit calls that were noted before an instant, and says how many.
func (tx *Tx) ForgetCalls(ctx context.Context, before time.Time, limit int) (int, error) {
	return tx.removeOldest(ctx, repeatedcall.Table, repeatedcall.FieldAt, millis(before), limit)
}
