package server

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"assay/app"
	"assay/ent/store"
	"assay/eval/receipt"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// walker reads a log as a stranger does: by its paths alone.
type walker struct {
	t    *testing.T
	base string
}

func (w walker) get(path string) (*http.Response, []byte) {
	w.t.Helper()
	r, err := http.Get(w.base + path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return r, body
}

// Height, ReadTiles and SaveTiles make it a reader of tiles for the reference implementation.
func (w walker) Height() int { return 8 }

func (w walker) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	out := make([][]byte, len(tiles))
	for i, t := range tiles {
		path := strings.Replace("/log/"+t.Path(), "/tile/8/", "/tile/", 1)
		r, body := w.get(path)
		if r.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s: %d %s", path, r.StatusCode, body)
		}
		out[i] = body
	}
	return out, nil
}

func (w walker) SaveTiles([]tlog.Tile, [][]byte) {}

// A client that knows the log's key and paths rebuilds its root from the entries, and finds the same in its tiles.
func TestWalkTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		const size = 600
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for range size {
				if _, err := tx.Seal(t.Context(), store.NewReceipt{Kind: receipt.RunCompleted, At: e.Now(), Facts: struct{}{}}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		f := newFixture()
		f.App, f.Log = e.App, slog.New(slog.DiscardHandler)
		f.Authenticate = e.App.Authenticate
		server := httptest.NewServer(New(f.Options))
		defer server.Close()
		w := walker{t, server.URL}
		if r, _ := w.get("/log/checkpoint"); r.StatusCode != http.StatusNotFound {
			t.Errorf("before there is a log: %d", r.StatusCode)
		}
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		log, err := e.App.Log(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		key, err := note.NewVerifier(log.Keys[0].Key)
		if err != nil {
			t.Fatal(err)
		}
		r, text := w.get("/log/checkpoint")
		head, err := receipt.OpenCheckpoint(string(text), "assay.example/log", key)
		if err != nil || head.Size != size || r.Header.Get("Content-Type") != "text/plain; charset=utf-8" || r.Header.Get("Cache-Control") != "no-cache" || r.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Fatalf("%v, %+v, %v", err, head, r.Header)
		}
		var stored []tlog.Hash
		read := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
			out := make([]tlog.Hash, len(indexes))
			for i, x := range indexes {
				out[i] = stored[x]
			}
			return out, nil
		})
		n := int64(0)
		for _, path := range []string{"000", "001", "002.p/88"} {
			r, entries := w.get("/log/tile/entries/" + path)
			if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/octet-stream" || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") ||
				r.Header.Get("Access-Control-Allow-Origin") != "*" || r.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
				t.Fatalf("%s: %d %v", path, r.StatusCode, r.Header)
			}
			for ; len(entries) > 0; n++ {
				length := binary.BigEndian.Uint16(entries)
				more, err := tlog.StoredHashes(n, entries[2:2+length], read)
				if err != nil {
					t.Fatal(err)
				}
				stored, entries = append(stored, more...), entries[2+length:]
			}
		}
		if root, err := tlog.TreeHash(size, read); err != nil || n != size || receipt.Hash(root) != head.Root {
			t.Errorf("%d entries, root %x, %v, want %s", n, root[:], err, head.Root)
		}
		// The reference checks every tile it reads against the root.
		tiles := tlog.TileHashReader(tlog.Tree{N: size, Hash: tlog.Hash(head.Root)}, w)
		var all []int64
		for x := range int64(len(stored)) {
			all = append(all, x)
		}
		if got, err := tiles.ReadHashes(all); err != nil || !bytes.Equal(fmt.Append(nil, got), fmt.Append(nil, stored)) {
			t.Errorf("tiles have other hashes than the entries give: %v", err)
		}
		whole, _ := e.App.LogTile(t.Context(), receipt.Tile{Width: 256})
		if _, part := w.get("/log/tile/0/000.p/7"); !bytes.Equal(part, whole[:7*32]) {
			t.Error("a part of a tile that is full is not its beginning")
		}
		for _, path := range []string{"tile/0/002", "tile/0/002.p/89", "tile/0/003", "tile/1/000", "tile/1/000.p/3", "tile/2/000.p/1", "tile/entries/002", "tile/0/2", "tile/x/000", "tile/0/000.p/0", "tile/"} {
			if r, body := w.get("/log/" + path); r.StatusCode != http.StatusNotFound || !strings.Contains(string(body), "tile") || r.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %s %v", path, r.StatusCode, body, r.Header)
			}
		}
	})
}

// Watchers of the log are limited like other strangers, and the console keeps its page.
func TestLogDoor(t *testing.T) {
	f := newFixture()
	f.RateLimits.Anonymous = Rate{PerSecond: 1, Burst: 2}
	f.App = app.New(app.Config{}, dbtest.Open(t, dbtest.SQLite(t)), nil, nil, func() time.Time { return f.now }, f.Options.Log)
	h := New(f.Options)
	for i, status := range []int{404, 404, 429} {
		if w := send(h, "GET /log/checkpoint"); w.Code != status {
			t.Errorf("request %d: %d %s", i, w.Code, w.Body)
		}
	}
	if w := send(h, "GET /log"); w.Code != http.StatusOK || w.Body.String() != "console" {
		t.Errorf("the page of the log: %d %s", w.Code, w.Body)
	}
}
