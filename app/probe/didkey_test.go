package probe

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mr-tron/base58"

	"assay/eval/fault"
)

func multibase(public ed25519.PublicKey) string {
	return "z" + base58.Encode(append([]byte{0xed, 0x01}, public...))
}

// The first did:key of the did:key specification's test vectors, and its key as a JSON Web Key.
const (
	vectorDID = "did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp"
	vectorJWK = "O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik"
)

func TestKeysOfADIDKey(t *testing.T) {
	keys, err := newProber(t).Keys(context.Background(), vectorDID)
	if err != nil || len(keys) != 1 || base64.RawURLEncoding.EncodeToString(keys[0].Public) != vectorJWK || keys[0].ID != vectorDID+"#"+strings.TrimPrefix(vectorDID, "did:key:") {
		t.Errorf("%+v, %v", keys, err)
	}
	for _, bad := range []string{
		"did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc",  // X25519
		"did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme", // secp256k1
		"did:key:m7QE", "did:key:z0OIl", "did:key:z" + strings.Repeat("1", 200), "did:key:z6Mk", "did:example:x",
	} {
		_, err := newProber(t).Keys(context.Background(), bad)
		wantFault(t, bad, err, fault.Invalid, "invalid")
	}
}

func TestKeysOfADIDWeb(t *testing.T) {
	public := make([]ed25519.PublicKey, 5)
	for i := range public {
		public[i], _, _ = ed25519.GenerateKey(nil)
	}
	jwk := base64.RawURLEncoding.EncodeToString(public[2])
	methods := fmt.Sprintf(`[
		{"id":"{did}#new","type":"Multikey","controller":"{did}","publicKeyMultibase":%q},
		{"id":"#2020","type":"Ed25519VerificationKey2020","publicKeyMultibase":%q},
		{"id":"{did}#jwk","type":"JsonWebKey2020","publicKeyJwk":{"kty":"OKP","crv":"Ed25519","x":%q}},
		{"id":"{did}#2018","type":"Ed25519VerificationKey2018","publicKeyBase58":%q},
		{"id":"{did}#p256","type":"JsonWebKey2020","publicKeyJwk":{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}},
		{"id":"{did}#short","type":"Multikey","publicKeyMultibase":"z6Mk"}, 7, {"type":"Multikey"}]`,
		multibase(public[0]), multibase(public[1]), jwk, base58.Encode(public[3]))
	embedded := fmt.Sprintf(`{"id":"#in","type":"Multikey","publicKeyMultibase":%q}`, multibase(public[4]))
	for _, c := range []struct {
		name, document string
		want           []string // fragments; empty: a fault
		words          string
	}{
		{"no lists", `{"id":"{did}","verificationMethod":` + methods + `}`, []string{"new", "2020", "jwk", "2018"}, ""},
		{"authentication", `{"id":"{did}","verificationMethod":` + methods + `,"authentication":["#jwk","{did}#2018"]}`, []string{"jwk", "2018"}, ""},
		{"assertion too", `{"id":"{did}","verificationMethod":` + methods + `,"authentication":["#jwk"],"assertionMethod":["{did}#2020"]}`, []string{"2020", "jwk"}, ""},
		{"within a list", `{"id":"{did}","verificationMethod":` + methods + `,"authentication":[` + embedded + `]}`, []string{"in"}, ""},
		{"other purposes only", `{"id":"{did}","verificationMethod":` + methods + `,"authentication":[],"keyAgreement":["#new"]}`, nil, "no Ed25519 key"},
		{"of another DID", `{"id":"did:web:other.example","verificationMethod":` + methods + `}`, nil, "not that of"},
		{"of nobody", `{"verificationMethod":` + methods + `}`, nil, "not that of"},
		{"a page", `<html>`, nil, "not what DID documents look like"},
		{"revoked and expired", fmt.Sprintf(`{"id":"{did}","verificationMethod":[
			{"id":"#a","publicKeyMultibase":%q,"revoked":"2020-01-01T00:00:00Z"},
			{"id":"#b","publicKeyMultibase":%q,"expires":"2020-01-01T00:00:00Z"},
			{"id":"#c","publicKeyMultibase":%q,"expires":"soon"},
			{"id":"#d","publicKeyMultibase":%q,"expires":"2999-01-01T00:00:00Z"}]}`, multibase(public[0]), multibase(public[1]), multibase(public[2]), multibase(public[3])), []string{"d"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			const did = "did:web:a.example%3A8443:agents:a1"
			keys, err := keysOf([]byte(strings.ReplaceAll(c.document, "{did}", did)), did, time.Now())
			if c.want == nil {
				if err == nil || !strings.Contains(err.Error(), c.words) {
					t.Errorf("%+v, %v", keys, err)
				}
				return
			}
			var got []string
			for _, k := range keys {
				got = append(got, strings.TrimPrefix(k.ID, did+"#"))
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestKeysReadsTheDocumentAnew(t *testing.T) {
	public, _, _ := ed25519.GenerateKey(nil)
	h := newDIDHost(t, map[string]string{"/.well-known/did.json": fmt.Sprintf(`{"id":"{did}","verificationMethod":[{"id":"#k","publicKeyMultibase":%q}]}`, multibase(public))})
	p := newProber(t)
	for range 2 {
		keys, err := p.Keys(context.Background(), h.did(""))
		if err != nil || len(keys) != 1 || !keys[0].Public.Equal(public) || keys[0].ID != h.did("")+"#k" {
			t.Fatalf("%+v, %v", keys, err)
		}
	}
	if !slices.Equal(h.asked, []string{"/.well-known/did.json", "/.well-known/did.json"}) {
		t.Errorf("asked for %q", h.asked)
	}
	_, err := p.Keys(context.Background(), newDIDHost(t, nil).did(""))
	wantFault(t, "no document", err, fault.Unreachable, "not_found")
	blocked := New(Config{})
	t.Cleanup(blocked.Stop)
	_, err = blocked.Keys(context.Background(), h.did(""))
	wantFault(t, "loopback", err, fault.Unreachable, "target_blocked")
}
