package eval_test

import (
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"assay/eval"
)

func TestDayBegan(t *testing.T) {
	for _, tc := range [][2]time.Time{
		{noon, noon.Add(-23 * time.Hour)}, // the hour that begins now counts
		{noon.Add(34 * time.Minute), noon.Add(-23 * time.Hour)},
		{noon.Add(time.Hour - time.Millisecond), noon.Add(-23 * time.Hour)},
		{noon.Add(time.Hour), noon.Add(-22 * time.Hour)},
		{noon.In(time.FixedZone("half past", 1800)), noon.Add(-23 * time.Hour)}, // hours are those of UTC
	} {
		if got := eval.DayBegan(tc[0]); !got.Equal(tc[1]) {
			t.Errorf("at %v the day began at %v, want %v", tc[0], got, tc[1])
		}
	}
}

func TestNewActivity(t *testing.T) {
	began := eval.DayBegan(noon)
	unix := func(i int) int64 { return began.Unix()/3600 + int64(i) }
	a := eval.NewActivity(began, 7, map[int64]eval.Tally{
		unix(0): tally("a", "pphtx"), unix(23): tally("a", "ffi"), unix(5): tally("a", "xx"),
		unix(-1): tally("a", "ppp"), unix(24): tally("a", "ppp"), // neither is of the day
	})
	if a.Runs != 7 || a.Results != 6 || a.Passed != 2 || a.Errors != 1 || a.Uncounted != 4 || len(a.Hours) != 24 {
		t.Errorf("activity %+v", a)
	}
	want := map[int]eval.ActivityHour{
		0: {At: began, Results: 4, MeanScore: score(2.5 / 4), Errors: 1}, 23: {At: noon, Results: 2, MeanScore: score(0)},
	}
	for i, h := range a.Hours {
		w, ok := want[i]
		if !ok {
			w = eval.ActivityHour{At: began.Add(time.Duration(i) * time.Hour)}
		}
		if diff := gocmp.Diff(w, h); diff != "" {
			t.Errorf("hour %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestFailing(t *testing.T) {
	of := func(did, results string) eval.Tally {
		v := tally(did, results)
		v.AgentID = did
		return v
	}
	span := []eval.Tally{
		of("perfect", "ppp"), of("silent", "xx"), of("fell", "pf"), of("fell-more", "ftt"), of("rose", "ppf"), of("new", "f"), of("newer", "pf"),
		of("same-b", "pf"), of("same-a", "pf"), of("half", "h"),
		of("mirror", "ff"),
	}
	all := []eval.Tally{
		of("perfect", "ppppf"), of("silent", "ppxx"), of("fell", "pfpppp"), of("fell-more", "fttpppp"), of("rose", "ppfffff"), of("new", "f"),
		of("newer", "pf"), of("same-b", "pfpf"), of("same-a", "pfpf"), of("half", "hp"),
	}
	got := eval.Failing(span, all, 100)
	want := []eval.FailingAgent{
		{AgentID: "fell-more", Results: 3, MeanScore: 0, Availability: 1. / 3, MeanBefore: score(1)},
		{AgentID: "fell", Results: 2, MeanScore: 0.5, Availability: 1, MeanBefore: score(1)},
		{AgentID: "half", Results: 1, MeanScore: 0.5, Availability: 1, MeanBefore: score(1)},
		{AgentID: "new", Results: 1, MeanScore: 0, Availability: 1},
		{AgentID: "newer", Results: 2, MeanScore: 0.5, Availability: 1},
		{AgentID: "same-a", Results: 2, MeanScore: 0.5, Availability: 1, MeanBefore: score(0.5)},
		{AgentID: "same-b", Results: 2, MeanScore: 0.5, Availability: 1, MeanBefore: score(0.5)},
		{AgentID: "rose", Results: 3, MeanScore: 2. / 3, Availability: 1, MeanBefore: score(0)},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := eval.Failing(span, all, 2); len(got) != 2 || got[1].AgentID != "fell" {
		t.Errorf("the first two: %+v", got)
	}
	if got := eval.Failing(nil, all, 2); got == nil || len(got) != 0 {
		t.Errorf("nothing: %+v", got)
	}
}
