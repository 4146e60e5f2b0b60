import { Link } from "@tanstack/react-router";
import type { OperationsView } from "./operations";
import css from "./operations.module.css";
import { count, milliseconds } from "@/lib/format";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

type Node = OperationsView["nodes"][number];

/** Processes that serve the database. Another version among those that are up is said. */
export function Nodes({ of }: { of: OperationsView }) {
  const versions = new Set(of.nodes.filter((n) => n.up).map((n) => n.version));
  const up = of.nodes.filter((n) => n.up).length;
  return (
    <Section
      title="Nodes"
      note={`${count(up)} up${versions.size > 1 ? `, with ${versions.size} versions of the software` : ""}`}
    >
      {of.nodes.length === 0 ? (
        <EmptyState title="No node has said that it is here" />
      ) : (
        <DataTable
          label="Nodes"
          columns={nodeColumns(of.scheduler.node)}
          rows={of.nodes}
          rowKey={(n) => n.name + n.startedAt}
        />
      )}
    </Section>
  );
}

const nodeColumns = (scheduler: string | null): Column<Node>[] => [
  {
    name: "Node",
    lead: true,
    cell: (n) => (
      <span className={css.node}>
        <Foreign text={n.name} />
        {n.name === scheduler && <Chip>Scheduler</Chip>}
      </span>
    ),
  },
  {
    name: "State",
    width: "104px",
    cell: (n) =>
      n.up ? (
        <Chip tone="pass" shape="full">
          Up
        </Chip>
      ) : n.stoppedAt ? (
        <Chip shape="open">Stopped</Chip>
      ) : (
        <Chip tone="fail" shape="cross">
          Gone
        </Chip>
      ),
  },
  { name: "Version", width: "96px", cell: (n) => n.version },
  { name: "Parts of runs", width: "104px", align: "right", cell: (n) => count(n.parts) },
  { name: "Calls", width: "64px", align: "right", cell: (n) => count(n.calls) },
  { name: "Streams", width: "76px", align: "right", cell: (n) => count(n.streams) },
  { name: "Started", width: "104px", align: "right", cell: (n) => <RelativeTime at={n.startedAt} /> },
  { name: "Last seen", width: "104px", align: "right", cell: (n) => <RelativeTime at={n.stoppedAt ?? n.seenAt} /> },
];

type Job = OperationsView["jobs"][number];

const jobWords: Record<string, string> = {
  run_agent: "Parts of runs",
  schedule: "Schedule",
  retention: "Retention of evidence",
  cards: "Reading of cards",
};

/** Work that nodes claim. */
export function Jobs({ of }: { of: OperationsView }) {
  return (
    <Section title="Work">
      {of.jobs.length === 0 ? (
        <EmptyState title="There is no work" />
      ) : (
        <DataTable label="Work" columns={jobColumns} rows={of.jobs} rowKey={(j) => j.kind} />
      )}
    </Section>
  );
}

const jobColumns: Column<Job>[] = [
  { name: "Kind", lead: true, cell: (j) => jobWords[j.kind] ?? j.kind },
  { name: "Waiting", width: "104px", align: "right", cell: (j) => count(j.waiting) },
  { name: "Due later", width: "104px", align: "right", cell: (j) => count(j.later) },
  { name: "Held by nodes", width: "120px", align: "right", cell: (j) => count(j.held) },
  { name: "Oldest due", width: "120px", align: "right", cell: (j) => <RelativeTime at={j.oldestAt} /> },
];

type Slow = OperationsView["slowAgents"][number];

/** Whom runs wait for. */
export function SlowAgents({ of }: { of: OperationsView }) {
  return (
    <Section title="Slow agents" note="By the mean of their newest 100 results of the last day">
      {of.slowAgents.length === 0 ? (
        <EmptyState title="No agent was called in the last day" />
      ) : (
        <DataTable label="Slow agents" columns={slowColumns} rows={of.slowAgents} rowKey={(s) => s.agent.id} />
      )}
    </Section>
  );
}

const slowColumns: Column<Slow>[] = [
  {
    name: "Agent",
    lead: true,
    cell: (s) => (
      <>
        <Link to="/agents/$did" params={{ did: s.agent.did }} {...rowLink}>
          <Foreign text={s.agent.name} />
        </Link>
        <div className={css.did}>
          <Foreign text={s.agent.did} />
        </div>
      </>
    ),
  },
  { name: "Mean", width: "104px", align: "right", cell: (s) => milliseconds(s.meanMs) },
  { name: "95 % at most", width: "112px", align: "right", cell: (s) => milliseconds(s.p95Ms) },
  { name: "Results", width: "84px", align: "right", cell: (s) => count(s.results) },
];

type Setting = OperationsView["settings"][number];

/** What the node that answered was started with. */
export function Settings({ of }: { of: OperationsView }) {
  return (
    <Section title="Settings" note="Of the node that answers; secrets only say whether they are set">
      <DataTable label="Settings" columns={settingColumns} rows={of.settings} rowKey={(s) => s.name} />
    </Section>
  );
}

const settingColumns: Column<Setting>[] = [
  { name: "Setting", width: "26%", lead: true, cell: (s) => <code>{s.name}</code> },
  {
    name: "Value",
    width: "28%",
    wide: true,
    cell: (s) => (
      <span className={css.value}>
        {s.value === "" ? (
          <span className="quiet">not set</span>
        ) : (
          <code>
            <Foreign text={s.value} wrap />
          </code>
        )}
        {!s.initial && <Chip>Changed</Chip>}
      </span>
    ),
  },
  { name: "For", wide: true, cell: (s) => s.about },
];
