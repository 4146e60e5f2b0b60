// Package assay has no code of its own: this test is the policy of who may import what, and of how files and packages are cut.
package assay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "assay/"

// layers says which of our folders the code of a folder may import. A folder stands for all below it, and the longest one that fits
// counts. Tests may use the layers below theirs and internal/, except those of eval, which are as pure as it is.
var layers = map[string][]string{
	"eval":             {"eval"},
	"ent":              {"eval", "ent"},
	"app":              {"eval", "ent/store", "app"},
	"graph":            {"eval", "app", "graph"},
	"server":           {"eval", "app", "graph", "server", "web"},
	"web":              {},
	"examples":         {},
	"cmd/assay":        {"eval", "ent/store", "app", "graph", "server", "web", "examples", "cmd/assay"},
	"cmd/assay-verify": {"eval"},
	"internal":         {"eval", "ent/store", "ent/migrations", "app", "graph", "server", "internal"}, // test help
}

// confined says where alone a foreign module may be imported: its types do not leave that folder.
var confined = map[string]string{
	"entgo.io/ent":                 "ent",
	"modernc.org/sqlite":           "ent",
	"github.com/99designs/gqlgen":  "graph",
	"github.com/vektah/gqlparser":  "graph",
	"github.com/gorilla/websocket": "graph",
	"github.com/spf13/cobra":       "cmd/assay",
	"github.com/prometheus":        "server",
	"go.opentelemetry.io":          "server",
	"github.com/coreos/go-oidc":    "server",
}

// pure is what eval may import besides the standard library.
var pure = []string{
	"golang.org/x/mod/sumdb", "github.com/transparency-dev/formats", // the log
	"github.com/gowebpki/jcs",
	"golang.org/x/text", "golang.org/x/net/idna",
	"gonum.org/v1/gonum/stat/distuv",
}

// foreign is what eval/benchmark and eval/metric may import in addition, to read other tools' task files. eval/verify imports neither.
var foreign = []string{
	"github.com/nikolalohinski/gonja", "gopkg.in/yaml.v3", "github.com/goccy/go-yaml", "github.com/santhosh-tekuri/jsonschema",
}

// impure is what of the standard library has effects: input and output, clocks, chance, logs.
var impure = []string{
	"os", "io/fs", "io/ioutil", "net", "log", "math/rand", "crypto/rand", "database", "syscall", "plugin", "runtime", "testing", "expvar",
}

// calm is what below impure has none.
var calm = []string{"net/url", "net/netip", "net/mail"}

// clock is what of package time reads or waits for the clock.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// Names that say nothing, and plural ones that are allowed because the word is.
var (
	bannedNames  = []string{"util", "utils", "common", "helper", "helpers", "type", "types", "manager", "managers", "misc", "base", "shared", "core", "lib"}
	pluralNames  = []string{"stats", "migrations", "suites"}
	maxLines     = 500
	sourceSuffix = []string{".go", ".ts", ".tsx", ".css"}
)

// pkg is one of our packages, as `go list -json` shows it.
type pkg struct {
	ImportPath, Name, Dir              string
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
	Deps                               []string
}

// within reports whether an import path is one of these folders or below it.
func within(importPath string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		return importPath == f || strings.HasPrefix(importPath, f+"/")
	})
}

// importViolations says where packages import what their folder may not.
func importViolations(pkgs []pkg) []string {
	var found []string
	for _, p := range pkgs {
		folder := strings.TrimPrefix(p.ImportPath, module)
		if folder == p.ImportPath { // the root
			continue
		}
		report := func(format string, args ...any) { found = append(found, folder+" "+fmt.Sprintf(format, args...)) }
		layer := layerOf(folder)
		if layer == "" {
			report("is in no layer")
			continue
		}
		for _, i := range p.Imports {
			if own, ours := strings.CutPrefix(i, module); ours && !within(own, layers[layer]...) {
				report("imports %s", own)
			}
			for foreignModule, home := range confined {
				if within(i, foreignModule) && !within(folder, home) {
					report("imports %s, which stays in %s", i, home)
				}
			}
			if layer == "eval" && !isPure(folder, i) {
				report("imports %s, which is not on eval's list", i)
			}
		}
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			if own, ours := strings.CutPrefix(i, module); ours && (layer == "eval" || layer == "cmd/assay-verify") && !within(own, "eval") {
				report("tests import %s", own)
			}
		}
		if folder == "eval/verify" || layer == "cmd/assay-verify" {
			for _, d := range p.Deps {
				if within(d, "assay/eval/benchmark", "assay/eval/metric") || within(d, foreign...) {
					report("depends on %s", d)
				}
			}
		}
	}
	return found
}

// layerOf is the longest layer that a folder is within; empty when none is.
func layerOf(folder string) (layer string) {
	for l := range layers {
		if within(folder, l) && len(l) > len(layer) {
			layer = l
		}
	}
	return layer
}

// isPure reports whether a package of eval may import this.
func isPure(folder, importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	switch {
	case strings.HasPrefix(importPath, module):
		return true // a matter of layers
	case !strings.Contains(first, "."): // the standard library
		return within(importPath, calm...) || !within(importPath, impure...)
	case within(folder, "eval/benchmark", "eval/metric") && within(importPath, foreign...):
		return true
	}
	return within(importPath, pure...)
}

// nameViolations says which packages have a name that is banned.
func nameViolations(pkgs []pkg) []string {
	var found []string
	for _, p := range pkgs {
		folder := strings.TrimPrefix(p.ImportPath, module)
		if within(folder, "ent/internal") { // ent names these after the tables
			continue
		}
		last := path.Base(folder)
		if slices.Contains(bannedNames, p.Name) || slices.Contains(bannedNames, last) {
			found = append(found, folder+" has a name that says nothing")
		}
		if p.Name != "main" && p.Name != last && folder != "assay" {
			found = append(found, folder+" has a package of another name, "+p.Name)
		}
		if strings.HasSuffix(p.Name, "s") && !strings.HasSuffix(p.Name, "ss") && !slices.Contains(pluralNames, p.Name) {
			found = append(found, folder+" has a plural name")
		}
	}
	return found
}

// clockViolations says where a Go file reads the clock or prints.
func clockViolations(file string, src []byte) ([]string, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && (x.Name == "time" && slices.Contains(clock, s.Sel.Name) || x.Name == "fmt" && strings.HasPrefix(s.Sel.Name, "Print")) {
				found = append(found, fmt.Sprintf("%s uses %s.%s", set.Position(s.Pos()), x.Name, s.Sel.Name))
			}
		}
		return true
	})
	return found, nil
}

var generatedHeader = regexp.MustCompile(`(?m)^(//|/\*) Code generated .* DO NOT EDIT\.`)

// lengthViolations says which hand-written files of a tree are too long.
func lengthViolations(tree fs.FS) ([]string, error) {
	var found []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if base != "." && strings.HasPrefix(base, ".") || slices.Contains([]string{"node_modules", "dist", "bin", "data", "testdata", "gql"}, base) {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains(sourceSuffix, path.Ext(base)) || strings.Contains(base, ".gen.") {
			return nil
		}
		b, err := fs.ReadFile(tree, name)
		if errors.Is(err, fs.ErrNotExist) { // a tool's passing file
			return nil
		}
		if err != nil {
			return err
		}
		if n := bytes.Count(b, []byte("\n")); n > maxLines && !generatedHeader.Match(b) {
			found = append(found, fmt.Sprintf("%s has %d lines", name, n))
		}
		return nil
	})
	return found, err
}

// exportViolations says what package graph exports besides its handler and the handler's options.
func exportViolations(file string, src []byte) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	note := func(id *ast.Ident) {
		if id.IsExported() && id.Name != "Handler" && id.Name != "Options" {
			found = append(found, file+" exports "+id.Name)
		}
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				note(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					note(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						note(id)
					}
				}
			}
		}
	}
	return found, nil
}

// packages lists the module's packages.
func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Dir,GoFiles,Imports,TestImports,XTestImports,Deps", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func TestLayout(t *testing.T) {
	pkgs := packages(t)
	if !slices.ContainsFunc(pkgs, func(p pkg) bool { return p.ImportPath == "assay/eval" && len(p.Imports) > 0 }) {
		t.Fatal("go list does not show package eval")
	}
	report := func(found []string, err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		for _, f := range found {
			t.Error(f)
		}
	}
	report(importViolations(pkgs), nil)
	report(nameViolations(pkgs), nil)
	for _, p := range pkgs {
		for _, f := range p.GoFiles {
			file := filepath.Join(p.Dir, f)
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if within(p.ImportPath, "assay/eval") {
				report(clockViolations(file, src))
			}
			if p.ImportPath == "assay/graph" {
				report(exportViolations(file, src))
			}
		}
	}
	report(lengthViolations(os.DirFS(".")))
}
