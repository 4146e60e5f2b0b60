package probe

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/eval"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func fixtureJSON[T any](t testing.TB, name string) (out T) {
	t.Helper()
	if err := json.Unmarshal(fixture(t, name), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRequestURL(t *testing.T) {
	for _, c := range []struct{ endpoint, input, want string }{
		{"https://h/base", "/health", "https://h/health"},
		{"https://h/base", "x", "https://h/base/x"},
		{"https://h/base/", "x/y", "https://h/base/x/y"},
		{"https://h", "x", "https://h/x"},
		{"https://h/base", "", "https://h/base"},
		{"https://h/base?key=1", "x", "https://h/base/x?key=1"},
		{"https://h/base?key=1", "x?q=2", "https://h/base/x?q=2"},
		{"https://h/base", "?q=a b&r=ü", "https://h/base?q=a%20b&r=%C3%BC"},
		{"https://h/base", "/a%2Fb/ü c", "https://h/a%2Fb/%C3%BC%20c"},
		{"https://h/base", "/100%", "https://h/100%25"},
		{"https://h/base", "/x#part", "https://h/x"},
		{"https://h/base", "//evil.example/x", "https://h//evil.example/x"},
		{"https://h/base", "https://evil.example/x", "https://h/base/https://evil.example/x"},
		{"https://h/base", "/x\r\nX-Evil: 1", "https://h/x%0D%0AX-Evil:%201"},
		{"https://h/base", "/x?a=\r\nX-Evil: 1", "https://h/x?a=%0D%0AX-Evil:%201"},
		{"https://h/a2a/", ":x", "https://h/a2a/:x"},
	} {
		base, _ := url.Parse(c.endpoint)
		got := requestURL(base, c.input)
		if got.String() != c.want {
			t.Errorf("%s + %q: %v, want %s", c.endpoint, c.input, got, c.want)
		}
		if got.Host != "h" || strings.ContainsAny(got.RequestURI(), " \r\n") {
			t.Errorf("%s + %q: asks %s for %q", c.endpoint, c.input, got.Host, got.RequestURI())
		}
	}
}

func TestWhatIsSentAndKept(t *testing.T) {
	var got *http.Request
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Clone(context.Background())
		w.Header().Set("X-Answer", "yes")
		w.Header().Add("Set-Cookie", "a=b")
		w.WriteHeader(http.StatusTeapot)
		io.WriteString(w, "short and stout")
	})
	p := newProber(t, func(c *Config) {
		c.UserAgent = "Assay/1.0 (+https://assay.example; registry did:web:assay.example; contact a@b)\r\nX-Evil: 1"
	})
	o := probe(t, p, a.URL+"/base", "pot?x=1")
	wantError(t, o, eval.NoError, "")
	if got.Method != "GET" || got.URL.String() != "/base/pot?x=1" || got.Header.Get("X-Evil") != "" || !got.Close ||
		!strings.HasPrefix(got.UserAgent(), "Assay/1.0 (+https://assay.example; registry did:web:assay.example; contact a@b)") {
		t.Errorf("sent %s %s %v", got.Method, got.URL, got.Header)
	}
	if o.Observation.Status != 418 || string(o.Observation.Body) != "short and stout" || o.Attempts != 1 {
		t.Errorf("got %+v", o)
	}
	e := o.Evidence.Exchanges[0]
	if len(o.Evidence.Exchanges) != 1 || e.Method != "GET" || e.URL != a.URL+"/base/pot?x=1" || e.Status != 418 || e.RequestBody != nil ||
		string(e.ResponseBody) != "short and stout" || string(o.Evidence.Body) != "short and stout" {
		t.Errorf("evidence %+v", o.Evidence)
	}
	if !slices.Contains(e.ResponseHeader, eval.Header{Name: "X-Answer", Value: "yes"}) || e.RequestHeader[0] != (eval.Header{Name: "Host", Value: a.Listener.Addr().String()}) {
		t.Errorf("headers %v, %v", e.RequestHeader, e.ResponseHeader)
	}
	for _, h := range e.RequestHeader {
		if h.Name != "Host" && h.Name != "Connection" && got.Header.Get(h.Name) != h.Value {
			t.Errorf("kept %v, sent %q", h, got.Header.Get(h.Name))
		}
	}
	probe(t, p, a.URL, "/")
	if got.Header.Get("Cookie") != "" {
		t.Error("a cookie was kept")
	}
}

func TestTimings(t *testing.T) {
	a := serve(t, func(http.ResponseWriter, *http.Request) {})
	o := probe(t, newProber(t), strings.Replace(a.URL, "127.0.0.1", "localhost", 1), "/")
	wantError(t, o, eval.NoError, "")
	if m := o.Timings; !(0 < m.DNS && m.DNS <= m.Connect && m.TLS == 0 && m.Connect <= m.FirstByte && m.FirstByte <= m.Total) {
		t.Errorf("by name: %+v", m)
	}
	if o = probe(t, newProber(t), a.URL, "/"); o.Timings.DNS != 0 {
		t.Errorf("by address: %+v", o.Timings)
	}
	if o.Observation.LatencyMS != (o.Timings.Total+999)/1000 {
		t.Errorf("%d ms of %d µs", o.Observation.LatencyMS, o.Timings.Total)
	}
	for us, ms := range map[int64]int64{1: 1, 999: 1, 1000: 1, 1001: 2, 100_000: 100, 100_001: 101} {
		if milliseconds(us) != ms {
			t.Errorf("%d µs are %d ms, want %d", us, milliseconds(us), ms)
		}
	}
}

func TestTLS(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	a := httptest.NewUnstartedServer(h)
	a.EnableHTTP2 = true
	a.Config.ErrorLog = quiet
	a.StartTLS()
	defer a.Close()
	p := newProber(t)
	wantError(t, probe(t, p, a.URL, "/"), eval.ErrTLS, "certificate")
	p.roots = x509.NewCertPool()
	p.roots.AddCert(a.Certificate())
	o := probe(t, p, a.URL, "/")
	wantError(t, o, eval.NoError, "")
	if string(o.Observation.Body) != "HTTP/1.1" || o.Timings.TLS < o.Timings.Connect || o.Timings.TLS > o.Timings.FirstByte {
		t.Errorf("%s, %+v", o.Observation.Body, o.Timings)
	}
	wantError(t, probe(t, p, strings.Replace(a.URL, "127.0.0.1", "localhost", 1), "/"), eval.ErrTLS, "localhost")
	plain := serve(t, h)
	wantError(t, probe(t, p, strings.Replace(plain.URL, "http:", "https:", 1), "/"), eval.ErrTLS, "TLS")
}

func TestStatuses(t *testing.T) {
	type row struct {
		Status     int    `json:"status"`
		RetryAfter string `json:"retry_after"`
	}
	for _, c := range fixtureJSON[[]row](t, "http/status_cases.json") {
		if c.Status < 200 || c.Status == http.StatusTooManyRequests {
			continue // no final status; see TestInformational and TestTooManyRequests
		}
		a := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(c.Status) })
		o := probe(t, newProber(t), a.URL, "/")
		wantError(t, o, eval.NoError, "")
		if o.Observation.Status != c.Status || o.Attempts != 1 || o.Observation.Body == nil || len(o.Observation.Body) != 0 {
			t.Errorf("%d: %+v", c.Status, o)
		}
	}
}

func TestInformational(t *testing.T) {
	u, _ := serveRaw(t, say("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
	o := probe(t, newProber(t), u, "/")
	wantError(t, o, eval.NoError, "")
	if o.Observation.Status != 200 || string(o.Observation.Body) != "ok" {
		t.Errorf("%+v", o.Observation)
	}
	u, _ = serveRaw(t, say("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"))
	if o := probe(t, newProber(t), u, "/"); o.Observation.Status != 101 || o.Observation.Error != eval.NoError {
		t.Errorf("%+v", o)
	}
	u, _ = serveRaw(t, func(c *net.TCPConn) {
		for {
			if _, err := io.WriteString(c, "HTTP/1.1 102 Processing\r\n\r\n"); err != nil {
				return
			}
		}
	})
	wantError(t, probe(t, newProber(t), u, "/"), eval.ErrProtocol, "larger than")
}

func TestRedirects(t *testing.T) {
	type redirect struct {
		Name  string   `json:"name"`
		Chain []string `json:"chain"`
	}
	p := newProber(t)
	tests := map[string]func(t *testing.T){
		"any 3xx to the same host": func(t *testing.T) {
			for _, status := range []int{301, 302, 303, 307, 308} {
				a := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/b", status) })
				o := probe(t, p, a.URL, "/a")
				wantError(t, o, eval.ErrRedirect, "/b")
				if a.hits.Load() != 1 || o.Attempts != 1 || o.Observation.Status != status {
					t.Errorf("%d requests, %+v", a.hits.Load(), o)
				}
			}
			for _, status := range []int{300, 301, 304} {
				a := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) })
				wantError(t, probe(t, p, a.URL, "/a"), eval.NoError, "")
			}
		},
		"to another host or a private address": func(t *testing.T) {
			other := serve(t, func(http.ResponseWriter, *http.Request) {})
			a := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/x", 307) })
			wantError(t, probe(t, p, a.URL, "/a"), eval.ErrRedirect, other.URL+"/x")
			if other.hits.Load() != 0 {
				t.Error("the second address got a request")
			}
		},
		"loop": func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, 302) })
			wantError(t, probe(t, p, a.URL, "/a"), eval.ErrRedirect, "/a")
			if a.hits.Load() != 1 {
				t.Errorf("%d requests", a.hits.Load())
			}
		},
		"card moved": func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/cards/agent.json", 308) })
			_, err := p.FetchCard(context.Background(), a.URL+"/.well-known/agent-card.json")
			wantFault(t, "moved", err, "UNREACHABLE", "redirect", "/cards/agent.json")
			if a.hits.Load() != 1 {
				t.Errorf("%d requests", a.hits.Load())
			}
		},
		"credentials": func(t *testing.T) { // a message is what we have to keep from others so far
			other := serve(t, func(http.ResponseWriter, *http.Request) {})
			a := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, 307) })
			o := p.Do(context.Background(), Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0"})
			wantError(t, o, eval.ErrRedirect, other.URL)
			if other.hits.Load() != 0 {
				t.Error("the second host got the message")
			}
		},
	}
	for _, row := range fixtureJSON[[]redirect](t, "http/redirects.json") {
		test := tests[row.Name]
		if test == nil {
			t.Fatalf("no test for the row %q", row.Name)
		}
		t.Run(row.Name, test)
	}
}

func TestTooManyRequests(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name       string
		retryAfter []string // of each answer; then 200
		timeout    time.Duration
		waits      []time.Duration
		error      eval.ErrorCode
	}{
		{"seconds", []string{"3"}, time.Minute, []time.Duration{3 * time.Second}, eval.NoError},
		{"date", []string{"Mon, 30 Nov 2026 12:00:07 GMT"}, time.Minute, []time.Duration{7 * time.Second}, eval.NoError},
		{"twice", []string{"1", "2"}, time.Minute, []time.Duration{time.Second, 2 * time.Second}, eval.NoError},
		{"a date gone by, and 0", []string{"Mon, 30 Nov 2026 11:00:00 GMT", "0"}, time.Minute, []time.Duration{leastWait, leastWait}, eval.NoError},
		{"not said", []string{""}, time.Minute, nil, eval.ErrRateLimited},
		{"nonsense", []string{"soon"}, time.Minute, nil, eval.ErrRateLimited},
		{"too late", []string{"61"}, time.Minute, nil, eval.ErrRateLimited},
		{"too late at last", []string{"1", "3600"}, time.Minute, []time.Duration{time.Second}, eval.ErrRateLimited},
	} {
		t.Run(c.name, func(t *testing.T) {
			left := c.retryAfter
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if len(left) == 0 {
					return
				}
				w.Header().Set("Retry-After", left[0])
				left = left[1:]
				w.WriteHeader(http.StatusTooManyRequests)
			})
			p := newProber(t)
			p.now = func() time.Time { return now }
			var waits []time.Duration
			p.wait = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
			o := p.Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: a.URL, Timeout: c.timeout})
			if o.Observation.Error != c.error || !slices.Equal(waits, c.waits) {
				t.Errorf("%q (%s) after %v, want %q after %v", o.Observation.Error, o.Detail, waits, c.error, c.waits)
			}
			if want := len(c.waits) + 1; o.Attempts != want || len(o.Evidence.Exchanges) != want || int(a.hits.Load()) != want {
				t.Errorf("%d attempts, %d exchanges, %d requests; want %d", o.Attempts, len(o.Evidence.Exchanges), a.hits.Load(), want)
			}
			if c.error != eval.NoError && o.Observation.Status != 429 {
				t.Errorf("status %d", o.Observation.Status)
			}
		})
	}
}

func TestNothingToCall(t *testing.T) {
	p := newProber(t)
	for _, c := range []struct {
		call   Call
		error  eval.ErrorCode
		detail string
	}{
		{Call{TaskType: eval.HTTPProbe}, eval.ErrNoEndpoint, "no endpoint"},
		{Call{TaskType: eval.A2AMessage}, eval.ErrNoEndpoint, "no endpoint"},
		{Call{TaskType: eval.A2AMessage, Endpoint: "http://127.0.0.1", Binding: eval.BindingHTTP}, eval.ErrNoEndpoint, "no A2A interface"},
		{Call{TaskType: eval.HTTPProbe, Endpoint: "/relative"}, eval.ErrNoEndpoint, "relative url"},
		{Call{TaskType: eval.HTTPProbe, Endpoint: "http://2130706433/"}, eval.ErrTargetBlocked, "2130706433"},
		{Call{TaskType: eval.A2AMessage, Endpoint: "http://169.254.169.254/", Binding: eval.BindingJSONRPC}, eval.ErrTargetBlocked, "metadata"},
		{Call{TaskType: "poem", Endpoint: "http://127.0.0.1"}, eval.ErrInternal, "poem"},
	} {
		o := p.Do(context.Background(), c.call)
		wantError(t, o, c.error, c.detail)
		if o.Evidence != nil || o.Attempts != 0 {
			t.Errorf("%+v: %+v", c.call, o)
		}
	}
}

func TestPanicIsOurFault(t *testing.T) {
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	p := newProber(t, func(c *Config) { c.Log = silent })
	p.wait = func(context.Context, time.Duration) error { panic("oops\x00") }
	o := probe(t, p, a.URL, "/")
	wantError(t, o, eval.ErrInternal, "the examiner itself failed")
	if strings.Contains(o.Detail, "\x00") || o.Attempts != 1 || len(p.slots.global) != 0 {
		t.Errorf("%+v, %d slots held", o, len(p.slots.global))
	}
}
