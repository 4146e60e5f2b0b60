import { Link } from "@tanstack/react-router";
import type { ComparedFragment, ComparedSideFragment } from "./compare.gql";
import { count, score } from "@/lib/format";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { Foreign } from "@/parts/foreign/foreign";
import { short } from "@/parts/hash/hash";
import { RelativeTime } from "@/parts/relative-time/relative-time";

type Kind = "runs" | "agents";

/** What a side is called. */
export function sideName(side: ComparedSideFragment, kind: Kind): string {
  if (kind === "agents") return side.agent?.name ?? "an agent";
  return side.run ? side.run.suite.name : "a run";
}

/** The two sides, with their means over the pairs and what stays out of them. */
export function Chosen({ of, kind }: { of: ComparedFragment; kind: Kind }) {
  const columns: Column<"a" | "b">[] = [
    { name: "Side", width: "56px", cell: (side) => side },
    {
      name: kind === "runs" ? "Run" : "Agent",
      lead: true,
      cell: (side) => <SideLink side={of[side]} kind={kind} />,
    },
    ...(kind === "runs" || of.a.run || of.b.run
      ? [
          {
            name: "Version",
            width: "84px",
            align: "right",
            cell: (side) =>
              of[side].run ? count(of[side].run.suiteVersion.version) : <span className="quiet">several</span>,
          } satisfies Column<"a" | "b">,
          {
            name: "Begun",
            width: "120px",
            align: "right",
            cell: (side) => <RelativeTime at={of[side].run?.createdAt} />,
          } satisfies Column<"a" | "b">,
        ]
      : []),
    { name: "Mean over the pairs", width: "150px", align: "right", cell: (side) => score(of[side].meanScore) },
    {
      name: "Without a partner",
      width: "140px",
      align: "right",
      cell: (side) => <span title="Results that the other side has no partner for">{count(of[side].unpaired)}</span>,
    },
  ];
  return <DataTable label="Sides" columns={columns} rows={sides} rowKey={(side) => side} />;
}

const sides = ["a", "b"] as const;

function SideLink({ side, kind }: { side: ComparedSideFragment; kind: Kind }) {
  if (kind === "agents" && side.agent) {
    return (
      <Link to="/agents/$did" params={{ did: side.agent.did }}>
        <Foreign text={side.agent.name} />
      </Link>
    );
  }
  if (!side.run) return <span className="quiet">–</span>;
  return (
    <Link to="/runs/$id" params={{ id: side.run.id }}>
      <Foreign text={side.run.suite.name} /> <span className="quiet">{short(side.run.id)}</span>
    </Link>
  );
}
