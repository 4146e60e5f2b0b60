import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useQuery } from "urql";
import css from "./log.module.css";
import { ConsistencyDocument, type SignedStateFragment } from "./log.gql";
import type { FullLog } from "./log";
import { count, plural } from "@/lib/format";
import { canHash, consistent, fromHex } from "@/lib/verify/merkle";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { SelectFilter } from "@/parts/filters/filters";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";

const route = getRouteApi("/log");

/** Whether the log at one size begins with the log at an earlier one. */
export function Consistency({ log }: { log: FullLog }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The newest first; a size once.
  const known = new Map([log.checkpoint, ...log.checkpoints].flatMap((c) => (c ? [[String(c.size), c] as const] : [])));
  const all = [...known.values()].sort((a, b) => b.size - a.size);
  const to = known.get(search.to ?? "") ?? all[0];
  const earlier = all.filter((c) => to && c.size < to.size);
  const asked = known.get(search.from ?? "");
  const from = asked && to && asked.size < to.size ? asked : earlier[0];
  const name = (c: SignedStateFragment) => `${count(c.size)} ${c.size === 1 ? "entry" : "entries"}`;
  const options = (of: readonly SignedStateFragment[]) => of.map((c) => ({ value: String(c.size), name: name(c) }));
  const go = (part: { from?: string; to?: string }) =>
    void navigate({ resetScroll: false, replace: true, search: (old) => ({ ...old, ...part }) });
  return (
    <Section title="Consistency" note="Whether the log of a checkpoint begins with the log of an earlier one">
      {!from || !to ? (
        <EmptyState title="There is one checkpoint only">With the next one it can be held against this.</EmptyState>
      ) : (
        <>
          <div className={css.between}>
            <span>From</span>
            <SelectFilter
              label="Earlier checkpoint"
              value={String(from.size)}
              options={options(earlier)}
              onChange={(value) => go({ from: value })}
            />
            <span>to</span>
            <SelectFilter
              label="Later checkpoint"
              value={String(to.size)}
              options={options(all.slice(0, -1))}
              onChange={(value) => go({ to: value })}
            />
          </div>
          <Proof from={from} to={to} />
        </>
      )}
    </Section>
  );
}

function Proof({ from, to }: { from: SignedStateFragment; to: SignedStateFragment }) {
  const [{ data, error, fetching }, reload] = useQuery({
    query: ConsistencyDocument,
    variables: { from: from.size, to: to.size },
    requestPolicy: "cache-first",
  });
  const proof = fetching ? undefined : data?.log?.consistency;
  const holds = useHolds(from, to, proof);
  if (error) return <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (!proof || holds === undefined) return <Loading rows={2} label="Checking" />;
  return (
    <>
      {holds === null ? (
        <Notice tone="warn">
          The proof is here. It cannot be checked: this browser computes hashes only on pages that came over HTTPS.
        </Notice>
      ) : (
        <p className={css.holds} role="status">
          <VerdictGlyph state={holds ? "PASS" : "FAIL"} />
          <strong>{holds ? "Holds" : "Does not hold"}</strong>
          <span>
            {holds
              ? `The first ${count(from.size)} entries of ${count(to.size)} are the ones that were signed before. Checked in this browser.`
              : "The proof does not lead from the one root to the other: the log was changed, or the proof is wrong."}
          </span>
        </p>
      )}
      <details className={css.proof}>
        <summary>The proof, {plural(proof.length, "hash", "hashes")}</summary>
        <ol>
          {proof.map((hash) => (
            <li key={hash}>
              <code>{hash}</code>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

/** What this browser found; undefined until it has, null where it cannot hash. */
function useHolds(
  from: SignedStateFragment,
  to: SignedStateFragment,
  proof: readonly string[] | undefined,
): boolean | null | undefined {
  const [found, setFound] = useState<{ of: readonly string[]; holds: boolean | null }>();
  useEffect(() => {
    if (!proof) return;
    let gone = false;
    const [root1, root2, ...hashes] = [from.root, to.root, ...proof].map(fromHex);
    const readable = root1 && root2 && hashes.every((h) => h !== null);
    const answer = !canHash()
      ? Promise.resolve(null)
      : readable
        ? consistent(from.size, root1, to.size, root2, hashes as Uint8Array[])
        : Promise.resolve(false);
    void answer.then((holds) => {
      if (!gone) setFound({ of: proof, holds });
    });
    return () => {
      gone = true;
    };
  }, [from, to, proof]);
  return found && found.of === proof ? found.holds : undefined;
}
