package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// What operators are told to set exists, and what the unit says of stopping is enough.
func TestWhatOperatorsAreTold(t *testing.T) {
	known := map[string]bool{ // besides the settings of a node
		"ASSAY_URL": true, "ASSAY_ADMIN_PASSWORD": true,
	}
	var c config
	for _, s := range c.settings(nil) {
		known[s.env] = true
	}
	read := func(file string) string {
		t.Helper()
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, file := range []string{"docs/operations.md", "deploy/assay.service", "deploy/assay.env", "deploy/Dockerfile", "README.md"} {
		for _, name := range regexp.MustCompile(`\b(ASSAY|EVALS)_[A-Z_]+`).FindAllString(read(file), -1) {
			if !known[name] && name != "ASSAY_" && name != "ASSAY_TEST_POSTGRES" {
				t.Errorf("%s speaks of %s, which nothing reads", file, name)
			}
		}
	}
	for _, command := range regexp.MustCompile("(?m)^assay ([a-z]+( [a-z]+)?)").FindAllStringSubmatch(read("docs/operations.md"), -1) {
		found, _, err := newRoot(process{env: os.Getenv}).Find(strings.Fields(command[1]))
		if err != nil || !found.HasParent() {
			t.Errorf("docs/operations.md speaks of assay %s, which is no command", command[1])
		}
	}

	unit := read("deploy/assay.service")
	timeout := regexp.MustCompile(`(?m)^TimeoutStopSec=(\S+)$`).FindStringSubmatch(unit)
	if timeout == nil {
		t.Fatal("the unit does not say how long stopping may take")
	}
	limit, err := time.ParseDuration(timeout[1])
	for _, s := range c.settings(nil) {
		if err := s.set(s.initial); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.fill(); err != nil {
		t.Fatal(err)
	}
	const graceOfMany = 5 * time.Second // what docs/operations.md advises
	if needs := graceOfMany + c.drainTimeout + 10*time.Second; err != nil || limit < needs {
		t.Errorf("the unit gives %v to stop (%v), which takes up to %v", limit, err, needs)
	}
	for _, line := range []string{"ExecStart=/usr/local/bin/assay serve\n", "EnvironmentFile=/etc/assay/assay.env\n", "KillSignal=SIGTERM\n"} {
		if !strings.Contains(unit, line) {
			t.Errorf("the unit lacks %s", line)
		}
	}
	image := read("deploy/Dockerfile")
	for _, from := range regexp.MustCompile(`(?m)^COPY (?:--\S+ )*(\S+) (?:(\S+) )?\S+$`).FindAllStringSubmatch(image, -1) {
		for _, path := range from[1:] {
			if path == "" || strings.HasPrefix(path, "/") { // of an earlier stage
				continue
			}
			if _, err := os.Stat("../../" + path); err != nil {
				t.Errorf("the image copies %s: %v", path, err)
			}
		}
	}
}
