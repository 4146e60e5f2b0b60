package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"assay/ent/store"
	"assay/eval/fault"
)

// call is a call that may be repeated under an idempotency key: the same key and content have the same effect, once.
type call struct {
	id, content string // empty: no key was given
}

// newCall describes a call of the caller. in is what was sent, without the key.
func newCall(ctx context.Context, action, key string, in any) (call, error) {
	if key == "" {
		return call{}, nil
	}
	if len(key) > 200 || strings.ContainsFunc(key, func(c rune) bool { return c < ' ' || c > '~' }) {
		return call{}, fault.Bad("idempotency_key", "has at most 200 printable ASCII characters")
	}
	id := sha256.Sum256([]byte(strings.Join([]string{who(ctx), action, key}, "\x00")))
	// With the key in it, which is not kept, the hash tells nothing of texts that are cleared later.
	content := sha256.Sum256([]byte(key + "\x00" + inputDigest(in)))
	return call{hex.EncodeToString(id[:]), hex.EncodeToString(content[:])}, nil
}

// who names the caller, whichever credential they use today.
func who(ctx context.Context) string {
	switch p := Caller(ctx); {
	case p.Agent() != "":
		return p.Agent()
	case p.User != nil:
		return p.User.ID
	case p.Key != nil:
		return p.Key.ID
	}
	return "platform-admin"
}

// callsReader reads calls that were made; a transaction or the store.
type callsReader interface {
	RepeatedCall(ctx context.Context, id string) (*store.RepeatedCall, error)
}

// before gives what came of the call when it was made before; empty: it was not. Another content under its key is a conflict.
func (c call) before(ctx context.Context, in callsReader) (answer string, made bool, err error) {
	if c.id == "" {
		return "", false, nil
	}
	r, err := in.RepeatedCall(ctx, c.id)
	if err != nil || r == nil {
		return "", false, err
	}
	if r.Content != c.content {
		return "", false, errTaken()
	}
	return r.Answer, true, nil
}

// note notes what came of the call.
func (c call) note(ctx context.Context, a *App, tx *store.Tx, answer string) error {
	if c.id == "" {
		return nil
	}
	return tx.NoteCall(ctx, store.RepeatedCall{ID: c.id, Content: c.content, Answer: answer}, a.now())
}

// errTaken is the refusal of a call whose key was used for other content.
func errTaken() error {
	f := fault.New(fault.Conflict, "idempotency_key_taken", "the idempotency key was used for other content")
	f.Field = "idempotency_key"
	return f
}

// taken turns the error of a transaction: where another call under the key was noted at the same moment, in another workspace, it was about
// something else, since calls in one workspace wait for each other.
func (c call) taken(err error) error {
	if c.id != "" && store.IsUnique(err) {
		return errTaken()
	}
	return err
}
