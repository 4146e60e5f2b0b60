package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/eval/verify"
)

// params are what scores are computed with.
var params = classscore.Version1

// factsReader reads what scores have to know of agents; a transaction or the store.
type factsReader interface {
	AgentFacts(ctx context.Context, ids []string) (map[string]classscore.AgentFacts, error)
	Established(ctx context.Context, workspaceID string) (map[string]receipt.Hash, error)
}

// knownAgents gives what is true now of the agents that verdicts mention, for package classscore, and who of a workspace is established.
func knownAgents(ctx context.Context, r factsReader, workspaceID string, verdicts []eval.WorkVerdict) (in classscore.Workspace, facts map[string]classscore.AgentFacts, err error) {
	ids := map[string]bool{}
	for _, v := range verdicts {
		ids[v.AgentID] = true
		if v.Voice.Kind == classscore.AgentVoice {
			ids[v.Voice.ID] = true
		}
	}
	if facts, err = r.AgentFacts(ctx, slices.Sorted(maps.Keys(ids))); err != nil {
		return in, nil, err
	}
	established, err := r.Established(ctx, workspaceID)
	in = classscore.Workspace{Agents: map[string]classscore.Agent{}, Established: map[string]bool{}}
	for id, f := range facts {
		in.Agents[id] = classscore.Agent{Owner: f.Owner, Test: f.Test}
		if hash, ok := established[id]; ok {
			in.Established[id] = true
			f.Established = hash.String()
			facts[id] = f
		}
	}
	return in, facts, err
}

// pieces groups verdicts, in the order in which they were recorded, by the piece of work they are about. The index of a verdict there is
// that in its list.
func pieces(class classscore.Class, verdicts []eval.WorkVerdict) ([]classscore.Work, grouped) {
	g := grouped{all: verdicts, at: make(map[string]int, len(verdicts)), begins: make([]int, 0, len(verdicts)), places: make([]int, len(verdicts))}
	of := make([]int, len(verdicts)) // the piece of each verdict
	var counts []int
	for i, v := range verdicts {
		n, known := g.at[v.PieceID]
		if !known {
			n = len(counts)
			g.at[v.PieceID], counts = n, append(counts, 0)
		}
		of[i] = n
		counts[n]++
	}
	begin := 0
	for n, count := range counts {
		g.begins = append(g.begins, begin)
		begin, counts[n] = begin+count, 0
	}
	said := make([]classscore.Verdict, len(verdicts))
	works := make([]classscore.Work, len(counts))
	for i, v := range verdicts {
		n := of[i]
		place := g.begins[n] + counts[n]
		counts[n]++
		g.places[place] = i
		said[place] = classscore.Verdict{Voice: v.Voice, Value: v.Value, At: v.At}
		works[n] = classscore.Work{ID: v.PieceID, Agent: v.AgentID, Class: class, Verdicts: said[g.begins[n] : place+1 : place+1]}
	}
	return works, g
}

// grouped finds the verdicts that pieces grouped.
type grouped struct {
	all    []eval.WorkVerdict
	at     map[string]int // piece of work by id
	begins []int          // by piece, where its verdicts begin in places
	places []int          // of all verdicts, piece by piece, in all
}

// verdict is the one that decides an outcome.
func (g grouped) verdict(o classscore.Outcome) *eval.WorkVerdict {
	return &g.all[g.places[g.begins[g.at[o.Work]]+o.Decides]]
}

// outcomeChanged reports whether a new verdict on a piece of work changes what the piece counts as, by what is true of agents now.
func outcomeChanged(ctx context.Context, tx *store.Tx, w eval.Work, before []eval.WorkVerdict, v eval.WorkVerdict) (bool, error) {
	all := append(slices.Clone(before), v)
	in, _, err := knownAgents(ctx, tx, w.WorkspaceID, all)
	if err != nil {
		return false, err
	}
	after, _ := pieces(w.Class, all)
	now, counts := in.Decide(params, after[0])
	after[0].Verdicts = after[0].Verdicts[:len(before)]
	was, counted := in.Decide(params, after[0])
	return counts != counted || counts && now.Decides != was.Decides, nil
}

// rescore computes the score of an agent in a kind of work from all verdicts that stand, whose workspace is locked, seals it and makes it the
// current one. An agent whose last outcome is gone has no score any more. One that is of another workspace by now has none here.
func (a *App) rescore(ctx context.Context, tx *store.Tx, workspaceID, agentID string, class classscore.Class) error {
	if agents, err := tx.AgentsByID(ctx, []string{agentID}); err != nil || len(agents) == 0 || agents[0].WorkspaceID != workspaceID {
		return err
	}
	verdicts, err := tx.StandingVerdicts(ctx, workspaceID, class)
	if err != nil {
		return err
	}
	in, facts, err := knownAgents(ctx, tx, workspaceID, verdicts)
	if err != nil {
		return err
	}
	var by grouped
	in.Work, by = pieces(class, verdicts)
	outcomes := in.Outcomes(params, class)
	score, ok := params.ComputeFrom(agentID, outcomes)
	if !ok {
		return tx.RetireScore(ctx, agentID, class)
	}
	document, inputs, err := documented(score, workspaceID, agentID, class, outcomes, by, facts)
	if err != nil {
		return err
	}
	was, err := tx.CurrentScore(ctx, agentID, class)
	if err != nil {
		return err
	}
	now := a.now()
	latest, err := tx.LatestScoreID(ctx, agentID, class)
	if err != nil {
		return err
	}
	next := eval.ClassScore{ID: store.NewIDAfter(eval.ScoreID, now, latest), WorkspaceID: workspaceID, AgentID: agentID, Class: class,
		State: score.State, AsOf: score.AsOf, ComputedAt: now, Current: true, Document: &document}
	text, err := receipt.Canonical(document)
	if err != nil {
		return fmt.Errorf("the document of a score: %w", err)
	}
	sealing := verify.ScoreFacts{Agent: agentID, Class: class, Document: receipt.Hash(sha256.Sum256(text)).String()}
	if was != nil {
		sealing.Previous = was.Receipt.String()
	}
	next.Receipt, err = tx.Seal(ctx, store.NewReceipt{Kind: receipt.ScoreComputed, At: now, WorkspaceID: workspaceID, Subject: next.ID, Facts: sealing,
		Texts: map[string]string{documentText: string(text)}})
	if err != nil {
		return err
	}
	return tx.PutScore(ctx, next, inputs)
}

// retireScores makes the scores of an agent that goes to another workspace earlier ones: they say how it did the work of the one it leaves, whose
// people alone may see them.
func retireScores(ctx context.Context, tx *store.Tx, agent eval.Agent, workspaceID string) error {
	if agent.WorkspaceID == workspaceID {
		return nil
	}
	if agent.WorkspaceID != "" { // no verdict there is on its way into a score meanwhile
		if _, err := tx.LockWorkspace(ctx, agent.WorkspaceID); err != nil {
			return err
		}
	}
	for _, class := range classscore.Classes {
		if err := tx.RetireScore(ctx, agent.ID, class); err != nil {
			return err
		}
	}
	return nil
}

// documentText is the name of the text of a score's receipt.
const documentText = "document"

// documented writes a score down with digests of all it was computed from, and gives that itself.
func documented(s classscore.Score, workspaceID, agentID string, class classscore.Class, outcomes map[string][]classscore.Outcome,
	by grouped, facts map[string]classscore.AgentFacts) (classscore.Document, store.ScoreInputs, error) {
	var own, all counted
	all.seqs, all.receipts = make([]int64, 0, len(by.at)), make([]receipt.Hash, 0, len(by.at))
	own.seqs, own.receipts = make([]int64, 0, len(outcomes[agentID])), make([]receipt.Hash, 0, len(outcomes[agentID]))
	for _, id := range slices.Sorted(maps.Keys(outcomes)) {
		for _, o := range outcomes[id] {
			if o.At.After(s.AsOf) {
				continue
			}
			v := by.verdict(o)
			all.add(v, o)
			if id == agentID {
				own.add(v, o)
			}
		}
	}
	inputs := store.ScoreInputs{Own: own.sorted(), Agents: all.agents(facts, all.peers)}
	for _, seq := range all.seqs {
		if _, isOwn := slices.BinarySearch(inputs.Own, seq); !isOwn {
			inputs.Others = append(inputs.Others, seq)
		}
	}
	slices.Sort(inputs.Others)
	d := params.Document(s, workspaceID, agentID, class)
	d.Outcomes, d.Pool = classscore.DigestOutcomes(own.receipts), classscore.DigestOutcomes(all.receipts)
	var err error
	if d.Agents, err = classscore.DigestAgents(own.agents(facts, all.peers)); err != nil {
		return d, inputs, err
	}
	d.PoolAgents, err = classscore.DigestAgents(inputs.Agents)
	return d, inputs, err
}

// counted gathers the verdicts that decide.
type counted struct {
	seqs     []int64
	receipts []receipt.Hash
	ids      map[string]bool // of the agents that they mention
	peers    map[string]bool // of those whose word counts as another agent's
}

func (c *counted) add(v *eval.WorkVerdict, o classscore.Outcome) {
	if c.ids == nil {
		c.ids, c.peers = map[string]bool{}, map[string]bool{}
	}
	c.seqs, c.receipts = append(c.seqs, v.Seq), append(c.receipts, v.Receipt)
	c.mention(v.AgentID)
	if v.Voice.Kind == classscore.AgentVoice {
		c.mention(v.Voice.ID)
		if strings.HasPrefix(o.Source, "agent:") {
			c.peers[v.Voice.ID] = true
		}
	}
}

func (c *counted) mention(id string) {
	if !c.ids[id] {
		c.ids[id] = true
	}
}

func (c *counted) sorted() []int64 {
	if !slices.IsSorted(c.seqs) {
		slices.Sort(c.seqs)
	}
	return c.seqs
}

// agents gives the facts of the agents that are mentioned, by id. Established they are only called where that was needed.
func (c *counted) agents(facts map[string]classscore.AgentFacts, peers map[string]bool) []classscore.AgentFacts {
	out := make([]classscore.AgentFacts, 0, len(c.ids))
	for _, id := range slices.Sorted(maps.Keys(c.ids)) {
		f := facts[id]
		if !peers[id] {
			f.Established = ""
		}
		out = append(out, f)
	}
	return out
}

// ScoresOf gives the current scores of agents by agent id, in the order of the kinds of work, of those whose scores the caller may see, as
// Earned says. For batching.
func (a *App) ScoresOf(ctx context.Context, agentIDs []string) (map[string][]eval.ClassScore, error) {
	return a.store.CurrentScores(ctx, agentIDs)
}

// mayReadScores reports whether the caller may see an agent's scores: viewers of its workspace, and everybody where they are published.
func mayReadScores(ctx context.Context, agent eval.Agent) bool {
	return agent.WorkspaceID != "" && (agent.ScoresPublished || Caller(ctx).May(agent.WorkspaceID, ReadScores))
}

// Score gives the current score of an agent in a kind of work; nil when there is none, or the caller may not see it.
func (a *App) Score(ctx context.Context, did string, class classscore.Class) (*eval.ClassScore, error) {
	agent, err := a.Agent(ctx, did)
	if err != nil || agent == nil || !mayReadScores(ctx, *agent) {
		return nil, err
	}
	return a.store.CurrentScore(ctx, agent.ID, class)
}

// ScoreHistory gives the scores that the agent of a score, which the caller was given, had in its kind of work and its workspace, newest
// first; first is 1–100.
func (a *App) ScoreHistory(ctx context.Context, s eval.ClassScore, first int) ([]eval.ClassScore, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	return a.store.ScoreHistory(ctx, s.WorkspaceID, s.AgentID, s.Class, first)
}

// ScoreExplanation says how a score is made.
type ScoreExplanation struct {
	classscore.Explanation
	Verdicts map[string]eval.WorkVerdict // that decide, by piece of work
	scope    string
}

// ExplainScore says how a current score, which the caller was given, is made; nil of another. Viewers of its workspace.
func (a *App) ExplainScore(ctx context.Context, s eval.ClassScore) (*ScoreExplanation, error) {
	if !s.Current || !Caller(ctx).May(s.WorkspaceID, ReadScores) {
		return nil, nil
	}
	inputs, err := a.store.ScoreInputs(ctx, s.ID)
	if err != nil || len(inputs.Own) == 0 {
		return nil, err
	}
	verdicts, err := a.store.VerdictsBySeq(ctx, inputs.Own)
	if err != nil {
		return nil, err
	}
	var in classscore.Workspace
	in.Agents, in.Established = map[string]classscore.Agent{}, map[string]bool{}
	for _, f := range inputs.Agents {
		in.Agents[f.ID], in.Established[f.ID] = classscore.Agent{Owner: f.Owner, Test: f.Test}, f.Established != ""
	}
	out := ScoreExplanation{Verdicts: map[string]eval.WorkVerdict{}, scope: "outcomes of " + s.ID}
	in.Work, _ = pieces(s.Class, verdicts)
	for _, v := range verdicts {
		out.Verdicts[v.PieceID] = v
	}
	out.Explanation = params.Explain(in.Outcomes(params, s.Class)[s.AgentID], s.AsOf)
	return &out, nil
}

// CountedOutcome is an outcome in a score, with the verdict that decides it.
type CountedOutcome struct {
	classscore.Counted
	Verdict eval.WorkVerdict // what a score is computed from, and nothing else
}

// Page gives a page of its outcomes, newest first.
func (e ScoreExplanation) Page(args eval.PageArgs) (eval.Page[CountedOutcome], error) {
	type place struct {
		At   int64
		Work string
	}
	all := make([]CountedOutcome, len(e.Outcomes))
	for i, c := range e.Outcomes {
		all[i] = CountedOutcome{c, e.Verdicts[c.Work]}
	}
	of := func(c CountedOutcome) place { return place{c.At.UnixMilli(), c.Work} }
	return store.PageOf(all, args, e.scope, of, func(x, y place) int {
		return cmp.Or(cmp.Compare(y.At, x.At), cmp.Compare(x.Work, y.Work))
	})
}

// Prior is how many outcomes the success rate of the workspace counts as.
func (e ScoreExplanation) Prior() float64 { return params.Prior }

// PublishScores shows an agent's scores to everybody, or no more. Needs ManageAgents in its workspace.
func (a *App) PublishScores(ctx context.Context, did string, published bool) (agent eval.Agent, err error) {
	act := a.begin(ctx, "publishScores", "", did, map[string]any{"agent": did, "published": published})
	defer act.end(ctx, &err)
	if err := requireKnown(ctx); err != nil {
		return agent, err
	}
	known, err := a.presentAgent(ctx, did)
	if err != nil {
		return agent, fault.Under("agent", bare(err))
	}
	act.about(known.WorkspaceID, known.DID)
	if err := require(ctx, known.WorkspaceID, ManageAgents); err != nil {
		return agent, err
	}
	return agent, act.write(ctx, func(tx *store.Tx) error {
		now, err := tx.LockAgent(ctx, known.DID)
		if err != nil {
			return err
		}
		agent = *now
		agent.ScoresPublished = published
		return tx.PutAgent(ctx, agent)
	})
}
