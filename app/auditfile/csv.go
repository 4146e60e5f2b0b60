package auditfile

import (
	"bufio"
	"regexp"
	"strconv"
	"strings"
)

// formula is what spreadsheets take for one: behind white space, control and zero-width characters, which they trim, an operator. A tab
// or a carriage return among these counts too, for some readers take what follows for a cell of its own.
var formula = regexp.MustCompile(`^[\s\p{Z}\p{Cc}\p{Cf}]*([=+\-@＝＋－＠]|[\t\r])`)

var number = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// defuse keeps a cell from being a formula, by an apostrophe in front. Plain finite numbers stay as they are.
func defuse(cell string) string {
	if !formula.MatchString(cell) {
		return cell
	}
	if number.MatchString(cell) {
		if _, err := strconv.ParseFloat(cell, 64); err == nil { // an error: out of range
			return cell
		}
	}
	return "'" + cell
}

func writeRow(out *bufio.Writer, cells []string) { // errors stay in the writer until it is flushed
	for i, cell := range cells {
		if i > 0 {
			_ = out.WriteByte(',')
		}
		cell = defuse(cell)
		if strings.ContainsAny(cell, "\",\r\n\t") || strings.TrimSpace(cell) != cell {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		_, _ = out.WriteString(cell)
	}
	_, _ = out.WriteString("\r\n")
}
