package store

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	entsql "entgo.io/ent/dialect/sql"

	"assay/eval"
	"assay/eval/fault"
)

const (
	defaultPage = 25
	maxPage     = 100
)

// window is what a page asks of an ordered list: up to limit rows strictly between the keys after and before (empty: open), from the
// end when backward.
type window struct {
	after, before string
	limit         int
	backward      bool
}

// paginate cuts a page out of an ordered list. scope names order and filter, and binds cursors to them. fetch gives the rows of a
// window in list order, or in reverse when it is backward; key gives a row's place.
func paginate[T any](args eval.PageArgs, scope string, fetch func(window) ([]T, error), key func(T) string) (eval.Page[T], error) {
	var page eval.Page[T]
	w, err := newWindow(args, scope)
	if err != nil {
		return page, err
	}
	wanted := w.limit
	w.limit++ // one more tells whether the list goes on
	rows, err := fetch(w)
	if err != nil {
		return page, err
	}
	more := len(rows) > wanted
	rows = rows[:min(len(rows), wanted)]
	if w.backward {
		rows = slices.Clone(rows)
		slices.Reverse(rows)
		page.HasPrevious, page.HasNext = more || w.after != "", w.before != ""
	} else {
		page.HasNext, page.HasPrevious = more || w.before != "", w.after != ""
	}
	page.Items = rows
	page.Cursors = make([]string, len(rows))
	for i, r := range rows {
		page.Cursors[i] = cursor(scope, key(r))
	}
	return page, nil
}

// PageOf cuts a page out of a list that is computed whole and sorted by compare. place says where an item stands in it; a cursor holds
// that, as JSON, and stays good when the item has moved or gone.
func PageOf[T, P any](items []T, args eval.PageArgs, scope string, place func(T) P, compare func(P, P) int) (eval.Page[T], error) {
	fetch := func(w window) ([]T, error) {
		part := items
		if w.after != "" {
			after, err := readPlace[P]("after", w.after)
			if err != nil {
				return nil, err
			}
			i, found := slices.BinarySearchFunc(part, after, func(v T, p P) int { return compare(place(v), p) })
			if found {
				i++
			}
			part = part[i:]
		}
		if w.before != "" {
			before, err := readPlace[P]("before", w.before)
			if err != nil {
				return nil, err
			}
			i, _ := slices.BinarySearchFunc(part, before, func(v T, p P) int { return compare(place(v), p) })
			part = part[:i]
		}
		if w.backward {
			part = slices.Clone(part)
			slices.Reverse(part)
		}
		return part[:min(len(part), w.limit)], nil
	}
	page, err := paginate(args, scope, fetch, func(v T) string {
		b, _ := json.Marshal(place(v)) // a place is numbers and text
		return string(b)
	})
	page.Total = func(context.Context) (int, error) { return len(items), nil }
	return page, err
}

func readPlace[P any](field, key string) (p P, err error) {
	if json.Unmarshal([]byte(key), &p) != nil {
		err = badCursor(field)
	}
	return p, err
}

func newWindow(args eval.PageArgs, scope string) (w window, err error) {
	size := func(field string, n *int) error {
		if *n < 1 || *n > maxPage {
			return fault.Bad(field, "must be from 1 to %d, not %d", maxPage, *n)
		}
		w.limit = *n
		return nil
	}
	w.limit = defaultPage
	switch {
	case args.First != nil && args.Last != nil:
		return w, fault.Bad("last", "give first or last, not both")
	case args.First != nil:
		err = size("first", args.First)
	case args.Last != nil:
		w.backward = true
		err = size("last", args.Last)
	}
	if err != nil {
		return w, err
	}
	if w.after, err = cursorKey("after", scope, args.After); err != nil {
		return w, err
	}
	w.before, err = cursorKey("before", scope, args.Before)
	return w, err
}

func scopeMark(scope string) string {
	sum := sha256.Sum256([]byte(scope))
	return hex.EncodeToString(sum[:4])
}

func cursor(scope, key string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(scopeMark(scope) + ":" + key))
}

func cursorKey(field, scope, cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	mark, key, ok := strings.Cut(string(raw), ":")
	if err != nil || !ok || key == "" || mark != scopeMark(scope) || !utf8.ValidString(key) || strings.ContainsRune(key, 0) {
		return "", badCursor(field)
	}
	return key, nil
}

func badCursor(field string) error {
	return fault.Bad(field, "is no cursor of this list in this order and filter")
}

// in keeps a query within the window on a column; convert turns a cursor's key into the column's value.
func (w window) in(column string, descending bool, convert func(string) any) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		after, before := entsql.GT, entsql.LT
		if descending {
			after, before = before, after
		}
		if w.after != "" {
			s.Where(after(s.C(column), convert(w.after)))
		}
		if w.before != "" {
			s.Where(before(s.C(column), convert(w.before)))
		}
	}
}

// order sorts a query as the window's list is sorted.
func (w window) order(column string, descending bool) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		if descending != w.backward {
			s.OrderBy(entsql.Desc(s.C(column)))
		} else {
			s.OrderBy(entsql.Asc(s.C(column)))
		}
	}
}

func asText(key string) any { return key }

// asNumber reads a key that is an integer; a forged one that is none matches nothing below it.
func asNumber(key string) any {
	n, err := strconv.ParseInt(key, 10, 64)
	if err != nil {
		return int64(-1)
	}
	return n
}
