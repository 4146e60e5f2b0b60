package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"assay/app"
	"assay/eval"
)

// TestEveryMutationIsLogged asks for every mutation of the schema, as a stranger and as the platform admin, with the least input that can
// be read and names of nothing that exists. Each must be in the audit log, by its own use case.
func TestEveryMutationIsLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	harmless := map[string]bool{"signOut": true} // done for a stranger too: nothing happens
	mutations := 0
	for _, m := range schema().Mutation.Fields {
		if strings.HasPrefix(m.Name, "__") {
			continue
		}
		mutations++
		for _, caller := range []string{"", "Bearer admin"} {
			document := fmt.Sprintf("mutation { %s%s { userErrors { code } } }", m.Name, leastArguments(m))
			before := entries(t, w, "")
			answer := post(t, w.door, document, caller)
			logged := entries(t, w, m.Name)
			if len(logged) == 0 || entries(t, w, "")[0].Seq != before[0].Seq+1 {
				t.Errorf("%s as %q is not in the audit log, or more than once: %s", m.Name, caller, answer.Data)
				continue
			}
			e := logged[0]
			if e.Code == codeUnread || e.Outcome == eval.AuditFailed {
				t.Errorf("%s as %q did not come to its use case, or failed there: %+v\n%s", m.Name, caller, e, document)
			}
			if caller == "" && e.Outcome != eval.AuditRefused && e.Outcome != eval.AuditInvalid && !harmless[m.Name] {
				t.Errorf("%s was done for a stranger: %+v", m.Name, e)
			}
			if want := map[bool]string{true: "anonymous", false: "platform-admin"}[caller == ""]; e.Actor != want {
				t.Errorf("%s: by %s, want %s", m.Name, e.Actor, want)
			}
		}
	}
	if mutations < 30 {
		t.Errorf("%d mutations were found", mutations)
	}
	if head, err := w.app.VerifyAudit(asAdmin(t)); err != nil || int(head.Seq) != 2*mutations+1 {
		t.Errorf("%+v, %v, want %d entries", head, err, 2*mutations+1)
	}
}

// entries gives the newest entries of the audit log, with one before all others so that there is one.
func entries(t *testing.T, w *world, action string) []eval.AuditEntry {
	t.Helper()
	page := must(w.app.AuditLog(asAdmin(t), app.AuditQuery{Action: action}, eval.PageArgs{}))(t)
	if action == "" && len(page.Items) == 0 {
		w.app.LogRefusal(t.Context(), "begin", "", nil)
		return entries(t, w, "")
	}
	return page.Items
}

// leastArguments writes the arguments of a field that it cannot do without.
func leastArguments(f *ast.FieldDefinition) string {
	var arguments []string
	for _, a := range f.Arguments {
		if a.Type.NonNull && a.DefaultValue == nil {
			arguments = append(arguments, a.Name+": "+leastValue(a.Type))
		}
	}
	if arguments == nil {
		return ""
	}
	return "(" + strings.Join(arguments, ", ") + ")"
}

// leastValue writes a value of an input type: of objects only the fields that must be there.
func leastValue(typ *ast.Type) string {
	if typ.Elem != nil {
		return "[" + leastValue(typ.Elem) + "]"
	}
	d := schema().Types[typ.NamedType]
	switch {
	case d.Kind == ast.Enum:
		return d.EnumValues[0].Name
	case d.Kind == ast.InputObject:
		var fields []string
		for _, f := range d.Fields {
			if f.Type.NonNull && f.DefaultValue == nil {
				fields = append(fields, f.Name+": "+leastValue(f.Type))
			}
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	switch d.Name {
	case "Int", "Float":
		return "1"
	case "Boolean":
		return "true"
	case "DateTime":
		return `"2026-11-30T12:00:00Z"`
	}
	return `"nothing"`
}
