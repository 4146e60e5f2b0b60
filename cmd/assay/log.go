package main

import (
	"fmt"
	"log/slog"
	"strings"
)

// newLog makes the log of a process, on standard error.
func newLog(p process, c config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	var h slog.Handler = slog.NewTextHandler(p.stderr, options)
	if c.logFormat == "json" {
		h = slog.NewJSONHandler(p.stderr, options)
	}
	log := slog.New(h)
	slog.SetDefault(log)
	return log
}

func logLevel(to *slog.Level) func(string) error {
	return func(v string) error {
		switch strings.ToLower(v) {
		case "debug":
			*to = slog.LevelDebug
		case "info":
			*to = slog.LevelInfo
		case "warn", "warning":
			*to = slog.LevelWarn
		case "error":
			*to = slog.LevelError
		default:
			return fmt.Errorf("%q is no level; write debug, info, warn or error", v)
		}
		return nil
	}
}

func logFormat(to *string) func(string) error {
	return func(v string) error {
		if v = strings.ToLower(v); v != "text" && v != "json" {
			return fmt.Errorf("%q is no format of logs; write text or json", v)
		}
		*to = v
		return nil
	}
}
