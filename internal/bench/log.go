package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"assay/app"
	"assay/app/live"
	"assay/ent/store"
	"assay/eval/receipt"
)

// receipts measures the log: receipts sealed by several writers, taken up by the one sequencer and proven to be in the log, a second; and a
// proof of inclusion in a log of a million leaves. Everything is durable: a receipt counts when its proof leads to a signed checkpoint that is
// committed.
func receipts(ctx context.Context, d database) error {
	s, err := store.Open(ctx, d.url)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, err := s.Migrate(ctx); err != nil {
		return err
	}
	hub := &live.Hub{}
	s.OnChange(hub.Publish)
	l := logBench{s, app.New(app.Config{PublicURL: "https://assay.example"}, s, nil, hub, time.Now, slog.Default())}
	const writers, transactions, each = 4, 50, 50
	took, err := l.appended(ctx, writers, transactions, each)
	if err != nil {
		return err
	}
	count := writers * transactions * each
	perSecond := float64(count) / took.Seconds()
	report("receipts", d.name, perSecond/2000, "≥ 1 (2,000/s)", perSecond >= 2000, "%.0f a second sealed, in the log and proven: %d in %v, %d a transaction, %d writers",
		perSecond, count, took.Round(time.Millisecond), each, writers)
	const many = 1_000_000
	began := time.Now()
	if err := l.grow(ctx, d.url, many); err != nil {
		return err
	}
	built := time.Since(began)
	mean, err := l.proofs(ctx, many)
	if err != nil {
		return err
	}
	ratio := float64(mean) / float64(time.Millisecond)
	report("receipts", d.name, ratio, "≤ 1 (1 ms)", ratio <= 1, "%v a proof in a log of %d leaves, built in %v", mean.Round(time.Microsecond), many, built.Round(time.Millisecond))
	return nil
}

type logBench struct {
	store *store.Store
	app   *app.App
}

// appended gives how long it takes from the first seal until every receipt is proven.
func (l logBench) appended(ctx context.Context, writers, transactions, each int) (time.Duration, error) {
	if err := l.app.OpenLog(ctx); err != nil {
		return 0, err
	}
	began := time.Now()
	var (
		sealed  = make(chan []receipt.Hash, writers)
		writing sync.WaitGroup
		failed  atomic.Pointer[error]
	)
	for range writers {
		writing.Go(func() {
			for range transactions {
				hashes, err := l.seal(ctx, each)
				if err != nil {
					failed.Store(&err)
					return
				}
				sealed <- hashes
			}
		})
	}
	go func() { writing.Wait(); close(sealed) }()
	proven := 0
	for open := true; open; {
		var batch []receipt.Hash
		for open && len(batch) < 2000 { // what was sealed meanwhile is taken up together
			hashes, more := <-sealed
			if open = more; open {
				batch = append(batch, hashes...)
			}
			if len(sealed) == 0 {
				break
			}
		}
		if err := l.app.SequenceReceipts(ctx); err != nil {
			return 0, err
		}
		entries, err := l.app.LogEntries(ctx, batch)
		if err != nil {
			return 0, err
		}
		if len(entries) != len(batch) {
			return 0, fmt.Errorf("%d of %d receipts are in the log", len(entries), len(batch))
		}
		proven += len(entries)
	}
	took := time.Since(began)
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	if proven != writers*transactions*each {
		return 0, fmt.Errorf("%d receipts are proven", proven)
	}
	return took, nil
}

func (l logBench) seal(ctx context.Context, count int) (hashes []receipt.Hash, err error) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	err = l.store.Write(ctx, func(tx *store.Tx) error {
		for range count {
			h, err := tx.Seal(ctx, store.NewReceipt{Kind: receipt.OutcomeRecorded, At: now, WorkspaceID: "wsp_default", Subject: "wrk_1", WorkID: "wrk_1",
				Facts: receipt.SuiteFacts{Suite: "ste_1", Key: "bench", Version: 1}, Texts: map[string]string{"task": "Say what this is.", "result": "A text of a result."}})
			if err != nil {
				return err
			}
			hashes = append(hashes, h)
		}
		return nil
	})
	return hashes, err
}

// grow makes the log so long: receipts are made by the database alone, and taken up as they always are, in bigger steps.
func (l logBench) grow(ctx context.Context, url string, size int) error {
	head, err := l.store.LogHead(ctx)
	if err != nil {
		return err
	}
	driver, name, insert := "sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")+"?_pragma=busy_timeout(10000)", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO receipts (id, hash, kind, at, facts, texts) SELECT printf('rcp_z%%025d', i), randomblob(32), 'run.completed', 1, X'7B7D', X'7B7D' FROM n`
	if l.store.Postgres() {
		driver, name, insert = "postgres", url, `INSERT INTO receipts (id, hash, kind, at, facts, texts)
			SELECT 'rcp_z' || lpad(i::text, 25, '0'), sha256(i::text::bytea), 'run.completed', 1, '{}', '{}' FROM generate_series(1, %d) i`
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf(insert, int64(size)-head.Size))
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	for n := 1; n > 0; {
		err := l.store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.Sequence(ctx, 65_536, time.Now(), func(store.LogHead, []store.SealedLogKey) (string, error) { return "unsigned", nil })
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// proofs gives how long a proof takes in the mean, of leaves all over the log. Each is checked.
func (l logBench) proofs(ctx context.Context, size int64) (time.Duration, error) {
	head, err := l.store.LogHead(ctx)
	if err != nil {
		return 0, err
	}
	if head.Size != size {
		return 0, fmt.Errorf("the log has %d leaves", head.Size)
	}
	const asked = 500
	var took time.Duration
	for i := range int64(asked) {
		leaf := i * 7919 * 997 % size
		began := time.Now()
		proofs, err := l.store.InclusionProofs(ctx, size, []int64{leaf})
		took += time.Since(began)
		if err != nil {
			return 0, err
		}
		entry, err := l.store.LogTile(ctx, receipt.Tile{Entries: true, Index: leaf / receipt.TileWidth, Width: int(leaf%receipt.TileWidth) + 1})
		if err != nil {
			return 0, err
		}
		if err := receipt.CheckInclusion(head.Head, leaf, receipt.Hash(entry[len(entry)-32:]), proofs[0]); err != nil {
			return 0, err
		}
	}
	return took / asked, nil
}
