package store_test

import (
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestEvidenceIsRemovedByAge(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		if bodies, oldest, err := s.EvidenceStored(ctx); bodies != 0 || !oldest.IsZero() || err != nil {
			t.Errorf("without evidence: %d, %v, %v", bodies, oldest, err)
		}
		sc := newScene(t, s, 1, 5, false)
		ids := make([]string, 5)
		for i := range ids {
			e := sc.result(0, i, nil, eval.NoError, noon.Add(time.Duration(i)*time.Hour))
			ids[i] = e.Result.ID
			record(t, s, sc, e)
		}
		stored := func(bodies int, oldest time.Time) {
			t.Helper()
			if b, o, err := s.EvidenceStored(ctx); b != bodies || !o.Equal(oldest) || err != nil {
				t.Errorf("%d bodies, the oldest of %v, %v; want %d, %v", b, o, err, bodies, oldest)
			}
		}
		remove := func(before time.Time, limit, want int) {
			t.Helper()
			write(t, s, func(tx *store.Tx) error {
				n, err := tx.RemoveEvidence(ctx, before, limit)
				if n != want {
					t.Errorf("removed %d, want %d", n, want)
				}
				return err
			})
		}
		stored(5, noon)
		remove(noon.Add(3*time.Hour), 2, 2)
		stored(3, noon.Add(2*time.Hour))
		remove(noon.Add(3*time.Hour), 2, 1)
		remove(noon.Add(3*time.Hour), 2, 0)
		stored(2, noon.Add(3*time.Hour))
		kept, err := s.EvidenceKept(ctx, ids)
		if err != nil || len(kept) != 2 || !kept[ids[3]] || !kept[ids[4]] {
			t.Errorf("kept %v, %v", kept, err)
		}
		if r, err := s.Result(ctx, ids[0]); r == nil || err != nil {
			t.Errorf("the result: %v, %v", r, err)
		}
	})
}
