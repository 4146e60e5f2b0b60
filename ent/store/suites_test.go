package store_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
)

func suiteKeys(suites []eval.Suite) string {
	var out []string
	for _, s := range suites {
		out = append(out, s.Key)
	}
	return strings.Join(out, " ")
}

func TestSuitesAreSearchedByKeyAndName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		named := map[string]string{"a-one": "Übersetzung", "b-two": "HTTP 100 %", "c-one": "übung", "d-off": "ÜBUNG", "e-gone": "übung"}
		write(t, s, func(tx *store.Tx) error {
			for key, name := range named {
				made := suite(key, "t")
				made.Name, made.Enabled = name, key != "d-off"
				if key == "e-gone" {
					made.DeletedAt = noon
				}
				if err := tx.PutSuite(t.Context(), made); err != nil {
					return err
				}
			}
			return nil
		})
		find := func(f store.SuiteFilter, args eval.PageArgs) eval.Page[eval.Suite] {
			t.Helper()
			page, err := s.Suites(t.Context(), f, args)
			if err != nil {
				t.Fatal(err)
			}
			return page
		}
		for _, tc := range []struct{ search, all, enabled string }{
			{"ONE", "a-one c-one", "a-one c-one"},
			{"üb", "a-one c-one d-off", "a-one c-one"},
			{"ÜBU", "c-one d-off", "c-one"},
			{"%", "b-two", "b-two"},
			{"_", "", ""},
			{"e-g", "", ""},
		} {
			all := find(store.SuiteFilter{Search: tc.search}, eval.PageArgs{})
			enabled := find(store.SuiteFilter{Search: tc.search, EnabledOnly: true}, eval.PageArgs{})
			if suiteKeys(all.Items) != tc.all || suiteKeys(enabled.Items) != tc.enabled {
				t.Errorf("%q: %q and of the enabled %q, want %q and %q", tc.search, suiteKeys(all.Items), suiteKeys(enabled.Items), tc.all, tc.enabled)
			}
		}
		first := find(store.SuiteFilter{Search: "Ü"}, eval.PageArgs{First: new(2)})
		total, err := first.Total(t.Context())
		if suiteKeys(first.Items) != "a-one c-one" || !first.HasNext || first.HasPrevious || total != 3 || err != nil || len(first.Items[0].Tasks) != 1 {
			t.Errorf("the first page is %q of %d: %+v, %v", suiteKeys(first.Items), total, first, err)
		}
		last := find(store.SuiteFilter{Search: "Ü"}, eval.PageArgs{First: new(2), After: first.Cursors[1]})
		if suiteKeys(last.Items) != "d-off" || last.HasNext || !last.HasPrevious {
			t.Errorf("the last page is %q: %+v", suiteKeys(last.Items), last)
		}
		if back := find(store.SuiteFilter{Search: "Ü"}, eval.PageArgs{Last: new(1), Before: last.Cursors[0]}); suiteKeys(back.Items) != "c-one" || !back.HasPrevious {
			t.Errorf("before the last page: %q", suiteKeys(back.Items))
		}
		if _, err := s.Suites(t.Context(), store.SuiteFilter{Search: "b"}, eval.PageArgs{After: first.Cursors[1]}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a cursor of another search: %v", err)
		}
	})
}

func TestVersionsAndHistoryGoOnBeforeOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		made, one := suite("many", "t"), agent("did:web:one.example")
		write(t, s, func(tx *store.Tx) error {
			for i := range 5 {
				err := tx.PutSuiteVersion(t.Context(), eval.SuiteVersion{SuiteID: made.ID, Version: i + 1, Digest: "d", Definition: []byte("{}"), CreatedAt: noon})
				if err != nil {
					return err
				}
				if err := tx.PutAgent(t.Context(), one, eval.AgentEvent{At: noon, Kind: eval.AgentUpdated, Detail: fmt.Sprint(i + 1)}); err != nil {
					return err
				}
			}
			return nil
		})
		var numbers, details []string
		var version *int
		var seq *int64
		for range 3 {
			versions, err := s.SuiteVersions(t.Context(), made.ID, 2, version, false)
			if err != nil {
				t.Fatal(err)
			}
			history, err := s.AgentHistory(t.Context(), one.ID, 2, seq)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range versions {
				numbers, version = append(numbers, fmt.Sprint(v.Version)), &v.Version
			}
			for _, e := range history {
				details, seq = append(details, e.Detail), &e.Seq
			}
		}
		if got := strings.Join(numbers, " ") + ", " + strings.Join(details, " "); got != "5 4 3 2 1, 5 4 3 2 1" {
			t.Errorf("page by page: %s", got)
		}
		if none, err := s.SuiteVersions(t.Context(), made.ID, 2, new(1), false); len(none) != 0 || err != nil {
			t.Errorf("before the first: %v, %v", none, err)
		}
		counts, err := s.AgentHistoryCounts(t.Context(), []string{one.ID, "agt_none"})
		if counts[one.ID] != 5 || counts["agt_none"] != 0 || err != nil {
			t.Errorf("counts are %v, %v", counts, err)
		}
	})
}

func TestStandingsOfAnAgentReadTheBoardsOfItsSuites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 2, 1, false)
		other := newScene(t, s, 1, 1, false)
		record(t, s, sc, sc.result(0, 0, new(1.0), eval.NoError, noon), sc.result(1, 0, nil, eval.ErrInternal, noon))
		record(t, s, other, other.result(0, 0, new(0.0), eval.NoError, noon))
		of := func(agent eval.Agent) eval.Page[eval.Suite] {
			t.Helper()
			page, err := s.SuitesOf(t.Context(), agent.ID, eval.PageArgs{})
			if err != nil {
				t.Fatal(err)
			}
			return page
		}
		mine := of(sc.agents[0])
		if total, err := mine.Total(t.Context()); suiteKeys(mine.Items) != sc.suite.Key || total != 1 || err != nil {
			t.Errorf("suites are %q of %d, %v", suiteKeys(mine.Items), total, err)
		}
		if none := of(sc.agents[1]); len(none.Items) != 0 { // no counted result
			t.Errorf("suites without a counted result: %q", suiteKeys(none.Items))
		}
		boards, err := s.SuiteTallies(t.Context(), []string{sc.suite.ID, other.suite.ID})
		if err != nil || len(boards[sc.suite.ID]) != 2 || len(boards[other.suite.ID]) != 1 {
			t.Fatalf("boards are %v, %v", boards, err)
		}
		for id, board := range boards {
			one, err := s.Tallies(t.Context(), id, noon.AddDate(-9, 0, 0))
			if err != nil || len(one) != len(board) {
				t.Errorf("the board of one suite has %d agents, with others %d (%v)", len(one), len(board), err)
			}
		}
		write(t, s, func(tx *store.Tx) error {
			sc.suite.DeletedAt = noon
			return tx.PutSuite(t.Context(), sc.suite)
		})
		if gone := of(sc.agents[0]); len(gone.Items) != 0 {
			t.Errorf("deleted suites: %q", suiteKeys(gone.Items))
		}
	})
}
