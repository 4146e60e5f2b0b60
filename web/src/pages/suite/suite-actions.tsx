import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DeleteSuiteDocument, RunSuiteDocument } from "./suite.gql";
import { PutSuiteDocument, type SuiteFactsFragment } from "@/gql/shared.gql";
import { idempotencyKey } from "@/lib/idempotency";
import { useMay, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button, ButtonLink } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { Notice } from "@/parts/notice/notice";

/** What the caller may do with a suite. */
export function SuiteActions({ suite }: { suite: SuiteFactsFragment }) {
  const { registry } = useShell();
  const mayEdit = useMay("EDIT_SUITES");
  const mayRun = useMay("RUN_SUITES");
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const run = useAction(RunSuiteDocument, (d) => d.runSuite);
  const put = useAction(PutSuiteDocument, (d) => d.putSuite);
  const remove = useAction(DeleteSuiteDocument, (d) => d.deleteSuite);
  const refusal = [...run.refusals, ...put.refusals, ...remove.refusals][0];

  const runNow = async () => {
    // One press, one run: were the answer lost and the press repeated by the network, the key gives the same run.
    const done = await run.act({ key: suite.key, idempotencyKey: idempotencyKey() });
    if (done?.run) void navigate({ to: "/runs/$id", params: { id: done.run.id } });
  };
  const removeIt = async () => {
    if (await remove.act({ key: suite.key })) void navigate({ to: "/suites", search: {} });
    setAsking(false);
  };

  return (
    <>
      {mayEdit && (
        <>
          <Button tone="bare" icon="trash" onClick={() => setAsking(true)}>
            Delete
          </Button>
          <ButtonLink to="/suites/$key/edit" params={{ key: suite.key }} icon="edit">
            Edit
          </ButtonLink>
          <Button busy={put.busy} onClick={() => void put.act({ key: suite.key, enabled: !suite.enabled })}>
            {suite.enabled ? "Withdraw" : "Publish"}
          </Button>
        </>
      )}
      {mayRun && (
        <Button
          tone="primary"
          icon="runs"
          busy={run.busy}
          disabled={registry?.evalsEnabled === false}
          title={registry?.evalsEnabled === false ? "Evals are off at this registry" : undefined}
          onClick={() => void runNow()}
        >
          {suite.enabled ? "Run now" : "Run a trial"}
        </Button>
      )}
      {refusal && <Notice tone="fail">{refusal.message}</Notice>}
      <Confirm
        title={`Delete ${suite.name}?`}
        verb="Delete the suite"
        open={asking}
        busy={remove.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void removeIt()}
      >
        <p>Its tasks go and it is not run again. The record of its runs stays readable.</p>
      </Confirm>
    </>
  );
}
