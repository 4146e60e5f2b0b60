import type { TaskType } from "@/gql/schema";
import { taskTypes } from "@/lib/words";
import { CheckField, Row, SelectField, TextArea, TextField } from "@/parts/field/field";
import { type Draft, keyFrom } from "./draft";
import css from "./suite-editor.module.css";

interface Part {
  draft: Draft;
  errors: Readonly<Record<string, string>>;
  set: (change: Partial<Draft>) => void;
}

/** What the suite is and how its tasks are delivered. */
export function SuiteFields({ draft, existing, errors, set }: Part & { existing: boolean }) {
  return (
    <div className={css.narrow}>
      <Row>
        <TextField
          label="Name"
          value={draft.name}
          error={errors.name}
          onChange={(e) => set({ name: e.target.value, ...(draft.keyTyped ? {} : { key: keyFrom(e.target.value) }) })}
        />
        <TextField
          label="Key"
          mono
          value={draft.key}
          error={errors.key}
          readOnly={existing}
          hint={existing ? "A key never changes." : "Lower-case letters, digits, - _ and ."}
          onChange={(e) => set({ key: e.target.value, keyTyped: true })}
        />
      </Row>
      <TextArea
        label="Description"
        value={draft.description}
        error={errors.description}
        hint="What it measures, for those who read the board."
        onChange={(e) => set({ description: e.target.value })}
      />
      <Row>
        <SelectField
          label="Task type"
          value={draft.taskType}
          error={errors.taskType}
          hint={taskTypes[draft.taskType].says}
          onChange={(e) => set({ taskType: e.target.value as TaskType })}
        >
          {Object.entries(taskTypes).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Minutes between runs"
          inputMode="numeric"
          value={draft.intervalMinutes}
          error={errors.intervalMinutes}
          hint="Nothing: only by hand."
          onChange={(e) => set({ intervalMinutes: e.target.value })}
        />
      </Row>
    </div>
  );
}

/** Whom it is aimed at, and what follows from a run. */
export function TargetFields({ draft, errors, set }: Part) {
  return (
    <div className={css.narrow}>
      <CheckField
        label="Only named agents"
        hint="Otherwise all active agents homed here."
        checked={draft.targets !== null}
        onChange={(named) => set({ targets: named ? "" : null })}
      />
      {draft.targets !== null && (
        <TextArea
          label="DIDs"
          mono
          rows={4}
          value={draft.targets}
          error={errors.targetDids}
          hint="One a line."
          onChange={(e) => set({ targets: e.target.value })}
        />
      )}
      <CheckField
        label="Published"
        hint="In the catalog and on the schedule. Otherwise a draft."
        checked={draft.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <CheckField
        label="Trust signal"
        hint="A run's score enters the trust graph."
        checked={draft.reputationSignal}
        onChange={(reputationSignal) => set({ reputationSignal })}
      />
      <TextField
        label="Reward for a run with a passing task, in minor units"
        inputMode="numeric"
        value={draft.rewardAmount}
        error={errors.rewardAmount}
        hint="0: it pays nothing."
        onChange={(e) => set({ rewardAmount: e.target.value })}
      />
    </div>
  );
}
