package server

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientAddress(t *testing.T) {
	ps := proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, tc := range []struct{ name, remote, forwarded, want string }{
		{"no proxy", "198.51.100.7:1234", "", "198.51.100.7"},
		{"a stranger's header is noise", "198.51.100.7:1234", "203.0.113.1", "198.51.100.7"},
		{"one proxy", "10.0.0.1:1234", "203.0.113.1", "203.0.113.1"},
		{"what the caller wrote in front is noise", "10.0.0.1:1234", "1.1.1.1, 203.0.113.1", "203.0.113.1"},
		{"two proxies", "10.0.0.1:1234", "1.1.1.1, 203.0.113.1,10.2.2.2", "203.0.113.1"},
		{"only proxies", "10.0.0.1:1234", "10.2.2.2", "10.2.2.2"},
		{"a proxy that says nothing", "10.0.0.1:1234", "", "10.0.0.1"},
		{"garbage ends the search", "10.0.0.1:1234", "203.0.113.1, garbage, 10.2.2.2", "10.2.2.2"},
		{"with ports", "[fd00::1]:1234", "[2001:db8::7]:99, 10.1.1.1:80", "2001:db8::7"},
		{"bracketed", "[fd00::1]:1234", "[2001:db8::7]", "2001:db8::7"},
		{"IPv4 in IPv6", "[::ffff:10.0.0.1]:1234", "::ffff:203.0.113.1", "203.0.113.1"},
		{"zone", "[fe80::1%eth0]:1234", "", "fe80::1"},
		{"a Unix socket", "@", "203.0.113.1", "invalid IP"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tc.remote
		if tc.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tc.forwarded)
		}
		if got := ps.client(r).String(); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}
