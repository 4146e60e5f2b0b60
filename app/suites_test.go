package app_test

import (
	"slices"
	"strings"
	"testing"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func set[T any](v T) app.Optional[T] { return app.Optional[T]{Set: true, Value: v} }

func null[T any]() app.Optional[T] { return app.Optional[T]{Set: true, Null: true} }

func TestSuiteLifecycle(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ctx := e.Admin()
		put := func(in app.PutSuite) app.SuiteChange {
			t.Helper()
			in.Key = "basics"
			change, err := e.App.PutSuite(ctx, in)
			if err != nil {
				t.Fatal(err)
			}
			return change
		}
		first := put(app.PutSuite{Tasks: &[]app.TaskInput{{Name: "a", Input: "/a", Scorer: "status_ok", Weight: 1}, {Name: "b", Input: "/b", Scorer: "exact", Expected: "x", Weight: 2}}})
		if !first.Created || first.Suite.Version != 1 || first.Suite.Enabled || first.Suite.Name != "basics" || first.Suite.TaskType != eval.HTTPProbe {
			t.Fatalf("created %+v", first)
		}
		same := put(app.PutSuite{})
		if same.Created || same.Suite.Version != 1 || len(same.Changes) != 0 {
			t.Errorf("an empty change: %+v", same)
		}
		when := put(app.PutSuite{IntervalMinutes: set(5), Enabled: set(true)})
		if when.Suite.Version != 1 || when.Suite.NextRunAt.IsZero() || len(when.Changes) != 2 {
			t.Errorf("schedule and publication: %+v", when)
		}
		if null := put(app.PutSuite{IntervalMinutes: null[int]()}); null.Suite.IntervalMinutes != 0 || !null.Suite.NextRunAt.IsZero() {
			t.Errorf("null interval: %+v", null.Suite)
		}
		task, suite, err := e.App.UpdateTask(ctx, app.TaskChange{TaskID: first.Suite.Tasks[1].ID, Expected: new("y"), Position: new(0)})
		if err != nil || suite.Version != 2 || suite.Tasks[0].ID != task.ID || suite.Tasks[0].Expected != "y" || task.ID != first.Suite.Tasks[1].ID {
			t.Errorf("moved and changed: %+v, %v", suite, err)
		}
		added, suite, err := e.App.AddTask(ctx, "basics", app.TaskInput{Name: "c", Input: "/c", Scorer: "regex", Expected: "^o", Weight: 1}, new(1))
		if err != nil || suite.Version != 3 || suite.Tasks[1].ID != added.ID || len(suite.Tasks) != 3 {
			t.Errorf("added: %+v, %v", suite, err)
		}
		if suite, err = e.App.RemoveTask(ctx, added.ID); err != nil || suite.Version != 4 || len(suite.Tasks) != 2 {
			t.Errorf("removed: %+v, %v", suite, err)
		}
		versions, err := e.App.SuiteVersions(ctx, suite.ID, 10, nil)
		if err != nil || len(versions) != 4 || versions[1].Digest == versions[0].Digest || versions[2].Digest != versions[0].Digest {
			t.Errorf("versions %+v, %v (the fourth measures what the second did)", versions, err)
		}
		for _, v := range versions {
			if eval.Digest(v.Definition) != v.Digest {
				t.Errorf("version %d does not have its digest", v.Version)
			}
		}
		replaced := put(app.PutSuite{Tasks: &[]app.TaskInput{{Name: "a", Input: "/a2", Scorer: "status_ok", Weight: 1}, {Name: "d", Input: "/d", Scorer: "status_ok", Weight: 1}}})
		if replaced.Suite.Tasks[0].ID != first.Suite.Tasks[0].ID || replaced.Suite.Tasks[1].ID == "" {
			t.Errorf("a task that keeps its name keeps its id: %+v", replaced.Suite.Tasks)
		}
		if _, err := e.App.DeleteSuite(ctx, suite.ID); err != nil {
			t.Fatal(err)
		}
		if gone, err := e.App.Suite(ctx, "basics"); gone != nil || err != nil {
			t.Errorf("after deletion: %+v, %v", gone, err)
		}
		if _, err := e.App.DeleteSuite(ctx, "basics"); !fault.Is(err, fault.NotFound) {
			t.Errorf("deleting twice: %v", err)
		}
		back := put(app.PutSuite{})
		if !back.Created || back.Suite.ID != suite.ID || back.Suite.Version != 6 || back.Suite.Enabled || len(back.Suite.Tasks) != 0 {
			t.Errorf("created again: %+v", back.Suite)
		}
	})
}

func TestDryRunStoresNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		change, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "dry", Name: set("Dry"), DryRun: true, TargetDIDs: set([]string{"did:web:nobody.example"}),
			Tasks: &[]app.TaskInput{{Name: "a", Scorer: "status_ok", Weight: 1}}})
		if err != nil || !change.Created || change.Suite.Name != "Dry" || !slices.Equal(change.Changes, []string{"task a added"}) ||
			!slices.Equal(change.Warnings, []string{"target did:web:nobody.example is not registered: runs leave it out"}) {
			t.Errorf("dry run: %+v, %v", change, err)
		}
		if got, err := e.App.Suite(e.Admin(), "dry"); got != nil || err != nil {
			t.Errorf("stored %+v, %v", got, err)
		}
		if log, err := e.App.AuditLog(e.Admin(), app.AuditQuery{}, eval.PageArgs{}); err != nil || len(log.Items) != 0 {
			t.Errorf("logged %+v, %v", log.Items, err)
		}
	})
}

func TestPutSuiteNamesWhatIsWrong(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		task := func(change func(*app.TaskInput)) *[]app.TaskInput {
			one := app.TaskInput{Name: "a", Input: "/a", Scorer: "status_ok", Weight: 1}
			two := one
			two.Name = "b"
			change(&two)
			return &[]app.TaskInput{one, two}
		}
		for field, in := range map[string]app.PutSuite{
			"key":               {Key: "Has Space"},
			"interval_minutes":  {IntervalMinutes: set(0)},
			"task_type":         {TaskType: set(eval.TaskType("ftp"))},
			"reward_amount":     {RewardAmount: set(int64(-1))},
			"target_dids.1":     {TargetDIDs: set([]string{"did:web:a.example", "did:web:A.example"})},
			"target_dids.0":     {TargetDIDs: set([]string{"nobody"})},
			"tasks.1.weight":    {Tasks: task(func(t *app.TaskInput) { t.Weight = 0 })},
			"tasks.1.name":      {Tasks: task(func(t *app.TaskInput) { t.Name = "a" })},
			"tasks.1.scorer":    {Tasks: task(func(t *app.TaskInput) { t.Scorer = "guess" })},
			"tasks.1.input":     {Tasks: task(func(t *app.TaskInput) { t.Input = "https://elsewhere.example/" })},
			"tasks.1.expected":  {Tasks: task(func(t *app.TaskInput) { t.Scorer, t.Expected = "regex", "(" })},
			"tasks.1.expected.": {Tasks: task(func(t *app.TaskInput) { t.Scorer, t.Expected = "latency_under_ms", "soon" })},
		} {
			if in.Key == "" {
				in.Key = "good"
			}
			_, err := e.App.PutSuite(e.Admin(), in)
			if f := fault.As(err); f == nil || f.Kind != fault.Invalid || f.Field != strings.TrimSuffix(field, ".") {
				t.Errorf("%s: %v (%+v)", field, err, f)
			}
		}
		if all, err := e.App.AdminSuites(e.Admin()); err != nil || len(all) != 0 {
			t.Errorf("half-stored: %+v, %v", all, err)
		}
		if _, err := e.App.PutSuite(e.Stranger(), app.PutSuite{Key: "x"}); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a stranger: %v", err)
		}
	})
}

func TestDraftsAreHiddenFromStrangers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Suite("draft", false, "/")
		e.Suite("public", true, "/")
		list, err := e.App.Suites(e.Stranger(), "", eval.PageArgs{})
		if err != nil || len(list.Items) != 1 || list.Items[0].Key != "public" {
			t.Errorf("a stranger sees %+v, %v", list.Items, err)
		}
		if d, err := e.App.Suite(e.Stranger(), "draft"); d != nil || err != nil {
			t.Errorf("a stranger opens the draft: %+v, %v", d, err)
		}
		if all, err := e.App.Suites(e.Admin(), "", eval.PageArgs{}); err != nil || len(all.Items) != 2 {
			t.Errorf("an admin sees %+v, %v", all.Items, err)
		}
	})
}

func TestDeletedSuiteKeepsItsRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agent := e.Serve("did:web:a.example", ok)
		e.Suite("gone", true, "/kept")
		defer e.Start()()
		run := e.Wait(e.Run("gone").ID)
		if _, err := e.App.DeleteSuite(e.Admin(), "gone"); err != nil {
			t.Fatal(err)
		}
		record, err := e.App.Results(e.Stranger(), app.ResultFilter{Agent: agent.DID}, eval.PageArgs{})
		if err != nil || len(record.Items) != 1 || record.Items[0].SuiteKey != "gone" || record.Items[0].SuiteDigest != run.Digest {
			t.Fatalf("record %+v, %v", record.Items, err)
		}
		task, _, err := e.App.ResultTask(e.Stranger(), record.Items[0])
		if err != nil || task.Input != "/kept" {
			t.Errorf("task %+v, %v", task, err)
		}
		if suites, err := e.App.SuitesByID(e.Stranger(), []string{run.SuiteID}); err != nil || len(suites) != 1 {
			t.Errorf("the suite behind the record: %+v, %v", suites, err)
		}
	})
}

// A suite that was published and is a draft again shows strangers what was run, not what is being written.
func TestDraftVersionsOfAPublishedSuiteAreHidden(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("back", true, "/public")
		stop := e.Start()
		run := e.Wait(e.Run("back").ID)
		stop()
		e.Suite("back", false, "/secret")
		for who, want := range map[string]int{"stranger": 1, "admin": 2} {
			ctx := e.Stranger()
			if who == "admin" {
				ctx = e.Admin()
			}
			versions, err := e.App.SuiteVersions(ctx, run.SuiteID, 10, nil)
			if err != nil || len(versions) != want || versions[len(versions)-1].Digest != run.Digest {
				t.Errorf("a %s sees versions %+v, %v", who, versions, err)
			}
			suites, err := e.App.SuitesByID(ctx, []string{run.SuiteID})
			if err != nil || len(suites) != 1 || (len(suites[0].Tasks) == 1) != (who == "admin") || (suites[0].Digest == run.Digest) != (who == "stranger") {
				t.Errorf("a %s sees %+v, %v", who, suites, err)
			}
		}
	})
}

func TestSuiteThatComesBackGoesOnCounting(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		first := e.Suite("back", true, "/a")
		defer e.Start()()
		e.Wait(e.Run("back").ID)
		if _, err := e.App.DeleteSuite(e.Admin(), "back"); err != nil {
			t.Fatal(err)
		}
		again := e.Suite("back", true, "/a")
		run := e.Wait(e.Run("back").ID)
		stats, err := e.App.TaskStats(t.Context(), again.ID)
		if err != nil || again.Tasks[0].ID != first.Tasks[0].ID || stats[again.Tasks[0].ID] != (app.TaskStat{Results: 2, Passed: 2}) {
			t.Errorf("stats %+v of %+v, %v", stats, again.Tasks, err)
		}
		other, _, err := e.App.AddTask(e.Admin(), "back", app.TaskInput{Name: "x", Input: "/x", Scorer: "status_ok", Weight: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.App.RemoveTask(e.Admin(), other.ID); err != nil {
			t.Fatal(err)
		}
		if now := e.Wait(e.Run("back").ID); now.Digest != run.Digest || now.Version == run.Version {
			t.Errorf("the same definition: %+v after %+v", now, run)
		}
	})
}
