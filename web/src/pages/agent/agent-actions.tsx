import { useState } from "react";
import { RefreshAgentCardDocument, RemoveAgentDocument, UpdateAgentDocument } from "./agent.gql";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { Notice } from "@/parts/notice/notice";
import type { FullAgent } from "./agent";

/** What who may change an agent can do with it. */
export function AgentActions({ agent }: { agent: FullAgent }) {
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const refresh = useAction(RefreshAgentCardDocument, (d) => d.refreshAgentCard);
  const update = useAction(UpdateAgentDocument, (d) => d.updateAgent);
  const remove = useAction(RemoveAgentDocument, (d) => d.removeAgent);
  const refusal = [...refresh.refusals, ...update.refusals, ...remove.refusals][0];

  const readCard = async () => {
    setSaid(null);
    const done = await refresh.act({ did: agent.did });
    if (done)
      setSaid(done.changed ? "The card has changed: see the history." : "The card was read again; it is the same.");
  };
  const removeIt = async () => {
    await remove.act({ did: agent.did });
    setAsking(false);
  };
  return (
    <>
      <Button tone="bare" icon="trash" onClick={() => setAsking(true)}>
        Remove
      </Button>
      {!agent.homeRegistry && (
        <Button busy={update.busy} onClick={() => void update.act({ did: agent.did, active: !agent.active })}>
          {agent.active ? "Deactivate" : "Activate"}
        </Button>
      )}
      {agent.cardUrl && (
        <Button icon="refresh" busy={refresh.busy} onClick={() => void readCard()}>
          Read card again
        </Button>
      )}
      {refusal && <Notice tone="fail">{refusal.message}</Notice>}
      {said && !refusal && <Notice>{said}</Notice>}
      <Confirm
        title={`Remove ${agent.name}?`}
        verb="Remove the agent"
        open={asking}
        busy={remove.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void removeIt()}
      >
        <p>It leaves the targets and the board. Its record stays readable.</p>
      </Confirm>
    </>
  );
}
