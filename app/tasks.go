package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// errDryRun ends a transaction that was only to show what would happen.
var errDryRun = errors.New("dry run")

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

func (t TaskInput) task(id string) eval.Task {
	return eval.Task{ID: id, Name: t.Name, Input: t.Input, Scorer: t.Scorer, Expected: t.Expected, Weight: t.Weight}
}

// replaceTasks makes tasks of the inputs. A task keeps its id, and with it its record, as long as it keeps its name.
func replaceTasks(old []eval.Task, inputs []TaskInput, now time.Time) []eval.Task {
	ids := make(map[string]string, len(old))
	for _, t := range old {
		ids[t.Name] = t.ID
	}
	tasks := make([]eval.Task, len(inputs))
	for i, in := range inputs {
		id := ids[in.Name]
		delete(ids, in.Name) // a second task of the name is refused later, by name
		if id == "" {
			id = store.NewID(eval.TaskID, now)
		}
		tasks[i] = in.task(id)
	}
	return tasks
}

// AddTask adds a task to the suite with this id or key; position nil: last. Needs EditSuites.
func (a *App) AddTask(ctx context.Context, idOrKey string, in TaskInput, position *int) (task eval.Task, suite eval.Suite, err error) {
	act := a.begin(ctx, "addTask", eval.DefaultWorkspace, idOrKey, []any{idOrKey, in, position})
	defer act.end(ctx, &err)
	if err := Require(ctx, EditSuites); err != nil {
		return task, suite, err
	}
	err = a.changeSuite(ctx, act, idOrKey, func(tx *store.Tx, s eval.Suite) error {
		task = in.task(store.NewID(eval.TaskID, a.now()))
		at := len(s.Tasks)
		if position != nil {
			at = *position
		}
		if at < 0 || at > len(s.Tasks) {
			return fault.Bad("position", "must be from 0 to %d, not %d", len(s.Tasks), at)
		}
		suite = s
		suite.Tasks = slices.Insert(slices.Clone(s.Tasks), at, task)
		return a.saveTasks(ctx, tx, s, &suite, at)
	})
	return task, suite, err
}

// UpdateTask changes or moves a task. Needs EditSuites.
func (a *App) UpdateTask(ctx context.Context, in TaskChange) (task eval.Task, suite eval.Suite, err error) {
	act := a.begin(ctx, "updateTask", eval.DefaultWorkspace, in.TaskID, in)
	defer act.end(ctx, &err)
	err = a.changeTask(ctx, act, in.TaskID, func(tx *store.Tx, s eval.Suite, at int) error {
		task = s.Tasks[at]
		for field, value := range map[*string]*string{&task.Name: in.Name, &task.Input: in.Input, &task.Scorer: in.Scorer, &task.Expected: in.Expected} {
			if value != nil {
				*field = *value
			}
		}
		if in.Weight != nil {
			task.Weight = *in.Weight
		}
		suite = s
		suite.Tasks = slices.Delete(slices.Clone(s.Tasks), at, at+1)
		if in.Position != nil {
			if at = *in.Position; at < 0 || at > len(suite.Tasks) {
				return fault.Bad("position", "must be from 0 to %d, not %d", len(suite.Tasks), at)
			}
		}
		suite.Tasks = slices.Insert(suite.Tasks, at, task)
		return a.saveTasks(ctx, tx, s, &suite, at)
	})
	return task, suite, err
}

// RemoveTask takes a task out of its suite. Needs EditSuites.
func (a *App) RemoveTask(ctx context.Context, taskID string) (suite eval.Suite, err error) {
	act := a.begin(ctx, "removeTask", eval.DefaultWorkspace, taskID, taskID)
	defer act.end(ctx, &err)
	err = a.changeTask(ctx, act, taskID, func(tx *store.Tx, s eval.Suite, at int) error {
		suite = s
		suite.Tasks = slices.Delete(slices.Clone(s.Tasks), at, at+1)
		return a.saveTasks(ctx, tx, s, &suite, -1)
	})
	return suite, err
}

// saveTasks stores a suite of which one task changed; an error about that task names its own field.
func (a *App) saveTasks(ctx context.Context, tx *store.Tx, before eval.Suite, next *eval.Suite, changed int) error {
	err := a.saveSuite(ctx, tx, before, next, false)
	if f := fault.As(err); f != nil {
		bare := *f
		prefix := fmt.Sprintf("tasks.%d.", changed)
		if len(bare.Field) > len(prefix) && bare.Field[:len(prefix)] == prefix {
			bare.Field = bare.Field[len(prefix):]
		}
		return &bare
	}
	return err
}

// changeTask gives f the suite a present task belongs to, locked, and the task's place in it. Needs EditSuites.
func (a *App) changeTask(ctx context.Context, act *act, taskID string, f func(tx *store.Tx, s eval.Suite, at int) error) error {
	if err := Require(ctx, EditSuites); err != nil {
		return err
	}
	owner, err := a.store.SuiteOfTask(ctx, taskID)
	if err != nil {
		return err
	}
	missing := fault.Missing("task", taskID)
	missing.Field = "task_id"
	if owner == nil {
		return missing
	}
	return a.changeSuite(ctx, act, owner.ID, func(tx *store.Tx, s eval.Suite) error {
		at := slices.IndexFunc(s.Tasks, func(t eval.Task) bool { return t.ID == taskID })
		if at < 0 {
			return missing
		}
		return f(tx, s, at)
	})
}
