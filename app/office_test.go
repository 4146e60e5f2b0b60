package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/verify"
	"assay/internal/testenv"
)

// office is a workspace whose agents hand each other work. Its clock stands still unless a test moves it.
type office struct {
	people
	t       testing.TB
	sender  eval.Agent
	agents  int
	keys    map[string]context.Context // by agent id
	persons map[string]testenv.Person
}

func newOffice(t testing.TB, p people) *office {
	w := &office{people: p, t: t, keys: map[string]context.Context{}, persons: map[string]testenv.Person{"ada": p.ada}}
	w.sender = w.agent("sender's owner")
	return w
}

func eachOffice(t *testing.T, f func(t *testing.T, w *office)) {
	t.Helper()
	t.Parallel() // each has databases of its own, and waits for them more than it works
	eachPeople(t, func(t *testing.T, p people) { f(t, newOffice(t, p)) })
}

// agent registers an agent of an owner. It has an A2A endpoint that nobody calls.
func (w *office) agent(owner string, change ...func(*app.RegisterAgent)) eval.Agent {
	w.t.Helper()
	w.agents++
	host := fmt.Sprintf("a%d.example", w.agents)
	in := app.RegisterAgent{DID: "did:web:" + host, Name: host, Owner: owner, Card: []byte(card(host, "https://"+host+"/a2a"))}
	for _, c := range change {
		c(&in)
	}
	agent, err := w.App.RegisterAgent(w.ada.Context(), in)
	if err != nil {
		w.t.Fatal(err)
	}
	return agent
}

func ofTests(in *app.RegisterAgent) { in.TestAgent = true }

// as is a context of an agent's own key.
func (w *office) as(agent eval.Agent) context.Context {
	w.t.Helper()
	if w.keys[agent.ID] == nil {
		_, token, err := w.App.CreateKey(w.ada.Context(), app.CreateKey{Name: "own", Role: eval.RoleMember, Scopes: []eval.Scope{eval.ScopeAgent}, Agent: agent.DID})
		if err != nil {
			w.t.Fatal(err)
		}
		w.keys[agent.ID] = w.Bearer(token)
	}
	return w.keys[agent.ID]
}

// person is a context of a member.
func (w *office) person(name string) context.Context {
	w.t.Helper()
	p, ok := w.persons[name]
	if !ok {
		p = w.Join("", eval.RoleMember, name+"@example.com")
		w.persons[name] = p
	}
	return p.Context()
}

// send hands a task of a kind of work to an agent.
func (w *office) send(to eval.Agent, class classscore.Class) eval.Work {
	w.t.Helper()
	work, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, WorkClass: string(class), Title: "Say what it is", Brief: "In a word."})
	if err != nil {
		w.t.Fatal(err)
	}
	return work
}

// ended is work on which its assignee had its word: a result or a failure.
func (w *office) ended(to eval.Agent, class classscore.Class, failed bool) eval.Work {
	w.t.Helper()
	work, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: w.send(to, class).ID, Result: "A result", Failed: failed})
	if err != nil {
		w.t.Fatal(err)
	}
	return work
}

// missed is work that nobody but the system has had a word on: its deadline went by.
func (w *office) missed(to eval.Agent, class classscore.Class) eval.Work {
	w.t.Helper()
	work, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, WorkClass: string(class), Title: "Soon", Deadline: w.clock.Now().Add(time.Second)})
	if err != nil {
		w.t.Fatal(err)
	}
	w.clock.Add(time.Second)
	if err := w.App.MissDeadlines(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	return work
}

// says records what somebody says of a piece of work.
func (w *office) says(who context.Context, pieceID string, r eval.Reaction) *eval.WorkVerdict {
	w.t.Helper()
	v, err := w.judge(who, pieceID, r)
	if err != nil {
		w.t.Fatal(err)
	}
	return v
}

func (w *office) judge(who context.Context, pieceID string, r eval.Reaction) (*eval.WorkVerdict, error) {
	kind := app.TargetTask
	if eval.IDKind(pieceID) == eval.ApprovalID {
		kind = app.TargetApproval
	}
	v, _, err := w.App.RecordVerdict(who, app.RecordVerdict{Kind: kind, TargetID: pieceID, Reaction: r})
	return v, err
}

// good makes a person say of new work of an agent that it is good, n times.
func (w *office) good(to eval.Agent, class classscore.Class, n int) {
	w.t.Helper()
	for range n {
		w.says(w.ada.Context(), w.ended(to, class, false).ID, eval.ThumbsUp)
	}
}

func (w *office) outcome(pieceID string) *app.Outcome {
	w.t.Helper()
	judged, err := w.App.Judged(w.Admin(), []string{pieceID})
	if err != nil {
		w.t.Fatal(err)
	}
	return judged[pieceID].Outcome
}

func (w *office) score(agent eval.Agent, class classscore.Class) *eval.ClassScore {
	w.t.Helper()
	s, err := w.App.Score(w.Admin(), agent.DID, class)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// checked exports a score and checks it.
func (w *office) checked(agent eval.Agent, class classscore.Class, pool bool) verify.Report {
	w.t.Helper()
	text, err := w.App.ExportScore(w.Admin(), agent.ID, string(class), pool)
	if err != nil {
		w.t.Fatal(err)
	}
	e, err := verify.ReadScore(text)
	if err != nil {
		w.t.Fatal(err)
	}
	return verify.Score(e)
}
