package store_test

import (
	"strings"
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestMigrationsMatchTheSchema(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		var missing strings.Builder
		if err := s.WriteSchemaChanges(t.Context(), &missing); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(missing.String()) {
			if !strings.HasPrefix(line, "PRAGMA") {
				t.Errorf("a migration is missing for: %s", line)
			}
		}
	})
}

func agent(did string) eval.Agent {
	return eval.Agent{ID: store.NewID(eval.AgentID, noon), DID: did, Name: did, Active: true, RegisteredAt: noon, UpdatedAt: noon,
		Card: []byte("{}"), Endpoint: "http://x/", Binding: eval.BindingHTTP, Proof: eval.Proof{State: eval.Trusted}}
}

func suite(key string, tasks ...string) eval.Suite {
	s := eval.Suite{ID: store.NewID(eval.SuiteID, noon), Key: key, Name: key, TaskType: eval.HTTPProbe, Enabled: true, Version: 1,
		CreatedAt: noon, UpdatedAt: noon}
	for _, n := range tasks {
		s.Tasks = append(s.Tasks, eval.Task{ID: store.NewID(eval.TaskID, noon), Name: n, Input: "/" + n, Scorer: "status_ok", Weight: 1})
	}
	return s
}

func write(t *testing.T, s *store.Store, f func(tx *store.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}
