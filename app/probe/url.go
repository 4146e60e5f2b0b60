package probe

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"assay/eval"
	"assay/eval/fault"
)

// ParseEndpoint checks the URL of an agent's interface or card and gives it in the form that is dialled and compared: lower-case scheme
// and host, internationalised names in punycode. Path, query and a trailing slash stay as they are; a fragment goes.
//
// It refuses, as an Invalid *fault.Error, what is not an absolute http or https URL, user information, hosts that are no names or
// addresses, and with code target_blocked addresses that are never called: metadata addresses, and addresses written as one number,
// in octal, hexadecimal or with parts left out, which resolvers do not agree about. Private addresses pass: whether they may be
// called is asked when they are.
func ParseEndpoint(raw string) (string, error) {
	u, failed := endpoint(raw)
	if failed != nil {
		return "", fault.New(fault.Invalid, string(failed.code), "%s", clean(failed.detail))
	}
	return u.String(), nil
}

func endpoint(raw string) (*url.URL, *failure) {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return nil, failf(eval.ErrProtocol, "%q is not a URL; one looks like https://agent.example/a2a", fault.RedactURL(raw))
	}
	switch {
	case u.Scheme == "" && u.Host == "":
		return nil, failf(eval.ErrProtocol, "relative url %q; it must be absolute, with http or https", fault.RedactURL(raw))
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, failf(eval.ErrProtocol, "url %q is not http or https", fault.RedactURL(raw))
	case u.User != nil:
		return nil, failf(eval.ErrProtocol, "url %q holds user information before its host, %s", fault.RedactURL(raw), u.Host)
	case u.Opaque != "" || u.Hostname() == "":
		return nil, failf(eval.ErrProtocol, "url %q has no host", fault.RedactURL(raw))
	}
	host, failed := hostname(u.Hostname())
	if failed != nil {
		return nil, failed
	}
	port := u.Port()
	if n, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || n == 0) {
		return nil, failf(eval.ErrProtocol, "url %q has no such port", raw)
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	u.Host = host
	if port != "" {
		u.Host += ":" + port
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawQuery = escapeRest(u.RawQuery)
	return u, nil
}

// hostname gives a host's name in lower case and punycode, or its address in canonical form.
func hostname(h string) (string, *failure) {
	if a, err := netip.ParseAddr(h); err == nil {
		if a.Zone() != "" {
			return "", failf(eval.ErrTargetBlocked, "%s has a zone", h)
		}
		v4, carries := embedded(a)
		if isMetadata(a.Unmap()) || carries && isMetadata(v4) {
			return "", failf(eval.ErrTargetBlocked, "%s is a metadata address", h)
		}
		return a.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(h)
	if err != nil {
		// Names with underscores are no host names, and yet in use.
		ascii = strings.ToLower(h)
		if strings.Trim(ascii, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
			return "", failf(eval.ErrProtocol, "%q is not a host name: %v", h, err)
		}
	}
	if numeric(ascii) {
		return "", failf(eval.ErrTargetBlocked, "%q is an address in a form that is not accepted; write four decimal numbers", h)
	}
	if ascii == "metadata" || strings.TrimSuffix(ascii, ".") == "metadata.google.internal" {
		return "", failf(eval.ErrTargetBlocked, "%s is a metadata address", h)
	}
	return ascii, nil
}

// numeric reports whether a resolver could take a name for an IPv4 address: its last label is a number. (WHATWG URL, "ends in a number")
func numeric(name string) bool {
	name = strings.TrimSuffix(name, ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	if rest, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// escapeRest makes a path or query fit for a request line: what may not stand in one is escaped, and escapes there are stay. (net/url
// leaves spaces and foreign letters in a query as they are, and decodes %2F when a path needs other escapes.)
func escapeRest(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// hostport is what calls are counted by.
func hostport(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPort(u.Scheme)
	}
	return net.JoinHostPort(u.Hostname(), port)
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}
