package scorer

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"assay/eval"
)

// maxProgram bounds how many instructions a pattern may compile to; [a-z]{998} has 1,000. Matching takes time in proportion to the
// body's length times this: seconds at worst on a body of 1 MiB.
const maxProgram = 1000

// What bounds the reading of a pattern, of which few instructions may come.
const (
	maxPattern = 16 << 10 // bytes
	maxSets    = 512      // see sets
)

func scoreRegex(expected string, body []byte) eval.Verdict {
	re, err := compile(expected)
	if err != nil {
		return malformed(err)
	}
	text, start := skipBOM(body)
	m := re.FindIndex(text)
	if m == nil {
		return fail("The pattern %s matches nothing in the body; %s.", quote(expected), found(text))
	}
	return at(start+m[0], start+m[1], "The pattern %s matches %s at byte %d.", quote(expected), quoteBytes(text[m[0]:m[1]]), start+m[0])
}

// compile reads a pattern, or says in words what is wrong with it.
func compile(pattern string) (*regexp.Regexp, error) {
	pattern = strings.TrimPrefix(pattern, bom)
	if pattern == "" {
		return nil, errors.New("the pattern is empty, and that matches every body")
	}
	if n := len(pattern); n > maxPattern {
		return nil, fmt.Errorf("the pattern is too large: it has %d bytes, and %d are allowed", n, maxPattern)
	}
	if sets(pattern) > maxSets {
		return nil, fmt.Errorf(`the pattern has too many Unicode classes: at most %d of \p{…}, or %d ranges like É-Ž under (?i), are allowed`, maxSets, maxSets/foldedRange)
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("the pattern is not RE2: %s", reason(err))
	}
	if leastProgram(parsed) > maxProgram { // what follows writes every repetition out
		return nil, fmt.Errorf("the pattern is too large: it compiles to more than the %d instructions that are allowed", maxProgram)
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, fmt.Errorf("the pattern is not RE2: %w", err)
	}
	if n := len(prog.Inst); n > maxProgram {
		return nil, fmt.Errorf("the pattern is too large: it compiles to %d instructions, and %d are allowed", n, maxProgram)
	}
	return regexp.Compile(pattern)
}

// foldedRange is how many Unicode classes take as long to read as one wide range without regard to case, which is gone through letter by
// letter.
const foldedRange = 16

var foldsCase = regexp.MustCompile(`\(\?[a-zA-Z]*i`)

// sets says how much work the sets of characters in a pattern are: the number of its Unicode classes, and foldedRange for each range that
// may be wide where case is ignored.
func sets(pattern string) int {
	n := strings.Count(pattern, `\p`) + strings.Count(pattern, `\P`)
	if !foldsCase.MatchString(pattern) {
		return n
	}
	for i := 1; i < len(pattern); i++ {
		if pattern[i-1] == '-' && (pattern[i] == '\\' || pattern[i] >= utf8.RuneSelf) { // a-z is not wide
			n += foldedRange
		}
	}
	return n
}

// leastProgram is how many instructions a pattern has at the least: one for each character it asks for, as often as it is repeated.
func leastProgram(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	}
	n := 0
	for _, sub := range re.Sub {
		n += leastProgram(sub)
	}
	if re.Op == syntax.OpRepeat {
		times := max(re.Min, re.Max)
		if re.Max < 0 { // without an end: x{0,} is x*
			times = max(re.Min, 1)
		}
		n *= times
	}
	return n
}

// reason is a syntax error with the offending piece quoted and shortened; the package's own text holds it raw.
func reason(err error) string {
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Sprintf("%s in %s", e.Code, quote(e.Expr))
	}
	return err.Error()
}
