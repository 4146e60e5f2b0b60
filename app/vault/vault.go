// Package vault seals what must be kept and never shown, such as agents' credentials, with keys that are not in the database.
//
// A sealed secret is one version byte (1), the first 8 bytes of the SHA-256 of the label and the key (which key it needs), and what
// AES-256-GCM makes of it under a random nonce: nonce (12 bytes), ciphertext, tag (16). What it belongs to is authenticated with it: a
// sealed secret that is moved to another place, in the database or beside other words, does not open.
package vault

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"assay/eval"
)

// KeySize is the size of a key in bytes.
const KeySize = 32

const (
	version  = 1
	label    = "assay vault key"
	idSize   = 8
	overhead = 1 + idSize
)

// Why a sealed secret does not open.
var (
	ErrUnknownKey = errors.New("it was sealed with a key that is not among those given")
	ErrDamaged    = errors.New("it was changed since it was sealed, or belongs elsewhere")
)

// Vault seals with its first key and opens with any. A nil Vault can do neither.
type Vault struct{ keys []key }

type key struct {
	id   [idSize]byte
	aead cipher.AEAD
}

// Parse reads keys of 32 bytes in base64 or hex, with commas or line breaks between them. The first one seals. Its errors never hold what
// was given.
func Parse(text string) (*Vault, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\r' || r == '\t' })
	if len(words) == 0 {
		return nil, errors.New("there is no key; make one with: openssl rand -base64 32")
	}
	v := &Vault{}
	for i, w := range words {
		raw, err := decode(w)
		if err != nil {
			return nil, fmt.Errorf("key %d of %d is not %d bytes in base64 or hex; make one with: openssl rand -base64 32", i+1, len(words), KeySize)
		}
		k, err := newKey(raw)
		if err != nil {
			return nil, err
		}
		v.keys = append(v.keys, k)
	}
	return v, nil
}

func decode(word string) ([]byte, error) {
	if b, err := hex.DecodeString(word); err == nil && len(b) == KeySize {
		return b, nil
	}
	word = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(word), "=")
	b, err := base64.RawStdEncoding.DecodeString(word)
	if err != nil || len(b) != KeySize {
		return nil, errors.New("no key")
	}
	return b, nil
}

func newKey(raw []byte) (k key, err error) {
	sum := sha256.Sum256(append([]byte(label), raw...))
	copy(k.id[:], sum[:])
	block, err := aes.NewCipher(raw)
	if err != nil {
		return k, err
	}
	k.aead, err = cipher.NewGCMWithRandomNonce(block)
	return k, err
}

// NewKey makes a key, in base64.
func NewKey() string {
	raw := make([]byte, KeySize)
	_, _ = rand.Read(raw) // never fails
	return base64.StdEncoding.EncodeToString(raw)
}

// Seal encrypts a secret for a place: the words that say what it belongs to, in order.
func (v *Vault) Seal(secret eval.Secret, place ...string) ([]byte, error) {
	if v == nil {
		return nil, errors.New("vault: there is no key")
	}
	k := v.keys[0]
	head := append([]byte{version}, k.id[:]...)
	return k.aead.Seal(head, nil, []byte(secret.Reveal()), bound(head, place)), nil
}

// Open decrypts what Seal gave for the same place. Its errors are ErrUnknownKey and ErrDamaged.
func (v *Vault) Open(sealed []byte, place ...string) (eval.Secret, error) {
	if v == nil {
		return "", ErrUnknownKey
	}
	if len(sealed) < overhead || sealed[0] != version {
		return "", ErrDamaged
	}
	head := sealed[:overhead]
	for _, k := range v.keys {
		if !bytes.Equal(k.id[:], head[1:]) {
			continue
		}
		plain, err := k.aead.Open(nil, nil, sealed[overhead:], bound(head, place))
		if err != nil {
			return "", ErrDamaged
		}
		return eval.Secret(plain), nil
	}
	return "", ErrUnknownKey
}

// Current reports whether a sealed secret was sealed with the first key, so that it needs no other.
func (v *Vault) Current(sealed []byte) bool {
	return v != nil && len(sealed) >= overhead && bytes.Equal(sealed[1:overhead], v.keys[0].id[:])
}

// bound is what is authenticated beside the secret: the head, and the place, each word with its length.
func bound(head []byte, place []string) []byte {
	out := bytes.Clone(head)
	for _, word := range place {
		out = binary.BigEndian.AppendUint64(out, uint64(len(word)))
		out = append(out, word...)
	}
	return out
}
