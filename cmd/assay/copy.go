package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"assay/ent/store"
)

func newCopy(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "copy",
		Short: "Copy a whole database from SQLite to PostgreSQL, or back",
		Long: `Copies everything from one database to another, empty one, and compares them: the rows of every table, and a hash of their
content. Nobody may serve either meanwhile. It is done in one transaction: whatever goes wrong, the target stays empty and
the source is never changed. A target without tables gets them; the source must have the schema of this binary (assay
migrate). A password need not be in a URL: PGPASSWORD and PGPASSFILE are read too.`,
		Example: "  assay copy --from sqlite:assay.db --to postgres://assay@db/assay",
		Args:    noArgs,
	}
	var from, to string
	cmd.Flags().StringVar(&from, "from", "", "the database to copy, sqlite:PATH or postgres://USER@HOST/DATABASE")
	cmd.Flags().StringVar(&to, "to", "", "an empty one of either kind")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		for flag, url := range map[string]*string{"--from": &from, "--to": &to} {
			if err := database(url)(*url); err != nil {
				return usage("%s: %w", flag, err)
			}
		}
		return copyDatabase(cmd.Context(), p, from, to)
	}
	return cmd
}

func copyDatabase(ctx context.Context, p process, from, to string) (err error) {
	if path, ok := strings.CutPrefix(from, "sqlite:"); ok { // which would be made by opening it
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	source, err := store.Open(ctx, from)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := store.Open(ctx, to)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	tables, rows := 0, int64(0)
	err = store.Copy(ctx, source, target, func(c store.Copied) {
		tables, rows = tables+1, rows+c.Rows
		_, _ = fmt.Fprintf(p.stdout, "%-18s %9d rows  sha256 %s\n", c.Table, c.Rows, c.Hash)
	})
	if err != nil {
		return fmt.Errorf("nothing was copied: %w", err)
	}
	_, err = fmt.Fprintf(p.stdout, "copied %d rows in %d tables; both databases have the same content\n", rows, tables)
	return err
}
