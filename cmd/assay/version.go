package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker (see Makefile); without it, the commit that Go noted in the binary.
var version string

// versionWord names this build: a tag, or a commit, or "devel".
func versionWord() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return s.Value[:12]
			}
		}
	}
	return "devel"
}

func newVersion(p process) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(p.stdout, "assay %s %s %s/%s\n", versionWord(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
