package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/assay/internal/client"
	"assay/eval"
)

func newRun(p process) *cobra.Command {
	var watch, asJSON bool
	cmd := &cobra.Command{
		Use:   "run KEY",
		Short: "Run a suite now, and watch it",
		Long: `Runs a suite against its targets now. A draft runs as a trial, outside the public record.

Without --watch it prints the run's id and returns. With --watch it shows each result as it is recorded, takes a broken
connection up again, and ends with the exit code of the run:

  0  every task passed
  1  at least one task failed
  2  the command line or a setting is wrong
  3  no verdict: the run failed or was cancelled, the examiner was at fault, a named target was left out, or the registry could
     not be reached`,
		Example: "  assay run http-basics --watch\n  assay run http-basics --watch --json | jq .result.error",
		Args:    oneArg("KEY of a suite"),
	}
	connect := declareRemote(cmd, p)
	cmd.Flags().BoolVarP(&watch, "watch", "w", false, "show results as they come, and exit with the run's result")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: the run, or with --watch one line an event as the API sends it")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := connect()
		if err != nil {
			return err
		}
		run, err := c.RunSuite(cmd.Context(), args[0], newIdempotencyKey())
		if err != nil {
			return err
		}
		switch {
		case !watch && asJSON:
			return printJSON(p.stdout, map[string]any{"run_id": run.ID, "trial": run.Trial})
		case !watch:
			_, err := fmt.Fprintln(p.stdout, run.ID)
			return err
		}
		var show viewer = newLines(p.stdout, p.terminal)
		if asJSON {
			show = jsonLines{p.stdout}
		}
		c.Lost = func(err error) { _, _ = fmt.Fprintf(p.stderr, "assay: %v; trying again\n", err) }
		show.begin(run)
		run, err = c.Watch(cmd.Context(), run.ID, func(e client.Event) error { return show.event(e) })
		show.end(run, err)
		if err != nil {
			if cmd.Context().Err() != nil {
				return &exitError{exitNoVerdict, fmt.Errorf("stopped watching; the run goes on")}
			}
			return err
		}
		return verdict(run)
	}
	return cmd
}

// verdict turns a run that has ended into an exit code.
func verdict(run client.Run) error {
	p := run.Progress
	switch {
	case run.Status == eval.RunFailed:
		return fmt.Errorf("no verdict: the run failed, not one task could be measured")
	case run.Status == eval.RunCancelled:
		return fmt.Errorf("no verdict: the run was cancelled")
	case p.Failed > 0:
		return &exitError{code: exitFails}
	case len(run.Skipped) > 0:
		var left []string
		for _, k := range run.Skipped {
			left = append(left, k.DID+" ("+k.Reason+")")
		}
		return fmt.Errorf("no verdict: named targets were left out: %s", strings.Join(left, ", "))
	case p.Total == 0:
		return fmt.Errorf("no verdict: there was no agent or no task to run")
	case p.Passed < p.Total:
		return fmt.Errorf("no verdict: %d of %d tasks could not be measured", p.Total-p.Passed, p.Total)
	}
	return nil
}
