package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Work that is claimed. Kinds with a subject have one row a piece of work; singletons have one row for ever.
const (
	ClaimRunAgent   = "run_agent"           // one agent's part of a run; the subject is its id
	ClaimCancelled  = "cancelled_run_agent" // the same, of a run that was cancelled before anyone took it up
	ClaimSchedule   = "schedule"            // singleton: starting due suites
	ClaimCards      = "cards"               // singleton: refreshing agent cards
	ClaimRetention  = "retention"           // singleton: removing what was kept long enough
	ClaimLog        = "log"                 // singleton: taking receipts into the log
	ClaimDeadlines  = "deadlines"           // singleton: ending work whose deadline went by
	ClaimDeliveries = "deliveries"          // singleton: bringing work to its assignees
)

// singletons are the kinds that have one row for ever.
var singletons = []string{ClaimSchedule, ClaimCards, ClaimRetention, ClaimLog, ClaimDeadlines, ClaimDeliveries}

const (
	// BeatEvery is how often a holder shows that it is alive.
	BeatEvery = 2 * time.Second
	// abandonedAfter is how long a beat must stand still, by the watcher's own monotonic clock, before the claim may be taken over.
	abandonedAfter = 8 * time.Second
)

// Claim is a piece of work held by this node. Every write made under it names its epoch: once another node has taken the claim over,
// the epoch is higher and the write is refused.
type Claim struct {
	ID, Kind, Subject string
	Host              string // host and port the work calls; empty: none
	Epoch             int64
	Attempts          int // how often it was claimed, this time included
}

// Claimer claims work for one node. It is not safe for concurrent use.
type Claimer struct {
	store  *Store
	holder string
	since  func() time.Duration           // monotonic
	seen   map[string]map[string]sighting // claims of others, by kind and id
}

type sighting struct {
	epoch, beat int64
	at          time.Duration
}

// NewClaimer makes the claimer of the node called holder, whose name must be locked to this process (LockNode). Whatever an earlier
// process of that name held is free again at once. since is a monotonic clock.
func (s *Store) NewClaimer(ctx context.Context, holder string, since func() time.Duration) (*Claimer, error) {
	c := &Claimer{store: s, holder: holder, since: since, seen: map[string]map[string]sighting{}}
	for _, kind := range singletons {
		_, err := s.write.db.ExecContext(ctx,
			"INSERT INTO claims (id, kind) VALUES ($1, $1) ON CONFLICT (id) DO NOTHING", kind)
		if err != nil {
			return nil, fmt.Errorf("make claim %s: %w", kind, err)
		}
	}
	if _, err := s.write.db.ExecContext(ctx, "UPDATE claims SET holder = '' WHERE holder = $1", holder); err != nil {
		return nil, fmt.Errorf("take back claims: %w", err)
	}
	return c, nil
}

// Holder is the node's name.
func (c *Claimer) Holder() string { return c.holder }

// Want says which work to claim.
type Want struct {
	Kind    string
	Now     int64 // Unix milliseconds: what is due then
	Limit   int
	PerHost int      // at most so many pieces that call one host; 0: no bound
	Busy    []string // hosts that are called enough already
}

// Claim takes pieces of work: first those nobody holds, then those whose holder has stood still for 8 s. The first pieces of all runs
// come before the second ones, so that no run keeps the others waiting. Call it at least twice a second, so that the standing still is
// seen.
func (c *Claimer) Claim(ctx context.Context, w Want) ([]Claim, error) {
	if w.Limit <= 0 {
		return nil, nil
	}
	lock := ""
	if c.store.postgres {
		lock = " FOR UPDATE SKIP LOCKED"
	}
	if w.PerHost <= 0 {
		w.PerHost = w.Limit
	}
	which := "SELECT id FROM (SELECT id, host, position, run_at, ROW_NUMBER() OVER (PARTITION BY host ORDER BY position, run_at, id) AS place " +
		"FROM claims WHERE holder = '' AND kind = $2 AND run_at <= $3"
	args := []any{w.Kind, w.Now, w.PerHost, w.Limit}
	if len(w.Busy) > 0 {
		which += " AND host NOT IN (" + placeholders(6, len(w.Busy)) + ")"
		args = append(args, anys(w.Busy)...)
	}
	which += ") due WHERE host = '' OR place <= $4 ORDER BY position, run_at, id LIMIT $5"
	if c.store.postgres { // which cannot lock the rows of a window
		which = "SELECT id FROM claims WHERE holder = '' AND id IN (" + which + ")" + lock
	}
	free, err := c.take(ctx, which, args...)
	if err != nil || len(free) >= w.Limit {
		return free, err
	}
	abandoned, err := c.abandoned(ctx, w.Kind)
	if err != nil {
		return free, err
	}
	for id, s := range abandoned {
		if len(free) >= w.Limit {
			break
		}
		// Only if it still stands exactly where it was seen standing.
		taken, err := c.take(ctx, "SELECT id FROM claims WHERE id = $2 AND epoch = $3 AND beat = $4"+lock, id, s.epoch, s.beat)
		if err != nil {
			return free, err
		}
		delete(c.seen[w.Kind], id)
		free = append(free, taken...)
	}
	return free, nil
}

func (c *Claimer) take(ctx context.Context, which string, args ...any) (claims []Claim, err error) {
	var idle bool
	// A read first: most polls find nothing, and must not queue for SQLite's one writer.
	if !c.store.postgres {
		if idle, err = c.nothing(ctx, which, args...); err != nil || idle {
			return nil, err
		}
	}
	rows, err := c.store.write.db.QueryContext(ctx,
		"UPDATE claims SET holder = $1, epoch = epoch + 1, beat = 0, attempts = attempts + 1 WHERE id IN ("+which+
			") RETURNING id, kind, subject, host, epoch, attempts", append([]any{c.holder}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("claim: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var k Claim
		if err := rows.Scan(&k.ID, &k.Kind, &k.Subject, &k.Host, &k.Epoch, &k.Attempts); err != nil {
			return nil, fmt.Errorf("claim: %w", err)
		}
		claims = append(claims, k)
	}
	slices.SortFunc(claims, func(a, b Claim) int { return strings.Compare(a.ID, b.ID) })
	return claims, rows.Err()
}

// nothing reports whether a query for claims finds none now. $1 is unused in it, and given all the same.
func (c *Claimer) nothing(ctx context.Context, which string, args ...any) (bool, error) {
	rows, err := c.store.db.QueryContext(ctx, "SELECT 1 WHERE $1 <> '' AND EXISTS ("+which+")", append([]any{c.holder}, args...)...)
	if err != nil {
		return false, fmt.Errorf("look for claims: %w", err)
	}
	defer rows.Close()
	return !rows.Next(), rows.Err()
}

// abandoned looks at the claims of others and gives those whose beat this process has seen standing still for long enough.
func (c *Claimer) abandoned(ctx context.Context, kind string) (map[string]sighting, error) {
	rows, err := c.store.db.QueryContext(ctx,
		"SELECT id, epoch, beat FROM claims WHERE kind = $1 AND holder <> '' AND holder <> $2", kind, c.holder)
	if err != nil {
		return nil, fmt.Errorf("watch claims: %w", err)
	}
	defer rows.Close()
	now, out, present := c.since(), map[string]sighting{}, map[string]bool{}
	for rows.Next() {
		var id string
		var s sighting
		if err := rows.Scan(&id, &s.epoch, &s.beat); err != nil {
			return nil, fmt.Errorf("watch claims: %w", err)
		}
		present[id] = true
		last, known := c.seen[kind][id]
		if !known || last.epoch != s.epoch || last.beat != s.beat {
			s.at = now
			c.see(kind, id, s)
			continue
		}
		if now-last.at >= abandonedAfter {
			out[id] = last
		}
	}
	maps.DeleteFunc(c.seen[kind], func(id string, _ sighting) bool { return !present[id] })
	return out, rows.Err()
}

func (c *Claimer) see(kind, id string, s sighting) {
	if c.seen[kind] == nil {
		c.seen[kind] = map[string]sighting{}
	}
	c.seen[kind][id] = s
}

// Beat shows that this node is at work on the claims with these ids, and gives the epochs of those it still holds, by id. What it holds
// and does not work on is given back: a claim whose release failed, while the database was away, must not be kept alive for ever.
func (c *Claimer) Beat(ctx context.Context, working []string) (map[string]int64, error) {
	held := map[string]int64{}
	idle := "UPDATE claims SET holder = '' WHERE holder = $1"
	if len(working) > 0 {
		in := "(" + placeholders(2, len(working)) + ")"
		args := append([]any{c.holder}, anys(working)...)
		rows, err := c.store.write.db.QueryContext(ctx,
			"UPDATE claims SET beat = beat + 1 WHERE holder = $1 AND id IN "+in+" RETURNING id, epoch", args...)
		if err != nil {
			return nil, fmt.Errorf("beat: %w", err)
		}
		if err := scanEpochs(rows, held); err != nil {
			return nil, err
		}
		idle += " AND id NOT IN " + in
	}
	if _, err := c.store.write.db.ExecContext(ctx, idle, append([]any{c.holder}, anys(working)...)...); err != nil {
		return nil, fmt.Errorf("give back: %w", err)
	}
	return held, nil
}

func scanEpochs(rows *sql.Rows, held map[string]int64) error {
	defer rows.Close()
	for rows.Next() {
		var id string
		var epoch int64
		if err := rows.Scan(&id, &epoch); err != nil {
			return fmt.Errorf("read epochs: %w", err)
		}
		held[id] = epoch
	}
	return rows.Err()
}

// Release gives a claim back unfinished; any node may go on with it from the instant given (Unix milliseconds). A claim that was lost
// is left alone. The claiming does not count as an attempt: nothing was lost by it.
func (s *Store) Release(ctx context.Context, holder string, k Claim, runAt int64) error {
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.db.ExecContext(ctx,
			"UPDATE claims SET holder = '', attempts = attempts - 1, run_at = $1 WHERE id = $2 AND holder = $3 AND epoch = $4",
			runAt, k.ID, holder, k.Epoch)
		if err != nil {
			return fmt.Errorf("release claim: %w", err)
		}
		tx.Changed(TopicWork)
		return nil
	})
}

// ReleaseAll gives back everything a node still holds, when it stops.
func (s *Store) ReleaseAll(ctx context.Context, holder string) error {
	return s.Write(ctx, func(tx *Tx) error {
		if _, err := tx.db.ExecContext(ctx, "UPDATE claims SET holder = '' WHERE holder = $1", holder); err != nil {
			return fmt.Errorf("release claims: %w", err)
		}
		tx.Changed(TopicWork)
		return nil
	})
}

// Holds locks those of the claims that holder still holds at the epoch given, until the transaction ends, and reports them by id.
func (tx *Tx) Holds(ctx context.Context, holder string, epochs map[string]int64) (map[string]bool, error) {
	ids := make([]string, 0, len(epochs))
	for id := range epochs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	rows, err := tx.db.QueryContext(ctx, "SELECT id, epoch FROM claims WHERE holder = $1 AND id IN ("+placeholders(2, len(ids))+
		") ORDER BY id"+tx.forUpdate(), append([]any{holder}, anys(ids)...)...)
	if err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	defer rows.Close()
	held := make(map[string]bool, len(ids))
	for rows.Next() {
		var id string
		var epoch int64
		if err := rows.Scan(&id, &epoch); err != nil {
			return nil, fmt.Errorf("guard: %w", err)
		}
		held[id] = epoch == epochs[id]
	}
	return held, rows.Err()
}

func (tx *Tx) deleteClaims(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.db.ExecContext(ctx, "DELETE FROM claims WHERE id IN ("+placeholders(1, len(ids))+")", anys(ids)...)
	return err
}
