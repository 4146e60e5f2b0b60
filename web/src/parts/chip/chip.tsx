import type { ReactNode } from "react";
import type { RunStatus } from "@/gql/schema";
import { runStatuses } from "@/lib/words";
import css from "./chip.module.css";

export type Tone = "plain" | "pass" | "fail" | "warn" | "info";

/** A state as a shape and a word. The shape is filled, open, half, crossed or none: never colour alone. */
export function Chip({
  tone = "plain",
  shape = "none",
  children,
  title,
}: {
  tone?: Tone;
  shape?: "none" | "full" | "open" | "half" | "cross" | "arc";
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={`${css.chip} ${css[tone]}`} title={title}>
      {shape !== "none" && (
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <Shape shape={shape} />
        </svg>
      )}
      {children}
    </span>
  );
}

function Shape({ shape }: { shape: string }) {
  const line = { fill: "none", stroke: "currentColor", strokeWidth: 1.6 };
  switch (shape) {
    case "full":
      return <circle cx="5" cy="5" r="4" fill="currentColor" />;
    case "half":
      return (
        <>
          <circle cx="5" cy="5" r="3.7" {...line} strokeWidth={1.2} />
          <path d="M5 1.3a3.7 3.7 0 0 1 0 7.4z" fill="currentColor" />
        </>
      );
    case "cross":
      return <path d="M1.5 1.5l7 7M8.5 1.5l-7 7" {...line} />;
    case "arc":
      return (
        <>
          <circle cx="5" cy="5" r="3.7" {...line} opacity={0.3} />
          <path d="M5 1.3a3.7 3.7 0 0 1 3.7 3.7" {...line} />
        </>
      );
    default:
      return <circle cx="5" cy="5" r="3.7" {...line} strokeWidth={1.2} />;
  }
}

const status: Record<RunStatus, { tone: Tone; shape: "full" | "open" | "half" | "cross" | "arc" }> = {
  QUEUED: { tone: "plain", shape: "open" },
  RUNNING: { tone: "info", shape: "arc" },
  CANCELLING: { tone: "warn", shape: "half" },
  COMPLETED: { tone: "plain", shape: "full" },
  FAILED: { tone: "fail", shape: "cross" },
  CANCELLED: { tone: "plain", shape: "cross" },
};

export function RunStatusChip({ value }: { value: RunStatus }) {
  return <Chip {...status[value]}>{runStatuses[value]}</Chip>;
}
