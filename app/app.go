// Package app is what Assay does: every use case once, for GraphQL, REST and the command line alike. Authorisation, limits, defaults
// and "empty, not erroring" live here. Each method asks for the caller first (see Principal), takes and gives values of package eval
// and errors of package fault.
package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"assay/eval"
)

// Config is what an operator sets.
type Config struct {
	Name         string // of the registry
	DID          string // of the registry
	OracleDID    string // no agent may register it
	Version      string
	EvalsEnabled bool
}

// Registry is what the registry says of itself.
type Registry struct {
	Name, DID, OracleDID, Version string
	EvalsEnabled                  bool
}

// Registry describes this registry. Public.
func (a *App) Registry(context.Context) Registry {
	c := a.config
	return Registry{Name: c.Name, DID: c.DID, OracleDID: c.OracleDID, Version: c.Version, EvalsEnabled: c.EvalsEnabled}
}

// App is the use cases over one store.
type App struct {
	config Config
	log    *slog.Logger
	now    func() time.Time
}

var errPending = errors.New("pending")

var _ = eval.Agent{}
