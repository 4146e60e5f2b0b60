// Package suitefile reads and writes suites as code: YAML that states a whole suite, for review in version control.
//
//	key: http-basics                # the only field that must be there, besides each task's name and scorer
//	name: HTTP basics               # default: the key
//	description: Is it up?          # default: empty
//	task_type: http_probe           # or a2a_message; default: http_probe
//	interval_minutes: 5             # default: only by hand
//	target_dids:                    # default: all active agents homed at the registry
//	  - did:web:agent.example
//	reward_amount: 0                # minor units; default: 0
//	reputation_signal: false        # default: false
//	enabled: true                   # published; default: false
//	tasks:
//	  - name: home
//	    input: /                    # path or message; default: empty
//	    scorer: status_ok           # or exact, contains, regex, latency_under_ms
//	    expected: ""                # default: empty
//	    weight: 1                   # default: 1
//
// A file holds one suite, or several as YAML documents with --- between them. Text keeps its spelling: `expected: no` is the word no,
// `expected: 0123` the four digits, as if they stood in quotes; only null and ~ must be quoted. A truth value is true or false and
// nothing else. Unknown and repeated fields, anchors, aliases, merge keys and tags are refused.
package suitefile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

// maxErrors is after how many things that are wrong no more are looked for.
const maxErrors = 100

// MaxBytes is the largest file that is read.
const MaxBytes = 1 << 20

// Document is one suite of a file. Its Suite has what the file states, defaults filled in; no ids, digest, version or times.
type Document struct {
	Suite  eval.Suite
	file   string
	places map[string]place // by path, such as tasks.2.expected; "" is the suite itself
}

// Error is one thing wrong with a file. Line and Column count from 1.
type Error struct {
	File         string
	Line, Column int
	Message      string // what is wrong and what would be right
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Errors is everything wrong with a file, in its order; one line each. More than maxErrors help nobody.
type Errors []*Error

func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Parse reads the suites of a file; name is used in errors only. An error is of type Errors.
func Parse(name string, data []byte) ([]Document, error) {
	if len(data) > MaxBytes {
		return nil, Errors{{name, 1, 1, fmt.Sprintf("the file is larger than %d bytes", MaxBytes)}}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if line, column, ok := firstBadByte(data); !ok {
		return nil, Errors{{name, line, column, "this is not UTF-8 text"}}
	}
	var docs []Document
	var errs Errors
	seen := map[string]int{}
	for _, part := range split(string(data)) {
		doc, partErrs := read(name, part)
		if errs = append(errs, partErrs...); len(errs) >= maxErrors {
			return nil, errs[:maxErrors]
		}
		if doc == nil {
			continue
		}
		key, at := doc.Suite.Key, doc.at("key")
		if first, twice := seen[key]; twice && key != "" {
			errs = append(errs, &Error{name, at.line, at.column, fmt.Sprintf("suite %q stands twice in this file (first on line %d)", key, first)})
		} else {
			seen[key] = at.line
		}
		docs = append(docs, *doc)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	if len(docs) == 0 {
		return nil, Errors{{name, 1, 1, "there is no suite in this file; begin with a line such as `key: my-suite`"}}
	}
	return docs, nil
}

// Refused gives the error for a value that the registry refused, at its place in the file. Path is as the registry names it, such as
// tasks.2.expected or intervalMinutes. A field that was left out is named at what it belongs to.
func (d Document) Refused(path, message string) *Error {
	at := d.at(snake(path))
	return &Error{d.file, at.line, at.column, message}
}

// Check holds the suite against the rules that need no registry, such as patterns that compile and names that are unique. The error is an
// *Error at the first thing that is refused.
func (d Document) Check() error { return d.CheckBy(scorer.Check) }

// CheckBy is Check with a check of expectations other than scorer.Check.
func (d Document) CheckBy(expectation eval.CheckExpectation) error {
	err := d.Suite.Validate(expectation)
	if f := fault.As(err); f != nil {
		return d.Refused(f.Field, f.Message)
	}
	return err
}

// at finds the place of a path, or of the nearest thing around it.
func (d Document) at(path string) place {
	for {
		if p, ok := d.places[path]; ok {
			return p
		}
		i := strings.LastIndexByte(path, '.')
		if i < 0 {
			return d.places[""]
		}
		path = path[:i]
	}
}

// snake turns the API's names into the file's: intervalMinutes → interval_minutes.
func snake(path string) string {
	var b strings.Builder
	for _, r := range path {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// firstBadByte finds where text stops being UTF-8 without NUL.
func firstBadByte(data []byte) (line, column int, ok bool) {
	line, column = 1, 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 || r == 0 {
			return line, column, false
		}
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
		data = data[size:]
	}
	return 0, 0, true
}
