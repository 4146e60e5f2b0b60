package verify

import (
	"bufio"
	"io"
)

// Write writes the export as canonical JSON, outcome by outcome: there may be very many.
func (e ScoreExport) Write(out io.Writer) error {
	w := &canonicalWriter{out: bufio.NewWriter(out)}
	w.value(`{"agents":`, e.Agents)
	w.value(`,"document":`, e.Document)
	w.value(`,"endorsers":`, e.Endorsers)
	w.value(`,"format":`, e.Format)
	w.value(`,"log":`, e.Log)
	w.text(`,"outcomes":[`)
	for i, o := range e.Outcomes {
		if i > 0 {
			w.text(",")
		}
		w.value("", o)
	}
	w.value(`],"pool":`, e.Pool)
	w.value(`,"score":`, e.Score)
	return w.end("}")
}
