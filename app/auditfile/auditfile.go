// Package auditfile writes the audit log as files.
//
//	jsonl   one entry a line, in the chain's order, as canonical JSON (RFC 8785): the fields of eval.AuditFields and "hash". An entry's
//	        hash is the SHA-256 (hex) of its line without that member.
//	csv     RFC 4180 with a head line and CRLF, in UTF-8. What a spreadsheet could take for a formula has an apostrophe in front.
package auditfile

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/gowebpki/jcs"

	"assay/eval"
	"assay/eval/fault"
)

// Format is how a file is written.
type Format string

// The formats.
const (
	CSV   Format = "csv"
	JSONL Format = "jsonl"
)

// ParseFormat reads a format's name; field is what to name where it is none.
func ParseFormat(field, name string) (Format, error) {
	switch f := Format(name); f {
	case CSV, JSONL:
		return f, nil
	}
	return "", fault.Bad(field, "must be csv or jsonl, not %q", name)
}

// MediaType is what the file is served as.
func (f Format) MediaType() string {
	if f == CSV {
		return "text/csv; charset=utf-8; header=present"
	}
	return "application/jsonl"
}

// columns are the fields of an entry, in the order of a CSV file.
var columns = []string{"seq", "at", "actor", "actor_name", "key_id", "workspace_id", "address", "action", "target", "input_digest", "outcome",
	"code", "request_id", "previous", "hash"}

// Write writes entries as they come. An error of theirs ends it, as does one of w.
func Write(w io.Writer, f Format, entries iter.Seq2[eval.AuditEntry, error]) error {
	out := bufio.NewWriter(w)
	if f == CSV {
		writeRow(out, columns)
	}
	for e, err := range entries {
		if err == nil {
			err = f.write(out, e)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

func (f Format) write(out *bufio.Writer, e eval.AuditEntry) error {
	fields := eval.AuditFields(e)
	fields["hash"] = e.Hash
	if f == CSV {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = fields[c]
		}
		writeRow(out, row)
		return nil
	}
	line, err := json.Marshal(fields)
	if err == nil {
		line, err = jcs.Transform(line)
	}
	if err != nil {
		return fmt.Errorf("write entry %d: %w", e.Seq, err)
	}
	_, err = out.Write(append(line, '\n'))
	return err
}
