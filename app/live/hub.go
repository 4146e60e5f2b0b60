// Package live wakes watchers when something changed. A wake-up is a hint: the watcher looks at the rows. Whoever publishes never waits
// for a watcher, and a slow watcher never misses that something changed: topics gather until it takes them.
package live

import (
	"sync"

	"assay/ent/store"
)

// Hub passes topics on to watchers. The zero value is ready.
type Hub struct {
	mu       sync.Mutex
	watchers map[*Watcher]struct{}
}

// Watcher gathers the topics that match.
type Watcher struct {
	// C holds a value while there is something to Take.
	C <-chan struct{}

	hub     *Hub
	wake    chan struct{}
	match   func(topic string) bool
	mu      sync.Mutex
	pending map[string]struct{}
}

// Watch gathers the topics that match until Close. store.TopicAll matches always.
func (h *Hub) Watch(match func(topic string) bool) *Watcher {
	wake := make(chan struct{}, 1)
	w := &Watcher{C: wake, hub: h, wake: wake, match: match, pending: map[string]struct{}{}}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers == nil {
		h.watchers = map[*Watcher]struct{}{}
	}
	h.watchers[w] = struct{}{}
	return w
}

// WatchTopic gathers one topic.
func (h *Hub) WatchTopic(topic string) *Watcher {
	return h.Watch(func(t string) bool { return t == topic })
}

// Publish tells every watcher whose topics these are. It never blocks.
func (h *Hub) Publish(topics []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers {
		w.add(topics)
	}
}

// Watchers is how many watch now.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.watchers)
}

func (w *Watcher) add(topics []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range topics {
		if t == store.TopicAll || w.match(t) {
			w.pending[t] = struct{}{}
		}
	}
	if len(w.pending) == 0 {
		return
	}
	select {
	case w.wake <- struct{}{}:
	default: // it is awake already
	}
}

// Take gives the topics gathered since the last Take, in no order.
func (w *Watcher) Take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	topics := make([]string, 0, len(w.pending))
	for t := range w.pending {
		topics = append(topics, t)
	}
	clear(w.pending)
	return topics
}

// Close ends the watching.
func (w *Watcher) Close() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	delete(w.hub.watchers, w)
}
