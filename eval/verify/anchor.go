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

func (a Anchor) open(keys []string) (receipt.Head, error) {
	var verifiers []note.Verifier
	for _, k := range keys {
		v, err := note.NewVerifier(k)
		if err != nil {
			return receipt.Head{}, fmt.Errorf("%q is no public key of a log: NAME+ID+KEY is", k)
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
	// What the export says of the keys must agree with what was checked, or the one could be shown and the other meant.
	for _, k := range pinned {
		if !slices.Contains(a.Keys, k) {
			return receipt.Head{}, &problem{"key_differs", "the export names other keys of the log than the pinned ones"}
		}
	}
	return head, nil
}
