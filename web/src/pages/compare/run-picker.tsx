import { useCallback } from "react";
import { useClient, useQuery } from "urql";
import { RunChoicesDocument, RunNamedDocument } from "./compare.gql";
import { absolute } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { runStatuses } from "@/lib/words";
import { short } from "@/parts/hash/hash";
import { Picker } from "@/parts/picker/picker";

/** One run by its id. `beside`: the run it is compared with, whose suite the list is narrowed to. */
export function RunPicker({
  label,
  value,
  beside,
  onChange,
}: {
  label: string;
  value: string | undefined;
  beside: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const client = useClient();
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const when = useCallback((at: string) => absolute(Date.parse(at), zone).slice(0, 16), [zone]);
  const [{ data }] = useQuery({
    query: RunNamedDocument,
    variables: { id: value ?? "" },
    pause: value === undefined,
    requestPolicy: "cache-first",
  });
  const find = useCallback(
    async (text: string) => {
      const other = beside && (await client.query(RunNamedDocument, { id: beside }).toPromise()).data?.run;
      const suite = other ? other.suite.key : undefined;
      const { data: found } = await client
        .query(RunChoicesDocument, { suite }, { requestPolicy: "network-only" })
        .toPromise();
      return (found?.runs?.nodes ?? [])
        .map((run) => ({
          value: run.id,
          name: `${run.suite.name}, ${when(run.createdAt)}`,
          note: [
            `version ${run.suiteVersion.version}`,
            run.trial && "trial",
            runStatuses[run.status].toLowerCase(),
            short(run.id),
          ]
            .filter(Boolean)
            .join(" · "),
        }))
        .filter((c) => `${c.name} ${c.note} ${c.value}`.toLowerCase().includes(text.toLowerCase()));
    },
    [client, beside, when],
  );
  const run = data?.run?.id === value ? data?.run : undefined;
  return (
    <Picker
      label={label}
      value={value}
      name={run ? `${run.suite.name}, ${when(run.createdAt)}` : value && short(value)}
      find={find}
      onChange={onChange}
    />
  );
}
