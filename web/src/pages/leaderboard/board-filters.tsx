import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeaderboardOrder } from "@/gql/schema";
import { CheckFilter, Filters, SearchFilter, SelectFilter } from "@/parts/filters/filters";
import { Segments } from "@/parts/segments/segments";
import { SuiteFilter } from "@/parts/suite-filter/suite-filter";

const route = getRouteApi("/leaderboard");
const useSearch = () => route.useSearch();
type Search = ReturnType<typeof useSearch>;

/** Hours that a window reaches back. */
export const windows = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;

export type Order = "mean" | NonNullable<Search["order"]>;

export const orders: Record<Order, { value: LeaderboardOrder; name: string }> = {
  mean: { value: "MEAN", name: "By mean" },
  "lower-bound": { value: "LOWER_BOUND", name: "By lower bound" },
  capability: { value: "CAPABILITY", name: "By capability" },
  availability: { value: "AVAILABILITY", name: "By availability" },
  latest: { value: "LATEST", name: "By last result" },
};

export const isFiltered = ({ suite, window, q, min, active }: Search) =>
  [suite, window, q, min, active].some((part) => part !== undefined);

/** What the board is narrowed to and ordered by. All of it is in the URL. */
export function BoardFilters({ end }: { end: ReactNode }) {
  const search = useSearch();
  const navigate = route.useNavigate();
  const set = (next: Partial<Search>, replace = false) =>
    void navigate({ replace, search: (old) => ({ ...old, after: undefined, before: undefined, ...next }) });
  return (
    <Filters end={end}>
      <SearchFilter
        label="Name, DID or owner"
        value={search.q ?? ""}
        onChange={(q) => set({ q: q === "" ? undefined : q }, true)}
      />
      <SuiteFilter value={search.suite} onChange={(suite) => set({ suite })} />
      <Segments
        label="Results of"
        value={search.window ?? "all"}
        onChange={(w) => set({ window: w === "all" ? undefined : w })}
        options={[
          { value: "all", name: "All time" },
          { value: "30d", name: "30 d" },
          { value: "7d", name: "7 d" },
          { value: "24h", name: "24 h" },
        ]}
      />
      <SelectFilter<"30" | "100" | "1000">
        label="Results at least"
        value={search.min}
        onChange={(min) => set({ min })}
        options={[
          { value: undefined, name: "Any n" },
          { value: "30", name: "n 30 or more" },
          { value: "100", name: "n 100 or more" },
          { value: "1000", name: "n 1,000 or more" },
        ]}
      />
      <SelectFilter<Order>
        label="Order"
        value={search.order ?? "mean"}
        onChange={(o) => set({ order: o === "mean" ? undefined : o })}
        options={(Object.keys(orders) as Order[]).map((value) => ({ value, name: orders[value].name }))}
      />
      <CheckFilter
        label="Active only"
        checked={search.active !== undefined}
        onChange={(on) => set({ active: on ? "yes" : undefined })}
      />
    </Filters>
  );
}
