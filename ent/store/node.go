package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"syscall"
	"time"
)

// takeNameFor is how long a node waits for its name.
const takeNameFor = 2 * time.Second

// LockNode locks a node's name to this process, so that whatever is held under the name is known to be its own. It fails when another
// process has the name. The lock ends with unlock, or with the process however it ends.
func (s *Store) LockNode(ctx context.Context, name string) (unlock func(), err error) {
	if s.postgres {
		return s.lockNodePostgres(ctx, name)
	}
	path, _ := strings.CutPrefix(s.url, "sqlite:")
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the database for this process: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("another process serves %s: with SQLite one process at a time does", path)
	}
	return func() { _ = f.Close() }, nil
}

func (s *Store) lockNodePostgres(ctx context.Context, name string) (func(), error) {
	c, err := s.writeDB.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock node: %w", err)
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte("assay node " + name))
	// The server may take a moment to see that the process which had the name before was killed.
	for deadline := time.Now().Add(takeNameFor); ; {
		var got bool
		if err := c.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(h.Sum64())).Scan(&got); err != nil {
			_ = c.Close()
			return nil, fmt.Errorf("lock node: %w", err)
		}
		if got {
			break
		}
		if time.Now().After(deadline) {
			_ = c.Close()
			return nil, fmt.Errorf("another process runs as node %q: give each its own ASSAY_NODE", name)
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			_ = c.Close()
			return nil, ctx.Err()
		}
	}
	// The session ends with its connection, and the lock with the session: a pooled connection must not outlive unlock.
	return func() { _ = c.Raw(func(any) error { return driver.ErrBadConn }); _ = c.Close() }, nil
}
