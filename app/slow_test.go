package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
)

func TestSlowest(t *testing.T) {
	var ms []int64
	for i := range int64(100) {
		ms = append(ms, i+1)
	}
	rows := []store.Latencies{{AgentID: "a", MS: []int64{10}}, {AgentID: "b", MS: ms}, {AgentID: "c", MS: []int64{1, 2}}, {AgentID: "d", MS: []int64{10}}}
	want := []SlowAgent{{"b", 51, 95, 100}, {"a", 10, 10, 1}, {"d", 10, 10, 1}}
	if diff := cmp.Diff(want, slowest(rows, 3)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for n, want := range map[int]int{1: 0, 2: 1, 19: 18, 20: 18, 21: 19, 100: 94} {
		if got := nearestRank(percentile95, n); got != want {
			t.Errorf("of %d: %d, want %d", n, got, want)
		}
	}
}
