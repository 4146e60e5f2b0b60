package main

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
)

func TestLog(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	logged := func(env map[string]string) string {
		t.Helper()
		var c config
		for _, s := range c.settings(nil) {
			value := s.initial
			if v, ok := env[s.env]; ok {
				value = v
			}
			if err := s.set(value); err != nil {
				t.Fatal(err)
			}
		}
		var stderr strings.Builder
		log := newLog(process{stderr: &stderr}, c)
		log.Debug("one")
		log.Info("two", "n", 2)
		log.Warn("three")
		return stderr.String()
	}
	if got := logged(nil); strings.Contains(got, "one") || !strings.Contains(got, "level=INFO msg=two n=2\n") || !strings.Contains(got, "three") {
		t.Errorf("by default: %s", got)
	}
	if got := logged(map[string]string{"ASSAY_LOG_LEVEL": "DEBUG"}); !strings.Contains(got, "one") {
		t.Errorf("debug: %s", got)
	}
	got := logged(map[string]string{"ASSAY_LOG_LEVEL": "warn", "ASSAY_LOG_FORMAT": "json"})
	var line struct{ Level, Msg string }
	if err := json.Unmarshal([]byte(got), &line); err != nil || line.Level != "WARN" || line.Msg != "three" {
		t.Errorf("json: %s, %v", got, err)
	}
}

func TestRetention(t *testing.T) {
	for text, hours := range map[string]float64{"": 0, "0": 0, "0s": 0, "1h": 1, "2160h": 2160} {
		var c config
		if err := retention(&c.retention)(text); err != nil || c.retention.Hours() != hours {
			t.Errorf("%q is %s, %v", text, c.retention, err)
		}
	}
	var c config
	for _, text := range []string{"90", "59m", "-1h", "long"} {
		if err := retention(&c.retention)(text); err == nil {
			t.Errorf("%q is %s", text, c.retention)
		}
	}
}
