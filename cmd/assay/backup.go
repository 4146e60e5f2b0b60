package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"assay/ent/store"
)

func newBackup(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write a copy of a SQLite database to a file, beside a running server",
		Long: `Writes what the database holds at this instant to FILE, which must not exist, for its owner's eyes only. A server may go on
writing meanwhile. What was written is checked before it gets its name, the audit log as by assay audit verify. FILE holds
everything there is: the record, the people, the audit log, and agents' credentials as they are kept, sealed; the key that
opens these is not in it.

PostgreSQL has tools of its own: pg_dump --format=custom.`,
		Example: "  assay backup /backups/assay-$(date +%F).db",
		Args:    oneArg("FILE"),
	}
	var url string
	resolve := declare(cmd, p.env, []setting{databaseSetting(&url)})
	broken := brokenAudit(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := resolve(); err != nil {
			return err
		}
		b, err := store.Backup(cmd.Context(), url, args[0], store.BrokenAudit(*broken))
		if _, missing := errors.AsType[*store.MissingError](err); missing {
			return ofDatabase(err)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.stdout, "%s: %d bytes, schema version %d, %s\n", args[0], b.Bytes, b.SchemaVersion, auditWords(b))
		return err
	}
	return cmd
}

func newRestore(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of a SQLite database",
		Long: `Checks that FILE is whole, made by this Assay or an older one, and has an audit log that holds; then puts it in the
place of the database, all at once. It fails while a server runs. A database that is there is replaced only with --force,
and kept beside it under another name. All sessions and links for new passwords end; people, roles, keys and invitations
are those of FILE, also what was revoked or removed since: do that again. The next assay serve brings what was restored up to date and goes on with what was
under way.`,
		Example: "  assay restore /backups/assay-2026-11-30.db --force",
		Args:    oneArg("FILE"),
	}
	var url string
	resolve := declare(cmd, p.env, []setting{databaseSetting(&url)})
	broken := brokenAudit(cmd)
	force := cmd.Flags().Bool("force", false, "replace the database that is there; it is kept aside")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := resolve(); err != nil {
			return err
		}
		return restore(cmd.Context(), p, url, args[0], *force, store.BrokenAudit(*broken))
	}
	return cmd
}

func restore(ctx context.Context, p process, url, file string, force bool, broken store.BrokenAudit) error {
	b, err := store.Restore(ctx, url, file, force, broken, time.Now())
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(p.stdout, "restored %d bytes, schema version %d, %s\n", b.Bytes, b.SchemaVersion, auditWords(b)); err != nil {
		return err
	}
	if b.Aside != "" {
		if _, err := fmt.Fprintf(p.stdout, "what was there is %s\n", b.Aside); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.stderr, "warning: people, their roles, API keys, invitations and passwords are as of the backup: revoke again what was revoked since, "+
		"and remove again who was removed (%d sessions and links for new passwords have ended)\n", b.Ended)
	return err
}

// brokenAudit gives a command the flag to go on where an audit log does not hold.
func brokenAudit(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("broken-audit", false, "go on although the audit log does not hold (see assay audit verify)")
}

// auditWords says where the audit log ends, which whoever keeps backups may want to note.
func auditWords(b store.BackedUp) string {
	if b.AuditFlaw != nil {
		return fmt.Sprintf("an audit log that does not hold (%s)", b.AuditFlaw)
	}
	if b.Audit.Seq == 0 {
		return "an empty audit log"
	}
	return fmt.Sprintf("an audit log of %d entries that ends with %s", b.Audit.Seq, b.Audit.Hash)
}
