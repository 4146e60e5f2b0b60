package graph

import (
	"context"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"assay/app"
	"assay/eval"
	"assay/graph/internal/model"
)

// records loads what rows refer to: the agent, suite and run of a result, the last run of a suite. Rows are noted as their page is
// read, and the first reference that is followed loads that kind for all noted rows in one call. So the number of calls does not grow
// with the number of rows, whether they are read through nodes, through edges, or further down. (gqlgen's own batching sees only the
// items of one plain list; dataloaders would wait for company in vain, since one worker resolves a list.)
//
// Records live for one root field of a query or mutation, or one event of a subscription, so nothing outdated is served.
type records struct {
	app *app.App

	agents   *lookup[eval.Agent]
	suites   *lookup[eval.Suite]
	runs     *lookup[eval.Run]
	results  *lookup[eval.Result]
	lastRuns *lookup[eval.Run]                // by suite id
	cells    *lookup[[]eval.Result]           // by run-agent id
	counts   *lookup[int]                     // of versions, by suite id
	events   *lookup[int]                     // of an agent's history, by agent id
	kept     *lookup[bool]                    // by result id: whether its evidence is stored
	versions *lookup[app.PinnedVersion]       // by versionKey
	stats    *lookup[map[string]app.TaskStat] // by suite id, then by task id

	users       *lookup[eval.User]
	roles       *lookup[eval.Role] // of the caller by workspace id, like the three below
	members     *lookup[[]eval.Member]
	invitations *lookup[[]eval.Invitation]
	keys        *lookup[[]eval.APIKey]
	works       *lookup[eval.Work]
	workEvents  *lookup[[]eval.WorkEvent] // by work id, like the next
	approvalsOf *lookup[[]eval.Approval]
	approvals   *lookup[eval.Approval]
	judged      *lookup[app.Judged]        // by piece of work
	scores      *lookup[[]eval.ClassScore] // by agent id
	workspaces  *lookup[eval.Workspace]
	credentials *lookup[eval.Credentials] // by agent id
	caller      *app.Principal            // who was signed in by this field; nil: the caller of the request

	mu        sync.Mutex
	pinned    map[string]eval.Run               // a run of each suite version that was asked for, by versionKey
	seen      map[string]bool                   // ids of all agents that were noted
	standings map[string]*lookup[eval.Standing] // by suite key (empty: all), then by agent id
	boards    map[string]map[string]bool        // ids of the agents whose standings were noted, by suite id (empty: all)
	shown     map[string]bool                   // ids of all suites that were noted
	trends    map[trend]*lookup[[]eval.TrendPoint]
	public    map[string]eval.SuiteVersion // versions that were noted, by changeKey
	changes   *lookup[[]string]            // by changeKey
}

func newRecords(a *app.App) *records {
	r := &records{app: a, pinned: map[string]eval.Run{}, seen: map[string]bool{}, standings: map[string]*lookup[eval.Standing]{},
		boards: map[string]map[string]bool{}, shown: map[string]bool{}, trends: map[trend]*lookup[[]eval.TrendPoint]{},
		public: map[string]eval.SuiteVersion{}}
	r.agents = newLookup(byID(a.AgentsByID, func(v eval.Agent) string { return v.ID }), r.noteAgent)
	r.suites = newLookup(byID(a.SuitesByID, func(v eval.Suite) string { return v.ID }), r.noteSuite)
	r.runs = newLookup(byID(a.RunsByID, func(v eval.Run) string { return v.ID }), r.noteRun)
	r.results = newLookup(byID(a.ResultsByID, func(v eval.Result) string { return v.ID }), r.noteResult)
	r.lastRuns = newLookup(a.LastRuns, r.noteRun)
	r.cells = newLookup(a.ResultsByRunAgent, func(cells []eval.Result) { note(cells, r.noteResult) })
	r.counts = newLookup(a.VersionCounts, nil)
	r.events = newLookup(a.AgentHistoryCounts, nil)
	r.kept = newLookup(a.EvidenceKept, nil)
	r.versions = newLookup(r.loadVersions, func(v app.PinnedVersion) { r.noteVersion(v.SuiteVersion) })
	r.stats = newLookup(r.loadStats, nil)
	r.changes = newLookup(r.loadChanges, nil)
	r.workspaces = newLookup(byID(a.VisibleWorkspaces, func(v eval.Workspace) string { return v.ID }), nil)
	r.credentials = newLookup(a.AgentCredentials, nil)
	r.users = newLookup(byID(a.UsersByID, func(v eval.User) string { return v.ID }), nil)
	r.works = newLookup(byID(a.WorksByID, func(v eval.Work) string { return v.ID }), r.noteWork)
	r.workEvents = newLookup(a.WorkEvents, func(events []eval.WorkEvent) { note(events, r.noteWorkEvent) })
	r.approvalsOf = newLookup(a.ApprovalsOf, func(approvals []eval.Approval) { note(approvals, r.noteApproval) })
	r.approvals = newLookup(byID(a.ApprovalsByID, func(v eval.Approval) string { return v.ID }), r.noteApproval)
	r.judged = newLookup(a.Judged, r.noteJudged)
	r.scores = newLookup(a.ScoresOf, func(scores []eval.ClassScore) { note(scores, r.noteScore) })
	r.roles = newLookup(a.OwnRoles, nil)
	r.members = newLookup(a.MembersOf, func(members []eval.Member) { note(members, r.noteMember) })
	r.invitations = newLookup(a.InvitationsOf, func(invitations []eval.Invitation) { note(invitations, r.noteInvitation) })
	r.keys = newLookup(a.KeysOf, func(keys []eval.APIKey) { note(keys, r.noteKey) })
	return r
}

type recordsKey struct{}

// recordsOf gives the records of the answer that is being made.
func recordsOf(ctx context.Context) *records { return ctx.Value(recordsKey{}).(*records) }

// freshRecords is the gqlgen extension that opens records for each answer.
type freshRecords struct{ app *app.App }

func (freshRecords) ExtensionName() string                   { return "Records" }
func (freshRecords) Validate(graphql.ExecutableSchema) error { return nil }

func (f freshRecords) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	return next(f.open(ctx))
}

func (f freshRecords) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	return next(f.open(ctx))
}

func (f freshRecords) open(ctx context.Context) context.Context {
	return context.WithValue(ctx, recordsKey{}, newRecords(f.app))
}

// What each kind of row refers to.

func note[T any](rows []T, one func(T)) {
	for _, row := range rows {
		one(row)
	}
}

func (r *records) noteAgent(a eval.Agent) {
	r.workspaces.want(a.WorkspaceID)
	r.events.want(a.ID)
	r.credentials.want(a.ID)
	r.scores.want(a.ID)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[a.ID] = true
}

func (r *records) noteSuite(s eval.Suite) {
	r.lastRuns.want(s.ID)
	r.stats.want(s.ID)
	r.counts.want(s.ID)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown[s.ID] = true
	r.wantTrend(true, "", s.ID)
}

func (r *records) noteRun(run eval.Run) {
	r.suites.want(run.SuiteID)
	r.versions.want(r.versionKey(run))
}

func (r *records) noteRunAgent(part eval.RunAgent) {
	r.agents.want(part.AgentID)
	r.cells.want(part.ID)
}

func (r *records) noteResult(res eval.Result) {
	r.agents.want(res.AgentID)
	r.suites.want(res.SuiteID)
	r.runs.want(res.RunID)
	if res.Evidence != "" {
		r.kept.want(res.ID)
	}
}

func (r *records) noteOperations(o *app.Operations) {
	if o == nil {
		return
	}
	for _, s := range o.SlowAgents {
		r.agents.want(s.AgentID)
	}
}

func (r *records) noteWorkspace(w eval.Workspace) {
	r.roles.want(w.ID)
	r.members.want(w.ID)
	r.invitations.want(w.ID)
	r.keys.want(w.ID)
}

func (r *records) noteMember(m eval.Member) { r.users.want(m.UserID) }

func (r *records) noteInvitation(i eval.Invitation) { r.users.want(i.InvitedBy) }

func (r *records) noteKey(k eval.APIKey) {
	r.users.want(k.CreatedBy)
	if k.AgentID != "" {
		r.agents.want(k.AgentID)
	}
}

func (r *records) noteFailing(f eval.FailingAgent) {
	r.agents.want(f.AgentID)
	r.results.want(f.LastFailureID)
}

func (r *records) noteComparison(c *eval.Comparison) {
	for _, p := range or(c).Tasks {
		r.noteResult(p.A)
		r.noteResult(p.B)
	}
}

func (r *records) noteStanding(s eval.Standing) {
	r.agents.want(s.AgentID)
	if s.SuiteID != "" {
		r.suites.want(s.SuiteID)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.boards[s.SuiteID] == nil {
		r.boards[s.SuiteID] = map[string]bool{}
	}
	r.boards[s.SuiteID][s.AgentID] = true
	r.wantTrend(false, s.SuiteID, s.AgentID)
}

// What needs more than an id.

// as gives the context of whom the answer is read as.
func (r *records) as(ctx context.Context) context.Context {
	if r.caller == nil {
		return ctx
	}
	return app.WithPrincipal(ctx, *r.caller)
}

// user gives the user with this id, none for an empty one.
func (r *records) user(ctx context.Context, id string) (*eval.User, error) {
	if id == "" {
		return nil, nil
	}
	return r.users.get(r.as(ctx), id)
}

// resultTask gives the task of a result as its run's suite version holds it.
func (r *records) resultTask(ctx context.Context, res eval.Result) (*model.RunTask, error) {
	run, err := r.runs.get(ctx, res.RunID)
	if run == nil {
		return nil, err
	}
	tasks, err := r.versionTasks(ctx, *run)
	if res.TaskIndex >= len(tasks) {
		return nil, err
	}
	return runTask(tasks[res.TaskIndex], res.TaskIndex), err
}

// neighbour gives the result after one in its run, or before it.
func (r *records) neighbour(ctx context.Context, of eval.Result, backward bool) (*eval.Result, error) {
	found, err := r.app.Neighbour(ctx, of, backward)
	if found != nil {
		r.noteResult(*found)
	}
	return found, err
}

// evidenceCleared reports whether a result had evidence that is not stored any more.
func (r *records) evidenceCleared(ctx context.Context, res eval.Result) (bool, error) {
	if res.Evidence == "" {
		return false, nil
	}
	kept, err := r.kept.get(ctx, res.ID)
	return kept == nil, err
}

// taskStat counts a task's public results.
func (r *records) taskStat(ctx context.Context, t model.Task) (app.TaskStat, error) {
	stats, err := r.stats.get(ctx, t.SuiteID)
	return or(stats)[t.ID], err
}

// runAgent gives the agent's part that an event is about, none for an empty id.
func (r *records) runAgent(ctx context.Context, id string) (*eval.RunAgent, error) {
	if id == "" {
		return nil, nil
	}
	return r.app.RunAgent(ctx, id)
}

func (r *records) loadStats(ctx context.Context, suiteIDs []string) (map[string]map[string]app.TaskStat, error) {
	all, err := r.app.TaskStats(ctx, suiteIDs...)
	bySuite := map[string]map[string]app.TaskStat{}
	for _, id := range suiteIDs {
		bySuite[id] = all
	}
	return bySuite, err
}

// standing gives an agent's entry on a suite's board, loading those of all agents seen so far.
func (r *records) standing(ctx context.Context, agentID, suite string) (*eval.Standing, error) {
	r.mu.Lock()
	board, ok := r.standings[suite]
	if !ok {
		board = newLookup(func(ctx context.Context, ids []string) (map[string]eval.Standing, error) {
			return r.app.Standings(ctx, ids, suite)
		}, r.noteStanding)
		r.standings[suite] = board
		for id := range r.seen {
			board.want(id)
		}
	}
	r.mu.Unlock()
	return board.get(ctx, agentID)
}
