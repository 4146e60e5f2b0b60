package runner

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"assay/ent/store"
	"assay/eval"
)

const (
	batchRows  = 100
	batchBytes = 4 << 20
	batchAge   = 250 * time.Millisecond
	finishAge  = 2 * time.Millisecond
)

// recorder stores entries in small batches: when there are 100, or 4 MiB, or after 250 ms, or soon after an agent's part ended, for
// which somebody may wait. While one batch is being stored the next
// gathers; when that is full too, whoever adds waits, so memory stays bounded. A crash loses at most these two.
type recorder struct {
	store   *store.Store
	holder  string
	watcher Observer // nil: nobody looks
	log     *slog.Logger
	in      chan item
	end     chan struct{} // closed: nothing comes any more
	batches chan []item
	done    chan struct{}
	quit    context.Context // ends when even retrying must stop
	halt    context.CancelFunc
}

// item is an entry and the part it belongs to.
type item struct {
	p *part
	e store.Entry
}

func newRecorder(s *store.Store, holder string, watcher Observer, log *slog.Logger) *recorder {
	r := &recorder{store: s, holder: holder, watcher: watcher, log: log, in: make(chan item), end: make(chan struct{}),
		batches: make(chan []item), done: make(chan struct{})}
	r.quit, r.halt = context.WithCancel(context.Background())
	go r.gather()
	go r.flush()
	return r
}

// add hands an entry over. Entries of one part are stored in the order they were added.
func (r *recorder) add(p *part, e store.Entry) {
	p.unstored.Add(1)
	select {
	case r.in <- item{p, e}:
	case <-r.quit.Done():
		p.unstorable.Store(true)
		p.unstored.Done()
	}
}

// wait returns when all that was added of a part is stored or given up.
func (r *recorder) wait(p *part) { p.unstored.Wait() }

// close stores what is left, while ctx lasts. What is added afterwards is not stored.
func (r *recorder) close(ctx context.Context) {
	close(r.end)
	select {
	case <-r.done:
	case <-ctx.Done():
		r.halt()
		<-r.done
	}
	r.halt()
}

// gather makes batches of what comes in.
func (r *recorder) gather() {
	defer close(r.batches)
	var (
		pending []item
		size    int
		age     = time.NewTimer(batchAge)
		ripe    bool
	)
	age.Stop()
	for {
		in, out := r.in, r.batches
		if len(pending) >= batchRows || size >= batchBytes {
			in = nil // full
		} else if !ripe {
			out = nil // not yet worth storing
		}
		select {
		case <-r.end:
			if len(pending) > 0 {
				r.batches <- pending
			}
			return
		case it := <-in:
			if len(pending) == 0 {
				age.Reset(batchAge)
			}
			if it.e.Finish != nil {
				age.Reset(finishAge)
			}
			pending = append(pending, it)
			size += len(it.e.Body)
		case <-age.C:
			ripe = len(pending) > 0
		case out <- pending:
			pending, size, ripe = nil, 0, false
			age.Stop()
		}
	}
}

// flush stores batches one after the other. When a batch cannot be stored it is tried again until the recorder must stop, in the end
// each part by itself, so that one that cannot be stored does not hold up the others.
func (r *recorder) flush() {
	defer close(r.done)
	for batch := range r.batches {
		if !r.storeAll(batch) {
			for _, group := range byPart(batch) {
				if !r.storeAll(group) {
					group[0].p.unstorable.Store(true) // given back later, and what is missing is done again
					group[0].p.stop(errUnstorable)
				}
			}
		}
		for _, it := range batch {
			it.p.unstored.Done()
		}
	}
}

const storeTries = 6

// storeAll stores a batch, with pauses that double from 100 ms to 3.2 s between tries.
func (r *recorder) storeAll(batch []item) bool {
	entries := make([]store.Entry, len(batch))
	for i, it := range batch {
		entries[i] = it.e
	}
	for try := range storeTries {
		lost, err := r.store.Record(r.quit, r.holder, entries)
		if err == nil {
			for _, it := range batch {
				if slices.Contains(lost, it.e.Claim.ID) {
					it.p.stop(errClaimLost)
				}
			}
			r.tell(entries, lost)
			return true
		}
		r.log.Error("runner", "doing", "record", "entries", len(batch), "try", try+1, "error", err)
		if store.IsUnique(err) {
			return false // trying again cannot help
		}
		select {
		case <-time.After(100 * time.Millisecond << try):
		case <-r.quit.Done():
			return false
		}
	}
	return false
}

// tell tells the observer of the results among entries that were stored.
func (r *recorder) tell(entries []store.Entry, lost []string) {
	if r.watcher == nil {
		return
	}
	var stored []eval.Result
	for _, e := range entries {
		if e.Result != nil && !slices.Contains(lost, e.Claim.ID) {
			stored = append(stored, *e.Result)
		}
	}
	r.watcher.Recorded(stored)
}

func byPart(batch []item) [][]item {
	var groups [][]item
	place := map[*part]int{}
	for _, it := range batch {
		i, ok := place[it.p]
		if !ok {
			i = len(groups)
			place[it.p] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], it)
	}
	return groups
}
