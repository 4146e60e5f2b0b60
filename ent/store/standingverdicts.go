package store

import (
	"context"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"assay/eval"
	"assay/eval/classscore"
)

// StandingVerdicts gives the verdicts that stand in one kind of work of a workspace, which is locked, in the order in which they were
// recorded, with what a score is computed from and nothing else. They are shared: not to be changed.
func (tx *Tx) StandingVerdicts(ctx context.Context, workspaceID string, class classscore.Class) ([]eval.WorkVerdict, error) {
	key := verdictsKey{workspaceID, class}
	before, last := tx.verdicts.of(key), int64(0)
	if len(before) > 0 {
		last = before[len(before)-1].Seq // the newest of all stands
	}
	added, err := tx.scoredVerdicts(ctx, "workspace_id = $1 AND class = $2 AND stands AND id > $3 ORDER BY id", workspaceID, string(class), last)
	if err != nil || len(added) == 0 {
		return before, err
	}
	now := replaced(before, added)
	tx.committed = append(tx.committed, func() { tx.verdicts.keep(key, now) })
	return now, nil
}

// replaced gives verdicts with newer ones after them, without those in whose place they came.
func replaced(before, added []eval.WorkVerdict) []eval.WorkVerdict {
	if len(before) == 0 {
		return added
	}
	type saying struct {
		piece string
		voice classscore.Voice
	}
	again := make(map[saying]bool, len(added))
	for _, v := range added {
		again[saying{v.PieceID, v.Voice}] = true
	}
	now := make([]eval.WorkVerdict, 0, len(before)+len(added))
	for i := range before {
		if v := &before[i]; !again[saying{v.PieceID, v.Voice}] {
			now = append(now, *v)
		}
	}
	return append(now, added...)
}

// verdictCache keeps the verdicts that stand in the kinds of work that were scored last, so that the next score reads only what was said since.
// Rows of verdicts are only ever added, by rising numbers while their workspace is locked: what was committed once goes on to be true, but
// for what newer verdicts of the same voices took the place of. Other nodes' are found like one's own.
type verdictCache struct {
	mu    sync.Mutex
	lists *simplelru.LRU[verdictsKey, []eval.WorkVerdict]
	count int
}

type verdictsKey struct {
	workspace string
	class     classscore.Class
}

// mostCached is how many verdicts are kept in all: some 15 MB.
const mostCached = 50_000

func newVerdictCache() *verdictCache {
	s := &verdictCache{}
	var err error
	s.lists, err = simplelru.NewLRU(mostCached, func(_ verdictsKey, list []eval.WorkVerdict) { s.count -= len(list) })
	if err != nil { // of a size below 1
		panic(err)
	}
	return s
}

func (s *verdictCache) of(key verdictsKey) []eval.WorkVerdict {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, _ := s.lists.Get(key)
	return list
}

func (s *verdictCache) keep(key verdictsKey, list []eval.WorkVerdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists.Remove(key) // Add would not say what it takes the place of
	if len(list) > mostCached {
		return
	}
	s.count += len(list)
	s.lists.Add(key, slices.Clip(list))
	for s.count > mostCached {
		s.lists.RemoveOldest()
	}
}
