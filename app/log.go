package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"golang.org/x/mod/sumdb/note"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/receipt"
)

const (
	// LogRetry is how long to wait after the log could not be kept.
	LogRetry = 2 * time.Second

	logGap         = 500 * time.Millisecond // between two looks, however much is sealed: so often a checkpoint is signed at most
	logLook        = 500 * time.Millisecond // a notification can be lost
	sequenceAtOnce = 4096                   // receipts in one transaction: little enough that others are not kept waiting
	seedSize       = 32
)

// OpenLog sees to the log of receipts: the first time it makes the log, with its origin, which stays, and its first key. Where seeds can be
// sealed, and the one of the key that signs is not, or not with the first secret key, it is sealed. A node calls it when it starts.
func (a *App) OpenLog(ctx context.Context) error {
	head, err := a.store.LogHead(ctx)
	if err != nil {
		return err
	}
	if head == nil {
		origin := logOrigin(a.config.PublicURL)
		key, err := a.newLogKey(origin)
		if err != nil {
			return err
		}
		return a.store.Write(ctx, func(tx *store.Tx) error { return tx.MakeLog(ctx, origin, key, a.now(), a.signLog) })
	}
	keys, err := a.store.LogKeys(ctx)
	if err != nil || len(keys) == 0 {
		return err
	}
	newest := keys[0]
	if newest.Sealed && a.config.Vault.Current(newest.Seed) || !newest.Sealed && a.config.Vault == nil {
		return nil
	}
	seed, err := a.logSeed(newest)
	if err != nil {
		a.log.WarnContext(ctx, "the key of the log does not open: receipts wait until the right ASSAY_SECRET_KEY is given", "error", err)
		return nil
	}
	sealed, err := a.config.Vault.Seal(eval.Secret(seed), logKeyPlace, newest.Key)
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error { return tx.ResealLogKey(ctx, newest, sealed, true) })
}

// logOrigin names the log after the host under which people reach the registry.
func logOrigin(publicURL string) string {
	host := "localhost"
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		host = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || unicode.IsControl(r) || r == '+' {
				return '-'
			}
			return r
		}, u.Host)
	}
	return host + "/log"
}

// logKeyPlace is what seeds are sealed for, with their public key.
const logKeyPlace = "log key"

func (a *App) newLogKey(origin string) (k store.SealedLogKey, err error) {
	k.Seed = make([]byte, seedSize)
	_, _ = rand.Read(k.Seed) // it never fails
	if k.Key, err = receipt.PublicOf(origin, k.Seed); err != nil {
		return k, err
	}
	k.CreatedAt = a.now()
	if a.config.Vault != nil {
		k.Sealed = true
		k.Seed, err = a.config.Vault.Seal(eval.Secret(k.Seed), logKeyPlace, k.Key)
	}
	return k, err
}

func (a *App) logSeed(k store.SealedLogKey) ([]byte, error) {
	if !k.Sealed {
		return k.Seed, nil
	}
	seed, err := a.config.Vault.Open(k.Seed, logKeyPlace, k.Key)
	if err != nil {
		return nil, fmt.Errorf("the key %s of the log does not open: %w", k.Key, err)
	}
	return []byte(seed.Reveal()), nil
}

// signLog signs a head with keys.
func (a *App) signLog(head store.LogHead, keys []store.SealedLogKey) (string, error) {
	signers := make([]note.Signer, len(keys))
	for i, k := range keys {
		seed, err := a.logSeed(k)
		if err != nil {
			return "", err
		}
		if signers[i], err = receipt.NewSigner(head.Origin, seed); err != nil {
			return "", err
		}
	}
	return receipt.SignCheckpoint(head.Origin, head.Head, signers...)
}

// KeepLog takes receipts into the log, soon after they are sealed, until ctx ends. One node at a time calls it; were there two, nothing
// would be lost or doubled.
func (a *App) KeepLog(ctx context.Context) error {
	watcher := a.hub.WatchTopic(store.TopicReceipts)
	defer watcher.Close()
	again := time.NewTicker(logLook)
	defer again.Stop()
	for {
		watcher.Take()
		if err := a.SequenceReceipts(ctx); err != nil {
			return err
		}
		if !pause(ctx, logGap) {
			return nil
		}
		select {
		case <-watcher.C:
		case <-again.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// SequenceReceipts takes receipts into the log until none waits.
func (a *App) SequenceReceipts(ctx context.Context) error {
	if !a.logOpen.Load() {
		if err := a.OpenLog(ctx); err != nil {
			return err
		}
		a.logOpen.Store(true)
	}
	for {
		wait, err := a.store.ReceiptsWait(ctx) // most looks find nothing, and must not queue for SQLite's one writer
		if err != nil || !wait {
			return err
		}
		err = a.store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.Sequence(ctx, sequenceAtOnce, a.now(), a.signLog)
			return err
		})
		if err != nil {
			return err
		}
	}
}

// RotateLogKey makes a new key with which the log is signed from now on. The checkpoint at that moment carries the signatures of both, and the
// seed of the one before is forgotten. Should that one not open any more, for want of its secret key, the new one signs alone, and who
// pinned the old one sees that. Platform admins.
func (a *App) RotateLogKey(ctx context.Context) (log eval.Log, err error) {
	act := a.begin(ctx, "rotateLogKey", "", "", nil)
	defer act.end(ctx, &err)
	if err := requirePlatformAdmin(ctx); err != nil {
		return log, err
	}
	head, err := a.store.LogHead(ctx)
	if err != nil {
		return log, err
	}
	if head == nil {
		return log, ErrNoLog
	}
	act.about("", head.Origin)
	next, err := a.newLogKey(head.Origin)
	if err != nil {
		return log, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		return tx.RotateLogKey(ctx, next, a.now(), func(head store.LogHead, keys []store.SealedLogKey) (string, error) {
			if _, err := a.logSeed(keys[0]); err != nil {
				a.log.WarnContext(ctx, "the log gets a new key that the one before does not sign", "error", err)
				keys = keys[1:]
			}
			return a.signLog(head, keys)
		})
	})
	if err != nil {
		return log, err
	}
	now, err := a.Log(ctx)
	if err == nil && now == nil {
		err = errors.New("the log is gone")
	}
	if err != nil {
		return log, err
	}
	return *now, nil
}
