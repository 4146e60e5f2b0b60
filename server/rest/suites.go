package rest

import (
	"context"
	"net/http"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/receipt"
)

// catalogRow is a suite as strangers see it.
type catalogRow struct {
	Key             string        `json:"key"`
	Name            string        `json:"name"`
	Description     string        `json:"description"`
	TaskType        eval.TaskType `json:"task_type"`
	IntervalMinutes *int          `json:"interval_minutes"` // null: only by hand
	Pays            bool          `json:"pays"`
}

// suiteRow is a suite as its operator sees it.
type suiteRow struct {
	ID string `json:"id"`
	catalogRow
	TargetDIDs       []string `json:"target_dids"` // null: all active agents homed here
	RewardAmount     int64    `json:"reward_amount"`
	ReputationSignal bool     `json:"reputation_signal"`
	Enabled          bool     `json:"enabled"`
	TaskCount        int      `json:"task_count"`
	NextRunAt        *string  `json:"next_run_at"`
}

type taskRow struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Input    string  `json:"input"`
	Scorer   string  `json:"scorer"`
	Expected string  `json:"expected"`
	Weight   float64 `json:"weight"`
}

func (d *door) catalog(r *request) (answer, error) {
	suites, err := everyPage(r.Context(), d.app.Catalog)
	return respond(http.StatusOK, rows(suites, newCatalogRow)), err
}

func (d *door) adminSuites(r *request) (answer, error) {
	suites, err := d.app.AdminSuites(r.Context())
	return respond(http.StatusOK, rows(suites, newSuiteRow)), err
}

func (d *door) putSuite(r *request) (answer, error) {
	var in app.PutSuite
	r.object(fields{
		"key":               value(&in.Key),
		"name":              optional(&in.Name, false),
		"description":       optional(&in.Description, false),
		"task_type":         optional(&in.TaskType, false),
		"interval_minutes":  optional(&in.IntervalMinutes, true),
		"target_dids":       optional(&in.TargetDIDs, true),
		"reward_amount":     optional(&in.RewardAmount, false),
		"reputation_signal": optional(&in.ReputationSignal, false),
		"enabled":           optional(&in.Enabled, false),
	})
	if r.err != nil {
		return answer{}, r.err
	}
	change, err := d.app.PutSuite(r.Context(), in)
	return respond(createdOr(change.Created, http.StatusOK), newSuiteRow(change.Suite)), err
}

func (d *door) addTask(r *request) (answer, error) {
	suite, in := r.suite(), app.TaskInput{Weight: 1}
	r.object(fields{
		"name":     value(&in.Name),
		"input":    value(&in.Input),
		"scorer":   value(&in.Scorer),
		"expected": value(&in.Expected),
		"weight":   value(&in.Weight),
	})
	if r.err != nil {
		return answer{}, r.err
	}
	t, _, err := d.app.AddTask(r.Context(), suite, in, nil)
	return respond(http.StatusCreated, taskRow(t)), err
}

func (d *door) deleteSuite(r *request) (answer, error) {
	suite := r.suite()
	if r.err != nil {
		return answer{}, r.err
	}
	_, err := d.app.DeleteSuite(r.Context(), suite)
	return answer{status: http.StatusNoContent}, err
}

func newCatalogRow(s eval.Suite) catalogRow {
	row := catalogRow{Key: s.Key, Name: s.Name, Description: s.Description, TaskType: s.TaskType, Pays: s.Pays()}
	if s.IntervalMinutes > 0 {
		row.IntervalMinutes = &s.IntervalMinutes
	}
	return row
}

func newSuiteRow(s eval.Suite) suiteRow {
	row := suiteRow{ID: s.ID, catalogRow: newCatalogRow(s), TargetDIDs: s.TargetDIDs, RewardAmount: s.RewardAmount,
		ReputationSignal: s.ReputationSignal, Enabled: s.Enabled, TaskCount: len(s.Tasks)}
	if !s.NextRunAt.IsZero() {
		at := instant(s.NextRunAt)
		row.NextRunAt = &at
	}
	return row
}

func createdOr(created bool, status int) int {
	if created {
		return http.StatusCreated
	}
	return status
}

// rows turns values into the rows of an answer: [] when there are none, never null.
func rows[V, R any](values []V, row func(V) R) []R {
	out := make([]R, len(values))
	for i, v := range values {
		out[i] = row(v)
	}
	return out
}

// everyPage reads a list to its end, for the answers that have no limit.
func everyPage[T any](ctx context.Context, list func(context.Context, eval.PageArgs) (eval.Page[T], error)) ([]T, error) {
	var all []T
	most := 100
	for args := (eval.PageArgs{First: &most}); ; {
		page, err := list(ctx, args)
		all = append(all, page.Items...)
		if err != nil || !page.HasNext || len(page.Cursors) == 0 {
			return all, err
		}
		args.After = page.Cursors[len(page.Cursors)-1]
	}
}

// millis writes a time as scores and receipts have it: UTC with milliseconds and Z.
func millis(t time.Time) string { return t.UTC().Format(receipt.TimeLayout) }

// millisUnlessZero is null for the zero time.
func millisUnlessZero(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(millis(t))
}

// instant writes a time as RFC 3339 in UTC with a numeric offset, milliseconds only where there are some.
func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999-07:00") }
