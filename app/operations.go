package app

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"assay/ent/store"
	"assay/eval"
)

// Operations is how the registry is running, seen from one node.
type Operations struct {
	At            time.Time
	Version       string // of this node
	GoVersion     string
	Database      string // sqlite or postgres, with its version
	SchemaVersion int
	DatabaseBytes *int64 // nil: it cannot be told
	Scheduler     Scheduler
	Jobs          []JobKind
	Nodes         []eval.Node
	SlowAgents    []SlowAgent
	Streams       int64 // on all nodes
	Subscriptions int64 // on this node
	Evidence      EvidenceStore
	Settings      []Setting
}

// Scheduler is the one node that starts what is due.
type Scheduler struct {
	Node       string // empty: nobody holds the schedule
	Enabled    bool
	IntervalMS int64
	NextDueAt  time.Time // zero: nothing is
	Overdue    int       // suites that are due and not started
}

// JobKind counts claimed work of one kind.
type JobKind struct {
	Kind                 string
	Waiting, Later, Held int
	OldestAt             time.Time // when the oldest that waits was due; zero: none waits
}

// SlowAgent is an agent that takes its time.
type SlowAgent struct {
	AgentID       string
	MeanMS, P95MS int64
	Results       int
}

// EvidenceStore says how evidence is kept.
type EvidenceStore struct {
	RetentionDays *float64 // nil: for ever
	Bodies        int
	OldestAt      time.Time // zero: none is kept
}

// Setting is a setting of a node, as it may be shown.
type Setting struct {
	Name    string
	Value   string // of a secret: "set"
	About   string
	Initial bool // it is what it would be if nobody had set it
}

// Load is how busy this node is.
type Load struct {
	Streams       int64 // websockets and event streams it serves
	Subscriptions int64
	Calls         int64 // to agents, in flight
	Parts         int64 // of runs it works on
}

// Backlog is the work that nodes do for the registry, in numbers.
type Backlog struct {
	Jobs []JobKind
	Runs int // that are not over
}

const (
	slowAgents   = 10
	slowResults  = 100            // newest results of each agent that are looked at
	slowSince    = 24 * time.Hour // and how old they may be
	slowRead     = 20_000         // results that are looked at in all, so that it does not take long
	slowFor      = 15 * time.Second
	countedFor   = time.Minute // bodies of evidence
	percentile95 = 0.95
)

// Operations tells how the registry is running. It needs Operate. What takes long to find out may be a little old:
// slow agents 15 s, bodies of evidence a minute.
func (a *App) Operations(ctx context.Context) (*Operations, error) {
	if err := require(ctx, eval.DefaultWorkspace, Operate); err != nil {
		return nil, err
	}
	c, load := a.config, a.load()
	o := Operations{At: a.now(), Version: c.Version, GoVersion: runtime.Version(), Subscriptions: load.Subscriptions, Settings: c.Settings}
	d, err := a.store.Describe(ctx)
	if err != nil {
		return nil, err
	}
	o.Database, o.SchemaVersion, o.DatabaseBytes = d.Version, d.SchemaVersion, d.Bytes
	if o.Scheduler, err = a.scheduler(ctx, o.At); err != nil {
		return nil, err
	}
	if o.Jobs, err = a.jobs(ctx, o.At); err != nil {
		return nil, err
	}
	if o.Nodes, err = a.store.Nodes(ctx); err != nil {
		return nil, err
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		if n.Name == c.Node {
			n.Streams, n.Calls, n.Parts = load.Streams, load.Calls, load.Parts
		}
		if n.Up(o.At) {
			o.Streams += n.Streams
		}
	}
	o.SlowAgents, o.Evidence, err = a.surveyed.of(ctx, a, o.At)
	return &o, err
}

// Backlog counts the work of the registry, for its metrics.
func (a *App) Backlog(ctx context.Context) (b Backlog, err error) {
	if b.Jobs, err = a.jobs(ctx, a.now()); err != nil {
		return b, err
	}
	b.Runs, err = a.store.CountUnderWay(ctx)
	return b, err
}

func (a *App) load() Load {
	if a.config.Load == nil {
		return Load{}
	}
	return a.config.Load()
}

func (a *App) jobs(ctx context.Context, now time.Time) ([]JobKind, error) {
	rows, err := a.store.Jobs(ctx, now)
	kinds := make([]JobKind, len(rows))
	for i, r := range rows {
		kinds[i] = JobKind(r)
	}
	return kinds, err
}

func (a *App) scheduler(ctx context.Context, now time.Time) (s Scheduler, err error) {
	s = Scheduler{Enabled: a.config.EvalsEnabled, IntervalMS: a.config.RunnerInterval.Milliseconds()}
	if s.Node, err = a.store.ClaimHolder(ctx, store.ClaimSchedule); err != nil {
		return s, err
	}
	s.NextDueAt, s.Overdue, err = a.store.Due(ctx, now)
	return s, err
}

// survey keeps what takes long to find out for a moment, so that a screen that looks every few seconds costs little.
type survey struct {
	mu              sync.Mutex
	slowAt, countAt time.Time
	slow            []SlowAgent
	evidence        EvidenceStore
}

func (s *survey) of(ctx context.Context, a *App, now time.Time) (_ []SlowAgent, _ EvidenceStore, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.slowAt) >= slowFor {
		if s.slow, err = a.slowAgents(ctx, now.Add(-slowSince), slowRead); err != nil {
			return nil, EvidenceStore{}, err
		}
		s.slowAt = now
	}
	if now.Sub(s.countAt) >= countedFor {
		bodies, oldest, err := a.store.EvidenceStored(ctx)
		if err != nil {
			return nil, EvidenceStore{}, err
		}
		s.evidence, s.countAt = EvidenceStore{Bodies: bodies, OldestAt: oldest}, now
		if r := a.config.Retention; r > 0 {
			s.evidence.RetentionDays = new(r.Hours() / 24)
		}
	}
	return s.slow, s.evidence, nil
}

// slowAgents finds the slowest. Where there are so many agents that more than about read results would be looked at, it goes by a few
// of each first, and then looks more closely at those that were slow.
func (a *App) slowAgents(ctx context.Context, since time.Time, read int) ([]SlowAgent, error) {
	agents, err := a.store.CountAgents(ctx)
	if err != nil {
		return nil, err
	}
	each := min(max(read/max(agents, 1), 1), slowResults)
	rows, err := a.store.RecentLatencies(ctx, since, each)
	if err != nil {
		return nil, err
	}
	slow := slowest(rows, 2*slowAgents)
	if each < slowResults && len(slow) > 0 {
		ids := make([]string, len(slow))
		for i, s := range slow {
			ids[i] = s.AgentID
		}
		if rows, err = a.store.RecentLatencies(ctx, since, slowResults, ids...); err != nil {
			return nil, err
		}
	}
	return slowest(rows, slowAgents), nil
}

// slowest gives so many agents with the highest means.
func slowest(rows []store.Latencies, most int) []SlowAgent {
	all := make([]SlowAgent, len(rows))
	for i, l := range rows {
		sum := int64(0)
		for _, ms := range l.MS {
			sum += ms
		}
		n := len(l.MS)
		all[i] = SlowAgent{AgentID: l.AgentID, MeanMS: (sum + int64(n)/2) / int64(n), P95MS: l.MS[nearestRank(percentile95, n)], Results: n}
	}
	slices.SortStableFunc(all, func(x, y SlowAgent) int { return cmp.Compare(y.MeanMS, x.MeanMS) })
	return all[:min(len(all), most)]
}

// nearestRank is the place, from 0, of a percentile among n sorted values.
func nearestRank(p float64, n int) int {
	rank := int(p * float64(n))
	if float64(rank) < p*float64(n) {
		rank++
	}
	return max(rank, 1) - 1
}
