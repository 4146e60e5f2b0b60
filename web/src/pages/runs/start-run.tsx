import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { StartRunDocument } from "./runs.gql";
import { plural } from "@/lib/format";
import { idempotencyKey } from "@/lib/idempotency";
import { useMay, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { useSuiteNames } from "@/lib/use-suite-names";
import { Button, ButtonLink } from "@/parts/button/button";
import { Dialog } from "@/parts/dialog/dialog";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { SelectField } from "@/parts/field/field";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";

/** Starts a run of a suite, for those who may. */
export function StartRun({ suite }: { suite: string | undefined }) {
  const { registry } = useShell();
  const mayRun = useMay("RUN_SUITES");
  const [open, setOpen] = useState(false);
  if (!mayRun) return null;
  const off = registry?.evalsEnabled === false;
  return (
    <>
      <Button
        tone="primary"
        icon="runs"
        disabled={off}
        title={off ? "Evals are off at this registry" : undefined}
        onClick={() => setOpen(true)}
      >
        Start a run
      </Button>
      {open && <StartDialog suite={suite} onClose={() => setOpen(false)} />}
    </>
  );
}

function StartDialog({ suite, onClose }: { suite: string | undefined; onClose: () => void }) {
  const navigate = useNavigate();
  const { suites: known, whole, error, retry } = useSuiteNames("network-only");
  const [chosen, setChosen] = useState(suite);
  const run = useAction(StartRunDocument, (d) => d.runSuite);
  // The one chosen may be on the last page.
  const suites = whole ? known : undefined;
  const one = suites?.find((s) => s.key === chosen) ?? suites?.[0];
  const start = async () => {
    if (!one) return;
    const done = await run.act({ key: one.key, idempotencyKey: idempotencyKey() });
    if (done?.run) void navigate({ to: "/runs/$id", params: { id: done.run.id } });
  };
  return (
    <Dialog
      title="Start a run"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            tone="primary"
            icon="runs"
            busy={run.busy}
            disabled={!one || one.taskCount === 0}
            onClick={() => void start()}
          >
            {one && !one.enabled ? "Run a trial" : "Run now"}
          </Button>
        </>
      }
    >
      {error && !suites && <ErrorState error={error} retry={retry} />}
      {!suites && !error && <Loading />}
      {suites && !one && (
        <EmptyState title="There is no suite to run" action={<ButtonLink to="/new-suite">Write one</ButtonLink>} />
      )}
      {suites && one && (
        <SelectField
          label="Suite"
          value={one.key}
          hint={
            (one.taskCount === 0 ? "It has no tasks yet. " : `${plural(one.taskCount, "task")}. `) +
            (one.enabled
              ? "Its results enter the public record."
              : "A draft: its results are a trial, outside the public record.")
          }
          onChange={(e) => setChosen(e.target.value)}
        >
          {suites.map((s) => (
            <option key={s.key} value={s.key}>
              {s.name}
              {s.enabled ? "" : " (draft)"}
            </option>
          ))}
        </SelectField>
      )}
      {run.refusals[0] && <Notice tone="fail">{run.refusals[0].message}</Notice>}
    </Dialog>
  );
}
