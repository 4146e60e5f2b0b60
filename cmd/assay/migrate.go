package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func newMigrate(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database up to date, and end",
		Long: `Brings the database to the schema of this binary and says which steps it took. serve does the same when it starts; this
is for those who want it done before, or by a role with more rights. A database that is ahead of this binary is refused, and
a SQLite file is not made.`,
		Example: "  assay migrate --database-url postgres://owner@db/assay",
		Args:    noArgs,
	}
	var url string
	resolve := declare(cmd, p.env, []setting{databaseSetting(&url)})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := resolve(); err != nil {
			return err
		}
		steps, err := migrate(cmd.Context(), url)
		for _, s := range steps {
			if _, err := fmt.Fprintln(p.stdout, s); err != nil {
				return err
			}
		}
		if err == nil && len(steps) == 0 {
			_, err = fmt.Fprintln(p.stdout, "up to date")
		}
		return err
	}
	return cmd
}

func migrate(ctx context.Context, url string) (steps []string, err error) {
	s, err := openExisting(ctx, url)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Migrate(ctx)
}
