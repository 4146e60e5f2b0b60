import { useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { BoardExportDocument, type BoardExportQueryVariables } from "./leaderboard.gql";
import { boardAsCsv, boardAsJson } from "./board-file";
import { everyPage, save } from "@/lib/export";
import { count } from "@/lib/format";
import { describe } from "@/lib/graphql";
import { readWhenLet } from "@/lib/patient";
import { useShell } from "@/lib/shell";
import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

type Filter = Omit<BoardExportQueryVariables, "after">;

/** The whole board under the present filter, page after page, as a file. */
export function ExportBoard({ filter, disabled }: { filter: Filter; disabled: boolean }) {
  const client = useClient();
  const { registry } = useShell();
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  const write = async (type: "csv" | "json") => {
    const stop = new AbortController();
    under.current = stop;
    setProblem(null);
    setProgress("Reading…");
    try {
      const rows = await everyPage(
        async (after) => {
          const { data, error } = await readWhenLet(client, BoardExportDocument, { ...filter, after }, stop.signal);
          if (error || !data?.leaderboard) throw error ?? new Error("The board could not be read.");
          return data.leaderboard;
        },
        { signal: stop.signal, progress: (got, of) => setProgress(`${count(got)} of ${count(of)}`) },
      );
      const about = { registry: registry?.did ?? null, at: new Date().toISOString(), filter };
      const text = type === "csv" ? boardAsCsv(rows) : boardAsJson(rows, about);
      save(`leaderboard ${filter.suite ?? ""} ${about.at.slice(0, 10)}`, type, text);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(inWords(error));
    } finally {
      if (under.current === stop) setProgress(null);
    }
  };

  if (progress !== null) {
    return (
      <>
        <Button busy>
          <span role="status">{progress}</span>
        </Button>
        <Button tone="bare" onClick={() => under.current?.abort()}>
          Stop
        </Button>
      </>
    );
  }
  return (
    <>
      <Button icon="download" disabled={disabled} onClick={() => void write("csv")}>
        CSV
      </Button>
      <Button icon="download" disabled={disabled} onClick={() => void write("json")}>
        JSON
      </Button>
      {problem && <Notice tone="fail">Nothing was saved. {problem}</Notice>}
    </>
  );
}

function inWords(error: unknown): string {
  if (error instanceof Error && "graphQLErrors" in error) {
    const fault = describe(error as Parameters<typeof describe>[0]);
    return `${fault.title}: ${fault.detail}`;
  }
  return error instanceof Error ? error.message : "Try again.";
}
