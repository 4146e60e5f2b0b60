package verify

import (
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/note"

	"assay/eval/receipt"
)

// Anchor shows that a receipt is in the log.
type Anchor struct {
	Origin     string   `json:"origin"`
	Checkpoint string   `json:"checkpoint"`
	Keys       []string `json:"keys"`  // public keys of the log, as the registry gives them: NAME+ID+KEY
	Index      int64    `json:"index"` // from 0
	Proof      []string `json:"proof"`
}

// anchor adds whether the log has a receipt: with the proof of the export, or, where it has none, as a check that fails when somebody pinned a
// key, since without a proof anybody could have made the export.
func (r *Report) anchor(log *Anchor, hash string, pinned []string) {
	switch {
	case log != nil:
		head, p := log.check(hash, pinned)
		r.Anchored = p == nil && len(pinned) > 0
		r.add("log", p, fmt.Sprintf("The receipt is entry %d, from 0, of a log of %d.", log.Index, head.Size))
	case len(pinned) > 0:
		r.add("log", &problem{"not_in_log", "the export has no proof that the log has the receipt; the log takes a new one up within a second or so: export it again"}, "")
	}
}

// LogKey reads the public key of a log.
func LogKey(key string) (note.Verifier, error) {
	v, err := note.NewVerifier(key)
	if err != nil {
		return nil, fmt.Errorf("%q is no public key of a log: NAME+ID+KEY is", key)
	}
	return v, nil
}

func (a Anchor) open(keys []string) (receipt.Head, error) {
	var verifiers []note.Verifier
	for _, k := range keys {
		v, err := LogKey(k)
		if err != nil {
			return receipt.Head{}, err
		}
		verifiers = append(verifiers, v)
	}
	return receipt.OpenCheckpoint(a.Checkpoint, a.Origin, verifiers...)
}

// check checks the proof. Without pinned keys those of the export are used, and the receipt is in some log, but nobody vouches for which.
func (a Anchor) check(hash string, pinned []string) (receipt.Head, *problem) {
	keys := pinned
	if len(pinned) == 0 {
		keys = a.Keys
	}
	head, err := a.open(keys)
	if err != nil {
		return receipt.Head{}, &problem{"checkpoint_invalid", err.Error()}
	}
	leaf, err := receipt.ParseHash(hash)
	if err != nil {
		return receipt.Head{}, &problem{"unreadable", err.Error()}
	}
	var proof []receipt.Hash
	for _, s := range a.Proof {
		h, err := receipt.ParseHash(s)
		if err != nil {
			return receipt.Head{}, &problem{"unreadable", err.Error()}
		}
		proof = append(proof, h)
	}
	if err := receipt.CheckInclusion(head, a.Index, leaf, proof); err != nil {
		return receipt.Head{}, &problem{"not_in_log", err.Error()}
	}
	// What the export says of the keys must agree with what was checked, or the one could be shown and the other meant. One pinned key is
	// enough: another may have come, or gone, by rotation.
	if len(pinned) > 0 && !slices.ContainsFunc(pinned, func(k string) bool { return slices.Contains(a.Keys, k) }) {
		return receipt.Head{}, &problem{"key_differs", "the export names other keys of the log than the pinned ones"}
	}
	return head, nil
}
