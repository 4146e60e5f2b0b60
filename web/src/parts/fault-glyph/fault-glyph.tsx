import type { FaultClass } from "@/gql/schema";
import { faults } from "@/lib/words";

/** One glyph for each class of fault, on a 16 px grid. */
export const faultPaths: Record<FaultClass, string> = {
  AGENT: "M4 6h8v6.5H4zM8 6V3.5M6.3 8.8v.9M9.7 8.8v.9",
  PROTOCOL: "M3 5.5h9L9.5 3M13 10.5H4L6.5 13",
  NETWORK: "M2.5 6.5a8 8 0 0 1 11 0M4.8 9a4.6 4.6 0 0 1 6.4 0M8 12v.01",
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
