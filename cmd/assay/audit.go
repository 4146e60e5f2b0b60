package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/app"
	"assay/app/auditfile"
	"assay/app/live"
	"assay/eval"
	"assay/eval/fault"
)

func newAudit(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Check the audit log, or write it to a file, with the database itself",
		Long: `Works on the database of a registry, also while it is served, so it needs no key, and changes nothing.

The audit log holds every mutation that was asked for. Each entry holds the hash of the one before.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAuditVerify(p), newAuditExport(p))
	return cmd
}

func newAuditVerify(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check every entry of the audit log; name the first that is not as it was written",
		Long: `Reads the whole audit log and checks each entry's number, its hash and its link to the one before, and that the log ends where
it says. It prints the number of entries and the hash of the newest, the head.

Whoever can write to the database and knows how can make a whole log anew, which no look at the log alone can tell. So note the
head now and then somewhere else, and give it back with --at: an entry that has another hash by then, or is gone, is named.

Exit codes: 0 it holds, 1 it does not, 2 the command line is wrong, 3 the log could not be read.`,
		Example: "  assay audit verify\n  assay audit verify --at 1042:9f2c…",
		Args:    noArgs,
	}
	var at []string
	open := declareLog(cmd, p)
	cmd.Flags().StringArrayVar(&at, "at", nil, "a head that was noted before, NUMBER:HASH; may be given several times")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		noted, err := parseHeads(at)
		if err != nil {
			return err
		}
		return open(cmd.Context(), func(ctx context.Context, use *app.App) error {
			head, err := use.VerifyAudit(ctx, noted...)
			if _, found := errors.AsType[*eval.AuditFlaw](err); found {
				return &exitError{exitFails, err}
			}
			if err == nil {
				_, err = fmt.Fprintf(p.stdout, "ok: %d entries, head %s\n", head.Seq, headWord(head))
			}
			return err
		})
	}
	return cmd
}

// headWord is the hash of a log's newest entry; of an empty log, none.
func headWord(head eval.AuditHead) string {
	if head.Seq == 0 {
		return "none"
	}
	return head.Hash
}

var headForm = regexp.MustCompile(`^([1-9][0-9]{0,17}):([0-9a-f]{64})$`)

func parseHeads(texts []string) (heads []eval.AuditHead, err error) {
	for _, text := range texts {
		m := headForm.FindStringSubmatch(text)
		if m == nil {
			return nil, usage("--at: %q is no noted head; write NUMBER:HASH, as in 7:%s", text, strings.Repeat("0", 64))
		}
		seq, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return nil, err
		}
		heads = append(heads, eval.AuditHead{Seq: seq, Hash: m[2]})
	}
	return heads, nil
}

func newAuditExport(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the audit log to standard output, in the order of its chain",
		Long: `Writes the audit log as jsonl, one entry a line in canonical JSON (RFC 8785) whose hash is the SHA-256 of the line without it, or
as csv, in which what a spreadsheet could take for a formula has an apostrophe in front.`,
		Example: "  assay audit export > audit.jsonl\n  assay audit export --format csv --workspace team --since 2026-11-01T00:00:00Z > audit.csv",
		Args:    noArgs,
	}
	var format, workspace, since, until string
	open := declareLog(cmd, p)
	cmd.Flags().StringVar(&format, "format", string(auditfile.JSONL), "jsonl or csv")
	cmd.Flags().StringVar(&workspace, "workspace", "", "key of a workspace; all and the registry when left out")
	cmd.Flags().StringVar(&since, "since", "", "only entries from this instant on, such as 2026-11-30T12:00:00Z")
	cmd.Flags().StringVar(&until, "until", "", "only entries before this instant")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		q := app.AuditQuery{Workspace: workspace}
		f, err := auditfile.ParseFormat("format", format)
		if err == nil {
			q.Since, err = parseInstant("since", since)
		}
		if err == nil {
			q.Until, err = parseInstant("until", until)
		}
		if err != nil {
			return refusedFlag(err)
		}
		return open(cmd.Context(), func(ctx context.Context, use *app.App) error {
			entries, err := use.ExportAudit(ctx, q)
			if err != nil {
				return refusedFlag(err)
			}
			return auditfile.Write(p.stdout, f, entries)
		})
	}
	return cmd
}

func parseInstant(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, fault.Bad(flag, "%q is no instant; write one such as 2026-11-30T12:00:00Z", text)
	}
	return at, nil
}

// declareLog gives a command the flag of one that only reads a database that is there. What it gives runs something with the use cases,
// as somebody at this machine.
func declareLog(cmd *cobra.Command, p process) func(context.Context, func(context.Context, *app.App) error) error {
	var url string
	resolve := declare(cmd, p.env, []setting{databaseSetting(&url)})
	return func(ctx context.Context, f func(context.Context, *app.App) error) (err error) {
		if err := resolve(); err != nil {
			return err
		}
		s, err := openExisting(ctx, url)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		use := app.New(app.Config{}, s, nil, &live.Hub{}, time.Now, slog.New(slog.NewTextHandler(p.stderr, nil)))
		return f(app.WithPrincipal(ctx, app.Principal{PlatformAdmin: true, CommandLine: true}), use)
	}
}
