package server

import (
	"net/http"
	"net/netip"
	"strings"
)

// proxies are the networks whose X-Forwarded-For is believed. From anyone else the header is noise: a caller could write it.
type proxies []netip.Prefix

// client is the address a request comes from: the peer's, or, behind trusted proxies, the nearest one of X-Forwarded-For that is
// not a trusted proxy itself. Invalid when the peer has no IP address (a Unix socket).
func (ps proxies) client(r *http.Request) netip.Addr {
	addr := parseHop(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && ps.trust(addr); i-- {
		hop := parseHop(strings.TrimSpace(hops[i]))
		if !hop.IsValid() {
			break
		}
		addr = hop
	}
	return addr
}

func (ps proxies) trust(a netip.Addr) bool {
	for _, p := range ps {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// parseHop reads an address with or without a port. IPv4 in IPv6 is IPv4.
func parseHop(s string) netip.Addr {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}
