import css from "./compare.module.css";
import type { ComparedFragment } from "./compare.gql";
import { count, plural } from "@/lib/format";
import { DifferenceBar, signed, signedInterval } from "@/parts/difference-bar/difference-bar";
import { Foreign } from "@/parts/foreign/foreign";
import { sideName } from "./chosen";

type Kind = "runs" | "agents";

/** Whether it is sure, in words; then the difference with its interval; then what it is made of. */
export function Verdict({ of, kind }: { of: ComparedFragment; kind: Kind }) {
  const { difference, low, high } = of;
  return (
    <section aria-label="Verdict" className={css.verdict}>
      <p className={css.sentence}>
        <Sentence of={of} kind={kind} />
      </p>
      {difference !== null && (
        <>
          <p className={css.number}>
            <strong>{signed(difference)}</strong>{" "}
            <span className="muted">
              mean difference, b − a
              {low !== null && high !== null && <>, 95 % interval {signedInterval(low, high).join(" to ")}</>}, over{" "}
              {plural(of.pairs, "pair")}
            </span>
          </p>
          <DifferenceBar value={{ by: difference, low, high }} left="a better" right="b better" />
          <Split of={of} />
        </>
      )}
    </section>
  );
}

function Sentence({ of, kind }: { of: ComparedFragment; kind: Kind }) {
  const a = <Named side="a" of={of} kind={kind} />;
  const b = <Named side="b" of={of} kind={kind} />;
  switch (of.verdict) {
    case "B_BETTER":
      return (
        <>
          {b} is surely better than {a}.
        </>
      );
    case "A_BETTER":
      return (
        <>
          {a} is surely better than {b}.
        </>
      );
    case "NOT_SURE":
      return <>Not sure: the interval of the difference holds 0, so either may be the better one.</>;
    case "NO_PAIRS":
      return of.pairs === 0 ? (
        <>Nothing to compare: no result of one has a partner in the other.</>
      ) : (
        <>Nothing is sure by one pair.</>
      );
  }
}

function Named({ side, of, kind }: { side: "a" | "b"; of: ComparedFragment; kind: Kind }) {
  return <strong>{kind === "runs" ? `Run ${side}` : <Foreign text={sideName(of[side], kind)} wrap />}</strong>;
}

/** How the pairs fall: won and lost are what the difference comes from. */
function Split({ of }: { of: ComparedFragment }) {
  const parts = [
    { name: "Won", says: "b passed, a did not", n: of.won, look: css.won },
    { name: "Both passed", says: "", n: of.bothPassed, look: css.both },
    { name: "Neither passed", says: "", n: of.neitherPassed, look: css.neither },
    { name: "Lost", says: "a passed, b did not", n: of.lost, look: css.lost },
  ] as const;
  const all = parts.reduce((sum, p) => sum + p.n, 0);
  return (
    <>
      <div className={css.split} aria-hidden="true">
        {parts.map((p) => (
          <span key={p.name} className={p.look} style={{ width: `${all > 0 ? (100 * p.n) / all : 0}%` }} />
        ))}
      </div>
      <dl className={css.counts}>
        {parts.map((p) => (
          <div key={p.name}>
            <dt>
              <span className={`${css.swatch} ${p.look}`} aria-hidden="true" />
              {p.name}
            </dt>
            <dd>
              {count(p.n)} {p.says && <span className="quiet">{p.says}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
