import { Link } from "@tanstack/react-router";
import { inSteps } from "./arithmetic";
import css from "./score.module.css";
import type { CountedFragment, SourceFragment } from "./score.gql";
import type { FullScore } from "./score";
import { count } from "@/lib/format";
import { weight } from "@/lib/score-words";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { OutcomeMark } from "@/parts/outcome-mark/outcome-mark";
import { Section } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RelativeTime } from "@/parts/relative-time/relative-time";

/** How the number is made: the sum, what the caps cut, and each outcome. */
export function Why({ score, busy }: { score: FullScore; busy: boolean }) {
  const { explanation, poolRate } = score;
  if (!explanation || poolRate === null) {
    return (
      <Section title="Why">
        <EmptyState title="Not shown">What it was computed from is told of the newest score only.</EmptyState>
      </Section>
    );
  }
  const { outcomes, sources, totalCap, unverified } = explanation;
  return (
    <>
      <Section title="The arithmetic" note="From what was counted to the number">
        <ol className={css.steps}>
          {inSteps({ ...explanation, poolRate }).map((step) => (
            <li key={step.says}>
              <span>{step.says}</span>
              <span className={css.sum}>{step.sum}</span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="What the caps cut" note="Outcomes that a person verified are never cut">
        {sources.length === 0 ? (
          <EmptyState title="Nothing">Every outcome was verified by a person.</EmptyState>
        ) : (
          <>
            <DataTable
              label="Sources that are not verified"
              columns={sourceColumns}
              rows={sources}
              rowKey={(s) => s.source + (s.agent?.id ?? "")}
            />
            <p className={css.note}>{capWords(unverified, totalCap)}</p>
          </>
        )}
      </Section>
      <Section title="Outcomes" note="Newest first, each with the voice that decides">
        <DataTable
          label="Outcomes"
          columns={outcomeColumns}
          rows={outcomes.nodes}
          rowKey={(o) => o.receiptHash}
          busy={busy}
        />
        <Pagination page={outcomes.pageInfo} shown={outcomes.nodes.length} total={outcomes.totalCount} noun="outcome" />
      </Section>
    </>
  );
}

function capWords(unverified: number, totalCap: number): string {
  const together = `Together they come to ${weight(unverified)}, and may count ${weight(totalCap)} at most`;
  return unverified > totalCap
    ? `${together}: all of them are cut by the same share.`
    : `${together}: nothing more is cut.`;
}

const sourceColumns: Column<SourceFragment>[] = [
  { name: "Source", lead: true, cell: (s) => <SourceName source={s} /> },
  { name: "Outcomes", width: "104px", align: "right", cell: (s) => count(s.outcomes) },
  { name: "Weight by age", width: "124px", align: "right", cell: (s) => weight(s.aged) },
  { name: "One source at most", width: "148px", align: "right", cell: (s) => weight(s.cap) },
  { name: "Cut", width: "92px", align: "right", cell: (s) => cut(s.aged, s.counted) },
  { name: "Counted", width: "92px", align: "right", cell: (s) => weight(s.counted) },
];

function SourceName({ source: { source, agent } }: { source: SourceFragment }) {
  if (agent) {
    return (
      <Link to="/agents/$did" params={{ did: agent.did }}>
        <Foreign text={agent.name} />
      </Link>
    );
  }
  if (source === "own")
    return <span title="What it says of its own work, and what agents of its owner say">Its own word</span>;
  if (source === "system") return "The workspace’s system";
  return <Foreign text={source} />;
}

/** What is gone of a weight; nothing where nothing is. */
function cut(before: number, after: number) {
  const gone = before - after;
  return gone < 5e-7 ? <span className="quiet">–</span> : <span className={css.cut}>−{weight(gone)}</span>;
}

const outcomeColumns: Column<CountedFragment>[] = [
  {
    name: "Piece of work",
    lead: true,
    cell: (o) => (
      <>
        {o.work ? (
          <Link to="/work/$id" params={{ id: o.work.id }} {...rowLink}>
            <Foreign text={o.work.title} />
          </Link>
        ) : (
          <span className="quiet">Not shown</span>
        )}
        {o.approval && (
          <span className={css.approval}>
            Approval: {o.approval.call === null ? "cleared" : <Foreign text={o.approval.call} />}
          </span>
        )}
      </>
    ),
  },
  {
    name: "Outcome",
    width: "196px",
    wide: true,
    cell: (o) => <OutcomeMark success={o.success} verified={o.verified} voice={o.voice} />,
  },
  { name: "Weight", width: "76px", align: "right", cell: (o) => weight(o.weight) },
  { name: "By age", width: "76px", align: "right", cell: (o) => weight(o.aged) },
  {
    name: "Counted",
    width: "88px",
    align: "right",
    cell: (o) => (
      <span title={o.aged - o.counted > 5e-7 ? `The caps cut ${weight(o.aged - o.counted)}` : undefined}>
        {weight(o.counted)}
      </span>
    ),
  },
  { name: "Decided", width: "100px", align: "right", cell: (o) => <RelativeTime at={o.at} /> },
  {
    name: "Receipt",
    width: "124px",
    cell: (o) => <Hash value={o.receiptHash} label="the receipt of the outcome" receipt />,
  },
];
