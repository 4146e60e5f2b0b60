package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func built() fstest.MapFS {
	return fstest.MapFS{
		"index.html":          {Data: []byte("<!doctype html><title>Assay</title>")},
		"graphiql.html":       {Data: []byte("<!doctype html><title>GraphiQL</title>")},
		"favicon.svg":         {Data: []byte("<svg/>")},
		"assets/app-1a.js":    {Data: []byte("console.log('plain')")},
		"assets/app-1a.js.gz": {Data: gzipped("console.log('plain')")},
		"assets/app-1a.js.br": {Data: []byte("brotli bytes")},
		"assets/app-2b.css":   {Data: []byte("a{}")},
		"verify.wasm":         {Data: []byte("\x00asm")},
		"verify.wasm.br":      {Data: []byte("brotli bytes")},
		"wasm_exec.js":        {Data: []byte("globalThis.Go = 1")},
		".keep":               {},
		".vite/manifest.json": {Data: []byte("{}")},
	}
}

func gzipped(text string) []byte {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return []byte(b.String())
}

func get(t *testing.T, h http.Handler, target string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPathsAndCaching(t *testing.T) {
	h := newHandler(built())
	for _, c := range []struct {
		path, contentType, cache, body string
		status                         int
	}{
		{"/", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/index.html", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/runs/8f2c", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/agents/did%3Aweb%3Aa.example", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/graphiql", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>GraphiQL</title>", 200},
		{"/graphiql/", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>GraphiQL</title>", 200},
		{"/graphiql/x", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/favicon.svg", "image/svg+xml", "no-cache", "<svg/>", 200},
		{"/assets/app-2b.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable", "a{}", 200},
		{"/assets/app-0000.js", "text/plain; charset=utf-8", "no-store", "no such asset\n", 404},
		{"/assets/", "text/plain; charset=utf-8", "no-store", "no such asset\n", 404},
		{"/verify.wasm", "application/wasm", "no-cache", "\x00asm", 200},
		{"/wasm_exec.js", "text/javascript; charset=utf-8", "no-cache", "globalThis.Go = 1", 200},
		{"/assets/../../secret", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/.vite/manifest.json", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
		{"/.keep", "text/html; charset=utf-8", "no-cache", "<!doctype html><title>Assay</title>", 200},
	} {
		t.Run(c.path, func(t *testing.T) {
			r := get(t, h, c.path)
			if r.StatusCode != c.status || r.Header.Get("Content-Type") != c.contentType || r.Header.Get("Cache-Control") != c.cache {
				t.Errorf("got %d %q %q", r.StatusCode, r.Header.Get("Content-Type"), r.Header.Get("Cache-Control"))
			}
			if got := body(t, r); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
		})
	}
}

func TestCodings(t *testing.T) {
	h := newHandler(built())
	for _, c := range []struct{ accept, coding, body string }{
		{"", "", "console.log('plain')"},
		{"gzip, deflate, br", "br", "brotli bytes"},
		{"GZIP", "gzip", string(gzipped("console.log('plain')"))},
		{"br;q=0, gzip;q=0.5", "gzip", string(gzipped("console.log('plain')"))},
		{"br; q=0.0, gzip; q=0", "", "console.log('plain')"},
		{"zstd", "", "console.log('plain')"},
	} {
		t.Run(c.accept, func(t *testing.T) {
			r := get(t, h, "/assets/app-1a.js", "Accept-Encoding", c.accept)
			if got := r.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("coding %q, want %q", got, c.coding)
			}
			if r.Header.Get("Vary") != "Accept-Encoding" {
				t.Error("no Vary: Accept-Encoding")
			}
			if got := body(t, r); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
		})
	}
}

// An ETag stands for the bytes of one coding: the compressed ones must not validate the plain ones.
func TestETag(t *testing.T) {
	h := newHandler(built())
	plain := get(t, h, "/assets/app-1a.js").Header.Get("ETag")
	packed := get(t, h, "/assets/app-1a.js", "Accept-Encoding", "br").Header.Get("ETag")
	if plain == "" || packed == "" || plain == packed {
		t.Fatalf("ETags %q and %q", plain, packed)
	}
	if r := get(t, h, "/assets/app-1a.js", "If-None-Match", plain); r.StatusCode != http.StatusNotModified {
		t.Errorf("same bytes: %d, want 304", r.StatusCode)
	}
	if r := get(t, h, "/assets/app-1a.js", "If-None-Match", packed); r.StatusCode != http.StatusOK {
		t.Errorf("other bytes: %d, want 200", r.StatusCode)
	}
	if r := get(t, h, "/runs/1", "If-None-Match", get(t, h, "/").Header.Get("ETag")); r.StatusCode != http.StatusNotModified {
		t.Errorf("index.html: %d, want 304", r.StatusCode)
	}
}

func TestEveryAnswerCarriesThePolicy(t *testing.T) {
	h := newHandler(built())
	for _, target := range []string{"/", "/assets/app-2b.css", "/assets/none.js", "/runs"} {
		r := get(t, h, target)
		if got := r.Header.Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") || strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", target, got)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: no nosniff", target)
		}
	}
}

// Only the worker that checks exports may compile WebAssembly: no page, and not the page /check.
func TestOnlyTheVerifierCompiles(t *testing.T) {
	files := built()
	files["assets/verify-worker-3c.js"] = &fstest.MapFile{Data: []byte("worker")}
	h := newHandler(files)
	got := get(t, h, "/assets/verify-worker-3c.js").Header.Get("Content-Security-Policy")
	if !strings.Contains(got, "script-src 'self' 'wasm-unsafe-eval'") || strings.Contains(got, "'unsafe-") {
		t.Errorf("policy of the verifier: %q", got)
	}
	for _, target := range []string{"/", "/check", "/assets/app-1a.js", "/assets/verify-worker.js"} {
		if got := get(t, h, target).Header.Get("Content-Security-Policy"); strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", target, got)
		}
	}
}

// Only the page of GraphiQL may style inline, and none may run inline script or reach another origin.
func TestGraphiQLHasAPolicyOfItsOwn(t *testing.T) {
	h := newHandler(built())
	for _, target := range []string{"/graphiql", "/graphiql.html"} {
		got := get(t, h, target).Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self' 'unsafe-inline'", "connect-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(got, part) {
				t.Errorf("%s: policy %q lacks %q", target, got, part)
			}
		}
	}
	for _, target := range []string{"/", "/graphiql/x", "/runs?x=/graphiql", "/assets/app-1a.js"} {
		if got := get(t, h, target).Header.Get("Content-Security-Policy"); strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", target, got)
		}
	}
}

// Where the verifier was not built there is none: a page must not take the console for it.
func TestNoVerifier(t *testing.T) {
	h := newHandler(fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}})
	for _, target := range []string{"/verify.wasm", "/wasm_exec.js"} {
		if r := get(t, h, target); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", target, r.StatusCode)
		}
	}
}

func TestOnlyReads(t *testing.T) {
	w := httptest.NewRecorder()
	newHandler(built()).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("got %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestNotBuilt(t *testing.T) {
	h := newHandler(fstest.MapFS{".keep": {}})
	r := get(t, h, "/")
	if got := body(t, r); r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(got, "make build") {
		t.Errorf("got %d %q", r.StatusCode, got)
	}
	if r := get(t, h, "/assets/a.js"); r.StatusCode != http.StatusNotFound {
		t.Errorf("asset: %d, want 404", r.StatusCode)
	}
}

// The embedded tree is dist as it was when the test was compiled: built or not, it must be servable.
func TestHandlerServesWhatIsEmbedded(t *testing.T) {
	if r := get(t, Handler(), "/"); r.StatusCode != http.StatusOK && r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("got %d", r.StatusCode)
	}
}
