import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useQuery } from "urql";
import { hashIn } from "./check";
import { CheckList, Holds } from "./check-list";
import css from "./check.module.css";
import { ReceiptDocument, type WholeReceiptFragment } from "./check.gql";
import { ClearTexts } from "./clear-texts";
import { count } from "@/lib/format";
import { receiptKinds } from "@/lib/score-words";
import { signedIn, useShell } from "@/lib/shell";
import { checkReceipt, workspaceOf } from "@/lib/verify/receipt-checks";
import type { Check } from "@/lib/verify/report";
import { CodeView } from "@/parts/code-view/code-view";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { Facts, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

/** The receipt that an address or the form asks for. */
export function ReceiptOf({ asked }: { asked: string }) {
  const hash = hashIn(asked);
  const [{ data, error, fetching }, reload] = useQuery({
    query: ReceiptDocument,
    variables: { hash: hash ?? "" },
    pause: hash === null,
  });
  const receipt = data?.receipt;
  const again = () => reload({ requestPolicy: "network-only" });
  if (hash === null) {
    return (
      <Section title="The receipt">
        <EmptyState title="The address asks for a hash that is none">A hash has 64 digits of 0–9 and a–f.</EmptyState>
      </Section>
    );
  }
  if (!receipt) {
    return (
      <Section title="The receipt">
        {error && <ErrorState error={error} retry={again} />}
        {!data && fetching && <Loading />}
        {data && !error && (
          <EmptyState title="No receipt has this hash">
            Nothing with it was sealed here. A single wrong digit is enough; or another registry sealed it.
          </EmptyState>
        )}
      </Section>
    );
  }
  return (
    <>
      {error && <ErrorState error={error} stale retry={again} />}
      <Found asked={hash} receipt={receipt} again={again} />
    </>
  );
}

function Found({ asked, receipt: r, again }: { asked: string; receipt: WholeReceiptFragment; again: () => void }) {
  const checks = useChecks(asked, r);
  return (
    <>
      <Section title={receiptKinds[r.kind].name} note={receiptKinds[r.kind].says}>
        <Standing receipt={r} checks={checks} />
        <Facts
          items={[
            ["Hash", <Hash key="h" value={asked} label="the hash" />],
            ["Sealed", <RelativeTime key="a" at={r.at} />],
            ["Id", <Hash key="i" value={r.id} label="the id" />],
            [
              "Agent",
              r.agent ? (
                <Link key="g" to="/agents/$did" params={{ did: r.agent.did }}>
                  <Foreign text={r.agent.name} wrap />
                </Link>
              ) : undefined,
            ],
            [
              "Work",
              r.work ? (
                <Link key="w" to="/work/$id" params={{ id: r.work.id }}>
                  <Foreign text={r.work.title} wrap />
                </Link>
              ) : undefined,
            ],
            [
              "Run",
              r.run ? (
                <Link key="u" to="/runs/$id" params={{ id: r.run.id }}>
                  <Foreign text={r.run.suite.name} wrap />
                </Link>
              ) : undefined,
            ],
          ]}
        />
      </Section>
      <Place receipt={r} again={again} />
      <Sealed receipt={r} />
    </>
  );
}

/** What this browser found, once it has; null: it cannot hash. It is the hash that was asked for that has to hold, not the one that came. */
function useChecks(asked: string, r: WholeReceiptFragment): readonly Check[] | null | undefined {
  const [found, setFound] = useState<{ of: WholeReceiptFragment; checks: Check[] | null }>();
  useEffect(() => {
    let gone = false;
    void checkReceipt({ ...r, hash: asked }).then((checks) => {
      if (!gone) setFound({ of: r, checks });
    });
    return () => {
      gone = true;
    };
  }, [asked, r]);
  return found?.of === r ? found.checks : undefined;
}

function Standing({
  receipt: r,
  checks,
}: {
  receipt: WholeReceiptFragment;
  checks: readonly Check[] | null | undefined;
}) {
  if (checks === undefined) return <Loading rows={2} label="Checking" />;
  if (checks === null) {
    return (
      <Notice tone="warn">
        It is there. Whether it holds cannot be checked here: this browser computes hashes only on pages that came over
        HTTPS.
      </Notice>
    );
  }
  if (checks.length === 0) {
    return (
      <Notice>It was sealed a moment ago. The log takes it up within seconds; then its place can be checked.</Notice>
    );
  }
  const ok = checks.every((c) => c.ok);
  return (
    <>
      <Holds ok={ok}>
        {!ok
          ? "See what does not, below."
          : r.entry
            ? "Checked in this browser, but for the signature of the checkpoint."
            : "Checked in this browser. The log takes it up within seconds."}
      </Holds>
      <CheckList checks={checks} label="Checks of the receipt" />
    </>
  );
}

/** Where it stands in the log, and the proof. */
function Place({ receipt: { entry }, again }: { receipt: WholeReceiptFragment; again: () => void }) {
  useEffect(() => {
    if (entry) return;
    const timer = setInterval(again, 3_000);
    return () => clearInterval(timer);
  }, [entry, again]);
  if (!entry) {
    return (
      <Section title="Place in the log">
        <EmptyState title="Not in the log yet">
          The log takes it up within seconds. This page asks again by itself.
        </EmptyState>
      </Section>
    );
  }
  const { index, proof, checkpoint } = entry;
  return (
    <Section title="Place in the log" note={<RelativeTime at={checkpoint.at} />}>
      <Facts
        items={[
          ["Entry, from 0", count(index)],
          ["Of a log of", count(checkpoint.size)],
          ["Root", <Hash key="r" value={checkpoint.root} label="the root" />],
          ["Proof", `${count(proof.length)} hashes`],
        ]}
      />
      <div className={css.more}>
        <details>
          <summary>The proof</summary>
          <ol className={css.proof}>
            {proof.map((hash) => (
              <li key={hash}>
                <code>{hash}</code>
              </li>
            ))}
          </ol>
        </details>
        <details>
          <summary>The signed checkpoint</summary>
          <CodeView body={new TextEncoder().encode(checkpoint.text)} label="the checkpoint" />
        </details>
      </div>
    </Section>
  );
}

type Text = NonNullable<WholeReceiptFragment["texts"]>[number];

function Sealed({ receipt: r }: { receipt: WholeReceiptFragment }) {
  const { viewer } = useShell();
  if (r.sealed === null) {
    return (
      <Section title="What was sealed">
        <EmptyState title="Not shown to you">
          Facts and texts are shown to members of its workspace.
          {signedIn(viewer) === false && " Sign in if you are one."}
        </EmptyState>
      </Section>
    );
  }
  const workspace = workspaceOf(r.sealed);
  return (
    <>
      <Section title="What was sealed" note="The bytes whose hash names the receipt">
        <CodeView body={new TextEncoder().encode(r.sealed)} label="the sealed facts" opensAs="json" />
      </Section>
      {r.texts && r.texts.length > 0 && (
        <Section
          title="Texts"
          note="Sealed by their hashes, so that they can be cleared"
          actions={r.texts.some((t) => t.text !== null) && <ClearTexts receipt={r} workspace={workspace} />}
        >
          <DataTable label="Texts" columns={textColumns} rows={r.texts} rowKey={(t) => t.name} />
        </Section>
      )}
    </>
  );
}

const textColumns: Column<Text>[] = [
  { name: "Name", width: "132px", lead: true, cell: (t) => <Foreign text={t.name} /> },
  {
    name: "Text",
    wide: true,
    cell: (t) => (t.text === null ? <span className="quiet">cleared</span> : <LongText text={t.text} />),
  },
  { name: "Sealed hash", width: "132px", cell: (t) => <Hash value={t.hash} label={`the hash of ${t.name}`} /> },
];

const long = 400;

function LongText({ text }: { text: string }) {
  if (text.length <= long) return <Foreign text={text} wrap />;
  return (
    <details className={css.long}>
      <summary>
        <Foreign text={`${text.slice(0, 120)}…`} wrap />
      </summary>
      <CodeView body={new TextEncoder().encode(text)} label="the text" />
    </details>
  );
}
