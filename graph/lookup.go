package graph

import (
	"context"
	"slices"
	"sync"
)

// lookup finds values by id. Ids that will probably be asked for are wanted; the first get loads them all.
type lookup[V any] struct {
	load  func(ctx context.Context, ids []string) (map[string]V, error)
	found func(V) // told of every value loaded; nil: nobody is

	mu     sync.Mutex    // held while loading: whoever asks meanwhile waits for the answer
	values map[string]*V // nil: asked for, and not there

	wantedMu sync.Mutex // of its own, so that a loading lookup can tell another what it will want
	wanted   []string
}

func newLookup[V any](load func(context.Context, []string) (map[string]V, error), found func(V)) *lookup[V] {
	return &lookup[V]{load: load, found: found, values: map[string]*V{}}
}

// byID makes a load function of a use case that gives values in any order, unknown ids left out.
func byID[V any](list func(context.Context, []string) ([]V, error), id func(V) string) func(context.Context, []string) (map[string]V, error) {
	return func(ctx context.Context, ids []string) (map[string]V, error) {
		values, err := list(ctx, ids)
		found := make(map[string]V, len(values))
		for _, v := range values {
			found[id(v)] = v
		}
		return found, err
	}
}

// want says that id may be asked for.
func (l *lookup[V]) want(id string) {
	l.wantedMu.Lock()
	defer l.wantedMu.Unlock()
	l.wanted = append(l.wanted, id)
}

// missing takes what is wanted, with id, each once, without what is there already.
func (l *lookup[V]) missing(id string) []string {
	l.wantedMu.Lock()
	ids := l.wanted
	l.wanted = nil
	l.wantedMu.Unlock()
	ids = slices.DeleteFunc(append(ids, id), func(id string) bool { _, ok := l.values[id]; return ok })
	slices.Sort(ids)
	return slices.Compact(ids)
}

// get gives the value with this id, nil when there is none.
func (l *lookup[V]) get(ctx context.Context, id string) (*V, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v, ok := l.values[id]; ok {
		return v, nil
	}
	ids := l.missing(id)
	loaded, err := l.load(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		l.values[id] = nil
		if v, ok := loaded[id]; ok {
			l.values[id] = &v
			if l.found != nil {
				l.found(v)
			}
		}
	}
	return l.values[id], nil
}

// getIf is get where an empty id stands for none.
func (l *lookup[V]) getIf(ctx context.Context, id string) (*V, error) {
	if id == "" {
		return nil, nil
	}
	return l.get(ctx, id)
}
