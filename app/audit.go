package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gowebpki/jcs"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// act is a mutation on its way into the audit log. Every method that changes something opens one before anything else, changes the
// store through write, and defers end:
//
//	act := a.begin(ctx, "putSuite", eval.DefaultWorkspace, in.Key, in)
//	defer act.end(ctx, &err)
//	if err := require(…); err != nil { return err }
//	return act.write(ctx, func(tx *store.Tx) error { … })
//
// What is carried out is logged in the transaction that does it; what is not, refusals too, in one of its own, as far as strangers have a
// share of the log left (see refusals).
type act struct {
	app     *App
	entry   eval.AuditEntry
	written bool
}

// anonymous is the actor of what strangers do.
const anonymous = "anonymous"

// begin opens an act: the mutation's name in the schema, the workspace it is about (empty: the registry), what it is about, and its
// input, of which a digest is kept.
func (a *App) begin(ctx context.Context, action, workspaceID, target string, input any) *act {
	if begun, ok := ctx.Value(begunKey{}).(*atomic.Bool); ok {
		begun.Store(true)
	}
	p := Caller(ctx)
	e := eval.AuditEntry{
		Actor: anonymous, WorkspaceID: workspaceID, Address: p.Address, Action: action, Target: target, InputDigest: inputDigest(input),
		RequestID: p.RequestID,
	}
	switch {
	case p.CommandLine:
		e.Actor = "command-line"
	case p.User != nil:
		e.Actor, e.ActorName = p.User.ID, p.User.Name
	case p.PlatformAdmin || p.Key != nil:
		e.Actor = "platform-admin"
	}
	if p.Key != nil {
		e.KeyID = p.Key.ID
	}
	return &act{app: a, entry: e}
}

// about fills in what is known only later: whom an act without a caller turned out to be of, or what it is about.
func (t *act) about(workspaceID, target string) {
	t.entry.WorkspaceID, t.entry.Target = workspaceID, target
}

// write changes the store, and logs that it was done, in one transaction.
func (t *act) write(ctx context.Context, f func(tx *store.Tx) error) error {
	err := t.app.store.Write(ctx, func(tx *store.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		if t.written { // an act that writes twice is logged once
			return nil
		}
		return tx.AppendAudit(ctx, t.closed(nil))
	})
	t.written = t.written || err == nil
	return err
}

// nothing says that the act was to change nothing and did not: it is logged only if it is refused or fails.
func (t *act) nothing() { t.written = true }

// end logs what write has not: what was refused, what failed, and what needed no change. It is deferred. A panic goes on after it.
func (t *act) end(ctx context.Context, err *error) {
	if p := recover(); p != nil {
		failure := errPanic
		t.log(ctx, &failure)
		t.tell(failure)
		panic(p)
	}
	if !t.written || *err != nil {
		t.log(ctx, err)
	}
	t.tell(*err)
}

// tell tells whoever counts what is asked for.
func (t *act) tell(err error) {
	if t.app.config.Acted != nil {
		t.app.config.Acted(t.entry.Action, t.closed(err).Outcome)
	}
}

var errPanic = errors.New("panic")

// log logs the act in a transaction of its own. What cannot be logged has not been done: the caller hears of it.
func (t *act) log(ctx context.Context, err *error) {
	stranger := t.entry.Actor == anonymous || t.entry.Action == CrossSiteRequest // which is not the user's doing
	if stranger && !t.app.refusals.admit(ownNetwork(t.entry.Address)) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	failure := t.app.store.Write(ctx, func(tx *store.Tx) error { return tx.AppendAudit(ctx, t.closed(*err)) })
	if failure == nil {
		return
	}
	t.app.log.ErrorContext(ctx, "audit", "action", t.entry.Action, "request_id", t.entry.RequestID, "error", failure)
	if *err == nil {
		*err = failure
	}
}

func (t *act) closed(err error) eval.AuditEntry {
	e := t.entry
	e.At = t.app.now()
	for _, foreign := range []*string{&e.ActorName, &e.WorkspaceID, &e.Address, &e.Target, &e.RequestID} {
		*foreign = storable(*foreign)
	}
	f := fault.As(err)
	switch {
	case err == nil:
		e.Outcome = eval.AuditDone
	case f == nil:
		e.Outcome, e.Code = eval.AuditFailed, "internal"
	case f.Kind == fault.Unauthenticated || f.Kind == fault.Forbidden || f.Kind == fault.TooMany:
		e.Outcome, e.Code = eval.AuditRefused, f.Code
	default:
		e.Outcome, e.Code = eval.AuditInvalid, f.Code
	}
	return e
}

// longestText is how many bytes of a text from outside an entry keeps, such as what a caller takes for the key of a suite.
const longestText = 256

// storable makes of any text one that can be stored and hashed: UTF-8 without NUL, not too long.
func storable(text string) string {
	if len(text) > longestText {
		text = text[:longestText] + "…"
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

type begunKey struct{}

// ExpectAct lets a door know whether a mutation has reached its use case and will be logged by it.
func ExpectAct(ctx context.Context) (_ context.Context, begun func() bool) {
	b := new(atomic.Bool)
	return context.WithValue(ctx, begunKey{}, b), b.Load
}

// LogRefusal logs a mutation that a door turned away before its use case was asked: for want of a permission, or since its input could
// not be read. The input's digest is that of null.
func (a *App) LogRefusal(ctx context.Context, action, target string, cause error) {
	err := cause
	a.begin(ctx, action, eval.DefaultWorkspace, target, nil).end(ctx, &err)
}

// inputDigest is the SHA-256 (hex) of an input in canonical JSON; secrets show as [secret] there.
func inputDigest(input any) string {
	text, err := json.Marshal(input)
	if err == nil {
		text, err = jcs.Transform(text)
	}
	if err != nil {
		text = fmt.Appendf(nil, "%+v", input)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
