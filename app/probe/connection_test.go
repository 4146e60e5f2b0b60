package probe

import (
	"assay/eval"
	"context"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestBrokenConnections(t *testing.T) {
	reset := func(text string) func(*net.TCPConn) {
		return func(c *net.TCPConn) { say(text)(c); c.SetLinger(0) }
	}
	for _, c := range []struct {
		name   string
		speak  func(*net.TCPConn)
		error  eval.ErrorCode
		detail string
	}{
		{"closed at once", say(""), eval.ErrConnectionReset, "without a response"},
		{"reset at once", reset(""), eval.ErrConnectionReset, ""},
		{"cut within the head", say("HTTP/1.1 200 OK\r\nContent-"), eval.ErrTruncated, "head"},
		{"short by its length", say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), eval.ErrTruncated, "body ends"},
		{"chunk cut", say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"), eval.ErrTruncated, "body ends"},
		{"no last chunk", say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), eval.ErrTruncated, "body ends"},
		{"no chunks", say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n"), eval.ErrProtocol, "reading the body"},
		{"not HTTP", say("SSH-2.0-OpenSSH_9.2\r\n"), eval.ErrProtocol, "not an HTTP response"},
		{"HTTP/2 only", say("\x00\x00\x12\x04\x00\x00\x00\x00\x00 and so on\r\n\r\n"), eval.ErrProtocol, "not an HTTP response"},
		{"bad status", say("HTTP/1.1 abc OK\r\n\r\n"), eval.ErrProtocol, "not an HTTP response"},
		{"bad header", say("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), eval.ErrProtocol, "not an HTTP response"},
		{"endless head", say("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", maxHead)), eval.ErrProtocol, "larger than"},
		{"two lengths", say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"), eval.ErrProtocol, "not an HTTP response"},
		{"HTTP/1.0, ended by closing", say("HTTP/1.0 200 OK\r\n\r\nhello"), eval.NoError, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, connections := serveRaw(t, c.speak)
			o := probe(t, newProber(t), u, "/")
			wantError(t, o, c.error, c.detail)
			if connections.Load() != 1 || o.Attempts != 1 {
				t.Errorf("%d connections, %d attempts", connections.Load(), o.Attempts)
			}
		})
	}
	o := probe(t, newProber(t), "http://127.0.0.1:1", "/")
	wantError(t, o, eval.ErrConnectionRefused, "refused")
	if o.Attempts != 1 || len(o.Evidence.Exchanges) != 1 || o.Evidence.Exchanges[0].Status != 0 {
		t.Errorf("%+v", o)
	}
	wantError(t, probe(t, newProber(t), "http://does-not-exist.invalid", "/"), eval.ErrDNS, "does-not-exist.invalid")
}

func TestResetWithinTheBody(t *testing.T) {
	u, _ := serveRaw(t, func(c *net.TCPConn) { say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")(c); c.SetLinger(0) })
	o := probe(t, newProber(t), u, "/")
	wantError(t, o, eval.ErrConnectionReset, "")
}

func TestTimeout(t *testing.T) {
	for name, begin := range map[string]string{
		"silence":   "",
		"half head": "HTTP/1.1 200 OK\r\nX-",
		"half body": "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
	} {
		t.Run(name, func(t *testing.T) {
			over := make(chan struct{})
			u, connections := serveRaw(t, func(c *net.TCPConn) { say(begin)(c); <-over })
			t.Cleanup(func() { close(over) })
			o := newProber(t).Do(context.Background(), Call{TaskType: eval.HTTPProbe, Endpoint: u, Timeout: 50 * time.Millisecond})
			wantError(t, o, eval.ErrTimeout, "within the time")
			if o.Observation.LatencyMS < 50 || connections.Load() != 1 || o.Attempts != 1 {
				t.Errorf("%+v over %d connections", o, connections.Load())
			}
			if name == "half body" && (o.Observation.Status != 200 || string(o.Evidence.Exchanges[0].ResponseBody) != "half") {
				t.Errorf("kept %+v", o.Evidence)
			}
		})
	}
}

// What our own machine lacks is not the network's fault.
func TestDialFailures(t *testing.T) {
	for errno, want := range map[syscall.Errno]eval.ErrorCode{
		syscall.ECONNREFUSED: eval.ErrConnectionRefused, syscall.EHOSTUNREACH: eval.ErrConnectionRefused, syscall.ECONNRESET: eval.ErrConnectionReset,
		syscall.ETIMEDOUT: eval.ErrConnectTimeout, syscall.EADDRNOTAVAIL: eval.ErrInternal, syscall.EMFILE: eval.ErrInternal,
	} {
		err := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errno)}
		if got := dialFailure(context.Background(), err); got.code != want {
			t.Errorf("%v: %s, want %s", errno, got.code, want)
		}
	}
}
