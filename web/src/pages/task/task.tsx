import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useQuery } from "urql";
import { ActFor } from "./act-for";
import { Approvals } from "./approvals";
import { type FullWorkFragment, TaskDocument, TaskMovingDocument } from "./task.gql";
import css from "./task.module.css";
import { Timeline } from "./timeline";
import { watch } from "@/lib/live";
import { useMay, useShell } from "@/lib/shell";
import { deliveries, isOver } from "@/lib/work-words";
import { Chip } from "@/parts/chip/chip";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Icon } from "@/parts/icon/icon";
import { InertText } from "@/parts/inert-text/inert-text";
import { Judgement } from "@/parts/judgement/judgement";
import { Voices } from "@/parts/judgement/voices";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Facts, Page, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { WorkClassLabel } from "@/parts/work-class/work-class";
import { WorkStatusChip } from "@/parts/work-status/work-status";
import { NotFound } from "../notfound/notfound";

const route = getRouteApi("/work/$id");
const crumbs: Crumb[] = [{ name: "Work", link: { to: "/work" } }];

export function Task() {
  const { id } = route.useParams();
  const [{ data, error, fetching }, reload] = useQuery({ query: TaskDocument, variables: { id } });
  const refresh = () => reload({ requestPolicy: "network-only" });
  const work = data?.work;
  const workspace = work?.workspace;
  useEffect(() => {
    if (workspace === undefined) return;
    return watch({
      document: TaskMovingDocument,
      variables: () => ({ workspace }),
      next: ({ workChanged }) => {
        if (workChanged.id === id) reload({ requestPolicy: "network-only" });
      },
      over: () => false,
    });
  }, [workspace, id, reload]);

  if (work) {
    return (
      <OneTask key={id} work={work}>
        {error && <ErrorState error={error} retry={refresh} stale />}
      </OneTask>
    );
  }
  if (data && !error && !fetching) return <NotFound what="There is no such work here, or you may not see it" />;
  return (
    <Page title="Task" crumbs={crumbs}>
      {error ? <ErrorState error={error} retry={refresh} /> : <Loading />}
    </Page>
  );
}

function OneTask({ work, children }: { work: FullWorkFragment; children: ReactNode }) {
  const { viewer } = useShell();
  // People speak with a session, never with a key.
  const mayJudge = useMay("JUDGE_WORK", work.workspace) && viewer?.user != null && viewer.key === null;
  const mayAct = useMay("SEND_TASKS", work.workspace) && work.to.mayChange;
  const over = isOver(work.status);
  // What waits for a decision is read first.
  const pending = work.approvals.some((a) => a.state === "PENDING");
  const approvals = work.approvals.length > 0 && (
    <Section title="Approvals" note="Calls that the assignee may make only when a person lets it">
      <Approvals approvals={work.approvals} assignee={work.to.did} mayJudge={mayJudge} />
    </Section>
  );
  return (
    <Page
      title={work.title}
      crumbs={crumbs}
      chips={
        <>
          <WorkStatusChip value={work.status} />
          <Chip>
            <WorkClassLabel value={work.workClass} />
          </Chip>
        </>
      }
      lead={
        <span className={css.pair}>
          <AgentLink agent={work.from} />
          <Icon name="right" size={12} />
          <span className="unseen">to</span>
          <AgentLink agent={work.to} />
          <span className={css.age}>
            <RelativeTime at={work.sentAt} />
          </span>
        </span>
      }
    >
      {children}
      {work.cleared && (
        <Notice tone="warn">An owner had the texts of this work cleared. What was recorded of it stays.</Notice>
      )}
      <div className={css.top}>
        <Judgement
          target={{ kind: "TASK", id: work.id }}
          outcome={work.outcome ?? null}
          verdicts={work.verdicts}
          assignee={work.to.did}
          over={over}
          mayJudge={mayJudge}
        />
      </div>
      {pending && approvals}
      <Section title="Brief">
        <Text text={work.brief} label="the brief" empty="The title says it all." />
      </Section>
      <Section title={work.status === "FAILED" ? "Why it failed" : "Result"}>
        <Text
          text={work.result}
          label="the result"
          empty={over ? "Nothing was given." : "Nothing yet."}
          cleared={work.cleared}
        />
      </Section>
      {(work.verdicts.length > 0 || over) && (
        <Section title="Voices" note="Of each voice the newest word stands; the most trusted one decides">
          {work.verdicts.length > 0 ? (
            <Voices verdicts={work.verdicts} label="What was said of the result" />
          ) : (
            <EmptyState title="Nobody has said anything yet" />
          )}
        </Section>
      )}
      {!pending && approvals}
      <Section title="Events">
        <Timeline events={work.events} />
      </Section>
      <Section title="Record">
        <Facts
          items={[
            ["Deadline", <RelativeTime key="d" at={work.deadline} otherwise="None" />],
            ["Sent", <RelativeTime key="s" at={work.sentAt} />],
            ["Ended", <RelativeTime key="e" at={work.endedAt} otherwise="It goes on" />],
            ["Delivery", deliveries[work.delivery].name],
            ["Work", <Hash key="i" value={work.id} label="the id of the work" />],
          ]}
        />
      </Section>
      {mayAct && !over && <ActFor work={work} />}
    </Page>
  );
}

function AgentLink({ agent }: { agent: { did: string; name: string } }) {
  return (
    <Link to="/agents/$did" params={{ did: agent.did }} className={css.agent}>
      <Foreign text={agent.name} />
    </Link>
  );
}

function Text({
  text,
  label,
  empty,
  cleared = text === null,
}: {
  text: string | null;
  label: string;
  empty: string;
  cleared?: boolean;
}) {
  if (text) return <InertText text={text} label={label} />;
  return <p className="quiet">{text === null && cleared ? "It was cleared." : empty}</p>;
}
