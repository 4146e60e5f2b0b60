package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"
)

// throughput compares the runner's durable results per second against an instant agent with a bare loop of Go's client: one that makes
// the same calls, each on a connection of its own, and, for scale, one that keeps connections alive, as no measured call does.
func throughput(ctx context.Context, d database) error {
	const agents, tasks = 50, 200
	server := agentServer(0)
	defer server.Close()
	bare, err := loop(ctx, server.URL, agents*tasks, true)
	if err != nil {
		return err
	}
	kept, err := loop(ctx, server.URL, agents*tasks, false)
	if err != nil {
		return err
	}
	n, err := openNode(ctx, d.url, 64)
	if err != nil {
		return err
	}
	if err := n.agents(ctx, agents, func(int) string { return server.URL }); err != nil {
		return errors.Join(err, n.close())
	}
	took, _, err := n.runSuite(ctx, tasks, agents)
	if err != nil {
		return errors.Join(err, n.close())
	}
	rate := agents * tasks / took.Seconds()
	report("throughput", d.name, rate/bare, "≥ 0.3", rate/bare >= 0.3, "%.0f durable results/s against %.0f bare calls/s; %.3f of the %.0f/s with kept connections",
		rate, bare, rate/kept, kept)
	return n.close()
}

// loop makes n calls, 64 at a time, and gives how many a second.
func loop(ctx context.Context, url string, n int64, fresh bool) (float64, error) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: fresh, MaxIdleConnsPerHost: 64}}
	defer client.CloseIdleConnections()
	var (
		wg   sync.WaitGroup
		left atomic.Int64
		mu   sync.Mutex
		errs error
	)
	left.Store(n)
	began := time.Now()
	for range 64 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if err := get(ctx, client, url); err != nil {
					mu.Lock()
					errs = errors.Join(errs, err)
					mu.Unlock()
					return
				}
			}
		})
	}
	wg.Wait()
	return float64(n) / time.Since(began).Seconds(), errs
}

func get(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	r, err := client.Do(req)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	_, err = io.Copy(io.Discard, r.Body)
	return err
}

// parallel compares the wall time of 1,000 calls to agents that take 200 ms, 64 at a time, with the time they need at the least.
func parallel(ctx context.Context, d database) error {
	const agents, tasks, delay = 500, 2, 200 * time.Millisecond
	servers := make([]*httptest.Server, 100)
	for i := range servers {
		servers[i] = agentServer(delay)
		defer servers[i].Close()
	}
	n, err := openNode(ctx, d.url, 8)
	if err != nil {
		return err
	}
	if err := n.agents(ctx, agents, func(i int) string { return servers[i%len(servers)].URL }); err != nil {
		return errors.Join(err, n.close())
	}
	took, _, err := n.runSuite(ctx, tasks, 100)
	if err != nil {
		return errors.Join(err, n.close())
	}
	ideal := time.Duration(agents*tasks) * delay / 64
	ratio := float64(took) / float64(ideal)
	report("parallel", d.name, ratio, "≤ 1.05", ratio <= 1.05, "%v against %v; 64 at a time cannot end before 16 waves, %v", took.Round(time.Millisecond), ideal, 16*delay)
	return n.close()
}
