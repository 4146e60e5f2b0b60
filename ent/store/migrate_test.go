package store_test

import (
	"strings"
	"testing"

	"assay/internal/dbtest"
)

func TestMigrateTwiceChangesNothing(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		if steps, err := s.Migrate(t.Context()); len(steps) != 0 || err != nil {
			t.Errorf("%v, %v", steps, err)
		}
	})
}

// An older binary must not touch what a newer one has made.
func TestNewerDatabaseIsRefused(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		if _, err := raw(t, url).ExecContext(t.Context(), "INSERT INTO schema_version (version) VALUES (99)"); err != nil {
			t.Fatal(err)
		}
		steps, err := s.Migrate(t.Context())
		if len(steps) != 0 || err == nil || !strings.Contains(err.Error(), "schema version 99") || !strings.Contains(err.Error(), "use a newer Assay") {
			t.Errorf("%v, %v", steps, err)
		}
		d, err := s.Describe(t.Context())
		if err != nil || d.SchemaVersion != 99 {
			t.Errorf("%+v, %v", d, err)
		}
	})
}
