package verify

import (
	"encoding/json"
	"fmt"

	"golang.org/x/mod/sumdb/note"

	"assay/eval/fault"
	"assay/eval/receipt"
)

// LogQuestion is what is asked about the log, with what its doors answered. Either a receipt or an older checkpoint may be left out, or both.
type LogQuestion struct {
	Checkpoint string // of /log/checkpoint; empty: the one of Inclusion

	Receipt   string     // hash in hex
	Inclusion *Inclusion // nil: nothing is asked about a receipt

	Older       string       // an earlier checkpoint
	Consistency *Consistency // nil: nothing is asked about an earlier one
}

// Inclusion is what /api/v1/log/inclusion answers.
type Inclusion struct {
	Hash string `json:"hash"`
	Anchor
}

// Consistency is what /api/v1/log/consistency answers.
type Consistency struct {
	From  int64    `json:"from"`
	To    int64    `json:"to"`
	Proof []string `json:"proof"`
}

// ReadInclusion reads an answer. An error means that it cannot be read.
func ReadInclusion(text []byte) (*Inclusion, error) {
	var i Inclusion
	if err := json.Unmarshal(text, &i); err != nil {
		return nil, fmt.Errorf("it cannot be read: %s", fault.JSON(err))
	}
	if i.Hash == "" || i.Checkpoint == "" || i.Proof == nil {
		return nil, fmt.Errorf("it is no proof of inclusion: hash, checkpoint, index and proof are needed")
	}
	return &i, nil
}

// ReadConsistency reads an answer. An error means that it cannot be read.
func ReadConsistency(text []byte) (*Consistency, error) {
	var c Consistency
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("it cannot be read: %s", fault.JSON(err))
	}
	if c.From == 0 || c.To == 0 || c.Proof == nil {
		return nil, fmt.Errorf("it is no proof of consistency: from, to and proof are needed")
	}
	return &c, nil
}

// Log checks what was asked about the log whose keys are pinned, up to three questions by name. Its origin is the name of the keys. An error
// means that a key is none.
//
//	checkpoint   the checkpoint is the log's, signed by a pinned key
//	inclusion    the log of the checkpoint has the receipt
//	consistency  it begins with the log of the older checkpoint, which a pinned key signed too
func Log(q LogQuestion, keys ...string) (Report, error) {
	r := Report{OK: true, Checks: []Check{}}
	pinned := make([]note.Verifier, len(keys))
	for i, k := range keys {
		v, err := LogKey(k)
		if err != nil {
			return r, err
		}
		if i > 0 && v.Name() != pinned[0].Name() {
			return r, fmt.Errorf("the keys are of several logs: %s and %s", pinned[0].Name(), v.Name())
		}
		pinned[i] = v
	}
	if len(pinned) == 0 {
		return r, fmt.Errorf("there is no key")
	}
	origin, text := pinned[0].Name(), q.Checkpoint
	if text == "" && q.Inclusion != nil {
		text = q.Inclusion.Checkpoint
	}
	head, p := openHead(text, origin, pinned)
	r.add("checkpoint", p, fmt.Sprintf("%s had %d receipts and the root %s.", origin, head.Size, head.Root))
	signed := p == nil
	if q.Inclusion != nil {
		p := unsigned
		if signed {
			p = q.included(head)
		}
		r.add("inclusion", p, fmt.Sprintf("The receipt is entry %d, from 0, of the log of %d.", q.Inclusion.Index, head.Size))
		r.Anchored = signed && p == nil
	}
	if q.Consistency != nil {
		p, size := unsigned, int64(0)
		if signed {
			size, p = q.consistent(head, origin, pinned)
		}
		r.add("consistency", p, fmt.Sprintf("The log of %d begins with the log of %d.", head.Size, size))
	}
	return r, nil
}

// unsigned is said of what cannot be told without a signed checkpoint.
var unsigned = &problem{"checkpoint_invalid", "there is no signed checkpoint to hold it against"}

func openHead(text, origin string, keys []note.Verifier) (receipt.Head, *problem) {
	head, err := receipt.OpenCheckpoint(text, origin, keys...)
	if err != nil {
		return head, &problem{"checkpoint_invalid", err.Error()}
	}
	return head, nil
}

func (q LogQuestion) included(head receipt.Head) *problem {
	i := q.Inclusion
	hash, err := receipt.ParseHash(q.Receipt)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	if i.Hash != q.Receipt {
		return &problem{"other_receipt", fmt.Sprintf("the proof is of the receipt %s", i.Hash)}
	}
	proof, p := proofOf(i.Proof)
	if p != nil {
		return p
	}
	if err := receipt.CheckInclusion(head, i.Index, hash, proof); err != nil {
		return &problem{"not_in_log", err.Error()}
	}
	return nil
}

func (q LogQuestion) consistent(head receipt.Head, origin string, keys []note.Verifier) (size int64, _ *problem) {
	older, p := openHead(q.Older, origin, keys)
	if p != nil {
		return 0, &problem{p.code, "the older one: " + p.detail}
	}
	c := q.Consistency
	if c.From != older.Size || c.To != head.Size {
		return older.Size, &problem{"other_size", fmt.Sprintf("the proof leads from %d to %d, the checkpoints from %d to %d", c.From, c.To, older.Size, head.Size)}
	}
	proof, p := proofOf(c.Proof)
	if p != nil {
		return older.Size, p
	}
	if err := receipt.CheckConsistency(older, head, proof); err != nil {
		return older.Size, &problem{"not_consistent", err.Error()}
	}
	return older.Size, nil
}

func proofOf(hashes []string) (proof []receipt.Hash, _ *problem) {
	for _, s := range hashes {
		h, err := receipt.ParseHash(s)
		if err != nil {
			return nil, &problem{"unreadable", err.Error()}
		}
		proof = append(proof, h)
	}
	return proof, nil
}
