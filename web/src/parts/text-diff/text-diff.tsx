import { useMemo } from "react";
import { diffLines, hunks } from "@/lib/diff";
import { plural } from "@/lib/format";
import { Pieces } from "../foreign/foreign";
import css from "./text-diff.module.css";

const signs = { same: " ", removed: "−", added: "+" } as const;
const words = { same: "", removed: "removed: ", added: "added: " } as const;

/** The difference of two texts by lines: what went, what came, and a few lines around. Foreign text, shown as such. */
export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const found = useMemo(() => hunks(diffLines(before, after)), [before, after]);
  const changed = found.some((h) => "lines" in h);
  if (!changed) return <p className="quiet">No difference.</p>;
  return (
    <div className={css.diff} role="region" aria-label={label} tabIndex={0}>
      {found.map((hunk, i) =>
        "skipped" in hunk ? (
          // oxlint-disable-next-line no-array-index-key
          <p key={i} className={css.skipped}>
            {plural(hunk.skipped, "line")} alike
          </p>
        ) : (
          hunk.lines.map((line) => (
            <div key={`${line.before}:${line.after}`} className={`${css.line} ${css[line.kind]}`}>
              <span className={css.number} aria-hidden="true">
                {line.before}
              </span>
              <span className={css.number} aria-hidden="true">
                {line.after}
              </span>
              <span className={css.sign} aria-hidden="true">
                {signs[line.kind]}
              </span>
              <span className="unseen">{words[line.kind]}</span>
              <bdi className={css.text}>
                <Pieces text={line.text} />
              </bdi>
            </div>
          ))
        ),
      )}
    </div>
  );
}
