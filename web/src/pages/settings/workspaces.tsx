import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CreateWorkspaceDocument, RenameWorkspaceDocument } from "./settings.gql";
import { sentence } from "@/lib/sentence";
import { home, useShell, type WorkspaceLine } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { roles } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { Dialog } from "@/parts/dialog/dialog";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { TextField } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import css from "./settings.module.css";

/** The teams one belongs to. */
export function Workspaces() {
  const { viewer, workspaces } = useShell();
  const [renaming, setRenaming] = useState<WorkspaceLine | null>(null);
  const [creating, setCreating] = useState(false);
  const columns: Column<WorkspaceLine>[] = [
    {
      name: "Workspace",
      lead: true,
      cell: (w) => (
        <>
          <span className={css.browser}>
            <Link to="/people" search={w.key === home ? {} : { workspace: w.key }} {...rowLink}>
              <Foreign text={w.name} />
            </Link>
            {w.key === home && <Chip>The registry's own</Chip>}
          </span>
          <span className={css.key}>{w.key}</span>
        </>
      ),
    },
    { name: "Your role", width: "160px", cell: (w) => (w.role ? roles[w.role].name : "Platform admin") },
    {
      name: "Rename",
      act: true,
      head: <span className="unseen">Rename</span>,
      width: "96px",
      align: "right",
      cell: (w) =>
        w.permissions.includes("MANAGE_PEOPLE") ? (
          <Button small tone="bare" onClick={() => setRenaming(w)}>
            Rename
            <span className="unseen"> {w.name}</span>
          </Button>
        ) : (
          <span className="unseen">Not yours to rename</span>
        ),
    },
  ];
  return (
    <Section
      title="Workspaces"
      note="A workspace has people, keys and agents of its own."
      actions={
        viewer?.admin &&
        !viewer.key && (
          <Button small icon="plus" onClick={() => setCreating(true)}>
            New workspace
          </Button>
        )
      }
    >
      {workspaces.length > 0 ? (
        <DataTable label="Workspaces" columns={columns} rows={workspaces} rowKey={(w) => w.id} />
      ) : (
        <EmptyState title="You are a member of no workspace">Ask an admin of one for an invitation.</EmptyState>
      )}
      {renaming && <Rename workspace={renaming} onClose={() => setRenaming(null)} />}
      {creating && <Create onClose={() => setCreating(false)} />}
    </Section>
  );
}

function Rename({ workspace, onClose }: { workspace: WorkspaceLine; onClose: () => void }) {
  const [name, setName] = useState(workspace.name);
  const { act, busy, refusals } = useAction(RenameWorkspaceDocument, (d) => d.renameWorkspace);
  const save = async () => {
    if (await act({ workspace: workspace.key, name: name.trim() })) onClose();
  };
  return (
    <Dialog
      title="Rename the workspace"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="rename" busy={busy}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id="rename"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Name"
          data-first=""
          value={name}
          hint="Its key stays."
          error={refusals[0] && sentence(refusals[0].message)}
          onChange={(e) => setName(e.target.value)}
        />
      </form>
    </Dialog>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const { act, busy, refusals } = useAction(CreateWorkspaceDocument, (d) => d.createWorkspace);
  const ofKey = refusals.find((r) => r.field === "key");
  const save = async () => {
    if (await act({ key: key.trim(), name: name.trim() || undefined })) onClose();
  };
  return (
    <Dialog
      title="New workspace"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="create-workspace" busy={busy}>
            Create it
          </Button>
        </>
      }
    >
      <form
        id="create-workspace"
        className={css.fields}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Key"
          data-first=""
          mono
          value={key}
          hint="Its name for programs: lower-case letters, digits and -, up to 40. It does not change."
          error={ofKey && sentence(ofKey.message)}
          onChange={(e) => setKey(e.target.value)}
        />
        <TextField label="Name" value={name} hint="Without it, the key." onChange={(e) => setName(e.target.value)} />
        {refusals
          .filter((r) => r !== ofKey)
          .map((r) => (
            <Notice key={r.message} tone="fail">
              {sentence(r.message)}
            </Notice>
          ))}
      </form>
    </Dialog>
  );
}
