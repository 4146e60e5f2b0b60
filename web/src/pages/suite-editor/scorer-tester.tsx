import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useClient } from "urql";
import { type RecentAnswerFragment, ScoreSampleDocument, type ScoreSampleQuery } from "./suite-editor.gql";
import { lagOf, useNow } from "@/lib/clock";
import { relative } from "@/lib/format";
import { refusalsOf } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { CodeView } from "@/parts/code-view/code-view";
import { TextArea, TextField } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { resultInWords, VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";
import { cut, maxSample } from "./cut";
import type { DraftTask } from "./draft";
import css from "./scorer-tester.module.css";
import { useRecentAnswers } from "./use-recent-answers";

/** A response to try the rule on, as it is typed. */
interface Observation {
  body: string;
  status: string;
  latencyMs: string;
}

type Sample = { passed: boolean; reason: string; matches: readonly { start: number; end: number }[] };

/** Tries a task's rule on a response that is pasted in, or on one that an agent gave: the verdict, why, and what decided. */
export function ScorerTester({ task, suite, place }: { task: DraftTask; suite: string | null; place: number }) {
  const [seen, setSeen] = useState<Observation>({ body: "", status: "200", latencyMs: "100" });
  const [from, setFrom] = useState<RecentAnswerFragment | null>(null);
  const [lost, setLost] = useState(false);
  const [shortened, setShortened] = useState(false);
  const { answers, read } = useRecentAnswers(suite ?? "", suite === null ? null : task.id);
  const { sample, refusal } = useSample(task, seen);
  const body = useMemo(() => new TextEncoder().encode(seen.body), [seen.body]);

  const type = (part: Partial<Observation>) => {
    setSeen((old) => ({ ...old, ...part }));
    setFrom(null);
    setLost(false);
    setShortened(false);
  };
  const take = async (answer: RecentAnswerFragment) => {
    const got = await read(answer.id);
    setLost(got === null);
    if (!got) return;
    const text = new TextDecoder().decode(got.body);
    const kept = cut(text);
    setShortened(kept !== text);
    setSeen({
      body: kept,
      status: String(got.status ?? 200),
      latencyMs: String(answer.latencyMs ?? 0),
    });
    setFrom(answer);
  };

  return (
    <div className={css.tester} role="group" aria-label={`Try the rule of task ${place}`}>
      <Source answers={answers} from={from} take={(answer) => void take(answer)} />
      {lost && <p>This answer cannot be read any more.</p>}
      {shortened && <p>This answer is long: the rule is tried on its first {maxSample / 1024} KiB.</p>}
      <div className={css.observation}>
        <TextArea
          label="Response body"
          mono
          rows={5}
          value={seen.body}
          placeholder="Paste a response here"
          onChange={(e) => type({ body: e.target.value })}
        />
        <div>
          <TextField
            label="Status"
            inputMode="numeric"
            value={seen.status}
            onChange={(e) => type({ status: e.target.value })}
          />
          <TextField
            label="Latency in ms"
            inputMode="numeric"
            value={seen.latencyMs}
            onChange={(e) => type({ latencyMs: e.target.value })}
          />
        </div>
      </div>
      <div className={css.verdict} role="status">
        {refusal !== null && <span>{refusal}</span>}
        {sample && (
          <>
            <VerdictGlyph state={sample.passed ? "PASS" : "FAIL"} />
            <span>
              <strong>{sample.passed ? "Passes" : "Fails"}.</strong> <Foreign text={sample.reason} wrap />
            </span>
          </>
        )}
      </div>
      {sample && sample.matches.length > 0 && body.length > 0 && (
        <CodeView body={body} ranges={sample.matches} label={`what decided, in the response for task ${place}`} />
      )}
    </div>
  );
}

/** Where the response comes from: one's own hand, or an agent's answer to this task. */
function Source({
  answers,
  from,
  take,
}: {
  answers: readonly RecentAnswerFragment[] | null;
  from: RecentAnswerFragment | null;
  take: (answer: RecentAnswerFragment) => void;
}) {
  const now = useNow(10_000);
  if (answers === null) return null;
  const [newest] = answers;
  if (!newest) {
    return (
      <p className="muted">
        No answer of an agent to this task is on record yet. Paste one; after a run, the last one can be taken.
      </p>
    );
  }
  const words = (r: RecentAnswerFragment) =>
    `${r.agent.name}, ${relative(Date.parse(r.at), now, lagOf(10_000))}: ${resultInWords(r)}`;
  return (
    <div className={css.source}>
      <Button small onClick={() => take(newest)}>
        Use the last real response
      </Button>
      {answers.length > 1 && (
        <label>
          <span className="unseen">Or another one</span>
          <select
            value={from?.id ?? ""}
            onChange={(e) => {
              const chosen = answers.find((r) => r.id === e.target.value);
              if (chosen) take(chosen);
            }}
          >
            <option value="">or another one</option>
            {answers.map((r) => (
              <option key={r.id} value={r.id}>
                {words(r)}
              </option>
            ))}
          </select>
        </label>
      )}
      {from && (
        <span>
          of <Foreign text={from.agent.name} />:{" "}
          <Link to="/results/$id" params={{ id: from.id }} target="_blank" className={css.link}>
            its result
          </Link>
        </span>
      )}
    </div>
  );
}

const pause = 200; // ms without a key before the server is asked

/** What the rule makes of the response, as the server sees it; it follows what is typed. */
function useSample(task: Pick<DraftTask, "scorer" | "expected">, seen: Observation) {
  const client = useClient();
  const [answer, setAnswer] = useState<{ sample: Sample | null; refusal: string | null }>({
    sample: null,
    refusal: null,
  });
  const { scorer, expected } = task;
  useEffect(() => {
    let stale = false;
    const status = whole(seen.status);
    const latencyMs = whole(seen.latencyMs);
    const timer = setTimeout(() => {
      if (status === null || latencyMs === null) {
        setAnswer({ sample: null, refusal: "Status and latency are whole numbers." });
        return;
      }
      const input = { scorer, expected: scorer === "STATUS_OK" ? "" : expected, body: seen.body, status, latencyMs };
      void client
        .query(ScoreSampleDocument, { input }, { requestPolicy: "network-only" })
        .toPromise()
        .then(({ data, error }) => {
          if (stale) return;
          const refusal = refusalsOf(error, data?.scoreSample ?? null)[0]?.message ?? null;
          setAnswer({ sample: sampleOf(data), refusal });
        });
    }, pause);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, scorer, expected, seen]);
  return answer;
}

function sampleOf(data: ScoreSampleQuery | undefined): Sample | null {
  const { passed, verdict } = data?.scoreSample ?? {};
  return passed == null || !verdict ? null : { passed, reason: verdict.reason, matches: verdict.matches };
}

/** Null where it is no whole number that the API could take. */
function whole(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
