import { useState } from "react";
import { useQuery } from "urql";
import { PlatformAdminsDocument, type PlatformAdminsQuery, TakePlatformAdminDocument } from "./settings.gql";
import { sentence } from "@/lib/sentence";
import { useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { Confirm } from "@/parts/dialog/dialog";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import css from "./settings.module.css";

type Admin = NonNullable<PlatformAdminsQuery["platformAdmins"]>[number];

// What an empty list would hold.
const context = { additionalTypenames: ["User"] };

/** Everybody who is platform admin, members of a workspace or not, and the way to take it back. */
export function PlatformAdmins() {
  const { viewer } = useShell();
  const [{ data, error }, reload] = useQuery({ query: PlatformAdminsDocument, context });
  const [asking, setAsking] = useState<Admin | null>(null);
  const { act, busy, refusals } = useAction(TakePlatformAdminDocument, (d) => d.setPlatformAdmin);
  const take = async () => {
    if (asking) await act({ userId: asking.id, platformAdmin: false });
    setAsking(null);
  };
  const admins = data?.platformAdmins ?? [];
  if (!error && admins.length === 0) return null;
  return (
    <>
      <h3 className={css.heading}>Platform admins</h3>
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(data)} />
      )}
      {refusals[0] && <Notice tone="fail">{sentence(refusals[0].message)}</Notice>}
      <ul className={css.admins} aria-label="Platform admins">
        {admins.map((user) => (
          <li key={user.id}>
            <span className={css.admin}>
              <Foreign text={user.name} wrap /> <span className="quiet">{user.email}</span>
            </span>
            {user.id === viewer?.user?.id ? (
              <Chip>You</Chip>
            ) : (
              <Button small tone="bare" onClick={() => setAsking(user)}>
                Take it back
                <span className="unseen"> from {user.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={css.note}>
        Whoever holds the platform-admin key is one, too. People are made so on their page under People.
      </p>
      <Confirm
        title={`Is ${asking?.name ?? ""} to be platform admin no longer?`}
        verb="Take it back"
        open={asking !== null}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() => void take()}
      >
        <p>They keep their roles in the workspaces they are a member of, and nothing beyond.</p>
      </Confirm>
    </>
  );
}
