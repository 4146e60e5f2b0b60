package eval_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"assay/eval"
)

// The closed list of error codes: whose fault each is, and whether its row has a score.
func TestFaultClasses(t *testing.T) {
	for _, tc := range []struct {
		code   eval.ErrorCode
		class  eval.FaultClass
		counts bool
	}{
		{"", "", true},
		{"no_endpoint", "agent", true},
		{"target_blocked", "agent", true},
		{"timeout", "agent", true},
		{"rate_limited", "agent", true},
		{"a2a_error", "agent", true},
		{"truncated", "agent", true},
		{"body_too_large", "agent", true},
		{"redirect", "agent", true},
		{"protocol_error", "protocol", true},
		{"dns_error", "network", true},
		{"connect_timeout", "network", true},
		{"connection_refused", "network", true},
		{"connection_reset", "network", true},
		{"tls_error", "network", true},
		{"cancelled", "", false},
		{"internal", "examiner", false},
		{"a_code_of_tomorrow", "examiner", false},
	} {
		r := eval.Result{Error: tc.code}
		if r.Fault() != tc.class || tc.code.Counts() != tc.counts {
			t.Errorf("%q: fault %q, counts %v, want %q, %v", tc.code, r.Fault(), tc.code.Counts(), tc.class, tc.counts)
		}
	}
}

func TestSuiteScore(t *testing.T) {
	one, zero, half := score(1), score(0), score(0.5)
	for _, tc := range []struct {
		name    string
		scores  []*float64
		weights []float64
		want    *float64
	}{
		{"weighted", []*float64{one, zero}, []float64{3, 1}, score(0.75)},
		{"a nil goes with its weight", []*float64{one, zero, nil}, []float64{3, 1, 5}, score(0.75)},
		{"a zero does not", []*float64{one, zero, zero}, []float64{3, 1, 4}, score(0.375)},
		{"fractions", []*float64{half, half, one}, []float64{1, 1, 2}, score(0.75)},
		{"one task", []*float64{half}, []float64{0.001}, half},
		{"nothing scored", []*float64{nil, nil}, []float64{1, 1}, nil},
		{"no tasks", nil, nil, nil},
		{"no weight", []*float64{one}, []float64{0}, nil},
	} {
		got := eval.SuiteScore(tc.scores, tc.weights)
		if (got == nil) != (tc.want == nil) || got != nil && *got != *tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

// A mean stays between its smallest and its largest score, whatever the weights.
func TestSuiteScoreBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Ptr(rapid.Float64Range(0, 1), true), 1, 20).Draw(t, "scores")
		weights := rapid.SliceOfN(rapid.Float64Range(1e-6, 1e6), len(scores), len(scores)).Draw(t, "weights")
		low, high := 2., -1.
		for _, s := range scores {
			if s != nil {
				low, high = min(low, *s), max(high, *s)
			}
		}
		got := eval.SuiteScore(scores, weights)
		const last = 1e-12 // rounding of the sums
		if (got == nil) != (high < 0) || got != nil && (*got < low-last || *got > high+last) {
			t.Fatalf("score %v outside %v–%v", got, low, high)
		}
	})
}

func TestTarget(t *testing.T) {
	for _, tc := range []struct {
		agent  eval.Agent
		reason string
	}{
		{eval.Agent{Proof: eval.Proof{State: eval.Trusted}, Active: true}, ""},
		{eval.Agent{Proof: eval.Proof{State: eval.Trusted}, Active: true, TestAgent: true}, ""}, // evaluated, and kept off the board
		{eval.Agent{}, "inactive"},
		{eval.Agent{Proof: eval.Proof{State: eval.Trusted}, Active: true, HomeRegistry: "did:web:other.example"}, "mirror"},
		{eval.Agent{Proof: eval.Proof{State: eval.Trusted}, Active: true, RemovedAt: time.Unix(1, 0)}, "removed"},
		{eval.Agent{HomeRegistry: "did:web:other.example", RemovedAt: time.Unix(1, 0)}, "removed"},
	} {
		if ok, reason := tc.agent.Target(); ok != (tc.reason == "") || reason != tc.reason {
			t.Errorf("%+v: %v, %q, want %q", tc.agent, ok, reason, tc.reason)
		}
	}
}

func TestRunStatusFinal(t *testing.T) {
	final := map[eval.RunStatus]bool{
		eval.RunQueued: false, eval.RunRunning: false, eval.RunCancelling: false,
		eval.RunCompleted: true, eval.RunFailed: true, eval.RunCancelled: true,
	}
	for s, want := range final {
		if s.Final() != want {
			t.Errorf("%s is final: %v", s, s.Final())
		}
	}
}

func TestIDKind(t *testing.T) {
	for id, want := range map[string]string{"run_06c8k3": eval.RunID, "res_a_b": eval.ResultID, "run": "", "": "", "_x": ""} {
		if got := eval.IDKind(id); got != want {
			t.Errorf("IDKind(%q) = %q", id, got)
		}
	}
}

func TestEvidence(t *testing.T) {
	e := eval.Evidence{
		Exchanges: []eval.Exchange{{
			Method: "GET", URL: "http://localhost:9001/", Status: 200,
			RequestHeader: []eval.Header{{Name: "Accept", Value: "*/*"}}, ResponseBody: []byte("caf\xe9\x00"),
		}},
		Body: []byte("caf\xe9\x00"), // bytes, not text
	}
	b, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"exchanges":[{"method":"GET","url":"http://localhost:9001/","request_headers":[{"name":"Accept","value":"*/*"}],` +
		`"request_body":null,"status":200,"response_headers":null,"response_body":"Y2Fm6QA="}],"body":"Y2Fm6QA="}`
	if string(b) != want {
		t.Errorf("encoded:\n%s\nwant:\n%s", b, want)
	}
	if eval.EvidenceHash(b) != sha(want) {
		t.Errorf("hash %s", eval.EvidenceHash(b))
	}
	back, err := eval.DecodeEvidence(b)
	if err != nil || string(back.Body) != "caf\xe9\x00" || back.Exchanges[0].URL != e.Exchanges[0].URL {
		t.Errorf("decoded %+v, %v", back, err)
	}
}
