package suitefile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"assay/eval"
	"assay/eval/scorer"
)

type place struct{ line, column int }

// field is one name of a mapping and what reads its value.
type field struct {
	name string
	read func(path string, n ast.Node)
}

// reader walks one document and collects what is wrong with it.
type reader struct {
	doc    Document
	offset int // lines of the file before the document
	errs   Errors
}

// read gives the suite of one part; nil when it cannot be told what it states.
func read(file string, p part) (*Document, Errors) {
	r := &reader{doc: Document{file: file, places: map[string]place{}}, offset: p.line}
	tokens := lexer.Tokenize(p.text)
	if len(tokens) > maxTokens {
		return nil, Errors{{file, p.line + 1, 1, fmt.Sprintf("the suite has more than %d words and signs, which is more than any needs", maxTokens)}}
	}
	if t, message := unread(tokens); t != nil {
		at := r.placeOfToken(t)
		return nil, Errors{{file, at.line, at.column, message}}
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		r.syntax(err)
		return nil, r.errs
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		r.errs = append(r.errs, &Error{file, p.line + 1, 1, "a suite is a list of fields such as `key: my-suite`"})
		return nil, r.errs
	}
	r.suite(tree.Docs[0].Body)
	if len(r.errs) > 0 {
		return nil, r.errs
	}
	return &r.doc, nil
}

func (r *reader) suite(n ast.Node) {
	s := &r.doc.Suite
	s.TaskType = eval.HTTPProbe
	named := false
	r.mapping("", "a suite", n, []string{"key"}, []field{
		{"key", func(p string, n ast.Node) { s.Key = r.text(p, n) }},
		{"name", func(p string, n ast.Node) { s.Name, named = r.text(p, n), true }},
		{"description", func(p string, n ast.Node) { s.Description = r.text(p, n) }},
		{"task_type", func(p string, n ast.Node) {
			s.TaskType = eval.TaskType(r.word(p, n, string(eval.HTTPProbe), string(eval.A2AMessage)))
		}},
		{"interval_minutes", func(p string, n ast.Node) {
			if !isNull(n) {
				s.IntervalMinutes = int(r.whole(p, n, math.MaxInt32))
			}
		}},
		{"target_dids", func(p string, n ast.Node) {
			if isNull(n) {
				return
			}
			for i, item := range r.sequence(p, n) {
				s.TargetDIDs = append(s.TargetDIDs, r.text(p+"."+strconv.Itoa(i), item))
			}
		}},
		{"reward_amount", func(p string, n ast.Node) { s.RewardAmount = r.whole(p, n, math.MaxInt64) }},
		{"reputation_signal", func(p string, n ast.Node) { s.ReputationSignal = r.truth(p, n) }},
		{"enabled", func(p string, n ast.Node) { s.Enabled = r.truth(p, n) }},
		{"tasks", func(p string, n ast.Node) {
			for i, item := range r.sequence(p, n) {
				s.Tasks = append(s.Tasks, r.task(p+"."+strconv.Itoa(i), item))
			}
		}},
	})
	if !named {
		s.Name = s.Key
	}
}

func (r *reader) task(path string, n ast.Node) eval.Task {
	t := eval.Task{Weight: 1}
	r.mapping(path, "a task", n, []string{"name", "scorer"}, []field{
		{"name", func(p string, n ast.Node) { t.Name = r.text(p, n) }},
		{"input", func(p string, n ast.Node) { t.Input = r.text(p, n) }},
		{"scorer", func(p string, n ast.Node) { t.Scorer = r.word(p, n, scorer.Names()...) }},
		{"expected", func(p string, n ast.Node) { t.Expected = r.text(p, n) }},
		{"weight", func(p string, n ast.Node) { t.Weight = r.number(p, n) }},
	})
	return t
}

// mapping reads the fields of n, and refuses unknown, repeated and missing ones.
func (r *reader) mapping(path, what string, n ast.Node, required []string, fields []field) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		r.note(path, n)
		r.refuse(n, "%s is a list of fields such as `%s: …`, not %s", what, required[0], kind(n))
		return
	}
	r.doc.places[path] = r.placeOf(firstKey(m))
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	seen := map[string]int{}
	for _, pair := range m.Values {
		key, ok := pair.Key.(*ast.StringNode)
		if !ok {
			r.refuse(pair.Key, "a field's name must be a plain word; the fields of %s are %s", what, strings.Join(names, ", "))
			continue
		}
		i := slices.Index(names, key.Value)
		switch {
		case i < 0:
			r.refuse(pair.Key, "unknown field %q; the fields of %s are %s", key.Value, what, strings.Join(names, ", "))
			continue
		case seen[key.Value] > 0:
			r.refuse(pair.Key, "field %q is given twice (first on line %d)", key.Value, seen[key.Value])
			continue
		}
		seen[key.Value] = r.placeOf(pair.Key).line
		fieldPath := strings.TrimPrefix(path+"."+key.Value, ".")
		r.note(fieldPath, pair.Value)
		fields[i].read(fieldPath, pair.Value)
	}
	for _, name := range required {
		if seen[name] == 0 {
			r.refuse(firstKey(m), "%s needs the field %q", what, name)
		}
	}
}

func (r *reader) sequence(path string, n ast.Node) []ast.Node {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		r.refuse(n, "%s is a list, each entry on a line of its own with a dash before it, not %s", last(path), kind(n))
		return nil
	}
	if len(s.Values) == 0 {
		r.refuse(n, "%s is empty; leave the field out instead", last(path))
	}
	for i, item := range s.Values {
		r.note(path+"."+strconv.Itoa(i), item)
	}
	return s.Values
}

// note keeps where a path stands.
func (r *reader) note(path string, n ast.Node) { r.doc.places[path] = r.placeOf(n) }

func (r *reader) refuse(n ast.Node, format string, args ...any) {
	at := r.placeOf(n)
	r.errs = append(r.errs, &Error{r.doc.file, at.line, at.column, fmt.Sprintf(format, args...)})
}

func (r *reader) placeOf(n ast.Node) place {
	t := n.GetToken()
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		t = m.Values[0].Key.GetToken()
	}
	return r.placeOfToken(t)
}

func (r *reader) placeOfToken(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{r.offset + 1, 1}
	}
	return place{r.offset + t.Position.Line, max(1, t.Position.Column)}
}

// syntax notes what the YAML parser says, with the commonest slips put plainly.
func (r *reader) syntax(err error) {
	message, at := err.Error(), place{r.offset + 1, 1}
	if e, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		message, at = e.Message, r.placeOfToken(e.Token)
	}
	switch {
	case strings.Contains(message, "'\t'"):
		message = "a tab cannot indent YAML; use spaces"
	case strings.Contains(message, "directive"):
		message = "YAML directives are not read; leave the line out"
	}
	r.errs = append(r.errs, &Error{r.doc.file, at.line, at.column, message})
}

func firstKey(m *ast.MappingNode) ast.Node {
	if len(m.Values) > 0 {
		return m.Values[0].Key
	}
	return m
}

func last(path string) string {
	segments := strings.Split(path, ".")
	name := segments[len(segments)-1]
	if _, err := strconv.Atoi(name); err == nil && len(segments) > 1 {
		return "an entry of " + segments[len(segments)-2]
	}
	return name
}

const (
	maxDepth  = 16     // is more levels than any suite has
	maxTokens = 20_000 // is enough for 200 tasks and thousands of targets; the parser's time grows with its square
)

// unread finds the first token that no suite needs, with what to do instead: anchors and their like, and lists nested deeper than
// maxDepth by brackets or by dashes on one line. The parser's time grows with the square of such things.
func unread(tokens token.Tokens) (*token.Token, string) {
	brackets, dashes, line := 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return t, "anchors, aliases and merge keys are not read; write the value out"
		case token.TagType:
			return t, "tags are not read; leave it out"
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType, token.MappingKeyType:
			if t.Position.Line != line {
				dashes, line = 0, t.Position.Line
			}
			dashes++
		}
		if brackets > maxDepth || dashes > maxDepth {
			return t, "lists are nested too deep; a suite needs two levels"
		}
	}
	return nil, ""
}
