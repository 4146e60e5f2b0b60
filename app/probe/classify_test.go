package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"testing"

	"assay/eval"
)

// What is published of a failed call names the agent's side only: not our resolver, nor the address we called from.
func TestDetailsKeepOurSideOut(t *testing.T) {
	ours := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("10.255.255.7:40000"))
	theirs := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.0.2.1:80"))
	cut := func(op string, errno syscall.Errno) error {
		return &net.OpError{Op: op, Net: "tcp", Source: ours, Addr: theirs, Err: os.NewSyscallError(op, errno)}
	}
	lookup := func(e net.DNSError) error {
		e.Name, e.Server = "foo.localhost", "10.255.255.53:53"
		return &net.OpError{Op: "dial", Net: "tcp", Err: &e}
	}
	ctx := context.Background()
	for _, tc := range []struct {
		got  *failure
		code eval.ErrorCode
		want string
	}{
		{dialFailure(ctx, lookup(net.DNSError{Err: "no such host", IsNotFound: true})), eval.ErrDNS, "foo.localhost: no such host"},
		{dialFailure(ctx, lookup(net.DNSError{Err: "read udp 10.255.255.7:9->10.255.255.53:53: i/o timeout", IsTimeout: true})), eval.ErrDNS,
			"foo.localhost: no name server answered in time"},
		{dialFailure(ctx, lookup(net.DNSError{Err: "read udp 10.255.255.7:9->10.255.255.53:53: refused"})), eval.ErrDNS,
			"foo.localhost: the name servers could not resolve it"},
		{dialFailure(ctx, cut("connect", syscall.ECONNREFUSED)), eval.ErrConnectionRefused, "192.0.2.1:80: connect: connection refused"},
		{dialFailure(ctx, cut("connect", syscall.ECONNRESET)), eval.ErrConnectionReset, "192.0.2.1:80: connect: connection reset by peer"},
		{dialFailure(ctx, cut("connect", syscall.ENOBUFS)), eval.ErrInternal,
			"this machine has no more ports, files or memory for connections: 192.0.2.1:80: connect: no buffer space available"},
		{tlsFailure(ctx, cut("read", syscall.ECONNRESET)), eval.ErrTLS, "192.0.2.1:80: read: connection reset by peer"},
		{headFailure(ctx, errors.New("malformed"), &wire{err: cut("read", syscall.EHOSTUNREACH)}), eval.ErrProtocol,
			"not an HTTP response: 192.0.2.1:80: read: no route to host"},
		{bodyFailure(ctx, fmt.Errorf("unpack: %w", cut("read", syscall.EHOSTUNREACH)), nil), eval.ErrProtocol,
			"reading the body: 192.0.2.1:80: read: no route to host"},
	} {
		if tc.got.code != tc.code || tc.got.detail != tc.want || strings.Contains(tc.got.detail, "10.255") {
			t.Errorf("%s: %s, want %s", tc.got.code, tc.got.detail, tc.want)
		}
	}
}

// The same by a real lookup.
func TestUnknownHostIsSaid(t *testing.T) {
	got := newProber(t).Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: "http://does-not-exist.invalid", Input: "/"})
	if got.Observation.Error != eval.ErrDNS || !strings.HasPrefix(got.Detail, "does-not-exist.invalid: ") || strings.Contains(got.Detail, ":53") {
		t.Errorf("%s: %s", got.Observation.Error, got.Detail)
	}
}
