import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "urql";
import { DeleteSuiteDocument, RunSuiteDocument, SuiteFileDocument } from "./suite.gql";
import { PutSuiteDocument, type SuiteFactsFragment } from "@/gql/shared.gql";
import { save } from "@/lib/export";
import { describe } from "@/lib/graphql";
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
  const client = useClient();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useAction(RunSuiteDocument, (d) => d.runSuite);
  const put = useAction(PutSuiteDocument, (d) => d.putSuite);
  const remove = useAction(DeleteSuiteDocument, (d) => d.deleteSuite);
  const refusal = problem ?? [...run.refusals, ...put.refusals, ...remove.refusals][0]?.message;

  const runNow = async () => {
    // One press, one run: were the answer lost and the press repeated by the network, the key gives the same run.
    const done = await run.act({ key: suite.key, idempotencyKey: idempotencyKey() });
    if (done?.run) void navigate({ to: "/runs/$id", params: { id: done.run.id } });
  };
  const removeIt = async () => {
    if (await remove.act({ key: suite.key })) void navigate({ to: "/suites", search: {} });
    setAsking(false);
  };

  const saveFile = async () => {
    const { data, error } = await client
      .query(SuiteFileDocument, { key: suite.key }, { requestPolicy: "network-only" })
      .toPromise();
    if (data?.suite) save(suite.key, "yaml", data.suite.file);
    setProblem(error ? `Nothing was saved. ${describe(error).title}: ${describe(error).detail}` : null);
  };
  const gone = suite.deletedAt !== null;

  return (
    <>
      {mayEdit && !gone && (
        <Button tone="bare" icon="trash" onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      {!gone && (
        <Button icon="download" onClick={() => void saveFile()}>
          YAML
        </Button>
      )}
      {mayEdit && (
        <ButtonLink to="/new-suite" search={{ from: suite.key }} icon="copy">
          Clone
        </ButtonLink>
      )}
      {mayEdit && !gone && (
        <>
          <ButtonLink to="/suites/$key/edit" params={{ key: suite.key }} icon="edit">
            Edit
          </ButtonLink>
          <Button busy={put.busy} onClick={() => void put.act({ key: suite.key, enabled: !suite.enabled })}>
            {suite.enabled ? "Withdraw" : "Publish"}
          </Button>
        </>
      )}
      {mayRun && !gone && (
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
      {refusal && <Notice tone="fail">{refusal}</Notice>}
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
