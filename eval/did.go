package eval

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"assay/eval/fault"
)

// DID is a decentralized identifier in canonical form: two spellings of one agent's DID become the same DID.
type DID string

// maxDID is how many bytes a DID may have.
const maxDID = 1024

// did:method:id, where the id has letters, digits, `.`, `-`, `_`, `:` and percent escapes, and does not end in a colon.
var didSyntax = regexp.MustCompile(`^did:[a-z0-9]+:((?:[A-Za-z0-9._:-]|%[0-9A-Fa-f]{2})*(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2}))$`)

// ParseDID reads a DID, of any method, and gives its canonical form:
//
//   - escapes of letters, digits, `.`, `-` and `_` are decoded, the others have upper-case hex (%3a and %3A are the same);
//   - in did:web the first part is a host, lower-case, an international name in punycode; its port follows %3A.
//
// So did:web:EXAMPLE.com, did:web:example.com and did:web:ex%61mple.com are one agent, and so are localhost%3a8080 and
// localhost%3A8080. The path parts of did:web and the ids of other methods keep their case. An escaped slash (%2F) stays inside its
// part and never separates; a did:web whose first part is no host is a DID, yet names no document.
//
// A DID URL (with /, ? or #), an empty id, and empty or dot parts of did:web are refused with a *fault.Error about no field.
func ParseDID(s string) (DID, error) {
	if len(s) > maxDID {
		return "", badDID("a DID has at most %d bytes", maxDID)
	}
	if strings.HasPrefix(s, "did:") && strings.ContainsAny(s, "/?#") {
		return "", badDID("%q is a DID URL, not a DID: leave out what follows the /, ? or #", s)
	}
	if !didSyntax.MatchString(s) {
		return "", badDID("%q is not a DID; one looks like did:web:example.com or did:web:localhost%%3A8080", s)
	}
	s = normalEscapes(s)
	id, ok := strings.CutPrefix(s, "did:web:")
	if !ok {
		return DID(s), nil
	}
	parts := strings.Split(id, ":")
	for _, p := range parts {
		if strings.Trim(p, ".") == "" {
			return "", badDID("%q has an empty or dot part, which names no document", s)
		}
	}
	if host, err := canonicalHost(unescape(parts[0])); err == nil {
		parts[0] = escapeHost(host)
	}
	return DID("did:web:" + strings.Join(parts, ":")), nil
}

// DIDWebHost is the host of a did:web, with its port when it names one, as in a URL: `localhost:8080`, `[::1]:8080`.
func DIDWebHost(d DID) (string, error) {
	id, ok := strings.CutPrefix(string(d), "did:web:")
	if !ok {
		return "", badDID("%q is not a did:web", d)
	}
	first, _, _ := strings.Cut(id, ":")
	host, err := canonicalHost(unescape(first))
	if err != nil {
		return "", badDID("%q names no host: %v", d, err)
	}
	return host, nil
}

// DIDWebDocumentURL is where the document of a did:web is: https://example.com/.well-known/did.json, and
// https://example.com/agents/a1/did.json of did:web:example.com:agents:a1. The scheme is the caller's choice: https, except to hosts
// on loopback.
func DIDWebDocumentURL(d DID, scheme string) (string, error) {
	host, err := DIDWebHost(d)
	if err != nil {
		return "", err
	}
	parts := strings.Split(string(d), ":")[3:]
	if len(parts) == 0 {
		parts = []string{".well-known"}
	}
	return scheme + "://" + host + "/" + strings.Join(parts, "/") + "/did.json", nil
}

// WebDIDOfURL is the did:web of an http or https URL's host: did:web:example.com, did:web:localhost%3A8080. The default port, the
// path and everything else are left out. Empty when the URL has no such host.
func WebDIDOfURL(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	if scheme != "http" && scheme != "https" {
		return ""
	}
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		port = ""
	}
	host := strings.TrimSuffix(u.Hostname(), ".")
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" {
		host += ":" + port
	}
	host, err = canonicalHost(host)
	if err != nil {
		return ""
	}
	return "did:web:" + escapeHost(host)
}

func badDID(format string, args ...any) error {
	return fault.Bad("", format, args...)
}

// hostNames maps host names as a resolver would: lower-case, punycode, no control or symbol characters. Underscores, which names
// inside container networks have, are let through.
var hostNames = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.Transitional(false))

var hostName = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$`)

// canonicalHost reads host, host:port or [IPv6]:port.
func canonicalHost(s string) (string, error) {
	name, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.HasSuffix(s, "]") {
		name, port = s[:i], s[i+1:]
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "", fmt.Errorf("%q is not a port", port)
		}
		port = ":" + strings.TrimLeft(port, "0")
	}
	if inner, ok := strings.CutPrefix(name, "["); ok {
		ip, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		if err != nil || !ip.Is6() || ip.Zone() != "" || !strings.HasSuffix(name, "]") {
			return "", fmt.Errorf("%q is not an IPv6 address", name)
		}
		return "[" + ip.String() + "]" + port, nil
	}
	valid := utf8.ValidString(name) // which the mapping does not check
	name, err := hostNames.ToASCII(name)
	if err != nil || !valid || len(name) > 253 || !hostName.MatchString(name) {
		return "", fmt.Errorf("%q is not a host name", s)
	}
	return name + port, nil
}

// escapeHost writes a canonical host as the first part of a did:web.
func escapeHost(host string) string {
	return strings.NewReplacer(":", "%3A", "[", "%5B", "]", "%5D").Replace(host)
}

var escape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// normalEscapes decodes escapes of characters that may stand in a DID as they are, and upper-cases the others.
func normalEscapes(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		if c := unescape(e); strings.ContainsAny(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_") {
			return c
		}
		return strings.ToUpper(e)
	})
}

// unescape decodes percent escapes that are known to be well-formed.
func unescape(s string) string {
	u, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return u
}
