package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/agent"
	"assay/ent/internal/entdb/run"
	"assay/ent/internal/entdb/suite"
)

// Description is the database itself.
type Description struct {
	Version       string // sqlite or postgres, with its version
	SchemaVersion int
	Bytes         *int64 // its size; nil: it cannot be told
}

// Describe describes the database.
func (s *Store) Describe(ctx context.Context) (Description, error) {
	d := Description{}
	version, size, name := "SELECT sqlite_version()", "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()", "sqlite "
	if s.postgres {
		version, size, name = "SELECT split_part(current_setting('server_version'), ' ', 1)", "SELECT pg_database_size(current_database())", "postgres "
	}
	reader := s.pools[len(s.pools)-1]
	if err := reader.QueryRowContext(ctx, version).Scan(&d.Version); err != nil {
		return d, fmt.Errorf("describe the database: %w", err)
	}
	d.Version = name + d.Version
	if err := reader.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM schema_version").Scan(&d.SchemaVersion); err != nil {
		return d, fmt.Errorf("describe the database: %w", err)
	}
	var bytes int64
	if err := reader.QueryRowContext(ctx, size).Scan(&bytes); err == nil { // a role need not be allowed to ask
		d.Bytes = &bytes
	}
	return d, nil
}

// Pools gives the statistics of the connections to the database, by what they are for.
func (s *Store) Pools() map[string]sql.DBStats {
	stats := map[string]sql.DBStats{}
	for i, name := range []string{"write", "read"}[:len(s.pools)] {
		stats[name] = s.pools[i].Stats()
	}
	return stats
}

// Jobs counts claimed work of one kind.
type Jobs struct {
	Kind                 string
	Waiting, Later, Held int       // free and due, free and due later, held by a node
	OldestAt             time.Time // when the oldest that waits was due; zero: none waits
}

// Jobs counts claimed work by kind.
func (c conn) Jobs(ctx context.Context, now time.Time) ([]Jobs, error) {
	rows, err := c.db.QueryContext(ctx, `SELECT kind, SUM(CASE WHEN holder = '' AND run_at <= $1 THEN 1 ELSE 0 END),
		SUM(CASE WHEN holder = '' AND run_at > $1 THEN 1 ELSE 0 END), SUM(CASE WHEN holder <> '' THEN 1 ELSE 0 END),
		COALESCE(MIN(CASE WHEN holder = '' AND run_at <= $1 THEN run_at END), 0) FROM claims GROUP BY kind ORDER BY kind`, millis(now))
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	defer rows.Close()
	var all []Jobs
	for rows.Next() {
		var j Jobs
		var oldest int64
		if err := rows.Scan(&j.Kind, &j.Waiting, &j.Later, &j.Held, &oldest); err != nil {
			return nil, fmt.Errorf("count jobs: %w", err)
		}
		j.OldestAt = instant(oldest)
		all = append(all, j)
	}
	return all, rows.Err()
}

// CountUnderWay counts the runs that are not over.
func (c conn) CountUnderWay(ctx context.Context) (int, error) {
	return c.db.Run.Query().Where(run.StatusIn(underWay...)).Count(ctx)
}

// ClaimHolder is the name of the node that holds a claim; empty: nobody does.
func (c conn) ClaimHolder(ctx context.Context, id string) (string, error) {
	k, err := c.db.Claim.Get(ctx, id)
	switch {
	case entdb.IsNotFound(err):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("read claim: %w", err)
	}
	return k.Holder, nil
}

// Due says when a suite is due next (zero: none is) and how many are due already.
func (c conn) Due(ctx context.Context, now time.Time) (next time.Time, overdue int, err error) {
	q := c.db.Suite.Query().Where(suite.Enabled(true), suite.DeletedAt(0), suite.IntervalMinutesGT(0))
	if overdue, err = q.Clone().Where(suite.NextRunAtLTE(millis(now))).Count(ctx); err != nil {
		return next, 0, fmt.Errorf("count due suites: %w", err)
	}
	first, err := q.Order(suite.ByNextRunAt()).Limit(1).All(ctx)
	if err != nil {
		return next, 0, fmt.Errorf("find the next due suite: %w", err)
	}
	for _, s := range first {
		next = instant(s.NextRunAt)
	}
	return next, overdue, nil
}

// Latencies are an agent's, in milliseconds, ascending.
type Latencies struct {
	AgentID string
	MS      []int64
}

// CountAgents counts the agents that are registered.
func (c conn) CountAgents(ctx context.Context) (int, error) {
	return c.db.Agent.Query().Where(agent.RemovedAt(0)).Count(ctx)
}

// RecentLatencies gives the times to the last byte of each agent's newest results since an instant, at most so many of each; of these
// agents, or of all that are registered. What it reads does not grow with the results that are kept.
func (c conn) RecentLatencies(ctx context.Context, since time.Time, most int, agentIDs ...string) ([]Latencies, error) {
	list := "group_concat(ms)"
	if c.postgres {
		list = "string_agg(ms::text, ',')"
	}
	which := "a.removed_at = 0"
	if len(agentIDs) > 0 {
		which = "a.id IN (" + placeholders(3, len(agentIDs)) + ")"
	}
	args := append([]any{resultFrom(since), most}, anys(agentIDs)...)
	rows, err := c.db.QueryContext(ctx, "SELECT id, ms FROM (SELECT a.id AS id, (SELECT "+list+` FROM (SELECT latency_ms AS ms FROM results
		WHERE agent_id = a.id AND id >= $1 AND latency_ms IS NOT NULL ORDER BY id DESC LIMIT $2) newest) AS ms FROM agents a WHERE `+which+`)
		measured WHERE ms IS NOT NULL ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read latencies: %w", err)
	}
	defer rows.Close()
	var all []Latencies
	for rows.Next() {
		var l Latencies
		var text string
		if err := rows.Scan(&l.AgentID, &text); err != nil {
			return nil, fmt.Errorf("read latencies: %w", err)
		}
		for word := range strings.SplitSeq(text, ",") {
			ms, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("read latencies: %w", err)
			}
			l.MS = append(l.MS, ms)
		}
		slices.Sort(l.MS)
		all = append(all, l)
	}
	return all, rows.Err()
}
