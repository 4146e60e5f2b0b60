import { count, plural } from "@/lib/format";
import type { More as Rows } from "@/lib/use-more";
import { Button } from "../button/button";
import { ErrorState } from "../error-state/error-state";
import css from "./more.module.css";

/** How much of a list is shown, and the way to more of it. Says nothing where all is. */
export function More<T>({ of, total, noun }: { of: Rows<T>; total: number; noun: string }) {
  if (of.rows.length >= total && !of.error) return null;
  return (
    <>
      {of.error && <ErrorState error={of.error} retry={() => void of.read()} stale />}
      <p className={css.more}>
        <span role="status">
          {count(of.rows.length)} of {plural(total, noun)}
        </span>
        <Button small busy={of.busy} onClick={() => void of.read()}>
          Show more<span className="unseen"> {noun}s</span>
        </Button>
      </p>
    </>
  );
}
