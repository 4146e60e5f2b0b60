package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"assay/app/live"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

const (
	eventBatch   = 200
	lookAgain    = 2 * time.Second // should a notification be lost
	liveRunsGap  = 250 * time.Millisecond
	boardGap     = 500 * time.Millisecond
	maxLiveShown = 1000
)

// RunUpdate is an event with the run as it stood when it was read: at or ahead of the event.
type RunUpdate struct {
	Event eval.RunEvent
	Run   eval.Run
}

// RunEvents streams a run's events; the channel closes after the event that ends the run, or with ctx. after nil: a snapshot first,
// which carries the seq it includes; else the events after that seq. The reader sets the pace: a slow one loses nothing and holds up
// nobody. NotFound when the caller may not see the run; Invalid when after is ahead of it.
func (a *App) RunEvents(ctx context.Context, runID string, after *int64) (<-chan RunUpdate, error) {
	run, err := a.Run(ctx, runID)
	if err != nil {
		return nil, err
	}
	if run == nil {
		return nil, fault.Missing("run", runID)
	}
	if after != nil && (*after < 0 || *after > run.LastSeq) {
		return nil, fault.Bad("after", "must be from 0 to %d, the newest event, not %d", run.LastSeq, *after)
	}
	watcher := a.hub.WatchTopic(runID)
	out := make(chan RunUpdate)
	go func() {
		defer close(out)
		defer watcher.Close()
		a.streamEvents(ctx, *run, after, watcher, out)
	}()
	return out, nil
}

func (a *App) streamEvents(ctx context.Context, run eval.Run, after *int64, watcher *live.Watcher, out chan<- RunUpdate) {
	seq := run.LastSeq
	if after != nil {
		seq = *after
	} else {
		snapshot := eval.RunEvent{RunID: run.ID, Seq: seq, At: a.now(), Kind: eval.EventSnapshot}
		if !send(ctx, out, RunUpdate{snapshot, run}) {
			return
		}
	}
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for !run.Status.Final() || seq < run.LastSeq {
		watcher.Take()
		events, err := a.store.RunEvents(ctx, run.ID, seq, eventBatch)
		if err == nil {
			run, err = a.reload(ctx, run)
		}
		if err != nil && ctx.Err() == nil {
			a.log.Error("stream run events", "run", run.ID, "error", err)
		}
		for _, e := range events {
			if !send(ctx, out, RunUpdate{e, run}) {
				return
			}
			seq = e.Seq
		}
		if len(events) == eventBatch || seq < run.LastSeq && err == nil && len(events) > 0 {
			continue
		}
		if run.Status.Final() && seq >= run.LastSeq {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-watcher.C:
		case <-again.C:
		}
	}
}

func (a *App) reload(ctx context.Context, run eval.Run) (eval.Run, error) {
	now, err := a.store.Run(ctx, run.ID)
	if err != nil || now == nil {
		return run, err
	}
	return *now, nil
}

func send[T any](ctx context.Context, out chan<- T, v T) bool {
	select {
	case out <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// LiveRuns sends the visible runs under way at once, and again whenever they change, at most four times a second.
func (a *App) LiveRuns(ctx context.Context) (<-chan []eval.Run, error) {
	out := make(chan []eval.Run)
	watcher := a.hub.WatchTopic(store.TopicRuns)
	go func() {
		defer close(out)
		defer watcher.Close()
		again := time.NewTicker(lookAgain)
		defer again.Stop()
		var sent underWay
		for first := true; ; first = false {
			watcher.Take()
			now, err := a.underWay(ctx)
			if err != nil && ctx.Err() == nil {
				a.log.Error("stream live runs", "error", err)
			}
			if err == nil && (first || !now.same(sent)) {
				if !send(ctx, out, now.runs) {
					return
				}
				sent = now
			}
			if !pause(ctx, liveRunsGap) {
				return
			}
			select {
			case <-watcher.C:
			case <-again.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

// underWay is what a caller may see of the runs under way. newest is the newest visible run, which may have begun and ended between two
// looks.
type underWay struct {
	runs   []eval.Run
	newest string
}

func (u underWay) same(o underWay) bool {
	return u.newest == o.newest &&
		slices.EqualFunc(u.runs, o.runs, func(x, y eval.Run) bool { return x.ID == y.ID && x.LastSeq == y.LastSeq })
}

func (a *App) underWay(ctx context.Context) (u underWay, err error) {
	if !a.open(ctx) {
		return u, nil
	}
	if u.runs, err = a.store.RunsUnderWay(ctx, maxLiveShown, staff(ctx)); err != nil {
		return u, err
	}
	newest, err := a.Runs(ctx, RunFilter{}, eval.PageArgs{First: new(1)})
	if len(newest.Items) > 0 {
		u.newest = newest.Items[0].ID
	}
	return u, err
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// LeaderboardChange says which suites' results changed.
type LeaderboardChange struct {
	Suites []string // keys
	At     time.Time
}

// LeaderboardChanged sends the keys of suites (or the one named) whose results changed, at most twice a second.
func (a *App) LeaderboardChanged(ctx context.Context, suite string) (<-chan LeaderboardChange, error) {
	match := func(topic string) bool { return strings.HasPrefix(topic, store.TopicBoard) }
	if suite != "" {
		id, err := a.suiteID(ctx, suite)
		if err != nil {
			return nil, err
		}
		match = func(topic string) bool { return topic == store.TopicBoard+id }
	}
	watcher := a.hub.Watch(match)
	out := make(chan LeaderboardChange)
	go func() {
		defer close(out)
		defer watcher.Close()
		for {
			select {
			case <-ctx.Done():
				return
			case <-watcher.C:
			}
			keys, err := a.changedSuites(ctx, watcher.Take(), suite)
			if err != nil && ctx.Err() == nil {
				a.log.Error("stream board changes", "error", err)
			}
			if len(keys) > 0 && !send(ctx, out, LeaderboardChange{Suites: keys, At: a.now()}) || !pause(ctx, boardGap) {
				return
			}
		}
	}()
	return out, nil
}

// changedSuites gives the keys behind board topics. When notifications were lost, any suite on the board may have changed.
func (a *App) changedSuites(ctx context.Context, topics []string, watched string) ([]string, error) {
	if !a.open(ctx) {
		return nil, nil
	}
	var ids []string
	for _, t := range topics {
		if id, ok := strings.CutPrefix(t, store.TopicBoard); ok {
			ids = append(ids, id)
		}
	}
	suites, err := a.store.SuitesByID(ctx, ids)
	if err == nil && slices.Contains(topics, store.TopicAll) {
		suites, err = a.store.SuitesOnBoard(ctx)
	}
	var keys []string
	for _, s := range suites {
		if watched == "" || s.Key == watched || s.ID == watched {
			keys = append(keys, s.Key)
		}
	}
	slices.Sort(keys)
	return keys, err
}
