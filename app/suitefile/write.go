package suitefile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"assay/eval"
)

// Format gives suites as one file that Parse reads back to the same. Fields that have their default are left out, except task_type and
// enabled. The same suites give the same bytes. Text that is not UTF-8 has its bad bytes replaced.
func Format(suites ...eval.Suite) []byte {
	var w writer
	for i, s := range suites {
		if i > 0 {
			w.WriteString("---\n")
		}
		w.suite(s)
	}
	return []byte(w.String())
}

type writer struct{ strings.Builder }

func (w *writer) suite(s eval.Suite) {
	w.text("", "key", s.Key)
	if s.Name != s.Key {
		w.text("", "name", s.Name)
	}
	if s.Description != "" {
		w.text("", "description", s.Description)
	}
	fmt.Fprintf(w, "task_type: %s\n", s.TaskType)
	if s.IntervalMinutes != 0 {
		fmt.Fprintf(w, "interval_minutes: %d\n", s.IntervalMinutes)
	}
	if len(s.TargetDIDs) > 0 {
		w.WriteString("target_dids:\n")
		for _, did := range s.TargetDIDs {
			w.WriteString("  - " + scalar(did, "    ") + "\n")
		}
	}
	if s.RewardAmount != 0 {
		fmt.Fprintf(w, "reward_amount: %d\n", s.RewardAmount)
	}
	if s.ReputationSignal {
		w.WriteString("reputation_signal: true\n")
	}
	fmt.Fprintf(w, "enabled: %t\n", s.Enabled)
	if len(s.Tasks) > 0 {
		w.WriteString("tasks:\n")
	}
	for _, t := range s.Tasks {
		w.task(t)
	}
}

func (w *writer) task(t eval.Task) {
	w.text("  - ", "name", t.Name)
	if t.Input != "" {
		w.text("    ", "input", t.Input)
	}
	w.text("    ", "scorer", t.Scorer)
	if t.Expected != "" {
		w.text("    ", "expected", t.Expected)
	}
	if t.Weight != 1 {
		fmt.Fprintf(w, "    weight: %s\n", strconv.FormatFloat(t.Weight, 'g', -1, 64))
	}
}

func (w *writer) text(lead, name, value string) {
	inner := strings.Repeat(" ", len(lead)+2)
	w.WriteString(lead + name + ": " + scalar(value, inner) + "\n")
}

// plain is text that means itself without quotes to every YAML reader, but for the words below.
var plain = regexp.MustCompile(`^[\p{L}/]([\p{L}\p{N} _./+()@:-]*[\p{L}\p{N}_./+()-])?$`)

// words are read as something else than text by some YAML reader.
var words = map[string]bool{"true": true, "false": true, "null": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

// scalar spells text so that it is read back byte for byte. Lines after the first are indented.
func scalar(s, indent string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	switch {
	case plain.MatchString(s) && !strings.Contains(s, ": ") && !words[strings.ToLower(s)]:
		return s
	case printable(s):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	case block(s):
		head := "|-\n"
		if strings.HasSuffix(s, "\n") {
			head, s = "|\n", s[:len(s)-1]
		}
		lines := strings.Split(s, "\n")
		for i, line := range lines {
			if line != "" {
				lines[i] = indent + line
			}
		}
		return head + strings.Join(lines, "\n")
	}
	return doubleQuoted(s)
}

func printable(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// block reports whether text of several lines can stand as it is under a | mark: printable, no line that begins or ends with a blank,
// neither the first nor the last line empty.
func block(s string) bool {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for _, line := range lines {
		if !printable(line) || strings.TrimSpace(line) != line {
			return false
		}
	}
	return len(lines) > 1 && lines[0] != "" && lines[len(lines)-1] != ""
}

func doubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
