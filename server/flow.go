package server

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"assay/eval"
)

// flow is a sign-in by the identity provider that is under way. It is kept in the browser that began it and nowhere else.
type flow struct {
	State      string
	Nonce      string
	Verifier   string
	To         string // the page they want
	Invitation string // token; empty: none
	Until      int64  // Unix seconds
}

// flowCookie keeps a flow in a browser: sealed with a key that follows from the client's secret, so that any node can finish what another
// began. It comes along when the provider sends the browser back, hence Lax.
type flowCookie struct {
	cookies
	aead cipher.AEAD
}

// keepFlow is how long browsers keep the cookie: longer than a flow is good, so that it can be said that it took too long.
const keepFlow = 6 * flowFor

func newFlowCookie(secret eval.Secret, secure bool) flowCookie {
	c := flowCookie{cookies: cookies{name: "assay_oidc", secure: secure}}
	if secure {
		c.name = "__Host-assay_oidc"
	}
	key, err := hkdf.Key(sha256.New, []byte(secret.Reveal()), nil, "assay oidc flow", 32)
	if err != nil { // only for more bytes than there can be
		panic(err)
	}
	block, err := aes.NewCipher(key)
	if err != nil { // only for a key of another size
		panic(err)
	}
	if c.aead, err = cipher.NewGCMWithRandomNonce(block); err != nil { // only for another cipher
		panic(err)
	}
	return c
}

func (c flowCookie) set(w http.ResponseWriter, r *http.Request, f flow) {
	text, err := json.Marshal(f)
	if err != nil { // strings and a number always encode
		panic(err)
	}
	sealed := base64.RawURLEncoding.EncodeToString(c.aead.Seal(nil, nil, text, []byte(c.name)))
	c.cookies.set(w, r, eval.Secret(sealed), time.Unix(f.Until, 0).Add(keepFlow-flowFor))
}

// read gives the flow that a browser brings; false when there is none, or none of ours.
func (c flowCookie) read(r *http.Request) (f flow, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(c.cookies.read(r))
	if err != nil || len(sealed) == 0 {
		return f, false
	}
	text, err := c.aead.Open(nil, nil, sealed, []byte(c.name))
	if err != nil {
		return f, false
	}
	return f, json.Unmarshal(text, &f) == nil && f.State != ""
}

func (c flowCookie) clear(w http.ResponseWriter, r *http.Request) {
	c.cookies.set(w, r, "", time.Time{})
}
