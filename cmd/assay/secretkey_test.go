package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/app/vault"
)

// resolveConfig reads settings as `assay serve` would.
func resolveConfig(t *testing.T, set map[string]string) (config, error) {
	t.Helper()
	var c config
	for _, s := range c.settings(nil) {
		value := s.initial
		if v, ok := set[s.env]; ok {
			value = v
		}
		if err := s.set(value); err != nil {
			return c, err
		}
	}
	return c, c.fill()
}

func TestSecretKeySettings(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, two := vault.NewKey(), vault.NewKey()
	const canary = "hunter2hunter2"
	for _, c := range []struct {
		name  string
		set   map[string]string
		keeps bool
		says  string // of the error; empty: none
	}{
		{"none", nil, false, ""},
		{"a key", map[string]string{"ASSAY_SECRET_KEY": one}, true, ""},
		{"two keys", map[string]string{"ASSAY_SECRET_KEY": two + "," + one}, true, ""},
		{"a file", map[string]string{"ASSAY_SECRET_KEY_FILE": file("good", one+"\n")}, true, ""},
		{"a file with two", map[string]string{"ASSAY_SECRET_KEY_FILE": file("two", two+"\n"+one+"\n")}, true, ""},
		{"both", map[string]string{"ASSAY_SECRET_KEY": one, "ASSAY_SECRET_KEY_FILE": file("both", one)}, false, "give one of them"},
		{"no key", map[string]string{"ASSAY_SECRET_KEY": canary}, false, "openssl rand -base64 32"},
		{"no file", map[string]string{"ASSAY_SECRET_KEY_FILE": filepath.Join(dir, "none")}, false, "there is no"},
		{"no key in the file", map[string]string{"ASSAY_SECRET_KEY_FILE": file("bad", canary)}, false, "openssl rand -base64 32"},
		{"an empty file", map[string]string{"ASSAY_SECRET_KEY_FILE": file("empty", "")}, false, "there is no key"},
	} {
		got, err := resolveConfig(t, c.set)
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), canary)) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil && (got.vault != nil) != c.keeps {
			t.Errorf("%s: keeps secrets: %v", c.name, got.vault != nil)
		}
	}
}

// The demo makes a key beside its database, for the owner's eyes only, and finds it again.
func TestDemoKeepsAKeyOfItsOwn(t *testing.T) {
	folder := t.TempDir()
	var sealed []byte
	for i := range 2 {
		c := config{databaseURL: "sqlite:" + filepath.Join(folder, "assay.db")}
		if err := c.ownSecretKey(); err != nil {
			t.Fatal(err)
		}
		if err := c.openVault(); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			sealed, _ = c.vault.Seal("a secret", "here")
			continue
		}
		if got, err := c.vault.Open(sealed, "here"); err != nil || got != "a secret" {
			t.Errorf("at the second start: %v", err)
		}
	}
	info, err := os.Stat(filepath.Join(folder, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	other := config{databaseURL: "postgres://db/assay"}
	if err := other.ownSecretKey(); err != nil || other.secretKeyFile != "" {
		t.Errorf("on PostgreSQL: %q, %v", other.secretKeyFile, err)
	}
}
