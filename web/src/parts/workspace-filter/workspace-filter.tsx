import { home, useShell } from "@/lib/shell";
import { SelectFilter } from "../filters/filters";

/** Which workspace a page is about; nothing where there is no choice. `all`: what stands for all of them. */
export function WorkspaceFilter({
  value,
  onChange,
  all,
}: {
  value: string | undefined;
  onChange: (key: string | undefined) => void;
  all?: string;
}) {
  const { workspaces } = useShell();
  if (workspaces.length + (all ? 1 : 0) < 2) return null;
  const options = workspaces.map((w) => ({
    value: w.key === home && !all ? undefined : w.key,
    name: w.name.trim() || w.key,
  }));
  return (
    <SelectFilter
      label="Workspace"
      value={value}
      onChange={onChange}
      options={all ? [{ value: undefined, name: all }, ...options] : options}
    />
  );
}
