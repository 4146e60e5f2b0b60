import { happenings } from "./log";
import { progress, resultView, runAgentView, runView } from "./views";
import type { RunRecord, SuiteRecord, World } from "./world";

/** Runs that move. Those of the seeded world stand still; those that are started here record a result every `pace` ms. */
export class Simulation {
  private readonly log = new Map<string, Event[]>();
  private readonly watchers = new Set<() => void>();
  /** How many results may still be recorded before all runs stand still, those in `unheld` apart. */
  private left = Number.POSITIVE_INFINITY;
  private unheld = new Set<string>();
  private readonly held: (() => void)[] = [];
  private boardAt = 0;
  private runs = 0;

  private readonly world: World;
  private readonly pace: number;

  constructor(world: World, pace: number) {
    this.world = world;
    this.pace = pace;
  }

  start(suite: SuiteRecord): RunRecord {
    const agents = this.world.agents.filter(
      (a) => a.active && !a.homeRegistry && (!suite.targetDids || suite.targetDids.includes(a.did)),
    );
    const total = agents.length * suite.tasks.length;
    const at = new Date().toISOString();
    const run: RunRecord = {
      id: `run_${suite.key}_live${++this.runs}`,
      suite,
      version: suite.version,
      tasks: suite.tasks,
      agents,
      status: "QUEUED",
      trial: !suite.enabled,
      trigger: "MANUAL",
      createdAt: at,
      startedAt: null,
      finishedAt: null,
      skipped: [],
      recorded: 0,
      cancelledAfter: total,
      lastSeq: 0,
    };
    this.world.runs.unshift(run);
    this.log.set(run.id, []);
    this.emit(run, { kind: "RUN_QUEUED" });
    setTimeout(() => this.advance(run), this.pace);
    return run;
  }

  cancel(run: RunRecord): void {
    if (run.status !== "RUNNING" && run.status !== "QUEUED") return;
    run.status = "CANCELLING";
    run.cancelledAfter = run.recorded;
    this.emit(run, { kind: "CANCEL_REQUESTED" });
  }

  /**
   * Lets runs that start from now on record so many results, and then nothing more until it is called again; a million and more is no
   * bound. Runs that are under way already go on by themselves: they may be another test's.
   */
  allow(results: number): void {
    if (this.left === Number.POSITIVE_INFINITY) this.unheld = new Set(this.world.runs.map((run) => run.id));
    this.left = results >= 1_000_000 ? Number.POSITIVE_INFINITY : results;
    for (const resume of this.held.splice(0)) resume();
  }

  private advance(run: RunRecord): void {
    if (!this.unheld.has(run.id)) {
      if (this.left <= 0) {
        this.held.push(() => this.advance(run));
        return;
      }
      this.left--;
    }
    const total = run.agents.length * run.tasks.length;
    if (run.status === "QUEUED") {
      run.status = "RUNNING";
      run.startedAt = new Date().toISOString();
      this.emit(run, { kind: "RUN_STARTED" });
    }
    if (run.recorded < total) {
      const row = Math.floor(run.recorded / run.tasks.length);
      const place = run.recorded % run.tasks.length;
      if (place === 0) this.emit(run, { kind: "AGENT_STARTED", row });
      run.recorded++;
      this.emit(run, { kind: "RESULT_RECORDED", row, place });
      if (place === run.tasks.length - 1) this.emit(run, { kind: "AGENT_FINISHED", row });
      setTimeout(() => this.advance(run), run.status === "CANCELLING" ? 1 : this.pace);
      return;
    }
    run.status = run.status === "CANCELLING" ? "CANCELLED" : "COMPLETED";
    run.finishedAt = new Date().toISOString();
    this.emit(run, { kind: "RUN_FINISHED" });
    this.boardAt++;
    this.wake();
  }

  private emit(run: RunRecord, event: Omit<Event, "seq" | "at">): void {
    run.lastSeq++;
    this.log.get(run.id)?.push({ ...event, seq: run.lastSeq, at: new Date().toISOString() });
    this.wake();
  }

  private wake(): void {
    for (const watcher of this.watchers) watcher();
  }

  /** Lets something happen that is no run: the board changed. For tests. */
  changeBoard(): void {
    this.boardAt++;
    this.wake();
  }

  async *events(runId: string, after: number | null): AsyncGenerator<{ runEvents: object }> {
    const run = this.world.runs.find((r) => r.id === runId);
    if (!run) return;
    if (!this.log.has(runId)) this.log.set(runId, past(run));
    let seq = after ?? run.lastSeq;
    const common = () => ({ runId, result: null, runAgent: null, run: runView(this.world, run) });
    if (after === null) yield { runEvents: { ...common(), seq, at: new Date().toISOString(), kind: "SNAPSHOT" } };
    for (;;) {
      const fresh = (this.log.get(runId) ?? []).filter((e) => e.seq > seq);
      for (const event of fresh) {
        seq = event.seq;
        const agent = event.row === undefined ? undefined : run.agents[event.row];
        const task = event.place === undefined ? undefined : run.tasks[event.place];
        yield {
          runEvents: {
            ...common(),
            seq,
            at: event.at,
            kind: event.kind,
            ...(agent && task && { result: resultView(this.world, { run, agent, task }) }),
            ...(agent && !task && { runAgent: runAgentView(this.world, run, agent) }),
          },
        };
        if (event.kind === "RUN_FINISHED") return;
      }
      if (fresh.length === 0) await this.change();
    }
  }

  async *liveRuns(): AsyncGenerator<{ liveRuns: object }> {
    let before = "";
    for (;;) {
      const runs = this.world.runs.filter((r) => ["QUEUED", "RUNNING", "CANCELLING"].includes(r.status));
      const state = JSON.stringify(runs.map((r) => [r.id, r.status, progress(r)]));
      if (state !== before) yield { liveRuns: { runs: runs.map((r) => runView(this.world, r)) } };
      before = state;
      await this.change();
    }
  }

  async *boardChanges(): AsyncGenerator<{ leaderboardChanged: object }> {
    let seen = this.boardAt;
    for (;;) {
      await this.change();
      if (this.boardAt === seen) continue;
      seen = this.boardAt;
      yield { leaderboardChanged: { suites: this.world.suites.map((s) => s.key), at: new Date().toISOString() } };
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      const watcher = () => {
        this.watchers.delete(watcher);
        resolve();
      };
      this.watchers.add(watcher);
    });
  }
}

/** The events of a run that was over, or stood still, before the fake began. */
function past(run: RunRecord): Event[] {
  const begun = Date.parse(run.startedAt ?? run.createdAt);
  return happenings(run).map((event, i) => ({ ...event, seq: i + 1, at: new Date(begun + i * 90).toISOString() }));
}

interface Event {
  seq: number;
  at: string;
  kind: string;
  row?: number;
  place?: number;
}
