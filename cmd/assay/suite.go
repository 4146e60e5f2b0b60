package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"assay/app/suitefile"
	"assay/cmd/assay/internal/client"
	"assay/eval"
)

func newSuite(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "suite",
		Short: "Suites as code: put them into a registry, write them out of it",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSuiteApply(p), newSuiteExport(p))
	return cmd
}

func newSuiteApply(p process) *cobra.Command {
	var dryRun, asJSON bool
	cmd := &cobra.Command{
		Use:   "apply FILE.yaml",
		Short: "Make a registry's suites what a file says",
		Long: `Makes suites what a YAML file says, every field and every task: a field left out takes its default. A file may hold
several suites, with --- between them. Applying the same file again changes nothing. When anything in the file is
refused, nothing of it is applied. FILE - reads standard input.

  key: http-basics
  task_type: http_probe           # or a2a_message
  interval_minutes: 5             # default: only by hand
  enabled: true                   # published; default: false
  tasks:
    - name: up
      input: /health
      scorer: status_ok           # or exact, contains, regex, latency_under_ms
      weight: 2                   # default: 1

Text keeps its spelling: expected: no is the word no. Exit code 0 applied or unchanged, 1 refused, 2 usage, 3 no registry or no
file to read.`,
		Example: "  assay suite apply suites.yaml --dry-run\n  assay suite apply suites.yaml",
		Args:    oneArg("FILE.yaml"),
	}
	connect := declareRemote(cmd, p)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "print what would change, store nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON a suite")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := connect()
		if err != nil {
			return err
		}
		docs, err := readSuites(args[0], p.stdin)
		if err != nil {
			return err
		}
		return applySuites(cmd.Context(), c, docs, dryRun, func(key string, ch client.SuiteChange) error {
			if asJSON {
				return printJSON(p.stdout, map[string]any{"suite": key, "created": ch.Created, "changes": ch.Changes, "warnings": ch.Warnings, "dry_run": dryRun})
			}
			for _, w := range ch.Warnings {
				_, _ = fmt.Fprintf(p.stderr, "assay: %s: %s\n", key, w)
			}
			return printChange(p.stdout, key, ch, dryRun)
		})
	}
	return cmd
}

// readSuites reads a suite file and checks what can be checked without a registry. What is wrong with its content is a refusal; a file
// that cannot be read allows no verdict.
func readSuites(name string, stdin io.Reader) ([]suitefile.Document, error) {
	var data []byte
	var err error
	if name == "-" {
		name = "stdin"
		data, err = io.ReadAll(io.LimitReader(stdin, suitefile.MaxBytes+1))
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	docs, err := suitefile.Parse(name, data)
	for _, d := range docs {
		err = errors.Join(err, d.Check())
	}
	if err != nil {
		return nil, &exitError{exitFails, err}
	}
	return docs, nil
}

// applySuites puts all suites or, when the registry refuses one of them, none.
func applySuites(ctx context.Context, c *client.Client, docs []suitefile.Document, dryRun bool, say func(string, client.SuiteChange) error) error {
	passes := []bool{true, false} // a dry run of all of them first
	if dryRun {
		passes = passes[:1]
	}
	for _, dry := range passes {
		for _, d := range docs {
			change, err := c.PutSuite(ctx, d.Suite, dry)
			if err != nil {
				return refusedAt(d, err)
			}
			if dry != dryRun {
				continue
			}
			if err := say(d.Suite.Key, change); err != nil {
				return err
			}
		}
	}
	return nil
}

// refusedAt puts the registry's reasons at their places in the file.
func refusedAt(d suitefile.Document, err error) error {
	refusal, ok := errors.AsType[client.Refusal](err)
	if !ok {
		return err
	}
	var lines []error
	for _, e := range refusal {
		lines = append(lines, d.Refused(e.Field, e.Message))
	}
	return &exitError{exitFails, errors.Join(lines...)}
}

func printChange(w io.Writer, key string, ch client.SuiteChange, dryRun bool) error {
	would := ""
	if dryRun {
		would = "would be "
	}
	var err error
	switch {
	case ch.Created:
		_, err = fmt.Fprintf(w, "%s: %screated\n", key, would)
	case len(ch.Changes) == 0:
		_, err = fmt.Fprintf(w, "%s: unchanged\n", key)
	default:
		_, err = fmt.Fprintf(w, "%s: %schanged (version %d)\n", key, would, ch.Version)
	}
	for _, c := range ch.Changes {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(c, "\n", "\n  "))
		}
	}
	return err
}

func newSuiteExport(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export KEY…",
		Short: "Write suites as YAML that apply takes back unchanged",
		Long: `Writes suites of a registry to standard output, as YAML. Applying the file changes nothing, and exporting again gives
the same bytes. Drafts need a key with the scope READ.`,
		Example: "  assay suite export http-basics > http-basics.yaml",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("%s takes the KEY of a suite; see %s --help", cmd.CommandPath(), cmd.CommandPath())
			}
			return nil
		},
	}
	connect := declareRemote(cmd, p)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := connect()
		if err != nil {
			return err
		}
		var suites []eval.Suite
		for _, key := range args {
			s, err := c.Suite(cmd.Context(), key)
			if err != nil {
				return err
			}
			if s == nil {
				return &exitError{exitFails, fmt.Errorf("there is no suite %q that this key may see", key)}
			}
			suites = append(suites, *s)
		}
		_, err = p.stdout.Write(suitefile.Format(suites...))
		return err
	}
	return cmd
}
