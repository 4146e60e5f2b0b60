import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "urql";
import { SuiteDraftDocument } from "./suite-editor.gql";
import { useMay } from "@/lib/shell";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Page } from "@/parts/page/page";
import { NotFound } from "../notfound/notfound";
import { copyOf, draftOf, newDraft } from "./draft";
import { Editor } from "./editor";

const newRoute = getRouteApi("/new-suite");
const editRoute = getRouteApi("/suites/$key/edit");

/** An empty draft, or with `?from=KEY` one that measures what another suite does. */
export function NewSuite() {
  const { from } = newRoute.useSearch();
  const mayEdit = useMay("EDIT_SUITES");
  if (!mayEdit) return <NotAllowed title="New suite" permission="EDIT_SUITES" />;
  return from === undefined ? <Empty /> : <Copy key={from} from={from} />;
}

function Empty() {
  const [initial] = useState(newDraft);
  return <Editor initial={initial} existing={null} />;
}

function Copy({ from }: { from: string }) {
  const { data, error, reload } = useStored(from);
  if (!data?.suite && (error || !data)) return <Waiting title="New suite" error={error} reload={reload} />;
  if (!data.suite) return <NotFound what={`There is no suite ${from} to make a copy of`} />;
  return <Editor initial={copyOf(data.suite)} existing={null} copyOf={data.suite.name} />;
}

export function EditSuite() {
  const { key } = editRoute.useParams();
  const mayEdit = useMay("EDIT_SUITES");
  if (!mayEdit) return <NotAllowed title="Edit suite" permission="EDIT_SUITES" />;
  return <Stored key={key} suiteKey={key} />;
}

function Stored({ suiteKey: key }: { suiteKey: string }) {
  const { data, error, reload } = useStored(key);
  if (!data?.suite && (error || !data)) return <Waiting title="Edit suite" error={error} reload={reload} />;
  if (!data.suite || data.suite.deletedAt) return <NotFound what={`There is no suite ${key} to edit`} />;
  return <Editor initial={draftOf(data.suite)} existing={{ key, name: data.suite.name }} />;
}

function useStored(key: string) {
  const [{ data, error }, reload] = useQuery({
    query: SuiteDraftDocument,
    variables: { key },
    requestPolicy: "network-only",
  });
  return { data, error, reload };
}

function Waiting({ title, error, reload }: { title: string } & Pick<ReturnType<typeof useStored>, "error" | "reload">) {
  return <Page title={title}>{error ? <ErrorState error={error} retry={() => reload()} /> : <Loading />}</Page>;
}
