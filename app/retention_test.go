package app_test

import (
	"context"
	"testing"
	"time"

	"assay/app"
	"assay/app/runner"
	"assay/ent/store"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestEvidenceIsClearedAfterItsTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now, Change: func(c *app.Config) { c.Retention = 24 * time.Hour }})
		e.Serve("did:web:a.example", ok)
		e.Suite("basics", true, "/")
		stop := e.Start()
		old := e.Wait(e.Run("basics").ID)
		clock.Add(time.Hour)
		young := e.Wait(e.Run("basics").ID)
		stop()

		clock.Add(23*time.Hour + time.Millisecond)
		if err := e.App.ClearOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		for id, wantKept := range map[string]bool{old.ID: false, young.ID: true} {
			r := e.Results(id)[0]
			evidence, err := e.App.Evidence(t.Context(), r)
			if (evidence != nil) != wantKept || err != nil {
				t.Errorf("evidence %v, %v; want it kept: %v", evidence, err, wantKept)
			}
			kept, err := e.App.EvidenceKept(t.Context(), []string{r.ID})
			if kept[r.ID] != wantKept || err != nil {
				t.Errorf("kept %v, %v", kept, err)
			}
			verdict, err := e.App.Verdict(t.Context(), r)
			if err != nil || !verdict.Passed || verdict.Score != 1 {
				t.Errorf("verdict %+v, %v", verdict, err)
			}
			if want := "The evidence was removed after its retention time: the verdict stands as it was recorded."; (verdict.Reason == want) == wantKept {
				t.Errorf("reason %q", verdict.Reason)
			}
			if len(r.Evidence) != 64 {
				t.Errorf("the hash is %q", r.Evidence)
			}
		}

		// Without a retention time nothing is removed, ever.
		clock.Add(100 * 365 * 24 * time.Hour)
		forever := testenv.New(t, s, testenv.Options{Now: clock.Now})
		if err := forever.App.ClearOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if kept, err := forever.App.EvidenceKept(t.Context(), []string{e.Results(young.ID)[0].ID}); len(kept) != 1 || err != nil {
			t.Errorf("%v, %v", kept, err)
		}
	})
}

// Chores are done by one node of all, also while evals are off.
func TestChoresAreDoneByOneNode(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		first := dbtest.Open(t, url)
		stores := []*store.Store{first}
		if first.Postgres() {
			stores = append(stores, dbtest.Open(t, url))
		}
		began := make(chan string, 10)
		var stops []func()
		for i, s := range stores {
			e := testenv.New(t, s, testenv.Options{GateDown: true})
			name := []string{"a", "b"}[i]
			e.Config.Node, e.Config.Idle = name, true
			e.Config.Chores = []runner.Chore{{Kind: store.ClaimRetention, Every: time.Hour, Do: func(ctx context.Context) error {
				began <- name
				<-ctx.Done() // it is told when its node stops
				return ctx.Err()
			}}}
			stops = append(stops, e.Start())
			if i == 0 {
				if got := <-began; got != "a" {
					t.Errorf("done by %s", got)
				}
			}
		}
		stops[0]()
		if len(stores) > 1 { // the other takes over at once: the claim was given back
			if got := <-began; got != "b" {
				t.Errorf("done by %s", got)
			}
			stops[1]()
		}
	})
}
