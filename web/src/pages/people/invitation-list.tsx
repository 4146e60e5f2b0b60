import { useState } from "react";
import { type OneInvitationFragment, RevokeInvitationDocument } from "./people.gql";
import type { InvitationState } from "@/gql/schema";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { invitationStates, roles } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable } from "@/parts/data-table/data-table";
import { Confirm } from "@/parts/dialog/dialog";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

const shapes: Record<InvitationState, "open" | "full" | "cross" | "half"> = {
  OPEN: "open",
  ACCEPTED: "full",
  REVOKED: "cross",
  EXPIRED: "half",
};

/** The links that were made, as they came from the server: the open ones first, all of them, then the newest of those that ended. */
export function InvitationList({
  invitations,
  invite,
}: {
  invitations: readonly OneInvitationFragment[];
  invite: () => void;
}) {
  const [asking, setAsking] = useState<OneInvitationFragment | null>(null);
  const { act, busy, refusals } = useAction(RevokeInvitationDocument, (d) => d.revokeInvitation);
  const revoke = async () => {
    if (asking) await act({ invitationId: asking.id });
    setAsking(null);
  };
  const columns: Column<OneInvitationFragment>[] = [
    {
      name: "For",
      lead: true,
      cell: (i) => (i.email ? <Foreign text={i.email} /> : <span className="muted">Whoever holds the link</span>),
    },
    { name: "Role", width: "100px", cell: (i) => roles[i.role].name },
    {
      name: "State",
      width: "120px",
      cell: (i) => (
        <Chip shape={shapes[i.state]} tone={i.state === "OPEN" ? "info" : "plain"}>
          {invitationStates[i.state]}
        </Chip>
      ),
    },
    {
      name: "Invited by",
      width: "160px",
      cell: (i) => (i.invitedBy ? <Foreign text={i.invitedBy.name} /> : <span className="muted">Platform admin</span>),
    },
    { name: "Made", width: "110px", cell: (i) => <RelativeTime at={i.createdAt} /> },
    {
      name: "Ends",
      width: "110px",
      cell: (i) => (i.state === "OPEN" ? <RelativeTime at={i.expiresAt} /> : <span className="quiet">–</span>),
    },
    {
      name: "Take back",
      act: true,
      head: <span className="unseen">Take back</span>,
      width: "96px",
      align: "right",
      cell: (i) =>
        i.state === "OPEN" ? (
          <Button small tone="bare" onClick={() => setAsking(i)}>
            Revoke
            <span className="unseen"> the invitation for {i.email ?? "whoever holds the link"}</span>
          </Button>
        ) : (
          <span className="unseen">Not open</span>
        ),
    },
  ];
  return (
    <Section title="Invitations" note="All that are open, and the newest of those that ended in the last 30 days.">
      {refusals[0] && <Notice tone="fail">{sentence(refusals[0].message)}</Notice>}
      {invitations.length > 0 ? (
        <DataTable label="Invitations" columns={columns} rows={invitations} rowKey={(i) => i.id} />
      ) : (
        <EmptyState title="No invitation is open" action={<Button onClick={invite}>Invite somebody</Button>}>
          An invitation is a link that makes whoever follows it a member.
        </EmptyState>
      )}
      <Confirm
        title="Revoke this invitation?"
        verb="Revoke it"
        open={asking !== null}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() => void revoke()}
      >
        <p>Its link leads nowhere from then on.</p>
      </Confirm>
    </Section>
  );
}
