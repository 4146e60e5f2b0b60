package receipt

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"

	formats "github.com/transparency-dev/formats/log"
	"golang.org/x/mod/sumdb/note"
)

// SignCheckpoint writes the head of the log as a signed checkpoint (C2SP tlog-checkpoint): origin, size and root in base64, each on a line, and
// after an empty line a signature for each signer. The origin is the name of the log; a signer usually has the same.
func SignCheckpoint(origin string, head Head, signers ...note.Signer) (string, error) {
	body := formats.Checkpoint{Origin: origin, Size: uint64(head.Size), Hash: head.Root[:]}.Marshal()
	signed, err := note.Sign(&note.Note{Text: string(body)}, signers...)
	return string(signed), err
}

// OpenCheckpoint reads a checkpoint of the log of that origin that one of the keys signed. Signatures by other keys are left aside.
func OpenCheckpoint(checkpoint, origin string, keys ...note.Verifier) (Head, error) {
	n, err := note.Open([]byte(checkpoint), note.VerifierList(keys...))
	if err != nil {
		var unverified *note.UnverifiedNoteError
		if errors.As(err, &unverified) {
			return Head{}, errors.New("the checkpoint is signed by none of the keys")
		}
		return Head{}, fmt.Errorf("the checkpoint cannot be read or its signature is wrong: %w", err)
	}
	var c formats.Checkpoint
	rest, err := c.Unmarshal([]byte(n.Text))
	switch {
	case err != nil:
		return Head{}, fmt.Errorf("the checkpoint cannot be read: %w", err)
	case len(rest) > 0:
		return Head{}, errors.New("the checkpoint has lines that are unknown here")
	case c.Origin != origin:
		return Head{}, fmt.Errorf("the checkpoint is of the log %q, not of %q", c.Origin, origin)
	case len(c.Hash) != len(Hash{}):
		return Head{}, fmt.Errorf("the checkpoint's root has %d bytes, not %d", len(c.Hash), len(Hash{}))
	case c.Size > 1<<62:
		return Head{}, fmt.Errorf("the checkpoint's size %d is beyond reason", c.Size)
	}
	return Head{Size: int64(c.Size), Root: Hash(c.Hash)}, nil
}

// NewSigner makes a signer of that name from an Ed25519 seed of 32 bytes.
func NewSigner(name string, seed []byte) (note.Signer, error) {
	public, err := PublicOf(name, seed)
	if err != nil {
		return nil, err
	}
	id := strings.Split(public, "+")[1]
	return note.NewSigner("PRIVATE+KEY+" + name + "+" + id + "+" + base64.StdEncoding.EncodeToString(append([]byte{algorithmEd25519}, seed...)))
}

// algorithmEd25519 is what stands before the key in the note format.
const algorithmEd25519 = 1

// PublicOf writes the public key of a seed as NAME+ID+KEY, which note.NewVerifier reads: what a stranger pins. A name has no space and no plus.
func PublicOf(name string, seed []byte) (string, error) {
	if len(seed) != ed25519.SeedSize {
		return "", fmt.Errorf("a seed of %d bytes: %d are needed", len(seed), ed25519.SeedSize)
	}
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == '+' }) {
		return "", fmt.Errorf("the name %q of a log has a space or a plus, or is empty", name)
	}
	return note.NewEd25519VerifierKey(name, ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey))
}
