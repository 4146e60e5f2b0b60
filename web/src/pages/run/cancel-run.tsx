import { useState } from "react";
import { CancelRunDocument, type RunStateFragment } from "./run.gql";
import type { RunStatus } from "@/gql/schema";
import { useMay } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { Notice } from "@/parts/notice/notice";

export function CancelRun({
  id,
  status,
  onChange,
}: {
  id: string;
  status: RunStatus;
  onChange: (run: RunStateFragment) => void;
}) {
  const mayCancel = useMay("RUN_SUITES");
  const [asking, setAsking] = useState(false);
  const cancel = useAction(CancelRunDocument, (d) => d.cancelRun);
  if (!mayCancel) return null;
  const doIt = async () => {
    const done = await cancel.act({ runId: id });
    setAsking(false);
    if (done?.run) onChange(done.run);
  };
  return (
    <>
      <Button tone="danger" icon="cross" disabled={status === "CANCELLING"} onClick={() => setAsking(true)}>
        {status === "CANCELLING" ? "Cancelling" : "Cancel run"}
      </Button>
      {cancel.refusals[0] && <Notice tone="fail">{cancel.refusals[0].message}</Notice>}
      <Confirm
        title="Cancel this run?"
        verb="Cancel the run"
        open={asking}
        busy={cancel.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void doIt()}
      >
        <p>Calls in flight finish and are kept. What is left is recorded as cancelled, outside every mean.</p>
      </Confirm>
    </>
  );
}
