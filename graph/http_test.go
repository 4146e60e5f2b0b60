package graph

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHTTP(t *testing.T) {
	door := newFake().door(Options{})
	for _, name := range []string{"http", "errors", "stream"} {
		t.Run(name, func(t *testing.T) { runScript(t, door, "testdata/http/"+name+".txtar", nil) })
	}
}

func TestBodyIsCapped(t *testing.T) {
	door := newFake().door(Options{})
	for _, size := range []int{maxBody, maxBody + 1} {
		body := `{"query": "{viewer{admin}}", "x": "`
		body += strings.Repeat("x", size-len(body)-2) + `"}`
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		want := http.StatusOK
		if size > maxBody {
			want = http.StatusRequestEntityTooLarge
		}
		if w.Code != want {
			t.Errorf("%d bytes: status %d, want %d: %s", size, w.Code, want, w.Body)
		}
	}
}
