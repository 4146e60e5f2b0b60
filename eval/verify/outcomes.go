package verify

import (
	"fmt"
	"sync"
	"sync/atomic"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

// outcomes is what was read of outcome receipts.
type outcomes struct {
	facts   []classscore.Facts
	hashes  []receipt.Hash
	cleared int
}

// Receipts are opened by several at a time, and in pieces, so that who is quick takes more of them.
const (
	openers = 8
	piece   = 1024
)

// openAll opens n outcome receipts, which read gives by their place. What was read ends before the first that has a problem. The error is that of
// the first that cannot be read.
func (e ScoreExport) openAll(n int, read func(i int, into *Sealed) error) (outcomes, *problem, error) {
	out := outcomes{facts: make([]classscore.Facts, n), hashes: make([]receipt.Hash, n)}
	cleared := make([]bool, n)
	problems, errs := firstOf[*problem]{at: n}, firstOf[error]{at: n}
	var taken atomic.Int64
	var all sync.WaitGroup
	for range openers {
		all.Go(func() {
			var s Sealed
			var b body
			for from := int(taken.Add(piece)) - piece; from < n; from = int(taken.Add(piece)) - piece {
				for i := from; i < min(from+piece, n); i++ {
					if err := read(i, &s); err != nil {
						errs.note(i, err)
						continue
					}
					var p *problem
					if out.facts[i], out.hashes[i], cleared[i], p = e.outcome(s, &b); p != nil {
						problems.note(i, p)
					}
				}
			}
		})
	}
	all.Wait()
	if errs.at < n {
		return outcomes{}, nil, errs.what
	}
	seen := make(map[string]int, problems.at)
	for i := range problems.at {
		if before, twice := seen[out.facts[i].Work]; twice {
			problems.note(i, &problem{"counted_twice", fmt.Sprintf("receipts %s and %s are of the same piece of work %s", out.hashes[before], out.hashes[i], out.facts[i].Work)})
			break
		}
		seen[out.facts[i].Work] = i
		if cleared[i] {
			out.cleared++
		}
	}
	out.facts, out.hashes = out.facts[:problems.at], out.hashes[:problems.at]
	return out, problems.what, nil
}

// firstOf keeps what is noted at the lowest place.
type firstOf[T any] struct {
	mu   sync.Mutex
	at   int
	what T
}

func (f *firstOf[T]) note(at int, what T) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if at < f.at {
		f.at, f.what = at, what
	}
}

// outcome opens the receipt of one outcome, for which it uses b.
func (e ScoreExport) outcome(s Sealed, b *body) (f classscore.Facts, hash receipt.Hash, cleared bool, _ *problem) {
	hash, cleared, p := s.openInto(b, receipt.OutcomeRecorded)
	if p != nil {
		return f, hash, cleared, p
	}
	if err := strict(b.Facts, &f); err != nil {
		return f, hash, cleared, &problem{"unreadable", fmt.Sprintf("receipt %s: its facts: %v", s.Hash, err)}
	}
	if b.Workspace != e.Document.Workspace || f.Class != e.Document.Class {
		return f, hash, cleared, &problem{"foreign_outcome", fmt.Sprintf("receipt %s is of another workspace or kind of work", s.Hash)}
	}
	return f, hash, cleared, nil
}

// own keeps what is of the agent that is scored.
func (o outcomes) own(agent string) (own outcomes) {
	for i, f := range o.facts {
		if f.Agent == agent {
			own.facts, own.hashes = append(own.facts, f), append(own.hashes, o.hashes[i])
		}
	}
	return own
}
