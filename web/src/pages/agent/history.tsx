import { useClient } from "urql";
import type { FullAgent } from "./agent";
import { AgentHistoryDocument, type ChangeFragment } from "./agent.gql";
import type { AgentEventKind } from "@/gql/schema";
import { useMore } from "@/lib/use-more";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { More } from "@/parts/more/more";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

export function History({ agent }: { agent: FullAgent }) {
  const client = useClient();
  const history = useMore(
    agent.history,
    (e) => e.seq,
    async (after) => {
      const { data, error } = await client.query(AgentHistoryDocument, { did: agent.did, after }).toPromise();
      return { rows: data?.agent?.history, error };
    },
  );
  return (
    <Section title="History" note="What changed about the agent, newest first">
      <DataTable label="History" columns={columns} rows={history.rows} rowKey={(e) => String(e.seq)} />
      <More of={history} total={agent.historyCount} noun="change" />
    </Section>
  );
}

const eventWords: Record<AgentEventKind, string> = {
  REGISTERED: "Registered",
  CARD_CHANGED: "Card changed",
  UPDATED: "Updated",
  DEACTIVATED: "Deactivated",
  ACTIVATED: "Activated",
  REMOVED: "Removed",
  PROVEN: "Control shown",
  OPTED_OUT: "Opted out",
  OPTED_IN: "Opted in",
};

const columns: Column<ChangeFragment>[] = [
  { name: "Event", width: "130px", lead: true, cell: (e) => eventWords[e.kind] },
  { name: "What changed", wide: true, cell: (e) => <Foreign text={e.detail} wrap /> },
  {
    name: "Fingerprint",
    width: "250px",
    cell: (e) => (
      <>
        {e.previousFingerprint && (
          <>
            <Hash value={e.previousFingerprint} label="the fingerprint before" />
            {" → "}
          </>
        )}
        <Hash value={e.fingerprint} label="the fingerprint" />
      </>
    ),
  },
  { name: "When", width: "150px", align: "right", cell: (e) => <RelativeTime at={e.at} /> },
];
