package rest

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
)

var noon = time.Date(2026, 7, 16, 9, 14, 2, 0, time.UTC)

func of[T any](v T) *T { return &v }

func TestCatalog(t *testing.T) {
	uses := &scripted{suites: []eval.Suite{
		{ID: "ste_1", Key: "a", Name: "A", Description: "first", TaskType: eval.HTTPProbe, IntervalMinutes: 5, RewardAmount: 1, Enabled: true},
		{ID: "ste_2", Key: "b", Name: "B", TaskType: eval.A2AMessage},
		{ID: "ste_3", Key: "c", Name: "C <&>", TaskType: eval.HTTPProbe},
	}}
	newCaller(t, uses, stranger).expect(t, "GET /api/v1/evals/suites", "", 200, `[`+
		`{"key":"a","name":"A","description":"first","task_type":"http_probe","interval_minutes":5,"pays":true},`+
		`{"key":"b","name":"B","description":"","task_type":"a2a_message","interval_minutes":null,"pays":false},`+
		`{"key":"c","name":"C \u003c\u0026\u003e","description":"","task_type":"http_probe","interval_minutes":null,"pays":false}]`)
}

func TestResults(t *testing.T) {
	uses := &scripted{results: []eval.Result{
		{RunID: "run_1", SuiteKey: "http-basics", Score: of(1.0), Passed: true, LatencyMS: of(int64(142)), At: noon},
		{RunID: "run_1", SuiteKey: "http-basics", Score: of(0.0), LatencyMS: of(int64(30000)), Error: eval.ErrTimeout, At: noon.Add(250 * time.Millisecond)},
		{RunID: "run_1", SuiteKey: "http-basics", Error: eval.ErrCancelled, At: noon.In(time.FixedZone("CEST", 7200))},
	}}
	c := newCaller(t, uses, stranger)
	c.expect(t, "GET /api/v1/evals/agents/did:web:example.com/results", "", 200, `[`+
		`{"run_id":"run_1","suite":"http-basics","score":1,"passed":true,"latency_ms":142,"error":null,"at":"2026-07-16T09:14:02+00:00"},`+
		`{"run_id":"run_1","suite":"http-basics","score":0,"passed":false,"latency_ms":30000,"error":"timeout","at":"2026-07-16T09:14:02.25+00:00"},`+
		`{"run_id":"run_1","suite":"http-basics","score":null,"passed":null,"latency_ms":null,"error":"cancelled","at":"2026-07-16T09:14:02+00:00"}]`)
	if diff := cmp.Diff(asked{app.ResultFilter{Agent: "did:web:example.com"}, 20}, uses.asked); diff != "" {
		t.Error(diff)
	}
}

func TestLeaderboard(t *testing.T) {
	uses := &scripted{board: []eval.Standing{{Rank: 1, AgentDID: "did:web:example.com", MeanScore: 0.94, Runs: 312, LastAt: noon}}}
	c := newCaller(t, uses, stranger)
	c.expect(t, "GET /api/v1/evals/leaderboard?suite=http-basics&limit=3", "", 200,
		`[{"agent_did":"did:web:example.com","mean_score":0.94,"runs":312,"last_at":"2026-07-16T09:14:02+00:00"}]`)
	if diff := cmp.Diff(asked{app.LeaderboardQuery{Suite: "http-basics"}, 3}, uses.asked); diff != "" {
		t.Error(diff)
	}
	c.send(t, "GET /api/v1/evals/leaderboard?suite=", "")
	if diff := cmp.Diff(asked{app.LeaderboardQuery{}, 25}, uses.asked); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsAnEmptyArray(t *testing.T) {
	c := newCaller(t, &scripted{}, intruder) // a wrong credential does not keep anyone from reading
	for _, path := range []string{"suites", "agents/did:web:nobody.example/results", "leaderboard?suite=none"} {
		c.expect(t, "GET /api/v1/evals/"+path, "", 200, `[]`)
	}
}

func TestLimit(t *testing.T) {
	for _, path := range []string{"agents/did:web:example.com/results", "leaderboard"} {
		c := newCaller(t, &scripted{}, stranger)
		for _, ok := range []string{"1", "100", "007", "20&x=1"} {
			if w := c.send(t, "GET /api/v1/evals/"+path+"?limit="+ok, ""); w.Code != 200 {
				t.Errorf("limit=%s: %d %s", ok, w.Code, w.Body)
			}
		}
		for _, wrong := range []string{"0", "101", "-1", "", "ten", "1.0", "1e1", "9999999999999999999999", "%20", "5%00"} {
			c.expect(t, "GET /api/v1/evals/"+path+"?limit="+wrong, "", 400,
				`{"error":{"code":"invalid","message":"limit must be a whole number from 1 to 100","field":"limit","request_id":"req-1"}}`)
		}
		c.expect(t, "GET /api/v1/evals/"+path+"?limit=1&limit=2", "", 400,
			`{"error":{"code":"invalid","message":"limit is given more than once","field":"limit","request_id":"req-1"}}`)
		c.expect(t, "GET /api/v1/evals/"+path+"?limit=%zz", "", 400,
			`{"error":{"code":"malformed","message":"the query of the address cannot be decoded","field":null,"request_id":"req-1"}}`)
	}
}

func TestPublicReadsAreOpenToOtherOrigins(t *testing.T) {
	c := newCaller(t, &scripted{}, stranger)
	for _, line := range []string{"GET /api/v1/evals/suites", "HEAD /api/v1/evals/leaderboard", "GET /api/v1/evals/leaderboard?limit=0", "OPTIONS /api/v1/evals/suites"} {
		if h := c.send(t, line, "", "Origin: https://other.example").Header(); h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %v", line, h)
		}
	}
	c.as = admin
	for _, line := range []string{"GET /api/v1/admin/evals/suites", "OPTIONS /api/v1/admin/evals/suites"} {
		if h := c.send(t, line, "", "Origin: https://other.example").Header(); h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", line, h)
		}
	}
}

func TestFaultsTellNothing(t *testing.T) {
	c := newCaller(t, &scripted{err: errors.New("pq: password of assay is hunter2")}, stranger)
	for _, path := range []string{"suites", "agents/did:web:example.com/results", "leaderboard"} {
		c.expect(t, "GET /api/v1/evals/"+path, "", http.StatusInternalServerError,
			`{"error":{"code":"internal","message":"something went wrong here; the log has it under this request id","field":null,"request_id":"req-1"}}`)
		if log := c.log.String(); !strings.Contains(log, "hunter2") || !strings.Contains(log, "req-1") {
			t.Errorf("log: %s", log)
		}
		c.log.Reset()
	}
}
