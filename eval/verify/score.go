package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

// ScoreFormat names the layout of a ScoreExport.
const ScoreFormat = "assay-score-export-1"

// ScoreExport is a score with what it was computed from. It is canonical JSON, without anything else in it.
type ScoreExport struct {
	Format   string              `json:"format"`
	Score    Sealed              `json:"score"`    // the receipt
	Document classscore.Document `json:"document"` // whose hash it seals

	Outcomes  []Sealed                `json:"outcomes"`  // of the agent; with the pool, of all agents
	Agents    []classscore.AgentFacts `json:"agents"`    // that these are about, or whose word they are
	Endorsers []Endorser              `json:"endorsers"` // of the agents that were established
	Pool      bool                    `json:"pool"`
	Log       *Anchor                 `json:"log"` // null: the receipt is not in the log yet
}

// Endorser is the receipt of a score, with its document.
type Endorser struct {
	Score    Sealed              `json:"score"`
	Document classscore.Document `json:"document"`
}

// ScoreFacts are what the receipt of a score seals.
type ScoreFacts struct {
	Agent    string           `json:"agent"`
	Class    classscore.Class `json:"class"`
	Document string           `json:"document"` // SHA-256 of the document in canonical JSON
	Previous string           `json:"previous"` // hash of the receipt of the score before; empty: the first
}

// ReadScore reads an export. An error means that it cannot be read: it is not canonical, or has fields that are unknown or missing.
func ReadScore(text []byte) (e ScoreExport, err error) {
	if err := strict(bytes.Clone(text), &e); err != nil {
		return e, err
	}
	return e, e.readable()
}

func (e ScoreExport) readable() error {
	if e.Format != ScoreFormat {
		return fmt.Errorf("its format is %q; %q can be read", e.Format, ScoreFormat)
	}
	return nil
}

// CheckScore is ReadScore and Score in one, for an export of a million outcomes: each is read, checked and forgotten.
func CheckScore(text []byte, keys ...string) (Report, error) {
	var e struct {
		ScoreExport
		Outcomes []json.RawMessage `json:"outcomes"`
	}
	if err := strict(text, &e); err != nil {
		return Report{}, err
	}
	if err := e.readable(); err != nil {
		return Report{}, err
	}
	read, p, err := e.openAll(len(e.Outcomes), func(i int, into *Sealed) error { return strict(e.Outcomes[i], into) })
	if err != nil {
		return Report{}, err
	}
	return e.report(read, p, keys), nil
}

// Score checks an export of a score: five questions by name, and whether the log has the receipt. Keys are the log's, pinned by who asks.
//
//	seal       the score's receipt sealed this document
//	params     it was computed with parameters that are known here
//	outcomes   each outcome is what its receipt recorded
//	facts      the receipts are exactly those the score names, and what is said of the agents is what it took for true
//	recompute  the same model gives the same score
func Score(e ScoreExport, keys ...string) Report {
	read, p, _ := e.openAll(len(e.Outcomes), func(i int, into *Sealed) error { *into = e.Outcomes[i]; return nil })
	return e.report(read, p, keys)
}

// report makes the report of an export whose outcomes were read, up to the first with a problem.
func (e ScoreExport) report(read outcomes, wrong *problem, keys []string) Report {
	r := Report{OK: true, Checks: []Check{}}
	r.add("seal", e.seal(), "The receipt "+e.Score.Hash+" sealed the document.")
	params, p := e.params()
	r.add("params", p, fmt.Sprintf("Model %s, parameters version %d.", e.Document.Model, e.Document.ParamsVersion))
	recomputed := make(chan *problem, 1)
	go func() { recomputed <- e.recompute(params, read) }() // of a million outcomes both take a while
	r.Cleared = read.cleared
	r.add("outcomes", wrong, fmt.Sprintf("Outcomes that are what their receipts recorded: %d.", len(read.facts)))
	r.add("facts", e.facts(read), fmt.Sprintf("The receipts are exactly the ones that the score names. Agents that are as they were: %d.", len(e.Agents)))
	r.add("recompute", <-recomputed, fmt.Sprintf("%d, range %d to %d, %s.", e.Document.Score, e.Document.Range[0], e.Document.Range[1], e.Document.State))
	r.anchor(e.Log, e.Score.Hash, keys)
	return r
}

func (e ScoreExport) seal() *problem {
	p := sealedScore(e.Score, e.Document)
	if p == nil && !slices.Contains(classscore.Classes, e.Document.Class) {
		p = &problem{"unknown_class", fmt.Sprintf("%q is no kind of work", e.Document.Class)}
	}
	return p
}

// sealedScore checks that a receipt sealed a document.
func sealedScore(s Sealed, d classscore.Document) *problem {
	b, p := s.open(receipt.ScoreComputed)
	if p != nil {
		return p
	}
	var facts ScoreFacts
	if err := strict(b.Facts, &facts); err != nil {
		return &problem{"unreadable", fmt.Sprintf("receipt %s: its facts: %v", s.Hash, err)}
	}
	text, err := receipt.Canonical(d)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	if sum := receipt.Hash(sha256.Sum256(text)).String(); sum != facts.Document {
		return &problem{"document_changed", fmt.Sprintf("receipt %s sealed the document %s, not this one, %s", s.Hash, facts.Document, sum)}
	}
	if b.Workspace != d.Workspace || facts.Agent != d.Agent || facts.Class != d.Class || d.Format != classscore.DocumentFormat {
		return &problem{"document_changed", fmt.Sprintf("receipt %s is of another agent, kind of work, workspace or format than its document", s.Hash)}
	}
	return nil
}

func (e ScoreExport) params() (classscore.Params, *problem) {
	p := classscore.Version1
	if e.Document.Model != p.Model || e.Document.ParamsVersion != p.Version {
		return p, &problem{"params_unknown", fmt.Sprintf("model %q with parameters version %d is not known here; %s with version %d is",
			e.Document.Model, e.Document.ParamsVersion, p.Model, p.Version)}
	}
	return p, nil
}

func (e ScoreExport) facts(all outcomes) *problem {
	own := all.own(e.Document.Agent)
	if p := e.sameSet("the agent's", own, e.Document.Outcomes, e.Document.Agents); p != nil {
		return p
	}
	if e.Pool {
		if p := e.sameSet("the pool's", all, e.Document.Pool, e.Document.PoolAgents); p != nil {
			return p
		}
	} else if len(own.facts) != len(all.facts) {
		return &problem{"receipts_differ", "there are outcomes of other agents in an export without the pool"}
	}
	mentioned := classscore.Mentioned(all.facts)
	if len(e.Agents) != len(mentioned) {
		return &problem{"receipts_differ", fmt.Sprintf("%d agents are described; %d are mentioned", len(e.Agents), len(mentioned))}
	}
	return e.endorsed()
}

// sameSet checks outcomes, and the agents that they mention, against what the document names.
func (e ScoreExport) sameSet(whose string, o outcomes, receipts, agents classscore.Digest) *problem {
	if got := classscore.DigestOutcomes(o.hashes); got != receipts {
		return &problem{"receipts_differ", fmt.Sprintf("%s %d outcome receipts are not the %d that the score names", whose, got.Count, receipts.Count)}
	}
	described := map[string]classscore.AgentFacts{}
	for _, a := range e.Agents {
		described[a.ID] = a
	}
	var mentioned []classscore.AgentFacts
	for _, id := range classscore.Mentioned(o.facts) {
		a, ok := described[id]
		if !ok {
			return &problem{"receipts_differ", fmt.Sprintf("the agent %s is not described", id)}
		}
		mentioned = append(mentioned, a)
	}
	got, err := classscore.DigestAgents(mentioned)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	if got != agents {
		return &problem{"facts_changed", "what is said of " + whose + " agents (owner, test agent, established) is not what was true when the score was computed"}
	}
	return nil
}

// endorsed checks that each agent that counted as established has the receipt of a score that says so.
func (e ScoreExport) endorsed() *problem {
	shown := map[string]classscore.Document{}
	for _, x := range e.Endorsers {
		if p := sealedScore(x.Score, x.Document); p != nil {
			return p
		}
		shown[x.Score.Hash] = x.Document
	}
	used := map[string]bool{}
	for _, a := range e.Agents {
		if a.Established == "" {
			continue
		}
		d, ok := shown[a.Established]
		if !ok || d.Agent != a.ID || d.Workspace != e.Document.Workspace || d.State != classscore.Established {
			return &problem{"not_established", fmt.Sprintf("there is no receipt %s of a score that shows agent %s established", a.Established, a.ID)}
		}
		used[a.Established] = true
	}
	if len(used) != len(e.Endorsers) {
		return &problem{"receipts_differ", "there are receipts of scores that no agent's standing refers to"}
	}
	return nil
}

func (e ScoreExport) recompute(params classscore.Params, o outcomes) *problem {
	in, err := classscore.Rebuild(o.facts, e.Agents)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	var s classscore.Score
	var ok bool
	if e.Pool {
		s, ok = params.Compute(e.Document.Agent, e.Document.Class, in)
	} else {
		s, ok = params.ComputeWithRate(e.Document.Agent, e.Document.Class, in, e.Document.PoolRate)
	}
	if !ok {
		return &problem{"score_differs", "these outcomes give no score"}
	}
	want := params.Document(s, e.Document.Workspace, e.Document.Agent, e.Document.Class)
	want.Outcomes, want.Agents, want.Pool, want.PoolAgents = e.Document.Outcomes, e.Document.Agents, e.Document.Pool, e.Document.PoolAgents
	if want != e.Document {
		return &problem{"score_differs", fmt.Sprintf("the model gives %d, range %d to %d, n %.6f, v %.6f, %s; the document says %d, range %d to %d, n %.6f, v %.6f, %s",
			want.Score, want.Range[0], want.Range[1], want.N, want.V, want.State,
			e.Document.Score, e.Document.Range[0], e.Document.Range[1], e.Document.N, e.Document.V, e.Document.State)}
	}
	return nil
}
