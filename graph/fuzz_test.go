package graph

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzDoor sends documents and variables of strangers. Whatever they are, the answer is JSON, and never a fault of ours.
func FuzzDoor(f *testing.F) {
	files, err := filepath.Glob("testdata/app/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, section := range txtar.Parse(b).Files {
			if _, text, ok := strings.Cut(string(section.Data), "\n"); ok && strings.HasPrefix(section.Name, "request") {
				document, variables, _ := strings.Cut(text, "VARIABLES\n")
				f.Add(document, variables)
			}
		}
	}
	f.Add(introspectionQuery, "")
	f.Add(bomb(30), "")
	f.Add("query ($n: Int, $d: DateTime) {runs(first: $n) {totalCount} leaderboard(since: $d) {totalCount}}", `{"n": 1e3, "d": null}`)
	door := newWorld(f, 0).door
	f.Fuzz(func(t *testing.T, document, variables string) {
		body, err := json.Marshal(map[string]any{"query": document, "variables": json.RawMessage(variables)})
		if err != nil {
			body, _ = json.Marshal(map[string]any{"query": document})
		}
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		if got := w.Body.String(); !json.Valid(w.Body.Bytes()) || strings.Contains(got, `"code":"INTERNAL"`) {
			t.Errorf("%q with %q: %d %.500s", document, variables, w.Code, got)
		}
	})
}
