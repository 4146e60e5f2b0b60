import { useCallback, useEffect, useState } from "react";
import { useClient } from "urql";
import { RecentAnswersDocument, type RecentAnswerFragment, RecordedAnswerDocument } from "./suite-editor.gql";
import { fromBase64 } from "@/lib/bytes";

export interface Answer {
  body: Uint8Array;
  /** Null: none was recorded. */
  status: number | null;
}

/** What agents answered to a stored task, newest first: at most ten, and only such as can still be read. Null: not known yet. */
export function useRecentAnswers(suite: string, task: string | null) {
  const client = useClient();
  const [answers, setAnswers] = useState<readonly RecentAnswerFragment[] | null>(null);

  useEffect(() => {
    if (task === null) return;
    let gone = false;
    void client
      .query(RecentAnswersDocument, { suite, task }, { requestPolicy: "network-only" })
      .toPromise()
      .then(({ data }) => {
        if (!gone) setAnswers(usable(data?.results?.nodes ?? [], data?.runs?.nodes[0]?.results.nodes ?? [], task));
      });
    return () => {
      gone = true;
    };
  }, [client, suite, task]);

  const read = useCallback(
    async (id: string): Promise<Answer | null> => {
      const { data } = await client.query(RecordedAnswerDocument, { id }).toPromise();
      const evidence = data?.node?.__typename === "Result" ? data.node.evidence : null;
      return evidence && { body: fromBase64(evidence.body), status: evidence.exchanges.at(-1)?.status ?? null };
    },
    [client],
  );
  return { answers: task === null ? [] : answers, read };
}

const most = 10;

/** Of public results and those of a trial, the newest of the task that were answered and whose answer is kept. */
export function usable(
  published: readonly RecentAnswerFragment[],
  trial: readonly RecentAnswerFragment[],
  task: string,
): readonly RecentAnswerFragment[] {
  return [...published, ...trial]
    .filter((r) => r.task.id === task && r.error == null && r.evidenceHash != null && !r.evidenceCleared)
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, most);
}
