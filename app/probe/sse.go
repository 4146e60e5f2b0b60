package probe

import (
	"bytes"

	"assay/eval"
)

// eventReader reads a reply from server-sent events while they arrive. Lines end in LF, CR or CRLF; bytes are put together before they
// are read as text, so a chunk may end anywhere, within a character too. An event that no blank line ends is dropped, as the
// standard has it.
type eventReader struct {
	rpc   bool
	reply *reply

	begun  bool   // the first bytes, which may be a byte order mark, are behind
	line   []byte // not yet ended
	cr     bool   // the last byte was a CR: an LF belongs to it
	data   []byte // of the event so far
	filled bool   // the event has data, be it empty
	failed *failure
	done   bool
}

// feed takes the next bytes and reports whether the reply is complete.
func (e *eventReader) feed(chunk []byte) bool {
	for _, c := range chunk {
		switch {
		case e.done:
			return true
		case c == '\n' && e.cr:
			e.cr = false
		case c == '\n' || c == '\r':
			e.cr = c == '\r'
			e.endLine()
		default:
			e.cr = false
			e.line = append(e.line, c)
		}
	}
	return e.done
}

func (e *eventReader) endLine() {
	line := e.line
	e.line = e.line[:0]
	if !e.begun {
		e.begun = true
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	}
	if len(line) == 0 {
		e.dispatch()
		return
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	if string(name) != "data" { // comments have an empty name; event, id and retry say nothing of the reply
		return
	}
	if e.filled {
		e.data = append(e.data, '\n')
	}
	e.data = append(e.data, bytes.TrimPrefix(value, []byte(" "))...)
	e.filled = true
}

func (e *eventReader) dispatch() {
	data := e.data
	if !e.filled {
		return
	}
	e.data, e.filled = nil, false
	if e.rpc {
		var failed *failure
		if data, failed = openRPC(data); failed != nil {
			e.failed, e.done = failed, true
			return
		}
	} else if said := restError(data); said != "" {
		e.failed, e.done = failf(eval.ErrA2A, "%s", said), true
		return
	}
	if err := e.reply.apply(data); err != nil {
		e.failed, e.done = failf(eval.ErrProtocol, "%v", err), true
		return
	}
	e.done = e.reply.message != nil || e.reply.state != "" && !e.reply.pending()
}

// end says what is amiss with the stream as read: it failed, or it ended before the reply did.
func (e *eventReader) end() *failure {
	if e.failed == nil && !e.done {
		return failf(eval.ErrTruncated, "the event stream ends before the reply does")
	}
	return e.failed
}
