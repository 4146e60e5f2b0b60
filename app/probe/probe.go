// Package probe is everything that goes out of Assay: the calls that measure agents, and the reading of their cards and DID
// documents. All of it goes through one guarded dialer (see guard) that looks at the resolved address and refuses what is not
// public, follows no redirect, knows no proxy and keeps no cookie.
//
// A measured request gets a fresh connection of its own, HTTP/1.1, closed afterwards: Go's pooled transport sends a request again,
// unseen, when a reused connection dies, and an agent must never be hit twice without its being counted. So every call is measured
// under the same conditions, and its latency includes connecting: it runs from the start of the call to the last byte of the answer,
// waits that the agent asked for and the following of a task included, waiting for a free slot not.
//
// What an A2A reply amounts to is written down at readReply; what a card must hold at ParseCard.
package probe

import (
	"cmp"
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"time"

	"assay/eval"
)

// Config says how far and how hard a Prober may go. Zero values get the defaults named.
type Config struct {
	AllowTargets      []netip.Prefix // may be reached besides public addresses; metadata addresses never
	UserAgent         string         // sent with every request; "Assay" when empty
	BodyLimit         int64          // of a decoded response body, in bytes; 1 MiB
	ConnectTimeout    time.Duration  // resolving and connecting; 10 s
	GlobalConcurrency int            // calls at once; 64
	HostConcurrency   int            // calls at once to one host and port; 8
	PollInterval      time.Duration  // before the first look at an unfinished A2A task; grows to ten times that; 100 ms
	Log               *slog.Logger   // told of our own faults; slog.Default
	Observer          Observer       // told of calls; nil: nobody is
}

// DefaultTimeout bounds a call whose Timeout is not set.
const DefaultTimeout = 30 * time.Second

// Prober calls agents. It is safe for concurrent use.
type Prober struct {
	config Config
	guard  guard
	slots  *slots
	tokens *tokens
	head   []eval.Header  // sent with every request, in this order, after Host
	roots  *x509.CertPool // nil: the system's
	stop   context.Context
	halt   context.CancelFunc
	now    func() time.Time
	wait   func(ctx context.Context, d time.Duration) error
}

// New makes a Prober.
func New(c Config) *Prober {
	c.UserAgent = cmp.Or(clean(c.UserAgent), "Assay")
	if c.BodyLimit <= 0 {
		c.BodyLimit = 1 << 20
	}
	if c.ConnectTimeout <= 0 {
		c.ConnectTimeout = 10 * time.Second
	}
	if c.GlobalConcurrency <= 0 {
		c.GlobalConcurrency = 64
	}
	if c.HostConcurrency <= 0 {
		c.HostConcurrency = 8
	}
	if c.PollInterval <= 0 {
		c.PollInterval = 100 * time.Millisecond
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	stop, halt := context.WithCancel(context.Background())
	return &Prober{
		config: c,
		guard:  newGuard(c.AllowTargets, c.ConnectTimeout),
		slots:  newSlots(c.GlobalConcurrency, c.HostConcurrency),
		tokens: newTokens(),
		head:   []eval.Header{{Name: "User-Agent", Value: c.UserAgent}, {Name: "Accept-Encoding", Value: "gzip, deflate"}},
		stop:   stop,
		halt:   halt,
		now:    time.Now,
		wait:   sleep,
	}
}

// Stop ends all calls in flight at once, as cancelled, and refuses later ones. It is for a process that must go now; a run that is
// cancelled ends the context given to Do instead, and calls in flight finish.
func (p *Prober) Stop() { p.halt() }

// Call is one task to be fired at one agent.
type Call struct {
	TaskType        eval.TaskType
	Endpoint        string
	Binding         eval.Binding
	ProtocolVersion string
	Card            []byte // as published; names the other interfaces of an A2A agent
	Input           string
	Timeout         time.Duration // for everything, retries and following a task included
	// Credentials go with every request to their origin, and to no other; nil: none. What is secret about them is blacked out of the
	// outcome before anybody sees it. A token they need is fetched before the call's time begins.
	Credentials *eval.Credentials
}

// Outcome is what came of a call. It is never an error: what went wrong is Observation.Error, with Detail in words.
type Outcome struct {
	Observation eval.Observation
	Detail      string
	Attempts    int // requests made to bring the task to the agent; polls for its state do not count
	// Timings are counted from the start of the call. DNS, Connect, TLS and FirstByte are the moments at which the last attempt had
	// an address, a connection, a session and the first byte of the response; Total is the end of the call.
	Timings eval.Timings
	// Evidence is nil when nothing was called; latency, attempts and timings are 0 then. It holds every exchange; only of polls that
	// found a task unfinished, bodies beyond the body limit, taken together, are left out.
	Evidence *eval.Evidence
}

// Do makes a call. A context that ends before the call began makes it cancelled; one that ends later changes nothing, for a call in
// flight finishes within its timeout. Waiting for a slot counts neither as latency nor against the timeout.
func (p *Prober) Do(ctx context.Context, c Call) (out Outcome) {
	t, failed := p.aim(c)
	var signed *credential
	var hide *redactor
	if failed == nil {
		signed, hide, failed = p.authorize(ctx, c.Endpoint, c.Credentials)
	}
	if failed != nil {
		return Outcome{Observation: eval.Observation{Error: failed.code}, Detail: clean(failed.detail)}
	}
	release, err := p.slots.acquire(ctx, p.stop, t.hosts()...)
	if err != nil {
		return Outcome{Observation: eval.Observation{Error: eval.ErrCancelled}, Detail: "ended before the call began"}
	}
	defer release()
	ctx, end := p.observe(ctx, c, t)
	defer func() { end(out) }() // after the recovery below
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	start := time.Now() // before the timer's, so that a call that times out took its time
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.Timeout)
	defer cancel()
	defer context.AfterFunc(p.stop, cancel)()

	s := &session{p: p, start: start, timeout: c.Timeout, end: p.now().Add(c.Timeout), signed: signed, hide: hide}
	defer func() {
		if v := recover(); v != nil {
			p.config.Log.Error("probe: panic", "panic", hide.text(fmt.Sprint(v)), "endpoint", c.Endpoint, "stack", string(debug.Stack()))
			out = s.outcome(answer{}, &failure{eval.ErrInternal, ourFault})
		}
	}()
	a, failed := t.run(ctx, s)
	return s.outcome(a, failed)
}

// ourFault is all that the record says of a panic: what it was about is in the log.
const ourFault = "the examiner itself failed; its log says how"

// aim checks what can be known of a call without making it. A panic here is our own fault, too.
func (p *Prober) aim(c Call) (t target, failed *failure) {
	defer func() {
		if v := recover(); v != nil {
			p.config.Log.Error("probe: panic", "panic", v, "endpoint", c.Endpoint, "stack", string(debug.Stack()))
			t, failed = nil, &failure{eval.ErrInternal, ourFault}
		}
	}()
	if c.Endpoint == "" {
		return nil, &failure{eval.ErrNoEndpoint, "the agent has no endpoint that we speak to"}
	}
	switch c.TaskType {
	case eval.HTTPProbe:
		return aimHTTP(c)
	case eval.A2AMessage:
		return aimA2A(c)
	}
	return nil, &failure{eval.ErrInternal, fmt.Sprintf("unknown task type %q", c.TaskType)}
}

// target is a call made ready: whom it may speak to, and how.
type target interface {
	hosts() []string // host:port of all it may call
	run(ctx context.Context, s *session) (answer, *failure)
}

// answer is what the scorer may see of an agent's answer.
type answer struct {
	status int
	body   []byte
}

// failure says why there is no answer.
type failure struct {
	code   eval.ErrorCode
	detail string
}

func failf(code eval.ErrorCode, format string, args ...any) *failure {
	return &failure{code, fmt.Sprintf(format, args...)}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
