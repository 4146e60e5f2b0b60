package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/assay/internal/client"
	"assay/cmd/assay/internal/demo"
	"assay/ent/store"
	"assay/examples/suites"
)

// demoInitial is where the demo's settings differ from a registry's.
var demoInitial = map[string]string{
	"ASSAY_DATABASE_URL":    "sqlite:data/assay.db",
	"EVALS_ENABLED":         "true",
	"ASSAY_NAME":            "Assay demo",
	"ASSAY_RUNNER_INTERVAL": "1s",
	"ASSAY_TASK_TIMEOUT":    "10s",
	"ASSAY_DRAIN_TIMEOUT":   "3s",
	"ASSAY_ALLOW_TARGETS":   "127.0.0.0/8,::1/128",
	"ASSAY_LOG_LEVEL":       "warn", // a line a request would bury the greeting
}

func newDemo(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run a registry with three small agents and two suites, for a first look",
		Long: `Runs a registry with evals on and, in the same process, three small agents on loopback: one speaks A2A 1.0, one plain HTTP,
one misbehaves now and then. Two published suites measure them every minute. The record is kept in data/ and goes on at
the next start; remove the folder to begin anew. It takes every flag of assay serve, and calls agents on this machine,
so that your own can be measured too.`,
		Example: "  assay demo\n  assay demo --addr 127.0.0.1:9000",
		Args:    noArgs,
	}
	var c config
	settings := c.settings(demoInitial)
	resolve := declare(cmd, p.env, settings)
	var seed uint64
	var ports []int
	cmd.Flags().Uint64Var(&seed, "seed", 1, "when the moody agent misbehaves")
	cmd.Flags().IntSliceVar(&ports, "ports", demo.Ports[:], "ports of the three agents; a taken one is replaced by a free one")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := resolve(); err != nil {
			return err
		}
		if err := demoFolder(c.databaseURL); err != nil {
			return err
		}
		if err := c.ownSecretKey(); err != nil {
			return err
		}
		if err := c.fill(); err != nil {
			return err
		}
		if len(ports) != len(demo.Ports) {
			return usage("--ports: the demo has %d agents; give a port for each", len(demo.Ports))
		}
		c.env, c.shown = p.env, shown(settings)
		return runDemo(cmd.Context(), p, c, [3]int(ports), seed)
	}
	return cmd
}

// demoFolder makes the folder that the demo's record has unless another is named: that one must be there.
func demoFolder(databaseURL string) error {
	if own := demoInitial["ASSAY_DATABASE_URL"]; databaseURL == own {
		return os.MkdirAll(filepath.Dir(strings.TrimPrefix(own, "sqlite:")), 0o700)
	}
	if err := store.FolderExists(databaseURL); err != nil {
		return fmt.Errorf("ASSAY_DATABASE_URL: %w", err)
	}
	return nil
}

func runDemo(ctx context.Context, p process, c config, ports [3]int, seed uint64) error {
	log := newLog(p, c)
	n, err := openNode(ctx, c, log)
	if err != nil {
		return err
	}
	agents, err := demo.Start(ports, seed, log)
	if err != nil {
		return errors.Join(err, n.close())
	}
	defer agents.Stop() // after the node, which may still be calling them
	// The agents are in place before the runner looks for due suites: it would measure where they were the last time.
	return n.runAfter(ctx, func(ctx context.Context) error {
		err := demo.Seed(ctx, client.New(n.url, n.adminKey), agents.List, suites.Files)
		switch {
		case err == nil:
			if err := n.greet(ctx, p); err != nil {
				return err
			}
			_, _ = fmt.Fprintf(p.stdout, "open it in a browser, or: ASSAY_URL=%s ASSAY_ADMIN_KEY=%s %s run http-basics --watch\n", n.url, n.adminKey, os.Args[0])
		case ctx.Err() == nil: // nobody told it to stop meanwhile
			return fmt.Errorf("set up the demo: %w", err)
		}
		return nil
	})
}
