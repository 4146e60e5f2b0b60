package store_test

import (
	"encoding/base32"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"assay/ent/store"
)

func TestIDsSortByTimeThenInTheOrderMade(t *testing.T) {
	var ids []string
	for ms := range 3 {
		for range 1000 {
			ids = append(ids, store.NewID("x", noon.Add(time.Duration(ms)*time.Millisecond)))
		}
	}
	if !slices.IsSorted(ids) {
		t.Error("ids are not in the order made")
	}
	raw, err := base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding).DecodeString(ids[0][2:])
	if err != nil {
		t.Fatal(err)
	}
	u, err := uuid.FromBytes(raw)
	if err != nil || u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		t.Errorf("%v is no UUID of version 7: %v", u, err)
	}
}
