package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
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
	return lockFile(path)
}

// LockAll keeps every node from serving this database, and fails while one does. The lock ends with unlock, or with the process.
func (s *Store) LockAll(ctx context.Context) (unlock func(), err error) {
	if !s.postgres {
		path, _ := strings.CutPrefix(s.url, "sqlite:")
		return lockFile(path)
	}
	c, err := s.writeDB.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock the database: %w", err)
	}
	if err := tryLock(ctx, c, "SELECT pg_try_advisory_lock($1)", servingLock, "nodes serve this database: stop them all first"); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return func() { endSession(c) }, nil
}

// lockFile locks a SQLite database to this process. It does not open it.
func lockFile(path string) (unlock func(), err error) {
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

// servingLock is the PostgreSQL advisory lock that all nodes share, and that whoever needs the database alone takes for itself.
const servingLock = 0x61737362 // "assb"

func tryLock(ctx context.Context, c *sql.Conn, query string, key int64, otherwise string) error {
	var got bool
	if err := c.QueryRowContext(ctx, query, key).Scan(&got); err != nil {
		return fmt.Errorf("lock the database: %w", err)
	}
	if !got {
		return errors.New(otherwise)
	}
	return nil
}

// endSession ends a PostgreSQL session with its locks: a pooled connection must not outlive them. They are given back first, for a server
// that is busy sees a closed connection late.
func endSession(c *sql.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), takeNameFor)
	defer cancel()
	_, _ = c.ExecContext(ctx, "SELECT pg_advisory_unlock_all()") // a lost connection has lost them
	_ = c.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.Close()
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
	if err := tryLock(ctx, c, "SELECT pg_try_advisory_lock_shared($1)", servingLock, "the database is being copied, and cannot be served before that ends"); err != nil {
		endSession(c)
		return nil, err
	}
	return func() { endSession(c) }, nil
}
