package probe

import (
	"assay/eval"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"net/http"
	"testing"
)

func TestBodies(t *testing.T) {
	for _, c := range []struct{ file, encoding, want string }{
		{"gzip_body.bin", "gzip", `{"text":"héllo 😀"}`},
		{"gzip_body.bin", "x-gzip", `{"text":"héllo 😀"}`},
		{"gzip_body.bin", "identity, GZIP", `{"text":"héllo 😀"}`},
		{"gzip_body.bin", "", ""}, // no header: the bytes are the body
		{"deflate_body.bin", "deflate", ""},
		{"bom_body.json", "", ""},
		{"utf16_body.txt", "", ""},
		{"latin1_body.txt", "", ""},
		{"nan_body.json", "", ""},
		{"dup_key_body.json", "", ""},
		{"deep_body.json", "identity", ""},
	} {
		t.Run(c.file+" "+c.encoding, func(t *testing.T) {
			body := fixture(t, "http/"+c.file)
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if c.encoding != "" {
					w.Header().Set("Content-Encoding", c.encoding)
				}
				w.Write(body)
			})
			o := probe(t, newProber(t), a.URL, "/")
			wantError(t, o, eval.NoError, "")
			want := []byte(c.want)
			switch {
			case c.file == "deflate_body.bin":
				want = inflate(t, body[2:len(body)-4])
			case c.want == "":
				want = body
			}
			if !bytes.Equal(o.Observation.Body, want) || !bytes.Equal(o.Evidence.Exchanges[0].ResponseBody, want) {
				t.Errorf("%q, want %q", o.Observation.Body, want)
			}
		})
	}
	for _, body := range []string{"false", "0", "", "null", "a\x00b", "\xed\xa0\x80"} { // whatever it is, it is the answer
		a := serve(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) })
		if o := probe(t, newProber(t), a.URL, "/"); o.Observation.Error != eval.NoError || o.Observation.Body == nil || string(o.Observation.Body) != body {
			t.Errorf("%q: %+v", body, o)
		}
	}
}

func inflate(t *testing.T, raw []byte) []byte {
	t.Helper()
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBrokenBodies(t *testing.T) {
	rawDeflate := fixture(t, "http/deflate_body.bin")[2:]
	rawDeflate = rawDeflate[:len(rawDeflate)-4]
	var emptyBlocks bytes.Buffer // gzip that goes on for ever and says nothing
	z := gzip.NewWriter(&emptyBlocks)
	for emptyBlocks.Len() < 3<<20 {
		z.Flush()
	}
	z.Close()
	for _, c := range []struct {
		name, encoding string
		body           []byte
		error          eval.ErrorCode
		detail         string
	}{
		{"deflate without its wrapping", "deflate", rawDeflate, eval.NoError, ""},
		{"truncated gzip", "gzip", fixture(t, "http/gzip_truncated.bin"), eval.ErrTruncated, "ends before"},
		{"one byte of gzip", "gzip", []byte{0x1f}, eval.ErrTruncated, "ends before"},
		{"bomb", "gzip", fixture(t, "http/gzip_bomb_10mb.bin"), eval.ErrBodyTooLarge, "limit"},
		{"empty blocks", "gzip", emptyBlocks.Bytes(), eval.ErrBodyTooLarge, "limit"},
		{"no gzip", "gzip", []byte("plain text"), eval.ErrProtocol, "content encoding"},
		{"no deflate", "deflate", []byte("\xff\xff\xff\xff"), eval.ErrProtocol, "content encoding"},
		{"unknown encoding", "br", []byte("\x0b\x02\x80ok\x03"), eval.ErrProtocol, "br"},
		{"nested", "gzip, gzip, gzip, gzip", []byte("x"), eval.ErrProtocol, "too many"},
		{"nothing, said to be gzip", "gzip", nil, eval.NoError, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", c.encoding)
				w.Write(c.body)
			})
			o := probe(t, newProber(t), a.URL, "/")
			wantError(t, o, c.error, c.detail)
			if n := len(o.Evidence.Exchanges[0].ResponseBody); n > 1<<20 {
				t.Errorf("%d bytes kept", n)
			}
		})
	}
}

func TestBodyLimit(t *testing.T) {
	const limit = 1000
	p := newProber(t, func(c *Config) { c.BodyLimit = limit })
	for size, code := range map[int]eval.ErrorCode{limit - 1: eval.NoError, limit: eval.NoError, limit + 1: eval.ErrBodyTooLarge, 100 * limit: eval.ErrBodyTooLarge} {
		for _, chunked := range []bool{false, true} {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if chunked {
					w.(http.Flusher).Flush()
				}
				w.Write(bytes.Repeat([]byte("x"), size))
			})
			o := probe(t, p, a.URL, "/")
			if o.Observation.Error != code || len(o.Evidence.Exchanges[0].ResponseBody) != min(size, limit) || o.Observation.Status != 200 {
				t.Errorf("%d bytes: %+v", size, o)
			}
		}
	}
}
