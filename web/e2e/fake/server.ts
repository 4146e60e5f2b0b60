import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import {
  buildSchema,
  execute,
  type FieldNode,
  GraphQLError,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { useServer as serveSubscriptions } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";
import { callerOf, createAccess, may } from "./access";
import { auditRows } from "./access-root";
import { type Context, root } from "./resolvers";
import { Simulation } from "./simulation";
import { createWorld, type Scenario } from "./world";

/**
 * A GraphQL server with the real SDL and made-up data, serving the built console under the real content security policy. What it
 * shows follows from the cookie `fake`: a scenario of world.ts, or `error` (every query fails), `nulls` (each of its root
 * fields does) or `loading` (none is answered).
 */
const folder = new URL("../../../graph/schema/", import.meta.url).pathname;
const sdl = readdirSync(folder)
  .filter((name) => name.endsWith(".graphqls"))
  .map((name) => readFileSync(folder + name, "utf8"));
const schema = buildSchema(sdl.join("\n"));
const dist = process.env.FAKE_DIST ?? new URL("../../dist", import.meta.url).pathname;
const embed = readFileSync(new URL("../../embed.go", import.meta.url), "utf8");
const policyNamed = (name: string) => {
  const found = new RegExp(`const ${name} = "([^"]+)" \\+\\n\\t"([^"]+)"`).exec(embed)!;
  return `${found[1]}${found[2]}`;
};
const policy = policyNamed("contentSecurityPolicy");
const graphiQLPolicy = policyNamed("graphiQLPolicy");
const verifierPolicy = policyNamed("verifierPolicy");
const scenarios: readonly Scenario[] = ["data", "empty", "nasty", "big", "off", "fresh"];

export const adminKey = "fake-admin-key";

interface Place {
  cookie?: string | undefined;
  authorization?: unknown;
  userAgent?: string | undefined;
  host?: string | undefined;
}

type Made = Pick<Context, "world" | "simulation" | "access">;

export interface Fake {
  server: Server;
  /** A world of this server, made when it is first asked for. */
  of(scenario?: Scenario): Made;
  /** Ends every session of a world, and closes the sockets. */
  endSessions(scenario?: Scenario): void;
}

/** A fake server with worlds of its own, to be told where to listen. Runs that are started in it record a result every `pace` ms. */
export function serve(pace: number): Fake {
  const worlds = new Map<Scenario, Made>();
  const of = (scenario: Scenario = "data"): Made => {
    let made = worlds.get(scenario);
    if (!made) {
      const world = createWorld(scenario);
      made = { world, simulation: new Simulation(world, pace), access: createAccess(scenario) };
      worlds.set(scenario, made);
    }
    return made;
  };
  const contextOf = (from: Place): Context & { mode: string } => {
    const mode = /(?:^|;\s*)fake=([a-z]+)/.exec(from.cookie ?? "")?.[1] ?? "data";
    const made = of(scenarios.find((s) => s === mode));
    const caller = callerOf(made.access, adminKey, from.cookie, from.authorization, from.userAgent);
    return {
      ...made,
      caller,
      admin: may(made.access, caller, "EDIT_SUITES"),
      adminKey,
      origin: `http://${from.host}`,
      userAgent: from.userAgent ?? "",
      setSession: () => {},
      mode,
    };
  };
  const sockets = new WebSocketServer({ noServer: true });

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://fake");
    if (url.pathname === "/graphql") void answer(request, response, contextOf(placeOf(request)));
    else if (url.pathname === "/api/v1/audit") exportAudit(url, response, contextOf(placeOf(request)));
    else if (url.pathname.startsWith("/api/agent-record/")) exportScore(response, contextOf(placeOf(request)));
    else serveFile(request.url ?? "/", response);
  });
  server.on("upgrade", (request, socket, head) => {
    if (request.url !== "/graphql") socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit("connection", opened, request));
  });
  serveSubscriptions<{ authorization?: string }>(
    {
      schema,
      roots: { subscription: root },
      context: (c) =>
        contextOf({
          ...placeOf((c.extra as { request: IncomingMessage }).request),
          authorization: c.connectionParams?.authorization,
        }),
    },
    sockets,
  );
  const endSessions = (scenario?: Scenario) => {
    of(scenario).access.sessions = [];
    for (const socket of sockets.clients) socket.close(4403, "Forbidden");
  };
  return { server, of, endSessions };
}

const placeOf = ({ headers }: IncomingMessage): Place => ({
  cookie: headers.cookie,
  authorization: headers.authorization,
  userAgent: headers["user-agent"],
  host: headers.host,
});

async function answer(request: IncomingMessage, response: ServerResponse, context: Context & { mode: string }) {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { query, variables } = JSON.parse(text) as { query: string; variables?: Record<string, unknown> };
  context.setSession = (token) =>
    response.setHeader(
      "set-cookie",
      `fake_session=${token ?? ""}; HttpOnly; SameSite=Lax; Path=/${token ? "" : "; Max-Age=0"}`,
    );
  const send = (body: unknown) => {
    response.setHeader("content-type", "application/graphql-response+json");
    response.end(JSON.stringify(body));
  };
  const document = parse(query);
  const shell = /query (Shell|Workspaces)\b/.test(query);
  if (context.mode === "loading" && !shell) return;
  if (context.mode === "error" && !shell) {
    const extensions = { code: "INTERNAL", requestId: "req_01HZX7" };
    return send({
      errors: [new GraphQLError("the server failed; its log has the details under this request id", { extensions })],
    });
  }
  if (context.mode === "nulls" && !shell && query.startsWith("query")) {
    const operation = document.definitions[0] as OperationDefinitionNode;
    const names = operation.selectionSet.selections.map((s) => (s as FieldNode).name.value);
    return send({
      data: Object.fromEntries(names.map((name) => [name, null])),
      errors: [new GraphQLError("this list failed", { extensions: { code: "INTERNAL" } })],
    });
  }
  const errors = validate(schema, document);
  if (errors.length > 0) return send({ errors });
  send(await execute({ schema, document, rootValue: root, contextValue: context, variableValues: variables }));
}

function exportAudit(url: URL, response: ServerResponse, { access, admin }: Context) {
  if (!admin) return response.writeHead(401).end();
  const rows = auditRows(access, Object.fromEntries(url.searchParams));
  const csv = url.searchParams.get("format") === "csv";
  response.setHeader("content-type", csv ? "text/csv; charset=utf-8" : "application/jsonl");
  response.setHeader("content-disposition", `attachment; filename="audit.${csv ? "csv" : "jsonl"}"`);
  response.end(rows.map((e) => (csv ? `${e.seq},${e.at},${e.action}` : JSON.stringify(e))).join("\n"));
}

/** The same export for every score: one that the verifier knows to hold. */
export const scoreExport = readFileSync(new URL("../../../eval/verify/testdata/score.json", import.meta.url));

function exportScore(response: ServerResponse, { access, caller }: Context) {
  if (!may(access, caller, "EXPORT_SCORES")) return response.writeHead(403).end();
  response.setHeader("content-type", "application/json");
  response.end(scoreExport);
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const verifierFiles = ["/verify.wasm", "/wasm_exec.js"];

/** The smallest module there is, and a script that does without it. */
function serveStandIn(path: string, response: ServerResponse) {
  response.setHeader("content-type", types[extname(path)]!);
  if (path === "/verify.wasm") response.end(Buffer.from("0061736d01000000", "hex"));
  else response.end(readFileSync(new URL("stand-in/wasm_exec.js", import.meta.url)));
}

function policyOf(path: string): string {
  if (path.startsWith("/assets/verify-worker-")) return verifierPolicy;
  return path === "/graphiql" ? graphiQLPolicy : policy;
}

function serveFile(url: string, response: ServerResponse) {
  const path = normalize(decodeURIComponent(url.split("?")[0] ?? "/"));
  response.setHeader("content-security-policy", policyOf(path));
  const send = (name: string) => {
    const bytes = readFileSync(join(dist, name));
    response.setHeader("content-type", types[extname(name)] ?? "application/octet-stream");
    response.end(bytes);
  };
  if (verifierFiles.includes(path) && !existsSync(join(dist, "verify.wasm"))) return serveStandIn(path, response);
  try {
    send(path === "/" ? "index.html" : path === "/graphiql" ? "graphiql.html" : path);
  } catch {
    if (path.startsWith("/assets/")) response.writeHead(404).end("no such asset");
    else send("index.html");
  }
}
