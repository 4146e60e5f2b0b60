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
