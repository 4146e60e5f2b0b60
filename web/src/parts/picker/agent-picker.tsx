import { useCallback } from "react";
import { useClient, useQuery } from "urql";
import { AgentChoicesDocument, AgentNamedDocument } from "@/gql/shared.gql";
import { Picker } from "./picker";

/** One agent by its DID, found by part of its name, DID or owner. */
export function AgentPicker({
  label,
  value,
  onChange,
}: {
  label: string;
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
      const found = await client.query(AgentChoicesDocument, { search: text === "" ? undefined : text }).toPromise();
      return (found.data?.agents?.nodes ?? []).map((a) => ({ value: a.did, name: a.name, note: a.did }));
    },
    [client],
  );
  const named = data?.agent?.did === value ? data?.agent?.name : undefined;
  return <Picker label={label} value={value} name={named} find={find} onChange={onChange} />;
}
