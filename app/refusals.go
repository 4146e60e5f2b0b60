package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"assay/ent/store"
	"assay/eval"
)

// Actions of the audit log that are no mutations; IdentitySignIn is another.
const (
	CrossSiteRequest = "crossSiteRequest" // refused: a page of another site had a visitor's browser send something
	LeftOut          = "leftOut"          // how many entries are not there, see refusals
)

// How many entries an address gets for what changed nothing: so many at once, and as many again over an hour.
const (
	refusalRows   = 60
	refusalWithin = time.Hour
)

// maxLeftOut bounds for how many addresses it is counted one by one what was left out.
const maxLeftOut = 1000

// refusals keeps strangers from making the audit log grow without end. Entries stay for ever, and a refusal costs nothing: so what
// strangers were refused gets an entry only as long as their address has not used up its share. The rest is counted, and one entry an
// hour and address says how many there were.
type refusals struct {
	now    func() time.Time
	shares *tries

	mu      sync.Mutex
	leftOut map[string]leftOut // by address; empty: of more addresses than are told apart
}

type leftOut struct {
	count int
	since time.Time
}

func newRefusals(now func() time.Time) *refusals {
	return &refusals{now: now, shares: newTries(now, refusalWithin), leftOut: map[string]leftOut{}}
}

// admit reports whether a refusal of this address gets an entry; if not, it is counted.
func (r *refusals) admit(address string) bool {
	if _, err := r.shares.enter(guesser{address, refusalRows}); err == nil {
		return true
	}
	r.add(address, leftOut{1, r.now()})
	return false
}

func (r *refusals) add(address string, more leftOut) {
	r.mu.Lock()
	defer r.mu.Unlock()
	was, known := r.leftOut[address]
	if !known && len(r.leftOut) >= maxLeftOut {
		address = ""
		was, known = r.leftOut[address]
	}
	if known && was.since.Before(more.since) {
		more.since = was.since
	}
	r.leftOut[address] = leftOut{was.count + more.count, more.since}
}

// due takes out what was begun to be counted at an instant or before.
func (r *refusals) due(until time.Time) map[string]leftOut {
	r.mu.Lock()
	defer r.mu.Unlock()
	due := map[string]leftOut{}
	for address, l := range r.leftOut {
		if !l.since.After(until) {
			due[address] = l
			delete(r.leftOut, address)
		}
	}
	return due
}

// logLeftOut writes down how many entries were left out, of those that began to be counted at an instant or before. What cannot be
// written stays counted.
func (a *App) logLeftOut(ctx context.Context, until time.Time) error {
	due := a.refusals.due(until)
	if len(due) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
	defer cancel()
	err := a.store.Write(ctx, func(tx *store.Tx) error {
		for address, l := range due {
			e := eval.AuditEntry{At: a.now(), Actor: anonymous, Address: address, Action: LeftOut, InputDigest: inputDigest(nil),
				Outcome: eval.AuditRefused, Code: "left_out",
				Target: fmt.Sprintf("%d more since %s", l.count, l.since.Format(time.RFC3339))}
			if err := tx.AppendAudit(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		for address, l := range due {
			a.refusals.add(address, l)
		}
	}
	return err
}
