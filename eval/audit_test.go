package eval

import (
	"errors"
	"testing"
	"time"
)

// The hash of a published entry, computed with another tool (Python's json and hashlib) from the format that AuditHash promises.
func TestAuditHashIsThePublishedOne(t *testing.T) {
	first := AuditEntry{Seq: 1, At: time.Date(2026, 11, 30, 12, 0, 0, 5e6, time.UTC), Actor: "anonymous", Action: "signIn", Address: "2001:db8::7",
		Target: "ü \"<quoted>\" \u2028", InputDigest: "e3b0c442", Outcome: AuditRefused, Code: "unauthenticated", RequestID: "req-1"}
	const want = "b57c806c85af2c7b93622ee355d01373ea1b80749d5309748c4d979182c53724"
	if got := AuditHash(first); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	elsewhere := first
	elsewhere.At = first.At.In(time.FixedZone("", 3600)).Add(999 * time.Microsecond)
	if AuditHash(elsewhere) != want {
		t.Error("another zone or a part of a millisecond makes another hash")
	}
	for name, change := range map[string]func(*AuditEntry){
		"seq": func(e *AuditEntry) { e.Seq++ }, "at": func(e *AuditEntry) { e.At = e.At.Add(time.Millisecond) },
		"actor": func(e *AuditEntry) { e.Actor += "x" }, "actor name": func(e *AuditEntry) { e.ActorName += "x" },
		"key": func(e *AuditEntry) { e.KeyID += "x" }, "workspace": func(e *AuditEntry) { e.WorkspaceID += "x" },
		"address": func(e *AuditEntry) { e.Address += "x" }, "action": func(e *AuditEntry) { e.Action += "x" },
		"target": func(e *AuditEntry) { e.Target += "x" }, "digest": func(e *AuditEntry) { e.InputDigest += "x" },
		"outcome": func(e *AuditEntry) { e.Outcome = AuditDone }, "code": func(e *AuditEntry) { e.Code += "x" },
		"request": func(e *AuditEntry) { e.RequestID += "x" }, "previous": func(e *AuditEntry) { e.Previous += "x" },
		"moved between fields": func(e *AuditEntry) { e.Actor, e.ActorName = "anony", "mous" },
	} {
		changed := first
		change(&changed)
		if AuditHash(changed) == want {
			t.Errorf("another %s leaves the hash", name)
		}
	}
}

// chain makes n good entries.
func chain(n int) []AuditEntry {
	entries := make([]AuditEntry, n)
	for i := range entries {
		entries[i] = AuditEntry{Seq: int64(i + 1), At: time.UnixMilli(int64(i)), Action: "putSuite", Outcome: AuditDone}
	}
	relink(entries, 0)
	return entries
}

// relink gives entries from a place on the hashes of their content, each naming the one before.
func relink(entries []AuditEntry, from int) {
	for i := from; i < len(entries); i++ {
		if i > 0 {
			entries[i].Previous = entries[i-1].Hash
		}
		entries[i].Hash = AuditHash(entries[i])
	}
}

func check(entries []AuditEntry, head AuditHead) error {
	var c AuditChain
	for i, e := range entries {
		err := c.Next(e, func() (string, error) {
			if i+1 < len(entries) {
				return entries[i+1].Previous, nil
			}
			return head.Hash, nil
		})
		if err != nil {
			return err
		}
	}
	return c.End(head)
}

func TestAuditChainNamesTheEntryAtFault(t *testing.T) {
	const last = 9
	for name, tc := range map[string]struct {
		tamper func(es []AuditEntry, head *AuditHead) []AuditEntry
		want   int64 // 0: nothing
	}{
		"nothing": {func(es []AuditEntry, _ *AuditHead) []AuditEntry { return es }, 0},
		"empty":   {func(_ []AuditEntry, h *AuditHead) []AuditEntry { *h = AuditHead{}; return nil }, 0},
		"changed": {func(es []AuditEntry, _ *AuditHead) []AuditEntry { es[4].Actor = "x"; return es }, 5},
		"changed to no text": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[4].Actor = "\xff"
			es[4].Hash = AuditHash(es[4])
			return es
		}, 5},
		"changed, with its hash": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[4].Actor = "x"
			es[4].Hash = AuditHash(es[4])
			return es
		}, 5},
		"the last, with its hash": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[last].Actor = "x"
			es[last].Hash = AuditHash(es[last])
			return es
		}, 10},
		"the last but one, with its hash": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[last-1].Actor = "x"
			es[last-1].Hash = AuditHash(es[last-1])
			return es
		}, 9},
		"link": {func(es []AuditEntry, _ *AuditHead) []AuditEntry { es[4].Previous = es[1].Hash; return es }, 5},
		"link, with its hash": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[4].Previous = es[1].Hash
			es[4].Hash = AuditHash(es[4])
			return es
		}, 5},
		"link of the first": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[0].Previous = es[3].Hash
			es[0].Hash = AuditHash(es[0])
			return es
		}, 1},
		"first gone":           {func(es []AuditEntry, _ *AuditHead) []AuditEntry { return es[1:] }, 1},
		"middle gone":          {func(es []AuditEntry, _ *AuditHead) []AuditEntry { return append(es[:4], es[5:]...) }, 5},
		"last gone":            {func(es []AuditEntry, _ *AuditHead) []AuditEntry { return es[:last] }, 10},
		"all gone":             {func([]AuditEntry, *AuditHead) []AuditEntry { return nil }, 1},
		"cut, end half mended": {func(es []AuditEntry, h *AuditHead) []AuditEntry { h.Seq = last; return es[:last] }, 9},
		"first gone, renumbered": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es = es[1:]
			for i := range es {
				es[i].Seq--
			}
			return es
		}, 1},
		"middle gone, renumbered with hashes": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es = append(es[:4], es[5:]...)
			for i := 4; i < len(es); i++ {
				es[i].Seq--
				es[i].Hash = AuditHash(es[i])
			}
			return es
		}, 5},
		"put in, the rest renumbered":             {func(es []AuditEntry, _ *AuditHead) []AuditEntry { return putIn(es, false) }, 5},
		"put in, the rest renumbered with hashes": {func(es []AuditEntry, _ *AuditHead) []AuditEntry { return putIn(es, true) }, 5},
		"added at the end": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es = append(es, AuditEntry{Seq: 11, Outcome: AuditDone})
			relink(es, 10)
			return es
		}, 11},
		"swapped": {func(es []AuditEntry, _ *AuditHead) []AuditEntry {
			es[3], es[6] = es[6], es[3]
			es[3].Seq, es[6].Seq = 4, 7
			return es
		}, 4},
		"all after one made anew": {func(es []AuditEntry, _ *AuditHead) []AuditEntry { es[4].Actor = "x"; relink(es, 4); return es }, 10},
	} {
		entries := chain(last + 1)
		head := AuditHead{Seq: last + 1, Hash: entries[last].Hash}
		err := check(tc.tamper(entries, &head), head)
		f, _ := errors.AsType[*AuditFlaw](err)
		if (tc.want == 0) != (err == nil) || f != nil && f.Seq != tc.want {
			t.Errorf("%s: %v, want it to name %d", name, err, tc.want)
		}
	}
}

// putIn puts a forged entry at place 5, linked to the fourth.
func putIn(es []AuditEntry, hashes bool) []AuditEntry {
	forged := AuditEntry{Seq: 5, Actor: "forged", Previous: es[3].Hash}
	forged.Hash = AuditHash(forged)
	out := append(append([]AuditEntry{}, es[:4]...), forged)
	for _, e := range es[4:] {
		e.Seq++
		if hashes {
			e.Hash = AuditHash(e)
		}
		out = append(out, e)
	}
	return out
}
