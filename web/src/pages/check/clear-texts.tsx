import { useState } from "react";
import { ClearReceiptTextDocument, type WholeReceiptFragment } from "./check.gql";
import { home, useMay, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { Notice } from "@/parts/notice/notice";

/** For owners of the receipt's workspace: forgets its texts. */
export function ClearTexts({ receipt, workspace }: { receipt: WholeReceiptFragment; workspace: string | null }) {
  const { workspaces } = useShell();
  // What is the registry's own is governed by its home.
  const key = workspace === "" ? home : workspaces.find((w) => w.id === workspace)?.key;
  const may = useMay("CLEAR_TEXTS", key ?? "");
  const [asking, setAsking] = useState(false);
  const clear = useAction(ClearReceiptTextDocument, (d) => d.clearReceiptText);
  const act = async () => {
    await clear.act({ hash: receipt.hash });
    setAsking(false);
  };
  if (!may) return null;
  const outcome = receipt.kind === "OUTCOME_RECORDED" || receipt.kind === "VERDICT_TAKEN_BACK";
  return (
    <>
      {clear.refusals[0] && <Notice tone="fail">{clear.refusals[0].message}</Notice>}
      <Button small tone="danger" icon="trash" onClick={() => setAsking(true)}>
        Clear the texts
      </Button>
      <Confirm
        title="Clear the texts of this receipt?"
        verb="Clear them for good"
        keep="Keep them"
        open={asking}
        busy={clear.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void act()}
      >
        <p>
          {outcome
            ? "The texts of the whole piece of work go: what was asked, what was given, and every comment, here and in all receipts about it."
            : "The text goes. If a newer score has taken the place of this one, its numbers go with it."}{" "}
          The seal, the facts and the place in the log stay. Nobody can bring the texts back.
        </p>
      </Confirm>
    </>
  );
}
