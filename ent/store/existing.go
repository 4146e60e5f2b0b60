package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// MissingError says that no SQLite database is where one should be.
type MissingError struct{ Path string }

func (e *MissingError) Error() string { return "there is no SQLite database " + e.Path }

// OpenExisting is Open for a database that must be there: a SQLite file would be made by opening it, and whoever mistook its name would
// work on an empty one.
func OpenExisting(ctx context.Context, url string) (*Store, error) {
	if err := Exists(url); err != nil {
		return nil, err
	}
	return Open(ctx, url)
}

// Exists fails where the file of a SQLite database is not there. Of PostgreSQL it says nothing, which makes no databases by itself.
func Exists(url string) error {
	if !strings.HasPrefix(url, "sqlite:") {
		return nil
	}
	path := sqliteFile(url)
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return &MissingError{Path: path}
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder, not a database", path)
	}
	return nil
}

// sqliteFile is the path of a SQLite database.
func sqliteFile(url string) string { return strings.TrimPrefix(url, "sqlite:") }

// FolderExists fails where the folder of a SQLite database is not there. None is made: a path may be mistaken, a disk not mounted.
func FolderExists(url string) error {
	if !strings.HasPrefix(url, "sqlite:") {
		return nil
	}
	dir := filepath.Dir(sqliteFile(url))
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s for the database %s: make it first, or name another path", dir, sqliteFile(url))
	} else if err != nil {
		return err
	}
	return nil
}

// Remove removes a SQLite database that nobody has open, with what lies beside it.
func Remove(url string) error {
	var errs []error
	for _, tail := range []string{"", "-wal", "-shm", ".lock"} {
		errs = append(errs, removeIfThere(sqliteFile(url)+tail))
	}
	return errors.Join(errs...)
}
