package probe

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"strings"

	"assay/eval"
)

// read reads the body and undoes its content encoding. The limit is on the decoded size, so that a bomb stops there; what was sent may
// be a little larger, for data that does not compress. After a failure the body holds what arrived before it.
func (r *response) read(ctx context.Context, body io.Reader, limit int64, stream func([]byte) bool) *failure {
	if r.mediaType() != "text/event-stream" {
		stream = nil
	}
	sent := &capped{r: body, left: limit + limit/64 + 1024}
	in, err := decoder(sent, r.header.Values("Content-Encoding"))
	if err == nil {
		err = r.fill(in, limit, stream)
	}
	if err == nil {
		return nil
	}
	return bodyFailure(ctx, err, sent.err)
}

var errBodyTooLarge = errors.New("the body is larger than the limit")

// fill appends what in gives to the body, at most limit bytes.
func (r *response) fill(in io.Reader, limit int64, stream func([]byte) bool) error {
	buf := make([]byte, 0, 512)
	defer func() { r.body = buf }()
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		room := buf[len(buf):cap(buf)]
		if left := limit - int64(len(buf)); int64(len(room)) > left+1 {
			room = room[:left+1] // one more than allowed, to see that there is more
		}
		n, err := in.Read(room)
		chunk := room[:n]
		if int64(len(buf)+n) > limit {
			buf = buf[:limit]
			return errBodyTooLarge
		}
		buf = buf[:len(buf)+n]
		if stream != nil && n > 0 && stream(chunk) {
			r.done = true
			return nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// errEncoding: the body is not what its Content-Encoding says, or that is one we did not ask for.
var errEncoding = errors.New("the body cannot be decoded")

// decoder undoes content encodings: gzip, deflate (with the zlib wrapping of the standard or, as some do, without) and identity.
// An empty body, as with 204 or 304, needs no decoding whatever the header says.
func decoder(body io.Reader, encodings []string) (io.Reader, error) {
	names := strings.FieldsFunc(strings.ToLower(strings.Join(encodings, ",")), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(names) == 0 {
		return body, nil
	}
	if len(names) > 3 {
		return nil, errors.Join(errEncoding, errors.New("too many encodings"))
	}
	in := bufio.NewReader(body)
	for i := len(names) - 1; i >= 0; i-- { // the last was applied last
		if names[i] == "identity" {
			continue
		}
		start, err := in.Peek(2)
		if len(start) == 0 && errors.Is(err, io.EOF) {
			return in, nil
		}
		if len(start) == 0 {
			return nil, err
		}
		var plain io.Reader
		switch names[i] {
		case "gzip", "x-gzip":
			plain, err = gzip.NewReader(in)
		case "deflate":
			if len(start) == 2 && start[0]&0x0f == 8 && (int(start[0])<<8|int(start[1]))%31 == 0 {
				plain, err = zlib.NewReader(in)
			} else {
				plain, err = flate.NewReader(in), nil
			}
		default:
			return nil, errors.Join(errEncoding, errors.New("unknown content encoding "+names[i]))
		}
		if err != nil {
			return nil, err
		}
		in = bufio.NewReader(plain)
	}
	return in, nil
}

// capped passes on at most left bytes and remembers how reading failed, so that a cut body can be told from one badly encoded.
type capped struct {
	r    io.Reader
	left int64
	err  error
}

func (c *capped) Read(b []byte) (int, error) {
	if c.left <= 0 {
		c.err = errBodyTooLarge
		return 0, c.err
	}
	if int64(len(b)) > c.left {
		b = b[:c.left]
	}
	n, err := c.r.Read(b)
	c.left -= int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// bodyFailure says what a body's error means; sent is how reading the connection failed, nil if it did not.
func bodyFailure(ctx context.Context, err, sent error) *failure {
	if f := endFailure(ctx, sent); f != nil {
		return f
	}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, errBodyTooLarge), errors.Is(sent, errBodyTooLarge):
		return failf(eval.ErrBodyTooLarge, "%v", errBodyTooLarge)
	case isReset(sent):
		return failf(eval.ErrConnectionReset, "the connection was reset within the body")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(sent, io.ErrUnexpectedEOF):
		return failf(eval.ErrTruncated, "the body ends before its end")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrHeader), errors.Is(err, zlib.ErrChecksum),
		errors.Is(err, zlib.ErrDictionary), errors.As(err, &corrupt), errors.Is(err, errEncoding):
		return failf(eval.ErrProtocol, "the body is not what its content encoding says: %v", err)
	}
	return failf(eval.ErrProtocol, "reading the body: %s", outward(err))
}
