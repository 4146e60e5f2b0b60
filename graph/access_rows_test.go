package graph_test

import (
	"fmt"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/testenv"
)

// probes has one for each row of the table in docs/access.md.
func probes() map[string]probe {
	all := map[string]probe{}
	for _, rows := range []map[string]probe{recordRows(), suiteRows(), agentRows(), peopleRows(), workRows(), fieldRows(), restRows(), workRestRows(), logRows()} {
		for name, p := range rows {
			all[name] = p
		}
	}
	return all
}

func recordRows() map[string]probe {
	trial := func(format string) func(*accessWorld, caller) string {
		return func(w *accessWorld, _ caller) string { return fmt.Sprintf(format, w.trial.ID) }
	}
	public := func(format string) func(*accessWorld, caller) string {
		return func(w *accessWorld, _ caller) string { return fmt.Sprintf(format, w.run.ID) }
	}
	trialID := func(w *accessWorld) string { return w.trial.ID }
	return map[string]probe{
		"Query.registry":                   asking(`{registry {name}}`, "registry"),
		"Query.viewer":                     asking(`{viewer {admin}}`, "viewer"),
		"Query.node":                       read(public(`{node(id: %q) {id}}`), "node"),
		"Query.node (a trial)":             read(trial(`{node(id: %q) {id}}`), "node"),
		"Query.node (a result of a trial)": read(func(w *accessWorld, _ caller) string { return fmt.Sprintf(`{node(id: %q) {id}}`, w.trialResult.ID) }, "node"),
		"Query.nodes":                      read(public(`{nodes(ids: [%q]) {id}}`), "nodes"),
		"Query.runs":                       asking(`{runs {nodes {id}}}`, "runs"),
		"Query.runs (trials)":              has(`{runs(first: 100) {nodes {id}}}`, trialID),
		"Query.run":                        read(public(`{run(id: %q) {id}}`), "run"),
		"Query.run (a trial)":              read(trial(`{run(id: %q) {id}}`), "run"),
		"Query.results":                    asking(`{results {nodes {id}}}`, "results"),
		"Query.results (of trials)":        has(`{results(first: 100) {nodes {run {id}}}}`, trialID),
		"Query.leaderboard":                asking(`{leaderboard {nodes {rank}}}`, "leaderboard"),
		"Query.overview":                   asking(`{overview {at}}`, "overview"),
		"Query.compareAgents":              asking(`{compareAgents(a: "did:web:agent.example", b: "did:web:agent.example") {pairs}}`, "compareAgents"),
		"Query.compareRuns":                read(public(`{compareRuns(a: %[1]q, b: %[1]q) {pairs}}`), "compareRuns"),
		"Query.compareRuns (trials)":       read(trial(`{compareRuns(a: %[1]q, b: %[1]q) {pairs}}`), "compareRuns"),
		"Query.operations":                 asking(`{operations {version}}`, "operations"),
		"Query.platformAdmins":             asking(`{platformAdmins {id}}`, "platformAdmins"),
		"Query.auditLog":                   asking(`{auditLog {nodes {seq}}}`, "auditLog"),
		"Query.auditLog (of other)":        asking(`{auditLog(workspace: "other") {nodes {seq}}}`, "auditLog"),
		"Mutation.runSuite":                change("runSuite", "", func(w *accessWorld, _ caller) string { return fmt.Sprintf("key: %q", w.newSuite().Key) }),
		"Mutation.cancelRun":               change("cancelRun", "", func(w *accessWorld, _ caller) string { return fmt.Sprintf("runId: %q", w.Run(w.newSuite().Key).ID) }),
		"Subscription.runEvents":           read(public(`subscription {runEvents(runId: %q) {seq}}`), "runEvents"),
		"Subscription.runEvents (a trial)": read(trial(`subscription {runEvents(runId: %q) {seq}}`), "runEvents"),
		"Subscription.liveRuns":            asking(`subscription {liveRuns {runs {id}}}`, "liveRuns"),
		"Subscription.liveRuns (trials)":   liveTrials(),
		"Subscription.leaderboardChanged":  boardChange(),
		"Result.evidence (of a trial)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {... on Result {evidence {bodyText}}}}`, w.trialResult.ID)
		}, "node", "evidence"),
		"Result.evidence": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {... on Result {evidence {bodyText}}}}`, w.runResult.ID)
		}, "node", "evidence"),
		"Result.verdict (of a trial)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {... on Result {verdict {reason}}}}`, w.trialResult.ID)
		}, "node", "verdict"),
		"Suite.trialCount (of a draft)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {... on Suite {trialCount}}}`, w.draft.ID)
		}, "node", "trialCount"),
		"Suite.versionCount (without a public run)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {... on Suite {versionCount}}}`, w.draft.ID)
		}, "node", "versionCount"),
		"Suite.versions (without a public run)": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{node(id: %q) {... on Suite {versions {digest}}}}`, w.draft.ID)
		}, "node", "versions"),
	}
}

// liveTrials asks whether a trial that waits is among the runs under way.
func liveTrials() probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		key := w.Suite(w.name(), false, "/").Key
		id := w.Run(key).ID
		return has(`subscription {liveRuns {runs {id}}}`, func(*accessWorld) string { return id }).ask(w, c)
	}}
}

// boardChange asks to hear of changes of the board, and says that there are some until one was heard.
func boardChange() probe {
	return hearing(func(w *accessWorld) (string, func()) {
		return `subscription {leaderboardChanged {at}}`, func() { w.Hub.Publish([]string{store.TopicBoard + w.public.ID}) }
	}, "leaderboardChanged")
}

// hearing is a probe of a subscription to which nothing is sent before something happens: it lets that happen until it was heard.
func hearing(of func(w *accessWorld) (document string, happen func()), path ...string) probe {
	return probe{ask: func(w *accessWorld, c caller) string {
		document, happen := of(w)
		heard := make(chan struct{})
		done := make(chan struct{})
		go func() {
			defer close(done)
			for again := time.NewTicker(20 * time.Millisecond); ; {
				select {
				case <-heard:
					again.Stop()
					return
				case <-again.C:
					happen()
				}
			}
		}()
		outcome := asking(document, path...).ask(w, c)
		close(heard)
		<-done
		return outcome
	}}
}

func suiteRows() map[string]probe {
	task := func(w *accessWorld, _ caller) string { return fmt.Sprintf("taskId: %q", w.newSuite().Tasks[0].ID) }
	return map[string]probe{
		"Query.suites":          asking(`{suites {nodes {key}}}`, "suites"),
		"Query.suites (drafts)": has(`{suites(first: 100) {nodes {key}}}`, fixed("key:draft]")),
		"Query.suite":           asking(`{suite(key: "public") {key}}`, "suite"),
		"Query.suite (a draft)": asking(`{suite(key: "draft") {key}}`, "suite"),
		"Query.scoreSample":     asking(`{scoreSample(input: {scorer: CONTAINS, expected: "a", body: "a"}) {score}}`, "scoreSample"),
		"Query.readSuiteFile":   asking(`{readSuiteFile(text: "key: a") {suites {key}}}`, "readSuiteFile"),
		"Mutation.putSuite":     change("putSuite", "", func(w *accessWorld, _ caller) string { return fmt.Sprintf("key: %q", w.name()) }),
		"Mutation.deleteSuite":  change("deleteSuite", "", func(w *accessWorld, _ caller) string { return fmt.Sprintf("key: %q", w.newSuite().Key) }),
		"Mutation.addTask": change("addTask", "", func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`suiteKey: %q, task: {name: "t", scorer: STATUS_OK}`, w.newSuite().Key)
		}),
		"Mutation.updateTask": change("updateTask", "", func(w *accessWorld, c caller) string { return task(w, c) + `, name: "renamed"` }),
		"Mutation.removeTask": change("removeTask", "INVALID", task), // an enabled suite needs a task, which is asked after who asks
	}
}

func agentRows() map[string]probe {
	rows := map[string]probe{
		"Query.agent":                 asking(`{agent(did: "did:web:agent.example") {did}}`, "agent"),
		"Query.agents":                asking(`{agents {nodes {did}}}`, "agents"),
		"Query.agents (by workspace)": asking(`{agents(workspace: "default") {nodes {did}}}`, "agents"),
		"Mutation.registerAgent": change("registerAgent", "", func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`did: "did:web:%s.example", endpoint: %q`, w.name(), w.agent.URL)
		}),
		"Mutation.checkAgent":                    change("checkAgent", "", func(w *accessWorld, _ caller) string { return fmt.Sprintf(`endpoint: %q`, w.agent.URL) }),
		"Mutation.requestChallenge (to opt out)": change("requestChallenge", "", func(w *accessWorld, c caller) string { return w.newAgent(c, false) + ", action: OPT_OUT" }),
		"Mutation.answerChallenge (opting out)":  change("answerChallenge", "CONFLICT", func(w *accessWorld, _ caller) string { return w.newChallenge(eval.ChallengeOptOut) }),
		"Mutation.answerChallenge (proving)":     change("answerChallenge", "CONFLICT", func(w *accessWorld, _ caller) string { return w.newChallenge(eval.ChallengeProve) }),
	}
	for name, m := range map[string]struct{ suffices, more string }{
		"refreshAgentCard": {"", ""}, "updateAgent": {"", `, name: "renamed"`}, "removeAgent": {"", ""}, "requestChallenge": {"CONFLICT", ", action: PROVE"},
		"setAgentCredentials": {"", `, bearer: "a-token-of-some-length"`}, "removeAgentCredentials": {"", ""},
	} {
		rows["Mutation."+name+" (another's)"], rows["Mutation."+name+" (one's own)"] = ofAgent(name, m.suffices, m.more)
	}
	return rows
}

func peopleRows() map[string]probe {
	member := func(role eval.Role, more string) func(*accessWorld, caller) string {
		return func(w *accessWorld, _ caller) string {
			return fmt.Sprintf("userId: %q", w.newMember(role).User.ID) + more
		}
	}
	return map[string]probe{
		"Query.workspace":  asking(`{workspace(key: "default") {id}}`, "workspace"),
		"Query.workspaces": asking(`{workspaces {id}}`, "workspaces"),
		"Query.invitation": read(func(w *accessWorld, _ caller) string {
			return fmt.Sprintf(`{invitation(token: %q) {workspaceName}}`, w.invitation.Reveal())
		}, "invitation"),
		"Mutation.setUp":                            change("setUp", "CONFLICT", say(fmt.Sprintf(`adminKey: %q, email: "z@example.com", name: "Z", password: %q`, testenv.AdminKey, testenv.Password.Reveal()))),
		"Mutation.signIn":                           change("signIn", "", say(fmt.Sprintf(`email: "ada@example.com", password: %q`, testenv.Password.Reveal()))).anew(),
		"Mutation.signOut":                          change("signOut", "", say("")).anew(),
		"Mutation.updateProfile":                    change("updateProfile", "", say(`name: "Renamed"`)),
		"Mutation.changePassword":                   change("changePassword", "", say(fmt.Sprintf(`current: %[1]q, password: %[1]q`, testenv.Password.Reveal()))).anew(),
		"Mutation.endSessions":                      change("endSessions", "", say("sessionId: null")),
		"Mutation.issuePasswordReset (of a member)": change("issuePasswordReset", "", member(eval.RoleMember, "")),
		"Mutation.issuePasswordReset (of an owner)": change("issuePasswordReset", "", member(eval.RoleOwner, "")),
		"Mutation.resetPassword":                    change("resetPassword", "", func(w *accessWorld, _ caller) string { return w.newReset() }).anew(),
		"Mutation.setPlatformAdmin":                 change("setPlatformAdmin", "", member(eval.RoleViewer, ", platformAdmin: true")),
		"Mutation.createWorkspace":                  change("createWorkspace", "", func(w *accessWorld, _ caller) string { return fmt.Sprintf("key: %q", w.name()) }),
		"Mutation.renameWorkspace":                  change("renameWorkspace", "", say(`workspace: "default", name: "Default"`)),
		"Mutation.inviteMember":                     change("inviteMember", "", say(`role: VIEWER`)),
		"Mutation.inviteMember (as owner)":          change("inviteMember", "", say(`role: OWNER`)),
		"Mutation.revokeInvitation":                 change("revokeInvitation", "", func(w *accessWorld, _ caller) string { return w.newInvitation() }),
		"Mutation.acceptInvitation": change("acceptInvitation", "", func(w *accessWorld, _ caller) string {
			token := w.Invite(w.newWorkspace(), eval.RoleViewer, "").Reveal()
			return fmt.Sprintf(`token: %q, email: %q, name: "New", password: %q`, token, w.email(), testenv.Password.Reveal())
		}).anew(),
		"Mutation.updateMember (a member)": change("updateMember", "", member(eval.RoleMember, ", role: VIEWER")),
		"Mutation.updateMember (to owner)": change("updateMember", "", member(eval.RoleMember, ", role: OWNER")),
		"Mutation.updateMember (an owner)": change("updateMember", "", member(eval.RoleOwner, ", role: VIEWER")),
		"Mutation.removeMember (a member)": change("removeMember", "", member(eval.RoleMember, "")),
		"Mutation.removeMember (an owner)": change("removeMember", "", member(eval.RoleOwner, "")),
		"Mutation.removeMember (oneself)":  change("removeMember", "", func(_ *accessWorld, c caller) string { return fmt.Sprintf("userId: %q", c.person.User.ID) }).anew(),
		"Mutation.createKey":               change("createKey", "", say(`name: "k", role: VIEWER, scopes: [ADMIN]`)),
		"Mutation.createKey (as owner)":    change("createKey", "", say(`name: "k", role: OWNER, scopes: [ADMIN]`)),
		"Mutation.revokeKey (another's)":   change("revokeKey", "", func(w *accessWorld, c caller) string { return w.newKey(c, false) }),
		"Mutation.revokeKey (one's own)":   change("revokeKey", "", func(w *accessWorld, c caller) string { return w.newKey(c, true) }),
	}
}

func fieldRows() map[string]probe {
	rows := map[string]probe{}
	workspace := func(field, selection string) {
		rows["Workspace."+field] = asking(`{workspace(key: "default") {`+field+selection+`}}`, "workspace", field)
	}
	for _, field := range []string{"id", "key", "name", "createdAt", "role", "permissions", "attestedHandoffs"} {
		workspace(field, "")
	}
	workspace("members", " {user {email}}")
	workspace("invitations", " {id}")
	workspace("keys", " {id}")
	for field, selection := range map[string]string{"admin": "", "user": " {email}", "key": " {prefix}", "permissions": "", "sessions": " {id}"} {
		rows["Viewer."+field] = asking(`{viewer {`+field+selection+`}}`, "viewer", field)
	}
	rows["Agent.workspace"] = asking(`{agent(did: "did:web:agent.example") {workspace {id}}}`, "agent", "workspace")
	for _, own := range []bool{false, true} {
		which := map[bool]string{false: " (another's)", true: " (one's own)"}[own]
		rows["Agent.mayChange"+which] = read(func(w *accessWorld, c caller) string {
			return `{agent(` + w.newAgent(c, own) + `) {mayChange}}`
		}, "agent", "mayChange")
		rows["Agent.credentials"+which] = read(func(w *accessWorld, c caller) string {
			did := w.newAgent(c, own)
			if _, codes := w.graphQL(caller{bearer: testenv.AdminKey}, `mutation {setAgentCredentials(input: {`+did+`, bearer: "a-token-of-some-length"}) {userErrors {code message}}}`, "setAgentCredentials"); codes != nil {
				w.t.Fatalf("set credentials: %v", codes)
			}
			return `{agent(` + did + `) {credentials {description setBy {email}}}}`
		}, "agent", "credentials")
	}
	return rows
}

func restRows() map[string]probe {
	const suites = "/api/v1/admin/evals/suites"
	at := func(format string) func(*accessWorld) string {
		return func(w *accessWorld) string { return fmt.Sprintf(format, w.newSuite().Key) }
	}
	return map[string]probe{
		"GET /api/v1/evals/suites":               rest("GET", fixed("/api/v1/evals/suites"), fixed("")),
		"GET /api/v1/evals/agents/{did}/results": rest("GET", fixed("/api/v1/evals/agents/did:web:agent.example/results"), fixed("")),
		"GET /api/v1/evals/leaderboard":          rest("GET", fixed("/api/v1/evals/leaderboard"), fixed("")),
		"GET /api/v1/openapi.yaml":               rest("GET", fixed("/api/v1/openapi.yaml"), fixed("")),
		"GET /api/v1/audit":                      rest("GET", fixed("/api/v1/audit"), fixed("")),
		"GET /api/v1/audit (of other)":           rest("GET", fixed("/api/v1/audit?workspace=other"), fixed("")),
		"GET " + suites:                          rest("GET", fixed(suites), fixed("")),
		"POST " + suites:                         rest("POST", fixed(suites), func(w *accessWorld) string { return fmt.Sprintf(`{"key": %q}`, w.name()) }),
		"DELETE " + suites + "/{id}":             rest("DELETE", at(suites+"/%s"), fixed("")),
		"POST " + suites + "/{id}/tasks":         rest("POST", at(suites+"/%s/tasks"), fixed(`{"name": "t", "scorer": "status_ok"}`)),
		"POST " + suites + "/{id}/run":           rest("POST", at(suites+"/%s/run"), fixed("")),
	}
}
