package probe

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"assay/eval"
)

func TestBlockedAddresses(t *testing.T) {
	for _, a := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.1.1",
		"172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.1.1",
		"192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
		"255.255.255.255",
		"::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808",
		"64:ff9b:1::1", "100::1", "100:0:0:1::1", "2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1",
		"2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "4000::1",
		"169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16",
	} {
		if blocked(netip.MustParseAddr(a), nil) == "" {
			t.Errorf("%s is let through", a)
		}
	}
	for _, a := range []string{
		"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "198.17.0.1",
		"198.20.0.1", "223.255.255.255", "::ffff:8.8.8.8", "2001:200::1", "2606:4700:4700::1111", "2a00:1450::1", "2003::1",
	} {
		if why := blocked(netip.MustParseAddr(a), nil); why != "" {
			t.Errorf("%s is refused: %s", a, why)
		}
	}
}

func TestMetadataIsBlockedEvenWhenAllowed(t *testing.T) {
	everything := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	for _, a := range []string{
		"169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe",
		"2002:a9fe:a9fe::1", "::a9fe:a9fe", "2001:0:1:2:3:4:5601:5601",
	} {
		if blocked(netip.MustParseAddr(a), everything) == "" {
			t.Errorf("%s is let through", a)
		}
	}
	for _, a := range []string{"127.0.0.1", "10.0.0.1", "::1", "fd00::1", "169.254.169.253"} {
		if why := blocked(netip.MustParseAddr(a), everything); why != "" {
			t.Errorf("%s is refused though allowed: %s", a, why)
		}
	}
}

// The check is on the address that a name led to, at the moment of connecting.
func TestNamesThatLeadInwards(t *testing.T) {
	a := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := net.SplitHostPort(a.Listener.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"} {
		closed := newProber(t, func(c *Config) { c.AllowTargets = nil })
		o := probe(t, closed, "http://"+host+":"+port, "/")
		wantError(t, o, eval.ErrTargetBlocked, "not allowed")
		if o.Evidence != nil || o.Attempts != 0 || o.Observation.LatencyMS != 0 {
			t.Errorf("%s: evidence %v, %d attempts, %d ms of a call that was not made", host, o.Evidence, o.Attempts, o.Observation.LatencyMS)
		}
	}
	if n := a.hits.Load(); n != 0 {
		t.Fatalf("%d requests reached a blocked address", n)
	}
	wantError(t, probe(t, newProber(t), "http://localhost:"+port, "/"), eval.NoError, "")
}

func TestProxyVariablesAreIgnored(t *testing.T) {
	proxy := serve(t, func(http.ResponseWriter, *http.Request) {})
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, proxy.URL)
	}
	wantError(t, probe(t, newProber(t), "http://127.0.0.2:9", "/"), eval.ErrConnectionRefused, "refused")
	if proxy.hits.Load() != 0 {
		t.Fatal("the proxy was asked")
	}
}

func TestParseEndpoint(t *testing.T) {
	for in, want := range map[string]string{
		"https://Example.COM/A2A/":        "https://example.com/A2A/",
		"HTTP://localhost:80/":            "http://localhost:80/",
		"https://bücher.example/a2a":      "https://xn--bcher-kva.example/a2a",
		"http://[::1]:8080/x?y=z&q=a b#f": "http://[::1]:8080/x?y=z&q=a%20b",
		"http://my_agent:9000":            "http://my_agent:9000",
		"http://10.0.0.1/a":               "http://10.0.0.1/a",
		" https://a.example ":             "https://a.example",
	} {
		if got, err := ParseEndpoint(in); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]eval.ErrorCode{
		"":                                   eval.ErrProtocol,
		"/a2a":                               eval.ErrProtocol,
		"example.com/a2a":                    eval.ErrProtocol,
		"//example.com/a2a":                  eval.ErrProtocol,
		"file:///etc/passwd":                 eval.ErrProtocol,
		"ftp://example.com":                  eval.ErrProtocol,
		"https://":                           eval.ErrProtocol,
		"https:example.com":                  eval.ErrProtocol,
		"https://a.example:0/":               eval.ErrProtocol,
		"https://a.example:65536/":           eval.ErrProtocol,
		"https://good.example@evil.example/": eval.ErrProtocol,
		"https://a b.example/":               eval.ErrProtocol,
		"https://a.example/\r\nHost: x":      eval.ErrProtocol,
		"http://2130706433/a2a":              eval.ErrTargetBlocked,
		"http://0x7f.1/":                     eval.ErrTargetBlocked,
		"http://0x7f000001/":                 eval.ErrTargetBlocked,
		"http://017700000001/":               eval.ErrTargetBlocked,
		"http://0177.0.0.1/":                 eval.ErrTargetBlocked,
		"http://127.1/":                      eval.ErrTargetBlocked,
		"http://127.0.0.1./":                 eval.ErrTargetBlocked,
		"http://１２７.0.0.1/":                  eval.ErrTargetBlocked,
		"http://169.254.169.254/latest":      eval.ErrTargetBlocked,
		"http://[::ffff:169.254.169.254]/":   eval.ErrTargetBlocked,
		"http://[fd00:ec2::254]/":            eval.ErrTargetBlocked,
		"http://[fe80::1%25eth0]/":           eval.ErrTargetBlocked,
		"http://metadata.google.internal/":   eval.ErrTargetBlocked,
	} {
		got, err := ParseEndpoint(in)
		wantFault(t, in, err, "INVALID", string(want))
		if got != "" {
			t.Errorf("%s: %q beside an error", in, got)
		}
	}
}

func TestConnectTimeout(t *testing.T) {
	// A listener whose queue is full takes no connection and refuses none.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for failed := 0; failed < 5; { // a busy machine may fail one for no such reason
		c, err := net.DialTimeout("tcp", l.Addr().String(), 100*time.Millisecond)
		if err != nil {
			failed++
			continue
		}
		failed = 0
		defer c.Close()
	}
	p := newProber(t, func(c *Config) { c.ConnectTimeout = 20 * time.Millisecond })
	o := p.Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: "http://" + l.Addr().String(), Timeout: 10 * time.Second})
	wantError(t, o, eval.ErrConnectTimeout, "no connection")
	p = newProber(t)
	o = p.Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: "http://" + l.Addr().String(), Timeout: 20 * time.Millisecond})
	wantError(t, o, eval.ErrConnectTimeout, "no connection")
	if o.Timings.Connect != 0 || o.Timings.Total == 0 {
		t.Errorf("timings %+v", o.Timings)
	}
}
