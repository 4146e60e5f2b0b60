import { useSuiteNames } from "@/lib/use-suite-names";
import { SelectFilter } from "../filters/filters";

/** One suite of the catalog, or all. */
export function SuiteFilter({
  value,
  onChange,
  all = "All suites",
}: {
  value: string | undefined;
  onChange: (key: string | undefined) => void;
  all?: string;
}) {
  const { suites = [] } = useSuiteNames();
  // A suite that is not in the catalog (deleted, or the list is not here yet) is still what the URL asks for.
  const missing = value !== undefined && !suites.some((s) => s.key === value);
  return (
    <SelectFilter
      label="Suite"
      value={value}
      onChange={onChange}
      options={[
        { value: undefined, name: all },
        ...suites.map((s) => ({ value: s.key, name: s.name })),
        ...(missing ? [{ value, name: value }] : []),
      ]}
    />
  );
}
