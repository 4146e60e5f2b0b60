package classscore

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Workspace is what the scores of a workspace are computed from.
type Workspace struct {
	Agents      map[string]Agent // by id
	Work        []Work
	Established map[string]bool // agents that were established in some kind of work when the score is computed
}

// Agent is whose work is judged, and who may judge that of others.
type Agent struct {
	Owner string // "" where nobody owns it: such agents share no owner
	Test  bool   // counts nowhere
}

// Work is one piece of work: a task's result, or a call that waited for an approval.
type Work struct {
	ID       string
	Agent    string // who did it
	Class    Class
	Verdicts []Verdict // in the order in which they were recorded
}

// Verdict is what one voice says of a piece of work.
type Verdict struct {
	Voice Voice
	Value Value
	At    time.Time
}

// Voice is who gives a verdict.
type Voice struct {
	Kind VoiceKind
	ID   string // of the person or agent; "" for the system
}

// VoiceKind is what sort of voice it is.
type VoiceKind string

// The kinds of voice. A person is a member of the workspace or above, when the verdict was given.
const (
	Person     VoiceKind = "person"
	System     VoiceKind = "system"
	AgentVoice VoiceKind = "agent"
)

// Value is what a verdict says.
type Value string

// The values. A verdict taken back stands for nothing, and hides what the same voice said before.
const (
	Success   Value = "success"
	Failure   Value = "failure"
	TakenBack Value = ""
)

// Outcome is what a piece of work counts as.
type Outcome struct {
	Work     string
	Success  bool
	At       time.Time // of the verdict that decides
	Weight   float64   // when it is new
	Verified bool
	Source   string // whom the caps count it as
	Decides  int    // index of that verdict in Work.Verdicts
}

// Sources that are not somebody's id. Those of persons and agents begin with their kind, so none can be taken for another.
const (
	sourceSystem = "system"
	sourceOwn    = "own"
)

// Outcomes are the outcomes of one kind of work, by agent. Agents that are unknown or for tests have none.
func (in Workspace) Outcomes(p Params, class Class) map[string][]Outcome {
	all := map[string][]Outcome{}
	for _, w := range in.Work {
		if w.Class != class {
			continue
		}
		if o, ok := in.Decide(p, w); ok {
			all[w.Agent] = append(all[w.Agent], o)
		}
	}
	return all
}

// Decide says what a piece of work counts as: nothing, or the verdict of the most trusted voice, of equally trusted ones the newer, of
// equally new ones the one recorded later.
func (in Workspace) Decide(p Params, w Work) (Outcome, bool) {
	if subject, known := in.Agents[w.Agent]; !known || subject.Test {
		return Outcome{}, false
	}
	best := -1
	var chosen Standing
	for _, i := range newestOfEach(w.Verdicts) {
		v := w.Verdicts[i]
		s, counts := in.Classify(p, w.Agent, v)
		if !counts {
			continue
		}
		if best < 0 || cmp.Or(cmp.Compare(s.Rank, chosen.Rank), v.At.Compare(w.Verdicts[best].At), cmp.Compare(i, best)) > 0 {
			best, chosen = i, s
		}
	}
	if best < 0 {
		return Outcome{}, false
	}
	v := w.Verdicts[best]
	return Outcome{
		Work: w.ID, Success: v.Value == Success, At: v.At,
		Weight: chosen.Weight, Verified: chosen.Verified, Source: chosen.Source, Decides: best,
	}, true
}

// onlyOne is what newestOfEach gives of most work.
var onlyOne = []int{0}

// newestOfEach gives the index of each voice's newest verdict, the later recorded of two at one time, in the order of the verdicts.
func newestOfEach(verdicts []Verdict) []int {
	if len(verdicts) == 1 {
		return onlyOne
	}
	newest := map[Voice]int{}
	for i, v := range verdicts {
		if old, ok := newest[v.Voice]; !ok || !v.At.Before(verdicts[old].At) {
			newest[v.Voice] = i
		}
	}
	return slices.Sorted(maps.Values(newest))
}

// Standing is how far a voice is trusted about one agent.
type Standing struct {
	Rank     Rank
	Weight   float64
	Verified bool
	Source   string
}

// Rank orders voices: the higher decides.
type Rank int

// The ranks.
const (
	RankOwn    Rank = iota // the agent itself, or one of its owner
	RankPeer               // another agent
	RankSystem             // the workspace's own system
	RankPerson
)

// Classify says how a verdict counts for the work of an agent, and whether it counts at all.
func (in Workspace) Classify(p Params, subject string, v Verdict) (Standing, bool) {
	if v.Value != Success && v.Value != Failure {
		return Standing{}, false
	}
	switch v.Voice.Kind {
	case Person:
		return Standing{Rank: RankPerson, Weight: p.Person, Verified: true, Source: "person:" + v.Voice.ID}, true
	case System:
		return Standing{Rank: RankSystem, Weight: p.System, Source: sourceSystem}, true
	case AgentVoice:
		voice, known := in.Agents[v.Voice.ID]
		if !known || voice.Test {
			return Standing{}, false
		}
		if owner := in.Agents[subject].Owner; v.Voice.ID == subject || owner != "" && voice.Owner == owner {
			own := Standing{Rank: RankOwn, Weight: p.OwnSuccess, Source: sourceOwn}
			if v.Value == Failure {
				own.Weight = p.OwnFailure
			}
			return own, true
		}
		return Standing{Rank: RankPeer, Weight: p.Peer, Source: "agent:" + v.Voice.ID}, in.Established[v.Voice.ID]
	default:
		return Standing{}, false
	}
}
