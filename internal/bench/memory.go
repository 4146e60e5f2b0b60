package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const memoryKey = "bench-memory-admin-key"

// memory runs the real binary through one run of 10,000 results and compares its peak resident memory with 150 MiB.
func memory(ctx context.Context, d database) error {
	dir, err := os.MkdirTemp("", "assay-bench-binary")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "assay")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/assay").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	server := agentServer(0)
	defer server.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := l.Addr().String()
	_ = l.Close()
	cmd := exec.CommandContext(ctx, binary, "serve", "--addr", addr, "--database-url", d.url, "--evals-enabled", "--allow-targets", "127.0.0.0/8")
	cmd.Env = append(os.Environ(), "ASSAY_ADMIN_KEY="+memoryKey)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	peak, err := memoryRun(ctx, "http://"+addr, server.URL, cmd.Process.Pid)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, log.String())
	}
	ratio := peak / 150
	report("memory", d.name, ratio, "≤ 1 (150 MiB)", ratio <= 1, "%.0f MiB peak of the whole process at 10,000 results", peak)
	return nil
}

func memoryRun(ctx context.Context, base, agent string, pid int) (peakMiB float64, err error) {
	ask := func(query string, variables any) (string, error) {
		body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
		if err != nil {
			return "", err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/graphql", bytes.NewReader(body))
		if err != nil {
			return "", err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+memoryKey)
		r, err := http.DefaultClient.Do(req)
		if err != nil {
			return "", err
		}
		defer r.Body.Close()
		raw, err := io.ReadAll(r.Body)
		if err == nil && (bytes.Contains(raw, []byte(`"errors"`)) || bytes.Contains(raw, []byte(`"userErrors":[{`))) {
			err = fmt.Errorf("%s: %s", query, raw)
		}
		return string(raw), err
	}
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(50 * time.Millisecond) {
		if _, err = ask("{ registry { name } }", nil); err == nil {
			break
		}
		if time.Now().After(deadline) {
			return 0, err
		}
	}
	tasks := make([]map[string]any, 200)
	for i := range tasks {
		tasks[i] = map[string]any{"name": fmt.Sprint("t", i), "input": fmt.Sprint("/t", i), "scorer": "STATUS_OK"}
	}
	for i := range 50 {
		_, err := ask(`mutation($i: RegisterAgentInput!) { registerAgent(input: $i) { userErrors { message } } }`,
			map[string]any{"i": map[string]any{"did": fmt.Sprintf("did:web:a%d.example", i), "endpoint": agent}})
		if err != nil {
			return 0, err
		}
	}
	_, err1 := ask(`mutation($i: PutSuiteInput!) { putSuite(input: $i) { userErrors { message } } }`,
		map[string]any{"i": map[string]any{"key": "memory", "enabled": true, "tasks": tasks}})
	_, err2 := ask(`mutation { runSuite(input: {key: "memory"}) { userErrors { message } } }`, nil)
	if err := errors.Join(err1, err2); err != nil {
		return 0, err
	}
	for deadline := time.Now().Add(3 * time.Minute); ; <-time.After(200 * time.Millisecond) {
		answer, err := ask("{ runs { nodes { status progress { passed } } } }", nil)
		if err != nil {
			return 0, err
		}
		if strings.Contains(answer, `"COMPLETED"`) && strings.Contains(answer, `"passed":10000`) {
			return peakResident(pid)
		}
		if time.Now().After(deadline) {
			return 0, fmt.Errorf("the run did not end: %s", answer)
		}
	}
}

// peakResident reads a process's peak resident memory, in MiB.
func peakResident(pid int) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if v, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "kB")), 64)
			return kib / 1024, err
		}
	}
	return 0, errors.New("no VmHWM in the process status")
}
