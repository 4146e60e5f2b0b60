import { demand } from "./agents";
import type { Context } from "./resolvers";
import { agentView } from "./views";
import { begun } from "./world";

/** How the fake registry is running: two nodes, one of which stopped. */
export const operating = {
  operations: (_: unknown, context: Context) => {
    demand(context, "OPERATE");
    const { world } = context;
    const now = Date.now();
    const at = (ms: number) => new Date(ms).toISOString();
    const minute = 60_000;
    const busy = world.agents.length > 0;
    return {
      at: at(now),
      version: "0.2.0",
      goVersion: "go1.26.0",
      database: "sqlite 3.51.1",
      schemaVersion: 2,
      databaseBytes: 48_340_992,
      scheduler: {
        node: "alpha",
        enabled: world.scenario !== "off",
        intervalMs: 30_000,
        nextDueAt: busy ? at(now + 95_000) : null,
        overdue: busy ? 1 : 0,
      },
      jobs: [
        {
          kind: "run_agent",
          waiting: busy ? 41 : 0,
          later: 0,
          held: busy ? 12 : 0,
          oldestAt: busy ? at(now - 9_000) : null,
        },
        { kind: "schedule", waiting: 0, later: 0, held: 1, oldestAt: null },
        { kind: "retention", waiting: 0, later: 1, held: 0, oldestAt: null },
      ],
      nodes: [
        {
          name: "alpha",
          version: "0.2.0",
          startedAt: at(begun - 3 * 24 * 60 * minute),
          seenAt: at(now - 2_000),
          stoppedAt: null,
          up: true,
          streams: 3,
          calls: busy ? 9 : 0,
          parts: busy ? 12 : 0,
        },
        {
          name: "beta-with-a-name-that-somebody-generated-7f9c2d51",
          version: "0.1.0",
          startedAt: at(begun - 9 * 24 * 60 * minute),
          seenAt: at(begun - 5 * 60 * minute),
          stoppedAt: at(begun - 5 * 60 * minute),
          up: false,
          streams: 0,
          calls: 0,
          parts: 0,
        },
      ],
      slowAgents: world.agents.slice(0, 10).map((a, i) => ({
        agent: () => agentView(world, a),
        meanMs: 2_400 - i * 190,
        p95Ms: 6_100 - i * 420,
        results: 100 - i * 7,
      })),
      streams: 3,
      subscriptions: 5,
      evidence: {
        retentionDays: 90,
        bodies: busy ? 18_204 : 0,
        oldestAt: busy ? at(begun - 61 * 24 * 60 * minute) : null,
      },
      settings: [
        { name: "ASSAY_ADDR", value: "127.0.0.1:8080", about: "The address to listen at.", initial: true },
        {
          name: "ASSAY_PUBLIC_URL",
          value: "https://registry.example",
          about: "Where others reach this registry.",
          initial: false,
        },
        { name: "ASSAY_ADMIN_KEY", value: "set", about: "The platform-admin credential.", initial: false },
        {
          name: "ASSAY_SECRET_KEY",
          value: "",
          about: "The key that agent credentials are encrypted with.",
          initial: true,
        },
        { name: "ASSAY_RUNNER_INTERVAL", value: "30s", about: "How often the schedule is looked at.", initial: true },
        {
          name: "ASSAY_ALLOW_TARGETS",
          value: "10.0.0.0/8,192.168.0.0/16",
          about: "Networks that may be called besides public addresses.",
          initial: false,
        },
      ],
    };
  },
};
