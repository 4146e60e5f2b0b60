package classscore

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"strconv"
	"time"

	"assay/eval/receipt"
)

// DocumentFormat names the layout of a Document.
const DocumentFormat = "assay-score-1"

// Facts are what the receipt of an outcome seals: one decisive verdict on one piece of work.
type Facts struct {
	Agent   string  `json:"agent"` // whose work it is
	Class   Class   `json:"class"`
	Work    string  `json:"work"` // the piece of work: a task's result, or an approval
	Task    string  `json:"task"` // the task it belongs to
	Verdict string  `json:"verdict"`
	Voice   VoiceID `json:"voice"`
	Value   Value   `json:"value"`
	At      string  `json:"at"` // when the verdict was given, as receipt.TimeLayout
}

// TakenBackFacts are what the receipt of a verdict taken back seals.
type TakenBackFacts struct {
	Agent     string  `json:"agent"` // whose work it is
	Class     Class   `json:"class"`
	Work      string  `json:"work"`
	Task      string  `json:"task"`
	Verdict   string  `json:"verdict"`
	TakesBack string  `json:"takes_back"` // the verdict that stood until then
	Voice     VoiceID `json:"voice"`
	At        string  `json:"at"`
}

// VoiceID is a voice as it is sealed.
type VoiceID struct {
	Kind VoiceKind `json:"kind"`
	ID   string    `json:"id"` // empty: the system
}

// AgentFacts are what a score took for true of an agent.
type AgentFacts struct {
	ID          string `json:"id"`
	Owner       string `json:"owner"` // empty: nobody
	Test        bool   `json:"test"`
	Established string `json:"established"` // hash of the receipt of a score that shows it; empty: it was not
}

// Digest names a set by its size and a hash.
type Digest struct {
	Count int    `json:"count"`
	Hash  string `json:"hash"`
}

// Document is what the receipt of a score seals by its hash: the score, and digests of all it was computed from.
type Document struct {
	Format        string  `json:"format"`
	Workspace     string  `json:"workspace"`
	Agent         string  `json:"agent"`
	Class         Class   `json:"class"`
	Model         string  `json:"model"`
	ParamsVersion int     `json:"params_version"`
	AsOf          string  `json:"as_of"` // as receipt.TimeLayout
	State         State   `json:"state"`
	Score         int     `json:"score"`
	Range         [2]int  `json:"range"`
	HalfWidth     float64 `json:"half_width"` // this, n and v to 6 decimals
	N             float64 `json:"n"`
	V             float64 `json:"v"`
	PoolRate      float64 `json:"pool_rate"` // every digit: a score can be recomputed from it without the pool
	Outcomes      Digest  `json:"outcomes"`  // of the agent, up to as_of
	Agents        Digest  `json:"agents"`    // the agent, and those whose word is among its outcomes
	Pool          Digest  `json:"pool"`      // outcomes of all agents in this kind of work, up to as_of
	PoolAgents    Digest  `json:"pool_agents"`
}

// Document writes a score down. The digests are the caller's.
func (p Params) Document(s Score, workspace, agent string, class Class) Document {
	return Document{
		Format: DocumentFormat, Workspace: workspace, Agent: agent, Class: class, Model: p.Model, ParamsVersion: p.Version,
		AsOf: s.AsOf.UTC().Format(receipt.TimeLayout), State: s.State, Score: s.Score, Range: [2]int{s.Low, s.High},
		HalfWidth: Six(s.HalfWidth), N: Six(s.N), V: Six(s.V), PoolRate: s.PoolRate,
	}
}

// Six rounds to 6 decimals, as n, v and half widths are shown.
func Six(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 6, 64), 64)
	if err != nil { // what FormatFloat wrote can be read
		panic(err)
	}
	return rounded
}

// DigestOutcomes is the digest of a set of outcome receipts: SHA-256 of their hashes, 32 bytes each, in ascending order.
func DigestOutcomes(receipts []receipt.Hash) Digest {
	sorted := slices.Clone(receipts)
	slices.SortFunc(sorted, func(a, b receipt.Hash) int {
		if x, y := binary.BigEndian.Uint64(a[:]), binary.BigEndian.Uint64(b[:]); x != y {
			return cmp.Compare(x, y)
		}
		return bytes.Compare(a[:], b[:])
	})
	h := sha256.New()
	for _, r := range sorted {
		h.Write(r[:])
	}
	return Digest{Count: len(sorted), Hash: receipt.Hash(h.Sum(nil)).String()}
}

// DigestAgents is the digest of a set of agents: SHA-256 of the canonical JSON of their list, by ascending id.
func DigestAgents(agents []AgentFacts) (Digest, error) {
	sorted := slices.SortedFunc(slices.Values(agents), func(a, b AgentFacts) int { return bytes.Compare([]byte(a.ID), []byte(b.ID)) })
	if sorted == nil {
		sorted = []AgentFacts{}
	}
	text, err := receipt.Canonical(sorted)
	return Digest{Count: len(sorted), Hash: receipt.Hash(sha256.Sum256(text)).String()}, err
}

// Rebuild makes the workspace that outcomes and agents, as they were sealed, are of. Each piece of work has its one decisive verdict.
func Rebuild(outcomes []Facts, agents []AgentFacts) (Workspace, error) {
	in := Workspace{Agents: map[string]Agent{}, Established: map[string]bool{}}
	for _, a := range agents {
		in.Agents[a.ID] = Agent{Owner: a.Owner, Test: a.Test}
		in.Established[a.ID] = a.Established != ""
	}
	for _, o := range outcomes {
		at, err := time.Parse(receipt.TimeLayout, o.At)
		if err != nil {
			return Workspace{}, err
		}
		in.Work = append(in.Work, Work{ID: o.Work, Agent: o.Agent, Class: o.Class, Verdicts: []Verdict{
			{Voice: Voice(o.Voice), Value: o.Value, At: at},
		}})
	}
	return in, nil
}

// Mentioned gives the ids of the agents whose work the outcomes are, and whose word they are, each once, in order.
func Mentioned(outcomes []Facts) []string {
	ids := map[string]bool{}
	for _, o := range outcomes {
		ids[o.Agent] = true
		if o.Voice.Kind == AgentVoice {
			ids[o.Voice.ID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// ComputeWithRate scores an agent whose pool is known by its success rate alone.
func (p Params) ComputeWithRate(agent string, class Class, in Workspace, rate float64) (Score, bool) {
	own := in.Outcomes(p, class)[agent]
	asOf, ok := AsOf(own)
	if !ok {
		return Score{}, false
	}
	return p.score(p.tally(own, asOf), rate, asOf), true
}
