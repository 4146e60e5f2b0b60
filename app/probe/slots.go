package probe

import (
	"context"
	"slices"
	"sync"
)

// slots caps the calls under way: all together, and to one host and port.
type slots struct {
	global  chan struct{}
	perHost int

	mu    sync.Mutex
	hosts map[string]*host
}

type host struct {
	slots chan struct{}
	users int // calls that hold or await a slot; the entry goes with the last
}

func newSlots(global, perHost int) *slots {
	return &slots{global: make(chan struct{}, global), perHost: perHost, hosts: make(map[string]*host)}
}

// acquire waits for a slot at each host, then for a global one, so that a busy host does not keep others waiting. Hosts are taken in
// sorted order: two calls cannot wait for each other. It fails when ctx or stop ends first, or had ended.
func (s *slots) acquire(ctx, stop context.Context, hosts ...string) (release func(), err error) {
	slices.Sort(hosts)
	hosts = slices.Compact(hosts)
	var held []func()
	release = func() {
		for _, f := range slices.Backward(held) {
			f()
		}
	}
	for _, h := range hosts {
		slot := s.enter(h)
		if err := take(ctx, stop, slot); err != nil {
			s.leave(h)
			release()
			return nil, err
		}
		held = append(held, func() { <-slot; s.leave(h) })
	}
	if err := take(ctx, stop, s.global); err != nil {
		release()
		return nil, err
	}
	held = append(held, func() { <-s.global })
	return release, nil
}

// take puts a token into a slot channel.
func take(ctx, stop context.Context, slot chan<- struct{}) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if stop.Err() != nil {
		return stop.Err()
	}
	select {
	case slot <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-stop.Done():
		return stop.Err()
	}
}

func (s *slots) enter(name string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.hosts[name]
	if h == nil {
		h = &host{slots: make(chan struct{}, s.perHost)}
		s.hosts[name] = h
	}
	h.users++
	return h.slots
}

func (s *slots) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.hosts[name]
	if h.users--; h.users == 0 {
		delete(s.hosts, name)
	}
}
