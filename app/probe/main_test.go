package probe

import (
	"bufio"
	"context"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"assay/eval"
	"assay/eval/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var loopbacks = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// newProber makes a prober that may call loopback.
func newProber(t testing.TB, change ...func(*Config)) *Prober {
	t.Helper()
	c := Config{AllowTargets: loopbacks, UserAgent: "Assay/test", PollInterval: time.Millisecond}
	for _, f := range change {
		f(&c)
	}
	p := New(c)
	t.Cleanup(p.Stop)
	return p
}

// agent is a server on loopback that counts the requests it gets.
type agent struct {
	*httptest.Server
	hits atomic.Int64
}

func serve(t testing.TB, h http.HandlerFunc) *agent {
	t.Helper()
	a := &agent{}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.hits.Add(1)
		h(w, r)
	}))
	t.Cleanup(a.Close)
	return a
}

// serveRaw is a server that does to each connection what speak says, after it has read a request, and closes it then.
func serveRaw(t testing.TB, speak func(c *net.TCPConn)) (url string, connections *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	connections = &atomic.Int64{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			if r, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				_, _ = io.Copy(io.Discard, r.Body)
				speak(c.(*net.TCPConn))
			}
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return "http://" + l.Addr().String(), connections
}

func say(text string) func(*net.TCPConn) {
	return func(c *net.TCPConn) { _, _ = io.WriteString(c, text) }
}

// probe makes an http_probe.
func probe(t testing.TB, p *Prober, endpoint, input string) Outcome {
	t.Helper()
	return p.Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: endpoint, Binding: eval.BindingHTTP, Input: input, Timeout: 10 * time.Second})
}

// wantError checks an outcome's error and that its detail says what it should.
func wantError(t *testing.T, o Outcome, code eval.ErrorCode, detail string) {
	t.Helper()
	if o.Observation.Error != code || !strings.Contains(o.Detail, detail) {
		t.Fatalf("got %q (%s), want %q saying %q", o.Observation.Error, o.Detail, code, detail)
	}
	if (code == eval.NoError) != (o.Detail == "") {
		t.Fatalf("detail %q with error %q", o.Detail, o.Observation.Error)
	}
	if code != eval.NoError && o.Observation.Body != nil {
		t.Fatalf("a body %q beside the error %q", o.Observation.Body, code)
	}
}

var (
	silent = slog.New(slog.DiscardHandler)
	quiet  = log.New(io.Discard, "", 0)
)

// wantFault checks the kind, the code and the words of an error.
func wantFault(t *testing.T, what string, err error, kind fault.Kind, code string, words ...string) {
	t.Helper()
	f := fault.As(err)
	if f == nil || f.Kind != kind || f.Code != code {
		t.Errorf("%s: %#v, want %s %s", what, err, kind, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(f.Message, w) {
			t.Errorf("%s: %q does not say %q", what, f.Message, w)
		}
	}
}
