// Command assay-verify recomputes an export offline and names every check. It reads a file, asks nobody, and exits with 0 when everything
// holds, 1 when something does not, 2 when it was called wrongly, 3 when the export cannot be read. Folder wasm has the same for a browser.
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

  assay-verify results --results FILE [--key NAME+ID+KEY]... [--json]
      whether a run's results are the ones that were sealed, whether its tasks' rules give the same scores for the stored evidence, and
      whether agents' scores and what the run adds to the board follow from them

` + logUsage + `
FILE may be - for standard input. --key pins a public key of the registry's log; without one the answer says that nobody vouches for the
log. Exit code: 0 holds, 1 does not, 2 usage, 3 unreadable.
`

const (
	exitHolds = iota
	exitFails
	exitUsage
	exitUnreadable
)

// streams are what a command reads and writes.
type streams struct {
	in              io.Reader
	out, complaints io.Writer
}

// commands are what can be asked, by name.
var commands = map[string]func(streams, []string) int{
	"score": export{"score", "receipts", "a score", verify.CheckScore}.run,
	"results": export{"results", "results", "the results of a run", func(text []byte, keys ...string) (verify.Report, error) {
		e, err := verify.ReadResults(text)
		if err != nil {
			return verify.Report{}, err
		}
		return verify.Results(e, keys...), nil
	}}.run,
	"log": log,
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, complaints io.Writer) int {
	if len(args) == 1 && (args[0] == "help" || args[0] == "--help" || args[0] == "-h") {
		_, _ = fmt.Fprint(out, usage)
		return exitHolds
	}
	if len(args) == 0 || commands[args[0]] == nil {
		_, _ = fmt.Fprint(complaints, usage)
		return exitUsage
	}
	return commands[args[0]](streams{in, out, complaints}, args[1:])
}

// export is a command that checks one kind of export.
type export struct {
	name, flag, of string
	check          func(text []byte, keys ...string) (verify.Report, error)
}

func (e export) run(s streams, args []string) int {
	flags := flag.NewFlagSet(e.name, flag.ContinueOnError)
	flags.SetOutput(s.complaints)
	flags.Usage = func() { _, _ = fmt.Fprint(s.complaints, usage) }
	file := flags.String(e.flag, "", "the export")
	asJSON := flags.Bool("json", false, "")
	var keys []string
	flags.Func("key", "", func(key string) error {
		_, err := verify.LogKey(key)
		keys = append(keys, key)
		return err
	})
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return exitHolds
	} else if err != nil {
		return exitUsage
	}
	if *file == "" || flags.NArg() > 0 {
		_, _ = fmt.Fprintf(s.complaints, "assay-verify: --%s must name the export, and nothing else may follow\n\n%s", e.flag, usage)
		return exitUsage
	}
	text, err := read(*file, s.in)
	if err != nil {
		_, _ = fmt.Fprintln(s.complaints, "assay-verify:", err)
		return exitUnreadable
	}
	report, err := e.check(text, keys...)
	if err != nil {
		_, _ = fmt.Fprintf(s.complaints, "assay-verify: %s is no export of %s that can be read: %v\n", *file, e.of, err)
		return exitUnreadable
	}
	return tell(s, report, *asJSON, human)
}

// tell writes a report, for people or as JSON, and gives the exit code.
func tell(s streams, report verify.Report, asJSON bool, human func(io.Writer, verify.Report) error) int {
	write := human
	if asJSON {
		write = asObject
	}
	if err := write(s.out, report); err != nil {
		_, _ = fmt.Fprintln(s.complaints, "assay-verify:", err)
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
	writeChecks(&b, r)
	if r.Cleared > 0 {
		fmt.Fprintf(&b, "%d outcomes have a text that was cleared: of it only the hash could be checked.\n", r.Cleared)
	}
	if r.Removed > 0 {
		fmt.Fprintf(&b, "%d results have lost their evidence to its retention time: of it only the hash is known.\n", r.Removed)
	}
	switch {
	case r.Anchored:
		b.WriteString("The log of the pinned key has the receipt.\n")
	default:
		b.WriteString("Not anchored: no key was pinned (--key) whose log has the receipt.\n")
	}
	writeVerdict(&b, r)
	_, err := io.WriteString(out, b.String())
	return err
}

func writeChecks(b *strings.Builder, r verify.Report) {
	for _, c := range r.Checks {
		word := "holds"
		if !c.OK {
			word = "FAILS"
		}
		fmt.Fprintf(b, "%-11s %s  %s", c.Name, word, c.Detail)
		if c.Code != "" {
			fmt.Fprintf(b, " (%s)", c.Code)
		}
		b.WriteString("\n")
	}
}

func writeVerdict(b *strings.Builder, r verify.Report) {
	if r.OK {
		b.WriteString("It holds.\n")
	} else {
		b.WriteString("IT DOES NOT HOLD.\n")
	}
}
