// Package app is what Assay does: every use case once, for GraphQL, REST and the command line alike. Authorisation, limits, defaults
// and "empty, not erroring" live here. Each method asks for the caller first (see Principal), takes and gives values of package eval
// and errors of package fault; any other error is an internal fault.
package app

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"assay/app/live"
	"assay/app/probe"
	"assay/app/vault"
	"assay/ent/store"
	"assay/eval"
)

// Config is what an operator sets.
type Config struct {
	Name         string // of the registry
	DID          string // of the registry
	OracleDID    string // no agent may register it
	Version      string
	EvalsEnabled bool
	CardRefresh  time.Duration // age at which a card is read again; 0: only on demand

	Node           string                                         // of this process
	RunnerInterval time.Duration                                  // between looks for due suites
	Retention      time.Duration                                  // of evidence, after which it is removed; 0: never
	Settings       []Setting                                      // of this node, as they may be shown
	Load           func() Load                                    // how busy this node is; nil: not known
	Acted          func(action string, outcome eval.AuditOutcome) // hears of every change that was asked for; nil: nobody does

	AdminKey         eval.Secret // the platform-admin credential; empty: nobody's
	IdentityProvider string      // what its button says; empty: people sign in by password only
	IdentityJoin     eval.Role   // what people get in `default` whom the provider names and nobody knows; empty: nothing, they stay out

	PublicURL   string        // where people reach this registry; links to it begin so
	SessionIdle time.Duration // how long a session lasts unused; 0: 24 h
	SessionMax  time.Duration // how long it lasts whatever happens; 0: 30 days
	HashCost    HashCost      // of passwords; the zero value is for production
	Vault       *vault.Vault  // seals agents' credentials; nil: none are kept
}

// Prober reads cards, DID documents and what else an agent's side publishes.
type Prober interface {
	FetchCard(ctx context.Context, url string) (probe.Card, error)
	ResolveDID(ctx context.Context, did string) (card probe.Card, cardURL string, err error)
	Reach(ctx context.Context, endpoint string) (time.Duration, error)
	ChallengeLines(ctx context.Context, endpoint string) ([]string, error)
	Keys(ctx context.Context, did string) ([]probe.Key, error)
	OriginNames(ctx context.Context, endpoint, did string) (bool, error)
}

// App is the use cases over one store.
type App struct {
	config   Config
	store    *store.Store
	prober   Prober
	hub      *live.Hub
	log      *slog.Logger
	now      func() time.Time
	versions *lru.Cache[store.SuiteVersionRef, PinnedVersion] // a version never changes
	surveyed survey
	settled  settled

	passwords *passwords
	working   slots // for what strangers may have worked out
	exporting slots // for exports of scores, which may have hundreds of MiB: one at a time
	tries     *tries
	refusals  *refusals
	holds     holds
	anyUser   atomic.Bool // there is a user; false: not known
	logOpen   atomic.Bool // the log of receipts was seen to
}

// New makes an App. hub must hear of the store's changes.
func New(c Config, s *store.Store, p Prober, hub *live.Hub, now func() time.Time, log *slog.Logger) *App {
	versions, err := lru.New[store.SuiteVersionRef, PinnedVersion](1024)
	if err != nil { // only for a size that is not positive
		panic(err)
	}
	c.SessionIdle, c.SessionMax = cmp.Or(c.SessionIdle, 24*time.Hour), cmp.Or(c.SessionMax, 30*24*time.Hour)
	a := &App{config: c, store: s, prober: p, hub: hub, log: log, versions: versions, passwords: newPasswords(c.HashCost), working: workSlots(), exporting: make(slots, 1),
		now: func() time.Time { return now().UTC().Truncate(time.Millisecond) }}
	a.tries, a.refusals = newTries(a.now, triesWithin), newRefusals(a.now)
	return a
}

// Registry is what the registry says of itself.
type Registry struct {
	Name, DID, OracleDID, Version string
	EvalsEnabled                  bool
	IdentityProvider              string // what its button says; empty: people sign in by password only
	KeepsSecrets                  bool   // agent credentials can be kept
}

// Registry describes this registry. Public.
func (a *App) Registry(context.Context) Registry {
	c := a.config
	return Registry{Name: c.Name, DID: c.DID, OracleDID: c.OracleDID, Version: c.Version, EvalsEnabled: c.EvalsEnabled,
		IdentityProvider: c.IdentityProvider, KeepsSecrets: c.Vault != nil}
}

// open reports whether the caller may look at a part of the record that strangers see only while the gate is up.
func (a *App) open(ctx context.Context) bool { return a.config.EvalsEnabled || staff(ctx) }

// nothing is the page that is shown while the gate is down.
func nothing[T any]() eval.Page[T] {
	return eval.Page[T]{Total: func(context.Context) (int, error) { return 0, nil }}
}
