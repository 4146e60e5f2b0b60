package verify

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

// each gives the scores of every third of the vectors.
func each(f func(name string, in classscore.Workspace, agent string, class classscore.Class)) {
	for i, v := range vectors() {
		if i%3 != 0 {
			continue
		}
		for agent, classes := range v.Want {
			for class := range classes {
				f(fmt.Sprintf("%s, %s, %s", v.Name, agent, class), v.in(), agent, class)
			}
		}
	}
}

// The export of any state verifies, with the pool and without.
func TestEveryExportHolds(t *testing.T) {
	checked := 0
	each(func(name string, in classscore.Workspace, agent string, class classscore.Class) {
		for _, pool := range []bool{true, false} {
			built := build(in, agent, class, pool)
			text := must(receipt.Canonical(built))
			var out bytes.Buffer
			if err := built.Write(&out); err != nil || !bytes.Equal(out.Bytes(), text) {
				t.Fatalf("%s: %v, written\n%.500s\nwant\n%.500s", name, err, &out, text)
			}
			e, err := ReadScore(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if r := Score(e, e.Log.Keys...); !r.OK || !r.Anchored || len(r.Checks) != 6 {
				t.Fatalf("%s, pool %t: %+v", name, pool, r)
			}
			if r := Score(e); !r.OK || r.Anchored {
				t.Fatalf("%s, pool %t, no key pinned: %+v", name, pool, r)
			}
			checked++
		}
	})
	if checked < 150 {
		t.Errorf("%d exports", checked)
	}
}

// sample is an export with voices of all kinds in it, a new one each time.
func sample(t *testing.T) ScoreExport {
	e, err := ReadScore(sampleText())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var sampleText = sync.OnceValue(func() []byte {
	best, most := ScoreExport{}, 0
	for _, v := range vectors() {
		for agent, classes := range v.Want {
			for class := range classes {
				if e := build(v.in(), agent, class, true); len(e.Endorsers) > 0 && len(e.Outcomes) > most {
					best, most = e, len(e.Outcomes)
				}
			}
		}
		if most > 5 {
			break
		}
	}
	return must(receipt.Canonical(best))
})

// Any flipped bit of an export is found: it can no longer be read, or a check says no.
func TestFlippedBits(t *testing.T) {
	text := sampleText()
	keys := []string{must(receipt.PublicOf(origin, seed))}
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		at, bit := random.IntN(len(text)), random.IntN(8)
		flipped := bytes.Clone(text)
		flipped[at] ^= 1 << bit
		e, err := ReadScore(flipped)
		if err != nil {
			continue
		}
		if r := Score(e, keys...); r.OK {
			t.Errorf("bit %d of byte %d is not missed: …%s…", bit, at, flipped[max(0, at-40):min(len(flipped), at+40)])
		}
	}
}

// Each field is named by the right check.
func TestTheRightCheckSaysNo(t *testing.T) {
	keys := []string{must(receipt.PublicOf(origin, seed))}
	other := Text{Salt: bytes.Repeat([]byte{1}, 32), Text: "another"}
	uncleared := func(e *ScoreExport) *Sealed {
		i := slices.IndexFunc(e.Outcomes, func(s Sealed) bool { return len(s.Texts) > 0 })
		return &e.Outcomes[i]
	}
	established := func(e *ScoreExport) *classscore.AgentFacts {
		return &e.Agents[slices.IndexFunc(e.Agents, func(a classscore.AgentFacts) bool { return a.Established != "" })]
	}
	for name, c := range map[string]struct {
		change      func(*ScoreExport)
		check, code string
	}{
		"score":         {func(e *ScoreExport) { e.Document.Score ^= 1 }, "seal", "document_changed"},
		"n":             {func(e *ScoreExport) { e.Document.N += 1e-6 }, "seal", "document_changed"},
		"pool rate":     {func(e *ScoreExport) { e.Document.PoolRate += 1e-15 }, "seal", "document_changed"},
		"receipt":       {func(e *ScoreExport) { e.Score.Receipt[10] ^= 1 }, "seal", "seal_broken"},
		"receipt named": {func(e *ScoreExport) { e.Score.Hash = strings.Repeat("0", 64) }, "seal", "seal_broken"},
		"kind":          {func(e *ScoreExport) { e.Score = e.Outcomes[0] }, "seal", "wrong_kind"},
		"class": {func(e *ScoreExport) {
			e.Document.Class = "cooking"
			e.Score = sealScore(e.Document)
		}, "seal", "unknown_class"},
		"version": {func(e *ScoreExport) {
			e.Document.ParamsVersion = 2
			e.Score = sealScore(e.Document)
		}, "params", "params_unknown"},
		"outcome": {func(e *ScoreExport) {
			e.Outcomes[1].Receipt = bytes.Replace(e.Outcomes[1].Receipt, []byte("work-"), []byte("work_"), 1)
		}, "outcomes", "seal_broken"},
		"text":             {func(e *ScoreExport) { uncleared(e).Texts["task"] = other }, "outcomes", "text_changed"},
		"text of no seal":  {func(e *ScoreExport) { uncleared(e).Texts["note"] = other }, "outcomes", "unsealed"},
		"twice":            {func(e *ScoreExport) { e.Outcomes = append(e.Outcomes, e.Outcomes[0]) }, "outcomes", "counted_twice"},
		"one left out":     {func(e *ScoreExport) { e.Outcomes = e.Outcomes[1:] }, "facts", "receipts_differ"},
		"agent left out":   {func(e *ScoreExport) { e.Agents = e.Agents[1:] }, "facts", "receipts_differ"},
		"stranger":         {func(e *ScoreExport) { e.Agents = append(e.Agents, classscore.AgentFacts{ID: "agent-99"}) }, "facts", "receipts_differ"},
		"owner":            {func(e *ScoreExport) { e.Agents[0].Owner += "!" }, "facts", "facts_changed"},
		"test agent":       {func(e *ScoreExport) { e.Agents[0].Test = !e.Agents[0].Test }, "facts", "facts_changed"},
		"not established":  {func(e *ScoreExport) { established(e).Established = "" }, "facts", "facts_changed"},
		"no endorsement":   {func(e *ScoreExport) { e.Endorsers = e.Endorsers[1:] }, "facts", "not_established"},
		"endorser's state": {func(e *ScoreExport) { e.Endorsers[0].Document.State = classscore.New }, "facts", "document_changed"},
		"one endorser too many": {func(e *ScoreExport) {
			e.Endorsers = append(e.Endorsers, endorser("wsp_default", "agent-99"))
		}, "facts", "receipts_differ"},
		// A registry that lies in a seal of its own is found by computing again.
		"a sealed lie": {func(e *ScoreExport) {
			e.Document.Score = (e.Document.Score + 50) % 101
			e.Score = sealScore(e.Document)
		}, "recompute", "score_differs"},
		"log's root":  {func(e *ScoreExport) { e.Log.Checkpoint = strings.Replace(e.Log.Checkpoint, "\n9\n", "\n8\n", 1) }, "log", "checkpoint_invalid"},
		"log's index": {func(e *ScoreExport) { e.Log.Index++ }, "log", "not_in_log"},
		"log's proof": {func(e *ScoreExport) { e.Log.Proof[0] = strings.Repeat("0", 64) }, "log", "not_in_log"},
		"log's keys":  {func(e *ScoreExport) { e.Log.Keys[0] = "x" + e.Log.Keys[0] }, "log", "key_differs"},
	} {
		e := sample(t)
		c.change(&e)
		r := Score(e, keys...)
		var first Check
		for _, check := range r.Checks {
			if !check.OK {
				first = check
				break
			}
		}
		if r.OK || first.Name != c.check || first.Code != c.code || first.Detail == "" {
			t.Errorf("%s: %+v, want %s to say %s", name, first, c.check, c.code)
		}
	}
}

func TestClearedTextsAreCounted(t *testing.T) {
	e := sample(t)
	cleared := 0
	for _, s := range e.Outcomes {
		if len(s.Texts) == 0 {
			cleared++
		}
	}
	if r := Score(e); r.Cleared != cleared || cleared == 0 {
		t.Errorf("%d cleared, want %d", r.Cleared, cleared)
	}
}

func TestUnreadableExports(t *testing.T) {
	good := string(must(receipt.Canonical(sample(t))))
	for name, text := range map[string]string{
		"nothing":       "",
		"no JSON":       "score",
		"a list":        "[]",
		"spaces":        " " + good,
		"more":          good + "{}",
		"unknown field": strings.Replace(good, `"format":`, `"extra":1,"format":`, 1),
		"missing field": strings.Replace(good, `,"pool":true`, "", 1),
		"other format":  strings.Replace(good, ScoreFormat, "assay-score-export-2", 1),
		"field's case":  strings.Replace(good, `"pool":true`, `"Pool":true`, 1),
	} {
		if _, err := ReadScore([]byte(text)); err == nil {
			t.Errorf("%s: is read", name)
		}
	}
}

// Whether a receipt is anchored is the pinned key's to say.
func TestAnchor(t *testing.T) {
	e := sample(t)
	e.Log = nil
	if r := Score(e); !r.OK || r.Anchored || len(r.Checks) != 5 {
		t.Errorf("without a log: %+v", r)
	}
	e = sample(t)
	foreign := must(receipt.PublicOf(origin, bytes.Repeat([]byte{6}, 32)))
	if r := Score(e, foreign); r.OK || r.Anchored {
		t.Errorf("another key: %+v", r)
	}
	if r := Score(e, "no key"); r.OK || r.Anchored {
		t.Errorf("no key: %+v", r)
	}
}

// The layout of an export is written down: a change of it would make the exports out there unreadable. UPDATE=1 writes it anew.
func TestLayoutOfExports(t *testing.T) {
	const file = "testdata/score.json"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, sampleText(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if golden := must(os.ReadFile(file)); !bytes.Equal(golden, sampleText()) {
		t.Errorf("an export is now\n%s\nand was\n%s", sampleText(), golden)
	}
}
