package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/app/vault"
)

// secretKeys takes the keys that seal agents' credentials.
func secretKeys(to **vault.Vault) func(string) error {
	return optional(to, func(v string) (err error) {
		*to, err = vault.Parse(v)
		return err
	})
}

// openVault makes the vault of the key file, if one is set.
func (c *config) openVault() error {
	switch {
	case c.secretKeyFile == "":
		return nil
	case c.vault != nil:
		return usage("ASSAY_SECRET_KEY_FILE: ASSAY_SECRET_KEY is set too; give one of them")
	}
	text, err := os.ReadFile(c.secretKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return usage("ASSAY_SECRET_KEY_FILE: there is no %s; make it with: (umask 077; openssl rand -base64 32 > %s)", c.secretKeyFile, c.secretKeyFile)
	}
	if err == nil {
		c.vault, err = vault.Parse(string(text))
	}
	if err != nil {
		return usage("ASSAY_SECRET_KEY_FILE: %s: %w", c.secretKeyFile, err)
	}
	return nil
}

// ownSecretKey sees to a key file beside an SQLite database where no key is set: for the demo, which is to need no preparation.
func (c *config) ownSecretKey() error {
	path, isSQLite := strings.CutPrefix(c.databaseURL, "sqlite:")
	if c.vault != nil || c.secretKeyFile != "" || !isSQLite {
		return nil
	}
	c.secretKeyFile = filepath.Join(filepath.Dir(path), "secret.key")
	f, err := os.OpenFile(c.secretKeyFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("make the secret key: %w", err)
	}
	_, err = fmt.Fprintln(f, vault.NewKey())
	return errors.Join(err, f.Close())
}
