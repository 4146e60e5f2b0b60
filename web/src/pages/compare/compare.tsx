import { getRouteApi } from "@tanstack/react-router";
import { useQuery } from "urql";
import { Chosen } from "./chosen";
import css from "./compare.module.css";
import { CompareAgentsDocument, CompareRunsDocument } from "./compare.gql";
import { FlippedTasks } from "./flipped-tasks";
import { RunPicker } from "./run-picker";
import { Verdict } from "./verdict";
import { useKept } from "@/lib/use-kept";
import { Button } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { Page } from "@/parts/page/page";
import { AgentPicker } from "@/parts/picker/agent-picker";
import { Segments } from "@/parts/segments/segments";
import { SuiteFilter } from "@/parts/suite-filter/suite-filter";

const route = getRouteApi("/compare");

/** Is one surely better than the other, and where? */
export function Compare() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const kind = search.kind ?? "runs";
  const set = (next: Partial<typeof search>) =>
    void navigate({ resetScroll: false, search: (old) => ({ ...old, show: undefined, ...next }) });
  const side = (name: "a" | "b") =>
    kind === "runs" ? (
      <RunPicker
        label={name === "a" ? "Run a" : "Run b"}
        value={search[name]}
        beside={search[name === "a" ? "b" : "a"]}
        onChange={(id) => set({ [name]: id })}
      />
    ) : (
      <AgentPicker
        label={name === "a" ? "Agent a" : "Agent b"}
        value={search[name]}
        onChange={(did) => set({ [name]: did })}
      />
    );
  return (
    <Page
      title="Compare"
      lead="Two runs, or two agents on the newest run that measured both: task by task, so that what is easy for one is no advantage over the other."
    >
      <div className={css.pickers}>
        <Segments
          label="Compare"
          value={kind}
          onChange={(next) => set({ kind: next, a: undefined, b: undefined, suite: undefined })}
          options={[
            { value: "runs", name: "Runs" },
            { value: "agents", name: "Agents" },
          ]}
        />
        {side("a")}
        <Button
          tone="bare"
          icon="compare"
          disabled={!search.a && !search.b}
          onClick={() => set({ a: search.b, b: search.a })}
        >
          Swap
        </Button>
        {side("b")}
        {kind === "agents" && <SuiteFilter value={search.suite} onChange={(suite) => set({ suite })} />}
      </div>
      {search.a === undefined || search.b === undefined ? (
        <EmptyState title={kind === "runs" ? "Choose two runs" : "Choose two agents"}>
          {kind === "runs"
            ? "Their results are paired by agent and task; tasks that were defined otherwise stay out."
            : "Their results are paired by task, from the newest finished run of each suite that measured both."}
        </EmptyState>
      ) : search.a === search.b ? (
        <EmptyState title="These are the same">Choose another one for b.</EmptyState>
      ) : (
        <Comparison key={kind} kind={kind} a={search.a} b={search.b} suite={search.suite} />
      )}
    </Page>
  );
}

function Comparison({ kind, a, b, suite }: { kind: "runs" | "agents"; a: string; b: string; suite?: string }) {
  const runs = useQuery({ query: CompareRunsDocument, variables: { a, b }, pause: kind !== "runs" });
  const agents = useQuery({ query: CompareAgentsDocument, variables: { a, b, suite }, pause: kind !== "agents" });
  const [{ error, fetching }, reload] = kind === "runs" ? runs : agents;
  const answer = kind === "runs" ? runs[0].data?.compareRuns : agents[0].data?.compareAgents;
  const comparison = useKept(answer);
  const again = () => reload({ requestPolicy: "network-only" });

  if (error && !answer) return <ErrorState error={error} retry={again} />;
  if (answer === null) {
    return (
      <EmptyState title={kind === "runs" ? "One of these runs is unknown here" : "One of these agents is unknown here"}>
        {kind === "runs" ? "Or it is a trial that you may not see." : "Choose another one."}
      </EmptyState>
    );
  }
  if (!comparison) return <Loading />;
  return (
    <div className={css.comparison} aria-busy={fetching} data-busy={(fetching && !answer) || undefined}>
      {error && <ErrorState error={error} retry={again} stale />}
      <Verdict of={comparison} kind={kind} />
      {comparison.notes.length > 0 && (
        <Notice tone="warn">
          <ul>
            {comparison.notes.map((note) => (
              <li key={note}>{sentence(note)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Chosen of={comparison} kind={kind} />
      <FlippedTasks of={comparison} kind={kind} />
    </div>
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
