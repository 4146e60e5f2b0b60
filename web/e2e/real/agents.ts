import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** How one small agent answers. */
export interface Manner {
  name: string;
  /** The text of its answer to a path or a message; null: the connection is cut. */
  answer: (asked: string) => string | null;
  /** Milliseconds before it answers; or a promise to wait for. */
  wait?: () => Promise<unknown> | undefined;
}

export interface Agent {
  url: string;
  name: string;
  stop(): Promise<void>;
}

/** An agent on loopback that answers GET as plain HTTP and A2A 1.0 messages as JSON-RPC, with a card at the well-known path. */
export async function startAgent(manner: Manner): Promise<Agent> {
  const server = createServer((request, response) => {
    void (async () => {
      const { port } = server.address() as AddressInfo;
      if (request.url === "/.well-known/agent-card.json") {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(card(manner.name, `http://127.0.0.1:${port}/a2a`)));
        return;
      }
      const message = request.method === "POST" ? await read(request) : null;
      await manner.wait?.();
      const text = manner.answer(message ? message.text : (request.url ?? "/"));
      if (text === null) {
        request.socket.destroy();
        return;
      }
      if (!message) {
        response.setHeader("content-type", "text/plain; charset=utf-8");
        response.end(text);
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          jsonrpc: "2.0",
          id: message.id,
          result: { message: { messageId: "reply", role: "ROLE_AGENT", parts: [{ text }] } },
        }),
      );
    })();
  });
  const url = await listen(server);
  return {
    url,
    name: manner.name,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const card = (name: string, url: string) => ({
  name,
  description: "Answers what it is asked.",
  version: "1.0.0",
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "answer", name: "Answer", description: "Answers questions.", tags: ["qa"] }],
});

async function read(request: IncomingMessage): Promise<{ id: unknown; text: string }> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { id, params } = JSON.parse(body) as { id: unknown; params: { message: { parts: { text?: string }[] } } };
  return { id, text: params.message.parts.map((part) => part.text ?? "").join("") };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/** A gate that holds back whoever waits at it until it is opened. */
export function gate(): { open: () => void; wait: () => Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, wait: () => opened };
}
