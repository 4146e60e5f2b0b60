import { useQuery } from "urql";
import { Consistency } from "./consistency";
import css from "./log.module.css";
import { LogDocument, type LogQuery } from "./log.gql";
import { count } from "@/lib/format";
import { receiptKinds } from "@/lib/score-words";
import { ButtonLink } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { CodeView } from "@/parts/code-view/code-view";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Facts, Page, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

export type FullLog = NonNullable<LogQuery["log"]>;

/** The log of all receipts' hashes. Open to everybody. */
export function Log() {
  const [{ data, error, fetching }, reload] = useQuery({ query: LogDocument });
  const log = data?.log;
  return (
    <Page
      title="Log"
      lead="The hash of every receipt, in the order in which they were sealed. Nothing is ever taken out or changed: each checkpoint can be held against every later one."
      actions={
        <ButtonLink to="/check" icon="receipt">
          Check a receipt
        </ButtonLink>
      }
    >
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(log)} />
      )}
      {!log && fetching && <Loading />}
      {log && <Whole log={log} />}
    </Page>
  );
}

function Whole({ log }: { log: FullLog }) {
  const { checkpoint } = log;
  return (
    <>
      <Facts
        items={[
          ["Receipts in it", count(log.size)],
          ["Sealed, and not in it yet", count(log.waiting)],
          ["Name", <Foreign key="o" text={log.origin} wrap />],
          ["Root", checkpoint ? <Hash key="r" value={checkpoint.root} label="the root" /> : undefined],
        ]}
      />
      <Section
        title="Newest checkpoint"
        note={
          checkpoint && (
            <>
              Signed <RelativeTime at={checkpoint.at} />, in the form of C2SP tlog-checkpoint
            </>
          )
        }
      >
        {checkpoint ? (
          <CodeView body={new TextEncoder().encode(checkpoint.text)} label="the newest checkpoint" />
        ) : (
          <EmptyState title="None yet">The first is signed with the first receipt.</EmptyState>
        )}
      </Section>
      <Section
        title="Keys"
        note="Pin the one that signs: note it elsewhere, and hold checkpoints and exports against it"
      >
        <ul className={css.keys}>
          {log.keys.map((k) => (
            <li key={k.key}>
              <Hash value={k.key} label="the key" whole />
              <span className={css.when}>
                {k.retiredAt === null ? <Chip shape="full">Signs now</Chip> : <Chip shape="open">Retired</Chip>}
                <span>
                  made <RelativeTime at={k.createdAt} />
                  {k.retiredAt !== null && (
                    <>
                      , retired <RelativeTime at={k.retiredAt} />
                    </>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Consistency log={log} />
      <Section title="Newest entries">
        {log.newest.length === 0 ? (
          <EmptyState title="No entries yet">
            An outcome, a score, a version of a suite or a run that ends is sealed, and its hash stands here within
            seconds.
          </EmptyState>
        ) : (
          <DataTable label="Newest entries" columns={columns} rows={log.newest} rowKey={(e) => String(e.index)} />
        )}
      </Section>
    </>
  );
}

const columns: Column<FullLog["newest"][number]>[] = [
  {
    name: "What was sealed",
    lead: true,
    cell: (e) => <span title={receiptKinds[e.kind].says}>{receiptKinds[e.kind].name}</span>,
  },
  { name: "Entry", width: "96px", align: "right", cell: (e) => count(e.index) },
  {
    name: "Receipt",
    width: "160px",
    cell: (e) => <Hash value={e.hash} label={`the receipt of entry ${e.index}`} receipt />,
  },
  { name: "Sealed", width: "120px", align: "right", cell: (e) => <RelativeTime at={e.at} /> },
];
