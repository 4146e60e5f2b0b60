package verify

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

// deepest is how many arrays and objects may lie within each other: as many as jcs.Transform and encoding/json take.
const deepest = 10_000

// scanner walks over a text and refuses it where it is not canonical JSON (RFC 8785), without a copy: it takes exactly the texts that
// jcs.Transform leaves as they are.
type scanner struct {
	text  []byte
	at    int
	depth int
}

func (s *scanner) refuse() error {
	return fmt.Errorf("it is not canonical JSON (RFC 8785) from byte %d on", s.at)
}

// end checks that nothing follows.
func (s *scanner) end() error {
	if s.at != len(s.text) {
		return s.refuse()
	}
	return nil
}

// next is the next byte; 0, which is nowhere outside of strings, at the end.
func (s *scanner) next() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// take steps over a byte if it is the next one.
func (s *scanner) take(c byte) bool {
	if s.next() != c || s.at == len(s.text) {
		return false
	}
	s.at++
	return true
}

// word steps over a piece of text if it is the next one.
func (s *scanner) word(w string) bool {
	if len(s.text)-s.at < len(w) || string(s.text[s.at:s.at+len(w)]) != w {
		return false
	}
	s.at += len(w)
	return true
}

// value steps over a value of any kind.
func (s *scanner) value() error {
	switch s.next() {
	case '{':
		return s.object(func([]byte) error { return s.value() })
	case '[':
		return s.array(func() error { return s.value() })
	case '"':
		_, _, err := s.quoted()
		return err
	case 't', 'f', 'n':
		if s.word("true") || s.word("false") || s.word("null") {
			return nil
		}
		return s.refuse()
	default:
		_, err := s.number()
		return err
	}
}

// object steps over an object. member steps over the value of each key, which is as it was quoted.
func (s *scanner) object(member func(quoted []byte) error) error {
	if err := s.enter('{'); err != nil {
		return err
	}
	var before []byte
	for first := true; !s.take('}'); first = false {
		if !first && !s.take(',') {
			return s.refuse()
		}
		start := s.at
		key, escaped, err := s.quoted()
		if err != nil {
			return err
		}
		order := key
		if escaped {
			order = unescaped(key)
		}
		if !first && !less(before, order) || !s.take(':') {
			s.at = start
			return s.refuse()
		}
		before = order
		if err := member(key); err != nil {
			return err
		}
	}
	s.depth--
	return nil
}

// array steps over an array, element by element.
func (s *scanner) array(element func() error) error {
	if err := s.enter('['); err != nil {
		return err
	}
	for first := true; !s.take(']'); first = false {
		if !first && !s.take(',') {
			return s.refuse()
		}
		if err := element(); err != nil {
			return err
		}
	}
	s.depth--
	return nil
}

// enter begins an array or object.
func (s *scanner) enter(c byte) error {
	if s.depth++; s.depth > deepest || !s.take(c) {
		return s.refuse()
	}
	return nil
}

// plainBytes counts the bytes, before the first other one, that stand for themselves in a string and are a character each: ASCII but for control
// characters, quotes and backslashes. Eight at a time: the high bit of a byte of special is set at the first that is not plain, if not before.
func plainBytes(text []byte) (n int) {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; len(text)-n >= 8; n += 8 {
		w := binary.LittleEndian.Uint64(text[n:])
		special := w | (w - ' '*ones) | ((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones)
		if special&high != 0 {
			break
		}
	}
	for n < len(text) && ' ' <= text[n] && text[n] < utf8.RuneSelf && text[n] != '"' && text[n] != '\\' {
		n++
	}
	return n
}

// quoted steps over a string and gives what is between its quotes.
func (s *scanner) quoted() (inside []byte, escaped bool, err error) {
	if !s.take('"') {
		return nil, false, s.refuse()
	}
	start := s.at
	for {
		rest := s.text[s.at:]
		n := plainBytes(rest)
		s.at += n
		switch c := s.next(); {
		case c == '"':
			s.at++
			return s.text[start : s.at-1], escaped, nil
		case c == '\\':
			n := escape(rest[n:])
			if n == 0 {
				return nil, false, s.refuse()
			}
			escaped = true
			s.at += n
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(rest[n:])
			if r == utf8.RuneError && size == 1 {
				return nil, false, s.refuse()
			}
			s.at += size
		default: // a control character, or the end
			return nil, false, s.refuse()
		}
	}
}

// short are the characters that are escaped by one letter, and the letters.
const (
	short   = "\"\\\b\f\n\r\t"
	letters = `"\bfnrt`
)

// escape gives the length of the escape that a text begins with; 0 when it is not the canonical one.
func escape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	if bytes.IndexByte([]byte(letters), text[1]) >= 0 {
		return 2
	}
	if len(text) < 6 {
		return 0
	}
	c, ok := control(text)
	if !ok || bytes.IndexByte([]byte(short), c) >= 0 {
		return 0
	}
	return 6
}

// control is the control character that \u00hh, in lower case, stands for.
func control(text []byte) (byte, bool) {
	var c [1]byte
	if _, err := hex.Decode(c[:], text[4:6]); err != nil || string(text[1:4]) != "u00" || c[0] >= ' ' || 'A' <= text[5] && text[5] <= 'F' {
		return 0, false
	}
	return c[0], true
}

// unescaped is what a string says whose canonical escapes were checked.
func unescaped(inside []byte) []byte {
	out := make([]byte, 0, len(inside))
	for len(inside) > 0 {
		if inside[0] != '\\' {
			out, inside = append(out, inside[0]), inside[1:]
		} else if i := bytes.IndexByte([]byte(letters), inside[1]); i >= 0 {
			out, inside = append(out, short[i]), inside[2:]
		} else {
			c, _ := control(inside)
			out, inside = append(out, c), inside[6:]
		}
	}
	return out
}

// less orders keys by their UTF-16 code units. In UTF-8 the order is the same, except that characters beyond U+FFFF, four bytes from 0xf0 on,
// are written with surrogates and so come before those from U+E000 on, three bytes from 0xee on.
func less(a, b []byte) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return len(a) < len(b)
	}
	if x, y := a[i], b[i]; x >= 0xee && y >= 0xee && (x >= 0xf0) != (y >= 0xf0) {
		return x >= 0xf0
	}
	return a[i] < b[i]
}

// number steps over a number and gives its digits.
func (s *scanner) number() ([]byte, error) {
	n := s.at
	for n < len(s.text) && s.text[n] != ',' && s.text[n] != ']' && s.text[n] != '}' {
		if n++; n-s.at > 25 { // the longest is -1.2345678901234567e-300
			return nil, s.refuse()
		}
	}
	digits := s.text[s.at:n]
	if !whole(digits) {
		f, err := strconv.ParseFloat(string(digits), 64)
		if err != nil {
			return nil, s.refuse()
		}
		if canonical, err := jcs.NumberToJSON(f); err != nil || canonical != string(digits) {
			return nil, s.refuse()
		}
	}
	s.at = n
	return digits, nil
}

// whole reports whether digits are those of a whole number so small that a double surely holds it.
func whole(digits []byte) bool {
	if len(digits) == 0 || len(digits) > 15 || digits[0] == '0' && len(digits) > 1 {
		return false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
