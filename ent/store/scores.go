package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/agent"
	"assay/ent/internal/entdb/predicate"
	"assay/ent/internal/entdb/score"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
)

// ScoreInputs is what a score was computed from.
type ScoreInputs struct {
	Own    []int64                 // numbers of the verdicts that decide the agent's outcomes, rising
	Others []int64                 // of those that decide the other agents', up to as_of
	Agents []classscore.AgentFacts // what was taken for true of the agents that these mention, by id
}

// PutScore stores a score that was computed, as the current one of its agent in its kind of work. What it takes the place of keeps its
// document only if receipts of it still have their text.
func (tx *Tx) PutScore(ctx context.Context, s eval.ClassScore, in ScoreInputs) error {
	if err := tx.RetireScore(ctx, s.AgentID, s.Class); err != nil {
		return err
	}
	document, err := receipt.Canonical(s.Document)
	if err != nil {
		return fmt.Errorf("store score: %w", err)
	}
	facts, err := json.Marshal(in.Agents)
	if err != nil {
		return fmt.Errorf("store score: %w", err)
	}
	err = tx.db.Score.Create().SetID(s.ID).SetWorkspaceID(s.WorkspaceID).SetAgentID(s.AgentID).SetClass(string(s.Class)).
		SetState(string(s.State)).SetEstablished(s.State == classscore.Established).SetAsOf(millis(s.AsOf)).SetComputedAt(millis(s.ComputedAt)).SetReceiptHash(s.Receipt[:]).
		SetDocument(document).SetInputs(packSeqs(in.Own, in.Others)).SetAgents(facts).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store score: %w", err)
	}
	tx.Changed(s.AgentID, TopicScores+s.AgentID)
	return nil
}

// TopicScores is, before the id of an agent, heard when a score of it was computed.
const TopicScores = "scores:"

// RetireScore makes the current score of an agent in a kind of work, if there is one, an earlier one. Where the text of its receipt was
// cleared, its document goes with it.
func (tx *Tx) RetireScore(ctx context.Context, agentID string, class classscore.Class) error {
	const cleared = "NOT EXISTS (SELECT 1 FROM receipts r JOIN receipt_texts t ON t.receipt_id = r.id WHERE r.hash = scores.receipt_hash AND t.name = 'document')"
	_, err := tx.db.ExecContext(ctx, "UPDATE scores SET current = FALSE, inputs = $1, agents = $1, document = CASE WHEN "+cleared+
		" THEN $1 ELSE document END WHERE agent_id = $2 AND class = $3 AND current", []byte{}, agentID, string(class))
	if err != nil {
		return fmt.Errorf("retire score: %w", err)
	}
	tx.Changed(agentID, TopicScores+agentID)
	return nil
}

// ForgetScore forgets the document of an earlier score whose receipt's text was cleared. A current one keeps it.
func (tx *Tx) ForgetScore(ctx context.Context, id string) error {
	err := tx.db.Score.Update().Where(score.ID(id), score.Current(false)).SetDocument([]byte{}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("forget score: %w", err)
	}
	return nil
}

// CurrentScores gives the current scores of agents by agent id, in the order of the kinds of work.
func (c conn) CurrentScores(ctx context.Context, agentIDs []string) (map[string][]eval.ClassScore, error) {
	rows, err := c.db.Score.Query().Where(score.AgentIDIn(agentIDs...), score.Current(true)).Select(scoreColumns...).All(ctx)
	scores, err := manyScores(rows, err)
	out := make(map[string][]eval.ClassScore, len(agentIDs))
	for _, s := range scores {
		out[s.AgentID] = append(out[s.AgentID], s)
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b eval.ClassScore) int {
			return slices.Index(classscore.Classes, a.Class) - slices.Index(classscore.Classes, b.Class)
		})
	}
	return out, err
}

// scoreColumns leaves out what a score was computed from, which is large.
var scoreColumns = []string{score.FieldID, score.FieldWorkspaceID, score.FieldAgentID, score.FieldClass, score.FieldState, score.FieldAsOf,
	score.FieldComputedAt, score.FieldCurrent, score.FieldReceiptHash, score.FieldDocument}

// CurrentScore gives the current score of an agent in a kind of work; nil when there is none.
func (c conn) CurrentScore(ctx context.Context, agentID string, class classscore.Class) (*eval.ClassScore, error) {
	rows, err := c.db.Score.Query().Where(score.AgentID(agentID), score.Class(string(class)), score.Current(true)).Select(scoreColumns...).All(ctx)
	return firstScore(manyScores(rows, err))
}

// ScoreOfReceipt gives the score of a receipt; nil when there is none.
func (c conn) ScoreOfReceipt(ctx context.Context, agentID string, r receipt.Hash) (*eval.ClassScore, error) {
	rows, err := c.db.Score.Query().Where(score.AgentID(agentID), score.ReceiptHash(r[:])).Select(scoreColumns...).All(ctx)
	return firstScore(manyScores(rows, err))
}

// LatestScoreID gives the id of the score of an agent in a kind of work that was computed last, in whatever workspace; empty: there is none.
func (c conn) LatestScoreID(ctx context.Context, agentID string, class classscore.Class) (string, error) {
	ids, err := c.db.Score.Query().Where(score.AgentID(agentID), score.Class(string(class))).Order(score.ByID(entsql.OrderDesc())).Limit(1).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return ids[0], nil
}

// ScoreHistory gives the scores of an agent in a kind of work of a workspace, newest first, the current one too.
func (c conn) ScoreHistory(ctx context.Context, workspaceID, agentID string, class classscore.Class, first int) ([]eval.ClassScore, error) {
	where := []predicate.Score{score.AgentID(agentID), score.Class(string(class)), score.WorkspaceID(workspaceID)}
	rows, err := c.db.Score.Query().Where(where...).Order(score.ByID(entsql.OrderDesc())).
		Limit(first).Select(scoreColumns...).All(ctx)
	return manyScores(rows, err)
}

// ScoreInputs gives what the current score with this id was computed from; nothing of another.
func (c conn) ScoreInputs(ctx context.Context, id string) (in ScoreInputs, err error) {
	r, err := c.db.Score.Query().Where(score.ID(id), score.Current(true)).Only(ctx)
	if entdb.IsNotFound(err) {
		return in, nil
	}
	if err != nil {
		return in, fmt.Errorf("read what a score was computed from: %w", err)
	}
	if in.Own, in.Others, err = unpackSeqs(r.Inputs); err != nil {
		return in, fmt.Errorf("read what score %s was computed from: %w", id, err)
	}
	return in, json.Unmarshal(r.Agents, &in.Agents)
}

// AgentFacts gives what scores have to know of agents, by id, unknown ones left out. Nobody is established in it: see Established.
func (c conn) AgentFacts(ctx context.Context, ids []string) (map[string]classscore.AgentFacts, error) {
	out := make(map[string]classscore.AgentFacts, len(ids))
	for part := range slices.Chunk(ids, maxIn) {
		rows, err := c.db.Agent.Query().Where(agent.IDIn(part...)).Select(agent.FieldID, agent.FieldOwner, agent.FieldTestAgent).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("read agents: %w", err)
		}
		for _, r := range rows {
			out[r.ID] = classscore.AgentFacts{ID: r.ID, Owner: r.Owner, Test: r.TestAgent}
		}
	}
	return out, nil
}

// Established gives, of the agents of a workspace that are established in some kind of work, the receipt of a score that shows it, by agent
// id: of several, that of the first kind.
func (c conn) Established(ctx context.Context, workspaceID string) (map[string]receipt.Hash, error) {
	rows, err := c.db.Score.Query().Where(score.WorkspaceID(workspaceID), score.Current(true), score.Established(true)).
		Select(score.FieldAgentID, score.FieldClass, score.FieldReceiptHash).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read who is established: %w", err)
	}
	slices.SortFunc(rows, func(a, b *entdb.Score) int {
		return slices.Index(classscore.Classes, classscore.Class(b.Class)) - slices.Index(classscore.Classes, classscore.Class(a.Class))
	})
	out := make(map[string]receipt.Hash, len(rows))
	for _, r := range rows {
		out[r.AgentID] = receipt.Hash(r.ReceiptHash)
	}
	return out, nil
}

func firstScore(scores []eval.ClassScore, err error) (*eval.ClassScore, error) {
	if err != nil || len(scores) == 0 {
		return nil, err
	}
	return &scores[0], nil
}

func manyScores(rows []*entdb.Score, err error) ([]eval.ClassScore, error) {
	if err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	out := make([]eval.ClassScore, len(rows))
	for i, r := range rows {
		out[i] = eval.ClassScore{
			ID: r.ID, WorkspaceID: r.WorkspaceID, AgentID: r.AgentID, Class: classscore.Class(r.Class), State: classscore.State(r.State),
			AsOf: instant(r.AsOf), ComputedAt: instant(r.ComputedAt), Current: r.Current, Receipt: receipt.Hash(r.ReceiptHash),
		}
		if len(r.Document) == 0 {
			continue
		}
		if err := json.Unmarshal(r.Document, &out[i].Document); err != nil {
			return nil, fmt.Errorf("read the document of score %s: %w", r.ID, err)
		}
	}
	return out, nil
}

// packSeqs writes two rising lists as the length of the first and the steps from number to number, as varints.
func packSeqs(own, others []int64) []byte {
	b := binary.AppendUvarint(nil, uint64(len(own)))
	for _, list := range [][]int64{own, others} {
		last := int64(0)
		for _, n := range list {
			b = binary.AppendUvarint(b, uint64(n-last))
			last = n
		}
	}
	return b
}

func unpackSeqs(b []byte) (own, others []int64, err error) {
	next := func() uint64 {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			err = errors.New("it is cut off")
			b = nil
			return 0
		}
		b = b[size:]
		return n
	}
	count, last := next(), int64(0)
	for uint64(len(own)) < count && err == nil {
		last += int64(next())
		own = append(own, last)
	}
	for last = 0; len(b) > 0 && err == nil; {
		last += int64(next())
		others = append(others, last)
	}
	return own, others, err
}
