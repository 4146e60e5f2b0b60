import { useNavigate } from "@tanstack/react-router";
import type { Client } from "@urql/core";
import type { Command } from "./use-found";
import { RunSuiteDocument } from "@/pages/suite/suite.gql";
import { describe } from "@/lib/graphql";
import { idempotencyKey } from "@/lib/idempotency";
import { theme, times } from "@/lib/preferences";
import { sentence } from "@/lib/sentence";
import { signedIn, useMay, useMaySomewhere, useShell } from "@/lib/shell";

/** What the caller may do from anywhere. */
export function useCommands({
  client,
  suites,
  showKeys,
  say,
  close,
}: {
  client: Client;
  suites: readonly { key: string; name: string; enabled: boolean }[];
  showKeys: () => void;
  say: (words: string) => void;
  close: () => void;
}): Command[] {
  const { viewer, registry } = useShell();
  const navigate = useNavigate();
  const known = signedIn(viewer);
  const mayEdit = useMay("EDIT_SUITES");
  const mayRun = useMay("RUN_SUITES") && registry?.evalsEnabled === true;
  const mayRegister = useMaySomewhere("REGISTER_AGENTS");
  const mayInvite = useMaySomewhere("MANAGE_PEOPLE");
  const mayMakeKeys = useMaySomewhere("CREATE_KEYS");

  const start = async (key: string) => {
    say("Starting the run");
    const { data, error } = await client.mutation(RunSuiteDocument, {
      input: { key, idempotencyKey: idempotencyKey() },
    });
    const refused = data?.runSuite.userErrors[0];
    if (data?.runSuite.run) {
      void navigate({ to: "/runs/$id", params: { id: data.runSuite.run.id } });
      close();
    } else if (refused) say(sentence(refused.message));
    else if (error) say(`${describe(error).title}. ${describe(error).detail}`);
  };
  const act = (id: string, name: string, icon: Command["icon"], run: Command["run"], also = ""): Command => ({
    id,
    name,
    icon,
    run,
    also,
    group: "Do",
  });
  const look = (id: string, name: string, icon: Command["icon"], run: () => void, also: string): Command => ({
    ...act(id, name, icon, run, also),
    asked: true,
  });
  return [
    ...(mayEdit ? [act("new-suite", "New suite", "plus", { to: "/new-suite" }, "create draft")] : []),
    ...(mayRegister ? [act("register", "Register agent", "plus", { to: "/register-agent" }, "add new")] : []),
    ...(mayInvite
      ? [act("invite", "Invite somebody", "people", { to: "/people", search: { do: "invite" } }, "member link")]
      : []),
    ...(mayMakeKeys ? [act("key", "Create API key", "key", { to: "/keys", search: { do: "create" } }, "token")] : []),
    ...(mayRun
      ? suites.map((s) => ({
          ...look(
            `run ${s.key}`,
            s.enabled ? `Run ${s.name} now` : `Run a trial of ${s.name}`,
            "runs",
            () => void start(s.key),
            `${s.key} start`,
          ),
          stays: true,
        }))
      : []),
    look("light", "Use the light theme", "sun", () => theme.set("light"), "looks appearance"),
    look("dark", "Use the dark theme", "moon", () => theme.set("dark"), "looks appearance"),
    look("system", "Use the system's theme", "screen", () => theme.set("system"), "looks appearance"),
    look("ago", "Show times as ages", "refresh", () => times.set("relative"), "relative"),
    look("local", "Show local times", "refresh", () => times.set("local"), "zone"),
    look("utc", "Show times in UTC", "refresh", () => times.set("utc"), "zone"),
    act("keys", "Show the keyboard's keys", "question", showKeys, "help shortcuts"),
    ...(known ? [act("graphiql", "Open GraphiQL", "code", () => location.assign("/graphiql"), "api query")] : []),
    ...(known === false ? [act("signin", "Sign in", "key", { to: "/signin" }, "log in")] : []),
  ];
}
