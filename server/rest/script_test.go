package rest_test

import (
	"bufio"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"assay/app"
	"assay/app/live"
	"assay/ent/store"
	"assay/eval"
	"assay/graph"
	"assay/internal/dbtest"
	"assay/server"
)

var update = flag.Bool("update", false, "write the answers that are given into the scripts")

const adminKey = "script-key"

// TestScripts plays each testdata/script/*.txt, on both databases, against the whole server: real doors, app and store. A script is a
// txtar archive of steps:
//
//	-- request --   request line, header lines, an empty line, the body. A line `admin` stands for the header with the right key
//	-- answer --    status, those header lines that matter, the body, as they must come
//	-- agents --    registers agents: a DID a line
//	-- measure --   does the work that waits: for each line `DID TASK SCORE LATENCY ERROR` a result is recorded; - stands for none
//	-- wait --      moves the clock by a duration
//	-- gate --      `down` turns evals off, `up` on
//
// Ids are written as the first, second … of their kind that appeared in an answer: run_1, ste_1.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, s *store.Store) { play(t, file, s) })
		})
	}
}

// player is a script being played.
type player struct {
	store  *store.Store
	clock  *dbtest.Clock
	gate   bool
	ids    map[string]string // as written in the script → real
	names  map[string]string // the reverse
	counts map[string]int    // of ids, by kind
	nodes  int
}

func play(t *testing.T, file string, s *store.Store) {
	script, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{store: s, clock: dbtest.NewClock(time.Date(2026, 7, 16, 9, 14, 2, 0, time.UTC)), gate: true,
		ids: map[string]string{}, names: map[string]string{}, counts: map[string]int{}}
	var answer *httptest.ResponseRecorder
	var asked string
	for i := range script.Files {
		step := &script.Files[i]
		text := string(step.Data)
		switch step.Name {
		case "request":
			asked, _, _ = strings.Cut(text, "\n")
			answer = p.send(t, text)
		case "answer":
			got := p.show(answer, text)
			if *update {
				step.Data = []byte(got)
			} else if diff := cmp.Diff(text, got); diff != "" {
				t.Errorf("%s (-script +answer)\n%s", asked, diff)
			}
		case "agents":
			p.register(t, strings.Fields(text))
		case "measure":
			p.measure(t, text)
		case "wait":
			d, err := time.ParseDuration(strings.TrimSpace(text))
			if err != nil {
				t.Fatal(err)
			}
			p.clock.Add(d)
		case "gate":
			p.gate = strings.TrimSpace(text) == "up"
		default:
			t.Fatalf("%s: no step is called %q", file, step.Name)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(script), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func (p *player) app() *app.App {
	config := app.Config{Name: "Script", DID: "did:web:assay.example", OracleDID: "did:theprotocol:eval-oracle", Version: "test", EvalsEnabled: p.gate,
		AdminKey: adminKey}
	return app.New(config, p.store, nil, &live.Hub{}, p.clock.Now, slog.New(slog.DiscardHandler))
}

var writtenID = regexp.MustCompile(`\b(?:ste|tsk|run|res|agt)_\d+\b`)

// send sends a request as it is written, but for ids and the `admin` line.
func (p *player) send(t *testing.T, text string) *httptest.ResponseRecorder {
	t.Helper()
	text = writtenID.ReplaceAllStringFunc(text, func(name string) string {
		if id, ok := p.ids[name]; ok {
			return id
		}
		return name
	})
	head, body, _ := strings.Cut(text, "\n\n")
	line, headers, _ := strings.Cut(strings.TrimSpace(head), "\n")
	body = strings.TrimSuffix(body, "\n")
	raw := line + " HTTP/1.1\nHost: assay.example\nX-Request-Id: req-1\nContent-Length: " + strconv.Itoa(len(body)) + "\n"
	for h := range strings.Lines(headers) {
		if strings.TrimSpace(h) == "admin" {
			h = "Authorization: Bearer " + adminKey
		}
		raw += strings.TrimSpace(h) + "\n"
	}
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw + "\n" + body)))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	a := p.app()
	h := server.New(server.Options{
		App: a, Authenticate: a.Authenticate, Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})),
		GraphQL: graph.Handler(a, graph.Options{RequestID: server.RequestID}),
	})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(t.Context()))
	return w
}

var headerLine = regexp.MustCompile(`^([A-Za-z-]+): `)

var realID = regexp.MustCompile(`\b(ste|tsk|run|res|agt)_[0-9a-z]{26}\b`)

// show writes an answer the way scripts do: status, the headers that the script has, body, names for ids.
func (p *player) show(w *httptest.ResponseRecorder, script string) string {
	got := fmt.Sprintln(w.Code)
	for line := range strings.Lines(script) {
		if m := headerLine.FindStringSubmatch(line); m != nil {
			got += m[1] + ": " + strings.Join(w.Header().Values(m[1]), ", ") + "\n"
		}
	}
	got += strings.TrimSuffix(w.Body.String(), "\n")
	if w.Body.Len() > 0 {
		got += "\n" // as txtar has it
	}
	return realID.ReplaceAllStringFunc(got, func(id string) string {
		if p.names[id] == "" {
			kind := eval.IDKind(id)
			p.counts[kind]++
			p.names[id] = fmt.Sprintf("%s_%d", kind, p.counts[kind])
			p.ids[p.names[id]] = id
		}
		return p.names[id]
	})
}

func (p *player) register(t *testing.T, dids []string) {
	t.Helper()
	ctx := app.WithPrincipal(t.Context(), app.Principal{PlatformAdmin: true})
	for _, did := range dids {
		if _, err := p.app().RegisterAgent(ctx, app.RegisterAgent{DID: did, Endpoint: "https://agent.example"}); err != nil {
			t.Fatal(err)
		}
	}
}

// measure records results as a runner would: under a claim for each agent's part of a run.
func (p *player) measure(t *testing.T, text string) {
	t.Helper()
	ctx := app.WithPrincipal(t.Context(), app.Principal{PlatformAdmin: true})
	p.nodes++
	claimer, err := p.store.NewClaimer(ctx, fmt.Sprint("node-", p.nodes), func() time.Duration { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	claims, err := claimer.Claim(ctx, store.Want{Kind: store.ClaimRunAgent, Now: p.clock.Now().UnixMilli(), Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		part, err := p.store.RunAgent(ctx, c.Subject)
		if err != nil {
			t.Fatal(err)
		}
		run, err := p.store.Run(ctx, part.RunID)
		if err != nil {
			t.Fatal(err)
		}
		pinned, err := p.app().RunVersions(ctx, *run)
		if err != nil {
			t.Fatal(err)
		}
		entries := []store.Entry{{Claim: c, Start: &store.PartStart{RunID: run.ID, RunAgentID: part.ID, At: p.clock.Now()}}}
		for i, task := range pinned[0].Tasks {
			r := outcome(t, text, part.AgentDID, task.Name)
			r.ID, r.RunID, r.RunAgentID, r.SuiteID = store.NewID(eval.ResultID, p.clock.Now()), run.ID, part.ID, run.SuiteID
			r.AgentID, r.TaskID, r.TaskIndex, r.Trial, r.At = part.AgentID, task.ID, i, run.Trial, p.clock.Now()
			entries = append(entries, store.Entry{Claim: c, Result: &r})
		}
		entries = append(entries, store.Entry{Claim: c, Finish: &store.PartFinish{RunID: run.ID, RunAgentID: part.ID, SuiteID: run.SuiteID,
			AgentID: part.AgentID, Trial: run.Trial, Recorded: len(pinned[0].Tasks), At: p.clock.Now()}})
		if lost, err := p.store.Record(ctx, claimer.Holder(), entries); err != nil || len(lost) > 0 {
			t.Fatalf("record: %v, lost %v", err, lost)
		}
	}
}

// outcome reads the line for an agent and a task.
func outcome(t *testing.T, text, did, task string) (r eval.Result) {
	t.Helper()
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 5 || f[0] != did || f[1] != task {
			continue
		}
		if score, err := strconv.ParseFloat(f[2], 64); err == nil {
			r.Score, r.Passed, r.Attempts = &score, score == 1, 1
		}
		if latency, err := strconv.ParseInt(f[3], 10, 64); err == nil {
			r.LatencyMS = &latency
		}
		r.Error = eval.ErrorCode(strings.Trim(f[4], "-"))
		return r
	}
	t.Fatalf("no line for %s %s", did, task)
	return r
}
