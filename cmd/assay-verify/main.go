// Command assay-verify recomputes an export offline and names every check. It reads a file, asks nobody, and exits with 0 when everything
// holds, 1 when something does not, 2 when it was called wrongly, 3 when the export cannot be read.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"assay/eval/verify"
)

const usage = `assay-verify checks what a registry exported, with nothing but the file.

  assay-verify score --receipts FILE [--key NAME+ID+KEY]... [--json]
      whether a score follows from its outcomes, and whether their receipts say so

FILE may be - for standard input. --key pins a public key of the registry's log; without one the answer says that nobody vouches for the
log. Exit code: 0 holds, 1 does not, 2 usage, 3 unreadable.
`

const (
	exitHolds = iota
	exitFails
	exitUsage
	exitUnreadable
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, complaints io.Writer) int {
	if len(args) == 1 && (args[0] == "help" || args[0] == "--help" || args[0] == "-h") {
		_, _ = fmt.Fprint(out, usage)
		return exitHolds
	}
	if len(args) == 0 || args[0] != "score" {
		_, _ = fmt.Fprint(complaints, usage)
		return exitUsage
	}
	flags := flag.NewFlagSet("score", flag.ContinueOnError)
	flags.SetOutput(complaints)
	flags.Usage = func() { _, _ = fmt.Fprint(complaints, usage) }
	file := flags.String("receipts", "", "the export")
	asJSON := flags.Bool("json", false, "")
	var keys []string
	flags.Func("key", "", func(key string) error { keys = append(keys, key); return nil })
	if err := flags.Parse(args[1:]); errors.Is(err, flag.ErrHelp) {
		return exitHolds
	} else if err != nil {
		return exitUsage
	}
	if *file == "" || flags.NArg() > 0 {
		_, _ = fmt.Fprint(complaints, "assay-verify: --receipts must name the export, and nothing else may follow\n\n", usage)
		return exitUsage
	}
	text, err := read(*file, in)
	if err != nil {
		_, _ = fmt.Fprintln(complaints, "assay-verify:", err)
		return exitUnreadable
	}
	export, err := verify.ReadScore(text)
	if err != nil {
		_, _ = fmt.Fprintf(complaints, "assay-verify: %s is no export of a score that can be read: %v\n", *file, err)
		return exitUnreadable
	}
	report := verify.Score(export, keys...)
	write := human
	if *asJSON {
		write = asObject
	}
	if err := write(out, report); err != nil {
		_, _ = fmt.Fprintln(complaints, "assay-verify:", err)
		return exitUnreadable
	}
	if !report.OK {
		return exitFails
	}
	return exitHolds
}

func read(file string, in io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(file)
}

func asObject(out io.Writer, r verify.Report) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

func human(out io.Writer, r verify.Report) error {
	var b strings.Builder
	for _, c := range r.Checks {
		word := "holds"
		if !c.OK {
			word = "FAILS"
		}
		fmt.Fprintf(&b, "%-10s %s  %s", c.Name, word, c.Detail)
		if c.Code != "" {
			fmt.Fprintf(&b, " (%s)", c.Code)
		}
		b.WriteString("\n")
	}
	if r.Cleared > 0 {
		fmt.Fprintf(&b, "%d outcomes have a text that was cleared: of it only the hash could be checked.\n", r.Cleared)
	}
	switch {
	case r.Anchored:
		b.WriteString("The log of the pinned key has the receipt.\n")
	default:
		b.WriteString("Not anchored: no key was pinned (--key) whose log has the receipt.\n")
	}
	if r.OK {
		b.WriteString("It holds.\n")
	} else {
		b.WriteString("IT DOES NOT HOLD.\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}
