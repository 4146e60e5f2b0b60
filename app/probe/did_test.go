package probe

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"assay/eval"
	"assay/eval/fault"
)

// didHost is a server whose paths hold documents; {self} in one is the server's own URL. It keeps what it was asked for.
type didHost struct {
	*agent
	mu    sync.Mutex
	asked []string
}

func newDIDHost(t *testing.T, documents map[string]string) *didHost {
	h := &didHost{}
	h.agent = serve(t, func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.asked = append(h.asked, r.URL.Path)
		h.mu.Unlock()
		document, ok := documents[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, strings.NewReplacer("{self}", h.URL, "{did}", h.did("")).Replace(document))
	})
	return h
}

func (h *didHost) did(path string) string {
	_, port, _ := net.SplitHostPort(h.Listener.Addr().String())
	return "did:web:127.0.0.1%3A" + port + path
}

func TestResolveDID(t *testing.T) {
	const (
		card  = `{"name":"a","url":"https://a.example"}`
		newer = "/.well-known/agent-card.json"
		older = "/.well-known/agent.json"
		doc   = "/.well-known/did.json"
	)
	service := func(of string) string {
		return `{"id":"{did}","service":[{"id":"#x","type":"LinkedDomains","serviceEndpoint":"https://x.example"},` + of + `]}`
	}
	for _, c := range []struct {
		name, path string
		documents  map[string]string
		card       string // path of the card's URL; empty: a fault
		asked      []string
		code       string
	}{
		{"no document", "", map[string]string{newer: card}, newer, []string{doc, newer}, ""},
		{"old path only", "", map[string]string{older: card}, older, []string{doc, newer, older}, ""},
		{"nothing", "", nil, "", []string{doc, newer, older}, "not_found"},
		{"a card at the new path that is none", "", map[string]string{newer: "<html>", older: card}, "", []string{doc, newer}, "protocol_error"},
		{"an agent's own path", ":agents:a1", map[string]string{"/agents/a1/did.json": `{"service":[{"type":"A2AAgentCard","serviceEndpoint":"{self}/agents/a1/card"}]}`, "/agents/a1/card": card},
			"/agents/a1/card", []string{"/agents/a1/did.json", "/agents/a1/card"}, ""},
		{"service with a card's URL", "", map[string]string{doc: service(`{"type":"A2A","serviceEndpoint":"{self}/cards/a.json"}`), "/cards/a.json": card}, "/cards/a.json", []string{doc, "/cards/a.json"}, ""},
		{"service below whose endpoint the card is", "", map[string]string{doc: service(`{"type":["Agent","A2AService"],"serviceEndpoint":{"uri":"{self}/a2a/"}}`), "/a2a" + newer: card},
			"/a2a" + newer, []string{doc, "/a2a" + newer}, ""},
		{"service at whose host the card is", "", map[string]string{doc: service(`{"type":"a2a","serviceEndpoint":[{"accept":"x"},{"url":"{self}/a2a"}]}`), newer: card},
			newer, []string{doc, "/a2a" + newer, "/a2a" + older, newer}, ""},
		{"one service, not in a list", "", map[string]string{doc: `{"service":{"type":"AgentCard","serviceEndpoint":["{self}/c"]}}`, "/c": card}, "/c", []string{doc, "/c"}, ""},
		{"no A2A service", "", map[string]string{doc: service(`{"type":"Hub","serviceEndpoint":"{self}/hub"}`), newer: card}, newer, []string{doc, newer}, ""},
		{"service without an endpoint", "", map[string]string{doc: service(`{"type":"A2A"}`), newer: card}, newer, []string{doc, newer}, ""},
		{"a document of another DID", "", map[string]string{doc: `{"id":"did:web:other.example","service":[{"type":"A2A","serviceEndpoint":"{self}/x.json"}]}`, newer: card}, newer, []string{doc, newer}, ""},
		{"a page instead of a document", "", map[string]string{doc: "<html>", newer: card}, newer, []string{doc, newer}, ""},
		{"service that leads inwards", "", map[string]string{doc: service(`{"type":"A2A","serviceEndpoint":"http://10.0.0.1/card.json"}`)}, "", []string{doc}, "target_blocked"},
		{"service that is no URL", "", map[string]string{doc: service(`{"type":"A2A","serviceEndpoint":"card.json"}`)}, "", []string{doc}, "protocol_error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newDIDHost(t, c.documents)
			got, url, err := newProber(t).ResolveDID(context.Background(), h.did(c.path))
			if !slices.Equal(h.asked, c.asked) {
				t.Errorf("asked for %q, want %q", h.asked, c.asked)
			}
			if c.card == "" {
				if f := fault.As(err); f == nil || f.Code != c.code || url != "" {
					t.Errorf("%#v, want %s", err, c.code)
				}
				return
			}
			if err != nil || got.Name != "a" || url != h.URL+c.card {
				t.Errorf("%s, %+v, %v", url, got, err)
			}
		})
	}
}

func TestResolveDIDByName(t *testing.T) {
	h := newDIDHost(t, map[string]string{"/.well-known/agent-card.json": `{"name":"a","url":"https://a.example"}`})
	did := strings.Replace(h.did(""), "127.0.0.1%3A", "LOCALHOST%3a", 1)
	if _, _, err := newProber(t).ResolveDID(context.Background(), did); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "did:key:z6Mk", "did:web:", "did:web:a%2Fb", "did:web:example.com#key-1", "https://example.com"} {
		_, _, err := newProber(t).ResolveDID(context.Background(), bad)
		wantFault(t, bad, err, fault.Invalid, "invalid")
		if f := fault.As(err); f != nil && f.Field != "" {
			t.Errorf("%s: field %q", bad, f.Field)
		}
	}
}

// Plain http is for loopback hosts; others are asked over https only, and a port stays a port.
func TestDIDOverHTTPS(t *testing.T) {
	h := newDIDHost(t, map[string]string{"/.well-known/agent-card.json": `{"name":"a","url":"https://a.example"}`})
	_, port, _ := net.SplitHostPort(h.Listener.Addr().String())
	for host, plain := range map[string]bool{"localhost": true, "a.localhost": true, "127.1.2.3": true, "[::1]": true, "example.com": false, "10.0.0.1": false, "localhost.example": false} {
		if loopback(host+":"+port) != plain {
			t.Errorf("%s is loopback: %v", host, !plain)
		}
	}
	for did, want := range map[string]string{
		"did:web:example.com%3A1100:api:v1":        "https://example.com:1100/api/v1/did.json",
		"did:web:localhost%3A8080:agents:a1":       "https://localhost:8080/agents/a1/did.json",
		"did:web:does-not-exist.invalid%3A" + port: "https://does-not-exist.invalid:" + port + "/.well-known/did.json",
	} {
		id, err := eval.ParseDID(did)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := eval.DIDWebDocumentURL(id, "https"); err != nil || got != want {
			t.Errorf("%s: %s, %v", did, got, err)
		}
	}
	_, _, err := newProber(t).ResolveDID(context.Background(), fmt.Sprintf("did:web:does-not-exist.invalid%%3A%s", port))
	wantFault(t, "unknown host", err, fault.Unreachable, "dns_error", "https://does-not-exist.invalid:"+port)
}
