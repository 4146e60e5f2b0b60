package receipt

import (
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// Edge lists the partial tiles of a log, one a level at most.
func Edge(size int64) (tiles []Tile) {
	for level := 0; size > 0; level, size = level+1, size>>TileHeight {
		if w := size % TileWidth; w > 0 {
			tiles = append(tiles, Tile{Level: level, Index: size >> TileHeight, Width: int(w)})
		}
	}
	return tiles
}

// Append adds receipts to a log of a size, whose edge is given by the tiles' ids, and gives its new head and, by id, what tiles it made or made
// longer.
func Append(size int64, edge map[int64][]byte, receipts []Hash) (Head, map[int64][]byte, error) {
	g := growth{size: size, changed: map[int64][]byte{}}
	for _, t := range Edge(size) {
		data := edge[t.ID()]
		if len(data) != t.Width*tlog.HashSize {
			return Head{}, nil, fmt.Errorf("the tile %s of a log of %d has %d bytes", t.Path(), size, len(data))
		}
		for len(g.open) <= t.Level {
			g.open = append(g.open, nil)
		}
		g.open[t.Level] = slices.Clone(data)
	}
	for _, r := range receipts {
		h := LeafHash(r)
		g.add(0, g.size, tlog.Hash(h))
		g.size++
	}
	return Head{Size: g.size, Root: g.root()}, g.changed, nil
}

// growth is a log that grows at its edge.
type growth struct {
	size    int64
	open    [][]byte // by level, the partial tile
	changed map[int64][]byte
}

// add puts a hash at the end of a level: the n-th, from 0.
func (g *growth) add(level int, n int64, h tlog.Hash) {
	if level == len(g.open) {
		g.open = append(g.open, nil)
	}
	g.open[level] = append(g.open[level], h[:]...)
	g.changed[Tile{Level: level, Index: n >> TileHeight}.ID()] = g.open[level]
	if len(g.open[level]) == TileWidth*tlog.HashSize {
		root := subtree(g.open[level])
		g.open[level] = nil
		g.add(level+1, n>>TileHeight, root)
	}
}

// root joins the whole subtrees of the edge, from the smallest, at the right, to the largest.
func (g *growth) root() Hash {
	if g.size == 0 {
		return EmptyRoot
	}
	var root *tlog.Hash
	for _, data := range g.open {
		for n := len(data) / tlog.HashSize; n > 0; n &= n - 1 {
			last := n &^ (n - 1) // the lowest bit: so many hashes make the last whole subtree
			h := subtree(data[(n-last)*tlog.HashSize : n*tlog.HashSize])
			if root != nil {
				h = tlog.NodeHash(h, *root)
			}
			root = &h
		}
	}
	return Hash(*root)
}

// subtree is the root over 2ⁿ hashes.
func subtree(data []byte) tlog.Hash {
	if len(data) == tlog.HashSize {
		return tlog.Hash(data)
	}
	half := len(data) / 2
	return tlog.NodeHash(subtree(data[:half]), subtree(data[half:]))
}
