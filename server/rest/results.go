package rest

import (
	"net/http"

	"assay/app"
	"assay/eval"
)

// resultRow is one task result. Score and passed are null where the row does not count: cancelled, or the examiner's fault.
type resultRow struct {
	RunID     string          `json:"run_id"`
	Suite     string          `json:"suite"`
	Score     *float64        `json:"score"`
	Passed    *bool           `json:"passed"`
	LatencyMS *int64          `json:"latency_ms"`
	Error     *eval.ErrorCode `json:"error"`
	At        string          `json:"at"`
}

func (d *door) results(r *request) (answer, error) {
	did, limit := r.did(), r.limit(20)
	if r.err != nil {
		return answer{}, r.err
	}
	page, err := d.app.Results(r.Context(), app.ResultFilter{Agent: did}, eval.PageArgs{First: &limit})
	return respond(http.StatusOK, rows(page.Items, newResultRow)), err
}

func newResultRow(r eval.Result) resultRow {
	row := resultRow{RunID: r.RunID, Suite: r.SuiteKey, Score: r.Score, LatencyMS: r.LatencyMS, At: instant(r.At)}
	if r.Score != nil {
		row.Passed = &r.Passed
	}
	if r.Error != eval.NoError {
		row.Error = &r.Error
	}
	return row
}
