package demo

import (
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"assay/app/probe"
	"assay/app/suitefile"
	"assay/eval"
	"assay/eval/scorer"
	"assay/examples/suites"
)

// start starts the agents on free ports.
func start(t *testing.T, seed uint64) map[string]Agent {
	t.Helper()
	agents, err := Start([3]int{}, seed, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agents.Stop)
	byName := map[string]Agent{}
	for _, a := range agents.List {
		byName[a.Name] = a
	}
	return byName
}

func newProber(t *testing.T) *probe.Prober {
	t.Helper()
	p := probe.New(probe.Config{AllowTargets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	t.Cleanup(p.Stop)
	return p
}

// exampleSuites reads every example suite, and checks it on the way.
func exampleSuites(t *testing.T) map[string]eval.Suite {
	t.Helper()
	all := map[string]eval.Suite{}
	names, err := fs.Glob(suites.Files, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(suites.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		docs, err := suitefile.Parse(name, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			if err := d.Check(); err != nil {
				t.Error(err)
			}
			all[d.Suite.Key] = d.Suite
		}
	}
	return all
}

// call fires a suite's tasks at an agent and counts what passed and which errors came.
func call(t *testing.T, p *probe.Prober, s eval.Suite, a Agent) (passed int, why []string, errors map[eval.ErrorCode]int) {
	t.Helper()
	c := probe.Call{TaskType: s.TaskType, Endpoint: a.Origin + "/", Binding: eval.BindingHTTP}
	if a.Card {
		card, err := p.FetchCard(t.Context(), a.Origin+"/.well-known/agent-card.json")
		if err != nil {
			t.Fatal(err)
		}
		c.Endpoint, c.Binding, c.ProtocolVersion, c.Card = card.Endpoint, card.Binding, card.ProtocolVersion, card.Raw
	}
	errors = map[eval.ErrorCode]int{}
	for _, task := range s.Tasks {
		c.Input = task.Input
		out := p.Do(t.Context(), c)
		v := scorer.Score(task.Scorer, task.Expected, out.Observation)
		if v.Passed {
			passed++
		} else {
			why = append(why, s.Key+"/"+task.Name+": "+v.Reason+" "+out.Detail)
		}
		errors[out.Observation.Error]++
	}
	return passed, why, errors
}

// The well-behaved agents pass every task of the examples.
func TestAgentsPassTheExamples(t *testing.T) {
	agents, all, p := start(t, 1), exampleSuites(t), newProber(t)
	for _, c := range []struct{ suite, agent string }{{"http-basics", "sums"}, {"http-basics", "plain"}, {"a2a-sums", "sums"}} {
		s := all[c.suite]
		passed, why, _ := call(t, p, s, agents[c.agent])
		if passed != len(s.Tasks) || len(s.Tasks) == 0 {
			t.Errorf("%s passes %d of %d tasks of %s: %s", c.agent, passed, len(s.Tasks), c.suite, strings.Join(why, "; "))
		}
	}
	card, err := p.FetchCard(t.Context(), agents["sums"].Origin+"/.well-known/agent-card.json")
	if err != nil || card.ProtocolVersion != "1.0" || card.Binding != eval.BindingJSONRPC {
		t.Errorf("card %+v, %v", card, err)
	}
}

// The moody one is right most of the time, and wrong in every way it has.
func TestMoodyMisbehavesNowAndThen(t *testing.T) {
	agent, s, p := start(t, 7)["moody"], exampleSuites(t)["a2a-sums"], newProber(t)
	total, passed, errors := 0, 0, map[eval.ErrorCode]int{}
	for range 12 {
		n, _, codes := call(t, p, s, agent)
		total += len(s.Tasks)
		passed += n
		for code, n := range codes {
			errors[code] += n
		}
	}
	if passed < total/2 || passed == total {
		t.Errorf("%d of %d passed", passed, total)
	}
	if errors[eval.ErrConnectionReset] == 0 || errors[eval.ErrProtocol] == 0 {
		t.Errorf("errors %v: a reset and nonsense are missing", errors)
	}
}

func TestMoodsFollowTheSeed(t *testing.T) {
	draw := func(seed uint64) (all []mood) {
		next := moods(seed)
		for range 400 {
			all = append(all, next())
		}
		return all
	}
	first, again, other := draw(1), draw(1), draw(2)
	counts := map[mood]int{}
	same := 0
	for i, m := range first {
		counts[m]++
		if again[i] != m {
			t.Fatalf("draw %d differs under the same seed", i)
		}
		if other[i] == m {
			same++
		}
	}
	if same == len(first) {
		t.Error("another seed gives the same moods")
	}
	for m := well; m <= babbling; m++ {
		if counts[m] == 0 {
			t.Errorf("mood %d never comes: %v", m, counts)
		}
	}
	if counts[well] < 280 {
		t.Errorf("well-behaved only %d times in 400", counts[well])
	}
}

// An agent whose port is taken is somewhere else, and says where.
func TestPortTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	var log strings.Builder
	agents, err := Start([3]int{port, 0, 0}, 1, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer agents.Stop()
	a := agents.List[0]
	if a.DID != "did:web:demo.localhost:sums" || a.Origin == "http://"+taken.Addr().String() {
		t.Errorf("%+v", a)
	}
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), strings.TrimPrefix(a.Origin, "http://")) {
		t.Errorf("log: %s", log.String())
	}
	res, err := http.Get(a.Origin + "/health")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err != nil || string(body) != "ok\n" {
		t.Errorf("%q, %v", body, err)
	}
}
