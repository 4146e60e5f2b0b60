package store

import (
	"cmp"
	"context"
	"slices"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/result"
	"assay/ent/internal/entdb/runevent"
	"assay/eval"
)

// RunEvents gives up to limit of a run's events after a seq, without a gap. Events and results are read one after the other, so a
// commit between the two could show a later one first: what comes after a hole is left for the next call.
func (c conn) RunEvents(ctx context.Context, runID string, after int64, limit int) ([]eval.RunEvent, error) {
	rows, err := many(toRunEvent)(c.db.RunEvent.Query().Where(runevent.RunID(runID), runevent.SeqGT(after)).
		Order(runevent.BySeq()).Limit(limit).All(ctx))
	if err != nil {
		return nil, err
	}
	results, err := c.results(ctx, c.db.Result.Query().Where(result.RunID(runID), result.SeqGT(after)).Order(result.BySeq()).Limit(limit))
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		rows = append(rows, eval.RunEvent{
			RunID: runID, Seq: r.Seq, At: r.At, Kind: eval.EventResultRecorded, Result: &r, RunAgentID: r.RunAgentID,
		})
	}
	slices.SortFunc(rows, func(a, b eval.RunEvent) int { return cmp.Compare(a.Seq, b.Seq) })
	whole := 0
	for whole < len(rows) && whole < limit && rows[whole].Seq == after+int64(whole)+1 {
		whole++
	}
	return rows[:whole], nil
}

func toRunEvent(r *entdb.RunEvent) eval.RunEvent {
	return eval.RunEvent{RunID: r.RunID, Seq: r.Seq, At: instant(r.At), Kind: eval.RunEventKind(r.Kind), RunAgentID: r.RunAgentID}
}
