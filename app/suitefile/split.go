package suitefile

import "strings"

// part is one YAML document of a file.
type part struct {
	text string
	line int // lines of the file before it
}

// split cuts a file at its document markers: lines that begin with --- or ... and a blank or nothing. Neither can be content at that
// place. It is done here because the YAML parser loses what follows an empty document. A part without content is left out.
func split(text string) []part {
	var parts []part
	var current strings.Builder
	start, content := 0, false
	end := func(next int) {
		if content {
			parts = append(parts, part{current.String(), start})
		}
		current.Reset()
		start, content = next, false
	}
	for i, line := range strings.SplitAfter(text, "\n") {
		bare := strings.TrimRight(line, "\r\n")
		switch {
		case marker(bare, "---"):
			end(i)
			line = "   " + line[3:] // what stands behind the marker belongs to the document, at its column
			bare = bare[3:]
		case marker(bare, "..."):
			end(i + 1)
			continue
		}
		if s := strings.TrimSpace(bare); s != "" && s[0] != '#' {
			content = true
		}
		current.WriteString(line)
	}
	end(0)
	return parts
}

// marker reports whether the line is the document marker m, with white space or nothing behind it.
func marker(line, m string) bool {
	rest, ok := strings.CutPrefix(line, m)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}
