import css from "./check.module.css";
import { type Check, questionOf } from "@/lib/verify/report";
import { Foreign } from "@/parts/foreign/foreign";
import { VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";

/** Whether all of it holds, in words. */
export function Holds({ ok, children }: { ok: boolean; children?: React.ReactNode }) {
  return (
    <p className={css.holds} role="status">
      <VerdictGlyph state={ok ? "PASS" : "FAIL"} />
      <strong>{ok ? "Holds" : "Does not hold"}</strong>
      {children && <span className={css.because}>{children}</span>}
    </p>
  );
}

/** Each check with its answer. */
export function CheckList({ checks, label }: { checks: readonly Check[]; label: string }) {
  return (
    <ul className={css.checks} aria-label={label}>
      {checks.map((c) => (
        <li key={c.name}>
          <VerdictGlyph state={c.ok ? "PASS" : "FAIL"} />
          <div>
            <span className={css.question}>
              {questionOf(c.name)}
              <span className="unseen">: {c.ok ? "holds" : "does not hold"}</span>
            </span>
            <span className={css.detail}>
              <Foreign text={c.detail} wrap />
            </span>
          </div>
          <code className={css.code} title="Its name in the report, and of what does not hold its code">
            <Foreign text={c.code === "" ? c.name : `${c.name}: ${c.code}`} />
          </code>
        </li>
      ))}
    </ul>
  );
}
