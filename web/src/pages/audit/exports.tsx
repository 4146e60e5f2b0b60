import { useState } from "react";
import { authorization } from "@/lib/graphql";
import { session } from "@/lib/session";
import { useStore } from "@/lib/store";
import { Button, ButtonAnchor } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

const formats = ["csv", "jsonl"] as const;

/** The whole log under this filter as a file, from the REST door. A link carries the session cookie; a key of this tab has to be sent along. */
export function Exports({ filter }: { filter: Record<string, string | undefined> }) {
  const { key } = useStore(session);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const href = (format: string) => {
    const given = Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `/api/v1/audit?${new URLSearchParams([["format", format], ...given])}`;
  };
  const fetchFile = async (format: string) => {
    setBusy(true);
    setFailed(false);
    try {
      const response = await fetch(href(format), { headers: authorization(key) });
      if (!response.ok) throw new Error(String(response.status));
      const url = URL.createObjectURL(await response.blob());
      const link = document.createElement("a");
      link.href = url;
      link.download = `assay-audit.${format}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <>
      {formats.map((format) =>
        key === null ? (
          <ButtonAnchor key={format} href={href(format)} download icon="download">
            {format.toUpperCase()}
          </ButtonAnchor>
        ) : (
          <Button key={format} icon="download" busy={busy} onClick={() => void fetchFile(format)}>
            {format.toUpperCase()}
          </Button>
        ),
      )}
      {failed && <Notice tone="fail">The file did not come. Try again.</Notice>}
    </>
  );
}
