package probe

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"assay/eval"
)

// a2aCall sends a message to an A2A agent and follows the task that may come of it.
type a2aCall struct {
	text  string
	lines []line // in the order in which they are tried
}

// line is one way to speak to an agent.
type line struct {
	url     *url.URL
	dialect dialect
	tenant  string // named by the card's interface; 1.0 only
}

func aimA2A(c Call) (target, *failure) {
	d, ok := dialectOf(c.Binding, c.ProtocolVersion)
	if !ok {
		return nil, failf(eval.ErrNoEndpoint, "no A2A interface: the agent is registered with plain HTTP")
	}
	u, failed := endpoint(c.Endpoint)
	if failed != nil {
		return nil, badEndpoint(failed)
	}
	call := a2aCall{text: c.Input, lines: []line{{url: u, dialect: d}}}
	switch {
	case d == rest03:
		call.lines = append(call.lines, otherLines(c.Card, u)...)
	case bytes.Contains(c.Card, []byte(`"tenant"`)):
		call.lines[0].tenant = tenantOf(c.Card, u, c.Binding)
	}
	return call, nil
}

// otherLines are what is tried when an agent of 0.3 gives no readable answer over HTTP+JSON, about which the SDKs disagree: JSON-RPC
// where the card offers it, else the form of the Go SDK.
func otherLines(card []byte, u *url.URL) []line {
	parsed, err := ParseCard(card, "")
	if err == nil {
		for _, i := range parsed.Interfaces {
			if i.Binding != eval.BindingJSONRPC || !legacy(i.ProtocolVersion) {
				continue
			}
			if other, failed := endpoint(i.URL); failed == nil {
				return []line{{url: other, dialect: rpc03}}
			}
		}
	}
	return []line{{url: u, dialect: restGo03}}
}

func tenantOf(card []byte, u *url.URL, b eval.Binding) string {
	parsed, err := ParseCard(card, "")
	if err != nil {
		return ""
	}
	for _, i := range parsed.Interfaces {
		if i.Binding == b && i.URL == u.String() {
			return i.Tenant
		}
	}
	return ""
}

func (c a2aCall) hosts() []string {
	var out []string
	for _, l := range c.lines {
		out = append(out, hostport(l.url))
	}
	return out
}

func (c a2aCall) run(ctx context.Context, s *session) (answer, *failure) {
	var before string
	for i, l := range c.lines {
		status, r, failed := c.send(ctx, s, l)
		if failed != nil && failed.code == eval.ErrProtocol && i+1 < len(c.lines) {
			before = "; before that over " + l.dialect.name() + ": " + failed.detail
			continue
		}
		if failed == nil && r.pending() {
			status, r, failed = c.follow(ctx, s, l, r)
		}
		if failed == nil {
			var body []byte
			if body, failed = r.result(); failed == nil {
				return answer{status, body}, nil
			}
		}
		failed.detail += before
		return answer{}, failed
	}
	panic("an A2A call without a line")
}

// send delivers the message and reads the first answer.
func (c a2aCall) send(ctx context.Context, s *session, l line) (int, *reply, *failure) {
	r := &reply{}
	req := l.send(c.text)
	events := &eventReader{rpc: l.dialect.rpc(), reply: r}
	req.stream = events.feed
	res, failed := s.deliver(ctx, req)
	if failed != nil {
		return 0, nil, failed
	}
	if res.mediaType() == "text/event-stream" && res.status/100 == 2 {
		return res.status, r, events.end()
	}
	return res.status, r, r.read(l.dialect, res)
}

// follow looks at an unfinished task until it ends or the time is up. Looks come closer to the end than to each other: one is always
// made just before. Then the agent is asked to cancel, once, with what little time is left; should it answer that the task has ended
// after all, that counts.
func (c a2aCall) follow(ctx context.Context, s *session, l line, r *reply) (int, *reply, *failure) {
	if r.taskID == "" {
		return 0, nil, failf(eval.ErrProtocol, "an unfinished task without an id")
	}
	id := r.taskID
	end := s.end.Add(-min(s.timeout/20, 250*time.Millisecond))
	interval := s.p.config.PollInterval
	most := 10 * interval
	for {
		left := end.Sub(s.p.now())
		if left <= 0 {
			return c.leave(ctx, s, l, id)
		}
		if err := s.p.wait(ctx, min(interval, left)); err != nil {
			return 0, nil, endFailure(ctx, err)
		}
		interval = min(interval*3/2, most)
		res, failed := s.exchange(ctx, l.get(id), nil)
		if failed != nil {
			return 0, nil, failed
		}
		if res.status == http.StatusTooManyRequests {
			if d, ok := retryAfter(res.header.Get("Retry-After"), s.p.now()); ok {
				interval = max(interval, d)
			}
			continue
		}
		if to := res.redirect(); to != "" {
			return 0, nil, failf(eval.ErrRedirect, "following the task: HTTP %d to %s, which is not followed", res.status, to)
		}
		r = &reply{}
		if failed := r.read(l.dialect, res); failed != nil {
			failed.detail = "following the task: " + failed.detail
			return 0, nil, failed
		}
		if !r.pending() {
			return res.status, r, nil
		}
		s.trim()
	}
}

// leave asks the agent to cancel a task that nobody will wait for.
func (c a2aCall) leave(ctx context.Context, s *session, l line, id string) (int, *reply, *failure) {
	late := failf(eval.ErrTimeout, "the task was still unfinished when its time was up")
	res, failed := s.exchange(ctx, l.cancel(id), nil)
	if failed != nil {
		return 0, nil, late
	}
	r := &reply{}
	if r.read(l.dialect, res) != nil { // often: it cannot be cancelled, because it has ended
		if res, failed = s.exchange(ctx, l.get(id), nil); failed != nil {
			return 0, nil, late
		}
		r = &reply{}
		if r.read(l.dialect, res) != nil {
			return 0, nil, late
		}
	}
	if !r.completed() {
		return 0, nil, late
	}
	return res.status, r, nil
}

// legacy reports whether an A2A version is spoken as 0.3: all below 1.0, and cards that name none.
func legacy(version string) bool { return version == "" || strings.HasPrefix(version, "0.") }
