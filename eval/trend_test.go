package eval_test

import (
	"testing"
	"time"

	"assay/eval"
)

func TestTrendSpan(t *testing.T) {
	for _, tc := range []struct {
		now  string
		days int
		from string
		step int
	}{
		{"2026-11-30T12:34:56Z", 14, "2026-11-17T00:00:00Z", 24},
		{"2026-11-30T12:34:56Z", 1, "2026-11-29T13:00:00Z", 1},
		{"2026-11-30T12:34:56Z", 2, "2026-11-28T13:00:00Z", 1},
		{"2026-11-30T12:34:56Z", 3, "2026-11-28T00:00:00Z", 24},
		{"2026-11-30T00:00:00Z", 3, "2026-11-28T00:00:00Z", 24}, // a day that just began is today
		{"2026-11-30T12:00:00Z", 1, "2026-11-29T13:00:00Z", 1},  // so does an hour
		{"2026-03-01T23:59:59Z", 3, "2026-02-27T00:00:00Z", 24},
		{"2026-12-01T00:30:00+02:00", 3, "2026-11-28T00:00:00Z", 24}, // days are those of UTC
	} {
		now, err := time.Parse(time.RFC3339, tc.now)
		if err != nil {
			t.Fatal(err)
		}
		from, step := eval.TrendSpan(now, tc.days)
		if got := from.Format(time.RFC3339); got != tc.from || step != tc.step {
			t.Errorf("TrendSpan(%s, %d) = %s, %d hours, want %s, %d", tc.now, tc.days, got, step, tc.from, tc.step)
		}
	}
}

func TestTrendPoint(t *testing.T) {
	if p, ok := tally("a", "xi").TrendPoint(noon, 24); ok {
		t.Errorf("nothing that counts gives %+v", p)
	}
	p, ok := tally("a", "pftx").TrendPoint(noon, 24)
	want := eval.TrendPoint{At: noon, Hours: 24, Results: 3, MeanScore: 1. / 3, Availability: 2. / 3}
	if !ok || p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
}
