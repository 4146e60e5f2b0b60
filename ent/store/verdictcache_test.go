package store

import (
	"testing"

	"assay/eval"
	"assay/eval/classscore"
)

// However many kinds of work there are, and however often they are kept anew, no more verdicts are kept than may be.
func TestVerdictCacheIsBounded(t *testing.T) {
	s := newVerdictCache()
	code := func(workspace string) verdictsKey { return verdictsKey{workspace, classscore.Code} }
	for range 5 {
		s.keep(code("one"), make([]eval.WorkVerdict, mostCached/2))
	}
	s.keep(code("two"), make([]eval.WorkVerdict, mostCached/2))
	if len(s.of(code("one"))) == 0 || len(s.of(code("two"))) == 0 || s.count != mostCached {
		t.Fatalf("%d are kept, of two lists that have room", s.count)
	}
	s.keep(code("three"), make([]eval.WorkVerdict, 1))
	if s.of(code("one")) != nil || s.of(code("two")) == nil || s.count != mostCached/2+1 {
		t.Fatalf("%d are kept: the list asked for longest ago goes first", s.count)
	}
	s.keep(code("three"), make([]eval.WorkVerdict, mostCached+1))
	if s.of(code("three")) != nil || s.of(code("two")) == nil || s.count != mostCached/2 {
		t.Fatalf("%d are kept: a list that is too long is not, and takes no other's room", s.count)
	}
}
