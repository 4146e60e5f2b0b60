import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  IssuePasswordResetDocument,
  type OneMemberFragment,
  type PeopleQuery,
  RemoveMemberDocument,
  SetPlatformAdminDocument,
  UpdateMemberDocument,
} from "./people.gql";
import type { Role } from "@/gql/schema";
import { grantable, mayChange } from "@/lib/rank";
import { sentence } from "@/lib/sentence";
import { doubtSession } from "@/lib/session";
import { home, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { roles } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { Dialog } from "@/parts/dialog/dialog";
import { SelectField } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { ShownOnce } from "@/parts/shown-once/shown-once";
import css from "./people.module.css";

type Workspace = NonNullable<PeopleQuery["workspace"]>;

/** One member: who they are, and what the caller may do about them. */
export function MemberDialog({
  member,
  workspace,
  own,
  onClose,
}: {
  member: OneMemberFragment;
  workspace: Workspace;
  own: Role | null;
  onClose: () => void;
}) {
  const { viewer } = useShell();
  const { user } = member;
  const mine = viewer?.user?.id === user.id;
  const mayManage = workspace.permissions.includes("MANAGE_PEOPLE") && mayChange(own, member.role);
  const mayAudit = workspace.permissions.includes("READ_AUDIT");
  return (
    <Dialog title={user.name.trim() || user.email} open onClose={onClose}>
      <dl className={css.facts}>
        <dt>E-mail address</dt>
        <dd>
          <Foreign text={user.email} wrap />
        </dd>
        <dt>Role</dt>
        <dd>{roles[member.role].name}</dd>
        <dt>Member since</dt>
        <dd>
          <RelativeTime at={member.since} />
        </dd>
        <dt>Last here</dt>
        <dd>
          <RelativeTime at={user.seenAt} otherwise="Never" />
        </dd>
        <dt>Signs in by</dt>
        <dd>{user.hasPassword ? "Password" : "Identity provider only"}</dd>
        {mayAudit && (
          <>
            <dt>What they did</dt>
            <dd>
              <Link
                to="/audit"
                search={{ actor: user.id, ...(workspace.key !== home && { workspace: workspace.key }) }}
                className={css.link}
              >
                In the audit log
              </Link>
            </dd>
          </>
        )}
      </dl>
      {mayManage && <ChangeRole member={member} workspace={workspace} own={own} />}
      {mayManage && user.hasPassword && !mine && <ResetLink userId={user.id} />}
      {viewer?.admin && !viewer.key && !mine && <PlatformAdmin user={user} />}
      {(mayManage || mine) && <Leave member={member} workspace={workspace} mine={mine} onGone={onClose} />}
    </Dialog>
  );
}

function Refused({ of }: { of: readonly { message: string }[] }) {
  return of.map((r) => (
    <Notice key={r.message} tone="fail">
      {sentence(r.message)}
    </Notice>
  ));
}

function ChangeRole({ member, workspace, own }: { member: OneMemberFragment; workspace: Workspace; own: Role | null }) {
  const [role, setRole] = useState<Role>(member.role);
  const { act, busy, refusals } = useAction(UpdateMemberDocument, (d) => d.updateMember);
  const choices = grantable(own);
  const { viewer } = useShell();
  const change = async () => {
    const done = await act({ workspace: workspace.key, userId: member.user.id, role });
    if (done && viewer?.user?.id === member.user.id) doubtSession();
  };
  return (
    <div className={css.part}>
      <SelectField
        label="New role"
        value={role}
        hint={roles[role].says}
        onChange={(e) => setRole(choices.find((r) => r === e.target.value) ?? role)}
      >
        {choices.map((r) => (
          <option key={r} value={r}>
            {roles[r].name}
          </option>
        ))}
      </SelectField>
      <Refused of={refusals} />
      <div className={css.buttons}>
        <Button busy={busy} disabled={role === member.role} onClick={() => void change()}>
          Change the role
        </Button>
      </div>
    </div>
  );
}

function ResetLink({ userId }: { userId: string }) {
  const [link, setLink] = useState<string | null>(null);
  const { act, busy, refusals } = useAction(IssuePasswordResetDocument, (d) => d.issuePasswordReset);
  const issue = async () => setLink((await act({ userId }))?.link ?? null);
  return (
    <div className={css.part}>
      {link === null ? (
        <div className={css.buttons}>
          <Button icon="link" busy={busy} onClick={() => void issue()}>
            Make a password reset link
          </Button>
        </div>
      ) : (
        <ShownOnce
          label="the link"
          value={link}
          says="Send it to them; nothing is sent from here. It is good once, for 24 hours, and is not shown again."
        />
      )}
      <Refused of={refusals} />
    </div>
  );
}

function PlatformAdmin({ user }: { user: OneMemberFragment["user"] }) {
  const { act, busy, refusals } = useAction(SetPlatformAdminDocument, (d) => d.setPlatformAdmin);
  return (
    <div className={css.part}>
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void act({ userId: user.id, platformAdmin: !user.platformAdmin })}>
          {user.platformAdmin ? "Make them platform admin no longer" : "Make them platform admin"}
        </Button>
      </div>
      <p className={css.says}>A platform admin may do everything, in every workspace.</p>
      <Refused of={refusals} />
    </div>
  );
}

function Leave({
  member,
  workspace,
  mine,
  onGone,
}: {
  member: OneMemberFragment;
  workspace: Workspace;
  mine: boolean;
  onGone: () => void;
}) {
  const [sure, setSure] = useState(false);
  const { act, busy, refusals } = useAction(RemoveMemberDocument, (d) => d.removeMember);
  const go = async () => {
    if (!(await act({ workspace: workspace.key, userId: member.user.id }))) return setSure(false);
    if (mine) doubtSession();
    onGone();
  };
  return (
    <div className={css.part}>
      {sure && (
        <p>
          {mine ? "You lose what you may do here." : "They lose what they may do here."} Keys made here are revoked, and
          what is open is closed. The record of what was done stays.
        </p>
      )}
      <div className={css.buttons}>
        {sure ? (
          <>
            <Button onClick={() => setSure(false)}>{mine ? "Stay" : "Keep them"}</Button>
            <Button tone="danger" busy={busy} onClick={() => void go()}>
              {mine ? "Leave now" : "Remove now"}
            </Button>
          </>
        ) : (
          <Button tone="danger" onClick={() => setSure(true)}>
            {mine ? "Leave this workspace" : "Remove from this workspace"}
          </Button>
        )}
      </div>
      <Refused of={refusals} />
    </div>
  );
}
