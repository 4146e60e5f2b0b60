package verify

import (
	"bufio"
	"encoding/base64"
	"io"

	"assay/eval/receipt"
)

// Write writes the export as canonical JSON. Evidence, which may be large, is not taken from the results but asked for piece by piece, by the
// ids of some results; what is not in the answer is null.
func (e ResultsExport) Write(out io.Writer, evidence func(ids []string) (map[string][]byte, error)) error {
	const piece = 100
	w := &canonicalWriter{out: bufio.NewWriter(out)}
	w.value(`{"agents":`, e.Agents)
	w.value(`,"board":`, e.Board)
	w.value(`,"definition":`, e.Definition)
	w.value(`,"format":`, e.Format)
	w.value(`,"log":`, e.Log)
	w.text(`,"results":[`)
	for from := 0; from < len(e.Results); from += piece {
		part := e.Results[from:min(from+piece, len(e.Results))]
		ids := make([]string, len(part))
		for i, r := range part {
			ids[i] = r.Facts.ID
		}
		bodies, err := evidence(ids)
		if err != nil {
			return err
		}
		for i, r := range part {
			if from+i > 0 {
				w.text(",")
			}
			w.text(`{"evidence":`)
			w.bytes(bodies[r.Facts.ID])
			w.value(`,"facts":`, r.Facts)
			w.text("}")
		}
	}
	w.value(`],"run":`, e.Run)
	return w.end("}")
}

// canonicalWriter keeps its first error.
type canonicalWriter struct {
	out *bufio.Writer
	err error
}

func (w *canonicalWriter) text(s string) {
	if w.err == nil {
		_, w.err = w.out.WriteString(s)
	}
}

// end writes the last text.
func (w *canonicalWriter) end(s string) error {
	w.text(s)
	if w.err != nil {
		return w.err
	}
	return w.out.Flush()
}

func (w *canonicalWriter) value(before string, v any) {
	text, err := receipt.Canonical(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.text(before)
	w.text(string(text))
}

func (w *canonicalWriter) bytes(b []byte) {
	if b == nil {
		w.text("null")
		return
	}
	w.text(`"`)
	w.text(base64.StdEncoding.EncodeToString(b))
	w.text(`"`)
}
