// Package web serves the console: a Vite app, built into dist by `npm run build` and embedded in the binary.
//
//	/assets/…     named by their content: kept for a year, 404 when unknown (a stale page must not get HTML for a script)
//	other files   (index.html, favicon.svg …) revalidated each time by ETag
//	/graphiql     graphiql.html, a page of its own with a policy of its own
//	/verify.wasm, /wasm_exec.js
//	              the verifier for the page /check, loaded there only: `make build` puts them into dist. 404 when it did not
//	other paths   index.html: the console routes them itself
//
// Files are served brotli or gzip compressed, as they were packed at build time, to those who accept it.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed all:dist
var dist embed.FS

// The console loads only what its own origin serves, runs no inline script, and is framed by nobody.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// GraphiQL's editor writes style elements and brings its fonts as data; it runs no inline script either, and reaches no other origin.
const graphiQLPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// The worker that checks exports runs verify.wasm, which it may compile; it reaches nothing but this origin, whence it gets that. The page itself
// compiles nothing.
const verifierPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// verifierFiles are what that worker loads: the module, and Go's own support for it, of the version that compiled it.
var verifierFiles = []string{"verify.wasm", "wasm_exec.js"}

// Handler serves the console under the root of its mux. Where dist was never built it answers 503 with a page that says how to.
func Handler() http.Handler {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // only for a malformed path
	}
	return newHandler(built)
}

// handler holds every file of dist in memory, by its path without the leading slash.
type handler map[string]*file

// file is one resource in the codings it was built in.
type file struct {
	contentType  string
	cacheControl string
	codings      []coding // best first; the last is identity
}

type coding struct {
	name string // as in Accept-Encoding; empty: identity
	etag string
	body []byte
}

const (
	index    = "index.html"
	graphiQL = "graphiql.html"
	verifier = "assets/verify-worker-" // as Vite names what src/lib/verify/verify-worker.ts becomes
)

func newHandler(built fs.FS) handler {
	h := handler{}
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(path.Base(name), ".") && name != "." {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if ext := path.Ext(name); entry.IsDir() || ext == ".gz" || ext == ".br" {
			return nil
		}
		h[name], err = readFile(built, name)
		return err
	})
	if err != nil {
		panic(err) // embedded files are always readable
	}
	return h
}

func readFile(built fs.FS, name string) (*file, error) {
	f := &file{contentType: contentType(name), cacheControl: "no-cache"}
	if strings.HasPrefix(name, "assets/") {
		f.cacheControl = "public, max-age=31536000, immutable"
	}
	for _, c := range []coding{{name: "br"}, {name: "gzip"}, {}} {
		suffix := map[string]string{"br": ".br", "gzip": ".gz"}[c.name]
		body, err := fs.ReadFile(built, name+suffix)
		if errors.Is(err, fs.ErrNotExist) && suffix != "" {
			continue
		}
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(body)
		c.body, c.etag = body, strconv.Quote(hex.EncodeToString(sum[:12]))
		f.codings = append(f.codings, c)
	}
	return f, nil
}

// contentType does not ask the machine's own table first: some map .js to text/plain.
func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".wasm":
		return "application/wasm"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "graphiql" {
		name = graphiQL
	}
	header := w.Header()
	header.Set("Content-Security-Policy", policyOf(name))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")

	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	f, ok := h[name]
	if !ok && (name == "assets" || strings.HasPrefix(name, "assets/") || slices.Contains(verifierFiles, name)) {
		header.Set("Cache-Control", "no-store")
		http.Error(w, "no such asset", http.StatusNotFound)
		return
	}
	if !ok {
		f, ok = h[index]
	}
	if !ok {
		notBuilt(w)
		return
	}
	f.serve(w, r)
}

func policyOf(name string) string {
	switch {
	case name == graphiQL:
		return graphiQLPolicy
	case strings.HasPrefix(name, verifier):
		return verifierPolicy
	default:
		return contentSecurityPolicy
	}
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.contentType)
	header.Set("Cache-Control", f.cacheControl)
	if len(f.codings) > 1 {
		header.Set("Vary", "Accept-Encoding")
	}
	for _, c := range f.codings {
		if c.name != "" && !accepts(r.Header.Get("Accept-Encoding"), c.name) {
			continue
		}
		if c.name != "" {
			header.Set("Content-Encoding", c.name)
		}
		header.Set("ETag", c.etag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(c.body))
		return
	}
}

// accepts reports whether an Accept-Encoding header names the coding and does not refuse it with q=0.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		value, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
		q, err := strconv.ParseFloat(value, 64)
		return !ok || (err == nil && q > 0)
	}
	return false
}

// notBuilt says what is missing, for a person in a browser. It carries no style: the policy allows no inline one.
func notBuilt(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Assay: the console is not built</title>
<h1>The console is not built</h1>
<p>This binary was compiled without it. The API works: <code>POST /graphql</code>, <code>/api/v1</code>.</p>
<p>To build the console and a binary that holds it, run <code>make build</code> in the source tree.</p>
</html>
`))
}
