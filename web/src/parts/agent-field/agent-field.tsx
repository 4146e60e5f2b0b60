import { useCallback } from "react";
import { useClient, useQuery } from "urql";
import css from "./agent-field.module.css";
import { WorkspaceAgentsDocument, type WorkspaceAgentsQuery } from "./agent-field.gql";
import { AgentNamedDocument } from "@/gql/shared.gql";
import { Picker } from "../picker/picker";

type Candidate = NonNullable<WorkspaceAgentsQuery["agents"]>["nodes"][number];

/** So many are offered at once. */
const offered = 10;

/** One agent of a workspace in a form, found by part of its name, DID or owner. */
export function AgentField({
  label,
  hint,
  error,
  workspace,
  only,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  workspace: string;
  /** Who may be chosen. */
  only: (agent: Candidate) => boolean;
  value: string | undefined;
  onChange: (did: string | undefined) => void;
}) {
  const client = useClient();
  const [{ data }] = useQuery({
    query: AgentNamedDocument,
    variables: { did: value ?? "" },
    pause: value === undefined,
    requestPolicy: "cache-first",
  });
  const find = useCallback(
    async (text: string) => {
      const search = text === "" ? undefined : text;
      const found = await client.query(WorkspaceAgentsDocument, { workspace, search }).toPromise();
      return (found.data?.agents?.nodes ?? [])
        .filter(only)
        .slice(0, offered)
        .map((a) => ({ value: a.did, name: a.name, note: a.did }));
    },
    [client, workspace, only],
  );
  const named = data?.agent?.did === value ? data?.agent?.name : undefined;
  return (
    <div className={css.agent}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <Picker
        label={label}
        placeholder="Name, DID or owner"
        value={value}
        name={named}
        find={find}
        onChange={onChange}
      />
      <p className={css.hint} data-refused={error === undefined ? undefined : ""} role={error ? "alert" : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}
