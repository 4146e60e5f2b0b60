package store_test

import (
	"cmp"
	"fmt"
	"testing"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// place sorts by N, the largest first, then by name.
type place struct {
	N    int
	Name string
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(q.N, p.N), cmp.Compare(p.Name, q.Name))
}

func pageOf(t *testing.T, items []place, args eval.PageArgs) (eval.Page[place], string) {
	t.Helper()
	page, err := store.PageOf(items, args, "scope", func(p place) place { return p }, place.compare)
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, i := range page.Items {
		names += i.Name
	}
	return page, names
}

func TestPageOfGoesOnBehindWhatMoved(t *testing.T) {
	list := []place{{9, "a"}, {7, "b"}, {7, "c"}, {5, "d"}, {3, "e"}, {1, "f"}}
	first, names := pageOf(t, list, eval.PageArgs{First: new(3)})
	if names != "abc" || !first.HasNext || first.HasPrevious {
		t.Fatalf("the first page is %q: %+v", names, first)
	}
	after := first.Cursors[2]
	for _, tc := range []struct {
		name string
		list []place
		want string
	}{
		{"as it was", list, "def"},
		{"the cursor's item rose to the top", []place{{10, "c"}, {9, "a"}, {7, "b"}, {5, "d"}, {3, "e"}, {1, "f"}}, "def"},
		{"it fell to the end", []place{{9, "a"}, {7, "b"}, {5, "d"}, {3, "e"}, {1, "f"}, {0, "c"}}, "defc"},
		{"it is gone", []place{{9, "a"}, {7, "b"}, {5, "d"}}, "d"},
		{"all are gone", nil, ""},
	} {
		if page, names := pageOf(t, tc.list, eval.PageArgs{First: new(10), After: after}); names != tc.want || !page.HasPrevious || page.HasNext {
			t.Errorf("%s: %q, want %q: %+v", tc.name, names, tc.want, page)
		}
	}
	if page, names := pageOf(t, list, eval.PageArgs{Last: new(2), Before: after}); names != "ab" || page.HasPrevious || !page.HasNext {
		t.Errorf("before the cursor: %q, %+v", names, page)
	}
	if total, err := first.Total(t.Context()); total != 6 || err != nil {
		t.Errorf("%d in all, %v", total, err)
	}
}

func TestPageOfRefusesCursorsOfOtherLists(t *testing.T) {
	list := []place{{1, "a"}, {0, "b"}}
	other, err := store.PageOf(list, eval.PageArgs{}, "another", func(p place) place { return p }, place.compare)
	if err != nil {
		t.Fatal(err)
	}
	text, err := store.PageOf(list, eval.PageArgs{}, "scope", func(p place) string { return p.Name }, cmp.Compare[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, cursor := range []string{other.Cursors[0], text.Cursors[0], "x", "###", fmt.Sprint(other.Cursors[0], "A")} {
		for _, args := range []eval.PageArgs{{After: cursor}, {Before: cursor}} {
			_, err := store.PageOf(list, args, "scope", func(p place) place { return p }, place.compare)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("cursor %q: %v", cursor, err)
			}
		}
	}
}
