package store_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/internal/dbtest"
)

// What two nodes keep of verdicts is what the database has, whichever recorded them, and what was rolled back never was.
func TestStandingVerdictsAreTheDatabases(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		nodes := []*store.Store{dbtest.Open(t, url), dbtest.Open(t, url)}
		random := rand.New(rand.NewPCG(4, 2))
		pieces := []string{"wrk_1", "wrk_2", "wrk_3", "wrk_4"}
		values := []classscore.Value{classscore.Success, classscore.Failure, classscore.TakenBack}
		changedMind := errors.New("changed one's mind")
		for i := range 60 {
			undone := random.IntN(4) == 0
			err := nodes[random.IntN(len(nodes))].Write(t.Context(), func(tx *store.Tx) error {
				for j := range 1 + random.IntN(3) {
					piece := pieces[random.IntN(len(pieces))]
					class := []classscore.Class{classscore.Code, classscore.Research}[piece[4]%2]
					v := eval.WorkVerdict{ID: fmt.Sprintf("vdt_%d_%d", i, j), WorkspaceID: "wsp_1", Class: class, AgentID: "agt_1", WorkID: piece, PieceID: piece,
						Voice: classscore.Voice{Kind: classscore.Person, ID: fmt.Sprint("usr_", random.IntN(3))}, Value: values[random.IntN(len(values))],
						At: noon.Add(time.Duration(i) * time.Second)}
					v.Receipt[0], v.Receipt[1] = byte(i), byte(j)
					if _, err := tx.AddVerdict(t.Context(), v); err != nil {
						return err
					}
				}
				sameStanding(t.Context(), t, tx, pieces)
				if undone {
					return changedMind
				}
				return nil
			})
			if err != nil && (!undone || !errors.Is(err, changedMind)) {
				t.Fatal(err)
			}
		}
	})
}

func sameStanding(ctx context.Context, t *testing.T, tx *store.Tx, pieces []string) {
	t.Helper()
	all, err := tx.VerdictsOn(ctx, pieces)
	if err != nil {
		t.Fatal(err)
	}
	want := map[classscore.Class][]eval.WorkVerdict{}
	for _, of := range all {
		for _, v := range of {
			if v.Stands {
				want[v.Class] = append(want[v.Class], eval.WorkVerdict{Seq: v.Seq, AgentID: v.AgentID, PieceID: v.PieceID, Voice: v.Voice, Value: v.Value, At: v.At, Receipt: v.Receipt})
			}
		}
	}
	for _, class := range []classscore.Class{classscore.Code, classscore.Research} {
		slices.SortFunc(want[class], func(a, b eval.WorkVerdict) int { return cmp.Compare(a.Seq, b.Seq) })
		got, err := tx.StandingVerdicts(ctx, "wsp_1", class)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want[class]) {
			t.Fatalf("%s: %v stand, want %v", class, got, want[class])
		}
	}
	if none, err := tx.StandingVerdicts(ctx, "wsp_2", classscore.Code); err != nil || len(none) != 0 {
		t.Fatalf("of another workspace: %v, %v", none, err)
	}
}
