import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Payloads that would do something where they are taken for markup, a script, a link, a template or a formula. */
export const payloads = JSON.parse(
  readFileSync(new URL("./testdata/payloads.json", import.meta.url), "utf8"),
) as readonly string[];

/** A payload with its number, by which it is found on a page. */
export const marked = (i: number) => `${payloads[i]} #${i}#`;
/** The same where control characters are refused. */
// oxlint-disable-next-line no-control-regex
export const name = (i: number) => marked(i).replaceAll(/[\u0000-\u001f]/g, "");
/** The same as the value of a header, whose bytes must be printable. */
export const header = (i: number) => marked(i).replaceAll(/[^\u0020-\u007e]/g, "?");

export interface Hostile {
  /** Of the i-th agent's card. */
  card: (i: number) => string;
  stop: () => Promise<void>;
}

/**
 * As many agents as there are payloads, on loopback. The i-th has its payload in its card, its answers, the headers of its answers, and in
 * the errors that it gives to messages that begin with "fail".
 */
export async function startHostile(): Promise<Hostile> {
  const server = createServer((request, response) => {
    const [, place = "0", rest = ""] = /^\/(\d+)\/(.*)$/.exec(request.url ?? "") ?? [];
    const i = Number(place);
    response.setHeader("x-payload", header(i));
    response.setHeader("set-cookie", `payload=${encodeURIComponent(header(i))}`);
    if (rest === "card.json") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(card(i, `http://127.0.0.1:${(server.address() as AddressInfo).port}/${i}/a2a`)));
    } else if (request.method === "POST") {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => answer(response, i, JSON.parse(body)));
    } else {
      // A browser would run it.
      response.setHeader("content-type", "text/html");
      response.end(marked(i));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    card: (i) => `http://127.0.0.1:${port}/${i}/card.json`,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function answer(
  response: ServerResponse,
  i: number,
  { id, params }: { id: unknown; params: { message: { parts: { text?: string }[] } } },
) {
  const asked = params.message.parts.map((part) => part.text ?? "").join("");
  response.setHeader("content-type", "application/json");
  const outcome = asked.startsWith("fail")
    ? { error: { code: -32_000, message: marked(i), data: [{ reason: marked(i) }] } }
    : { result: { message: { messageId: "reply", role: "ROLE_AGENT", parts: [{ text: marked(i) }] } } };
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}

const card = (i: number, url: string) => ({
  name: name(i),
  description: marked(i),
  version: marked(i),
  documentationUrl: "javascript:alert(1)",
  iconUrl: "javascript:alert(2)",
  provider: { organization: marked(i), url: "javascript:alert(3)" },
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: [marked(i)],
  skills: [{ id: marked(i), name: marked(i), description: marked(i), tags: [marked(i)], examples: [marked(i)] }],
});
