import { useState } from "react";
import type { Viewer } from "./shell";

interface Memory {
  turn: number;
  /** What was answered before somebody signed in or out: it speaks of another session. */
  stale: Viewer | null;
  /** Whom the page goes on for until this session's first answer. */
  carried: Viewer | null;
  /** The last answer of this session that named somebody. */
  before: Viewer | null;
  ended: boolean;
}

/**
 * Who is here. When a session ends while the page is open, the page goes on for whom it was, so that nothing typed is lost; `ended` says
 * so until somebody signs in again or goes on as a stranger. Null: not known yet.
 */
export function useViewer(answered: Viewer | null, turn: number): { ended: boolean; viewer: Viewer | null } {
  const [memory, remember] = useState<Memory>({ turn, stale: null, carried: null, before: null, ended: false });
  const now = next(memory, answered, turn);
  if (!same(memory, now.memory)) remember(now.memory);
  return now;
}

/** One step: what is remembered, and who is here. */
export function next(
  before: Memory,
  answered: Viewer | null,
  turn: number,
): { memory: Memory; ended: boolean; viewer: Viewer | null } {
  const memory =
    before.turn === turn
      ? { ...before }
      : { turn, stale: answered, carried: before.ended ? before.before : null, before: null, ended: false };
  if (answered === null || answered === memory.stale) {
    return { memory, ended: memory.ended, viewer: memory.before ?? memory.carried };
  }
  memory.ended = memory.before !== null && !isSomebody(answered);
  if (memory.ended) return { memory, ended: true, viewer: memory.before };
  if (answered.user !== null && answered.key === null) memory.before = answered;
  return { memory, ended: false, viewer: answered };
}

const same = (a: Memory, b: Memory) =>
  (Object.keys(a) as (keyof Memory)[]).every((name) => Object.is(a[name], b[name]));

const isSomebody = (viewer: Viewer) => viewer.admin || viewer.user !== null || viewer.key !== null;
