package graph

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what is answered into the scripts; read the difference before you believe it")

// Scripts are txtar files of pairs, a request and its exact answer:
//
//	-- request: what it shows --          -- answer --
//	POST /graphql                         200 application/json; charset=utf-8
//	Content-Type: application/json        Allow: POST          (and other headers of the answer that matter)
//	(empty line)                          (empty line)
//	{"query": "{registry{name}}"}         {"data": …}
//
// A request may say instead, for short, `AS admin`, `AS stranger` or `AS` and a key in its first line, then the GraphQL document, then, if
// it has variables, a line `VARIABLES` and their JSON; its answer is the body, indented. `AS stranger BECOMES ada` keeps the session that
// the answer's cookie begins, which `AS ada` is then. What differs from time to time has a name on both
// sides: the id of the first run seen in a script is <run1>, of the second <run2>; hashes are <hash1>, …, tokens <token1>, …; instants of
// the test <now>, of another day <later>; salts, keys and signatures of the log are <bytes1>, …; weights, which hang on the instants of the
// test, are rounded to six decimals; places are what the test passes.
type script struct {
	t       *testing.T
	handler http.Handler
	real    map[string]string // name in the script → what it stands for
	names   map[string]string // the way back
	counts  map[string]int

	sessions map[string]string // name → token of its cookie
}

func runScript(t *testing.T, handler http.Handler, file string, places map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, handler: handler, real: map[string]string{}, names: map[string]string{}, counts: map[string]int{}, sessions: map[string]string{}}
	for name, place := range places {
		s.real[name], s.names[place] = place, name
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		request, answer := archive.Files[i], &archive.Files[i+1]
		if !strings.HasPrefix(request.Name, "request") || answer.Name != "answer" {
			t.Fatalf("%s: %q must be a request and %q its answer", file, request.Name, answer.Name)
		}
		got := s.do(request.Name, string(request.Data))
		if *update {
			answer.Data = []byte(got)
			continue
		}
		if diff := cmp.Diff(string(answer.Data), got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", filepath.Base(file), request.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (s *script) do(name, text string) string {
	for name, real := range s.real {
		text = strings.ReplaceAll(text, name, real)
	}
	first, rest, _ := strings.Cut(text, "\n")
	if caller, ok := strings.CutPrefix(first, "AS "); ok {
		return s.mask(s.graphQL(name, caller, rest))
	}
	method, url, ok := strings.Cut(first, " ")
	if !ok {
		s.t.Fatalf("%s: no request line", name)
	}
	head, body, _ := strings.Cut("\n"+rest, "\n\n")
	r := httptest.NewRequest(method, url, strings.NewReader(strings.TrimSuffix(body, "\n")))
	for line := range strings.Lines(strings.TrimSpace(head)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		r.Header.Add(key, value)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	var got strings.Builder
	fmt.Fprintf(&got, "%d %s\n", w.Code, w.Header().Get("Content-Type"))
	if allow := w.Header().Get("Allow"); allow != "" {
		fmt.Fprintf(&got, "Allow: %s\n", allow)
	}
	fmt.Fprintf(&got, "\n%s\n", strings.TrimRight(w.Body.String(), "\n"))
	return s.mask(got.String())
}

func (s *script) graphQL(name, caller, text string) string {
	document, variables, _ := strings.Cut(text, "VARIABLES\n")
	body := map[string]any{"query": document}
	if variables != "" {
		body["variables"] = json.RawMessage(variables)
	}
	b, err := json.Marshal(body)
	if err != nil {
		s.t.Fatalf("%s: variables: %v", name, err)
	}
	r := httptest.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	caller, becomes, _ := strings.Cut(caller, " BECOMES ")
	if token, signedIn := s.sessions[caller]; signedIn {
		r.AddCookie(&http.Cookie{Name: "session", Value: token})
	} else if caller != "stranger" {
		r.Header.Set("Authorization", "Bearer "+caller)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if becomes != "" {
		cookies := w.Result().Cookies()
		if len(cookies) != 1 {
			s.t.Errorf("%s: %d cookies", name, len(cookies))
			return w.Body.String()
		}
		s.sessions[becomes] = cookies[0].Value
	}
	answer, err := io.ReadAll(w.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, answer, "", "  "); err != nil {
		s.t.Fatalf("%s: %v in %s", name, err, answer)
	}
	return indented.String() + "\n"
}

var (
	changing = regexp.MustCompile(`\b(?:(agt|ste|tsk|run|rag|res|usr|ses|wsp|inv|key|chl|wrk|apr|vdt|scr|rcp)_[0-9a-z]{26}|[0-9a-f]{64}|127\.0\.0\.1:[0-9]+)\b`)
	posed    = regexp.MustCompile(`(assay (?:prove|opt_out|opt_in) [^ "]+ [^ "]+ )([0-9A-Za-z_-]{43})`) // a challenge's line
	secret   = regexp.MustCompile(`(?:assay_[0-9a-z]{8}_|#)[0-9A-Za-z_-]{43}`)
	signed   = regexp.MustCompile(`("salt": "|assay\.test/log[ +]|\\n)([0-9A-Za-z+/]{40,}=*)`) // salts, the log's keys, what they sign
	fraction = regexp.MustCompile(`("(?:successes|failures|unverified|aged|counted|poolRate)": )([0-9]+\.[0-9]+)`)
	prefix   = regexp.MustCompile(`\bassay_[0-9a-z]{8}\b`)
	instant  = regexp.MustCompile(`2026-11-30T12:0[0-9]:[0-9]{2}\.[0-9]{3}Z`)
	later    = regexp.MustCompile(`2026-12-[0-9]{2}T12:0[0-9]:[0-9]{2}\.[0-9]{3}Z`)
)

// mask writes names for what differs from time to time.
func (s *script) mask(text string) string {
	text = later.ReplaceAllString(instant.ReplaceAllString(text, "<now>"), "<later>")
	text = posed.ReplaceAllStringFunc(text, func(real string) string {
		m := posed.FindStringSubmatch(real)
		return m[1] + s.named("token", m[2])
	})
	text = secret.ReplaceAllStringFunc(text, func(real string) string {
		if token, ok := strings.CutPrefix(real, "#"); ok {
			return "#" + s.named("token", token)
		}
		return s.named("token", real)
	})
	text = signed.ReplaceAllStringFunc(text, func(real string) string {
		m := signed.FindStringSubmatch(real)
		return m[1] + s.named("bytes", m[2])
	})
	text = fraction.ReplaceAllStringFunc(text, func(real string) string {
		m := fraction.FindStringSubmatch(real)
		n, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			s.t.Error(err)
		}
		return m[1] + strconv.FormatFloat(math.Round(n*1e6)/1e6, 'f', -1, 64)
	})
	text = prefix.ReplaceAllStringFunc(text, func(real string) string { return s.named("prefix", real) })
	return changing.ReplaceAllStringFunc(text, func(real string) string {
		kind, _, isID := strings.Cut(real, "_")
		if !isID {
			kind = "hash"
		}
		return s.named(kind, real)
	})
}

// named gives the name under which something is written.
func (s *script) named(kind, real string) string {
	name, known := s.names[real]
	if !known {
		s.counts[kind]++
		name = fmt.Sprintf("<%s%d>", kind, s.counts[kind])
		s.names[real], s.real[name] = name, real
	}
	return name
}
