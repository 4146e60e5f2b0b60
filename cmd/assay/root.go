package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/app/suitefile"
)

// execute runs one command line and gives its exit code.
func execute(ctx context.Context, args []string, p process) int {
	root := newRoot(p)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	code, message := exitCode(err)
	if message != "" {
		if !placed(err) {
			message = "assay: " + message
		}
		fmt.Fprintln(p.stderr, message)
	}
	return code
}

// placed reports whether an error begins with FILE:LINE:COLUMN, which editors look for at the start of a line.
func placed(err error) bool {
	_, one := errors.AsType[*suitefile.Error](err)
	_, all := errors.AsType[suitefile.Errors](err)
	return one || all
}

func newRoot(p process) *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "Measure what live agents can do, and keep the record in public",
		Long: `Assay runs published test suites against live agents, scores every answer by rules anyone can apply again,
and serves the results: a leaderboard, each agent's history, and the bytes behind every verdict.

  assay demo                              look at it: three small agents, two suites, a console
  assay serve                             run a registry
  assay suite apply suites.yaml           put suites as code into a running registry
  assay run http-basics --watch           run a suite now and watch it; the exit code is the result`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%w; see %s --help", err, cmd.CommandPath())
	})
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newServe(p), newDemo(p), newMigrate(p), newAdmin(p), newAudit(p), newSuite(p), newRun(p), newBackup(p), newRestore(p), newCopy(p), newHealth(p), newVersion(p))
	return root
}

// noArgs refuses arguments, with a hint at what was perhaps meant.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	cmd.SuggestionsMinimumDistance = 2
	if s := cmd.SuggestionsFor(args[0]); len(s) > 0 {
		hint = fmt.Sprintf("; did you mean %s?", strings.Join(s, " or "))
	}
	if cmd.HasSubCommands() {
		return usage("there is no command %q%s; see %s --help", cmd.CommandPath()+" "+args[0], hint, cmd.CommandPath())
	}
	return usage("%s takes no argument %q; see %s --help", cmd.CommandPath(), args[0], cmd.CommandPath())
}

// oneArg asks for one argument of this name.
func oneArg(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usage("%s takes one %s; see %s --help", cmd.CommandPath(), name, cmd.CommandPath())
		}
		return nil
	}
}
