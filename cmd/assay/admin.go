package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/app"
	"assay/app/live"
	"assay/eval"
	"assay/eval/fault"
)

func newAdmin(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Create the first owner, or let somebody in again, with the database itself",
		Long: `Works on the database of a registry, also while it is served, so it needs no key. What is done is in the audit log, as done
from the command line.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAdminCreate(p), newAdminReset(p))
	return cmd
}

func newAdminCreate(p process) *cobra.Command {
	var in app.NewUser
	var fromStdin bool
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Create the first user: owner of the workspace default, and platform admin",
		Long: `Creates the first user of a registry, as the console's first page does. It works once; more people come by invitation, and
more platform admins are made by the first. The password is read from standard input with --password-stdin, else from
ASSAY_ADMIN_PASSWORD; with neither, a link is printed with which it is set once, within 24 hours.`,
		Example: "  assay admin create --email ada@example.com --name Ada\n  pass show assay | assay admin create --email ada@example.com --name Ada --password-stdin",
		Args:    noArgs,
	}
	open := declareDatabase(cmd, p)
	cmd.Flags().StringVar(&in.Email, "email", "", "what the owner signs in with")
	cmd.Flags().StringVar(&in.Name, "name", "", "what they are called")
	cmd.Flags().BoolVar(&fromStdin, "password-stdin", false, "read the password from the first line of standard input")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		in.Password = eval.Secret(p.env("ASSAY_ADMIN_PASSWORD"))
		if fromStdin {
			line, err := bufio.NewReader(io.LimitReader(p.stdin, 4096)).ReadString('\n')
			if line = strings.TrimRight(line, "\r\n"); line == "" {
				return usage("--password-stdin: there is no password on standard input (%w)", cmp.Or(err, io.ErrUnexpectedEOF))
			}
			in.Password = eval.Secret(line)
		}
		return open(cmd.Context(), func(ctx context.Context, use *app.App) error {
			user, link, err := use.CreateOwner(ctx, in)
			if err != nil {
				return refusedFlag(err)
			}
			_, err = fmt.Fprintf(p.stdout, "%s is owner of the workspace default and platform admin\n", user.Email)
			if err == nil && link.URL != "" {
				err = printReset(p.stdout, link)
			}
			return err
		})
	}
	return cmd
}

func newAdminReset(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "reset EMAIL",
		Short: "Print a one-time link with which a user sets a new password",
		Long: `Prints a link with which the user of an address sets a new password, once, within 24 hours. Earlier links are worthless then.
Whoever holds the link becomes the user: hand it over with care.`,
		Example: "  assay admin reset ada@example.com --public-url https://assay.example",
		Args:    oneArg("EMAIL of a user"),
	}
	open := declareDatabase(cmd, p)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return open(cmd.Context(), func(ctx context.Context, use *app.App) error {
			link, err := use.IssuePasswordResetFor(ctx, args[0])
			if err != nil {
				return refusedFlag(err)
			}
			return printReset(p.stdout, link)
		})
	}
	return cmd
}

func printReset(w io.Writer, link app.ResetLink) error {
	_, err := fmt.Fprintf(w, "%s\ngood once, until %s\n", link.URL.Reveal(), link.ExpiresAt.Format(time.RFC3339))
	return err
}

// refusedFlag says what a use case refused: of a flag, that the command line is wrong, else that it does not hold.
func refusedFlag(err error) error {
	f := fault.As(err)
	switch {
	case f == nil:
		return err
	case f.Field == "password":
		return usage("the password %s", f.Message)
	case f.Field != "":
		return usage("--%s: %s", strings.ReplaceAll(f.Field, "_", "-"), f.Message)
	}
	return &exitError{exitFails, err}
}

// declareDatabase gives a command the flags of one that works on the database itself. What it gives runs something with the use cases,
// as somebody at this machine.
func declareDatabase(cmd *cobra.Command, p process) func(context.Context, func(context.Context, *app.App) error) error {
	var url, publicURL, addr string
	resolve := declare(cmd, p.env, []setting{
		databaseSetting(&url),
		{env: "ASSAY_PUBLIC_URL", set: webURL(&publicURL), about: "where others reach the registry: links begin so; its address when unset"},
		{env: "ASSAY_ADDR", initial: "127.0.0.1:8080", set: address(&addr), about: "the address it listens on"},
	})
	return func(ctx context.Context, f func(context.Context, *app.App) error) (err error) {
		if err := resolve(); err != nil {
			return err
		}
		s, err := openExisting(ctx, url)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		if _, err := s.Migrate(ctx); err != nil {
			return fmt.Errorf("bring the database up to date: %w", err)
		}
		use := app.New(app.Config{PublicURL: cmp.Or(publicURL, "http://"+local(addr))}, s, nil, &live.Hub{}, time.Now,
			slog.New(slog.NewTextHandler(p.stderr, nil)))
		return f(app.WithPrincipal(ctx, app.Principal{PlatformAdmin: true, CommandLine: true}), use)
	}
}

// local is how this machine reaches an address that is listened on.
func local(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}
