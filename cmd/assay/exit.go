package main

import (
	"errors"
	"fmt"
)

// The exit codes.
const (
	exitHolds     = 0 // it was done; of a run: every task passed
	exitFails     = 1 // it does not hold: a task failed, a suite file was refused
	exitUsage     = 2 // the command line or a setting is wrong
	exitNoVerdict = 3 // it could not be found out: nothing to reach, a file that cannot be read, a run that failed or was cancelled
)

// exitError is an error with the exit code it stands for. Any other error stands for exitNoVerdict.
type exitError struct {
	code int
	err  error // nil: everything was said already
}

func (e *exitError) Error() string { return fmt.Sprint(e.err) }
func (e *exitError) Unwrap() error { return e.err }

func usage(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// exitCode says how the process ends, and what it says before it does so.
func exitCode(err error) (code int, message string) {
	if err == nil {
		return exitHolds, ""
	}
	e, ok := errors.AsType[*exitError](err)
	switch {
	case !ok:
		return exitNoVerdict, err.Error()
	case e.err == nil:
		return e.code, ""
	}
	return e.code, e.err.Error()
}
