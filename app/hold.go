package app

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"assay/eval"
)

const (
	holdEvery = 2 * time.Second        // a notification can be lost, and what expires sends none
	holdGap   = 200 * time.Millisecond // between two looks, however much happens
)

// ErrEnded is why the context of a stream ended whose credential is no longer what it was when the stream was opened.
var ErrEnded = errors.New("the credential was revoked, has expired, or allows something else now")

// holds is the open streams of this process whose credential can end. One look covers all of them: three queries, however many they are.
type holds struct {
	mu   sync.Mutex
	open map[*hold]struct{}
	wake chan struct{} // to look at once
	stop chan struct{} // nil: nobody looks, since none is open
}

type hold struct {
	caller Principal
	end    context.CancelCauseFunc
}

// Hold gives the context of a stream: it ends, with ErrEnded as its cause, within seconds after the caller's session or key ended or its
// roles changed, on whichever node. release must be called when the stream is over.
func (a *App) Hold(ctx context.Context) (held context.Context, release func()) {
	p := Caller(ctx)
	if p.Session == "" && p.Key == nil {
		return ctx, func() {} // strangers, and the platform-admin credential, which ends with the process
	}
	held, end := context.WithCancelCause(ctx)
	h := &hold{caller: p, end: end}
	s := &a.holds
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open, s.wake = map[*hold]struct{}{}, make(chan struct{}, 1)
	}
	s.open[h] = struct{}{}
	if s.stop == nil {
		s.stop = make(chan struct{})
		go a.watchHolds(s.stop)
	} else {
		select {
		case s.wake <- struct{}{}:
		default:
		}
	}
	return held, func() {
		end(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.open, h)
		if len(s.open) == 0 && s.stop != nil {
			close(s.stop)
			s.stop = nil
		}
	}
}

// watchHolds looks at once, whenever a credential changed, and now and then.
func (a *App) watchHolds(stop chan struct{}) {
	watcher := a.hub.Watch(func(topic string) bool {
		kind := eval.IDKind(topic)
		return kind == eval.UserID || kind == eval.SessionID || kind == eval.KeyID
	})
	defer watcher.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { <-stop; cancel() }()
	again := time.NewTicker(holdEvery)
	defer again.Stop()
	for {
		watcher.Take()
		if err := a.checkHolds(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("check the credentials of open streams", "error", err)
		}
		if !pause(ctx, holdGap) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-watcher.C:
		case <-a.holds.wake:
		case <-again.C:
		}
	}
}

// checkHolds ends the streams whose credential stands for something else now.
func (a *App) checkHolds(ctx context.Context) error {
	a.holds.mu.Lock()
	open := make([]*hold, 0, len(a.holds.open))
	sessionIDs, keyIDs := map[string]bool{}, map[string]bool{}
	for h := range a.holds.open {
		open = append(open, h)
		if h.caller.Key != nil {
			keyIDs[h.caller.Key.ID] = true
		} else {
			sessionIDs[h.caller.Session] = true
		}
	}
	a.holds.mu.Unlock()
	sessions, err := a.store.SessionsByID(ctx, keysOf(sessionIDs))
	if err != nil {
		return err
	}
	keys, err := a.store.KeysByID(ctx, keysOf(keyIDs))
	if err != nil {
		return err
	}
	now, err := a.principals(ctx, sessions, keys)
	if err != nil {
		return err
	}
	for _, h := range open {
		id := h.caller.Session
		if h.caller.Key != nil {
			id = h.caller.Key.ID
		}
		if p, ok := now[id]; !ok || p.PlatformAdmin != h.caller.PlatformAdmin || !maps.Equal(p.Roles, h.caller.Roles) {
			h.end(ErrEnded)
		}
	}
	return nil
}

func keysOf[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}
