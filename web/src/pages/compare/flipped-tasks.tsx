import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import css from "./compare.module.css";
import type { ComparedFragment } from "./compare.gql";
import { count, plural } from "@/lib/format";
import { type Column, rowLink } from "@/parts/data-table/data-table";
import { LongTable } from "@/parts/data-table/long-table";
import { signed } from "@/parts/difference-bar/difference-bar";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Filters } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Section } from "@/parts/page/page";
import { Segments } from "@/parts/segments/segments";
import { VerdictLine } from "@/parts/verdict-cell/verdict-cell";

const route = getRouteApi("/compare");

type Pair = ComparedFragment["tasks"][number];

/** What a pair is to the comparison. */
export function flip({
  a,
  b,
}: {
  a: { passed: boolean | null };
  b: { passed: boolean | null };
}): "lost" | "won" | null {
  if (a.passed === b.passed) return null;
  return a.passed ? "lost" : "won";
}

/** The pairs, flipped ones first, each with its two results. */
export function FlippedTasks({ of, kind }: { of: ComparedFragment; kind: "runs" | "agents" }) {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const rows = useMemo(
    () =>
      of.tasks.filter((pair) => {
        const how = flip(pair);
        return show === undefined || (show === "flipped" ? how !== null : how === show);
      }),
    [of.tasks, show],
  );
  if (of.pairs === 0) return null;
  const columns = kind === "runs" ? [task, agent, ...common] : [task, ...common];
  return (
    <Section
      title="Tasks"
      note={
        of.tasks.length < of.pairs
          ? `The first ${count(of.tasks.length)} of ${plural(of.pairs, "pair")}, flipped ones first`
          : "Flipped ones first"
      }
    >
      <Filters>
        <Segments
          label="Show"
          value={show ?? "all"}
          onChange={(next) =>
            void navigate({
              resetScroll: false,
              replace: true,
              search: (old) => ({ ...old, show: next === "all" ? undefined : next }),
            })
          }
          options={[
            { value: "all", name: "All" },
            { value: "flipped", name: `Flipped ${count(of.won + of.lost)}` },
            { value: "lost", name: `Lost ${count(of.lost)}` },
            { value: "won", name: `Won ${count(of.won)}` },
          ]}
        />
      </Filters>
      {rows.length === 0 ? (
        <EmptyState title={show === undefined ? "No pairs are listed" : "No task is among these"} />
      ) : (
        <LongTable label="Tasks" columns={columns} rows={rows} rowKey={(pair) => pair.b.id + pair.a.id} />
      )}
    </Section>
  );
}

const task: Column<Pair> = {
  name: "Task",
  lead: true,
  cell: (pair) => (
    <>
      <Link to="/results/$id" params={{ id: pair.b.id }} {...rowLink}>
        <Foreign text={pair.task.name} />
      </Link>
      <div className={css.suite}>
        <Foreign text={pair.suite.name} />
      </div>
    </>
  ),
};

const agent: Column<Pair> = {
  name: "Agent",
  width: "20%",
  cell: (pair) =>
    pair.agent ? (
      <Link to="/agents/$did" params={{ did: pair.agent.did }}>
        <Foreign text={pair.agent.name} />
      </Link>
    ) : (
      <span className="quiet">–</span>
    ),
};

const words = { lost: "Lost", won: "Won" } as const;

const common: Column<Pair>[] = [
  { name: "a", width: "21%", cell: (pair) => <ResultLink result={pair.a} /> },
  { name: "b", width: "21%", cell: (pair) => <ResultLink result={pair.b} /> },
  {
    name: "Difference",
    width: "116px",
    align: "right",
    cell: (pair) => {
      const how = flip(pair);
      return (
        <span className={how ? css[how + "Word"] : "quiet"}>
          {how && `${words[how]} `}
          {signed(pair.difference)}
        </span>
      );
    },
  },
];

function ResultLink({ result }: { result: Pair["a"] }) {
  return (
    <Link to="/results/$id" params={{ id: result.id }}>
      <VerdictLine result={result} />
    </Link>
  );
}
