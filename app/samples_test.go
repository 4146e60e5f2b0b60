package app_test

import (
	"context"
	"strings"
	"testing"

	"assay/app"
	"assay/app/suitefile"
	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestSuiteFilesReadBack(t *testing.T) {
	e := testenv.New(t, dbtest.OpenSQLite(t), testenv.Options{})
	suite := e.Suite("basics", true, "/", "/b")
	suites, problems, err := e.App.ReadSuiteFile(e.Stranger(), e.App.SuiteFile(e.Stranger(), suite))
	if err != nil || len(problems) > 0 || len(suites) != 1 || len(eval.Diff(suite, suites[0])) > 0 {
		t.Errorf("%+v, %v, %v", suites, problems, err)
	}
	large := strings.Repeat("# nothing\n", suitefile.MaxBytes/10+1)
	if suites, problems, err := e.App.ReadSuiteFile(e.Stranger(), large); err != nil || suites != nil || len(problems) != 1 {
		t.Errorf("a large file: %d suites, %v, %v", len(suites), problems, err)
	}
}

func TestWhatAVersionChangedKeepsDraftsHidden(t *testing.T) {
	e := testenv.New(t, dbtest.OpenSQLite(t), testenv.Options{})
	e.Serve("did:web:a.example", ok)
	e.Suite("basics", true, "/")
	defer e.Start()()
	e.Wait(e.Run("basics").ID)
	e.Suite("basics", false, "/", "/secret") // a draft that nobody saw
	suite := e.Suite("basics", true, "/", "/secret2")
	run := e.Wait(e.Run("basics").ID)
	if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "basics", Enabled: app.Optional[bool]{Set: true, Value: false}}); err != nil {
		t.Fatal(err)
	}
	changes := func(who string, versions []eval.SuiteVersion) string {
		t.Helper()
		ctx := e.Stranger()
		if who == "admin" {
			ctx = e.Admin()
		}
		all, err := e.App.VersionChanges(ctx, versions)
		if err != nil {
			t.Fatal(err)
		}
		out := ""
		for _, c := range all {
			out += strings.Join(c, ", ") + "; "
		}
		return out
	}
	versions, err := e.App.SuiteVersions(e.Stranger(), suite.ID, 10, nil)
	if err != nil || len(versions) != 2 {
		t.Fatalf("a stranger sees %d versions, %v", len(versions), err)
	}
	older, err := e.App.SuiteVersions(e.Stranger(), suite.ID, 10, &versions[0].Version)
	if err != nil || len(older) != 1 || older[0].Version != versions[1].Version {
		t.Errorf("before its newest, a stranger sees %v, %v", older, err)
	}
	for _, who := range []struct {
		ctx  context.Context
		want int
	}{{e.Stranger(), 2}, {e.Admin(), 3}} {
		if counts, err := e.App.VersionCounts(who.ctx, []string{suite.ID}); counts[suite.ID] != who.want || err != nil {
			t.Errorf("%d versions are counted, want %d: %v", counts[suite.ID], who.want, err)
		}
	}
	if got, want := changes("stranger", versions), `task "/secret2" added; ; `; got != want {
		t.Errorf("a stranger reads %q, want %q", got, want)
	}
	if versions, err = e.App.SuiteVersions(e.Admin(), suite.ID, 10, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := changes("admin", versions), `task "/secret" removed, task "/secret2" added; task "/secret" added; ; `; got != want {
		t.Errorf("the team reads %q, want %q", got, want)
	}
	pinned, err := e.App.RunVersions(e.Stranger(), run)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := changes("stranger", []eval.SuiteVersion{pinned[0].SuiteVersion}), `task "/secret2" added; `; got != want {
		t.Errorf("of the run's version a stranger reads %q, want %q", got, want)
	}
}
