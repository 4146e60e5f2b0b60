import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { useQuery } from "urql";
import { TasksOfSuiteDocument } from "./results.gql";
import type { ErrorCode, FaultClass } from "@/gql/schema";
import { absolute } from "@/lib/format";
import { errorCodes, faults } from "@/lib/words";
import { AgentPicker } from "@/parts/picker/agent-picker";
import { Filters, SelectFilter } from "@/parts/filters/filters";
import { Segments } from "@/parts/segments/segments";
import { SuiteFilter } from "@/parts/suite-filter/suite-filter";

const route = getRouteApi("/results");
const useSearch = () => route.useSearch();
type Search = ReturnType<typeof useSearch>;

const hour = 3_600_000;
const windows: Record<string, number> = { "24h": 24 * hour, "7d": 7 * 24 * hour, "30d": 30 * 24 * hour };

/** The instant that `since` in the URL means: so long before `now`, or a date. What is neither is nothing. */
export function sinceOf(since: string | undefined, now: number): string | undefined {
  if (since === undefined) return undefined;
  const span = windows[since];
  const at = span === undefined ? Date.parse(since) : now - span;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

export const isFiltered = ({ after: _a, before: _b, ...filter }: Search) =>
  Object.values(filter).some((part) => part !== undefined);

/** All of it is in the URL. */
export function ResultFilters({ end }: { end: ReactNode }) {
  const search = useSearch();
  const navigate = route.useNavigate();
  const set = useCallback(
    (next: Partial<Search>) =>
      void navigate({ search: (old) => ({ ...old, after: undefined, before: undefined, ...next }) }),
    [navigate],
  );
  const exact = search.since !== undefined && !(search.since in windows) ? sinceOf(search.since, 0) : undefined;
  return (
    <Filters end={end}>
      <AgentPicker label="Agent" value={search.agent} onChange={(agent) => set({ agent })} />
      <SuiteFilter value={search.suite} onChange={(suite) => set({ suite, task: undefined })} />
      {(search.suite !== undefined || search.task !== undefined) && (
        <TaskFilter suite={search.suite} value={search.task} onChange={(task) => set({ task })} />
      )}
      <Segments
        label="Verdict"
        value={search.passed ?? "all"}
        onChange={(p) => set({ passed: p === "all" ? undefined : p })}
        options={[
          { value: "all", name: "All" },
          { value: "yes", name: "Passed" },
          { value: "no", name: "Not passed" },
        ]}
      />
      <SelectFilter<ErrorCode>
        label="Error"
        value={search.error}
        onChange={(error) => set({ error })}
        options={[
          { value: undefined, name: "With or without error" },
          ...(Object.keys(errorCodes) as ErrorCode[]).map((value) => ({ value, name: capital(errorCodes[value]) })),
        ]}
      />
      <SelectFilter<FaultClass>
        label="Whose fault"
        value={search.fault}
        onChange={(fault) => set({ fault })}
        options={[
          { value: undefined, name: "Anybody's fault" },
          ...(Object.keys(faults) as FaultClass[]).map((value) => ({ value, name: `Fault: ${faults[value].name}` })),
        ]}
      />
      <Segments
        label="Results of"
        value={exact ? "exact" : (search.since ?? "all")}
        onChange={(s) => set({ since: s === "all" ? undefined : s === "exact" ? search.since : s })}
        options={[
          { value: "all", name: "All time" },
          { value: "30d", name: "30 d" },
          { value: "7d", name: "7 d" },
          { value: "24h", name: "24 h" },
          ...(exact ? [{ value: "exact", name: `Since ${absolute(Date.parse(exact), "utc")}` }] : []),
        ]}
      />
    </Filters>
  );
}

function TaskFilter({
  suite,
  value,
  onChange,
}: {
  suite: string | undefined;
  value: string | undefined;
  onChange: (task: string | undefined) => void;
}) {
  const [{ data }] = useQuery({
    query: TasksOfSuiteDocument,
    variables: { key: suite ?? "" },
    pause: suite === undefined,
    requestPolicy: "cache-first",
  });
  const tasks = data?.suite?.tasks ?? [];
  // A task that the suite has no more still has its results.
  const gone = value !== undefined && !tasks.some((t) => t.id === value);
  return (
    <SelectFilter
      label="Task"
      value={value}
      onChange={onChange}
      options={[
        { value: undefined, name: "All tasks" },
        ...tasks.map((t) => ({ value: t.id, name: t.name })),
        ...(gone ? [{ value, name: data ? `Task ${value}` : "…" }] : []),
      ]}
    />
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
