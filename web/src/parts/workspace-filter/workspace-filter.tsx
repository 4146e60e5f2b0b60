import type { Permission } from "@/gql/schema";
import { useShell } from "@/lib/shell";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { SelectFilter } from "../filters/filters";

/**
 * Which workspace a page is about; nothing where there is no choice. `value` is the one that the URL names, `permission` what one does there,
 * by which it is found when none is named. `all`: what stands for all of them.
 */
export function WorkspaceFilter({
  value,
  permission,
  onChange,
  all,
}: {
  value: string | undefined;
  permission: Permission;
  onChange: (key: string | undefined) => void;
  all?: string;
}) {
  const { workspaces } = useShell();
  const own = useOwnWorkspace(undefined, permission);
  if (workspaces.length + (all ? 1 : 0) < 2) return null;
  const options = workspaces.map((w) => ({
    value: w.key === own && !all ? undefined : w.key,
    name: w.name.trim() || w.key,
  }));
  return (
    <SelectFilter
      label="Workspace"
      value={value === own && !all ? undefined : value}
      onChange={onChange}
      options={all ? [{ value: undefined, name: all }, ...options] : options}
    />
  );
}
