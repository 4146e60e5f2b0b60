package graph

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// What gqlgen and its parser say of a request without saying what would be right.
var (
	noOperation = regexp.MustCompile(`^operation .* not found$`)
	noEnumValue = regexp.MustCompile(`(?s)^(.*) is not a valid (\w+)$`)
	noEnumWord  = regexp.MustCompile(`^Value "\w*" does not exist in "\[*(\w+)[!\]]*" enum\.`)
)

// mended adds what would be right to an error of validation.
func (p presenter) mended(ctx context.Context, message string) string {
	if noOperation.MatchString(message) && graphql.HasOperationContext(ctx) {
		return whichOperation(graphql.GetOperationContext(ctx))
	}
	for _, form := range []*regexp.Regexp{noEnumValue, noEnumWord} {
		// The last group is the type.
		if m := form.FindStringSubmatch(message); m != nil {
			if values := p.enum(m[len(m)-1]); len(values) > 0 {
				return fmt.Sprintf("%s; there are %s", strings.TrimSuffix(message, "."), strings.Join(values, ", "))
			}
		}
	}
	return message
}

func (p presenter) enum(name string) (values []string) {
	if t := p.types[name]; t != nil {
		for _, v := range t.EnumValues {
			values = append(values, v.Name)
		}
	}
	return values
}

func whichOperation(op *graphql.OperationContext) string {
	var names []string
	if op.Doc != nil {
		for _, o := range op.Doc.Operations {
			names = append(names, o.Name)
		}
	}
	switch all := strings.Join(names, ", "); {
	case len(names) == 0:
		return "the document has no operation"
	case op.OperationName == "":
		return fmt.Sprintf("the document has several operations, %s: say which one by operationName", all)
	case len(names) == 1 && all == "":
		return fmt.Sprintf("there is no operation %q in the document; its only one has no name", op.OperationName)
	default:
		return fmt.Sprintf("there is no operation %q in the document; it has %s", op.OperationName, all)
	}
}

// typesOf are the types of a schema, by name.
type typesOf map[string]*ast.Definition
