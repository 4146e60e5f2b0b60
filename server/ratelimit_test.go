package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"
)

func TestRateLimit(t *testing.T) {
	f := newFixture()
	f.RateLimits = RateLimits{Anonymous: Rate{PerSecond: 0.5, Burst: 2}, Key: Rate{PerSecond: 1, Burst: 3}}
	f.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	h := New(f.Options)
	get := func(target string, headers ...string) int { return send(h, "GET "+target, headers...).Code }
	const suites = "/api/v1/evals/suites"

	if a, b, c := get(suites), get("/graphql"), get(suites); a != 200 || b != 200 || c != 429 {
		t.Fatalf("a burst of 2: %d %d %d", a, b, c)
	}
	w := send(h, "GET "+suites, "X-Request-Id", "r1")
	if w.Header().Get("Retry-After") != "2" {
		t.Errorf("Retry-After %q, want 2", w.Header().Get("Retry-After"))
	}
	const sentence = "too many requests; Retry-After says in how many seconds to come back"
	if want := `{"error":{"code":"rate_limited","message":"` + sentence + `","field":null,"request_id":"r1"}}` + "\n"; w.Body.String() != want {
		t.Errorf("REST: %s", w.Body)
	}
	w = send(h, "POST /graphql", "X-Request-Id", "r1", "Accept", "application/graphql-response+json")
	if want := `{"errors":[{"message":"` + sentence + `","extensions":{"code":"RATE_LIMITED","requestId":"r1"}}]}` + "\n"; w.Body.String() != want ||
		w.Code != 429 || w.Header().Get("Content-Type") != "application/graphql-response+json; charset=utf-8" {
		t.Errorf("GraphQL: %d %s %s", w.Code, w.Header().Get("Content-Type"), w.Body)
	}

	for _, open := range []string{"/healthz", "/readyz", "/"} {
		if code := get(open); code != http.StatusOK {
			t.Errorf("%s is limited: %d", open, code)
		}
	}
	if code := get(suites, "Authorization", "Bearer wrong"); code != 429 {
		t.Errorf("a wrong key is a way around the limit: %d", code)
	}
	if code := get(suites, "X-Forwarded-For", "203.0.113.9"); code != 429 {
		t.Errorf("a header is a way around the limit: %d", code)
	}
	if code := get(suites, "Remote", "198.51.100.1:1"); code != 200 {
		t.Errorf("another address: %d", code)
	}
	for i, from := range []string{"203.0.113.1", "203.0.113.2"} {
		if code := get(suites, "Remote", "10.0.0.1:1", "X-Forwarded-For", from); code != 200 {
			t.Errorf("caller %d behind a proxy: %d", i, code)
		}
	}

	f.now = f.now.Add(2 * time.Second)
	if a, b := get(suites), get(suites); a != 200 || b != 429 {
		t.Errorf("after 2 s: %d %d", a, b)
	}
	for i := range 3 {
		if code := get(suites, "Authorization", "Bearer "+key); code != 200 {
			t.Errorf("request %d with the key: %d", i, code)
		}
	}
	if code := get(suites, "Authorization", "Bearer "+key, "Remote", "198.51.100.9:1"); code != 429 {
		t.Errorf("the key from elsewhere: %d", code)
	}
}

func TestRateLimitCanBeOff(t *testing.T) {
	f := newFixture()
	f.RateLimits.Anonymous.PerSecond = -1
	h := New(f.Options)
	for range 200 {
		if code := send(h, "GET /api/v1/evals/suites").Code; code != 200 {
			t.Fatal(code)
		}
	}
}

func TestNeighboursInIPv6ShareABucket(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"2001:db8::1", "2001:db8::ffff:1", true},
		{"2001:db8::1", "2001:db8:0:1::1", false},
		{"192.0.2.1", "192.0.2.2", false},
	} {
		if same := network(netip.MustParseAddr(tc.a)) == network(netip.MustParseAddr(tc.b)); same != tc.same {
			t.Errorf("%s and %s: %v", tc.a, tc.b, same)
		}
	}
}

// Strangers with many addresses neither grow the table without end nor make it forget who keeps calling.
func TestBucketsAreBounded(t *testing.T) {
	now := time.Unix(0, 0)
	b := newBuckets(Rate{PerSecond: 1, Burst: 1}, func() time.Time { return now })
	b.take("busy")
	for i := range 5 * maxBuckets {
		b.take(fmt.Sprint(i))
		if i%1000 == 0 && b.take("busy") == 0 {
			t.Fatalf("after %d strangers the busy caller was forgotten", i)
		}
	}
	if n := len(b.young) + len(b.old); n > 2*maxBuckets {
		t.Errorf("%d buckets", n)
	}
}
