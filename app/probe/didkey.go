package probe

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mr-tron/base58"

	"assay/eval"
	"assay/eval/fault"
)

// Key is an Ed25519 key that speaks for a DID.
type Key struct {
	ID     string // of its verification method
	Public ed25519.PublicKey
}

// Keys gives the Ed25519 keys that speak for a DID: of a did:key, itself; of a did:web, the verification methods of its document (read
// over https, on a loopback host over http too) in the forms Multikey, Ed25519VerificationKey2020 and 2018 and JSON Web Key. Where the
// document has authentication or assertionMethod, only methods in one of them count; revoked and expired ones never do.
//
// Errors are *fault.Error about no field: Invalid for a DID of another method or without such a key, else as FetchCard's.
func (p *Prober) Keys(ctx context.Context, did string) ([]Key, error) {
	id, err := eval.ParseDID(did)
	if err != nil {
		return nil, err
	}
	if encoded, ok := strings.CutPrefix(string(id), "did:key:"); ok {
		public, err := multikey(encoded)
		if err != nil {
			return nil, fault.Bad("", "%s is no Ed25519 key: %v", id, err)
		}
		return []Key{{ID: string(id) + "#" + encoded, Public: public}}, nil
	}
	host, err := eval.DIDWebHost(id)
	if err != nil {
		return nil, fault.Bad("", "the keys of %s cannot be read: only those of did:key and did:web can", id)
	}
	schemes := []string{"https"}
	if loopback(host) {
		schemes = append(schemes, "http")
	}
	for _, scheme := range schemes {
		var keys []Key
		if keys, err = p.documentKeys(ctx, id, scheme); err == nil || !unreached(err) {
			return keys, err
		}
	}
	return nil, err
}

func (p *Prober) documentKeys(ctx context.Context, did eval.DID, scheme string) ([]Key, error) {
	where, err := eval.DIDWebDocumentURL(did, scheme)
	if err != nil {
		return nil, err
	}
	document, failed := p.fetch(ctx, where, headDocument)
	if failed != nil {
		return nil, failed
	}
	keys, err := keysOf(document, did, p.now())
	if err != nil {
		return nil, fault.New(fault.Unreachable, string(eval.ErrProtocol), "%s", clean(fmt.Sprintf("the DID document at %s: %v", where, err)))
	}
	return keys, nil
}

// method is a verification method of a DID document.
type method struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	Multibase string `json:"publicKeyMultibase"`
	Base58    string `json:"publicKeyBase58"`
	JWK       *struct {
		Type  string `json:"kty"`
		Curve string `json:"crv"`
		X     string `json:"x"`
	} `json:"publicKeyJwk"`
	Revoked string `json:"revoked"`
	Expires string `json:"expires"`
}

func keysOf(document []byte, did eval.DID, now time.Time) ([]Key, error) {
	var d struct {
		ID             string            `json:"id"`
		Methods        []json.RawMessage `json:"verificationMethod"`
		Authentication []json.RawMessage `json:"authentication"`
		Assertion      []json.RawMessage `json:"assertionMethod"`
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, errors.New("it is not what DID documents look like")
	}
	if named, err := eval.ParseDID(d.ID); err != nil || named != did {
		return nil, fmt.Errorf("it is not that of %s", did)
	}
	limited := d.Authentication != nil || d.Assertion != nil
	named := map[string]bool{} // methods that the lists refer to
	lists := slices.Concat(d.Authentication, d.Assertion)
	for _, raw := range lists {
		var reference string
		if json.Unmarshal(raw, &reference) == nil {
			named[absolute(did, reference)] = true
		}
	}
	var keys []Key
	read := func(raw json.RawMessage, listed bool) {
		var m method
		if json.Unmarshal(raw, &m) != nil || m.ID == "" || passed(m.Revoked, now) || passed(m.Expires, now) {
			return
		}
		id := absolute(did, m.ID)
		if !listed && limited && !named[id] {
			return
		}
		if public, err := m.public(); err == nil {
			keys = append(keys, Key{ID: id, Public: public})
		}
	}
	for _, raw := range d.Methods {
		read(raw, false)
	}
	for _, raw := range lists { // methods may stand in the lists themselves
		if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
			read(raw, true)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("it has no Ed25519 key that may authenticate or assert for it")
	}
	return keys, nil
}

// absolute is a verification method's id with its DID, which documents may leave out.
func absolute(did eval.DID, id string) string {
	if strings.HasPrefix(id, "#") {
		return string(did) + id
	}
	base, fragment, _ := strings.Cut(id, "#")
	if canonical, err := eval.ParseDID(base); err == nil {
		return string(canonical) + "#" + fragment
	}
	return id
}

// passed reports whether an instant that a document states is over. One that cannot be read counts as over.
func passed(stated string, now time.Time) bool {
	if stated == "" {
		return false
	}
	at, err := time.Parse(time.RFC3339, stated)
	return err != nil || !now.Before(at)
}

// public is the method's Ed25519 key, in whichever form it is given.
func (m method) public() (ed25519.PublicKey, error) {
	switch {
	case m.Multibase != "":
		return multikey(m.Multibase)
	case m.JWK != nil && m.JWK.Type == "OKP" && m.JWK.Curve == "Ed25519":
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(m.JWK.X, "="))
		return ofSize(raw, err)
	case m.Base58 != "" && len(m.Base58) < most58 && m.Type == "Ed25519VerificationKey2018":
		raw, err := base58.Decode(m.Base58)
		return ofSize(raw, err)
	}
	return nil, errors.New("no Ed25519 key")
}

// most58 bounds what is read as base58, which takes quadratic time.
const most58 = 100

// multikey reads a key in multibase (z, base58btc) with the multicodec prefix of Ed25519.
func multikey(s string) (ed25519.PublicKey, error) {
	encoded, ok := strings.CutPrefix(s, "z")
	if !ok || len(s) > most58 {
		return nil, errors.New("it is not in base58btc")
	}
	raw, err := base58.Decode(encoded)
	if err != nil {
		return nil, errors.New("it is not in base58btc")
	}
	plain, ok := bytes.CutPrefix(raw, []byte{0xed, 0x01})
	if !ok {
		return nil, errors.New("it is of another kind than Ed25519")
	}
	return ofSize(plain, nil)
}

func ofSize(raw []byte, err error) (ed25519.PublicKey, error) {
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, errors.New("it is not a key of 32 bytes")
	}
	return raw, nil
}
