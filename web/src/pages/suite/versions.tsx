import { getRouteApi } from "@tanstack/react-router";
import { useQuery } from "urql";
import type { FullSuite } from "./suite";
import css from "./suite.module.css";
import { SuiteDefinitionsDocument } from "./suite.gql";
import { Button } from "@/parts/button/button";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { ErrorState } from "@/parts/error-state/error-state";
import { SelectFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { TextDiff } from "@/parts/text-diff/text-diff";
import { between } from "./between";

const route = getRouteApi("/suites/$key");

type Version = FullSuite["versions"][number];

/** What each version changed, and any two of them side by side. */
export function Versions({ suite }: { suite: FullSuite }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const two = between(search.versions, suite.versions);
  const show = (from: number, to: number) =>
    void navigate({ resetScroll: false, search: (old) => ({ ...old, versions: `${from}..${to}` }) });
  return (
    <Section title="Versions" note="Newest first. The digest names what was measured.">
      <DataTable
        label="Versions"
        columns={columns(suite.versions, (v) => show(v.version - 1, v.version))}
        rows={suite.versions}
        rowKey={(v) => v.digest + v.version}
      />
      {two && (
        <>
          <div className={css.between}>
            <span>From</span>
            <PickVersion label="From" value={two.from} of={suite} onChange={(from) => show(from, two.to)} />
            <span>to</span>
            <PickVersion label="To" value={two.to} of={suite} onChange={(to) => show(two.from, to)} />
            <Button
              tone="bare"
              onClick={() => void navigate({ resetScroll: false, search: (old) => ({ ...old, versions: undefined }) })}
            >
              Close
            </Button>
          </div>
          <Differences suiteKey={suite.key} {...two} />
        </>
      )}
    </Section>
  );
}

function PickVersion({
  label,
  value,
  of,
  onChange,
}: {
  label: string;
  value: number;
  of: FullSuite;
  onChange: (version: number) => void;
}) {
  return (
    <SelectFilter
      label={label}
      value={String(value)}
      onChange={(v) => onChange(Number(v))}
      options={of.versions.map((v) => ({ value: String(v.version), name: `Version ${v.version}` }))}
    />
  );
}

function Differences({ suiteKey, from, to }: { suiteKey: string; from: number; to: number }) {
  const [{ data, error, fetching }, reload] = useQuery({
    query: SuiteDefinitionsDocument,
    variables: { key: suiteKey },
    requestPolicy: "cache-first",
  });
  if (error) return <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (!data && fetching) return <Loading rows={4} />;
  const text = (version: number) =>
    JSON.stringify(data?.suite?.versions.find((v) => v.version === version)?.definition ?? null, null, 2);
  return <TextDiff before={text(from)} after={text(to)} label={`Version ${from} to version ${to}`} />;
}

const columns = (all: readonly Version[], onShow: (v: Version) => void): Column<Version>[] => [
  { name: "Version", width: "96px", lead: true, cell: (v) => `Version ${v.version}` },
  {
    name: "What changed",
    wide: true,
    cell: (v) =>
      v.changes.length === 0 ? (
        <span className="quiet">{v.version === 1 ? "The first one." : "Nothing that is measured."}</span>
      ) : (
        <ul className={css.changes}>
          {v.changes.map((change) => (
            <li key={change}>
              <Foreign text={change} wrap />
            </li>
          ))}
        </ul>
      ),
  },
  { name: "Digest", width: "124px", cell: (v) => <Hash value={v.digest} label="the digest" /> },
  { name: "Since", width: "112px", align: "right", cell: (v) => <RelativeTime at={v.createdAt} /> },
  {
    name: "Compare",
    width: "128px",
    align: "right",
    cell: (v) =>
      all.some((other) => other.version === v.version - 1) ? (
        <Button small onClick={() => onShow(v)}>
          Differences<span className="unseen"> of version {v.version}</span>
        </Button>
      ) : null,
  },
];
