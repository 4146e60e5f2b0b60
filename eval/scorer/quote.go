package scorer

import (
	"strconv"
	"unicode/utf8"
)

// quoteLimit is how many bytes of a text a reason shows.
const quoteLimit = 80

// quote shows foreign text in double quotes: shortened, and with everything that is not plainly printable escaped, so that it
// cannot move a cursor, turn writing around or end a line.
func quote(s string) string {
	if len(s) <= quoteLimit {
		return strconv.Quote(s)
	}
	cut := quoteLimit
	for cut > quoteLimit-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}

func quoteBytes(b []byte) string {
	if len(b) <= quoteLimit {
		return quote(string(b))
	}
	return quote(string(b[:quoteLimit+1]))
}
