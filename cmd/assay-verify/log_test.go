package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval/receipt"
	"assay/eval/verify"
)

// writeLog writes what the doors of a log of 300 answer, as files of the present folder, and gives its key and a receipt's hash.
func writeLog(t *testing.T) (key, hash string) {
	t.Helper()
	const origin = "assay.example/log"
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	seed := bytes.Repeat([]byte{1}, 32)
	signer, err := receipt.NewSigner(origin, seed)
	must(err)
	key, err = receipt.PublicOf(origin, seed)
	must(err)
	tiles, older, head := map[int64][]byte{}, receipt.Head{}, receipt.Head{}
	for i := range 300 {
		var changed map[int64][]byte
		head, changed, err = receipt.Append(head.Size, tiles, []receipt.Hash{{byte(i), 7}})
		must(err)
		maps.Copy(tiles, changed)
		if i == 99 {
			older = head
		}
	}
	read := func([]int64) (map[int64][]byte, error) { return tiles, nil }
	checkpoint, err := receipt.SignCheckpoint(origin, head, signer)
	must(err)
	earlier, err := receipt.SignCheckpoint(origin, older, signer)
	must(err)
	in, err := receipt.ProveInclusion(300, []int64{3}, read)
	must(err)
	con, err := receipt.ProveConsistency(100, 300, read)
	must(err)
	hash = receipt.Hash{3, 7}.String()
	words := func(hashes []receipt.Hash) (out []string) {
		for _, h := range hashes {
			out = append(out, h.String())
		}
		return out
	}
	inclusion, err := json.Marshal(verify.Inclusion{Hash: hash, Anchor: verify.Anchor{Origin: origin, Checkpoint: checkpoint, Keys: []string{key}, Index: 3, Proof: words(in[0])}})
	must(err)
	consistency, err := json.Marshal(verify.Consistency{From: 100, To: 300, Proof: words(con)})
	must(err)
	for name, text := range map[string]string{"checkpoint": checkpoint, "older": earlier, "inclusion.json": string(inclusion), "consistency.json": string(consistency),
		"forged": strings.Replace(checkpoint, "\n300\n", "\n301\n", 1), "broken.json": "{"} {
		must(os.WriteFile(name, []byte(text), 0o600))
	}
	return key, hash
}

func TestTranscriptsOfTheLog(t *testing.T) {
	transcripts, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	key, hash := writeLog(t)
	all := []string{"--checkpoint", "checkpoint", "--receipt", hash, "--inclusion", "inclusion.json", "--older", "older", "--consistency", "consistency.json"}
	for name, args := range map[string][]string{
		"holds":        append([]string{"--key", key}, all...),
		"json":         append([]string{"--json", "--key", key}, all...),
		"checkpoint":   {"--key", key, "--checkpoint", "checkpoint"},
		"inclusion":    {"--key", key, "--receipt", hash, "--inclusion", "inclusion.json"},
		"forged":       {"--key", key, "--checkpoint", "forged", "--older", "older", "--consistency", "consistency.json"},
		"other-log":    {"--key", key, "--checkpoint", "older", "--receipt", hash, "--inclusion", "inclusion.json"},
		"other-hash":   {"--key", key, "--receipt", strings.Repeat("ab", 32), "--inclusion", "inclusion.json"},
		"no-key":       all,
		"bad-key":      append([]string{"--key", "x"}, all...),
		"half":         {"--key", key, "--checkpoint", "checkpoint", "--older", "older"},
		"half-receipt": {"--key", key, "--checkpoint", "checkpoint", "--receipt", hash},
		"nothing":      {"--key", key},
		"unreadable":   {"--key", key, "--receipt", hash, "--inclusion", "broken.json"},
		"no-file":      {"--key", key, "--checkpoint", "none"},
		"one-too-many": {"--key", key, "--checkpoint", "checkpoint", "more"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := run(append([]string{"log"}, args...), strings.NewReader(""), &out, &errs)
			got := fmt.Sprintf("$ assay-verify log %s\n%s%s[exit code %d]\n", strings.Join(args, " "), &out, strings.ReplaceAll(errs.String(), usage, "(usage)\n"), code)
			file := filepath.Join(transcripts, "log-"+name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || got != string(want) {
				t.Errorf("%v\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}
