package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
	"assay/graph"
	"assay/server"
	"assay/web"
)

const (
	cardLook       = time.Minute // between looks for cards that are due to be read again
	retentionEvery = time.Hour   // between looks for what was kept long enough
	endWithin      = 5 * time.Second
)

// node is one Assay, put together: it listens, and does nothing until run.
type node struct {
	url      string // where it answers
	adminKey string
	keyMade  bool // the admin key was made for this process

	config   config
	log      *slog.Logger
	store    *store.Store
	unlock   func()
	listener net.Listener
	handler  http.Handler
	prober   *probe.Prober
	runner   *runner.Runner
	use      *app.App
	tracing  *server.Tracing // nil: off
	stopping atomic.Bool
}

// openNode listens, opens the database, takes the node's name and brings the database up to date.
func openNode(ctx context.Context, c config, log *slog.Logger) (_ *node, err error) {
	n := &node{config: c, log: log, adminKey: c.adminKey, unlock: func() {}}
	defer func() {
		if err != nil {
			err = errors.Join(err, n.close())
		}
	}()
	if c.env != nil {
		if n.tracing, err = server.NewTracing(ctx, c.env, versionWord()); err != nil {
			return nil, err
		}
	}
	if n.tracing != nil {
		n.log = slog.New(server.TraceLog(log.Handler()))
	}
	if n.listener, err = net.Listen("tcp", c.addr); err != nil { // before a database is made or brought up to date
		return nil, fmt.Errorf("ASSAY_ADDR: %w", err)
	}
	if n.store, err = store.Open(ctx, c.databaseURL); err != nil {
		return nil, fmt.Errorf("ASSAY_DATABASE_URL: %w", err)
	}
	unlock, err := n.store.LockNode(ctx, c.node)
	if err != nil {
		return nil, err
	}
	n.unlock = unlock
	steps, err := n.store.Migrate(ctx)
	if err != nil {
		return nil, fmt.Errorf("bring the database up to date: %w", err)
	}
	if len(steps) > 0 {
		log.InfoContext(ctx, "the database is up to date", "steps", steps)
	}
	switch {
	case n.adminKey == "":
		n.adminKey, n.keyMade = rand.Text(), true
	case len(n.adminKey) < shortKey:
		log.WarnContext(ctx, fmt.Sprintf("ASSAY_ADMIN_KEY is short enough to be guessed; take %d characters or more", shortKey))
	}
	n.url = "http://" + reachable(n.listener.Addr())
	n.config.did = cmp.Or(c.did, eval.WebDIDOfURL(c.publicURL), ownDID(n.listener.Addr()))
	n.wire()
	if err := n.use.CheckCredentials(ctx); err != nil {
		return nil, fmt.Errorf("look at agents' credentials: %w", err)
	}
	if err := n.use.OpenLog(ctx); err != nil {
		return nil, fmt.Errorf("look at the log of receipts: %w", err)
	}
	return n, nil
}

// wire puts the parts together.
func (n *node) wire() {
	c := n.config
	hub := &live.Hub{}
	n.store.OnChange(hub.Publish)
	telemetry := server.NewTelemetry(versionWord(), n.tracing, time.Now)
	n.prober = probe.New(probe.Config{
		AllowTargets:      c.allowTargets,
		UserAgent:         userAgent(c),
		GlobalConcurrency: c.concurrency,
		HostConcurrency:   c.hostConcurrency,
		Log:               n.log,
		Observer:          telemetry,
	})
	use := app.New(app.Config{
		Name: c.name, DID: c.did, OracleDID: c.oracleDID, Version: versionWord(),
		EvalsEnabled: c.evalsEnabled, CardRefresh: c.cardRefresh, Node: c.node, RunnerInterval: c.runnerInterval, Retention: c.retention,
		Settings: c.shown, Load: telemetry.Load, Acted: telemetry.Acted,
		AdminKey: eval.Secret(n.adminKey), PublicURL: cmp.Or(c.publicURL, n.url), SessionIdle: c.sessionIdle, SessionMax: c.sessionMax,
		Vault: c.vault, IdentityProvider: c.identity.button(), IdentityJoin: c.identity.join,
	}, n.store, n.prober, hub, time.Now, n.log)
	n.use = use
	telemetry.Watch(use.Backlog, n.store.Pools)
	chores := []runner.Chore{
		{Kind: store.ClaimLog, Every: app.LogRetry, Do: use.KeepLog},
		{Kind: store.ClaimDeadlines, Every: time.Second, Do: use.MissDeadlines},
		{Kind: store.ClaimDeliveries, Every: time.Second, Do: func(ctx context.Context) error { return use.Deliver(ctx, n.prober) }},
		{Kind: store.ClaimRetention, Every: retentionEvery, Do: use.ClearOld},
	}
	n.runner = runner.New(runner.Config{
		Node: c.node, Interval: c.runnerInterval, TaskTimeout: c.taskTimeout, Drain: c.drainTimeout,
		Batch: c.runBatch, PerHost: c.hostConcurrency, CardsEvery: min(cardLook, c.cardRefresh),
		Idle: !c.evalsEnabled, Chores: chores, Observer: telemetry, Credentials: use.CallCredentials,
	}, n.store, n.prober, hub, use.RefreshStaleCards, time.Now, n.log)
	var origins []string
	if u, err := url.Parse(c.publicURL); err == nil && u.Host != "" {
		origins = []string{u.Scheme + "://" + u.Host}
	}
	n.handler = server.New(server.Options{
		App: use,
		GraphQL: graph.Handler(use, graph.Options{
			Authenticate: func(ctx context.Context, authorization string) (app.Principal, error) {
				return use.Authenticate(ctx, authorization, "")
			},
			SetSession:     server.SetSession,
			RequestID:      server.RequestID,
			AllowedOrigins: origins,
			Log:            n.log,
			Observer:       telemetry,
		}),
		Console:        web.Handler(),
		Authenticate:   use.Authenticate,
		TrustedProxies: c.trustedProxies,
		PublicURL:      c.publicURL,
		OIDC: server.OIDC{Issuer: c.identity.issuer, ClientID: c.identity.clientID, ClientSecret: eval.Secret(c.identity.clientSecret),
			PublicURL: cmp.Or(c.publicURL, n.url)},
		Identities:   use,
		Ready:        n.ready,
		Telemetry:    telemetry,
		MetricsToken: c.metricsToken,
		Log:          n.log,
	})
}

// run serves and works until ctx ends, then drains. It closes the node.
func (n *node) run(ctx context.Context) error {
	return n.runAfter(ctx, func(context.Context) error { return nil })
}

// runAfter is run with something to be done while the node answers and before its runner begins.
func (n *node) runAfter(ctx context.Context, first func(context.Context) error) error {
	said := make(chan struct{})
	unasked := context.AfterFunc(ctx, func() {
		n.stopping.Store(true)
		n.log.Info("stopping", "grace", n.config.stopGrace, "drain", n.config.drainTimeout)
		close(said)
	})
	still := n.keep(ctx)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		serving, cancel := server.Linger(ctx, n.config.stopGrace)
		defer cancel()
		return server.Serve(serving, n.listener, n.handler, n.config.drainTimeout)
	})
	g.Go(func() error { return n.store.Listen(ctx, n.log) })
	g.Go(func() error {
		if err := first(ctx); err != nil {
			return err
		}
		return n.runner.Run(ctx)
	})
	err := g.Wait()
	n.prober.Stop()
	err = errors.Join(err, still(err == nil), n.close())
	if !unasked() {
		<-said
	}
	if err == nil {
		n.log.Info("stopped")
	}
	return err
}

// keep says that this node is there until still is called, which says in the end that it stopped in good order, if it did.
func (n *node) keep(ctx context.Context) (still func(good bool) error) {
	ctx = context.WithoutCancel(ctx)
	keeping, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { n.use.KeepNode(keeping); close(ended) }()
	return func(good bool) error {
		cancel()
		<-ended
		if !good {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, endWithin)
		defer cancel()
		return n.use.EndNode(ctx)
	}
}

var errStopping = errors.New("this node is stopping")

// ready reports whether the node should be asked anything.
func (n *node) ready(ctx context.Context) error {
	if n.stopping.Load() {
		return errStopping
	}
	return n.store.Ping(ctx)
}

func (n *node) close() error {
	var errs []error
	if n.listener != nil {
		if err := n.listener.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	n.unlock()
	if n.store != nil {
		errs = append(errs, n.store.Close())
	}
	if err := n.tracing.Stop(); err != nil { // a collector that is away is no reason to fail
		n.log.Warn("OpenTelemetry", "error", err)
	}
	return errors.Join(errs...)
}

// reachable is an address under which this machine reaches a listener.
func reachable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// ownDID names a registry that was given no name, by the address under which this machine reaches it.
func ownDID(a net.Addr) string {
	host, port, _ := net.SplitHostPort(a.String()) // no error: it was made of them
	ip, err := netip.ParseAddr(host)
	if err != nil || ip.IsUnspecified() || ip.Zone() != "" {
		host = "localhost"
	}
	return eval.WebDIDOfURL("http://" + net.JoinHostPort(host, port))
}

// userAgent names Assay, the registry and who answers for it, so that an agent's operator can recognise or refuse the calls.
func userAgent(c config) string {
	who := c.name
	if c.contact != "" {
		who += "; " + c.contact
	}
	return fmt.Sprintf("Assay/%s (%s)", versionWord(), who)
}
