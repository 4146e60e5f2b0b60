package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func newServe(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a registry: the API, the console and the runner",
		Long: `Runs a registry until it is told to stop: GraphQL at /graphql, REST at /api/v1, the console everywhere else. It brings the
database up to date by itself. On SIGTERM or ctrl-C it takes nothing new, lets calls in flight finish, and ends; a second
signal ends it at once. What was under way is continued at the next start, or by another node.

Each setting is a flag and an environment variable; the flag wins. --task-timeout is ASSAY_TASK_TIMEOUT, and so on:
ASSAY_ and the flag's name in capitals. Only --evals-enabled is EVALS_ENABLED. Durations are written 30s, 5m, 24h.`,
		Example: `  EVALS_ENABLED=true assay serve
  assay serve --evals-enabled --database-url postgres://assay@db/assay --addr :8080 --public-url https://assay.example`,
		Args: noArgs,
	}
	var c config
	settings := c.settings(nil)
	resolve := declare(cmd, p.env, settings)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := resolve(); err != nil {
			return err
		}
		if err := c.fill(); err != nil {
			return err
		}
		c.env, c.shown = p.env, shown(settings)
		n, err := openNode(cmd.Context(), c, newLog(p, c))
		if err != nil {
			return err
		}
		if err := n.greet(cmd.Context(), p); err != nil {
			return errors.Join(err, n.close())
		}
		return n.run(cmd.Context())
	}
	return cmd
}

// greet says where the node is and what a person needs to use it.
func (n *node) greet(ctx context.Context, p process) error {
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(p.stdout, format+"\n", args...) }
	say("Assay %s is at %s", versionWord(), n.url)
	if n.keyMade {
		say("admin key: %s (made for this start; set ASSAY_ADMIN_KEY to keep one)", n.adminKey)
	}
	if !n.config.evalsEnabled {
		say("evals are off: nothing runs and the record is not shown; EVALS_ENABLED=true turns them on")
	}
	needed, err := n.use.SetupNeeded(ctx)
	if err != nil {
		return err
	}
	if link := cmp.Or(n.config.publicURL, n.url) + "/setup"; needed && n.keyMade {
		say("nobody has an account yet; the first owner makes theirs at %s#%s", link, n.adminKey)
	} else if needed {
		say("nobody has an account yet; the first owner makes theirs at %s with the admin key, or by assay admin create", link)
	}
	return nil
}
