import { useState } from "react";
import { download } from "@/lib/download";
import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

const formats = ["csv", "jsonl"] as const;

/** The whole log under this filter as a file, from the REST door. */
export function Exports({ filter }: { filter: Record<string, string | undefined> }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const fetchFile = async (format: string) => {
    const given = Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined);
    setBusy(format);
    setFailed(null);
    setFailed(
      await download(`/api/v1/audit?${new URLSearchParams([["format", format], ...given])}`, `assay-audit.${format}`),
    );
    setBusy(null);
  };
  return (
    <>
      {formats.map((format) => (
        <Button key={format} icon="download" busy={busy === format} onClick={() => void fetchFile(format)}>
          {format.toUpperCase()}
        </Button>
      ))}
      {failed && <Notice tone="fail">{failed}</Notice>}
    </>
  );
}
