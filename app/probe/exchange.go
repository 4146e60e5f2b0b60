package probe

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/eval"
)

// maxHead bounds a response's head, informational responses included, in bytes.
const maxHead = 64 << 10

// request is one HTTP request to be sent.
type request struct {
	method string
	url    *url.URL
	head   []eval.Header // besides Host, the Prober's own and Connection
	body   []byte
	limit  int64                          // of the decoded response body, in bytes; 0: the Prober's
	stream func(chunk []byte) (done bool) // reads a text/event-stream while it arrives; nil: read as any body
}

// response is what came back: body with its content encoding undone.
type response struct {
	status int
	header http.Header
	body   []byte
	done   bool // the stream function had enough
	hide   *redactor
}

func (r *response) mediaType() string {
	t, _, _ := strings.Cut(r.header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// exchange sends a request over a connection of its own and reads the response, once. What was sent and received is appended to
// s.exchanges, however it ends. timings, when not nil, gets the moments of this exchange.
func (s *session) exchange(ctx context.Context, r request, timings *eval.Timings) (*response, *failure) {
	p := s.p
	r = s.signed.sign(r)
	var t eval.Timings
	if timings == nil {
		timings = &t
	}
	*timings = eval.Timings{}
	head := make([]eval.Header, 0, 3+len(p.head)+len(r.head))
	head = append(head, eval.Header{Name: "Host", Value: r.url.Host})
	head = append(append(head, p.head...), r.head...)
	if r.body != nil {
		head = append(head, eval.Header{Name: "Content-Length", Value: fmt.Sprint(len(r.body))})
	}
	head = append(head, eval.Header{Name: "Connection", Value: "close"})
	s.exchanges = append(s.exchanges, eval.Exchange{Method: r.method, URL: r.url.String(), RequestHeader: head, RequestBody: r.body})
	record := &s.exchanges[len(s.exchanges)-1]
	s.status = 0

	conn, failed := s.connect(ctx, r.url, timings)
	if failed != nil {
		if failed.code == eval.ErrTargetBlocked {
			s.exchanges = s.exchanges[:len(s.exchanges)-1] // nothing was called
		}
		return nil, failed
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()

	// An agent may answer before it has read everything and close: the answer counts, so a failed write is remembered, not final.
	_, writeErr := conn.Write(encode(r, head))
	in := &wire{conn: conn, left: maxHead, first: func() { timings.FirstByte = s.since() }}
	res, err := readHead(bufio.NewReader(in), r.method)
	if err != nil {
		if writeErr != nil && in.read == 0 {
			in.err = writeErr
		}
		return nil, headFailure(ctx, err, in)
	}
	in.left = -1
	record.Status, record.ResponseHeader = res.StatusCode, headers(res.Header)
	s.status = res.StatusCode
	s.signed.heard(res.StatusCode)
	out := &response{status: res.StatusCode, header: res.Header, hide: s.hide}
	failed = out.read(ctx, res.Body, cmp.Or(r.limit, p.config.BodyLimit), r.stream)
	record.ResponseBody = out.body
	return out, failed
}

// connect gives a connection to the URL's host, with TLS for https.
func (s *session) connect(ctx context.Context, u *url.URL, timings *eval.Timings) (net.Conn, *failure) {
	trace := httptrace.ClientTrace{DNSDone: func(httptrace.DNSDoneInfo) { timings.DNS = s.since() }}
	conn, err := s.p.guard.dial(httptrace.WithClientTrace(ctx, &trace), hostport(u))
	if err != nil {
		return nil, dialFailure(ctx, err)
	}
	timings.Connect = s.since()
	if u.Scheme != "https" {
		return conn, nil
	}
	secure := tls.Client(conn, &tls.Config{ServerName: u.Hostname(), RootCAs: s.p.roots, NextProtos: []string{"http/1.1"}})
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, tlsFailure(ctx, err)
	}
	timings.TLS = s.since()
	return secure, nil
}

// encode writes the request as it goes over the wire. Nothing foreign can break its lines: the URL was made by requestURL or endpoint,
// credentials were checked when they were set, all else is ours.
func encode(r request, head []eval.Header) []byte {
	var b bytes.Buffer
	b.Grow(512 + len(r.body))
	b.WriteString(r.method)
	b.WriteByte(' ')
	b.WriteString(r.url.RequestURI())
	b.WriteString(" HTTP/1.1\r\n")
	for _, h := range head {
		b.WriteString(h.Name)
		b.WriteString(": ")
		b.WriteString(h.Value)
		b.WriteString("\r\n")
	}
	b.WriteString("\r\n")
	b.Write(r.body)
	return b.Bytes()
}

// readHead reads a response's head, passing over informational responses. 101 is final: nothing that we understand follows.
func readHead(in *bufio.Reader, method string) (*http.Response, error) {
	for {
		res, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			return nil, err
		}
		if res.StatusCode >= 200 || res.StatusCode < 100 || res.StatusCode == http.StatusSwitchingProtocols {
			return res, nil
		}
	}
}

// wire is the receiving side of a connection. It tells of the first byte, stops after left bytes (negative: never), and remembers how
// reading ended, for a parser makes a syntax error of what was cut.
type wire struct {
	conn  net.Conn
	left  int
	read  int
	begin [5]byte
	err   error
	first func()
}

var errHeadTooLarge = fmt.Errorf("the response's head is larger than %d bytes", maxHead)

func (w *wire) Read(b []byte) (int, error) {
	if w.left == 0 {
		w.err = errHeadTooLarge
		return 0, w.err
	}
	if w.left > 0 && len(b) > w.left {
		b = b[:w.left]
	}
	n, err := w.conn.Read(b)
	if n > 0 && w.read == 0 {
		w.first()
	}
	if w.read < len(w.begin) {
		copy(w.begin[w.read:], b[:n])
	}
	w.read += n
	w.err = err
	if w.left > 0 {
		w.left -= n
	}
	return n, err
}

// headers lists header lines by name.
func headers(h http.Header) []eval.Header {
	out := make([]eval.Header, 0, len(h))
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			out = append(out, eval.Header{Name: name, Value: value})
		}
	}
	return out
}
