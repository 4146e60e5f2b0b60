import { useCallback, useEffect, useState } from "react";
import { ApprovalsMovingDocument, type OneApprovalFragment } from "./approvals.gql";
import { watch } from "@/lib/live";

/** What was heard of approvals of a workspace since the page was opened, by id, and a way to put in what one did oneself. */
export function useMovingApprovals(workspace: string) {
  const [heard, setHeard] = useState<ReadonlyMap<string, OneApprovalFragment>>(new Map());
  const hear = useCallback(
    (approvals: readonly OneApprovalFragment[]) =>
      setHeard((old) => new Map([...old, ...approvals.map((a) => [a.id, a] as const)])),
    [],
  );
  useEffect(
    () =>
      watch({
        document: ApprovalsMovingDocument,
        variables: () => ({ workspace }),
        next: ({ workChanged }) => hear(workChanged.approvals),
        over: () => false,
      }),
    [workspace, hear],
  );
  return { heard, hear };
}
