package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/eval"
)

// tallies are the additions of one batch to the aggregates: by agent and suite, the same by hour and by day, and by task.
type tallies struct {
	total map[standingKey]*eval.Tally
	hour  map[standingKey]*eval.Tally
	day   map[standingKey]*eval.Tally
	task  map[taskKey]*TaskTally
}

type standingKey struct {
	span           int64 // Unix hours or days; 0 in total
	agentID, suite string
}

type taskKey struct{ suite, task string }

func newTallies() tallies {
	return tallies{total: map[standingKey]*eval.Tally{}, hour: map[standingKey]*eval.Tally{}, day: map[standingKey]*eval.Tally{},
		task: map[taskKey]*TaskTally{}}
}

func unixHour(t time.Time) int64 { return t.Unix() / 3600 }

func unixDay(t time.Time) int64 { return t.Unix() / (24 * 3600) }

func entry[K comparable, V any](m map[K]*V, k K) *V {
	v := m[k]
	if v == nil {
		v = new(V)
		m[k] = v
	}
	return v
}

func (t tallies) add(r eval.Result) {
	entry(t.total, standingKey{agentID: r.AgentID, suite: r.SuiteID}).Add(r.Score, r.Error, r.At)
	entry(t.hour, standingKey{unixHour(r.At), r.AgentID, r.SuiteID}).Add(r.Score, r.Error, r.At)
	entry(t.day, standingKey{unixDay(r.At), r.AgentID, r.SuiteID}).Add(r.Score, r.Error, r.At)
	if r.Score != nil {
		k := entry(t.task, taskKey{r.SuiteID, r.TaskID})
		k.Count++
		if r.Passed {
			k.Passed++
		}
	}
}

func (t tallies) addRun(f PartFinish) {
	entry(t.total, standingKey{agentID: f.AgentID, suite: f.SuiteID}).SuiteRuns++
	entry(t.hour, standingKey{unixHour(f.At), f.AgentID, f.SuiteID}).SuiteRuns++
}

var tallyColumns = []string{"agent_id", "suite_id", "count", "sum", "sum_squares", "fractional", "passed", "answered", "answered_sum",
	"suite_runs", "uncounted", "last_at"}

// adding is the ON CONFLICT clause that adds the summed columns of a table to those stored.
func adding(table string, key []string, columns []string) string {
	var b strings.Builder
	b.WriteString(" ON CONFLICT (" + strings.Join(key, ", ") + ") DO UPDATE SET ")
	sep := ""
	for _, c := range columns {
		switch {
		case slices.Contains(key, c):
			continue
		case c == "last_at":
			b.WriteString(sep + "last_at = CASE WHEN excluded.last_at > " + table + ".last_at THEN excluded.last_at ELSE " + table + ".last_at END")
		default:
			b.WriteString(sep + c + " = " + table + "." + c + " + excluded." + c)
		}
		sep = ", "
	}
	return b.String()
}

var (
	hourColumns = append([]string{"hour"}, tallyColumns...)
	dayColumns  = []string{"day", "agent_id", "suite_id", "count", "sum", "answered"}
	taskColumns = []string{"suite_id", "task_id", "count", "passed"}

	addTotals = adding("tallies", []string{"agent_id", "suite_id"}, tallyColumns)
	addHours  = adding("hour_tallies", []string{"hour", "agent_id", "suite_id"}, hourColumns)
	addDays   = adding("day_tallies", []string{"agent_id", "day", "suite_id"}, dayColumns)
	addTasks  = adding("task_tallies", []string{"suite_id", "task_id"}, taskColumns)
)

func (tx *Tx) storeTallies(ctx context.Context, t tallies) error {
	if len(t.total) == 0 {
		return nil
	}
	row := func(k standingKey, v *eval.Tally) []any {
		return []any{k.agentID, k.suite, v.Count, v.Sum, v.SumSquares, v.Fractional, v.Passed, v.Answered, v.AnsweredSum, v.SuiteRuns,
			v.Uncounted, millis(v.LastAt)}
	}
	var totals, hours, days, tasks [][]any
	for _, k := range slices.SortedFunc(maps.Keys(t.total), compareStanding) {
		totals = append(totals, row(k, t.total[k]))
		tx.Changed(TopicBoard + k.suite)
	}
	for _, k := range slices.SortedFunc(maps.Keys(t.hour), compareStanding) {
		hours = append(hours, append([]any{k.span}, row(k, t.hour[k])...))
	}
	for _, k := range slices.SortedFunc(maps.Keys(t.day), compareStanding) {
		v := t.day[k]
		days = append(days, []any{k.span, k.agentID, k.suite, v.Count, v.Sum, v.Answered})
	}
	for _, k := range slices.SortedFunc(maps.Keys(t.task), func(a, b taskKey) int {
		return cmp.Or(cmp.Compare(a.suite, b.suite), cmp.Compare(a.task, b.task))
	}) {
		tasks = append(tasks, []any{k.suite, k.task, t.task[k].Count, t.task[k].Passed})
	}
	if err := tx.insert(ctx, "tallies", tallyColumns, totals, addTotals); err != nil {
		return err
	}
	if err := tx.insert(ctx, "hour_tallies", hourColumns, hours, addHours); err != nil {
		return err
	}
	if err := tx.insert(ctx, "day_tallies", dayColumns, days, addDays); err != nil {
		return err
	}
	return tx.insert(ctx, "task_tallies", taskColumns, tasks, addTasks)
}

func compareStanding(a, b standingKey) int {
	return cmp.Or(cmp.Compare(a.span, b.span), cmp.Compare(a.agentID, b.agentID), cmp.Compare(a.suite, b.suite))
}
