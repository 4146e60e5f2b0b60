package scorer

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"assay/eval"
)

// maxProgram bounds how many instructions a pattern may compile to; [a-z]{998} has 1,000. Matching takes time in proportion to the
// body's length times this: seconds at worst on a body of 1 MiB.
const maxProgram = 1000

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
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("the pattern is not RE2: %s", reason(err))
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

// reason is a syntax error with the offending piece quoted and shortened; the package's own text holds it raw.
func reason(err error) string {
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Sprintf("%s in %s", e.Code, quote(e.Expr))
	}
	return err.Error()
}
