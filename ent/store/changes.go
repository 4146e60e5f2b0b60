package store

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/lib/pq"
)

// Topics that are no ids. A prefix is followed by an id.
const (
	TopicBoard  = "board:"  // of a suite: counted results changed some standing
	TopicCancel = "cancel:" // of a run: it was asked to stop
	TopicRuns   = "runs"    // a run began, moved on or ended
	TopicWork   = "work"    // something can be claimed
	TopicAll    = "all"     // notifications may have been lost: look again at everything
)

const notifyChannel = "assay"

// changes tells listeners in this process which topics changed.
type changes struct {
	mu        sync.RWMutex
	listeners []func(topics []string)
}

func (c *changes) publish(topics []string) {
	if len(topics) == 0 {
		return
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, f := range c.listeners {
		f(topics)
	}
}

// OnChange registers f to hear the topics of every committed transaction of every node. A notification is a hint: look at the rows. f
// must not block.
func (s *Store) OnChange(f func(topics []string)) {
	s.changes.mu.Lock()
	defer s.changes.mu.Unlock()
	s.changes.listeners = append(s.changes.listeners, f)
}

// notify tells the other nodes, within the transaction, so that they hear exactly what was committed.
func (tx *Tx) notify(ctx context.Context) error {
	if !tx.postgres || len(tx.topics) == 0 {
		return nil
	}
	const maxPayload = 7900 // PostgreSQL refuses 8,000 bytes
	payload := strings.Join(tx.topics, ",")
	if len(payload) > maxPayload {
		payload = TopicAll
	}
	_, err := tx.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", notifyChannel, payload)
	return err
}

// Listen passes on what other nodes changed until ctx ends. With SQLite, which has no other nodes, it only waits. After a lost
// connection it publishes TopicAll, since what was sent meanwhile is gone.
func (s *Store) Listen(ctx context.Context, log *slog.Logger) error {
	if !s.postgres {
		<-ctx.Done()
		return nil
	}
	listener := pq.NewListener(s.url, 200*time.Millisecond, 5*time.Second, func(event pq.ListenerEventType, err error) {
		if err != nil {
			log.Warn("database notifications interrupted", "event", int(event), "error", err)
		}
	})
	defer listener.Close()
	if err := listener.Listen(notifyChannel); err != nil {
		return err
	}
	keepAlive := time.NewTicker(30 * time.Second)
	defer keepAlive.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case n := <-listener.Notify:
			if n == nil { // reconnected
				s.changes.publish([]string{TopicAll})
				continue
			}
			s.changes.publish(strings.Split(n.Extra, ","))
		case <-keepAlive.C:
			_ = listener.Ping() // a failure makes the listener reconnect
		}
	}
}
