package rest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"assay/app"
)

// The DIDs people use, as they stand in a path: escaped once by whoever builds the address, decoded once here.
func TestDIDsInPaths(t *testing.T) {
	var cases []struct {
		DID         string
		PathSegment string `json:"path_segment"`
	}
	b, err := os.ReadFile("testdata/dids.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	// What the case file says in words: no DIDs are refused; spellings of one agent are one.
	wrong := map[string]bool{"did:web:": true, "did:web:..": true, "did:web:example.com?x=1": true, "did:web:example.com#key-1": true, "did:web:example.com/": true}
	canonical := map[string]string{
		"did:web:localhost%3a8080":    "did:web:localhost%3A8080",
		"did:web:EXAMPLE.com":         "did:web:example.com",
		"did:web:b%C3%BCcher.example": "did:web:xn--bcher-kva.example",
	}
	for _, tc := range cases {
		segments := []string{url.PathEscape(tc.DID), strings.ReplaceAll(url.PathEscape(tc.DID), ":", "%3A")}
		if tc.PathSegment != "" {
			segments = append(segments, tc.PathSegment)
		}
		for _, segment := range segments {
			uses := &scripted{}
			w := newCaller(t, uses, stranger).send(t, "GET /api/v1/evals/agents/"+segment+"/results", "")
			if wrong[tc.DID] {
				if w.Code != http.StatusBadRequest || uses.asked != nil {
					t.Errorf("%s: %d, asked %v", segment, w.Code, uses.asked)
				}
				continue
			}
			want := tc.DID
			if c := canonical[tc.DID]; c != "" {
				want = c
			}
			got, _ := uses.asked.(asked)
			if w.Code != http.StatusOK || len(got) == 0 || got[0] != (app.ResultFilter{Agent: want}) {
				t.Errorf("%s: %d %s, asked %v, want %s", segment, w.Code, w.Body, uses.asked, want)
			}
		}
	}
}

// A path is taken as it was sent: what it names, or nothing. No redirect, no other route.
func TestPaths(t *testing.T) {
	const agents = "/api/v1/evals/agents/"
	for _, tc := range []struct {
		target string
		status int
		agent  string // asked for
	}{
		// Escaped twice, with and without escaped colons: the agent on port 8080.
		{agents + "did:web:host%253A8080/results", 200, "did:web:host%3A8080"},
		{agents + "did%3Aweb%3Ahost%253A8080/results", 200, "did:web:host%3A8080"},
		{agents + "did%3aweb%3ahost%253a8080/results", 200, "did:web:host%3A8080"},
		// Escaped once: the DID it decodes to, which is the one with the path 8080. Where there is none, app looks for the one with the port.
		{agents + "did:web:host%3A8080/results", 200, "did:web:host:8080"},
		{agents + "did:web:host%25253A8080/results", 200, "did:web:host%253A8080"},
		{agents + "did:web:example.com/results?x=1", 200, "did:web:example.com"},
		{agents + "did:web:example.com%3Fx=1/results", 400, ""},
		{agents + "did:web:example.com%23key-1/results", 400, ""},
		// An encoded slash stays inside its segment, an encoded percent of one stays in the DID.
		{agents + "did:web:a%2Fb/results", 400, ""},
		{agents + "did:web:a%252Fb/results", 200, "did:web:a%2Fb"},
		{agents + "did:web:example.com%2Fresults", 404, ""},
		{agents + "did:web:b%C3%BCcher.example/results", 400, ""},
		{agents + "did:web:a%00/results", 400, ""},
		{agents + "did:web:/results", 400, ""},
		{agents + "did:web:../results", 400, ""},
		{agents + "../results", 400, ""},
		{agents + "%2e%2e/results", 400, ""},
		{agents + "../leaderboard", 404, ""},
		{agents + "../../admin/evals/suites", 404, ""},
		{agents + "x/../../leaderboard", 404, ""},
		{agents + "/results", 404, ""},
		{agents + "did:web:example.com//results", 404, ""},
		{agents + "did:web:example.com/results/", 404, ""},
		{agents + "did:web:example.com/", 404, ""},
		{agents + "did:web:example.com", 404, ""},
		{"/api/v1/evals/suites/", 404, ""},
		{"/api/v1/evals//suites", 404, ""},
		{"/api/v1/evals/./suites", 404, ""},
		{"/api/v1/evals%2Fsuites", 404, ""},
		{"/api/v1/EVALS/suites", 404, ""},
		{"/api/v1/evals/%73uites", 200, ""},
		{"/api", 404, ""},
		{"/api/", 404, ""},
		{"/api/v2/evals/suites", 404, ""},
	} {
		uses := &scripted{}
		w := newCaller(t, uses, stranger).send(t, "GET "+tc.target, "")
		if w.Code != tc.status || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d, want %d; Location %q", tc.target, w.Code, tc.status, w.Header().Get("Location"))
		}
		var agent string
		if a, ok := uses.asked.(asked); ok {
			agent = a[0].(app.ResultFilter).Agent
		}
		if agent != tc.agent {
			t.Errorf("%s: asked for %q, want %q", tc.target, agent, tc.agent)
		}
	}
}

func TestMethods(t *testing.T) {
	for _, tc := range []struct{ line, allow string }{
		{"POST /api/v1/evals/suites", "GET, HEAD, OPTIONS"},
		{"DELETE /api/v1/evals/agents/did:web:example.com/results", "GET, HEAD, OPTIONS"},
		{"PUT /api/v1/admin/evals/suites", "GET, HEAD, POST, OPTIONS"},
		{"GET /api/v1/admin/evals/suites/x", "DELETE, OPTIONS"},
		{"GET /api/v1/admin/evals/suites/x/run", "POST, OPTIONS"},
		{"HEAD /api/v1/admin/evals/suites/x/tasks", "POST, OPTIONS"},
		{"TRACE /api/v1/evals/leaderboard", "GET, HEAD, OPTIONS"},
		{"get /api/v1/evals/leaderboard", "GET, HEAD, OPTIONS"},
	} {
		c := newCaller(t, &scripted{}, admin)
		if w := c.send(t, tc.line, ""); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != tc.allow {
			t.Errorf("%s: %d, Allow %q, want %q", tc.line, w.Code, w.Header().Get("Allow"), tc.allow)
		}
		_, path, _ := strings.Cut(tc.line, " ")
		if w := c.send(t, "OPTIONS "+path, ""); w.Code != http.StatusNoContent || w.Header().Get("Allow") != tc.allow {
			t.Errorf("OPTIONS %s: %d, Allow %q", path, w.Code, w.Header().Get("Allow"))
		}
	}
	if w := newCaller(t, &scripted{}, stranger).send(t, "HEAD /api/v1/evals/suites", ""); w.Code != http.StatusOK {
		t.Errorf("HEAD: %d", w.Code)
	}
	if w := newCaller(t, &scripted{}, stranger).send(t, "OPTIONS /api/v1/nothing", ""); w.Code != http.StatusNotFound {
		t.Errorf("OPTIONS of nothing: %d", w.Code)
	}
}
