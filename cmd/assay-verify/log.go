package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"assay/eval/verify"
)

const logUsage = `  assay-verify log --key NAME+ID+KEY... [--checkpoint FILE] [--receipt HASH --inclusion FILE] [--older FILE --consistency FILE] [--json]
      whether a checkpoint of the registry's log is signed by a pinned key, whether that log has a receipt, and whether it begins with the
      log of an older checkpoint. Without --checkpoint the one in the proof of inclusion is taken
`

// logFlags are what the command is given.
type logFlags struct {
	checkpoint, receipt, inclusion, older, consistency string
	json                                               bool
	keys                                               []string
}

// log checks what the doors of a log answered.
func log(s streams, args []string) int {
	var f logFlags
	flags := flag.NewFlagSet("log", flag.ContinueOnError)
	flags.SetOutput(s.complaints)
	flags.Usage = func() { _, _ = fmt.Fprint(s.complaints, usage) }
	flags.StringVar(&f.checkpoint, "checkpoint", "", "")
	flags.StringVar(&f.receipt, "receipt", "", "")
	flags.StringVar(&f.inclusion, "inclusion", "", "")
	flags.StringVar(&f.older, "older", "", "")
	flags.StringVar(&f.consistency, "consistency", "", "")
	flags.BoolVar(&f.json, "json", false, "")
	flags.Func("key", "", func(key string) error { f.keys = append(f.keys, key); return nil })
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return exitHolds
	} else if err != nil {
		return exitUsage
	}
	if wrong := f.wrong(flags.NArg()); wrong != "" {
		_, _ = fmt.Fprintf(s.complaints, "assay-verify: %s\n\n%s", wrong, usage)
		return exitUsage
	}
	question, err := f.read(s.in)
	if err != nil {
		_, _ = fmt.Fprintln(s.complaints, "assay-verify:", err)
		return exitUnreadable
	}
	report, err := verify.Log(question, f.keys...)
	if err != nil {
		_, _ = fmt.Fprintf(s.complaints, "assay-verify: --key: %v\n", err)
		return exitUsage
	}
	return tell(s, report, f.json, humanLog)
}

// wrong says what of the flags does not go together.
func (f logFlags) wrong(more int) string {
	switch {
	case more > 0:
		return "nothing else may follow"
	case len(f.keys) == 0:
		return "--key must name the log's key: a checkpoint proves nothing without it"
	case (f.receipt == "") != (f.inclusion == ""):
		return "--receipt and --inclusion go together"
	case (f.older == "") != (f.consistency == ""):
		return "--older and --consistency go together"
	case f.checkpoint == "" && f.inclusion == "":
		return "--checkpoint must name the checkpoint"
	}
	return ""
}

// read reads the files.
func (f logFlags) read(in io.Reader) (q verify.LogQuestion, err error) {
	q.Receipt = f.receipt
	for _, one := range []struct {
		file string
		take func([]byte) error
	}{
		{f.checkpoint, func(text []byte) error { q.Checkpoint = string(text); return nil }},
		{f.older, func(text []byte) error { q.Older = string(text); return nil }},
		{f.inclusion, func(text []byte) (err error) { q.Inclusion, err = verify.ReadInclusion(text); return err }},
		{f.consistency, func(text []byte) (err error) { q.Consistency, err = verify.ReadConsistency(text); return err }},
	} {
		if one.file == "" {
			continue
		}
		text, err := read(one.file, in)
		if err != nil {
			return q, err
		}
		if err := one.take(text); err != nil {
			return q, fmt.Errorf("%s: %w", one.file, err)
		}
	}
	return q, nil
}

func humanLog(out io.Writer, r verify.Report) error {
	var b strings.Builder
	writeChecks(&b, r)
	writeVerdict(&b, r)
	_, err := io.WriteString(out, b.String())
	return err
}
