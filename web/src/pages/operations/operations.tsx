import { useEffect } from "react";
import { useQuery } from "urql";
import { Jobs, Nodes, Settings, SlowAgents } from "./lists";
import { OperationsDocument, type OperationsQuery } from "./operations.gql";
import css from "./operations.module.css";
import { useNow } from "@/lib/clock";
import { absolute, bytes, count, duration, plural } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useMay } from "@/lib/shell";
import { useStore } from "@/lib/store";
import { useKept } from "@/lib/use-kept";
import { Chip } from "@/parts/chip/chip";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { Facts, Page, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

export type OperationsView = NonNullable<OperationsQuery["operations"]>;

const every = 5_000; // ms between two looks
const stale = 3 * every;

/** How the registry is running, looked at every 5 seconds while somebody looks. */
export function Operations() {
  const mayOperate = useMay("OPERATE");
  return mayOperate ? <Running /> : <NotAllowed title="Operations" permission="OPERATE" />;
}

function Running() {
  const [{ data, error, fetching }, reload] = useQuery({ query: OperationsDocument });
  const operations = useKept(data?.operations);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) reload({ requestPolicy: "network-only" });
    };
    const clock = setInterval(look, every);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(clock);
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload]);

  if (!operations) {
    return (
      <Page title="Operations">
        {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
        {!error && fetching && <Loading rows={8} />}
      </Page>
    );
  }
  return (
    <Page
      title="Operations"
      lead={`Assay ${operations.version}, ${operations.goVersion}, on ${operations.database}`}
      chips={operations.scheduler.enabled ? <Chip shape="full">Evals on</Chip> : <Chip shape="open">Evals off</Chip>}
    >
      <div className={css.top}>
        {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale />}
        {!error && <StaleNotice at={operations.at} />}
      </div>
      <Nodes of={operations} />
      <Schedule of={operations} />
      <Jobs of={operations} />
      <SlowAgents of={operations} />
      <Storage of={operations} />
      <Settings of={operations} />
    </Page>
  );
}

/** What is shown is dated when it is old, and not otherwise. */
function StaleNotice({ at }: { at: string }) {
  const now = useNow();
  const zone = useStore(times) === "utc" ? "utc" : "local";
  if (now - Date.parse(at) < stale) return null;
  return <Notice tone="warn">No answer for a while. What is shown is as of {absolute(Date.parse(at), zone)}.</Notice>;
}

function Schedule({ of }: { of: OperationsView }) {
  const { scheduler } = of;
  return (
    <Section title="Scheduler">
      <Facts
        items={[
          ["Held by", scheduler.node ?? "nobody"],
          ["Looks every", duration(scheduler.intervalMs)],
          ["Next due", <RelativeTime key="d" at={scheduler.nextDueAt} otherwise="nothing is due" />],
          [
            "Overdue",
            scheduler.overdue > 0 ? (
              <span key="o" className={css.warn}>
                {plural(scheduler.overdue, "suite")}
              </span>
            ) : (
              "none"
            ),
          ],
        ]}
      />
    </Section>
  );
}

function Storage({ of }: { of: OperationsView }) {
  const { evidence } = of;
  return (
    <Section title="Database and evidence">
      <Facts
        items={[
          ["Database", of.database],
          ["Size", of.databaseBytes === null ? "cannot be told" : bytes(of.databaseBytes)],
          ["Schema", `version ${of.schemaVersion}`],
          ["Bodies kept", count(evidence.bodies)],
          ["Kept for", evidence.retentionDays === null ? "ever" : plural(evidence.retentionDays, "day")],
          ["Oldest kept", <RelativeTime key="o" at={evidence.oldestAt} otherwise="none" />],
          ["Streams open", count(of.streams)],
          ["Subscriptions here", count(of.subscriptions)],
        ]}
      />
    </Section>
  );
}
