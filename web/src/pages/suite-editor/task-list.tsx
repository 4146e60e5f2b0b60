import { useEffect, useRef } from "react";
import type { Scorer, TaskType } from "@/gql/schema";
import { scorers } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { SelectField, TextField } from "@/parts/field/field";
import { type DraftTask, moved, newTask } from "./draft";
import css from "./suite-editor.module.css";

/** The tasks of a draft: change, add, remove, and reorder by keyboard as by pointer. */
export function TaskList({
  tasks,
  taskType,
  errors,
  onChange,
}: {
  tasks: readonly DraftTask[];
  taskType: TaskType;
  /** By path, such as `tasks.0.expected`. */
  errors: Readonly<Record<string, string>>;
  onChange: (tasks: readonly DraftTask[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  /** What is focused once the list is drawn anew: a row and the control in it. */
  const focus = useRef<{ row: number; control: string } | null>(null);
  useEffect(() => {
    const wanted = focus.current;
    if (!wanted) return;
    focus.current = null;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.row}"]`);
    const control = row?.querySelector<HTMLElement>(wanted.control);
    if (control instanceof HTMLButtonElement && control.disabled)
      row?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    else control?.focus();
  });

  const change = (row: number, part: Partial<DraftTask>) =>
    onChange(tasks.map((t) => (t.row === row ? { ...t, ...part } : t)));
  const add = () => {
    const task = newTask();
    focus.current = { row: task.row, control: "input" };
    onChange([...tasks, task]);
  };
  const remove = (at: number) => {
    const neighbour = tasks[at + 1] ?? tasks[at - 1];
    if (neighbour) focus.current = { row: neighbour.row, control: "input" };
    onChange(tasks.filter((_, i) => i !== at));
  };
  const move = (at: number, to: number, control: string) => {
    focus.current = { row: tasks[at]?.row ?? 0, control };
    onChange(moved(tasks, at, to));
  };

  return (
    <>
      <ol ref={list} className={css.tasks}>
        {tasks.map((task, i) => {
          const error = (field: string) => errors[`tasks.${i}.${field}`];
          const wants = scorers[task.scorer].expects;
          return (
            <li key={task.row} data-row={task.row}>
              <fieldset className={css.task}>
                <legend className="unseen">Task {i + 1}</legend>
                <span className={`${css.place} num`} aria-hidden="true">
                  {i + 1}
                </span>
                <div className={css.fields}>
                  <TextField
                    label="Task name"
                    value={task.name}
                    error={error("name")}
                    onChange={(e) => change(task.row, { name: e.target.value })}
                  />
                  <TextField
                    label={taskType === "HTTP_PROBE" ? "Path" : "Message"}
                    mono
                    placeholder={taskType === "HTTP_PROBE" ? "/health" : "What is 2 + 2?"}
                    value={task.input}
                    error={error("input")}
                    onChange={(e) => change(task.row, { input: e.target.value })}
                  />
                  <SelectField
                    label="Passes when"
                    value={task.scorer}
                    error={error("scorer")}
                    onChange={(e) => change(task.row, { scorer: e.target.value as Scorer })}
                  >
                    {Object.entries(scorers).map(([value, { name }]) => (
                      <option key={value} value={value}>
                        {name}
                      </option>
                    ))}
                  </SelectField>
                  <TextField
                    label={wants ?? "Expected"}
                    mono
                    disabled={wants === null}
                    value={wants === null ? "" : task.expected}
                    error={error("expected")}
                    onChange={(e) => change(task.row, { expected: e.target.value })}
                  />
                  <TextField
                    label="Weight"
                    inputMode="decimal"
                    value={task.weight}
                    error={error("weight")}
                    onChange={(e) => change(task.row, { weight: e.target.value })}
                  />
                </div>
                <div className={css.moves}>
                  <Button
                    small
                    tone="bare"
                    icon="up"
                    data-move="up"
                    disabled={i === 0}
                    onClick={() => move(i, i - 1, "[data-move=up]")}
                  >
                    <span className="unseen">Move task {i + 1} up</span>
                  </Button>
                  <Button
                    small
                    tone="bare"
                    icon="down"
                    data-move="down"
                    disabled={i === tasks.length - 1}
                    onClick={() => move(i, i + 1, "[data-move=down]")}
                  >
                    <span className="unseen">Move task {i + 1} down</span>
                  </Button>
                  <Button small tone="bare" icon="trash" onClick={() => remove(i)}>
                    <span className="unseen">Remove task {i + 1}</span>
                  </Button>
                </div>
              </fieldset>
            </li>
          );
        })}
      </ol>
      <Button icon="plus" onClick={add}>
        Add task
      </Button>
    </>
  );
}
