package probe

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/eval"
)

// crowd counts how many requests are at an agent at once, and keeps them until let go.
type crowd struct {
	now, most atomic.Int64
	come      chan struct{}
	release   chan struct{}
}

func (c *crowd) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	n := c.now.Add(1)
	for m := c.most.Load(); n > m && !c.most.CompareAndSwap(m, n); m = c.most.Load() {
	}
	c.come <- struct{}{}
	<-c.release
	c.now.Add(-1)
}

func TestConcurrencyCaps(t *testing.T) {
	for _, c := range []struct{ global, perHost, hosts, most int }{
		{64, 2, 1, 2},
		{3, 2, 2, 3},
		{1, 8, 2, 1},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			all := &crowd{come: make(chan struct{}, 100), release: make(chan struct{})}
			p := newProber(t, func(f *Config) { f.GlobalConcurrency, f.HostConcurrency = c.global, c.perHost })
			var wg sync.WaitGroup
			const each = 6
			for range c.hosts {
				a := serve(t, all.ServeHTTP)
				for range each {
					wg.Go(func() {
						if o := probe(t, p, a.URL, "/"); o.Observation.Error != eval.NoError {
							t.Errorf("%+v", o)
						}
					})
				}
			}
			for range c.most {
				<-all.come
			}
			close(all.release)
			for range c.hosts*each - c.most {
				<-all.come
			}
			wg.Wait()
			if all.most.Load() != int64(c.most) {
				t.Errorf("%d at once, want %d", all.most.Load(), c.most)
			}
			if len(p.slots.hosts) != 0 || len(p.slots.global) != 0 {
				t.Errorf("%d hosts and %d slots are still held", len(p.slots.hosts), len(p.slots.global))
			}
		})
	}
}

// The clock of a call starts when it has a slot: waiting for its turn is neither latency nor part of the timeout.
func TestWaitingIsNotMeasured(t *testing.T) {
	over := make(chan struct{})
	arrived := make(chan struct{}, 2)
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-over
	})
	p := newProber(t, func(c *Config) { c.HostConcurrency = 1 })
	var begun atomic.Int64
	p.now = func() time.Time { begun.Add(1); return time.Now() }
	var wg sync.WaitGroup
	wg.Go(func() { probe(t, p, a.URL, "/") })
	<-arrived
	wg.Go(func() { probe(t, p, a.URL, "/") })
	for queued := false; !queued; runtime.Gosched() { // until the second call waits
		p.slots.mu.Lock()
		for _, h := range p.slots.hosts {
			queued = h.users == 2
		}
		p.slots.mu.Unlock()
	}
	if begun.Load() != 1 {
		t.Error("the clock of a waiting call runs")
	}
	close(over)
	wg.Wait()
	if begun.Load() != 2 {
		t.Errorf("%d clocks for 2 calls", begun.Load())
	}
}

func TestCancelledBeforeItBegan(t *testing.T) {
	over := make(chan struct{})
	arrived := make(chan struct{}, 1)
	a := serve(t, func(w http.ResponseWriter, r *http.Request) { arrived <- struct{}{}; <-over })
	p := newProber(t, func(c *Config) { c.HostConcurrency = 1 })
	ctx, cancel := context.WithCancel(context.Background())
	call := Call{TaskType: eval.HTTPProbe, Endpoint: a.URL, Timeout: time.Minute}
	first, second := make(chan Outcome), make(chan Outcome)
	go func() { first <- p.Do(ctx, call) }()
	<-arrived
	go func() { second <- p.Do(ctx, call) }()
	cancel()
	o := <-second
	wantError(t, o, eval.ErrCancelled, "before")
	if o.Evidence != nil || o.Attempts != 0 {
		t.Errorf("%+v", o)
	}
	close(over)
	wantError(t, <-first, eval.NoError, "") // it was in flight, and finished
	wantError(t, p.Do(ctx, call), eval.ErrCancelled, "before")
	if a.hits.Load() != 1 {
		t.Errorf("%d requests", a.hits.Load())
	}
}

func TestStopEndsCallsAtOnce(t *testing.T) {
	over := make(chan struct{})
	arrived := make(chan struct{}, 3)
	a := serve(t, func(w http.ResponseWriter, r *http.Request) { arrived <- struct{}{}; <-over })
	t.Cleanup(func() { close(over) })
	p := newProber(t)
	out := make(chan Outcome)
	for _, call := range []Call{
		{TaskType: eval.HTTPProbe, Endpoint: a.URL, Timeout: time.Hour},
		{TaskType: eval.A2AMessage, Binding: eval.BindingJSONRPC, Endpoint: a.URL, Timeout: time.Hour},
	} {
		go func() { out <- p.Do(context.Background(), call) }()
		<-arrived
	}
	fetched := make(chan error)
	go func() {
		_, err := p.FetchCard(context.Background(), a.URL)
		fetched <- err
	}()
	<-arrived
	p.Stop()
	for range 2 {
		o := <-out
		wantError(t, o, eval.ErrCancelled, "stopped")
		if o.Attempts != 1 || o.Evidence == nil {
			t.Errorf("%+v", o)
		}
	}
	wantFault(t, "fetch", <-fetched, "UNREACHABLE", "cancelled")
	wantError(t, probe(t, p, a.URL, "/"), eval.ErrCancelled, "before")
}

// Two calls that each may turn to the other's host must not wait for each other for ever.
func TestTwoHostsWithoutDeadlock(t *testing.T) {
	s := newSlots(4, 1)
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			hosts := []string{"a:1", "b:1"}
			if i%2 == 0 {
				hosts = []string{"b:1", "a:1", "b:1"}
			}
			release, err := s.acquire(context.Background(), context.Background(), hosts...)
			if err != nil {
				t.Error(err)
				return
			}
			release()
		})
	}
	wg.Wait()
	if len(s.hosts) != 0 || len(s.global) != 0 {
		t.Error("slots are still held: " + strings.Join([]string{fmt.Sprint(s.hosts)}, ""))
	}
}
