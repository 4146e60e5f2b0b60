package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

// Of many outcomes, opened by several at a time, what is said is what would be said of one after the other.
func TestOutcomesAreOpenedInOrder(t *testing.T) {
	const n = 5*piece + 7
	e := ScoreExport{Document: classscore.Document{Workspace: "wsp_1", Class: classscore.Code}}
	all := make([]Sealed, n)
	for i := range all {
		r := receipt.Receipt{ID: fmt.Sprint("rcp_", i), Kind: receipt.OutcomeRecorded, At: time.Unix(int64(i), 0), Workspace: "wsp_1",
			Facts: must(json.Marshal(classscore.Facts{Class: classscore.Code, Work: fmt.Sprint("wrk_", i)}))}
		if i%10 == 0 {
			r.Texts = map[string]receipt.Text{"task": must(receipt.NewText(make([]byte, receipt.SaltSize), "")).Clear()}
		}
		all[i] = must(Export(r))
	}
	unreadable := errors.New("unreadable")
	for name, c := range map[string]struct {
		change func([]Sealed)
		bad    []int // those that cannot be read
		kept   int
		code   string
	}{
		"all hold":           {func([]Sealed) {}, nil, n, ""},
		"several broken":     {func(s []Sealed) { s[n-1].Hash, s[2500].Hash, s[2400].Hash, s[4000].Hash = "", "", "", "" }, nil, 2400, "seal_broken"},
		"twice, then broken": {func(s []Sealed) { s[3000], s[4000].Hash = s[20], "" }, nil, 3000, "counted_twice"},
		"broken, then twice": {func(s []Sealed) { s[3000].Hash, s[4000] = "", s[20] }, nil, 3000, "seal_broken"},
		"three times":        {func(s []Sealed) { s[4000], s[5000] = s[20], s[20] }, nil, 4000, "counted_twice"},
		"some unreadable":    {func(s []Sealed) { s[7].Hash = "" }, []int{5000, 4000}, 0, ""},
	} {
		sealed := slices.Clone(all)
		c.change(sealed)
		got, p, err := e.openAll(n, func(i int, into *Sealed) error {
			if slices.Contains(c.bad, i) {
				return fmt.Errorf("%w: %d", unreadable, i)
			}
			*into = sealed[i]
			return nil
		})
		code := ""
		if p != nil {
			code = p.code
		}
		if (err != nil) != (c.bad != nil) || err != nil && err.Error() != "unreadable: 4000" {
			t.Errorf("%s: %v", name, err)
		}
		if len(got.facts) != c.kept || len(got.hashes) != c.kept || code != c.code || got.cleared != (c.kept+9)/10 {
			t.Errorf("%s: %d kept, %d cleared, %s; want %d, %s", name, len(got.facts), got.cleared, code, c.kept, c.code)
		}
		for i := range got.facts {
			if got.facts[i].Work != fmt.Sprint("wrk_", i) || got.hashes[i].String() != all[i].Hash {
				t.Fatalf("%s: outcome %d is %+v", name, i, got.facts[i])
			}
		}
	}
}
