package receipt

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// The log is kept and served in tiles (C2SP tlog-tiles). A tile of level 0 has up to TileWidth leaf hashes, one of level L the roots of up to as
// many full tiles of level L−1. Only the last tile of a level can be partial, and it only ever gets longer: what a tile of some width holds
// never changes.
const (
	TileHeight = 8
	TileWidth  = 1 << TileHeight
)

// Tile names a tile of a width.
type Tile struct {
	Entries bool  // it has the entries themselves, instead of hashes of level 0
	Level   int   // from 0 to 5
	Index   int64 // within the level, from 0
	Width   int   // 1 to TileWidth
}

// maxLevel is the highest level there can be: six levels take 2⁴⁸ leaves, and an index fits below the level in an id.
const maxLevel = 5

// ID is the tile as one number, whatever its width: level × 2⁴⁸ + index.
func (t Tile) ID() int64 { return int64(t.Level)<<48 | t.Index }

// ParseTilePath reads what follows `tile/` in the path of a tile: L/N, entries/N, or one of these with .p/W behind it for a width below 256. N is
// written in groups of three digits, all but the last of which have an x before them: x001/x234/067. There is one spelling for each tile.
func ParseTilePath(path string) (Tile, error) {
	t := Tile{Width: TileWidth}
	level, rest, _ := strings.Cut(path, "/")
	number, width, partial := strings.Cut(rest, ".p/")
	if t.Entries = level == "entries"; !t.Entries {
		t.Level = small3(level)
	}
	if partial {
		t.Width = small3(width)
	}
	groups := strings.Split(number, "/")
	if len(groups) > 5 { // 2⁴⁸ has fifteen digits
		return t, fmt.Errorf("%q names no tile", path)
	}
	for _, g := range groups {
		t.Index = t.Index*1000 + int64(small3(strings.TrimLeft(strings.TrimPrefix(g, "x"), "0")))
	}
	if t.Level > maxLevel || t.Width < 1 || partial && t.Width == TileWidth || t.Index < 0 || t.Index >= 1<<48 || t.Path() != path {
		return t, fmt.Errorf("%q names no tile", path)
	}
	return t, nil
}

// small3 reads a number of at most three digits; what is none becomes one that no path has.
func small3(s string) int {
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 999 {
		return -1 << 40
	}
	return n
}

// Path is what ParseTilePath reads.
func (t Tile) Path() string {
	level := strconv.Itoa(t.Level)
	if t.Entries {
		level = "entries"
	}
	number := fmt.Sprintf("%03d", t.Index%1000)
	for n := t.Index / 1000; n > 0; n /= 1000 {
		number = fmt.Sprintf("x%03d/%s", n%1000, number)
	}
	if t.Width < TileWidth {
		number += ".p/" + strconv.Itoa(t.Width)
	}
	return level + "/" + number
}

// EntryTile writes entries as a tile of entries has them: each after its length in two bytes, the most significant first.
func EntryTile(receipts []Hash) []byte {
	out := make([]byte, 0, len(receipts)*(2+len(Hash{})))
	for _, h := range receipts {
		out = append(binary.BigEndian.AppendUint16(out, uint16(len(h))), h[:]...)
	}
	return out
}
