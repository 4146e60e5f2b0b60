import { getRouteApi, Link } from "@tanstack/react-router";
import { useQuery } from "urql";
import { InvitationList } from "./invitation-list";
import { InviteDialog } from "./invite-dialog";
import { MemberDialog } from "./member-dialog";
import { type OneMemberFragment, PeopleDocument } from "./people.gql";
import { plural } from "@/lib/format";
import { layered, useCloseLayer } from "@/lib/layer";
import { standing } from "@/lib/rank";
import { useMaySomewhere, useShell } from "@/lib/shell";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { roles } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters, SearchFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Page, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { WorkspaceFilter } from "@/parts/workspace-filter/workspace-filter";
import css from "./people.module.css";

const route = getRouteApi("/people");

// What an empty list would hold.
const context = { additionalTypenames: ["Member", "Invitation", "User"] };

/** Who works in a workspace, as what, and who is invited. */
export function People() {
  const mayRead = useMaySomewhere("READ_PEOPLE");
  const workspace = useOwnWorkspace(route.useSearch().workspace, "READ_PEOPLE");
  if (!mayRead) return <NotAllowed title="People" permission="READ_PEOPLE" />;
  return <OneWorkspace key={workspace} workspace={workspace} />;
}

function OneWorkspace({ workspace: key }: { workspace: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { viewer } = useShell();
  const [{ data, error, fetching }, reload] = useQuery({
    query: PeopleDocument,
    variables: { workspace: key },
    context,
  });
  const workspace = data?.workspace;
  const mayManage = workspace?.permissions.includes("MANAGE_PEOPLE") ?? false;

  const own = standing(viewer, workspace?.role ?? null);
  const part = search.q?.toLowerCase();
  const all = workspace?.members ?? [];
  const members = all.filter((m) => !part || `${m.user.name}\n${m.user.email}`.toLowerCase().includes(part));
  const chosen = all.find((m) => m.user.id === search.member);
  const invite = () => void navigate({ search: (old) => ({ ...old, do: "invite" }), state: layered });
  const leave = useCloseLayer(
    () => void navigate({ search: (old) => ({ ...old, member: undefined, do: undefined }), replace: true }),
  );
  return (
    <Page
      title="People"
      lead="Who works here, and as what. Each role may do all that the one before it may."
      actions={
        mayManage && (
          <Button tone="primary" icon="plus" onClick={invite}>
            Invite
          </Button>
        )
      }
    >
      <Filters>
        <WorkspaceFilter
          value={search.workspace}
          permission="READ_PEOPLE"
          onChange={(to) => void navigate({ search: { ...(to && { workspace: to }) } })}
        />
        <SearchFilter
          label="Name or address"
          value={search.q ?? ""}
          onChange={(q) => void navigate({ search: (old) => ({ ...old, q: q || undefined }), replace: true })}
        />
      </Filters>
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(workspace)} />
      )}
      {!workspace && fetching && <Loading />}
      {data && !workspace && !error && (
        <EmptyState title="There is no such workspace, or you are no member of it">
          The link may be mistyped, or you may have been taken out.
        </EmptyState>
      )}
      {workspace && (
        <>
          {members.length > 0 ? (
            <DataTable
              label="Members"
              columns={columns(viewer?.user?.id)}
              rows={members}
              rowKey={(m) => m.user.id}
              busy={fetching}
            />
          ) : (
            <EmptyState title={part ? "Nobody is found under these words" : "Nobody is a member yet"}>
              {part ? undefined : "Whoever follows an invitation's link becomes one."}
            </EmptyState>
          )}
          <p className={css.total}>
            {part ? `${members.length} of ${plural(all.length, "member")}` : plural(all.length, "member")}
          </p>
          {workspace.invitations && <InvitationList invitations={workspace.invitations} invite={invite} />}
          <Section title="What a role may do">
            <dl className={css.roles}>
              {Object.values(roles).map((role) => (
                <div key={role.name}>
                  <dt>{role.name}</dt>
                  <dd>{role.says}</dd>
                </div>
              ))}
            </dl>
          </Section>
          <InviteDialog open={search.do === "invite" && mayManage} onClose={leave} workspace={key} own={own} />
          {chosen && <MemberDialog member={chosen} workspace={workspace} own={own} onClose={leave} />}
        </>
      )}
    </Page>
  );
}

const columns = (me: string | undefined): Column<OneMemberFragment>[] => [
  {
    name: "Name",
    lead: true,
    cell: (m) => (
      <>
        <span className={css.name}>
          <Link
            to="/people"
            search={({ workspace, q }) => ({ workspace, q, member: m.user.id })}
            state={layered}
            {...rowLink}
          >
            <Foreign text={m.user.name} />
          </Link>
          {m.user.id === me && <Chip>You</Chip>}
          {m.user.platformAdmin && <Chip>Platform admin</Chip>}
        </span>
        <span className={css.email}>
          <Foreign text={m.user.email} />
        </span>
      </>
    ),
  },
  { name: "Role", width: "120px", cell: (m) => roles[m.role].name },
  { name: "Since", width: "130px", cell: (m) => <RelativeTime at={m.since} /> },
  { name: "Last here", width: "130px", cell: (m) => <RelativeTime at={m.user.seenAt} otherwise="Never" /> },
];
