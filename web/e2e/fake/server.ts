import { readdirSync, readFileSync } from "node:fs";
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
const dist = new URL("../../dist", import.meta.url).pathname;
const policy = /"(default-src[^"]+)" \+\n\t"([^"]+)"/.exec(
  readFileSync(new URL("../../embed.go", import.meta.url), "utf8"),
);
const scenarios: readonly Scenario[] = ["data", "empty", "nasty", "big", "off"];

export const adminKey = "fake-admin-key";

export function serve(pace: number): Server {
  const worlds = new Map<string, Omit<Context, "admin">>();
  const contextOf = (cookie: string | undefined, authorization: unknown): Context & { mode: string } => {
    const mode = /(?:^|;\s*)fake=([a-z]+)/.exec(cookie ?? "")?.[1] ?? "data";
    const scenario = scenarios.find((s) => s === mode) ?? "data";
    let made = worlds.get(scenario);
    if (!made) {
      const world = createWorld(scenario);
      made = { world, simulation: new Simulation(world, pace) };
      worlds.set(scenario, made);
    }
    return { ...made, admin: authorization === `Bearer ${adminKey}`, mode };
  };

  const server = createServer((request, response) => {
    if (request.url?.startsWith("/graphql")) void answer(request, response, contextOf);
    else if (request.url?.startsWith("/fake/")) {
      const { simulation } = contextOf(request.headers.cookie, null);
      if (request.url === "/fake/board-changed") simulation.changeBoard();
      const results = /^\/fake\/allow\/(\d+)$/.exec(request.url)?.[1];
      if (results) simulation.allow(Number(results));
      response.end();
    } else serveFile(request.url ?? "/", response);
  });
  serveSubscriptions<{ authorization?: string }>(
    {
      schema,
      roots: { subscription: root },
      context: (c) => {
        const cookie = (c.extra as { request: IncomingMessage }).request.headers.cookie;
        return contextOf(cookie, c.connectionParams?.authorization);
      },
    },
    new WebSocketServer({ server, path: "/graphql" }),
  );
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  contextOf: (cookie: string | undefined, authorization: unknown) => Context & { mode: string },
) {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { query, variables } = JSON.parse(text) as { query: string; variables?: Record<string, unknown> };
  const context = contextOf(request.headers.cookie, request.headers.authorization);
  const send = (body: unknown) => {
    response.setHeader("content-type", "application/graphql-response+json");
    response.end(JSON.stringify(body));
  };
  const document = parse(query);
  const shell = query.includes("query Shell");
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

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

function serveFile(url: string, response: ServerResponse) {
  const path = normalize(decodeURIComponent(url.split("?")[0] ?? "/"));
  response.setHeader("content-security-policy", `${policy![1]}${policy![2]}`);
  const send = (name: string) => {
    const bytes = readFileSync(join(dist, name));
    response.setHeader("content-type", types[extname(name)] ?? "application/octet-stream");
    response.end(bytes);
  };
  try {
    send(path === "/" ? "index.html" : path);
  } catch {
    if (path.startsWith("/assets/")) response.writeHead(404).end("no such asset");
    else send("index.html");
  }
}
