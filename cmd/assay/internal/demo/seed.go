package demo

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"assay/app/suitefile"
	"assay/cmd/assay/internal/client"
)

// Seed registers the agents at a registry and puts the suites in the files into it. What is there already is left as it is, but that
// an agent on another port moves there. The agents must be answering.
func Seed(ctx context.Context, registry *client.Client, agents []Agent, suites fs.FS) error {
	for _, a := range agents {
		if err := register(ctx, registry, a); err != nil {
			return fmt.Errorf("demo agent %s: %w", a.Name, err)
		}
	}
	names, err := fs.Glob(suites, "*.yaml")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(suites, name)
		if err != nil {
			return err
		}
		docs, err := suitefile.Parse(name, data)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if s, err := registry.Suite(ctx, d.Suite.Key); err != nil || s != nil {
				if err != nil {
					return fmt.Errorf("demo suite %s: %w", d.Suite.Key, err)
				}
				continue // perhaps changed by its user since
			}
			if _, err := registry.PutSuite(ctx, d.Suite, false); err != nil {
				return fmt.Errorf("demo suite %s: %w", d.Suite.Key, err)
			}
		}
	}
	return nil
}

func register(ctx context.Context, registry *client.Client, a Agent) error {
	known, found, err := registry.Endpoint(ctx, a.DID)
	if err != nil {
		return err
	}
	endpoint := a.Origin + "/"
	if a.Card {
		endpoint = a.Origin + "/a2a"
	}
	if found && known == endpoint {
		return nil
	}
	at := client.Agent{DID: a.DID, Owner: "the demo"}
	if a.Card {
		at.CardURL = a.Origin + a2asrv.WellKnownAgentCardPath
	} else {
		at.Name, at.Endpoint = "Plain", endpoint
	}
	if found { // on another port than last time
		return registry.MoveAgent(ctx, at)
	}
	return registry.RegisterAgent(ctx, at)
}
