// Command bench measures what Assay promises about its speed, and prints each figure as a ratio of two measured in the same process
// within the same minute, with the machine and the versions. PostgreSQL is measured when ASSAY_TEST_POSTGRES names a server.
//
//	go run ./internal/bench [throughput|parallel|memory|leaderboard|reads|receipts|scores|verify]...
//
// and fills a database for the measurements of the console (`npm run speed` in web/):
//
//	go run ./internal/bench seed sqlite:PATH
package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only []string) error {
	if len(only) == 2 && only[0] == "seed" {
		return seed(ctx, only[1])
	}
	machine()
	dir, err := os.MkdirTemp("", "assay-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	benches := []struct {
		name string
		run  func(ctx context.Context, d database) error
	}{{"throughput", throughput}, {"parallel", parallel}, {"memory", memory}, {"leaderboard", leaderboard}, {"reads", reads}, {"receipts", receipts}, {"scores", scores}, {"verify", verified}}
	for _, b := range benches {
		if len(only) > 0 && !slices.Contains(only, b.name) {
			continue
		}
		databases, drop, err := databases(ctx, dir, b.name)
		if err != nil {
			return err
		}
		for _, d := range databases {
			if err := b.run(ctx, d); err != nil {
				return fmt.Errorf("%s on %s: %w", b.name, d.name, err)
			}
		}
		if err := drop(); err != nil {
			return err
		}
	}
	return nil
}

type database struct{ name, url string }

// databases makes an empty database of each kind.
func databases(ctx context.Context, dir, name string) (list []database, drop func() error, err error) {
	list = []database{{"SQLite", "sqlite:" + filepath.Join(dir, name+".db")}}
	server := os.Getenv("ASSAY_TEST_POSTGRES")
	if server == "" {
		return list, func() error { return nil }, nil
	}
	u, err := url.Parse(server)
	if err != nil {
		return nil, nil, fmt.Errorf("ASSAY_TEST_POSTGRES: %w", err)
	}
	admin, err := sql.Open("postgres", server)
	if err != nil {
		return nil, nil, err
	}
	made := fmt.Sprintf("assay_bench_%d_%s", os.Getpid(), name)
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+made); err != nil {
		return nil, nil, err
	}
	u.Path = "/" + made
	return append(list, database{"PostgreSQL", u.String()}), func() error {
		_, err := admin.ExecContext(ctx, "DROP DATABASE "+made+" WITH (FORCE)")
		_ = admin.Close()
		return err
	}, nil
}

func machine() {
	cpu := "unknown processor"
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				cpu = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), ":"))
				break
			}
		}
	}
	fmt.Printf("machine     %s, %d cores, %s/%s, %s\n", cpu, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			switch m.Path {
			case "modernc.org/sqlite", "github.com/lib/pq", "entgo.io/ent":
				fmt.Printf("            %s %s\n", m.Path, m.Version)
			}
		}
	}
	if os.Getenv("ASSAY_TEST_POSTGRES") == "" {
		fmt.Println("            left out: PostgreSQL (set ASSAY_TEST_POSTGRES)")
	}
}

// report prints one figure. holds says whether the goal is met.
func report(name, database string, ratio float64, goal string, holds bool, detail string, args ...any) {
	mark := "met"
	if !holds {
		mark = "MISSED"
	}
	fmt.Printf("%-11s %-10s ratio %6.3f   goal %s: %s   (%s)\n", name, database, ratio, goal, mark, fmt.Sprintf(detail, args...))
}
