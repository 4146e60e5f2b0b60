package graph_test

import (
	"fmt"
	"strings"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
)

// workRows are the rows about work, scores, receipts and the log. Two agents of Olga's hand each other tasks; sonia judged one.
func workRows() map[string]probe {
	judged := func(w *accessWorld) judgedWork { return w.judged() }
	workOf := func(format string) func(*accessWorld, caller) string {
		return func(w *accessWorld, _ caller) string { return fmt.Sprintf(format, judged(w).work.ID) }
	}
	scoreOf := func(format string) func(*accessWorld, caller) string {
		return func(w *accessWorld, _ caller) string { return fmt.Sprintf(format, judged(w).to) }
	}
	receiptOf := func(format string) func(*accessWorld, caller) string {
		return func(w *accessWorld, _ caller) string { return fmt.Sprintf(format, judged(w).receipt) }
	}
	return map[string]probe{
		"Query.works":       asking(`{works {nodes {id}}}`, "works"),
		"Query.work":        read(workOf(`{work(id: %q) {id}}`), "work"),
		"Query.node (work)": read(workOf(`{node(id: %q) {id}}`), "node"),
		"Query.approvals":   asking(`{approvals {nodes {id}}}`, "approvals"),
		"Query.node (an approval)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {id}}`, judged(w).approval.ID)
		}, "node"),
		"Query.score": read(scoreOf(`{score(agent: %q, workClass: CODE) {score}}`), "score"),
		"Query.score (published)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{score(agent: %q, workClass: CODE) {score}}`, w.published())
		}, "score"),
		"ClassScore.explanation (published)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{score(agent: %q, workClass: CODE) {explanation {successes}}}`, w.published())
		}, "score", "explanation"),
		"Agent.earned":   read(scoreOf(`{agent(did: %q) {earned {status}}}`), "agent", "earned"),
		"Query.receipt":  read(receiptOf(`{receipt(hash: %q) {hash}}`), "receipt"),
		"Receipt.sealed": read(receiptOf(`{receipt(hash: %q) {sealed}}`), "receipt", "sealed"),
		"Receipt.texts":  read(receiptOf(`{receipt(hash: %q) {texts {name}}}`), "receipt", "texts"),
		"Receipt.work":   read(receiptOf(`{receipt(hash: %q) {work {id}}}`), "receipt", "work"),
		"Receipt.agent":  read(receiptOf(`{receipt(hash: %q) {agent {did}}}`), "receipt", "agent"),
		"Receipt.run (of a trial)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{receipt(hash: %q) {run {id}}}`, w.receiptOf(w.trial.ID))
		}, "receipt", "run"),
		"Subscription.workChanged": hearing(func(w *accessWorld) (string, func()) {
			id := w.judged().work.ID
			return `subscription {workChanged {id}}`, func() { w.Hub.Publish([]string{id}) }
		}, "workChanged"),
		"Subscription.scoreChanged": hearing(func(w *accessWorld) (string, func()) {
			good := w.judged()
			return fmt.Sprintf(`subscription {scoreChanged(agent: %q) {score}}`, good.to), func() { w.judge(good.work.ID) }
		}, "scoreChanged"),
		"Query.log":                     asking(`{log {size}}`, "log"),
		"Mutation.sendTask (another's)": change("sendTask", "", func(w *accessWorld, c caller) string { return w.newTask(c, false) }),
		"Mutation.sendTask (one's own)": change("sendTask", "", func(w *accessWorld, c caller) string { return w.newTask(c, true) }),
		"Mutation.submitResult (another's)": change("submitResult", "", func(w *accessWorld, c caller) string {
			return fmt.Sprintf(`workId: %q, result: "done"`, w.newWork(c, false).ID)
		}),
		"Mutation.submitResult (one's own)": change("submitResult", "", func(w *accessWorld, c caller) string {
			return fmt.Sprintf(`workId: %q, result: "done"`, w.newWork(c, true).ID)
		}),
		"Mutation.requestApproval (another's)": change("requestApproval", "", func(w *accessWorld, c caller) string {
			return fmt.Sprintf(`workId: %q, call: "delete it"`, w.newWork(c, false).ID)
		}),
		"Mutation.requestApproval (one's own)": change("requestApproval", "", func(w *accessWorld, c caller) string {
			return fmt.Sprintf(`workId: %q, call: "delete it"`, w.newWork(c, true).ID)
		}),
		"Mutation.decideApproval": change("decideApproval", "", func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`approvalId: %q, granted: true`, w.newApproval().ID)
		}),
		"Mutation.recordVerdict": change("recordVerdict", "", func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`targetId: %q, reaction: THUMBS_UP`, w.finished().ID)
		}),
		"Mutation.attestHandoffs": change("attestHandoffs", "", say(`attested: false`)),
		"Mutation.publishScores": change("publishScores", "", func(w *accessWorld, c caller) string {
			return "published: true, agent: " + strings.TrimPrefix(w.newAgent(c, false), "did: ")
		}),
		"Mutation.clearReceiptText": change("clearReceiptText", "", func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`hash: %q`, w.receiptOf(w.finished().ID))
		}),
		"Mutation.rotateLogKey":                        change("rotateLogKey", "", say("")),
		"Mutation.createKey (of an agent) (another's)": change("createKey", "", func(w *accessWorld, c caller) string { return w.newAgentKey(c, false) }),
		"Mutation.createKey (of an agent) (one's own)": change("createKey", "", func(w *accessWorld, c caller) string { return w.newAgentKey(c, true) }),
	}
}

// judgedWork is work of which a person said that it is good.
type judgedWork struct {
	work     eval.Work
	approval eval.Approval
	to       string // DID
	receipt  string
}

// judged makes it once.
func (w *accessWorld) judged() judgedWork {
	w.t.Helper()
	if w.good.to != "" {
		return w.good
	}
	work := w.finished()
	w.judge(work.ID)
	agents, err := w.App.AgentsByID(w.Admin(), []string{work.ToAgentID})
	if err != nil {
		w.t.Fatal(err)
	}
	w.good = judgedWork{work: work, approval: w.newApproval(), to: agents[0].DID, receipt: w.receiptOf(work.ID)}
	return w.good
}

func (w *accessWorld) judge(workID string) {
	w.t.Helper()
	_, _, err := w.App.RecordVerdict(w.olga.Context(), app.RecordVerdict{Kind: app.TargetTask, TargetID: workID, Reaction: eval.ThumbsUp})
	if err != nil {
		w.t.Fatal(err)
	}
}

// published is the DID of an agent whose scores everybody may see.
func (w *accessWorld) published() string {
	w.t.Helper()
	work := w.finished()
	w.judge(work.ID)
	agents, err := w.App.AgentsByID(w.Admin(), []string{work.ToAgentID})
	if err == nil {
		_, err = w.App.PublishScores(w.Admin(), agents[0].DID, true)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return agents[0].DID
}

// receiptOf is the hash of the first receipt about something.
func (w *accessWorld) receiptOf(subject string) string {
	w.t.Helper()
	all, err := w.Store.ReceiptsAbout(w.t.Context(), subject)
	if err != nil || len(all) == 0 {
		w.t.Fatalf("receipts about %s: %v, %v", subject, all, err)
	}
	return all[0].Hash.String()
}

// agentOf is the DID of a new agent: of Olga, or of the person who asks.
func (w *accessWorld) agentOf(c caller, own bool) string {
	return strings.Trim(strings.TrimPrefix(w.newAgent(c, own), "did: "), `"`)
}

func (w *accessWorld) newTask(c caller, own bool) string {
	return fmt.Sprintf(`from: %q, to: %q, title: "t"`, w.agentOf(c, own), w.agentOf(c, false))
}

// newWork sends a task to a new agent: of Olga, or of the person who asks.
func (w *accessWorld) newWork(c caller, own bool) eval.Work {
	w.t.Helper()
	work, err := w.App.SendTask(w.olga.Context(), app.SendTask{From: w.agentOf(c, false), To: w.agentOf(c, own), Title: "t", WorkClass: string(classscore.Code)})
	if err != nil {
		w.t.Fatal(err)
	}
	return work
}

func (w *accessWorld) finished() eval.Work {
	w.t.Helper()
	work, err := w.App.SubmitResult(w.olga.Context(), app.SubmitResult{WorkID: w.newWork(caller{}, false).ID, Result: "done"})
	if err != nil {
		w.t.Fatal(err)
	}
	return work
}

func (w *accessWorld) newApproval() eval.Approval {
	w.t.Helper()
	p, err := w.App.RequestApproval(w.olga.Context(), app.RequestApproval{WorkID: w.newWork(caller{}, false).ID, Call: "delete it"})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *accessWorld) newAgentKey(c caller, own bool) string {
	return fmt.Sprintf(`name: "k", role: MEMBER, scopes: [AGENT], agent: %q`, w.agentOf(c, own))
}
