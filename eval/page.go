package eval

import "context"

// PageArgs asks for a part of an ordered list, by Relay's rules: the first n after a cursor, or the last n before one.
// At most one of First and Last is given, 1–100; neither: the first 25.
type PageArgs struct {
	First, Last   *int
	After, Before string
}

// Page is a part of an ordered list. Cursors pair with Items by index.
type Page[T any] struct {
	Items       []T
	Cursors     []string
	HasNext     bool
	HasPrevious bool
	Total       func(context.Context) (int, error) // counts the whole list; only called when asked for
}
