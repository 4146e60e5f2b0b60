package app

import (
	"context"
	"time"

	"assay/eval"
)

// ---- agents.go

// RegisterAgent is what is known of an agent to be registered. At most one of CardURL, Card and Endpoint is set; with none of them,
// DID is a did:web that is resolved.
type RegisterAgent struct {
	DID, Name, Owner, CardURL string
	Card                      []byte
	Endpoint, HomeRegistry    string
	TestAgent                 bool
}

// UpdateAgent changes the fields that are not nil.
type UpdateAgent struct {
	DID                   string
	Name, Owner, Endpoint *string
	Active, TestAgent     *bool
}

// AgentFilter narrows a list of agents. Zero: all that are not removed.
type AgentFilter struct {
	Search         string // part of name, DID or owner, case-insensitive
	Active         *bool
	IncludeRemoved bool
}

func (a *App) RegisterAgent(ctx context.Context, in RegisterAgent) (eval.Agent, error) {
	panic(errPending)
}
func (a *App) RefreshAgentCard(ctx context.Context, did string) (agent eval.Agent, changed bool, err error) {
	panic(errPending)
}
func (a *App) UpdateAgent(ctx context.Context, in UpdateAgent) (eval.Agent, error) { panic(errPending) }
func (a *App) RemoveAgent(ctx context.Context, did string) (eval.Agent, error)     { panic(errPending) }

// Agent gives the agent with this DID (any spelling of it), removed ones too; nil when there is none.
func (a *App) Agent(ctx context.Context, did string) (*eval.Agent, error) { panic(errPending) }
func (a *App) Agents(ctx context.Context, f AgentFilter, page eval.PageArgs) (eval.Page[eval.Agent], error) {
	panic(errPending)
}

// AgentsByID gives agents by id, in any order, unknown ids left out. For batching.
func (a *App) AgentsByID(ctx context.Context, ids []string) ([]eval.Agent, error) { panic(errPending) }

// AgentHistory gives an agent's events, newest first.
func (a *App) AgentHistory(ctx context.Context, agentID string, first int) ([]eval.AgentEvent, error) {
	panic(errPending)
}

// ---- suites.go

// Optional tells a field left out (not Set) from one given. Null clears.
type Optional[T any] struct {
	Set   bool
	Null  bool
	Value T
}

// PutSuite creates the suite with this key or changes the fields that are set.
type PutSuite struct {
	Key                       string
	Name, Description         Optional[string]
	TaskType                  Optional[eval.TaskType]
	IntervalMinutes           Optional[int]
	TargetDIDs                Optional[[]string]
	RewardAmount              Optional[int64]
	ReputationSignal, Enabled Optional[bool]
	Tasks                     *[]TaskInput // nil: unchanged; else they replace all
	DryRun                    bool
}

// TaskInput is a task to be added.
type TaskInput struct {
	Name, Input, Scorer, Expected string
	Weight                        float64
}

// TaskChange changes the fields that are not nil; Position moves the task (from 0).
type TaskChange struct {
	TaskID                        string
	Name, Input, Scorer, Expected *string
	Weight                        *float64
	Position                      *int
}

// SuiteChange is what a put did.
type SuiteChange struct {
	Suite   eval.Suite
	Created bool
	Changes []string
}

func (a *App) PutSuite(ctx context.Context, in PutSuite) (SuiteChange, error) { panic(errPending) }

// DeleteSuite takes the suite's id or key.
func (a *App) DeleteSuite(ctx context.Context, idOrKey string) (eval.Suite, error) { panic(errPending) }

// AddTask takes the suite's id or key; position nil: last.
func (a *App) AddTask(ctx context.Context, idOrKey string, t TaskInput, position *int) (eval.Task, eval.Suite, error) {
	panic(errPending)
}
func (a *App) UpdateTask(ctx context.Context, in TaskChange) (eval.Task, eval.Suite, error) {
	panic(errPending)
}
func (a *App) RemoveTask(ctx context.Context, taskID string) (eval.Suite, error) { panic(errPending) }

// Catalog is the public list: enabled suites, by key; none while the gate is down.
func (a *App) Catalog(ctx context.Context, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	panic(errPending)
}

// Suites is the catalog for strangers and all suites (drafts too, deleted ones not) for an admin.
func (a *App) Suites(ctx context.Context, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	panic(errPending)
}

// AdminSuites is every suite, for an admin; others are refused.
func (a *App) AdminSuites(ctx context.Context) ([]eval.Suite, error) { panic(errPending) }

// Suite gives the suite with this id or key; nil when there is none or the caller may not see it.
func (a *App) Suite(ctx context.Context, idOrKey string) (*eval.Suite, error) { panic(errPending) }

// SuitesByID gives suites by id, deleted ones too, unknown ids left out. For batching.
func (a *App) SuitesByID(ctx context.Context, ids []string) ([]eval.Suite, error) { panic(errPending) }

// SuiteVersions gives versions newest first.
func (a *App) SuiteVersions(ctx context.Context, suiteID string, first int) ([]eval.SuiteVersion, error) {
	panic(errPending)
}

// TaskStats gives per task id the public results so far, for all tasks of these suites.
func (a *App) TaskStats(ctx context.Context, suiteIDs ...string) (map[string]TaskStat, error) {
	panic(errPending)
}

// TaskStat counts a task's public results that have a score, and those that passed.
type TaskStat struct{ Results, Passed int }

// ---- runs.go

type RunFilter struct {
	Suite    string /* key or id */
	Statuses []eval.RunStatus
	Trial    *bool
}

func (a *App) RunSuite(ctx context.Context, idOrKey, idempotencyKey string) (eval.Run, error) {
	panic(errPending)
}
func (a *App) CancelRun(ctx context.Context, runID string) (eval.Run, error) { panic(errPending) }

// Run gives a run; nil when there is none or it is a trial and the caller is no admin.
func (a *App) Run(ctx context.Context, id string) (*eval.Run, error) { panic(errPending) }
func (a *App) Runs(ctx context.Context, f RunFilter, page eval.PageArgs) (eval.Page[eval.Run], error) {
	panic(errPending)
}

// RunsByID gives visible runs by id, unknown ids left out. For batching.
func (a *App) RunsByID(ctx context.Context, ids []string) ([]eval.Run, error) { panic(errPending) }

// LastRuns gives per suite id the newest run that is no trial.
func (a *App) LastRuns(ctx context.Context, suiteIDs []string) (map[string]eval.Run, error) {
	panic(errPending)
}

// RunVersion gives the suite version a run pins, and RunTasks its tasks in order.
func (a *App) RunVersion(ctx context.Context, run eval.Run) (eval.SuiteVersion, error) {
	panic(errPending)
}
func (a *App) RunTasks(ctx context.Context, run eval.Run) ([]eval.Task, error) { panic(errPending) }
func (a *App) RunAgents(ctx context.Context, runID string, page eval.PageArgs) (eval.Page[eval.RunAgent], error) {
	panic(errPending)
}

// RunAgent gives one agent's part of a visible run; nil when there is none.
func (a *App) RunAgent(ctx context.Context, id string) (*eval.RunAgent, error) { panic(errPending) }

// ResultsByRunAgent gives per run-agent id its stored results in task order. For batching.
func (a *App) ResultsByRunAgent(ctx context.Context, runAgentIDs []string) (map[string][]eval.Result, error) {
	panic(errPending)
}

// RunEvents streams a run's events; the channel closes after the event that ends the run or with ctx. after nil: snapshot first.
// NotFound when the caller cannot see the run.
func (a *App) RunEvents(ctx context.Context, runID string, after *int64) (<-chan RunUpdate, error) {
	panic(errPending)
}

// RunUpdate is an event with the run as it stood when it was read.
type RunUpdate struct {
	Event eval.RunEvent
	Run   eval.Run
}

// LiveRuns sends the visible runs under way at once, and again whenever they change (at most four times a second).
func (a *App) LiveRuns(ctx context.Context) (<-chan []eval.Run, error) { panic(errPending) }

// ---- results.go

type ResultFilter struct {
	Agent /* DID */, Suite/* key */ string
	Passed *bool
	RunID  string /* oldest first; else newest first */
}

func (a *App) Results(ctx context.Context, f ResultFilter, page eval.PageArgs) (eval.Page[eval.Result], error) {
	panic(errPending)
}

// Result gives a visible result; nil when there is none.
func (a *App) Result(ctx context.Context, id string) (*eval.Result, error) { panic(errPending) }

// Evidence gives the stored evidence of a visible result; nil when nothing was called or it was cleared.
func (a *App) Evidence(ctx context.Context, r eval.Result) (*eval.Evidence, error) { panic(errPending) }

// Verdict applies the task's rule again to the stored evidence and says why the result passed or not.
func (a *App) Verdict(ctx context.Context, r eval.Result) (eval.Verdict, error) { panic(errPending) }

// ResultTask gives the task of a result as its run's suite version holds it, with its position from 0.
func (a *App) ResultTask(ctx context.Context, r eval.Result) (eval.Task, int, error) {
	panic(errPending)
}

// ---- leaderboard.go

type LeaderboardQuery struct {
	Suite/* key; empty: all */ string
	OrderBy eval.LeaderboardOrder /* empty: MEAN */
	Since   time.Time             /* zero: all time */
}

func (a *App) Leaderboard(ctx context.Context, q LeaderboardQuery, page eval.PageArgs) (eval.Page[eval.Standing], error) {
	panic(errPending)
}

// Standing gives one agent's entry on the board of all suites (suite empty) or one; nil when it has none.
func (a *App) Standing(ctx context.Context, agentID, suite string) (*eval.Standing, error) {
	panic(errPending)
}

// Standings gives per agent id the entry that Standing gives, agents without one left out. For batching.
func (a *App) Standings(ctx context.Context, agentIDs []string, suite string) (map[string]eval.Standing, error) {
	panic(errPending)
}

// LeaderboardChanged sends the keys of suites whose results changed, at most twice a second.
func (a *App) LeaderboardChanged(ctx context.Context, suite string) (<-chan LeaderboardChange, error) {
	panic(errPending)
}

type LeaderboardChange struct {
	Suites []string
	At     time.Time
}
