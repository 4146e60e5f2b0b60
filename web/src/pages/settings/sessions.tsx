import { browser } from "./browser";
import { EndSessionsDocument, type SettingsQuery } from "./settings.gql";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import css from "./settings.module.css";

type Session = NonNullable<SettingsQuery["viewer"]["sessions"]>[number];

/** Where one is signed in, and the way to end it from afar. */
export function Sessions({ sessions, onEnded }: { sessions: readonly Session[]; onEnded: () => void }) {
  const { act, busy, refusals } = useAction(EndSessionsDocument, (d) => d.endSessions);
  const end = async (sessionId?: string) => {
    if (await act({ sessionId })) onEnded();
  };
  const columns: Column<Session>[] = [
    {
      name: "Browser",
      lead: true,
      cell: (s) => (
        <span className={css.browser}>
          <Foreign text={browser(s.userAgent) ?? s.userAgent} />
          {s.current && <Chip shape="full">This one</Chip>}
        </span>
      ),
    },
    { name: "From", width: "160px", cell: (s) => <Foreign text={s.address} /> },
    { name: "Begun", width: "110px", cell: (s) => <RelativeTime at={s.createdAt} /> },
    { name: "Last used", width: "110px", cell: (s) => <RelativeTime at={s.seenAt} /> },
    { name: "Ends", width: "110px", cell: (s) => <RelativeTime at={s.expiresAt} /> },
    {
      name: "End",
      act: true,
      head: <span className="unseen">End</span>,
      width: "80px",
      align: "right",
      cell: (s) =>
        s.current ? (
          <span className="unseen">Sign out ends it</span>
        ) : (
          <Button small tone="bare" busy={busy} onClick={() => void end(s.id)}>
            End
            <span className="unseen"> the session from {s.address}</span>
          </Button>
        ),
    },
  ];
  return (
    <Section
      title="Sessions"
      note="Where you are signed in."
      actions={
        sessions.length > 1 && (
          <Button small busy={busy} onClick={() => void end()}>
            End all others
          </Button>
        )
      }
    >
      {refusals[0] && <Notice tone="fail">{sentence(refusals[0].message)}</Notice>}
      <DataTable label="Sessions" columns={columns} rows={sessions} rowKey={(s) => s.id} />
    </Section>
  );
}
