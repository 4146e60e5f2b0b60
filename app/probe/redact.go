package probe

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"assay/eval"
)

// LeastSecret is how many bytes a secret must have at least, to be told from what is not one when an agent echoes it.
const LeastSecret = 8

// blackout is what stands in the record instead of a secret.
const blackout = "[secret]"

// redactor blacks secrets out of what is recorded, in the spellings in which an agent that echoes its requests may give them back:
// as they are; with any of their characters escaped as URLs, JSON or HTML have it; in hex; and in base64 whatever stands before them, so
// `Basic` credentials too. It cannot help against an agent that means to give a secret away, which could spell it in ways nobody
// foresees. A nil redactor does nothing.
type redactor struct {
	secrets []string
	forms   [][]byte // what is looked for byte by byte
	longest int      // of forms
}

func newRedactor(secrets ...eval.Secret) *redactor {
	r := &redactor{}
	for _, secret := range secrets {
		s := secret.Reveal()
		if len(s) < LeastSecret {
			continue
		}
		r.secrets = append(r.secrets, s)
		inHex := hex.EncodeToString([]byte(s))
		forms := []string{s, url.QueryEscape(s), inHex, strings.ToUpper(inHex)}
		for _, form := range forms[:2] {
			for before := range 3 {
				forms = append(forms, base64Core(base64.StdEncoding, form, before), base64Core(base64.URLEncoding, form, before))
			}
		}
		for _, form := range forms {
			r.forms = append(r.forms, []byte(form))
			r.longest = max(r.longest, len(form))
		}
	}
	return r
}

// base64Core is the part of a text's base64 that does not depend on what stands before it (so many bytes, modulo 3) and after it.
func base64Core(e *base64.Encoding, s string, before int) string {
	encoded := e.EncodeToString(append(make([]byte, before), s...))
	from, to := (before*8+5)/6, (before+len(s))*8/6
	return encoded[from:to]
}

// bytes gives b without secrets. It never changes b itself.
func (r *redactor) bytes(b []byte) []byte {
	if r == nil {
		return b
	}
	for _, form := range r.forms {
		b = bytes.ReplaceAll(b, form, []byte(blackout))
	}
	for _, s := range r.secrets {
		b = hideEscaped(b, s)
	}
	return b
}

// hideEscaped blacks out a text any of whose characters may be escaped.
func hideEscaped(b []byte, s string) []byte {
	var begins [256]bool
	for _, c := range []byte{s[0], '%', '\\', '&'} {
		begins[c] = true
	}
	var out []byte
	from := 0
	for i := 0; i < len(b); i++ {
		if !begins[b[i]] {
			continue
		}
		if n := escapedLength(b[i:], s); n > 0 {
			out = append(append(out, b[from:i]...), blackout...)
			from, i = i+n, i+n-1
		}
	}
	if from == 0 {
		return b
	}
	return append(out, b[from:]...)
}

// escapedLength is how many bytes of b are s, some of its characters perhaps escaped; 0 when b does not begin with it.
func escapedLength(b []byte, s string) int {
	i := 0
	for len(s) > 0 {
		if i >= len(b) {
			return 0
		}
		c, n := unescapeOne(b[i:])
		switch {
		case n > 0 && strings.HasPrefix(s, c):
			i += n
			s = s[len(c):]
		case b[i] == s[0] || b[i] == '+' && s[0] == ' ':
			i++
			s = s[1:]
		default:
			return 0
		}
	}
	return i
}

// unescapeOne reads the escape that b begins with, in the manner of URLs (%2F), JSON (\/ and \u002f), programs (\x2f) or HTML (&#47; and
// &amp;), and says how long it is; 0 when it begins with none.
func unescapeOne(b []byte) (string, int) {
	number := func(from, digits int) (rune, bool) {
		if len(b) < from+digits {
			return 0, false
		}
		v, err := strconv.ParseUint(string(b[from:from+digits]), 16, 32)
		return rune(v), err == nil
	}
	switch {
	case b[0] == '%':
		if v, ok := number(1, 2); ok {
			return string([]byte{byte(v)}), 3
		}
	case b[0] == '\\' && len(b) > 1 && strings.IndexByte(`"\/'`, b[1]) >= 0:
		return string(b[1:2]), 2
	case b[0] == '\\' && len(b) > 1 && b[1] == 'x':
		if v, ok := number(2, 2); ok {
			return string([]byte{byte(v)}), 4
		}
	case b[0] == '\\' && len(b) > 1 && b[1] == 'u':
		v, ok := number(2, 4)
		if low, also := number(8, 4); ok && also && utf16.IsSurrogate(v) {
			return string(utf16.DecodeRune(v, low)), 12
		}
		if ok {
			return string(v), 6
		}
	case b[0] == '&':
		if end := bytes.IndexByte(b[:min(len(b), 12)], ';'); end > 0 {
			if c := html.UnescapeString(string(b[:end+1])); !strings.HasPrefix(c, "&") || c == "&" {
				return c, end + 1
			}
		}
	}
	return "", 0
}

// cut is bytes for what may have been cut off within a secret: a beginning of one at the end goes too.
func (r *redactor) cut(b []byte) []byte {
	if r == nil {
		return b
	}
	b = r.bytes(b)
	for n := min(r.longest-1, len(b)); n >= LeastSecret/2; n-- {
		tail := b[len(b)-n:]
		if slices.ContainsFunc(r.forms, func(form []byte) bool { return n < len(form) && bytes.HasPrefix(form, tail) }) {
			return append(b[:len(b)-n:len(b)-n], blackout...)
		}
	}
	return b
}

func (r *redactor) text(s string) string {
	if r == nil || s == "" {
		return s
	}
	return string(r.bytes([]byte(s)))
}

// headers gives header lines without secrets. Names lose their case on the way, so case does not count there.
func (r *redactor) headers(in []eval.Header) []eval.Header {
	if r == nil {
		return in
	}
	out := make([]eval.Header, len(in))
	for i, h := range in {
		out[i] = eval.Header{Name: h.Name, Value: r.text(h.Value)}
		name := bytes.ToLower([]byte(h.Name))
		if slices.ContainsFunc(r.forms, func(form []byte) bool { return bytes.Contains(name, bytes.ToLower(form)) }) {
			out[i].Name = blackout
		}
	}
	return out
}

// exchange gives an exchange without secrets.
func (r *redactor) exchange(x eval.Exchange) eval.Exchange {
	if r == nil {
		return x
	}
	x.URL = r.text(x.URL)
	x.RequestHeader, x.ResponseHeader = r.headers(x.RequestHeader), r.headers(x.ResponseHeader)
	x.RequestBody, x.ResponseBody = r.bytes(x.RequestBody), r.cut(x.ResponseBody)
	return x
}
