package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthWithin is how long the server may take to say how it is: more than it gives its database.
const healthWithin = 6 * time.Second

func newHealth(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask the server on this machine whether it is ready",
		Long: `Asks the server that listens on ASSAY_ADDR of this machine for /readyz, for supervisors that can only run a command. The exit
code is 0 when it is ready, 1 when it is not, 3 when nothing answers.`,
		Example: "  assay health --addr :8080",
		Args:    noArgs,
	}
	var c config
	resolve := declare(cmd, p.env, c.settings(nil)[:1]) // the address
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := resolve(); err != nil {
			return err
		}
		return health(cmd.Context(), p, c.addr)
	}
	return cmd
}

func health(ctx context.Context, p process, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if host == "" || net.ParseIP(host).IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req) // knows no proxy
	if err != nil {
		return err
	}
	defer res.Body.Close()
	word, err := io.ReadAll(io.LimitReader(res.Body, 100))
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return &exitError{exitFails, fmt.Errorf("%s", strings.TrimSpace(string(word)))}
	}
	_, err = fmt.Fprintln(p.stdout, strings.TrimSpace(string(word)))
	return err
}
