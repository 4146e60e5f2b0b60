import { useNow } from "@/lib/clock";
import { absolute } from "@/lib/format";
import { times } from "@/lib/preferences";
import { scoreStates, weight } from "@/lib/score-words";
import { useStore } from "@/lib/store";
import { Steps } from "@/parts/chart/steps";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Hash } from "@/parts/hash/hash";
import { Section } from "@/parts/page/page";
import type { FullScore } from "./score";

const often = 60_000; // ms between two drawings of the same

/** Scores that were computed before, up to this one. */
export function History({ score }: { score: FullScore }) {
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const now = useNow(often);
  const before = score.history.filter((s) => s.receiptHash !== score.receiptHash);
  const newestFirst = [score, ...before];
  const rows = newestFirst.map((s) => [
    absolute(Date.parse(s.computedAt), zone),
    s.score === null ? "cleared" : String(s.score),
    s.low === null || s.high === null ? "cleared" : `${s.low} to ${s.high}`,
    scoreStates[s.state].name,
    s.n === null ? "cleared" : weight(s.n),
    s.v === null ? "cleared" : weight(s.v),
    <Hash key="r" value={s.receiptHash} label="the receipt of this score" receipt />,
  ]);
  return (
    <Section
      title="History"
      note={score.history.length >= 100 ? "The newest 100 scores" : "Each score until the next one"}
    >
      {before.length === 0 ? (
        <EmptyState title="This is the first score">Every score that follows is kept here with its receipt.</EmptyState>
      ) : (
        <Steps
          caption="Score, 0 to 100, with its 90 % range"
          names={{ line: "Score", band: "90 % range" }}
          steps={[...newestFirst].reverse().map((s) => ({ ...s, at: Date.parse(s.computedAt) }))}
          now={Math.max(now, Date.parse(score.computedAt))}
          head={["Computed", "Score", "Range", "State", "n", "v", "Receipt"]}
          rows={rows}
        />
      )}
    </Section>
  );
}
