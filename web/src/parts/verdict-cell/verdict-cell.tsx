import type { ErrorCode, FaultClass } from "@/gql/schema";
import { milliseconds } from "@/lib/format";
import { errorCodes, faults, type Outcome, outcome, outcomes } from "@/lib/words";
import { faultPaths } from "../fault-glyph/fault-glyph";
import css from "./verdict-cell.module.css";

/** What one task of one agent is at: a result, or why there is none yet. `MISSING`: the run ended without one. */
export type CellState = Outcome | "RUNNING" | "WAITING" | "MISSING";

export const cellWords: Record<CellState, string> = {
  ...outcomes,
  RUNNING: "Running",
  WAITING: "Waiting",
  MISSING: "Not measured",
};

export interface CellResult {
  passed?: boolean | null;
  error?: ErrorCode | null;
  fault?: FaultClass | null;
  latencyMs?: number | null;
}

/** A result in one phrase: "Passed, 142 ms", "Error: timed out (agent)". */
export function resultInWords(result: CellResult): string {
  const state = outcome(result);
  if (state === "CANCELLED") return cellWords.CANCELLED;
  if (result.error) {
    const whose = result.fault ? ` (${faults[result.fault].name.toLowerCase()})` : "";
    return `${cellWords[state]}: ${errorCodes[result.error]}${whose}`;
  }
  return result.latencyMs == null ? cellWords[state] : `${cellWords[state]}, ${milliseconds(result.latencyMs)}`;
}

/**
 * The glyph of a state, told apart by shape: passed is a full square with a tick, failed an open one with a cross, an error is
 * the glyph of whose fault it was, cancelled is struck through, running is an open ring, waiting is a dot. Nothing
 * turns: motion is kept for showing where something went.
 */
export function VerdictGlyph({
  state,
  fault,
  size = 16,
}: {
  state: CellState;
  fault?: FaultClass | null;
  size?: number;
}) {
  return (
    <svg
      className={`${css.glyph} ${css[state]}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <Glyph state={state} fault={fault ?? "AGENT"} />
    </svg>
  );
}

function Glyph({ state, fault }: { state: CellState; fault: FaultClass }) {
  switch (state) {
    case "PASS":
      return (
        <>
          <rect x="1" y="1" width="14" height="14" rx="3.5" fill="currentColor" stroke="none" />
          <path d="M4.6 8.3l2.3 2.3 4.5-4.9" className={css.cut} strokeWidth="1.8" />
        </>
      );
    case "FAIL":
      return (
        <>
          <rect x="1.8" y="1.8" width="12.4" height="12.4" rx="3" />
          <path d="M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2" />
        </>
      );
    case "ERROR":
      return <path d={faultPaths[fault]} strokeWidth="1.5" />;
    case "EXAMINER":
      return (
        <>
          <rect x="1" y="1" width="14" height="14" rx="3.5" strokeWidth="1.2" strokeDasharray="2.2 2" />
          <g transform="translate(3.2 3.2) scale(.6)" strokeWidth="2">
            <path d={faultPaths.EXAMINER} />
          </g>
        </>
      );
    case "CANCELLED":
      return (
        <>
          <circle cx="8" cy="8" r="5.4" strokeWidth="1.4" />
          <path d="M4.4 11.6l7.2-7.2" strokeWidth="1.4" />
        </>
      );
    case "RUNNING":
      return (
        <>
          <circle cx="8" cy="8" r="5.2" opacity=".28" />
          <path d="M8 2.8A5.2 5.2 0 0 1 13.2 8" />
        </>
      );
    case "WAITING":
      return <circle cx="8" cy="8" r="1.8" fill="currentColor" stroke="none" />;
    case "MISSING":
      return <path d="M5 8h6" strokeWidth="1.4" />;
  }
}

/** Glyph and word: how a result is shown in lists. */
export function VerdictLine({ result }: { result: CellResult }) {
  const state = outcome(result);
  return (
    <span className={css.line}>
      <VerdictGlyph state={state} fault={result.fault} />
      <span>{resultInWords({ ...result, latencyMs: null })}</span>
    </span>
  );
}
