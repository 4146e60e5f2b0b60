package main

import (
	"context"
	"errors"
	"fmt"

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
migrate) and an audit log that holds (assay audit verify). A password need not be in a URL: PGPASSWORD and PGPASSFILE are read too.`,
		Example: "  assay copy --from sqlite:assay.db --to postgres://assay@db/assay",
		Args:    noArgs,
	}
	var from, to string
	cmd.Flags().StringVar(&from, "from", "", "the database to copy, sqlite:PATH or postgres://USER@HOST/DATABASE")
	cmd.Flags().StringVar(&to, "to", "", "an empty one of either kind")
	broken := brokenAudit(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		for _, f := range []struct {
			name, about string
			url         *string
		}{{"--from", "the database to copy", &from}, {"--to", "an empty database to copy it to", &to}} {
			if *f.url == "" {
				return usage("%s is missing: %s, sqlite:PATH or postgres://USER@HOST/DATABASE", f.name, f.about)
			}
			if err := database(f.url)(*f.url); err != nil {
				return usage("%s: %w", f.name, err)
			}
		}
		return copyDatabase(cmd.Context(), p, from, to, store.BrokenAudit(*broken))
	}
	return cmd
}

func copyDatabase(ctx context.Context, p process, from, to string, broken store.BrokenAudit) (err error) {
	source, err := store.OpenExisting(ctx, from)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	_, isNew := errors.AsType[*store.MissingError](store.Exists(to))
	target, err := store.Open(ctx, to)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	defer func() {
		err = errors.Join(err, target.Close())
		if err != nil && isNew {
			err = errors.Join(err, store.Remove(to))
		}
	}()
	tables, rows := 0, int64(0)
	err = store.Copy(ctx, source, target, broken, func(c store.Copied) {
		tables, rows = tables+1, rows+c.Rows
		_, _ = fmt.Fprintf(p.stdout, "%-18s %9d rows  sha256 %s\n", c.Table, c.Rows, c.Hash)
	})
	if err != nil {
		return fmt.Errorf("nothing was copied: %w", err)
	}
	isNew = false // it is kept now, whatever becomes of the words
	_, err = fmt.Fprintf(p.stdout, "copied %d rows in %d tables; both databases have the same content\n", rows, tables)
	return err
}
