package graph

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/formatter"
)

const goldenSchema = "../docs/schema.graphql"

// TestSchemaIsGolden holds the printed schema, which is what clients are built from, to the one that is served. Run with -update when
// the contract changes, and read the difference: it is the contract's.
func TestSchemaIsGolden(t *testing.T) {
	var printed bytes.Buffer
	formatter.NewFormatter(&printed, formatter.WithIndent("  ")).FormatSchema(schema())
	if *update {
		if err := os.WriteFile(goldenSchema, printed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	golden, err := os.ReadFile(goldenSchema)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(golden), printed.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", goldenSchema, diff)
	}
}

func TestEverythingIsDescribed(t *testing.T) {
	s := schema()
	for _, d := range s.Types {
		if d.BuiltIn {
			continue
		}
		if d.Description == "" && d != s.Query && d != s.Mutation && d != s.Subscription {
			t.Errorf("%s has no description", d.Name)
		}
		for _, f := range d.Fields {
			if f.Description == "" && f.Position != nil {
				t.Errorf("%s.%s has no description", d.Name, f.Name)
			}
		}
		for _, v := range d.EnumValues {
			if v.Description == "" {
				t.Errorf("%s.%s has no description", d.Name, v.Name)
			}
		}
	}
}
