package rest

import (
	"net/http"

	"assay/app"
	"assay/eval"
)

// boardRow is one agent's entry on the board.
type boardRow struct {
	AgentDID  string  `json:"agent_did"`
	MeanScore float64 `json:"mean_score"`
	Runs      int64   `json:"runs"` // recorded results behind the mean
	LastAt    string  `json:"last_at"`
}

func (d *door) leaderboard(r *request) (answer, error) {
	suite, limit := r.suiteFilter(), r.limit(25)
	if r.err != nil {
		return answer{}, r.err
	}
	page, err := d.app.Leaderboard(r.Context(), app.LeaderboardQuery{Suite: suite}, eval.PageArgs{First: &limit})
	return respond(http.StatusOK, rows(page.Items, newBoardRow)), err
}

func newBoardRow(s eval.Standing) boardRow {
	return boardRow{AgentDID: s.AgentDID, MeanScore: s.MeanScore, Runs: s.Runs, LastAt: instant(s.LastAt)}
}
