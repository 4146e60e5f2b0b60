import type { CombinedError } from "@urql/core";
import { useState } from "react";

/** What was read of a list whose newest rows come with the page: those, and the older ones that were asked for. */
export interface More<T> {
  rows: readonly T[];
  busy: boolean;
  error: CombinedError | undefined;
  read: () => Promise<void>;
}

/** `number` rises from row to row; `older` reads the rows below one. */
export function useMore<T>(
  newest: readonly T[],
  number: (row: T) => number,
  older: (below: number) => Promise<{ rows?: readonly T[] | undefined; error?: CombinedError | undefined }>,
): More<T> {
  const [held, setHeld] = useState<readonly T[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const rows = merged(newest, held, number);
  const read = async () => {
    const last = rows.at(-1);
    if (last === undefined) return;
    setBusy(true);
    const found = await older(number(last));
    setBusy(false);
    setError(found.error);
    if (found.rows) setHeld([...rows, ...found.rows]);
  };
  return { rows, busy, error, read };
}

/** Both, the highest number first, each once: as the newest answer has it. */
export function merged<T>(newest: readonly T[], held: readonly T[], number: (row: T) => number): T[] {
  const known = new Map([...held, ...newest].map((row) => [number(row), row]));
  return [...known.values()].sort((a, b) => number(b) - number(a));
}
