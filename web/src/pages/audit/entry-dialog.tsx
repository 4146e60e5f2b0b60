import { Link } from "@tanstack/react-router";
import { Actor, OutcomeChip } from "./audit";
import type { EntryFragment } from "./audit.gql";
import { absolute } from "@/lib/format";
import { useShell } from "@/lib/shell";
import { auditOutcomes } from "@/lib/words";
import { Dialog } from "@/parts/dialog/dialog";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import css from "./audit.module.css";

/** All of one entry, with the hashes that chain it. */
export function EntryDialog({ entry, onClose }: { entry: EntryFragment; onClose: () => void }) {
  const { workspaces } = useShell();
  const workspace = workspaces.find((w) => w.id === entry.workspaceId);
  return (
    <Dialog title={`Entry ${entry.seq}: ${entry.action}`} open wide onClose={onClose}>
      <dl className={css.facts}>
        <dt>Outcome</dt>
        <dd>
          <OutcomeChip of={entry.outcome} /> {auditOutcomes[entry.outcome].says}
          {entry.code && (
            <>
              {" "}
              (<code>{entry.code}</code>)
            </>
          )}
          .
        </dd>
        <dt>When</dt>
        <dd>
          {absolute(Date.parse(entry.at), "utc")} · <RelativeTime at={entry.at} />
        </dd>
        <dt>Who</dt>
        <dd>
          <Actor of={entry} />{" "}
          <Link
            to="/audit"
            search={(old) => ({ ...old, entry: undefined, after: undefined, before: undefined, actor: entry.actor })}
            className={css.link}
          >
            All they asked for
          </Link>
        </dd>
        <dt>Id of who</dt>
        <dd>
          <Hash value={entry.actor} label="the id" whole />
        </dd>
        {entry.keyId && (
          <>
            <dt>By the key</dt>
            <dd>
              <Hash value={entry.keyId} label="the key's id" whole />
            </dd>
          </>
        )}
        <dt>Target</dt>
        <dd>{entry.target ? <Foreign text={entry.target} wrap /> : <span className="quiet">Not known</span>}</dd>
        <dt>Workspace</dt>
        <dd>{workspace ? <Foreign text={workspace.name} wrap /> : (entry.workspaceId ?? "The registry as a whole")}</dd>
        <dt>From</dt>
        <dd>{entry.address ? <Foreign text={entry.address} wrap /> : <span className="quiet">No address</span>}</dd>
        <dt>Request</dt>
        <dd>
          {entry.requestId ? (
            <Hash value={entry.requestId} label="the request's id" whole />
          ) : (
            <span className="quiet">None</span>
          )}
        </dd>
        <dt>Input digest</dt>
        <dd>
          <Hash value={entry.inputDigest} label="the input's digest" whole />
          <p className={css.says}>SHA-256 of the input in canonical JSON, with [secret] for each secret.</p>
        </dd>
        <dt>Hash before</dt>
        <dd>
          {entry.previous ? (
            <Hash value={entry.previous} label="the hash before" whole />
          ) : (
            <span className="quiet">None: this is the first entry</span>
          )}
        </dd>
        <dt>Hash</dt>
        <dd>
          <Hash value={entry.hash} label="the hash" whole />
        </dd>
      </dl>
    </Dialog>
  );
}
