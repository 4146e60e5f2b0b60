package graph

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"assay/app"
	"assay/app/suitefile"
	"assay/eval"
	"assay/eval/fault"
	"assay/graph/internal/model"
	"assay/graph/internal/relay"
)

// connect makes a connection of a page, and notes its rows.
func connect[T any](page eval.Page[T], err error, noted func(T)) (*relay.Connection[T], error) {
	if err != nil {
		return nil, err
	}
	note(page.Items, noted)
	return relay.Connect(page), nil
}

// or gives what p points at, or the zero value where nothing was given.
func or[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// orElse gives what p points at, or a default where nothing was given.
func orElse[T any](p *T, v T) T {
	if p != nil {
		v = *p
	}
	return v
}

// optional turns the zero value, eval's "none", into null.
func optional[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// ms turns microseconds into milliseconds; 0, "did not happen", into null.
func ms(micros int64) *float64 { return optional(float64(micros) / 1000) }

// scorerName is eval's word for a scorer of the schema, and scorerOf the way back.
func scorerName(s model.Scorer) string  { return strings.ToLower(string(s)) }
func scorerOf(name string) model.Scorer { return model.Scorer(strings.ToUpper(name)) }

func scorerNameOr(s *model.Scorer) *string {
	if s == nil {
		return nil
	}
	name := scorerName(*s)
	return &name
}

func taskInput(t model.TaskInput) app.TaskInput {
	return app.TaskInput{Name: t.Name, Input: t.Input, Scorer: scorerName(t.Scorer), Expected: t.Expected, Weight: t.Weight}
}

// underTask puts the field of a fault of a task where addTask's input has it.
func underTask(err error) error {
	if f := fault.As(err); f == nil || f.Field == "" || f.Field == "position" {
		return err
	}
	return fault.Under("task", err)
}

// taskInputs keeps nil apart from empty: without tasks given they stay as they are.
func taskInputs(tasks []model.TaskInput) *[]app.TaskInput {
	if tasks == nil {
		return nil
	}
	in := make([]app.TaskInput, len(tasks))
	for i, t := range tasks {
		in[i] = taskInput(t)
	}
	return &in
}

// given says of an input field whether it was left out, null, or has a value.
func given[T any](o graphql.Omittable[*T]) app.Optional[T] {
	v, set := o.ValueOK()
	return app.Optional[T]{Set: set, Null: set && v == nil, Value: or(v)}
}

// givenList is given for a list.
func givenList[T any](o graphql.Omittable[[]T]) app.Optional[[]T] {
	v, set := o.ValueOK()
	return app.Optional[[]T]{Set: set, Null: set && v == nil, Value: v}
}

func tasksOf(s eval.Suite) []model.Task {
	tasks := make([]model.Task, len(s.Tasks))
	for i, t := range s.Tasks {
		tasks[i] = model.Task{ID: t.ID, Name: t.Name, Input: t.Input, Scorer: scorerOf(t.Scorer), Expected: t.Expected, Weight: t.Weight,
			Position: i, SuiteID: s.ID}
	}
	return tasks
}

func runTasks(version []eval.Task) []model.RunTask {
	tasks := make([]model.RunTask, len(version))
	for i, t := range version {
		tasks[i] = *runTask(t, i)
	}
	return tasks
}

func runTask(t eval.Task, position int) *model.RunTask {
	return &model.RunTask{ID: t.ID, Name: t.Name, Input: t.Input, Scorer: scorerOf(t.Scorer), Expected: t.Expected, Weight: t.Weight,
		Position: position}
}

// taskOf finds a task among those of its suite; without a suite there is none.
func taskOf(s *eval.Suite, id string) *model.Task {
	if s == nil {
		return nil
	}
	for _, t := range tasksOf(*s) {
		if t.ID == id {
			return &t
		}
	}
	return nil
}

// someBytes keeps bytes that are none from being null where the schema promises bytes.
func someBytes(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// passed is null where the score is.
func passed(r eval.Result) *bool {
	if r.Score == nil {
		return nil
	}
	return &r.Passed
}

// timings is null when nothing was called.
func timings(r eval.Result) *model.Timings {
	t := r.Timings
	if t.Total == 0 {
		return nil
	}
	return &model.Timings{DNSMs: ms(t.DNS), ConnectMs: ms(t.Connect), TLSMs: ms(t.TLS), FirstByteMs: ms(t.FirstByte), TotalMs: *ms(t.Total)}
}

// share is part ÷ whole, null when there is no whole.
func share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	s := float64(part) / float64(whole)
	return &s
}

func seq(after *int) *int64 {
	if after == nil {
		return nil
	}
	n := int64(*after)
	return &n
}

// stream sends what comes from a use case on, in the schema's form. It ends with its source or with the caller.
func stream[A, B any](ctx context.Context, in <-chan A, form func(A) B) <-chan B {
	out := make(chan B)
	go func() {
		defer close(out)
		for v := range in {
			select {
			case out <- form(v):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func runEvent(u app.RunUpdate) *model.RunEvent {
	e := u.Event
	return &model.RunEvent{RunID: e.RunID, Seq: int(e.Seq), At: e.At, Kind: e.Kind, Result: e.Result, RunAgentID: e.RunAgentID, Run: &u.Run}
}

// scoreSample is all null beside user errors.
func scoreSample(v *eval.Verdict, errs []model.UserError) *model.ScoreSample {
	s := &model.ScoreSample{Verdict: v, UserErrors: errs}
	if v != nil {
		s.Score, s.Passed = &v.Score, &v.Passed
	}
	return s
}

func suiteFile(suites []eval.Suite, problems suitefile.Errors) *model.SuiteFile {
	f := &model.SuiteFile{Suites: suites, Problems: make([]suitefile.Error, len(problems))}
	for i, p := range problems {
		f.Problems[i] = *p
	}
	return f
}

func liveRuns(runs []eval.Run) *model.LiveRuns {
	return &model.LiveRuns{Runs: runs}
}

func leaderboardChange(c app.LeaderboardChange) *model.LeaderboardChange {
	return &model.LeaderboardChange{Suites: c.Suites, At: c.At}
}

// registration is what is to be registered, or checked.
func registration(in model.RegisterAgentInput) app.RegisterAgent {
	return app.RegisterAgent{
		DID: or(in.Did), Name: or(in.Name), Owner: or(in.Owner), CardURL: or(in.CardURL), Card: in.Card,
		Endpoint: or(in.Endpoint), HomeRegistry: or(in.HomeRegistry), TestAgent: or(in.TestAgent), Workspace: or(in.Workspace),
	}
}

func newCredentials(in model.SetAgentCredentialsInput) app.SetCredentials {
	set := app.SetCredentials{DID: in.Did, Bearer: in.Bearer}
	if k := in.APIKey; k != nil {
		set.APIKey = &app.APIKeyCredential{In: strings.ToLower(string(or(k.In))), Name: or(k.Name), Value: k.Value}
	}
	if o := in.Oauth2; o != nil {
		set.OAuth2 = &app.OAuth2Credential{TokenURL: or(o.TokenURL), ClientID: o.ClientID, ClientSecret: o.ClientSecret, Scopes: o.Scopes}
	}
	return set
}
