package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
)

// scores measures how long a verdict takes whose score is computed anew, of an agent with ten thousand outcomes in a pool of a hundred agents.
func scores(ctx context.Context, d database) error {
	n, err := openNode(ctx, d.url, 1)
	if err != nil {
		return err
	}
	defer n.close()
	const agents, outcomes, others = 100, 10_000, 20
	if err := n.agents(ctx, agents, func(i int) string { return fmt.Sprintf("http://a%d.example", i) }); err != nil {
		return err
	}
	page, err := n.app.Agents(ctx, app.AgentFilter{}, eval.PageArgs{First: new(agents)})
	if err != nil {
		return err
	}
	began := time.Now()
	work, err := n.judged(ctx, page.Items, outcomes, others)
	if err != nil {
		return err
	}
	filled := time.Since(began)
	const verdicts = 21 // the first reads all that was said, and those after it only what is new
	judge := app.WithPrincipal(ctx, app.Principal{Credential: true, User: &eval.User{ID: "usr_bench"}, Session: "ses_bench",
		Roles: map[string]eval.Role{eval.DefaultWorkspace: eval.RoleMember}})
	took := make([]time.Duration, verdicts)
	for i := range took {
		began := time.Now()
		_, _, err := n.app.RecordVerdict(judge, app.RecordVerdict{Kind: app.TargetTask, TargetID: work[i], Reaction: eval.ThumbsDown})
		if took[i] = time.Since(began); err != nil {
			return err
		}
	}
	first := took[0]
	slices.Sort(took)
	s, err := n.app.Score(admin(ctx), page.Items[0].DID, classscore.Code)
	if err != nil {
		return err
	}
	if s == nil || s.Document.Outcomes.Count != outcomes || s.Document.Pool.Count != outcomes+others*(agents-1) {
		return fmt.Errorf("the score is of %+v", s)
	}
	const most = 50 * time.Millisecond
	median := took[verdicts/2]
	report("scores", d.name, float64(median)/float64(most), "≤ 1 (50 ms)", median <= most, "%v a verdict with a new score, %v the first after a start, of %d outcomes and a pool of %d agents, filled in %v",
		median.Round(100*time.Microsecond), first.Round(100*time.Microsecond), outcomes, agents, filled.Round(time.Millisecond))
	return nil
}

// judged stores finished work with a verdict on each: so much of the first agent, and of each other one. It gives the ids of the first's.
func (n *node) judged(ctx context.Context, agents []eval.Agent, first, others int) (ids []string, err error) {
	begin := time.Now().Add(-24 * time.Hour).UTC().Truncate(time.Millisecond)
	for i, a := range agents {
		count := others
		if i == 0 {
			count = first
		}
		for from := 0; from < count; from += 1000 {
			err := n.store.Write(ctx, func(tx *store.Tx) error {
				for j := from; j < min(from+1000, count); j++ {
					at := begin.Add(time.Duration(j) * time.Second)
					id := store.NewID(eval.WorkID, at)
					w := eval.Work{ID: id, WorkspaceID: eval.DefaultWorkspace, FromAgentID: agents[(i+1)%len(agents)].ID, ToAgentID: a.ID, Class: classscore.Code,
						Title: "Bench", Status: eval.WorkSubmitted, Delivery: eval.DeliveryPull, SentAt: at, EndedAt: at}
					if err := tx.AddWork(ctx, w); err != nil {
						return err
					}
					if err := addVerdict(ctx, tx, w, j); err != nil {
						return err
					}
					if i == 0 {
						ids = append(ids, id)
					}
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return ids, nil
}

// addVerdict stores what the assignee, the system or a person says, as it would be recorded.
func addVerdict(ctx context.Context, tx *store.Tx, w eval.Work, i int) error {
	v := eval.WorkVerdict{ID: store.NewID(eval.VerdictID, w.EndedAt), WorkspaceID: w.WorkspaceID, Class: w.Class, AgentID: w.ToAgentID, WorkID: w.ID, PieceID: w.ID,
		Voice: voices(w.ToAgentID)[i%3], Value: []classscore.Value{classscore.Success, classscore.Success, classscore.Failure}[i%7%3], At: w.EndedAt}
	v.Receipt = sha256.Sum256([]byte(v.ID))
	_, err := tx.AddVerdict(ctx, v)
	return err
}

func voices(agent string) []classscore.Voice {
	return []classscore.Voice{{Kind: classscore.Person, ID: "usr_one"}, {Kind: classscore.System}, {Kind: classscore.AgentVoice, ID: agent}}
}
