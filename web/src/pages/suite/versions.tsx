import { getRouteApi } from "@tanstack/react-router";
import { useClient, useQuery } from "urql";
import type { FullSuite } from "./suite";
import css from "./suite.module.css";
import { SuiteDefinitionsDocument, SuiteVersionsDocument, type VersionLineFragment } from "./suite.gql";
import { useMore } from "@/lib/use-more";
import { Button } from "@/parts/button/button";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { ErrorState } from "@/parts/error-state/error-state";
import { SelectFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { More } from "@/parts/more/more";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { TextDiff } from "@/parts/text-diff/text-diff";
import { between } from "./between";

const route = getRouteApi("/suites/$key");

/** What each version changed, and any two of them side by side. */
export function Versions({ suite }: { suite: FullSuite }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useClient();
  const newest = suite.versions[0]?.version ?? 0;
  const two = between(search.versions, newest);
  const versions = useMore(
    suite.versions,
    (v) => v.version,
    async (after) => {
      const { data, error } = await client.query(SuiteVersionsDocument, { key: suite.key, after }).toPromise();
      return { rows: data?.suite?.versions, error };
    },
  );
  const show = (from: number, to: number) =>
    void navigate({ resetScroll: false, search: (old) => ({ ...old, versions: `${from}..${to}` }) });
  return (
    <Section title="Versions" note="Newest first. The digest names what was measured.">
      <DataTable
        label="Versions"
        columns={columns((v) => show(v.version - 1, v.version))}
        rows={versions.rows}
        rowKey={(v) => v.digest + v.version}
      />
      <More of={versions} total={suite.versionCount} noun="version" />
      {search.versions && !two && (
        <Notice tone="warn">
          The address asks for the versions “<Foreign text={search.versions} />
          ”, which are not there: it names two from 1 to {newest}, such as 1..{newest}.
        </Notice>
      )}
      {two && (
        <>
          <div className={css.between}>
            <span>From</span>
            <PickVersion label="From" value={two.from} newest={newest} onChange={(from) => show(from, two.to)} />
            <span>to</span>
            <PickVersion label="To" value={two.to} newest={newest} onChange={(to) => show(two.from, to)} />
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
  newest,
  onChange,
}: {
  label: string;
  value: number;
  newest: number;
  onChange: (version: number) => void;
}) {
  return (
    <SelectFilter
      label={label}
      value={String(value)}
      onChange={(v) => onChange(Number(v))}
      options={Array.from({ length: newest }, (_, i) => ({
        value: String(newest - i),
        name: `Version ${newest - i}`,
      }))}
    />
  );
}

function Differences({ suiteKey, from, to }: { suiteKey: string; from: number; to: number }) {
  const [{ data, error, fetching }, reload] = useQuery({
    query: SuiteDefinitionsDocument,
    variables: { key: suiteKey, belowFrom: from + 1, belowTo: to + 1 },
    requestPolicy: "cache-first",
  });
  if (error) return <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (!data && fetching) return <Loading rows={4} />;
  const [before, after] = [data?.suite?.from[0], data?.suite?.to[0]];
  if (before?.version !== from || after?.version !== to)
    return <Notice tone="warn">One of these versions is not there any more.</Notice>;
  const text = (version: typeof before) => JSON.stringify(version.definition, null, 2);
  return <TextDiff before={text(before)} after={text(after)} label={`Version ${from} to version ${to}`} />;
}

const columns = (onShow: (v: VersionLineFragment) => void): Column<VersionLineFragment>[] => [
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
      v.version > 1 ? (
        <Button small onClick={() => onShow(v)}>
          Differences<span className="unseen"> of version {v.version}</span>
        </Button>
      ) : null,
  },
];
