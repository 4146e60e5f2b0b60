package server

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/eval"
)

// docs/api.md promises closed lists. They are held against the code.

func section(t *testing.T, heading string) string {
	t.Helper()
	b, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(b), "\n"+heading+"\n")
	if !found {
		t.Fatalf("docs/api.md has no %q", heading)
	}
	if end := regexp.MustCompile(`(?m)^#{1,3} `).FindStringIndex(after); end != nil {
		after = after[:end[0]]
	}
	return after
}

// cells gives column n of the tables in a section, without head and rule.
func cells(section string, n int) (column []string) {
	for line := range strings.Lines(section) {
		if parts := strings.Split(line, "|"); len(parts) > n+2 && !strings.HasPrefix(line, "|---") {
			column = append(column, strings.TrimSpace(parts[n+1]))
		}
	}
	if len(column) == 0 {
		return nil
	}
	return column[1:]
}

func words(pattern string, texts ...string) map[string]bool {
	found := map[string]bool{}
	for _, text := range texts {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			found[m[1]] = true
		}
	}
	return found
}

// source reads files and folders of Go code, tests apart.
func source(t *testing.T, paths ...string) (texts []string) {
	t.Helper()
	for _, root := range paths {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			b, err := os.ReadFile(path)
			texts = append(texts, string(b))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

func compare(t *testing.T, what string, documented, used map[string]bool) {
	t.Helper()
	if diff := cmp.Diff(slices.Sorted(maps.Keys(documented)), slices.Sorted(maps.Keys(used))); diff != "" {
		t.Errorf("%s (-documented +used)\n%s", what, diff)
	}
}

func TestRESTErrorCodesAreDocumented(t *testing.T) {
	documented := words("`([a-z_]+)`", cells(section(t, "### Errors"), 1)...)
	used := words(`fault\.New\(fault\.\w+, "([a-z_]+)"`, source(t, "../app/access.go", "../app/suites.go", "../app/tasks.go", "../app/runs.go",
		"../app/results.go", "../app/resultsexport.go", "../app/leaderboard.go", "../app/repeat.go", "../app/work.go", "../app/workreads.go",
		"../app/approvals.go", "../app/workverdicts.go", "../app/receipts.go", "../app/scores.go", "../app/scoreexport.go",
		"../app/agentrecord.go", "../app/logreads.go", "../eval", "../ent/store")...)
	delete(used, "run_over") // of CancelRun, which REST does not have
	maps.Copy(used, words(`Code: "([a-z_]+)"`, source(t, "../eval/fault", "../app/slots.go")...))
	maps.Copy(used, words(`(?:bad\(|code: |refuse\(w, r, http\.\w+, )"([a-z_]+)"`, source(t, ".")...))
	compare(t, "codes of REST errors", documented, used)
}

func TestRESTEndpointsAreDocumented(t *testing.T) {
	b, err := os.ReadFile("rest/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	described, path := map[string]bool{}, ""
	for _, m := range regexp.MustCompile(`(?m)^(?:  (/api\S*)|    (get|post|put|patch|delete)):$`).FindAllStringSubmatch(string(b), -1) {
		if m[1] != "" {
			path = m[1]
			continue
		}
		described[strings.ToUpper(m[2])+" "+path] = true
	}
	compare(t, "endpoints of REST", words("^`([A-Z]+ [^?`]+)[?`]", cells(section(t, "## REST"), 0)...), described)
}

func TestGraphQLErrorCodesAreDocumented(t *testing.T) {
	schema, err := os.ReadFile("../graph/schema/schema.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	text := section(t, "## GraphQL")
	documented := words("`([A-Z_]+)`", cells(text, 0)...)
	used := words(`code\w+ += (?:errcode\.\w+ +// |")([A-Z_]+)`, source(t, "../graph")...)
	compare(t, "extensions.code", documented, used)

	_, enum, _ := strings.Cut(string(schema), "enum UserErrorCode {")
	enum, _, _ = strings.Cut(enum, "}")
	_, prose, _ := strings.Cut(text, "`userErrors { code message field }`")
	prose, _, _ = strings.Cut(prose, "Top-level errors")
	compare(t, "UserErrorCode", words("`([A-Z_]+)`", prose), words(`(?m)^  ([A-Z_]+)$`, enum))
}

func TestTaskErrorCodesAreDocumentedWithTheirFault(t *testing.T) {
	text := section(t, "## What kept a task from being answered")
	codes, faults, scores := cells(text, 0), cells(text, 1), cells(text, 2)
	for i, code := range codes {
		c := eval.ErrorCode(strings.Trim(code, "`"))
		fault := eval.FaultClass(strings.TrimPrefix(faults[i], "–"))
		if c.Fault() != fault || c.Counts() != (scores[i] == "0") {
			t.Errorf("%s: documented as %s, score %s; is %q, counted %v", c, fault, scores[i], c.Fault(), c.Counts())
		}
	}
	compare(t, "codes of task errors", words("`([a-z0-9_]+)`", codes...),
		words(`ErrorCode += "([a-z0-9_]+)"`, source(t, "../eval")...))
}
