package eval_test

import (
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/eval"
	"assay/eval/fault"
)

// DIDs as they are found, and what each becomes; the file says where the document is and how the DID stands in a path.
func TestDIDCases(t *testing.T) {
	canonical := map[string]string{ // empty: refused
		"did:web:example.com":                "did:web:example.com",
		"did:web:example.com:agents:a1":      "did:web:example.com:agents:a1",
		"did:web:localhost%3A8080":           "did:web:localhost%3A8080",
		"did:web:localhost%3A8080:agents:a1": "did:web:localhost%3A8080:agents:a1",
		"did:web:localhost%3a8080":           "did:web:localhost%3A8080", // the same agent
		"did:web:EXAMPLE.com":                "did:web:example.com",      // the same agent
		"did:web:b%C3%BCcher.example":        "did:web:xn--bcher-kva.example",
		"did:theprotocol:eval-oracle":        "did:theprotocol:eval-oracle",
		"did:web:a%2Fb":                      "did:web:a%2Fb", // one part, never two
		"did:web:..":                         "",
		"did:web:example.com?x=1":            "",
		"did:web:example.com#key-1":          "",
		"did:web:":                           "",
		"did:web:example.com/":               "",
		"did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK": "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
	}
	b, err := os.ReadFile("testdata/dids.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		DID     string
		Doc     string
		Segment string `json:"path_segment"`
	}
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		want, known := canonical[row.DID]
		if !known {
			t.Errorf("%s has no expectation", row.DID)
			continue
		}
		got, err := eval.ParseDID(row.DID)
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("ParseDID(%q) = %q, %v, want %q", row.DID, got, err, want)
		}
		if err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("ParseDID(%q): %T is no fault", row.DID, err)
		}
		if row.Doc != "" {
			if doc, err := eval.DIDWebDocumentURL(got, "https"); doc != row.Doc {
				t.Errorf("document of %s is %q (%v), want %q", got, doc, err, row.Doc)
			}
		}
		if row.Segment != "" && url.PathEscape(string(got)) != strings.ReplaceAll(row.Segment, ":", "%3A") && url.PathEscape(string(got)) != row.Segment {
			t.Errorf("%s stands in a path as %s, want %s", got, url.PathEscape(string(got)), row.Segment)
		}
	}
	if len(rows) != len(canonical) {
		t.Errorf("%d rows, %d expectations", len(rows), len(canonical))
	}
}

func TestParseDID(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		// One agent, however its DID is spelt.
		{"did:web:ex%61mple.com", "did:web:example.com"},
		{"did:web:Example.COM%3a443:Agents:A1", "did:web:example.com%3A443:Agents:A1"},
		{"did:web:localhost%3A08080", "did:web:localhost%3A8080"},
		{"did:web:xn--bcher-kva.example", "did:web:xn--bcher-kva.example"},
		{"did:web:B%C3%9CCHER.example", "did:web:xn--bcher-kva.example"},
		{"did:web:stra%C3%9Fe.example", "did:web:xn--strae-oqa.example"}, // not strasse
		{"did:web:127.0.0.1%3A9001", "did:web:127.0.0.1%3A9001"},
		{"did:web:%5B::1%5D", ""}, // an IPv6 address has its colons escaped
		{"did:web:%5B%3A%3A1%5D%3A8080", "did:web:%5B%3A%3A1%5D%3A8080"},
		{"did:web:%5B0%3A0%3A%3A1%5D", "did:web:%5B%3A%3A1%5D"},
		{"did:web:my_agent%3A8080", "did:web:my_agent%3A8080"},
		{"did:web:r3---x.example", "did:web:r3---x.example"},
		{"did:web:example.com:a%20b:%7e", "did:web:example.com:a%20b:%7E"},
		// The reserved oracle has no second spelling.
		{"did:theprotocol:eval%2Doracle", "did:theprotocol:eval-oracle"},
		{"did:example:a:b::c", "did:example:a:b::c"},
		// No host, so no document, yet one DID.
		{"did:web:example.com%3A99999", "did:web:example.com%3A99999"},
		{"did:web:%FF", "did:web:%FF"},
		// Refused.
		{"", ""}, {"did", ""}, {"did:", ""}, {"did:web", ""}, {"did::x", ""}, {"did:web::x", ""},
		{"DID:web:example.com", ""}, {"did:Web:example.com", ""},
		{"did:web:example.com:", ""}, {"did:web:example.com::a", ""},
		{"did:web:example.com:..:a", ""}, {"did:web:example.com:%2e%2E:a", ""}, {"did:web:%2e.", ""}, {"did:web:example.com:.", ""},
		{"did:web:bücher.example", ""}, // not escaped
		{"did:web:a b", ""}, {"did:web:a%2", ""}, {"did:web:a%zz", ""}, {"did:web:a\n", ""}, {"did:web:a\x00", ""},
		{"did:web:example.com/agents", ""}, {"did:key:z6Mk#z6Mk", ""},
		{" did:web:example.com", ""}, {"https://example.com", ""},
		{"did:web:" + strings.Repeat("a", 1017), ""},
	} {
		got, err := eval.ParseDID(tc.in)
		if string(got) != tc.want || (err == nil) != (tc.want != "") {
			t.Errorf("ParseDID(%q) = %q, %v, want %q", tc.in, got, err, tc.want)
		}
	}
}

func TestDIDWeb(t *testing.T) {
	for _, tc := range []struct{ did, host, doc string }{
		{"did:web:localhost%3A8080:agents:a1", "localhost:8080", "http://localhost:8080/agents/a1/did.json"}, // BUG-81
		{"did:web:example.com%3A1100:api:v1", "example.com:1100", "http://example.com:1100/api/v1/did.json"}, // BUG-82
		{"did:web:%5B%3A%3A1%5D%3A80", "[::1]:80", "http://[::1]:80/.well-known/did.json"},
		{"did:web:example.com:a%2Fb", "example.com", "http://example.com/a%2Fb/did.json"}, // one segment
		{"did:web:a%2Fb", "", ""},
		{"did:web:example.com%3A0", "", ""},
		{"did:web:example.com%3A99999", "", ""},
		{"did:web:example.com%3A", "", ""},
		{"did:web:-x..y", "", ""},
		{"did:key:z6Mk", "", ""},
	} {
		did, err := eval.ParseDID(tc.did)
		if err != nil {
			t.Fatal(err)
		}
		if host, err := eval.DIDWebHost(did); host != tc.host || (err == nil) != (tc.host != "") {
			t.Errorf("host of %s is %q (%v), want %q", did, host, err, tc.host)
		}
		if doc, err := eval.DIDWebDocumentURL(did, "http"); doc != tc.doc || (err == nil) != (tc.doc != "") {
			t.Errorf("document of %s is %q (%v), want %q", did, doc, err, tc.doc)
		}
	}
}

func TestWebDIDOfURL(t *testing.T) {
	for _, tc := range []struct{ url, want string }{
		{"https://example.com/.well-known/agent-card.json", "did:web:example.com"},
		{"https://user:pw@Example.com:443/x?y#z", "did:web:example.com"},
		{"http://example.com:80", "did:web:example.com"},
		{"http://example.com:443", "did:web:example.com%3A443"},
		{"HTTP://localhost:8080/agents/a1", "did:web:localhost%3A8080"},
		{"http://127.0.0.1:9001", "did:web:127.0.0.1%3A9001"},
		{"http://[::1]:9001/", "did:web:%5B%3A%3A1%5D%3A9001"},
		{"https://[::1]", "did:web:%5B%3A%3A1%5D"},
		{"https://bücher.example", "did:web:xn--bcher-kva.example"},
		{"https://example.com./", "did:web:example.com"},
		{"ftp://example.com", ""}, {"example.com", ""}, {"/x", ""}, {"https://", ""}, {"https:///x", ""}, {"http://a b", ""},
		{"http://example.com:99999", ""}, {"http://example.com:0", ""}, {"http://a..b", ""}, {"", ""},
	} {
		got := eval.WebDIDOfURL(tc.url)
		if got != tc.want {
			t.Errorf("WebDIDOfURL(%q) = %q, want %q", tc.url, got, tc.want)
		}
		if got == "" {
			continue
		}
		if did, err := eval.ParseDID(got); string(did) != got {
			t.Errorf("%s is not canonical: %s, %v", got, did, err)
		}
	}
}

// The canonical form is a fixed point, and never has a separator, query or control character.
func TestCanonicalDID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := "did:" + rapid.SampledFrom([]string{"web", "key", "theprotocol"}).Draw(t, "method") + ":" +
			rapid.StringMatching(`([a-cA-C0-9.:_-]|%3A|%3a|%2[eEfF]|%[C-D][0-9a-f]%[89ab][0-9A-F]|%5[bBdD]){0,12}`).Draw(t, "id")
		did, err := eval.ParseDID(s)
		if err != nil {
			return
		}
		if again, err := eval.ParseDID(string(did)); again != did {
			t.Fatalf("%s → %s → %s (%v)", s, did, again, err)
		}
		if doc, err := eval.DIDWebDocumentURL(did, "https"); err == nil {
			u, err := url.Parse(doc)
			if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || strings.Contains(u.EscapedPath(), "/../") {
				t.Fatalf("document of %s: %s (%v)", did, doc, err)
			}
			if host, _ := eval.DIDWebHost(did); u.Host != host {
				t.Fatalf("document of %s is at %s, not %s", did, u.Host, host)
			}
		}
	})
}
