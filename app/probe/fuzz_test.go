package probe

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/eval"
)

// Whatever a card holds, it is read or refused; what was read is an endpoint that can be called.
func FuzzParseCard(f *testing.F) {
	for _, name := range []string{"agntcy_a2a", "samples_adk_skills_agent", "samples_planner_agent"} {
		f.Add(fixture(f, "a2a/published_cards/"+name+".json"))
	}
	f.Add([]byte(`{"name":"a","url":"http://[::1]:80/%2F?q=\u00fc","preferredTransport":"HTTP+JSON"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		card, err := ParseCard(raw, "")
		if err != nil || card.Endpoint == "" {
			return
		}
		if again, err := ParseEndpoint(card.Endpoint); err != nil || again != card.Endpoint {
			t.Errorf("%q becomes %q, %v", card.Endpoint, again, err)
		}
	})
}

// Whatever an agent answers, there is a text or a failure of the closed list, and a detail that can be stored.
func FuzzReply(f *testing.F) {
	f.Add([]byte(`{"id":"1","result":{"task":{"id":"t","status":{"state":3},"artifacts":[{"parts":[{"raw":"NA==","mediaType":"text/plain"}]}]}}}`), 200)
	f.Add([]byte(`{"error":{"code":400,"status":"X","message":"m","details":[{"reason":"R"}]}}`), 400)
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		for _, d := range []dialect{rpc1, rest1} {
			r := &reply{}
			failed := r.read(d, &response{status: status, header: http.Header{}, body: body})
			if failed == nil && !r.pending() {
				_, failed = r.result()
			}
			if failed == nil {
				continue
			}
			if failed.code != eval.ErrProtocol && failed.code != eval.ErrA2A {
				t.Errorf("code %q", failed.code)
			}
			if s := clean(failed.detail); !utf8.ValidString(s) || strings.ContainsRune(s, 0) || len(s) > 510 {
				t.Errorf("detail %q", s)
			}
		}
	})
}

// How a stream is cut into chunks does not matter.
func FuzzEventChunks(f *testing.F) {
	f.Add([]byte("\uFEFFdata: {\"result\":1}\r\n\r\ndata:x\r\rdata: {\"message\":\n\ndata:{\"parts\":[]}}\n\n"), uint(3))
	f.Fuzz(func(t *testing.T, stream []byte, at uint) {
		whole := &eventReader{reply: &reply{}}
		whole.feed(stream)
		cut := &eventReader{reply: &reply{}}
		at %= uint(len(stream) + 1)
		cut.feed(stream[:at])
		cut.feed(stream[at:])
		if a, b := whole.end(), cut.end(); (a == nil) != (b == nil) || a != nil && *a != *b || whole.done != cut.done {
			t.Errorf("whole %v, cut at %d %v", a, at, b)
		}
	})
}

// An input never makes a request line of its own, and never leaves the endpoint's origin.
func FuzzRequestURL(f *testing.F) {
	f.Add("//evil.example/\r\n?q=\x00#x")
	base, err := url.Parse("https://h/base?k=1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input string) {
		u := requestURL(base, input)
		line := u.RequestURI()
		if u.Scheme != "https" || u.Host != "h" || !strings.HasPrefix(line, "/") || strings.ContainsFunc(line, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Errorf("%q asks %s://%s for %q", input, u.Scheme, u.Host, line)
		}
	})
}
