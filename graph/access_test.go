package graph_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"assay/eval"
)

const accessPage = "../docs/access.md"

var discover = flag.Bool("discover", false, "print docs/access.md's table as the product is, instead of testing it")

// row is one of the table: what is asked for, what becomes of it by column, and which scope a key needs.
type row struct {
	name  string
	cells map[string]string
	scope string // any, never, always, or a scope; in brackets what becomes of it otherwise, if it is not refused
}

var noted = regexp.MustCompile(`^(.*?)(?: \((.*)\))?$`)

// readTable reads the table of the page.
func readTable(t *testing.T) (rows []row, page string) {
	t.Helper()
	b, err := os.ReadFile(accessPage)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != len(columns)+4 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		name, note, _ := strings.Cut(strings.TrimPrefix(cells[1], "`"), "`")
		r := row{name: name + note, cells: map[string]string{}, scope: cells[len(cells)-2]}
		for i, c := range columns {
			r.cells[c] = cells[i+2]
		}
		rows = append(rows, r)
	}
	return rows, string(b)
}

// want is what the table promises a caller; empty: it says nothing of them.
func (r row) want(c caller) string {
	cell := r.cells[c.column]
	if c.isKey && r.scope == "–" {
		return ""
	}
	if !c.isKey || cell == "–" {
		return strings.TrimPrefix(cell, "–")
	}
	m := noted.FindStringSubmatch(r.scope)
	otherwise := m[2]
	if otherwise == "" {
		otherwise = "no"
	}
	switch scope := m[1]; {
	case scope == "any":
	case scope == "always":
		return "yes"
	case scope == "never" || !slices.Contains(c.scopes, eval.Scope(scope)):
		return otherwise
	}
	return cell
}

// TestAccess holds every cell of the table in docs/access.md against the product.
func TestAccess(t *testing.T) {
	w := openAccessWorld(t)
	all := probes()
	rows, _ := readTable(t)
	if *discover {
		rows = nil
		for _, name := range slices.Sorted(maps.Keys(all)) {
			rows = append(rows, row{name: name})
		}
	}
	if len(rows) < 100 {
		t.Errorf("%d rows in docs/access.md", len(rows))
	}
	makers := w.makers()
	var lasting []caller
	for _, m := range makers {
		lasting = append(lasting, m())
	}
	for _, r := range rows {
		p, ok := all[r.name]
		if !ok {
			t.Errorf("%s: nothing asks for it", r.name)
			continue
		}
		delete(all, r.name)
		w.clock.Add(time.Hour) // or so many guesses at passwords and links would be too many
		var found []string
		for i, c := range lasting {
			want := r.want(c)
			if want == "" && (!*discover || !r.applies(c)) {
				found = append(found, "–")
				continue
			}
			if p.fresh {
				c = makers[i]()
			}
			got := p.ask(w, c)
			if found = append(found, got); got != want && !*discover {
				t.Errorf("%s as %s: %s, the table says %s", r.name, c.name, got, want)
			}
		}
		if *discover {
			fmt.Printf("%s | %s\n", r.name, strings.Join(found, " | "))
		}
	}
	if !*discover {
		for name := range all {
			t.Errorf("%s: docs/access.md has no row", name)
		}
	}
}

// makers makes every caller: one of each column, a key of each role with every scope, one of a platform admin, and one of an owner with
// each scope alone.
func (w *accessWorld) makers() (all []func() caller) {
	for _, column := range columns {
		all = append(all, func() caller { return w.caller(column) })
	}
	for _, role := range eval.Roles {
		all = append(all, func() caller { return w.key(role, eval.Scopes...) })
	}
	all = append(all, func() caller { return w.keyOf(*w.caller("platform admin").person, eval.RoleOwner, eval.Scopes...) })
	for _, scope := range eval.Scopes {
		all = append(all, func() caller { return w.key(eval.RoleOwner, scope) })
	}
	return all
}

// applies reports whether a caller can have something of their own.
func (r row) applies(c caller) bool {
	switch {
	case strings.HasSuffix(r.name, "(one's own)"):
		return c.column != "anonymous" && c.column != "outsider" && c.column != "viewer"
	case strings.HasSuffix(r.name, "(oneself)"):
		return c.person != nil
	}
	return true
}

// TestEveryFieldHasAnEntry fails for a root field, a REST route or a field of an output type that docs/access.md does not have: as a row of
// the table, or, where it says only what whoever was given the object may know, in the list below it.
func TestEveryFieldHasAnEntry(t *testing.T) {
	rows, page := readTable(t)
	entries := map[string]bool{}
	for _, r := range rows {
		entries[noted.FindStringSubmatch(r.name)[1]] = true
	}
	for _, m := range regexp.MustCompile("(?m)^- `(\\w+)`: (.*)$").FindAllStringSubmatch(page, -1) {
		for _, field := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(m[2], -1) {
			name := m[1] + "." + field[1]
			if entries[name] {
				t.Errorf("%s is in the table and in the list", name)
			}
			entries[name] = true
		}
	}
	missing := func(name string) {
		if !entries[name] {
			t.Errorf("docs/access.md has no entry for %s", name)
		}
		delete(entries, name)
	}
	for name, d := range readSchema(t).Types {
		if d.Kind != ast.Object || strings.HasPrefix(name, "__") {
			continue
		}
		for _, f := range d.Fields {
			if !strings.HasPrefix(f.Name, "__") {
				missing(name + "." + f.Name)
			}
		}
	}
	openAPI, err := os.ReadFile("../server/rest/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	path := ""
	for line := range strings.Lines(string(openAPI)) {
		if m := regexp.MustCompile(`^  (/\S+):$`).FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			path = m[1]
		} else if m := regexp.MustCompile(`^    (get|put|post|delete|patch):$`).FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			missing(strings.ToUpper(m[1]) + " " + path)
		}
	}
	for name := range entries {
		t.Errorf("docs/access.md has %s, which does not exist", name)
	}
}

func readSchema(t *testing.T) *ast.Schema {
	t.Helper()
	files, err := filepath.Glob("schema/*.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	var sources []*ast.Source
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, &ast.Source{Name: f, Input: string(b)})
	}
	schema, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
