package suitefile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// text gives a scalar's spelling. Null is refused: it might mean the word or nothing.
func (r *reader) text(path string, n ast.Node) string {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value
	case *ast.LiteralNode:
		return v.Value.Value
	case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.NanNode, *ast.InfinityNode:
		return n.GetToken().Value
	case *ast.NullNode:
		r.refuse(n, `%s is text; write "" for nothing, or quotes around the word null`, last(path))
	default:
		r.refuse(n, "%s is text, not %s", last(path), kind(n))
	}
	return ""
}

func (r *reader) word(path string, n ast.Node, words ...string) string {
	before := len(r.errs)
	w := r.text(path, n)
	if len(r.errs) == before && !slices.Contains(words, w) {
		r.refuse(n, "%s %q is unknown; write one of %s", last(path), w, strings.Join(words, ", "))
	}
	return w
}

func (r *reader) truth(path string, n ast.Node) bool {
	switch v := n.(type) {
	case *ast.BoolNode:
		return v.Value
	case *ast.StringNode:
		r.refuse(n, "%s must be true or false, not the text %q", last(path), v.Value)
	default:
		r.refuse(n, "%s must be true or false, not %s", last(path), kind(n))
	}
	return false
}

// digits is how a whole number may be spelled: in tens, without a leading zero that YAML 1.1 would read as octal.
var digits = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

func (r *reader) whole(path string, n ast.Node, most int64) int64 {
	if i, ok := n.(*ast.IntegerNode); ok && digits.MatchString(i.GetToken().Value) {
		if v, err := strconv.ParseInt(i.GetToken().Value, 10, 64); err == nil && v <= most {
			return v
		}
	}
	r.refuse(n, "%s must be a whole number from 0 to %d, such as 5", last(path), most)
	return 0
}

// decimal is how a number may be spelled.
var decimal = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

func (r *reader) number(path string, n ast.Node) float64 {
	if t := n.GetToken(); t != nil && t.Type != token.DoubleQuoteType && t.Type != token.SingleQuoteType && decimal.MatchString(t.Value) {
		if v, err := strconv.ParseFloat(t.Value, 64); err == nil {
			return v
		}
	}
	r.refuse(n, "%s must be a number, such as 1 or 2.5", last(path))
	return 0
}

func isNull(n ast.Node) bool { _, ok := n.(*ast.NullNode); return ok }

// kind names what a node is, for people.
func kind(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a list of fields"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	case *ast.BoolNode:
		return "a truth value"
	case *ast.IntegerNode, *ast.FloatNode, *ast.NanNode, *ast.InfinityNode:
		return "a number"
	}
	return "text"
}
