package receipt

import (
	"fmt"
	"maps"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// ReadTiles gives tiles by id, each at least as wide as it is known to be.
type ReadTiles func(ids []int64) (map[int64][]byte, error)

// ProveInclusion proves of leaves, by index, that they are in the log of a size, which must be at least 1 and above each of them. It reads tiles
// once.
func ProveInclusion(size int64, leaves []int64, read ReadTiles) ([][]Hash, error) {
	proofs := make([][]Hash, len(leaves))
	err := prove(read, func(r tlog.HashReader) error {
		for i, leaf := range leaves {
			p, err := tlog.ProveRecord(size, leaf, r)
			if err != nil {
				return fmt.Errorf("leaf %d of a log of %d: %w", leaf, size, err)
			}
			proofs[i] = own(p)
		}
		return nil
	})
	return proofs, err
}

// ProveConsistency proves that the log of the size `to` begins with the one of the size `from`, which is at least 1.
func ProveConsistency(from, to int64, read ReadTiles) (proof []Hash, err error) {
	err = prove(read, func(r tlog.HashReader) error {
		p, err := tlog.ProveTree(to, from, r)
		if err != nil {
			return fmt.Errorf("from %d to %d: %w", from, to, err)
		}
		proof = own(p)
		return nil
	})
	return proof, err
}

// prove runs f twice: to find out which hashes it needs, and with these.
func prove(read ReadTiles, f func(tlog.HashReader) error) error {
	needed := map[int64]bool{}
	err := f(tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		for _, x := range indexes {
			t := tlog.TileForIndex(TileHeight, x)
			needed[Tile{Level: t.L, Index: t.N}.ID()] = true
		}
		return make([]tlog.Hash, len(indexes)), nil
	}))
	if err != nil || len(needed) == 0 {
		return err
	}
	tiles, err := read(slices.Sorted(maps.Keys(needed)))
	if err != nil {
		return err
	}
	known := map[int64]tlog.Hash{} // neighbours share most of their proofs, and a hash may take 127 others
	return f(tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		out := make([]tlog.Hash, len(indexes))
		for i, x := range indexes {
			h, ok := known[x]
			if out[i] = h; ok {
				continue
			}
			t := tlog.TileForIndex(TileHeight, x)
			if out[i], err = tlog.HashFromTile(t, tiles[Tile{Level: t.L, Index: t.N}.ID()], x); err != nil {
				return nil, err
			}
			known[x] = out[i]
		}
		return out, nil
	}))
}

func own(p []tlog.Hash) []Hash {
	out := make([]Hash, len(p))
	for i, h := range p {
		out[i] = Hash(h)
	}
	return out
}
