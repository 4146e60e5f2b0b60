package probe

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/fault"
)

func TestChallengeLines(t *testing.T) {
	const line = "assay prove did:web:r.example did:web:a.example TOKEN"
	for _, c := range []struct {
		name   string
		status int
		media  string
		body   string
		want   []string
		code   string
	}{
		{"one line", 200, "text/plain; charset=utf-8", line, []string{line}, ""},
		{"several, of many systems", 200, "text/plain", "\uFEFF" + line + " \t\r\nother\n\n", []string{line, "other", ""}, ""},
		{"a file server's type", 200, "application/octet-stream", line + "\n", []string{line}, ""},
		{"white space before it", 200, "text/plain", " " + line, []string{" " + line}, ""},
		{"nothing", 200, "text/plain", "", nil, ""},
		{"a page", 200, "text/html", "<html>\n" + line + "\n</html>", nil, "protocol_error"},
		{"a page that calls itself text", 200, "text/plain", "\n<html>\n" + line + "\n</html>", nil, "protocol_error"},
		{"JSON", 200, "application/json", `"` + line + `"`, nil, "protocol_error"},
		{"no text", 200, "text/plain", line + "\n\xff", nil, "protocol_error"},
		{"NUL", 200, "text/plain", line + "\n\x00", nil, "protocol_error"},
		{"too large", 200, "text/plain", line + "\n" + strings.Repeat("x", 64<<10), nil, "body_too_large"},
		{"not there", 404, "text/plain", line, nil, "not_found"},
		{"broken", 500, "text/plain", line, nil, "protocol_error"},
		{"created", 201, "text/plain", line, nil, "protocol_error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != eval.ChallengePath || r.URL.RawQuery != "" {
					t.Errorf("asked for %s", r.URL)
				}
				w.Header().Set("Content-Type", c.media)
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			got, err := newProber(t).ChallengeLines(context.Background(), a.URL+"/a2a?x=1")
			if f := fault.As(err); c.code == "" && (err != nil || !slices.Equal(got, c.want)) || c.code != "" && (f == nil || f.Code != c.code || f.Kind != fault.Unreachable || got != nil) {
				t.Errorf("%q, %#v", got, err)
			}
		})
	}
}

func TestChallengeLinesGoNowhereElse(t *testing.T) {
	target := serve(t, func(http.ResponseWriter, *http.Request) {})
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.URL+eval.ChallengePath, http.StatusMovedPermanently)
	})
	_, err := newProber(t).ChallengeLines(context.Background(), a.URL)
	wantFault(t, "redirected", err, fault.Unreachable, "redirect", "redirects to", target.URL)
	if target.hits.Load() != 0 {
		t.Error("the redirect was followed")
	}
	p := New(Config{})
	t.Cleanup(p.Stop)
	_, err = p.ChallengeLines(context.Background(), a.URL)
	wantFault(t, "on loopback", err, fault.Unreachable, "target_blocked", "loopback")
	_, err = p.ChallengeLines(context.Background(), "http://10.1.2.3/")
	wantFault(t, "private", err, fault.Unreachable, "target_blocked", "private")
	_, err = p.ChallengeLines(context.Background(), "http://169.254.169.254/")
	wantFault(t, "metadata", err, fault.Invalid, "target_blocked", "metadata")
}

func TestOriginNames(t *testing.T) {
	const did = "did:web:far.example"
	card := func(more string) string { return `{"name":"a","url":"https://a.example"` + more + `}` }
	for _, c := range []struct {
		name, path, card string
		want             bool
		code             string
	}{
		{"named", wellKnownCard, card(`,"did":"` + did + `"`), true, ""},
		{"named deep within, in another spelling", wellKnownCard, card(`,"capabilities":{"extensions":[{"params":{"ids":["x","did:web:FAR.example"]}}]}`), true, ""},
		{"named at the old path", oldWellKnownCard, card(`,"did":"` + did + `"`), true, ""},
		{"within a longer text", wellKnownCard, card(`,"did":"not ` + did + `"`), false, ""},
		{"as a name", wellKnownCard, card(`,"x":{"` + did + `":true}`), false, ""},
		{"a longer DID", wellKnownCard, card(`,"did":"` + did + `:a"`), false, ""},
		{"not at all", wellKnownCard, card(``), false, ""},
		{"elsewhere", "/files/card.json", card(`,"did":"` + did + `"`), false, "not_found"},
		{"no card", wellKnownCard, `"` + did + `"`, false, "protocol_error"},
	} {
		a := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != c.path {
				http.NotFound(w, r)
				return
			}
			_, _ = io.WriteString(w, c.card)
		})
		got, err := newProber(t).OriginNames(context.Background(), a.URL+"/files/a2a", did)
		if f := fault.As(err); got != c.want || (err == nil) != (c.code == "") || f != nil && f.Code != c.code {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

func TestReach(t *testing.T) {
	a := serve(t, func(http.ResponseWriter, *http.Request) {})
	p := newProber(t)
	if took, err := p.Reach(context.Background(), a.URL); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
	if a.hits.Load() != 0 {
		t.Error("something was sent")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	l.Close()
	_, err = p.Reach(context.Background(), "http://"+closed)
	wantFault(t, "closed", err, fault.Unreachable, "connection_refused", closed)
	_, err = p.Reach(context.Background(), strings.Replace(a.URL, "http:", "https:", 1))
	wantFault(t, "no TLS", err, fault.Unreachable, "tls_error", "TLS")
	_, err = p.Reach(context.Background(), "http://192.168.1.1")
	wantFault(t, "private", err, fault.Unreachable, "target_blocked", "private")
}
