package app_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestRunEventsResumeWithoutGapOrDouble(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		for i := range 3 {
			e.Serve(fmt.Sprintf("did:web:a%d.example", i), ok)
		}
		e.Suite("basics", true, "/1", "/2", "/3", "/4")
		run := e.Run("basics")
		ctx, cancel := context.WithCancel(e.Stranger())
		first, err := e.App.RunEvents(ctx, run.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		snapshot := <-first
		if snapshot.Event.Kind != eval.EventSnapshot || snapshot.Event.Seq != run.LastSeq {
			t.Fatalf("first %+v", snapshot.Event)
		}
		defer e.Start()()
		seq := snapshot.Event.Seq
		for range 5 {
			u := <-first
			if seq++; u.Event.Seq != seq || u.Run.LastSeq < seq {
				t.Fatalf("event %+v of run at %d, want seq %d", u.Event, u.Run.LastSeq, seq)
			}
		}
		cancel() // the line breaks
		for range first {
		}
		for _, u := range e.Events(run.ID, &seq) {
			if seq++; u.Event.Seq != seq {
				t.Fatalf("resumed with seq %d, want %d", u.Event.Seq, seq)
			}
			if u.Event.Kind == eval.EventResultRecorded && (u.Event.Result == nil || u.Event.Result.Seq != seq) {
				t.Errorf("event %+v", u.Event)
			}
		}
		if want := int64(1 + 1 + 3 + 12 + 3 + 1); seq != want {
			t.Errorf("the last event is %d, want %d", seq, want)
		}
		over := e.Events(run.ID, nil)
		if len(over) != 1 || over[0].Event.Kind != eval.EventSnapshot || over[0].Event.Seq != seq {
			t.Errorf("following a run that is over: %+v", over)
		}
		for _, after := range []int64{-1, seq + 1} {
			if _, err := e.App.RunEvents(e.Stranger(), run.ID, &after); !fault.Is(err, fault.Invalid) {
				t.Errorf("after %d: %v", after, err)
			}
		}
	})
}

// A reader that never reads holds up neither the run nor the other readers.
func TestSlowReaderHoldsUpNobody(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("basics", true, "/1", "/2", "/3", "/4")
		run := e.Run("basics")
		ctx, cancel := context.WithCancel(e.Stranger())
		slow, err := e.App.RunEvents(ctx, run.ID, new(int64(0)))
		if err != nil {
			t.Fatal(err)
		}
		defer e.Start()()
		e.Wait(run.ID)
		n := 0
		for range slow { // and then it gets everything
			n++
		}
		if n != 1+1+1+4+1+1 {
			t.Errorf("the slow reader got %d events", n)
		}
		cancel()
		if left := e.Hub.Watchers(); left > 1 { // the runner's own
			t.Errorf("%d watchers are left", left)
		}
	})
}

func TestLeaderboardChangedNamesTheSuite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("one", true, "/")
		e.Suite("two", true, "/")
		ctx, cancel := context.WithCancel(e.Stranger())
		all, err := e.App.LeaderboardChanged(ctx, "")
		if err != nil {
			t.Fatal(err)
		}
		only, err := e.App.LeaderboardChanged(ctx, "two")
		if err != nil {
			t.Fatal(err)
		}
		defer e.Start()()
		e.Wait(e.Run("one").ID)
		if c := <-all; len(c.Suites) != 1 || c.Suites[0] != "one" {
			t.Errorf("changed %v", c.Suites)
		}
		e.Wait(e.Run("two").ID)
		if c := <-only; len(c.Suites) != 1 || c.Suites[0] != "two" {
			t.Errorf("changed %v", c.Suites)
		}
		cancel()
		for range all {
		}
		for range only {
		}
	})
}

func TestPagesOfTheBoard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		for i := range 5 {
			e.Serve(fmt.Sprintf("did:web:a%d.example", i), ok)
		}
		e.Suite("basics", true, "/")
		defer e.Start()()
		e.Wait(e.Run("basics").ID)
		var got []string
		args := eval.PageArgs{First: new(2)}
		for {
			page, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{}, args)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range page.Items {
				got = append(got, s.AgentDID)
			}
			if !page.HasNext {
				break
			}
			args.After = page.Cursors[len(page.Cursors)-1]
		}
		if fmt.Sprint(got) != "[did:web:a0.example did:web:a1.example did:web:a2.example did:web:a3.example did:web:a4.example]" {
			t.Errorf("pages gave %v", got)
		}
		if _, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{OrderBy: eval.OrderByLowerBound}, args); !fault.Is(err, fault.Invalid) {
			t.Errorf("a cursor of another order: %v", err)
		}
		for _, first := range []int{0, 101, -1} {
			if _, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{}, eval.PageArgs{First: &first}); !fault.Is(err, fault.Invalid) {
				t.Errorf("first %d: %v", first, err)
			}
		}
	})
}

// When notifications were lost, a stranger hears of suites on the public record, not of drafts.
func TestLostNotificationsNameNoDraft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("draft", false, "/")
		e.Suite("public", true, "/")
		stop := e.Start()
		e.Wait(e.Run("public").ID)
		e.Wait(e.Run("draft").ID)
		stop()
		ctx, cancel := context.WithCancel(e.Stranger())
		changes, err := e.App.LeaderboardChanged(ctx, "")
		if err != nil {
			t.Fatal(err)
		}
		e.Hub.Publish([]string{store.TopicAll})
		if c := <-changes; fmt.Sprint(c.Suites) != "[public]" {
			t.Errorf("changed %v", c.Suites)
		}
		cancel()
		for range changes {
		}
	})
}

// A trial's steps send a stranger nothing.
func TestTrialsDoNotStirLiveRuns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		release := make(chan struct{})
		e.Serve("did:web:a.example", func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/hold" {
				<-release
			}
		})
		e.Suite("draft", false, "/")
		e.Suite("public", true, "/hold")
		ctx, cancel := context.WithCancel(e.Stranger())
		live, err := e.App.LiveRuns(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if runs := <-live; len(runs) != 0 {
			t.Fatalf("at first %v", runs)
		}
		defer e.Start()()
		e.Wait(e.Run("draft").ID)
		public := e.Run("public")
		if runs := <-live; len(runs) != 1 || runs[0].ID != public.ID {
			t.Errorf("the first thing sent is %v, not the public run", runs)
		}
		close(release)
		cancel()
		for range live {
		}
	})
}
