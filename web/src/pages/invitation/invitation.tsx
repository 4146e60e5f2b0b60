import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "urql";
import { InvitationDocument, type InvitationQuery } from "./invitation.gql";
import { AcceptForm } from "./accept-form";
import { problemWords } from "../signin/problems";
import { useFragment } from "@/lib/fragment";
import { useShell } from "@/lib/shell";
import { roles } from "@/lib/words";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Entry } from "@/parts/entry/entry";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { SignInForm } from "@/parts/sign-in-form/sign-in-form";
import css from "./invitation.module.css";

const route = getRouteApi("/invitation");

export type Preview = NonNullable<InvitationQuery["invitation"]>;

/** What an invitation's link leads to: what one is invited to, and the ways to accept. */
export function Invitation() {
  const token = useFragment();
  const { problem } = route.useSearch();
  const [{ data, error, fetching }, reload] = useQuery({
    query: InvitationDocument,
    variables: { token },
    pause: token === "",
    requestPolicy: "network-only",
  });
  if (token === "") {
    return (
      <Entry title="Invitation">
        {problem && <Notice tone="fail">{problemWords(problem)}</Notice>}
        <EmptyState title="This address is not the whole link">
          The part behind # is missing. Open the link as you got it, or ask for another.
        </EmptyState>
      </Entry>
    );
  }
  const invitation = data?.invitation;
  if (invitation?.state === "OPEN") return <Open token={token} invitation={invitation} problem={problem} />;
  return (
    <Entry title="Invitation">
      {error && <ErrorState error={error} retry={() => reload()} />}
      {!data && fetching && <Loading rows={3} />}
      {data && !error && (
        <EmptyState title={invitation ? over[invitation.state] : "This invitation is not known here"}>
          {invitation
            ? "A link is good once. Ask whoever invited you for another."
            : "The link may be cut short. Open it as you got it, or ask for another."}
        </EmptyState>
      )}
    </Entry>
  );
}

const over: Record<Preview["state"], string> = {
  OPEN: "",
  ACCEPTED: "This invitation was accepted already",
  REVOKED: "This invitation was taken back",
  EXPIRED: "This invitation is too old",
};

function Open({ token, invitation, problem }: { token: string; invitation: Preview; problem: string | undefined }) {
  const { viewer } = useShell();
  const [has, setHas] = useState(false);
  const user = viewer?.user ?? null;
  return (
    <Entry
      title="You are invited"
      lead={
        <>
          To <Foreign text={invitation.workspaceName} wrap />, as {roles[invitation.role].name.toLowerCase()}.{" "}
          {roles[invitation.role].says}. The link ends <RelativeTime at={invitation.expiresAt} />.
        </>
      }
    >
      {problem && <Notice tone="fail">{problemWords(problem)}</Notice>}
      {user || !has ? (
        <AcceptForm key={user?.id} token={token} invitation={invitation} user={user} />
      ) : (
        <SignInForm to="/" email={invitation.email ?? ""} verb="Sign in to accept" onDone={() => setHas(false)} />
      )}
      {!user && (
        <button type="button" className={css.other} onClick={() => setHas(!has)}>
          {has ? "I am new here" : "I have an account here"}
        </button>
      )}
    </Entry>
  );
}
