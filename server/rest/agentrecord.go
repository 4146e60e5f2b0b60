package rest

import (
	"encoding/json"
	"net/http"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

// agentRecordRow is what is known of an agent. Each part but the first can fail alone.
type agentRecordRow struct {
	Agent    agentRow    `json:"agent"`
	Claimed  claimedRow  `json:"claimed"`
	Measured measuredRow `json:"measured"`
	Earned   earnedRow   `json:"earned"`
	Trust    partRow     `json:"trust"`
}

// partRow says whether a part of a record could be read.
type partRow struct {
	Status string `json:"status"`
	Code   string `json:"code,omitempty"` // why not
}

type agentRow struct {
	ID        string  `json:"id"`
	DID       string  `json:"did"`
	Name      string  `json:"name"`
	Owner     string  `json:"owner"`
	Workspace string  `json:"workspace"`
	TestAgent bool    `json:"test_agent"`
	RemovedAt *string `json:"removed_at"`
}

type claimedRow struct {
	partRow
	Card   json.RawMessage `json:"card"` // null: it has none
	ReadAt *string         `json:"read_at"`
}

type measuredRow struct {
	partRow
	Suites []measuredSuiteRow `json:"suites"` // null: they could not be read
}

type measuredSuiteRow struct {
	Suite        string     `json:"suite"`
	Rank         int        `json:"rank"`
	MeanScore    float64    `json:"mean_score"`
	Range        [2]float64 `json:"range"`
	Runs         int64      `json:"runs"`
	Availability float64    `json:"availability"`
	LastAt       string     `json:"last_at"`
}

type earnedRow struct {
	partRow
	Model         string              `json:"model"`
	ParamsVersion int                 `json:"params_version"`
	Classes       map[string]scoreRow `json:"classes"` // by kind of work; null: they could not be read
}

// scoreRow is a score. Its numbers are null where its document was cleared.
type scoreRow struct {
	State           string   `json:"state"`
	Stale           bool     `json:"stale"`
	Score           *int     `json:"score"`
	Range           *[2]int  `json:"range"`
	HalfWidth       *float64 `json:"half_width"` // this, n and v to 6 decimals
	N               *float64 `json:"n"`
	V               *float64 `json:"v"`
	AsOf            string   `json:"as_of"`
	NewestOutcomeAt string   `json:"newest_outcome_at"`
	ReceiptHash     string   `json:"receipt_hash"`
}

func (d *door) agentRecord(r *request) (answer, error) {
	agent := r.agent()
	if r.err != nil {
		return answer{}, r.err
	}
	record, err := d.app.AgentRecord(r.Context(), agent)
	return respond(http.StatusOK, newAgentRecordRow(record)), err
}

// agent is the agent that the path names: its id, or its DID in canonical form.
func (r *request) agent() string {
	given := r.path["id"]
	if eval.IDKind(given) == eval.AgentID {
		return r.id("agent")
	}
	did, err := eval.ParseDID(given)
	if f := fault.As(err); f != nil {
		r.refuse(bad("invalid", "id", "it is neither an agent's id nor a DID: %s; the path is decoded once, so did:web:host%%3A8080 is written did:web:host%%253A8080", f.Message))
	}
	return string(did)
}

func part(code string) partRow {
	if code == "" {
		return partRow{Status: "ok"}
	}
	return partRow{"degraded", code}
}

func newAgentRecordRow(r app.AgentRecord) agentRecordRow {
	a := r.Agent
	row := agentRecordRow{
		Agent: agentRow{ID: a.ID, DID: a.DID, Name: a.Name, Owner: a.Owner, Workspace: r.Workspace, TestAgent: a.TestAgent,
			RemovedAt: millisUnlessZero(a.RemovedAt)},
		Claimed:  claimedRow{part(r.Claimed.Code), r.Claimed.Value.Card, millisUnlessZero(r.Claimed.Value.ReadAt)},
		Measured: measuredRow{partRow: part(r.Measured.Code)},
		Earned:   earnedRow{partRow: part(r.Earned.Code), Model: r.Model, ParamsVersion: r.ParamsVersion},
		Trust:    part(r.Trust.Code),
	}
	if r.Measured.Code == "" {
		row.Measured.Suites = rows(r.Measured.Value, newMeasuredSuiteRow)
	}
	if r.Earned.Code == "" {
		row.Earned.Classes = map[string]scoreRow{}
		for _, s := range r.Earned.Value {
			row.Earned.Classes[string(s.Class)] = newScoreRow(s)
		}
	}
	return row
}

func newMeasuredSuiteRow(s app.MeasuredSuite) measuredSuiteRow {
	return measuredSuiteRow{Suite: s.Suite, Rank: s.Standing.Rank, MeanScore: s.Standing.MeanScore,
		Range: [2]float64{s.Standing.Interval.Low, s.Standing.Interval.High}, Runs: s.Standing.Runs, Availability: s.Standing.Availability,
		LastAt: millis(s.Standing.LastAt)}
}

func newScoreRow(s app.EarnedScore) scoreRow {
	row := scoreRow{State: string(s.State), Stale: s.Stale, AsOf: millis(s.AsOf), NewestOutcomeAt: millis(s.AsOf), ReceiptHash: s.Receipt.String()}
	if d := s.Document; d != nil {
		row.Score, row.Range, row.HalfWidth, row.N, row.V = &d.Score, &d.Range, &d.HalfWidth, &d.N, &d.V
	}
	return row
}
