package app

import (
	"context"
	"fmt"

	"assay/eval"
	"assay/eval/classscore"
)

// Judged is what was said of a piece of work, and what it counts as now.
type Judged struct {
	Verdicts []JudgedVerdict // in the order in which they were recorded
	Outcome  *Outcome        // nil: nothing yet
}

// JudgedVerdict is a verdict with what becomes of it.
type JudgedVerdict struct {
	eval.WorkVerdict
	Decides  bool
	Standing string // why it decides or does not, in a sentence
}

// Outcome is what a piece of work counts as.
type Outcome struct {
	classscore.Outcome
	Verdict JudgedVerdict
}

// Judged gives what was said of pieces of work, which the caller was given, by id: as it counts by what is true of agents now. For batching.
func (a *App) Judged(ctx context.Context, pieceIDs []string) (map[string]Judged, error) {
	verdicts, err := a.store.VerdictsOn(ctx, pieceIDs)
	if err != nil {
		return nil, err
	}
	byWorkspace := map[string][]eval.WorkVerdict{}
	for _, of := range verdicts {
		byWorkspace[of[0].WorkspaceID] = append(byWorkspace[of[0].WorkspaceID], of...)
	}
	out := make(map[string]Judged, len(pieceIDs))
	for _, id := range pieceIDs {
		out[id] = Judged{}
	}
	for workspaceID, all := range byWorkspace {
		in, _, err := knownAgents(ctx, a.store, workspaceID, all)
		if err != nil {
			return nil, err
		}
		for _, v := range all {
			if len(out[v.PieceID].Verdicts) == 0 {
				out[v.PieceID] = judged(in, verdicts[v.PieceID])
			}
		}
	}
	return out, nil
}

// judged says what becomes of each verdict on one piece of work.
func judged(in classscore.Workspace, verdicts []eval.WorkVerdict) Judged {
	works, _ := pieces(verdicts[0].Class, verdicts)
	outcome, counts := in.Decide(params, works[0])
	j := Judged{Verdicts: make([]JudgedVerdict, len(verdicts))}
	for i, v := range verdicts {
		j.Verdicts[i] = JudgedVerdict{WorkVerdict: v, Decides: counts && outcome.Decides == i}
	}
	var decides classscore.Standing
	if counts {
		decides, _ = in.Classify(params, verdicts[0].AgentID, works[0].Verdicts[outcome.Decides])
	}
	for i := range verdicts {
		j.Verdicts[i].Standing = standingOf(in, j.Verdicts[i], counts, decides)
	}
	if counts {
		j.Outcome = &Outcome{outcome, j.Verdicts[outcome.Decides]}
	}
	return j
}

// standingOf says in a sentence why a verdict decides or does not.
func standingOf(in classscore.Workspace, v JudgedVerdict, counts bool, decides classscore.Standing) string {
	subject := in.Agents[v.AgentID]
	voice, known := in.Agents[v.Voice.ID]
	mine, may := in.Classify(params, v.AgentID, classscore.Verdict{Voice: v.Voice, Value: v.Value, At: v.At})
	switch {
	case !v.Stands:
		return "Does not stand: the same voice said something newer."
	case v.Value == classscore.TakenBack:
		return "Stands for nothing: it was taken back, and so was what this voice said before."
	case subject.Test:
		return "Counts for nothing: work of a test agent never counts."
	case v.Voice.Kind == classscore.AgentVoice && voice.Test:
		return "Counts for nothing: it is the word of a test agent."
	case v.Voice.Kind == classscore.AgentVoice && !known:
		return "Counts for nothing: the agent is not known here."
	case !may:
		return "Counts for nothing: another agent's word needs an established record in some kind of work."
	case v.Decides:
		return fmt.Sprintf("Decides: %s.", rankWords[mine.Rank])
	case counts && decides.Rank > mine.Rank:
		return "Outranked: a more trusted voice decides."
	}
	return "Outranked: an equally trusted voice said something newer."
}

var rankWords = map[classscore.Rank]string{
	classscore.RankPerson: "a person's word is the most trusted",
	classscore.RankSystem: "no person judged it, and the workspace's own system is trusted before agents",
	classscore.RankPeer:   "no person and no system judged it, and this agent is established",
	classscore.RankOwn:    "nobody more trusted judged it than the agent itself or one of its owner",
}
