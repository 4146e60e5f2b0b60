import type { Scorer } from "@/gql/schema";
import { rule } from "@/lib/words";
import { Foreign } from "../foreign/foreign";
import css from "./rule.module.css";

/** What a task asks of an answer, in words: "Body contains `pong`". */
export function Rule({ scorer, expected, wrap }: { scorer: Scorer; expected: string; wrap?: boolean }) {
  const r = rule(scorer, expected);
  return (
    <span className={wrap ? css.wrap : css.rule}>
      <span>{r.words}</span>
      {r.expected !== null && (
        <code className={css.expected}>
          {r.expected === "" ? <span className="quiet">empty text</span> : <Foreign text={r.expected} wrap={wrap} />}
        </code>
      )}
    </span>
  );
}
