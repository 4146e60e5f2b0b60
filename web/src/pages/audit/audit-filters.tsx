import { useMemo } from "react";
import { useQuery } from "urql";
import { actions } from "./actions";
import { ActorsDocument } from "./audit.gql";
import css from "./audit.module.css";
import type { AuditOutcome } from "@/gql/schema";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { auditOutcomes } from "@/lib/words";
import { Filters, SearchFilter, SelectFilter } from "@/parts/filters/filters";
import { WorkspaceFilter } from "@/parts/workspace-filter/workspace-filter";

/** What the log is narrowed to, as it stands in the URL. Days are days of UTC. */
export interface AuditSearch {
  workspace?: string;
  actor?: string;
  action?: string;
  outcome?: AuditOutcome;
  q?: string;
  since?: string;
  until?: string;
}

/** Who is no user. */
export const nobodies: Record<string, string> = {
  "platform-admin": "Platform-admin key",
  anonymous: "Nobody signed in",
  "command-line": "Command line",
};

const outcomes = Object.keys(auditOutcomes) as AuditOutcome[];

export function AuditFilters({
  search,
  set,
  all,
}: {
  search: AuditSearch;
  set: (next: AuditSearch, replace?: boolean) => void;
  /** What no workspace stands for: undefined where the caller may not read the whole log. */
  all: string | undefined;
}) {
  const own = useOwnWorkspace(search.workspace, "READ_AUDIT");
  const [{ data }] = useQuery({ query: ActorsDocument, variables: { workspace: own } });
  const people = useMemo(() => {
    const known = (data?.workspace?.members ?? []).map((m) => ({
      value: m.user.id,
      name: m.user.name.trim() || m.user.id,
    }));
    const others = Object.entries(nobodies).map(([value, name]) => ({ value, name }));
    const listed = [...known, ...others];
    // Who is no member any more can still be asked for.
    const { actor } = search;
    const stray = actor && !listed.some((o) => o.value === actor) ? [{ value: actor, name: actor }] : [];
    return [...listed, ...stray];
  }, [data, search]);
  return (
    <Filters>
      <SearchFilter
        label="Target or name"
        value={search.q ?? ""}
        onChange={(q) => set({ q: q === "" ? undefined : q }, true)}
      />
      <WorkspaceFilter
        value={search.workspace}
        permission="READ_AUDIT"
        all={all}
        onChange={(workspace) => set({ workspace, actor: undefined })}
      />
      <SelectFilter
        label="Who"
        value={search.actor}
        onChange={(actor) => set({ actor })}
        options={[{ value: undefined, name: "Anybody" }, ...people]}
      />
      <ActionFilter value={search.action} onChange={(action) => set({ action })} />
      <SelectFilter<AuditOutcome>
        label="Outcome"
        value={search.outcome}
        onChange={(outcome) => set({ outcome })}
        options={[
          { value: undefined, name: "Any outcome" },
          ...outcomes.map((value) => ({ value, name: auditOutcomes[value].name })),
        ]}
      />
      <div className={css.days}>
        <DayField label="From" value={search.since} onChange={(since) => set({ since })} />
        <DayField label="To" value={search.until} onChange={(until) => set({ until })} />
      </div>
    </Filters>
  );
}

function ActionFilter({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (action: string | undefined) => void;
}) {
  return (
    <div className={css.action}>
      <select
        aria-label="Action"
        data-filter=""
        value={value ?? ""}
        onChange={(e) => onChange(e.target.value === "" ? undefined : e.target.value)}
      >
        <option value="">Any action</option>
        {Object.entries(actions).map(([group, names]) => (
          <optgroup key={group} label={group}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
        {value !== undefined &&
          !Object.values(actions)
            .flat()
            .includes(value as never) && <option value={value}>{value}</option>}
      </select>
    </div>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <label className={css.day}>
      <span>{label}</span>
      <input
        type="date"
        value={value ?? ""}
        max="9999-12-31"
        onChange={(e) => onChange(e.target.value === "" ? undefined : e.target.value)}
      />
    </label>
  );
}
