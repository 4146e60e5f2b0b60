import type { FaultClass } from "@/gql/schema";
import { faults } from "@/lib/words";

/** One glyph for each class of fault, on a 16 px grid. */
export const faultPaths: Record<FaultClass, string> = {
  AGENT: "M3 5.5h10v8H3zM8 5.5V2.5M6 9v1M10 9v1",
  PROTOCOL: "M3 5.5h9L9.5 3M13 10.5H4L6.5 13",
  NETWORK: "M2 6.2a8.6 8.6 0 0 1 12 0M4.6 9.2a5 5 0 0 1 6.8 0M8 12.4v.01",
  EXAMINER: "M7 3a4 4 0 1 1 0 8a4 4 0 1 1 0-8M10 10l3.2 3.2",
  SIMULATOR: "M3 3.5h10v7H8.5L5.5 13v-2.5H3z",
  JUDGE: "M8 3v10M5 13h6M3 5h10M3 5l-1.2 3.5h2.4zM13 5l-1.2 3.5h2.4z",
};

/** Whose fault it was: the glyph, with the word beside it or for screen readers and on hover. */
export function FaultGlyph({ fault, word = false }: { fault: FaultClass; word?: boolean }) {
  return (
    <span title={faults[fault].says} style={{ display: "inline-flex", alignItems: "center", gap: 6 }}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={faultPaths[fault]} />
      </svg>
      <span className={word ? undefined : "unseen"}>{faults[fault].name}</span>
    </span>
  );
}
