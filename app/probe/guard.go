package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// guard is the one way out: a dialer that looks at each address after it was resolved, at the moment it is connected to, so that no
// name can lead where it may not.
type guard struct {
	allow  []netip.Prefix
	dialer net.Dialer
}

// errBlocked: the address is not one we connect to.
var errBlocked = errors.New("address not allowed")

func newGuard(allow []netip.Prefix, connectTimeout time.Duration) guard {
	g := guard{allow: allow}
	g.dialer = net.Dialer{
		Timeout:   connectTimeout,
		KeepAlive: -1, // connections are short-lived
		Resolver:  &net.Resolver{PreferGo: true},
		ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil {
				return fmt.Errorf("%w: %s", errBlocked, address)
			}
			if why := blocked(ap.Addr(), allow); why != "" {
				return fmt.Errorf("%w: %s is %s", errBlocked, ap.Addr(), why)
			}
			return nil
		},
	}
	return g
}

// dial connects to host:port.
func (g *guard) dial(ctx context.Context, hostport string) (net.Conn, error) {
	return g.dialer.DialContext(ctx, "tcp", hostport)
}

// blocked says what is against connecting to an address; empty: nothing. Addresses that carry an IPv4 address (mapped, NAT64,
// 6to4, Teredo and the like) are judged as such and by the address they carry.
func blocked(a netip.Addr, allow []netip.Prefix) string {
	a = a.Unmap().WithZone("")
	if isMetadata(a) {
		return "a metadata address"
	}
	if v4, ok := embedded(a); ok && isMetadata(v4) {
		return "a metadata address"
	}
	if slices.ContainsFunc(allow, func(p netip.Prefix) bool { return p.Contains(a) }) {
		return ""
	}
	for _, s := range special {
		if s.prefix.Contains(a) {
			return s.name
		}
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return "not global unicast"
	}
	return ""
}

func isMetadata(a netip.Addr) bool { return slices.Contains(metadata, a) }

// metadata are the addresses at which clouds hand out credentials to whoever asks from within.
var metadata = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"), // AWS, Azure, Google, OpenStack and most others
	netip.MustParseAddr("169.254.170.2"),   // AWS, container credentials
	netip.MustParseAddr("169.254.170.23"),  // AWS, pod identity
	netip.MustParseAddr("169.254.0.23"),    // Tencent
	netip.MustParseAddr("100.100.100.200"), // Alibaba
	netip.MustParseAddr("168.63.129.16"),   // Azure, wire server
	netip.MustParseAddr("192.0.0.192"),     // Oracle
	netip.MustParseAddr("fd00:ec2::254"),   // AWS
	netip.MustParseAddr("fd00:ec2::23"),    // AWS, pod identity
	netip.MustParseAddr("fd20:ce::254"),    // Google
	netip.MustParseAddr("fd00:42::42"),     // Scaleway
	netip.MustParseAddr("fe80::a9fe:a9fe"), // OpenStack
}

// globalUnicast is all of IPv6 that is given out so far.
var globalUnicast = netip.MustParsePrefix("2000::/3")

type specialRange struct {
	prefix netip.Prefix
	name   string
}

// special are the ranges of the IANA special-purpose address registries (IPv4: RFC 6890 and its updates; IPv6 likewise), multicast,
// and the retired ranges that still lead inwards. Outside 2000::/3 IPv6 is refused as a whole, and named only for the message.
var special = []specialRange{
	{netip.MustParsePrefix("0.0.0.0/8"), "this network"},
	{netip.MustParsePrefix("10.0.0.0/8"), "private"},
	{netip.MustParsePrefix("100.64.0.0/10"), "shared by carriers (CGNAT)"},
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback"},
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local"},
	{netip.MustParsePrefix("172.16.0.0/12"), "private"},
	{netip.MustParsePrefix("192.0.0.0/24"), "for protocol assignments"},
	{netip.MustParsePrefix("192.0.2.0/24"), "for documentation"},
	{netip.MustParsePrefix("192.31.196.0/24"), "AS112"},
	{netip.MustParsePrefix("192.52.193.0/24"), "AMT"},
	{netip.MustParsePrefix("192.88.99.0/24"), "a 6to4 relay"},
	{netip.MustParsePrefix("192.168.0.0/16"), "private"},
	{netip.MustParsePrefix("192.175.48.0/24"), "AS112"},
	{netip.MustParsePrefix("198.18.0.0/15"), "for benchmarking"},
	{netip.MustParsePrefix("198.51.100.0/24"), "for documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "for documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved"},

	{netip.MustParsePrefix("::/128"), "unspecified"},
	{netip.MustParsePrefix("::1/128"), "loopback"},
	{nat64, "translated to IPv4 (NAT64)"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "translated to IPv4 (NAT64)"},
	{netip.MustParsePrefix("100::/64"), "discarded"},
	{netip.MustParsePrefix("2001::/23"), "for protocol assignments"},
	{netip.MustParsePrefix("2001:db8::/32"), "for documentation"},
	{sixToFour, "6to4"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), "AS112"},
	{netip.MustParsePrefix("3fff::/20"), "for documentation"},
	{netip.MustParsePrefix("5f00::/16"), "for segment routing"},
	{netip.MustParsePrefix("fc00::/7"), "unique-local"},
	{netip.MustParsePrefix("fe80::/10"), "link-local"},
	{netip.MustParsePrefix("fec0::/10"), "site-local"},
	{netip.MustParsePrefix("ff00::/8"), "multicast"},
}

// embedded gives the IPv4 address that an IPv6 address carries by one of the transition schemes.
func embedded(a netip.Addr) (netip.Addr, bool) {
	if !a.Is6() {
		return netip.Addr{}, false
	}
	b := a.As16()
	switch {
	case compatible.Contains(a), nat64.Contains(a):
		return netip.AddrFrom4([4]byte(b[12:16])), true
	case sixToFour.Contains(a):
		return netip.AddrFrom4([4]byte(b[2:6])), true
	case teredo.Contains(a): // the client's address, inverted
		return netip.AddrFrom4([4]byte{^b[12], ^b[13], ^b[14], ^b[15]}), true
	}
	return netip.Addr{}, false
}

var (
	compatible = netip.MustParsePrefix("::/96")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
	teredo     = netip.MustParsePrefix("2001::/32")
)
