import { useState } from "react";
import { InviteMemberDocument } from "./people.gql";
import type { Role } from "@/gql/schema";
import { grantable } from "@/lib/rank";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { roles } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { Dialog } from "@/parts/dialog/dialog";
import { SelectField, TextField } from "@/parts/field/field";
import { Notice } from "@/parts/notice/notice";
import { ShownOnce } from "@/parts/shown-once/shown-once";
import css from "./people.module.css";

interface Props {
  open: boolean;
  onClose: () => void;
  workspace: string;
  own: Role | null;
}

/** Makes a link that makes somebody a member, and shows it once. */
export function InviteDialog(props: Props) {
  // Opened anew, it starts anew.
  return props.open ? <Invite {...props} /> : null;
}

function Invite({ onClose, workspace, own }: Props) {
  const choices = grantable(own);
  const [role, setRole] = useState<Role>(choices.includes("MEMBER") ? "MEMBER" : "VIEWER");
  const [email, setEmail] = useState("");
  const [link, setLink] = useState<string | null>(null);
  const { act, busy, refusals, clear } = useAction(InviteMemberDocument, (d) => d.inviteMember);
  const ofEmail = refusals.find((r) => r.field === "email");

  const submit = async () => {
    const done = await act({ workspace, role, email: email.trim() || undefined });
    if (done?.link) setLink(done.link);
  };
  if (link !== null) {
    return (
      <Dialog
        title="The invitation's link"
        open
        onClose={onClose}
        footer={
          <>
            <Button
              onClick={() => {
                setLink(null);
                setEmail("");
              }}
            >
              Invite another
            </Button>
            <Button tone="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <ShownOnce
          label="the link"
          value={link}
          says={`Send it to whom you invite; nothing is sent from here. It is good once, for 7 days, and is not shown again. ${
            email.trim() === "" ? "Whoever holds it can use it." : "Only this address can accept it."
          }`}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Invite somebody"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="invite" busy={busy}>
            Make the link
          </Button>
        </>
      }
    >
      <form
        id="invite"
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SelectField
          label="Role"
          data-first=""
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
        <TextField
          label="E-mail address (optional)"
          type="email"
          value={email}
          error={ofEmail && sentence(ofEmail.message)}
          hint="Then only this address can accept. Without it, whoever holds the link."
          onChange={(e) => {
            setEmail(e.target.value);
            if (refusals.length > 0) clear();
          }}
        />
        {refusals
          .filter((r) => r !== ofEmail)
          .map((r) => (
            <Notice key={r.message} tone="fail">
              {sentence(r.message)}
            </Notice>
          ))}
      </form>
    </Dialog>
  );
}
