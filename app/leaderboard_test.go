package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// missing is an agent that does not find some of the paths.
func missing(paths ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, p := range paths {
			if r.URL.Path == p {
				w.WriteHeader(http.StatusNotFound)
			}
		}
	}
}

func TestLeaderboardIsNarrowedWithoutRankingAnew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:best.example", ok)
		idle := e.Serve("did:web:idle.example", missing("/a"))
		e.Serve("did:web:worst.example", missing("/a", "/b"))
		e.Suite("basics", true, "/a", "/b")
		more := e.Suite("more", true, "/c")
		_, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: more.Key, TargetDIDs: app.Optional[[]string]{Set: true, Value: []string{"did:web:worst.example"}}})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Start()()
		e.Wait(e.Run("basics").ID)
		e.Wait(e.Run("more").ID)
		if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: idle.DID, Active: new(false)}); err != nil {
			t.Fatal(err)
		}
		for _, tc := range []struct {
			name  string
			query app.LeaderboardQuery
			want  string // rank and agent
		}{
			{"all", app.LeaderboardQuery{}, "1 best 2 idle 3 worst"},
			{"search", app.LeaderboardQuery{Search: "WORST"}, "3 worst"},
			{"results", app.LeaderboardQuery{MinRuns: 3}, "3 worst"},
			{"active", app.LeaderboardQuery{Active: true}, "1 best 3 worst"},
			{"all of it", app.LeaderboardQuery{Active: true, Search: "example", MinRuns: 2, OrderBy: eval.OrderByLatest}, "1 worst 3 best"},
			{"of a suite", app.LeaderboardQuery{Suite: "more", Search: "best"}, ""},
		} {
			page, err := e.App.Leaderboard(e.Stranger(), tc.query, eval.PageArgs{})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, s := range page.Items {
				got += fmt.Sprintf(" %d %s", s.Rank, s.AgentDID[len("did:web:"):len(s.AgentDID)-len(".example")])
			}
			if got != "" {
				got = got[1:]
			}
			total, err := page.Total(t.Context())
			// Of two whose results came in the same moment, either may be the latest.
			if got != tc.want && (tc.query.OrderBy != eval.OrderByLatest || got != "1 worst 2 best") || total != len(page.Items) || err != nil {
				t.Errorf("%s: %q of %d, want %q (%v)", tc.name, got, total, tc.want, err)
			}
		}
		if _, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{MinRuns: -1}, eval.PageArgs{}); !fault.Is(err, fault.Invalid) {
			t.Errorf("fewer than none: %v", err)
		}
		if _, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{OrderBy: "NAME"}, eval.PageArgs{}); !fault.Is(err, fault.Invalid) {
			t.Errorf("an unknown order: %v", err)
		}
		first, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{}, eval.PageArgs{First: new(1)})
		if err != nil {
			t.Fatal(err)
		}
		after := eval.PageArgs{After: first.Cursors[0]}
		if _, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{Search: "x"}, after); !fault.Is(err, fault.Invalid) {
			t.Errorf("a cursor is good under another filter: %v", err)
		}
	})
}

func TestAnAgentsStandingsAreThoseOfEachBoard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:best.example", ok)
		worst := e.Serve("did:web:worst.example", missing("/a", "/b"))
		for key, path := range map[string]string{"a-suite": "/a", "b-suite": "/b", "c-suite": "/c", "d-idle": "/d"} {
			e.Suite(key, true, path)
		}
		defer e.Start()()
		for _, key := range []string{"a-suite", "b-suite", "c-suite"} {
			e.Wait(e.Run(key).ID)
		}
		page, err := e.App.AgentStandings(e.Stranger(), worst, eval.PageArgs{})
		if err != nil || len(page.Items) != 3 {
			t.Fatalf("standings are %+v, %v", page.Items, err)
		}
		for i, key := range []string{"a-suite", "b-suite", "c-suite"} {
			one, err := e.App.Standings(e.Stranger(), []string{worst.ID}, key)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(one[worst.ID], page.Items[i]); d != "" || page.Items[i].Rank != 2 {
				t.Errorf("in %s: rank %d, %s", key, page.Items[i].Rank, d)
			}
		}
		next, err := e.App.AgentStandings(e.Stranger(), worst, eval.PageArgs{First: new(2), After: page.Cursors[0]})
		if total, _ := next.Total(t.Context()); err != nil || len(next.Items) != 2 || next.Items[0].SuiteID != page.Items[1].SuiteID || !next.HasPrevious || total != 3 {
			t.Errorf("after the first: %+v of %d, %v", next.Items, total, err)
		}
		worst.TestAgent = true // which has no standing
		if none, err := e.App.AgentStandings(e.Stranger(), worst, eval.PageArgs{}); len(none.Items) != 0 || err != nil {
			t.Errorf("a test agent stands at %+v, %v", none.Items, err)
		}
	})
}

func TestTrendsFollowTheBoardTheyStandOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		a := e.Serve("did:web:a.example", onlyRoot)
		one, two := e.Suite("one", true, "/"), e.Suite("two", true, "/b")
		stop := e.Start()
		e.Wait(e.Run("one").ID)
		e.Wait(e.Run("two").ID)
		clock.Add(24 * time.Hour)
		e.Wait(e.Run("two").ID)
		stop()
		means := func(points []eval.TrendPoint) string {
			out := ""
			for _, p := range points {
				out += fmt.Sprintf("%s:%v ", p.At.Format("02T15"), p.MeanScore)
			}
			return out
		}
		for _, tc := range []struct {
			suite string
			days  int
			want  string
		}{
			{"", 14, "20T00:0.5 21T00:0 "}, {one.ID, 14, "20T00:1 "}, {two.ID, 14, "20T00:0 21T00:0 "}, {"", 2, "20T12:0.5 21T12:0 "}, {"", 1, "21T12:0 "},
		} {
			trends, err := e.App.AgentTrends(e.Stranger(), []string{a.ID}, tc.suite, tc.days)
			if got := means(trends[a.ID]); got != tc.want || err != nil {
				t.Errorf("suite %q, %d days: %s, want %s (%v)", tc.suite, tc.days, got, tc.want, err)
			}
		}
		suites, err := e.App.SuiteTrends(e.Stranger(), []string{one.ID, two.ID}, 90)
		if means(suites[one.ID]) != "20T00:1 " || means(suites[two.ID]) != "20T00:0 21T00:0 " || err != nil {
			t.Errorf("suites: %v, %v", suites, err)
		}
		board, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{Suite: "two"}, eval.PageArgs{})
		if err != nil || len(board.Items) != 1 || board.Items[0].SuiteID != two.ID {
			t.Errorf("a board's standings carry its suite: %+v, %v", board.Items, err)
		}
		clock.Add(12 * 24 * time.Hour) // 14 days: the 20th is yesterday's fortnight, the 21st is not
		if trends, err := e.App.AgentTrends(e.Stranger(), []string{a.ID}, "", 13); means(trends[a.ID]) != "21T00:0 " || err != nil {
			t.Errorf("13 days: %v, %v", trends, err)
		}
		for _, days := range []int{0, -1, 91} {
			_, agents := e.App.AgentTrends(e.Stranger(), []string{a.ID}, "", days)
			_, suites := e.App.SuiteTrends(e.Stranger(), []string{one.ID}, days)
			if !fault.Is(agents, fault.Invalid) || !fault.Is(suites, fault.Invalid) {
				t.Errorf("%d days: %v, %v", days, agents, suites)
			}
		}
	})
}
