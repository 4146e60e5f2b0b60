package graph

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"assay/app"
)

// TestConsoleFits holds every operation of the console to this schema, and to half of a stranger's limits, whatever page it asks for.
func TestConsoleFits(t *testing.T) {
	var all strings.Builder
	err := filepath.WalkDir("../web/src", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".graphql" {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	doc, errs := gqlparser.LoadQueryWithRules(schema(), all.String(), rules.NewDefaultRules())
	if errs != nil {
		t.Fatal(errs)
	}
	if len(doc.Operations) < 10 {
		t.Errorf("%d operations: this shows nothing", len(doc.Operations))
	}
	most := limitsOf(app.Principal{})
	for _, op := range doc.Operations {
		pages := map[string]any{}
		for _, v := range op.VariableDefinitions {
			if v.Type.NamedType == "Int" {
				pages[v.Variable] = largestPage
			}
		}
		w := weigh(&graphql.OperationContext{Doc: doc, Operation: op, Variables: pages})
		if w.complexity > most.complexity/2 || w.depth > most.depth || w.aliases > most.aliases/2 || w.roots > most.roots/2 {
			t.Errorf("%s: %+v", op.Name, w)
		}
	}
}

// TestConsoleNamesEveryAction holds the console's filter of the audit log to the actions that are no mutations; of the others its compiler
// takes care.
func TestConsoleNamesEveryAction(t *testing.T) {
	text, err := os.ReadFile("../web/src/pages/audit/actions.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []string{app.IdentitySignIn, app.CrossSiteRequest, app.LeftOut} {
		if strings.Count(string(text), `"`+action+`"`) != 2 { // as one there may be, and in its group
			t.Errorf("the console does not offer %s", action)
		}
	}
}
