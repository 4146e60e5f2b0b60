package scorer

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/eval"
)

// bom is UTF-8's byte order mark.
const bom = "\ufeff"

// skipBOM is the body from its first byte of text on, and where that is.
func skipBOM(body []byte) (text []byte, start int) {
	text = bytes.TrimPrefix(body, []byte(bom))
	return text, len(body) - len(text)
}

func scoreExact(expected string, body []byte) eval.Verdict {
	want := bytes.TrimSpace([]byte(strings.TrimPrefix(expected, bom)))
	text, start := skipBOM(body)
	got := bytes.TrimSpace(text)
	start += len(text) - len(bytes.TrimLeftFunc(text, unicode.IsSpace))
	if bytes.Equal(got, want) {
		return at(start, start+len(got), "The body equals the expected text.")
	}
	return fail("The body is %s, not %s%s.", quoteBytes(got), quoteBytes(want), difference(got, want))
}

// difference points out why two texts differ where a reader could not see it; empty when nothing is to be said.
func difference(got, want []byte) string {
	switch {
	case !utf8.Valid(got):
		return "; it is not valid UTF-8"
	case bytes.Equal(norm.NFC.Bytes(got), norm.NFC.Bytes(want)):
		return "; they are the same characters in different Unicode normal forms"
	case len(got) > quoteLimit && len(want) > quoteLimit:
		return fmt.Sprintf("; they differ from byte %d on", commonPrefix(got, want))
	}
	return ""
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func checkContains(expected string) error {
	if strings.TrimPrefix(expected, bom) == "" {
		return errors.New("the expected text is empty, and every body contains that")
	}
	return nil
}

func scoreContains(expected string, body []byte) eval.Verdict {
	if err := checkContains(expected); err != nil {
		return malformed(err)
	}
	want := []byte(strings.TrimPrefix(expected, bom))
	text, start := skipBOM(body)
	i := bytes.Index(text, want)
	if i < 0 {
		return fail("The body does not contain %s; %s.", quoteBytes(want), found(text))
	}
	return at(start+i, start+i+len(want), "The body contains %s at byte %d.", quoteBytes(want), start+i)
}

// found says what the body is instead.
func found(text []byte) string {
	switch {
	case len(text) == 0:
		return "it is empty"
	case !utf8.Valid(text):
		return fmt.Sprintf("it is %s, which is not valid UTF-8", quoteBytes(text))
	}
	return "it is " + quoteBytes(text)
}

// at is a pass decided by bytes start..end-1 of the body.
func at(start, end int, format string, args ...any) eval.Verdict {
	v := pass(format, args...)
	v.Matches = []eval.ByteRange{{Start: start, End: end}}
	return v
}
