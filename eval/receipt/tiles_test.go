package receipt

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"testing"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"
)

func TestTilePaths(t *testing.T) {
	for path, want := range map[string]Tile{
		"0/000":                     {Width: 256},
		"0/000.p/1":                 {Width: 1},
		"5/255.p/255":               {Level: 5, Index: 255, Width: 255},
		"0/x001/x234/067":           {Index: 1234067, Width: 256},
		"0/x001/x234/067.p/8":       {Index: 1234067, Width: 8},
		"1/x001/000":                {Level: 1, Index: 1000, Width: 256},
		"entries/x001/x234/067":     {Entries: true, Index: 1234067, Width: 256},
		"entries/000.p/12":          {Entries: true, Width: 12},
		"0/x281/x474/x976/x710/655": {Index: 1<<48 - 1, Width: 256},
	} {
		if got, err := ParseTilePath(path); err != nil || got != want || want.Path() != path {
			t.Errorf("%s: %+v, %v; back %s", path, got, err, want.Path())
		}
	}
	for _, path := range []string{
		"", "0", "0/", "/000", "0/0", "0/1000", "0/x000/000", "0/001/000", "0/x001", "0/x01/000", "0/000.p/0", "0/000.p/256", "0/000.p/", "0/000.p/01", "0/000.p",
		"6/000", "-1/000", "+0/000", "00/000", "data/000", "entries", "entries/", "0/000/", "0//000", "0/x1/x2/x3/x4/x5/000", "0/-01", "0/ 00", "0/0x0", "0/00x",
		"0/x281/x474/x976/x710/656", "0/x999/x999/x999/x999/999", "0/000.p/1/2", "0/x001/000.p/1.p/1",
	} {
		if got, err := ParseTilePath(path); err == nil {
			t.Errorf("%q is read as %+v", path, got)
		}
	}
}

func TestEntryTile(t *testing.T) {
	got := EntryTile([]Hash{{1}, {2}})
	if len(got) != 68 || binary.BigEndian.Uint16(got) != 32 || got[2] != 1 || binary.BigEndian.Uint16(got[34:]) != 32 || got[36] != 2 {
		t.Errorf("%x", got)
	}
}

// grown is a log in tiles, and the same by the reference.
type grown struct {
	size  int64
	tiles map[int64][]byte
	memory
}

func (g *grown) append(t *testing.T, n int) Head {
	t.Helper()
	more := make([]Hash, n)
	for i := range more {
		more[i] = sha256.Sum256(fmt.Append(nil, g.size+int64(i)))
		g.memory.add(t, g.size+int64(i), more[i][:])
	}
	head, changed, err := Append(g.size, g.tiles, more)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(g.tiles, changed)
	g.size = head.Size
	return head
}

func (g *grown) read(ids []int64) (map[int64][]byte, error) { return g.tiles, nil }

// However many are appended at once, the log has the root and the tiles that the reference says.
func TestAppend(t *testing.T) {
	sizes := []int{0, 1, 1, 2, 3, 250, 255, 256, 257, 1, 512, 65_536 - 1538, 1, 1, 300, 65_536}
	g := &grown{tiles: map[int64][]byte{}}
	for _, n := range sizes {
		head := g.append(t, n)
		want, err := tlog.TreeHash(g.size, &g.memory)
		if err != nil || head.Root != Hash(want) {
			t.Fatalf("root of %d: %s, want %s, %v", g.size, head.Root, want, err)
		}
		count := 0
		for _, at := range tlog.NewTiles(TileHeight, 0, g.size) {
			want, err := tlog.ReadTileData(at, &g.memory)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.tiles[Tile{Level: at.L, Index: at.N}.ID()]; string(got) != string(want) {
				t.Fatalf("tile %s of %d has %d bytes, want %d, or others", at.Path(), g.size, len(got), len(want))
			}
			count++
		}
		if count != len(g.tiles) {
			t.Errorf("%d tiles of %d, want %d", len(g.tiles), g.size, count)
		}
	}
	if _, _, err := Append(5, map[int64][]byte{0: make([]byte, 4*32)}, []Hash{{1}}); err == nil {
		t.Error("a tile that is too short is gone on with")
	}
}

// Every inclusion, and a fifth of the consistency proofs, of logs up to 300, by another implementation.
func TestProofsFromTiles(t *testing.T) {
	const most = 300
	g := &grown{tiles: map[int64][]byte{}}
	heads := []Head{{0, EmptyRoot}}
	var leaves []Hash
	for n := int64(1); n <= most; n++ {
		heads = append(heads, g.append(t, 1))
		leaves = append(leaves, sha256.Sum256(fmt.Append(nil, n-1)))
	}
	for size := int64(1); size <= most; size++ { // at any size, also from the tiles of a longer log
		all := make([]int64, size)
		for i := range all {
			all[i] = int64(i)
		}
		proofs, err := ProveInclusion(size, all, g.read)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range proofs {
			if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(i), uint64(size), rfc6962.DefaultHasher.HashLeaf(leaves[i][:]), bytesOf(p), heads[size].Root[:]); err != nil {
				t.Fatalf("leaf %d of %d: %v", i, size, err)
			}
		}
		for from := int64(1); from <= size; from++ {
			if (from+size)%5 != 0 && (from < 254 || from > 258) {
				continue
			}
			p, err := ProveConsistency(from, size, g.read)
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(from), uint64(size), bytesOf(p), heads[from].Root[:], heads[size].Root[:]); err != nil {
				t.Fatalf("%d to %d: %v", from, size, err)
			}
		}
	}
	for _, bad := range [][2]int64{{0, 1}, {-1, 1}, {2, 1}, {0, 0}} {
		if _, err := ProveConsistency(bad[0], bad[1], g.read); err == nil {
			t.Errorf("from %d to %d", bad[0], bad[1])
		}
	}
	for _, bad := range [][2]int64{{1, 1}, {0, 0}, {5, -1}} {
		if _, err := ProveInclusion(bad[0], []int64{bad[1]}, g.read); err == nil {
			t.Errorf("leaf %d of %d", bad[1], bad[0])
		}
	}
}

func bytesOf(p []Hash) [][]byte {
	out := make([][]byte, len(p))
	for i := range p {
		out[i] = p[i][:]
	}
	return out
}
