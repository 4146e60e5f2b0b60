package app

import (
	"context"
	"runtime"
	"time"

	"assay/eval/fault"
)

// slots bounds how many do the same work at a time; who comes meanwhile waits.
type slots chan struct{}

// take waits for a slot, or for the context's end.
func (s slots) take(ctx context.Context) (free func(), err error) {
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// What a stranger may have worked out for them, such as a pattern matched, never takes more than half of the processors.
const (
	workWaits = 5 * time.Second // for a slot
	workTakes = 5 * time.Second // where the work can be stopped in between
)

func workSlots() slots { return make(slots, max(1, runtime.GOMAXPROCS(0)/2)) }

// turn takes a slot for what a stranger may ask for. The context ends when it takes too long.
func (a *App) turn(ctx context.Context) (_ context.Context, free func(), err error) {
	waiting, stop := context.WithTimeout(ctx, workWaits)
	defer stop()
	leave, err := a.working.take(waiting)
	switch {
	case err != nil && ctx.Err() == nil:
		return nil, nil, &fault.Error{Kind: fault.TooMany, Code: "busy", Wait: workWaits, Message: "too many ask for this at the moment; try again in a few seconds"}
	case err != nil:
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, workTakes)
	return ctx, func() { cancel(); leave() }, nil
}
