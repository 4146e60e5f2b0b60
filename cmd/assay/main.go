// Command assay runs the registry's examiner and talks to it. It is the only place where the parts of Assay are put together.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// process is what a command may touch of the world around it.
type process struct {
	env            func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool // stdout is one, and a person reads it
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() { // the second signal ends the process at once
		<-ctx.Done()
		stop()
	}()
	os.Exit(execute(ctx, os.Args[1:], process{os.Getenv, os.Stdin, os.Stdout, os.Stderr, isTerminal(os.Stdout)}))
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
