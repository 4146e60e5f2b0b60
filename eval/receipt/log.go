package receipt

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// LeafHash is what the log holds of a receipt: H(0x00 ‖ the 32 bytes of its hash), by RFC 6962.
func LeafHash(receipt Hash) Hash { return Hash(tlog.RecordHash(receipt[:])) }

// Head is the state of the log at some size.
type Head struct {
	Size int64
	Root Hash
}

// EmptyRoot is the root of a log of no leaves: SHA-256 of nothing.
var EmptyRoot Hash = sha256.Sum256(nil)

// CheckInclusion checks that the receipt is the leaf with this index, from 0, of the log at head.
func CheckInclusion(head Head, index int64, receipt Hash, proof []Hash) error {
	return checkLeaf(head, index, LeafHash(receipt), proof)
}

func checkLeaf(head Head, index int64, leaf Hash, proof []Hash) error {
	if index < 0 || index >= head.Size {
		return fmt.Errorf("leaf %d is not in a log of %d", index, head.Size)
	}
	if err := tlog.CheckRecord(hashes(proof), head.Size, tlog.Hash(head.Root), index, tlog.Hash(leaf)); err != nil {
		return fmt.Errorf("the proof does not lead from leaf %d to the root of the log of %d", index, head.Size)
	}
	return nil
}

// CheckConsistency checks that the log at the newer head begins with the log at the older one.
func CheckConsistency(older, newer Head, proof []Hash) error {
	switch {
	case older.Size < 0 || older.Size > newer.Size:
		return fmt.Errorf("a log of %d cannot begin with one of %d", newer.Size, older.Size)
	case older.Size == 0:
		if older.Root != EmptyRoot {
			return errors.New("a log of no leaves has another root")
		}
		return noProof(proof)
	case older.Size == newer.Size:
		if older.Root != newer.Root {
			return fmt.Errorf("two logs of %d leaves have different roots", older.Size)
		}
		return noProof(proof)
	}
	if err := tlog.CheckTree(hashes(proof), newer.Size, tlog.Hash(newer.Root), older.Size, tlog.Hash(older.Root)); err != nil {
		return fmt.Errorf("the proof does not lead from the log of %d to the one of %d", older.Size, newer.Size)
	}
	return nil
}

func noProof(proof []Hash) error {
	if len(proof) > 0 {
		return errors.New("there is a proof where none is needed")
	}
	return nil
}

func hashes(in []Hash) []tlog.Hash {
	out := make([]tlog.Hash, len(in))
	for i, h := range in {
		out[i] = tlog.Hash(h)
	}
	return out
}
