package eval

import (
	"time"

	"assay/eval/receipt"
)

// Log is the log of all receipts' hashes as it stands, see package receipt.
type Log struct {
	Origin     string
	Size       int64       // receipts in it
	Root       string      // hex
	Waiting    int64       // receipts sealed and not in it yet
	Checkpoint *Checkpoint // the newest, of this size
	Keys       []LogKey    // newest first
}

// Checkpoint is a signed state of the log.
type Checkpoint struct {
	Size int64
	Root string // hex
	At   time.Time
	Text string // the signed note
}

// LogKey is a key that signs checkpoints, or did.
type LogKey struct {
	Key                  string // public, as NAME+ID+KEY
	CreatedAt, RetiredAt time.Time
}

// LoggedReceipt is what everybody may see of a receipt in the log.
type LoggedReceipt struct {
	Index int64  // from 0
	Hash  string // hex
	Kind  receipt.Kind
	At    time.Time
}

// LogEntry shows that a receipt is in the log.
type LogEntry struct {
	Origin     string
	Keys       []string // of the log, newest first, retired ones too
	Index      int64    // from 0
	Proof      []string // hex; leads from the receipt to the root of the checkpoint
	Checkpoint Checkpoint
}
