package main

import (
	"os"
	"strings"
	"testing"

	"assay/app/suitefile"
)

// settingsTable is the settings as README.md shows them.
func settingsTable() string {
	var b strings.Builder
	for _, s := range (&config{}).settings(nil) {
		initial := ""
		if s.initial != "" {
			initial = "`" + s.initial + "`"
		}
		b.WriteString("| `" + s.env + "` | " + initial + " | " + s.about + " |\n")
	}
	return b.String()
}

func TestReadmeShowsEverySetting(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := "|---|---|---|\n" + settingsTable() + "\n"; !strings.Contains(string(readme), want) {
		t.Errorf("README.md should have this table:\n%s", want)
	}
}

// The suite in README.md is one.
func TestReadmeSuite(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```yaml\n")
	file, _, _ := strings.Cut(rest, "```")
	docs, err := suitefile.Parse("README.md", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if err := docs[0].Check(); err != nil || len(docs[0].Suite.Tasks) != 2 {
		t.Errorf("%+v, %v", docs[0].Suite, err)
	}
}
