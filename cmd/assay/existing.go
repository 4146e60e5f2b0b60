package main

import (
	"context"
	"errors"
	"fmt"

	"assay/ent/store"
)

// openExisting opens the database that a command works on. Only serve and demo make one, and what writes a whole one.
func openExisting(ctx context.Context, url string) (*store.Store, error) {
	s, err := store.OpenExisting(ctx, url)
	return s, ofDatabase(err)
}

// ofDatabase names the setting at fault, and what would be right where there is no database.
func ofDatabase(err error) error {
	_, missing := errors.AsType[*store.MissingError](err)
	switch {
	case err == nil:
		return nil
	case missing:
		return fmt.Errorf("%w: name the one that is served by --database-url sqlite:PATH or ASSAY_DATABASE_URL", err)
	}
	return fmt.Errorf("ASSAY_DATABASE_URL: %w", err)
}
