import type { Binding } from "@/gql/schema";
import type { AgentFactsFragment } from "@/gql/shared.gql";
import { Chip } from "../chip/chip";

export const bindings: Record<Binding, string> = {
  HTTP: "plain HTTP",
  JSONRPC: "A2A JSON-RPC",
  HTTP_JSON: "A2A HTTP+JSON",
};

/** What is out of the ordinary about an agent: the ordinary one is active, homed here and on the board. */
export function AgentMarks({
  agent,
  always = false,
}: {
  agent: AgentFactsFragment & { notEvaluated?: string | null };
  always?: boolean;
}) {
  return (
    <>
      {agent.removedAt ? (
        <Chip shape="cross">Removed</Chip>
      ) : agent.homeRegistry ? (
        <Chip shape="half" title={`Homed at ${agent.homeRegistry}: never evaluated here`}>
          Mirror
        </Chip>
      ) : !agent.active ? (
        <Chip shape="open">Inactive</Chip>
      ) : (
        always && !agent.notEvaluated && <Chip shape="full">Active</Chip>
      )}
      {agent.notEvaluated === "opted out" && (
        <Chip shape="cross" title="Its operator asked that it be called no more">
          Opted out
        </Chip>
      )}
      {agent.notEvaluated === "unproven" && (
        <Chip tone="warn" shape="half" title="Not evaluated until control of its endpoint is shown">
          Unproven
        </Chip>
      )}
      {agent.testAgent && <Chip title="Evaluated, and kept off the board">Test agent</Chip>}
      {agent.cardProblem && (
        <Chip tone="warn" title={agent.cardProblem}>
          Card problem
        </Chip>
      )}
    </>
  );
}
