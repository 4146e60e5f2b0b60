package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	code := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte("not so well\n"))
	}))
	_, port, _ := strings.Cut(server.Listener.Addr().String(), ":")
	ask := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		code := execute(context.Background(), append([]string{"health"}, args...), process{func(string) string { return "" }, nil, &stdout, &stderr, false})
		return code, stdout.String(), stderr.String()
	}
	for _, addr := range []string{":" + port, "0.0.0.0:" + port, "127.0.0.1:" + port} {
		if code, out, _ := ask("--addr", addr); code != exitHolds || out != "not so well\n" {
			t.Errorf("%s: %d %s", addr, code, out)
		}
	}
	code = http.StatusServiceUnavailable
	if code, _, stderr := ask("--addr", ":"+port); code != exitFails || stderr != "assay: not so well\n" {
		t.Errorf("%d %s", code, stderr)
	}
	server.Close()
	if code, _, _ := ask("--addr", ":"+port); code != exitNoVerdict {
		t.Errorf("nobody answers: %d", code)
	}
}

// What may not be shown is marked as secret, and shows as that it is set.
func TestSettingsAsTheyAreShown(t *testing.T) {
	var c config
	settings := c.settings(nil)
	for i, s := range settings {
		for _, word := range []string{"KEY", "SECRET", "TOKEN", "PASSWORD"} {
			if strings.Contains(s.env, word) && !strings.HasSuffix(s.env, "_FILE") && !s.secret {
				t.Errorf("%s is shown as it is", s.env)
			}
		}
		settings[i].value = s.initial
		switch s.env {
		case "ASSAY_ADMIN_KEY":
			settings[i].value = "hunter2"
		case "ASSAY_DATABASE_URL":
			settings[i].value = "postgres://assay:hunter2@db:5432/assay?password=hunter2"
		}
	}
	all := shown(settings)
	if len(all) != len(settings) {
		t.Fatalf("%d of %d settings", len(all), len(settings))
	}
	for _, s := range all {
		if strings.Contains(s.Value, "hunter2") {
			t.Errorf("%s shows %s", s.Name, s.Value)
		}
		switch s.Name {
		case "ASSAY_ADMIN_KEY":
			if s.Value != "set" || s.Initial {
				t.Errorf("%+v", s)
			}
		case "ASSAY_METRICS_TOKEN":
			if s.Value != "" || !s.Initial {
				t.Errorf("%+v", s)
			}
		case "ASSAY_DATABASE_URL":
			if s.Value != "postgres://assay@db:5432/assay" {
				t.Errorf("%+v", s)
			}
		}
	}
}
