import { useEffect, useRef, useState } from "react";
import type { TaskType } from "@/gql/schema";
import { plural } from "@/lib/format";
import { Button } from "@/parts/button/button";
import { type DraftTask, moved, newTask } from "./draft";
import css from "./suite-editor.module.css";
import { TaskRow } from "./task-row";
import { useDrag } from "./use-drag";

/** The tasks of a draft: change, try, add, remove, and reorder by keyboard as by pointer. */
export function TaskList({
  tasks,
  taskType,
  suite,
  errors,
  onChange,
}: {
  tasks: readonly DraftTask[];
  taskType: TaskType;
  /** Key of the stored suite; null for one that is new. */
  suite: string | null;
  /** By path, such as `tasks.0.expected`. */
  errors: Readonly<Record<string, string>>;
  onChange: (tasks: readonly DraftTask[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  /** What is focused once the list is drawn anew: a row and the control in it. */
  const focus = useRef<{ row: number; control: string } | null>(null);
  useEffect(() => {
    const wanted = focus.current;
    if (!wanted) return;
    focus.current = null;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.row}"]`);
    const control = row?.querySelector<HTMLElement>(wanted.control);
    if (control instanceof HTMLButtonElement && control.disabled)
      row?.querySelector<HTMLElement>("[data-move]:not(:disabled)")?.focus();
    else control?.focus();
  });

  const placeOf = (row: number) => tasks.findIndex((t) => t.row === row);
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
    setSaid(`Task ${at + 1} removed, ${plural(tasks.length - 1, "task")} left`);
    onChange(tasks.filter((_, i) => i !== at));
  };
  const tell = (row: number, to: number) => {
    const name = tasks[placeOf(row)]?.name;
    setSaid(`${name ? `Task “${name}”` : "The task"} is now ${to + 1} of ${tasks.length}`);
  };
  const step = (row: number, by: 1 | -1, control: string) => {
    const at = placeOf(row);
    focus.current = { row, control };
    tell(row, at + by);
    onChange(moved(tasks, at, at + by));
  };
  const { dragged, begin } = useDrag({
    list,
    move: (row, to) => onChange(moved(tasks, placeOf(row), to)),
    dropped: tell,
  });

  return (
    <>
      <p className="unseen" role="status">
        {said}
      </p>
      <ol ref={list} className={css.tasks} data-dragging={dragged !== null || undefined}>
        {tasks.map((task, at) => (
          <TaskRow
            key={task.row}
            task={task}
            at={at}
            last={at === tasks.length - 1}
            taskType={taskType}
            suite={suite}
            error={(field) => errors[`tasks.${at}.${field}`]}
            dragged={dragged === task.row}
            onGrip={begin(task.row)}
            onChange={(part) => change(task.row, part)}
            onMove={(by, control) => step(task.row, by, control)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <Button icon="plus" onClick={add}>
        Add task
      </Button>
    </>
  );
}
