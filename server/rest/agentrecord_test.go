package rest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

func known() app.AgentRecord {
	when := time.Date(2026, 10, 26, 9, 14, 5, 0, time.UTC)
	score := eval.ClassScore{Class: classscore.Research, State: classscore.Provisional, AsOf: when,
		Document: &classscore.Document{Score: 59, Range: [2]int{33, 84}, HalfWidth: 0.256102, N: 4.999987, V: 4.999987}}
	return app.AgentRecord{
		Agent: eval.Agent{ID: "agt_1", DID: "did:web:b.example", Name: "B", Owner: "Bee"}, Workspace: "other", Model: "score-v3", ParamsVersion: 1,
		Claimed: app.RecordPart[app.Claim]{Value: app.Claim{Card: json.RawMessage(`{"name": "B"}`), ReadAt: at}},
		Measured: app.RecordPart[[]app.MeasuredSuite]{Value: []app.MeasuredSuite{{Suite: "basics", Standing: eval.Standing{Rank: 2, MeanScore: 0.9,
			Interval: eval.Interval{Low: 0.8, High: 0.95}, Runs: 30, Availability: 1, LastAt: at}}}},
		Earned: app.RecordPart[[]app.EarnedScore]{Value: []app.EarnedScore{{ClassScore: score}, {ClassScore: eval.ClassScore{Class: classscore.Code,
			State: classscore.New, AsOf: when}, Stale: true}}},
		Trust: app.RecordPart[struct{}]{Code: "not_computed"},
	}
}

func TestAgentRecord(t *testing.T) {
	w := &worker{known: known()}
	c := newCaller(t, w, member)
	const rest = `"stale":false,"score":59,"range":[33,84],"half_width":0.256102,"n":4.999987,"v":4.999987,"as_of":"2026-10-26T09:14:05.000Z",` +
		`"newest_outcome_at":"2026-10-26T09:14:05.000Z"`
	c.expect(t, "GET /api/agent-record/agt_1", "", 200, `{"agent":{"id":"agt_1","did":"did:web:b.example","name":"B","owner":"Bee","workspace":"other",`+
		`"test_agent":false,"removed_at":null},"claimed":{"status":"ok","card":{"name":"B"},"read_at":"2026-12-01T09:14:05.250Z"},`+
		`"measured":{"status":"ok","suites":[{"suite":"basics","rank":2,"mean_score":0.9,"range":[0.8,0.95],"runs":30,"availability":1,`+
		`"last_at":"2026-12-01T09:14:05.250Z"}]},"earned":{"status":"ok","model":"score-v3","params_version":1,"classes":{`+
		`"code":{"state":"new","stale":true,"score":null,"range":null,"half_width":null,"n":null,"v":null,"as_of":"2026-10-26T09:14:05.000Z",`+
		`"newest_outcome_at":"2026-10-26T09:14:05.000Z","receipt_hash":"`+noHash+`"},"research":{"state":"provisional",`+rest+
		`,"receipt_hash":"`+noHash+`"}}},"trust":{"status":"degraded","code":"not_computed"}}`)
	if w.asked != "agt_1" {
		t.Errorf("asked %v", w.asked)
	}

	// Each part says for itself that it could not be read.
	w.known = app.AgentRecord{Model: "score-v3", ParamsVersion: 1}
	w.known.Claimed.Code, w.known.Measured.Code, w.known.Earned.Code, w.known.Trust.Code = "no_card", "measured_unavailable", "scores_unavailable", "not_computed"
	got := c.send(t, "GET /api/agent-record/agt_1", "").Body.String()
	for _, want := range []string{
		`"claimed":{"status":"degraded","code":"no_card","card":null,"read_at":null}`,
		`"measured":{"status":"degraded","code":"measured_unavailable","suites":null}`,
		`"earned":{"status":"degraded","code":"scores_unavailable","model":"score-v3","params_version":1,"classes":null}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}

	// No work is no fault.
	w.known = app.AgentRecord{Claimed: known().Claimed, Trust: known().Trust}
	if got := c.send(t, "GET /api/agent-record/agt_1", "").Body.String(); !strings.Contains(got, `"suites":[]`) || !strings.Contains(got, `"classes":{}`) {
		t.Error(got)
	}
}

// An agent is named by its id or its DID, which is decoded once.
func TestAgentsOfRecords(t *testing.T) {
	for segment, want := range map[string]string{
		"agt_1":                      "agt_1",
		"did:web:b.example":          "did:web:b.example",
		"did:web:B.example":          "did:web:b.example",
		"did:web:localhost%253A8080": "did:web:localhost%3A8080",
		"did%3Aweb%3Ab.example":      "did:web:b.example",
	} {
		w := &worker{known: known(), scripted: scripted{export: []byte(`{}`)}}
		c := newCaller(t, w, member)
		if c.send(t, "GET /api/agent-record/"+segment, ""); w.asked != want {
			t.Errorf("%s: asked %v", segment, w.asked)
		}
		w.export = []byte(`{"agents":[],"document":{},"endorsers":[],"format":"assay-score-export-1","log":null,"outcomes":[],"pool":false,"score":{}}`)
		if c.send(t, "GET /api/agent-record/"+segment+"/score/code", ""); !cmp.Equal(w.asked, asked{want, "code", false}) {
			t.Errorf("%s: asked %v", segment, w.asked)
		}
	}
	for _, segment := range []string{"b.example", "did:web:", "usr_1", "did:web:a%2Fb"} {
		refused(t, &worker{}, "GET /api/agent-record/"+segment, "", 400, "invalid", "id")
	}
	refused(t, &worker{}, "GET /api/agent-record/agt_%00", "", 404, "not_found", "")
}

func TestExportScore(t *testing.T) {
	export := `{"agents":[],"document":{},"endorsers":[],"format":"assay-score-export-1","log":null,"outcomes":[],"pool":false,"score":{}}`
	w := &worker{scripted: scripted{export: []byte(export)}}
	c := newCaller(t, w, member)
	for query, pool := range map[string]bool{"": false, "?pool=1": true, "?pool=0": false} {
		got := c.send(t, "GET /api/agent-record/did:web:localhost%253A8080/score/research"+query, "")
		if got.Body.String() != export || got.Header().Get("Content-Type") != "application/json" || got.Header().Get("Cache-Control") != "no-store" ||
			got.Header().Get("Content-Disposition") != `attachment; filename=assay-score-did-web-localhost-3A8080-research.json` {
			t.Errorf("%s: %s %v", query, got.Body, got.Header())
		}
		if !cmp.Equal(w.asked, asked{"did:web:localhost%3A8080", "research", pool}) {
			t.Errorf("%s: asked %v", query, w.asked)
		}
	}
	for _, query := range []string{"?pool=yes", "?pool=", "?pool=2", "?pool=1&pool=1"} {
		refused(t, &worker{}, "GET /api/agent-record/agt_1/score/code"+query, "", 400, "invalid", "pool")
	}
	refused(t, &worker{}, "GET /api/agent-record/agt_1/score/code?pol=1", "", 400, "unknown_field", "pol")
	for err, status := range map[error]int{
		fault.New(fault.Conflict, "endorser_state_cleared", "gone"): 409, fault.New(fault.Conflict, "score_changed", "again"): 409,
		fault.Bad("class", "no"): 422, fault.Missing("agent", "agt_1"): 404, fault.New(fault.Forbidden, "forbidden", "no"): 403,
	} {
		w.err = err
		got := c.send(t, "GET /api/agent-record/agt_1/score/code", "")
		if got.Code != status || !strings.Contains(got.Body.String(), fault.As(err).Code) || got.Header().Get("Content-Disposition") != "" {
			t.Errorf("%v: %d %s", err, got.Code, got.Body)
		}
	}
}
