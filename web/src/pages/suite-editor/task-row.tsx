import { type PointerEvent, useState } from "react";
import type { Scorer, TaskType } from "@/gql/schema";
import { scorers } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { SelectField, TextField } from "@/parts/field/field";
import { Icon } from "@/parts/icon/icon";
import type { DraftTask } from "./draft";
import { ScorerTester } from "./scorer-tester";
import css from "./suite-editor.module.css";

/** One task of a draft: its fields, its place, and a way to try its rule. */
export function TaskRow({
  task,
  at,
  last,
  taskType,
  suite,
  error,
  dragged,
  onGrip,
  onChange,
  onMove,
  onRemove,
}: {
  task: DraftTask;
  /** From 0. */
  at: number;
  last: boolean;
  taskType: TaskType;
  /** Key of the stored suite whose results can be tried; null: there is none. */
  suite: string | null;
  error: (field: string) => string | undefined;
  dragged: boolean;
  onGrip: (event: PointerEvent) => void;
  onChange: (part: Partial<DraftTask>) => void;
  /** By how many places, and the control that keeps the focus. */
  onMove: (by: 1 | -1, control: string) => void;
  onRemove: () => void;
}) {
  const [trying, setTrying] = useState(false);
  const wants = scorers[task.scorer].expects;
  const place = at + 1;
  const probe = taskType === "HTTP_PROBE";
  return (
    <li data-row={task.row}>
      <fieldset className={css.task} data-dragged={dragged || undefined}>
        <legend className="unseen">Task {place}</legend>
        <div className={css.place} aria-hidden="true">
          {/* By pointer only: the buttons at the end of the row do the same by keyboard. */}
          <span className={css.grip} onPointerDown={onGrip} title="Drag to another place">
            <Icon name="grip" />
          </span>
          <span className="num">{place}</span>
        </div>
        <div className={css.fields}>
          <TextField
            label="Task name"
            value={task.name}
            error={error("name")}
            onChange={(e) => onChange({ name: e.target.value })}
          />
          <TextField
            label={probe ? "Path" : "Message"}
            mono
            placeholder={probe ? "/health" : "What is 2 + 2?"}
            value={task.input}
            error={error("input")}
            onChange={(e) => onChange({ input: e.target.value })}
          />
          <SelectField
            label="Passes when"
            value={task.scorer}
            error={error("scorer")}
            onChange={(e) => onChange({ scorer: e.target.value as Scorer })}
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
            onChange={(e) => onChange({ expected: e.target.value })}
          />
          <TextField
            label="Weight"
            inputMode="decimal"
            value={task.weight}
            error={error("weight")}
            onChange={(e) => onChange({ weight: e.target.value })}
          />
        </div>
        <div className={css.moves}>
          <Button
            small
            tone="bare"
            icon="up"
            data-move="up"
            disabled={at === 0}
            onClick={() => onMove(-1, "[data-move=up]")}
          >
            <span className="unseen">Move task {place} up</span>
          </Button>
          <Button
            small
            tone="bare"
            icon="down"
            data-move="down"
            disabled={last}
            onClick={() => onMove(1, "[data-move=down]")}
          >
            <span className="unseen">Move task {place} down</span>
          </Button>
          <Button small tone="bare" icon="trash" onClick={onRemove}>
            <span className="unseen">Remove task {place}</span>
          </Button>
        </div>
        <div className={css.try}>
          <Button
            small
            tone="bare"
            icon={trying ? "up" : "check"}
            aria-expanded={trying}
            onClick={() => setTrying(!trying)}
          >
            {trying ? "Close the tester" : "Try the rule"}
            <span className="unseen"> of task {place}</span>
          </Button>
          {trying && <ScorerTester task={task} suite={suite} place={place} />}
        </div>
      </fieldset>
    </li>
  );
}
