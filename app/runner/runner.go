// Package runner fires suites at agents: it starts due suites, claims agents' parts of runs, calls, scores, records, and ends what is
// done. Any number of nodes run one each; the claims of package store say who does what, and what a killed node leaves is continued by
// another.
package runner

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"assay/app/live"
	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
)

// Config is what an operator sets.
type Config struct {
	Node        string        // name of this node, locked to this process
	Interval    time.Duration // between looks for due suites
	TaskTimeout time.Duration // for everything of one task
	Drain       time.Duration // on stop, how long calls in flight may go on
	Batch       int           // agents' parts held at once
	PerHost     int           // agents' parts at once that call one host and port
	CardsEvery  time.Duration // between looks for cards to refresh
	Idle        bool          // evals are off: nothing is started or called, and only chores are done
	Chores      []Chore
	Observer    Observer // nil: nobody looks

	// Credentials gives what an agent gets to see with a call, nil when nothing. It is asked at the time of each call, for agents that
	// have some; without it no call carries any.
	Credentials func(ctx context.Context, agentID string) (*eval.Credentials, error)
}

// Chore is work besides that one node of all does, at intervals.
type Chore struct {
	Kind  string // of the claim, which must be a singleton of package store
	Every time.Duration
	Do    func(context.Context) error // ends when its context does
}

// Observer hears what a runner does. Its methods must not block.
type Observer interface {
	// PartBegan hears that this node sets out on an agent's part of a run. Its calls are made under the context given back; end is
	// called when the node is done with the part or has given it back.
	PartBegan(ctx context.Context, run eval.Run, part eval.RunAgent) (_ context.Context, end func())
	// Recorded hears of results that were stored.
	Recorded(results []eval.Result)
}

// Prober calls agents.
type Prober interface {
	Do(ctx context.Context, c probe.Call) probe.Outcome
	Stop()
}

// Runner does this node's share of the work.
type Runner struct {
	config       Config
	store        *store.Store
	prober       Prober
	hub          *live.Hub
	refreshCards func(context.Context) error
	now          func() time.Time
	log          *slog.Logger

	recorder *recorder
	contents *lru.Cache[string, content] // by run id
	mu       sync.Mutex
	parts    map[string]*part // under way, by claim id
	freed    chan struct{}    // a part ended
}

// content is what a run measures.
type content struct {
	kind  eval.TaskType
	tasks []eval.Task
}

// New makes a Runner. refreshCards refreshes the agent cards that are due; it is called by one node at a time.
func New(c Config, s *store.Store, p Prober, hub *live.Hub, refreshCards func(context.Context) error, now func() time.Time, log *slog.Logger) *Runner {
	contents, err := lru.New[string, content](64)
	if err != nil { // only for a size that is not positive
		panic(err)
	}
	return &Runner{contents: contents, config: c, store: s, prober: p, hub: hub, refreshCards: refreshCards, now: now, log: log,
		parts: map[string]*part{}, freed: make(chan struct{}, 1)}
}

// Why a part stops early.
var (
	errRunCancelled = errors.New("the run was cancelled")
	errNoTarget     = errors.New("the agent is no target any more")
	errClaimLost    = errors.New("another node took the work over")
	errUnstorable   = errors.New("results could not be stored")
	errStopping     = errors.New("this node is stopping")
)

const (
	pollEvery      = 500 * time.Millisecond
	cancelEvery    = time.Second
	cancelledBatch = 200 // parts of cancelled runs taken up at once: nothing is called for them
)

// Run works until ctx ends. It then claims nothing new, lets calls in flight finish for Config.Drain, records them and gives back
// what is left.
func (r *Runner) Run(ctx context.Context) error {
	began := time.Now()
	claimer, err := r.store.NewClaimer(ctx, r.config.Node, func() time.Duration { return time.Since(began) })
	if ctx.Err() != nil {
		return nil // stopped before it began
	}
	if err != nil {
		return err
	}
	r.recorder = newRecorder(r.store, r.config.Node, r.config.Observer, r.log)
	r.loop(ctx, claimer)
	return r.drain(claimer)
}

// loop is the only user of the claimer. Its errors are logged: the database may come back.
func (r *Runner) loop(ctx context.Context, claimer *store.Claimer) {
	changes := r.hub.Watch(func(topic string) bool {
		return topic == store.TopicWork || strings.HasPrefix(topic, store.TopicCancel) || eval.IDKind(topic) == eval.AgentID
	})
	defer changes.Close()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	var (
		lastBeat, lastCancel time.Time
		singletons           = r.singletons()
	)
	for _, s := range singletons {
		defer s.stop()
	}
	for ctx.Err() == nil {
		now := time.Now()
		if now.Sub(lastBeat) >= store.BeatEvery {
			lastBeat = now
			r.beat(ctx, claimer, singletons...)
		}
		if topics := changes.Take(); len(topics) > 0 || now.Sub(lastCancel) >= cancelEvery {
			lastCancel = now
			r.cancelParts(ctx)
			r.withdrawParts(ctx)
		}
		for _, s := range singletons {
			r.try(ctx, s.kind, s.step(ctx, claimer, r.now()))
		}
		if !r.config.Idle {
			r.try(ctx, "claim", r.claim(ctx, claimer))
		}
		select {
		case <-ctx.Done():
		case <-changes.C:
		case <-r.freed:
		case <-poll.C:
		}
	}
}

func (r *Runner) try(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		r.log.Error("runner", "doing", what, "error", err)
	}
}

// beat shows that this node lives, and drops what it turns out to have lost.
func (r *Runner) beat(ctx context.Context, claimer *store.Claimer, singletons ...*singleton) {
	held, err := claimer.Beat(ctx, r.working(singletons...))
	if err != nil {
		r.try(ctx, "beat", err)
		return
	}
	for _, s := range singletons {
		s.check(held)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, p := range r.parts {
		if epoch, ok := held[id]; (!ok || epoch != p.claim.Epoch) && !p.finished.Load() {
			p.stop(errClaimLost)
		}
	}
}

// working gives the ids of the claims this node works on.
func (r *Runner) working(singletons ...*singleton) []string {
	var ids []string
	for _, s := range singletons {
		if s.claim != nil {
			ids = append(ids, s.claim.ID)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.parts {
		ids = append(ids, id)
	}
	return ids
}

// cancelParts stops the parts of runs that were asked to stop.
func (r *Runner) cancelParts(ctx context.Context) {
	ids := map[string]bool{}
	r.mu.Lock()
	for _, p := range r.parts {
		if p.run.ID != "" {
			ids[p.run.ID] = true
		}
	}
	r.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	list := make([]string, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	runs, err := r.store.RunsByID(ctx, list)
	r.try(ctx, "look for cancelled runs", err)
	for _, run := range runs {
		if run.Status != eval.RunCancelling {
			continue
		}
		r.mu.Lock()
		for _, p := range r.parts {
			if p.run.ID == run.ID {
				p.stop(errRunCancelled)
			}
		}
		r.mu.Unlock()
	}
}

// claim takes as many parts as there is room for, no more of one host than may call it at once, and sets out on them.
func (r *Runner) claim(ctx context.Context, claimer *store.Claimer) error {
	now := r.now().UnixMilli()
	over, err := claimer.Claim(ctx, store.Want{Kind: store.ClaimCancelled, Now: now, Limit: cancelledBatch})
	r.setOut(ctx, over)
	if err != nil {
		return err
	}
	room, busy := r.room()
	claims, err := claimer.Claim(ctx, store.Want{Kind: store.ClaimRunAgent, Now: now, Limit: room, PerHost: r.config.PerHost, Busy: busy})
	r.setOut(ctx, claims)
	return err
}

// room is how many parts more this node may hold, and the hosts that take no more of them.
func (r *Runner) room() (room int, busy []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	calling := map[string]int{}
	for _, p := range r.parts {
		if p.claim.Host != "" {
			calling[p.claim.Host]++
		}
	}
	for host, n := range calling {
		if n >= r.config.PerHost {
			busy = append(busy, host)
		}
	}
	return r.config.Batch - len(r.parts), busy
}

func (r *Runner) setOut(ctx context.Context, claims []store.Claim) {
	if len(claims) == 0 {
		return
	}
	parts := make([]*part, len(claims))
	for i, c := range claims {
		parts[i] = newPart(c)
	}
	r.try(ctx, "read parts", r.readParts(ctx, parts)) // those not read give themselves back
	r.mu.Lock()
	for _, p := range parts {
		r.parts[p.claim.ID] = p
	}
	r.mu.Unlock()
	for _, p := range parts {
		go r.finish(p)
	}
}

// finish executes a part and makes room for another.
func (r *Runner) finish(p *part) {
	end := func() {}
	if r.config.Observer != nil {
		p.ctx, end = r.config.Observer.PartBegan(p.ctx, p.run, p.self)
	}
	r.execute(p)
	end()
	r.mu.Lock()
	delete(r.parts, p.claim.ID)
	r.mu.Unlock()
	p.stop(errStopping) // releases the context
	close(p.ended)
	select {
	case r.freed <- struct{}{}:
	default:
	}
}

// drain ends the node's work in order: nothing new starts, calls in flight finish while there is time, everything is recorded.
func (r *Runner) drain(claimer *store.Claimer) error {
	ctx, cancel := context.WithTimeout(context.Background(), r.config.Drain+10*time.Second)
	defer cancel()
	r.mu.Lock()
	parts := make([]*part, 0, len(r.parts))
	for _, p := range r.parts {
		p.stop(errStopping)
		parts = append(parts, p)
	}
	r.mu.Unlock()
	hard := time.AfterFunc(r.config.Drain, r.prober.Stop)
	defer hard.Stop()
	beats := time.NewTicker(store.BeatEvery)
	defer beats.Stop()
	for _, p := range parts {
		for waiting := true; waiting; {
			select {
			case <-p.ended:
				waiting = false
			case <-beats.C: // what is in flight is still ours
				if _, err := claimer.Beat(ctx, r.working()); err != nil {
					r.log.Error("runner", "doing", "beat", "error", err)
				}
			case <-ctx.Done():
				r.recorder.close(ctx)
				return errors.New("runner: gave up draining: the database did not answer")
			}
		}
	}
	r.recorder.close(ctx)
	return r.store.ReleaseAll(ctx, r.config.Node)
}
