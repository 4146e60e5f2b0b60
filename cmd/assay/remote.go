package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"assay/cmd/assay/internal/client"
)

// remote is how a command finds the registry it talks to.
type remote struct{ url, key string }

// declareRemote gives a command the flags of a client.
func declareRemote(cmd *cobra.Command, p process) (connect func() (*client.Client, error)) {
	var r remote
	resolve := declare(cmd, p.env, []setting{
		{env: "ASSAY_URL", initial: "http://127.0.0.1:8080", set: webURL(&r.url), about: "the registry to talk to"},
		{env: "ASSAY_ADMIN_KEY", set: text(&r.key), about: "an API key with the scopes that this takes, or the platform-admin key; better in the environment, where no process list shows it"},
	})
	return func() (*client.Client, error) {
		if err := resolve(); err != nil {
			return nil, err
		}
		return client.New(r.url, r.key), nil
	}
}

// newIdempotencyKey makes a key under which a request is carried out once.
func newIdempotencyKey() string { return rand.Text() }

// printJSON writes a value as one line of JSON.
func printJSON(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", line)
	return err
}
