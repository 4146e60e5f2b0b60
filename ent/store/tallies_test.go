package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/ent/migrations"
	"assay/internal/dbtest"
)

// What schema version 1 had summed up by the hour is there by the day in version 2, with how many scored 1: every score was 0 or 1.
func TestTalliesOfVersion1AreCarriedOver(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		dialect, driver, source := "postgres", "postgres", url
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			dialect, driver, source = "sqlite", "sqlite", "file:"+path
		}
		text, err := migrations.Files.ReadFile(dialect + "/0001_init.sql")
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open(driver, source)
		if err != nil {
			t.Fatal(err)
		}
		statements := append(strings.Split(string(text), ";\n"), "CREATE TABLE schema_version (version INTEGER NOT NULL)", "INSERT INTO schema_version VALUES (1)")
		midnight := noon.Truncate(24 * time.Hour)
		for i, hours := range []int{-1, 0, 23} { // 3 of 4, 4 of 5 and 5 of 6, one of them an error
			statements = append(statements, fmt.Sprintf("INSERT INTO hour_tallies (agent_id, suite_id, hour, count, sum, sum_squares, answered, answered_sum, suite_runs, uncounted, last_at) "+
				"VALUES ('agt_a', 'ste_s', %d, %d, %d000000000, %[3]d000000000, %[3]d, %[3]d000000000, 1, 2, 7)", midnight.Unix()/3600+int64(hours), i+4, i+3))
		}
		statements = append(statements, "INSERT INTO tallies (agent_id, suite_id, count, sum, sum_squares, answered, answered_sum, suite_runs, uncounted, last_at) "+
			"VALUES ('agt_a', 'ste_s', 15, 12000000000, 12000000000, 12, 12000000000, 3, 6, 7)",
			"INSERT INTO agents (id, did, home_registry, test_agent) VALUES ('agt_a', 'did:web:a.example', '', false)")
		for _, statement := range statements {
			if strings.TrimSpace(statement) == "" {
				continue
			}
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatalf("%v in %s", err, statement)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		s := dbtest.Open(t, url)
		trends, err := s.AgentTrends(t.Context(), []string{"agt_a"}, "", midnight.Add(-24*time.Hour), 24)
		points := trends["agt_a"]
		if err != nil || len(points) != 2 || points[0].Results != 4 || points[0].MeanScore != 0.75 || points[1].Results != 11 || points[1].Availability != 9./11 {
			t.Errorf("days %+v, %v", trends, err)
		}
		hours, _, err := s.Hours(t.Context(), midnight.Add(-time.Hour), midnight.Add(24*time.Hour))
		if h := hours[midnight.Unix()/3600+23]; err != nil || len(hours) != 3 || h.Passed != 5 || h.Count != 6 || h.Uncounted != 2 {
			t.Errorf("hours %+v, %v", hours, err)
		}
		all, err := s.Tallies(t.Context(), "", time.Time{})
		if err != nil || len(all) != 1 || all[0].Passed != 12 || all[0].Count != 15 || all[0].SuiteRuns != 3 || all[0].AnsweredSum != 12e9 {
			t.Errorf("tallies %+v, %v", all, err)
		}
	})
}
