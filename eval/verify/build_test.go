package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

const origin = "assay.example/log"

var seed = bytes.Repeat([]byte{5}, 32)

// vector is a workspace of the class-score vectors, with all its verdicts.
type vector struct {
	Name      string
	Workspace struct {
		Agents map[string]classscore.Agent
		Work   []struct {
			ID, Agent string
			Class     classscore.Class
			Verdicts  []struct {
				Voice classscore.Voice
				Value *classscore.Value
				At    int64
			}
		}
	}
	Established []string
	Want        map[string]map[classscore.Class]json.RawMessage
}

func vectors() (all []vector) {
	if err := json.Unmarshal(must(os.ReadFile("../classscore/testdata/class_scores.json")), &all); err != nil {
		panic(err)
	}
	return all
}

func (v vector) in() classscore.Workspace {
	in := classscore.Workspace{Agents: v.Workspace.Agents, Established: map[string]bool{}}
	for _, id := range v.Established {
		in.Established[id] = true
	}
	for _, w := range v.Workspace.Work {
		work := classscore.Work{ID: w.ID, Agent: w.Agent, Class: w.Class}
		for _, d := range w.Verdicts {
			verdict := classscore.Verdict{Voice: d.Voice, At: time.Unix(d.At, 0)}
			if verdict.Voice.Kind == classscore.System {
				verdict.Voice.ID = ""
			}
			if d.Value != nil {
				verdict.Value = *d.Value
			}
			work.Verdicts = append(work.Verdicts, verdict)
		}
		in.Work = append(in.Work, work)
	}
	return in
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// build makes the export that a registry would, of one score. Every third text is cleared.
func build(in classscore.Workspace, agent string, class classscore.Class, pool bool) ScoreExport {
	const workspace = "wsp_default"
	params := classscore.Version1
	score, ok := params.Compute(agent, class, in)
	if !ok {
		panic("no score")
	}
	var all, own outcomes
	e := ScoreExport{Format: ScoreFormat, Outcomes: []Sealed{}, Agents: []classscore.AgentFacts{}, Endorsers: []Endorser{}, Pool: pool}
	for i, w := range in.Work {
		o, counts := in.Decide(params, w)
		if w.Class != class || !counts || o.At.After(score.AsOf) {
			continue
		}
		v := w.Verdicts[o.Decides]
		f := classscore.Facts{
			Agent: w.Agent, Class: class, Work: w.ID, Task: "task-" + w.ID, Verdict: fmt.Sprint("verdict-", i), Voice: classscore.VoiceID(v.Voice), Value: v.Value,
			At: o.At.UTC().Format(receipt.TimeLayout),
		}
		text := must(receipt.NewText(bytes.Repeat([]byte{byte(i)}, receipt.SaltSize), "what was asked"))
		if i%3 == 0 {
			text = text.Clear()
		}
		r := receipt.Receipt{
			ID: "rcp_" + w.ID, Kind: receipt.OutcomeRecorded, At: o.At, Workspace: workspace,
			Facts: must(receipt.Canonical(f)), Texts: map[string]receipt.Text{"task": text},
		}
		all.facts, all.hashes = append(all.facts, f), append(all.hashes, must(r.Hash()))
		if pool || w.Agent == agent {
			e.Outcomes = append(e.Outcomes, must(Export(r)))
		}
	}
	own = all.own(agent)
	standing := func(facts []classscore.Facts) (agents []classscore.AgentFacts) {
		for _, id := range classscore.Mentioned(facts) {
			a := classscore.AgentFacts{ID: id, Owner: in.Agents[id].Owner, Test: in.Agents[id].Test}
			if in.Established[id] {
				a.Established = endorser(workspace, id).Score.Hash
			}
			agents = append(agents, a)
		}
		return agents
	}
	e.Agents = standing(own.facts)
	d := params.Document(score, workspace, agent, class)
	d.Outcomes, d.Agents = classscore.DigestOutcomes(own.hashes), must(classscore.DigestAgents(e.Agents))
	d.Pool, d.PoolAgents = classscore.DigestOutcomes(all.hashes), must(classscore.DigestAgents(standing(all.facts)))
	if pool {
		e.Agents = standing(all.facts)
	}
	for _, a := range e.Agents {
		if a.Established != "" {
			e.Endorsers = append(e.Endorsers, endorser(workspace, a.ID))
		}
	}
	e.Document = d
	e.Score = sealScore(d)
	e.Log = anchored(e.Score)
	return e
}

// sealScore makes the receipt of a document.
func sealScore(d classscore.Document) Sealed {
	facts := ScoreFacts{Agent: d.Agent, Class: d.Class, Document: receipt.Hash(sha256.Sum256(must(receipt.Canonical(d)))).String()}
	return must(Export(receipt.Receipt{
		ID: "rcp_score", Kind: receipt.ScoreComputed, At: time.Unix(1_800_000_000, 0), Workspace: d.Workspace, Facts: must(receipt.Canonical(facts)),
	}))
}

// endorser makes the receipt of a score that shows the agent established.
func endorser(workspace, id string) Endorser {
	d := classscore.Document{Format: classscore.DocumentFormat, Workspace: workspace, Agent: id, Class: classscore.Code, State: classscore.Established}
	return Endorser{Score: sealScore(d), Document: d}
}

type hashesInMemory []tlog.Hash

func (m hashesInMemory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		out[i] = m[x]
	}
	return out, nil
}

// anchored puts a receipt among others into a log.
func anchored(s Sealed) *Anchor {
	var stored hashesInMemory
	const size, index = 9, 4
	for n := range int64(size) {
		leaf := receipt.Hash{byte(n)}
		if n == index {
			leaf = must(receipt.ParseHash(s.Hash))
		}
		stored = append(stored, must(tlog.StoredHashes(n, leaf[:], stored))...)
	}
	head := receipt.Head{Size: size, Root: receipt.Hash(must(tlog.TreeHash(size, stored)))}
	a := &Anchor{Origin: origin, Index: index, Keys: []string{must(receipt.PublicOf(origin, seed))}, Proof: []string{}}
	a.Checkpoint = must(receipt.SignCheckpoint(origin, head, must(receipt.NewSigner(origin, seed))))
	for _, h := range must(tlog.ProveRecord(size, index, stored)) {
		a.Proof = append(a.Proof, receipt.Hash(h).String())
	}
	return a
}
