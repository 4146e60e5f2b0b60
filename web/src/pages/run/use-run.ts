import type { CombinedError } from "@urql/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { RunAgentsDocument, RunDocument, RunEventsDocument, type RunQuery, type RunStateFragment } from "./run.gql";
import { watch } from "@/lib/live";
import { isFinal } from "@/lib/words";
import { addRows, applyEvents, type Board, createBoard, type RunEvent } from "./run-board";

export type RunFacts = NonNullable<RunQuery["run"]>;

/** Events are gathered this long, in ms, before they are drawn: also in a tab that is not in sight, where no frame comes. */
const gather = 100;
/** Rows are loaded in pages of 100: two at first, more as one scrolls. */
const eagerRows = 200;

export interface RunView {
  /** Undefined: not known yet; null: there is no such run. */
  facts: RunFacts | null | undefined;
  board: Board | null;
  /** How many rows there are, loaded or not. */
  total: number;
  error: CombinedError | null;
  /** Why the live events were refused; null while they are not. */
  refused: string | null;
  retry: () => void;
  loadMore: () => void;
  /** Puts in a state that a mutation answered with. */
  setRun: (run: RunStateFragment) => void;
}

/** Loads a run, then follows it: events after the last one seen, drawn a few at a time. */
export function useRun(id: string): RunView {
  const client = useClient();
  const [facts, setFacts] = useState<RunFacts | null>();
  const [board, setBoard] = useState<Board | null>(null);
  const [total, setTotal] = useState(0);
  const [error, setError] = useState<CombinedError | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  const current = useRef<Board | null>(null);
  const update = useCallback((next: Board) => {
    current.current = next;
    setBoard(next);
  }, []);
  const pages = useRef({ cursor: null as string | null, more: false, loading: false });

  const loadPage = useCallback(async () => {
    const p = pages.current;
    if (p.loading) return;
    p.loading = true;
    const { data, error: failure } = await client
      .query(RunAgentsDocument, { id, after: p.cursor }, { requestPolicy: "network-only" })
      .toPromise();
    p.loading = false;
    if (pages.current !== p || !current.current) return;
    if (failure) setError(failure);
    if (!data?.run) return;
    const { agents } = data.run;
    p.cursor = agents.pageInfo.endCursor ?? null;
    p.more = agents.pageInfo.hasNextPage;
    setTotal(agents.totalCount);
    update(addRows(current.current, agents.nodes));
  }, [client, id, update]);

  useEffect(() => {
    let stopped = false;
    let stop = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    let heard: RunEvent[] = [];
    pages.current = { cursor: null, more: true, loading: false };
    current.current = null;

    const draw = () => {
      timer = undefined;
      if (!current.current) return;
      update(applyEvents(current.current, heard));
      heard = [];
    };
    const load = async () => {
      const { data, error: failure } = await client
        .query(RunDocument, { id }, { requestPolicy: "network-only" })
        .toPromise();
      if (stopped) return;
      setError(failure ?? null);
      // Null with an error is not known; null alone: there is none.
      if (!data || (failure && !data.run)) return;
      setFacts(data.run ?? null);
      if (!data.run) return;
      update(createBoard(data.run));
      if (!isFinal(data.run.status)) {
        stop = watch({
          document: RunEventsDocument,
          variables: () => ({ runId: id, after: heard.at(-1)?.seq ?? current.current?.seq ?? 0 }),
          next: ({ runEvents }) => {
            heard.push(runEvents);
            timer ??= setTimeout(draw, gather);
          },
          refused: setRefused,
          over: () => isFinal((heard.at(-1)?.run ?? current.current?.run)?.status ?? "QUEUED"),
        });
      }
      while (!stopped && pages.current.more && (current.current?.rows.length ?? 0) < eagerRows) {
        const before = current.current?.rows.length;
        await loadPage();
        if (current.current?.rows.length === before) break;
      }
    };
    void load();
    return () => {
      stopped = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, id, attempt, loadPage, update]);

  const loadMore = useCallback(() => {
    if (pages.current.more) void loadPage();
  }, [loadPage]);
  const setRun = useCallback(
    (run: RunStateFragment) => {
      const now = current.current;
      if (now && run.lastSeq >= now.run.lastSeq) update({ ...now, run });
    },
    [update],
  );
  return { facts, board, total, error, refused, retry: () => setAttempt((n) => n + 1), loadMore, setRun };
}
