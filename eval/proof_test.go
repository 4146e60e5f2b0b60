package eval

import (
	"testing"
	"time"
)

func TestProofHoldsForItsOriginOnly(t *testing.T) {
	proven := Proof{State: Proven, Method: ProofWellKnown, Origin: "https://a.example:8443"}
	for _, c := range []struct {
		endpoint string
		proof    Proof
		want     ProofState
	}{
		{"https://a.example:8443/a2a", proven, Proven},
		{"HTTPS://A.example:8443", proven, Proven},
		{"https://a.example:8443/elsewhere?x", proven, Proven},
		{"https://a.example/a2a", proven, Lapsed},
		{"https://a.example:443/a2a", Proof{State: Proven, Origin: "https://a.example"}, Proven},
		{"http://a.example:443/a2a", Proof{State: Proven, Origin: "http://a.example"}, Lapsed},
		{"http://a.example:8443/a2a", proven, Lapsed},
		{"https://b.example:8443/a2a", proven, Lapsed},
		{"", proven, Lapsed},
		{"https://b.example", Proof{State: Trusted}, Trusted},
		{"https://b.example", Proof{State: Unproven}, Unproven},
		{"https://b.example", Proof{}, Unproven},
	} {
		a := Agent{Endpoint: c.endpoint, Proof: c.proof, Active: true}
		if got := a.ProofState(); got != c.want {
			t.Errorf("%q with %+v is %s, want %s", c.endpoint, c.proof, got, c.want)
		}
		if ok, why := a.Target(); ok != (c.want == Trusted || c.want == Proven) || !ok && why != "unproven" {
			t.Errorf("%q with %+v: target %v, %q", c.endpoint, c.proof, ok, why)
		}
	}
}

func TestWhyAnAgentIsNoTarget(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for why, a := range map[string]Agent{
		"":          {Active: true, Proof: Proof{State: Trusted}},
		"removed":   {Active: true, Proof: Proof{State: Trusted}, RemovedAt: now, OptedOutAt: now},
		"mirror":    {Active: true, Proof: Proof{State: Trusted}, HomeRegistry: "https://r.example"},
		"opted out": {Proof: Proof{State: Trusted}, OptedOutAt: now},
		"inactive":  {Proof: Proof{State: Trusted}},
		"unproven":  {Active: true},
	} {
		if ok, got := a.Target(); got != why || ok != (why == "") {
			t.Errorf("%+v: %v, %q, want %q", a, ok, got, why)
		}
	}
}

func TestChallengeLine(t *testing.T) {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	c := Challenge{Action: ChallengeOptOut, Token: "TOKEN", ExpiresAt: at}
	if got := c.Line("did:web:r.example", "did:web:a.example"); got != "assay opt_out did:web:r.example did:web:a.example TOKEN" {
		t.Errorf("%q", got)
	}
	if !c.Open(at.Add(-time.Millisecond)) || c.Open(at) {
		t.Error("it is good until it ends, and no longer")
	}
	if c.UsedAt = at.Add(-time.Hour); c.Open(at.Add(-time.Minute)) {
		t.Error("it is good once")
	}
}

func TestCredentialsInWords(t *testing.T) {
	for want, c := range map[string]Credentials{
		"bearer token":        {Kind: CredentialBearer},
		"header X-API-Key":    {Kind: CredentialAPIKey, Placement: CredentialPlacement{In: "header", Name: "X-API-Key"}},
		"query parameter key": {Kind: CredentialAPIKey, Placement: CredentialPlacement{In: "query", Name: "key"}},
		"cookie sid":          {Kind: CredentialAPIKey, Placement: CredentialPlacement{In: "cookie", Name: "sid"}},
		"token from https://l.example/t for client me, scope a b": {Kind: CredentialOAuth2, Placement: CredentialPlacement{TokenURL: "https://l.example/t", ClientID: "me", Scopes: []string{"a", "b"}}},
		"bearer token; not sent: it is for https://a.example, and the agent is at https://b.example now": {Kind: CredentialBearer, Elsewhere: "https://b.example",
			Placement: CredentialPlacement{Origin: "https://a.example"}},
	} {
		c.Secret = "hunter2hunter2"
		if got := c.Describe(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
