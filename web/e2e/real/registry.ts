import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A registry of its own for a test: the real binary on a free port, with an empty database. */
export interface Registry {
  url: string;
  key: string;
  graphql<T>(query: string, variables?: object): Promise<T>;
  stop(): Promise<void>;
}

const binary = process.env.ASSAY_BIN ?? new URL("../../../bin/assay", import.meta.url).pathname;
const key = "e2e-admin-key-0123456789";

export async function startRegistry(env: Record<string, string> = {}): Promise<Registry> {
  if (!existsSync(binary)) throw new Error(`there is no ${binary}: run make build, or set ASSAY_BIN`);
  const folder = mkdtempSync(join(tmpdir(), "assay-e2e-"));
  const child = spawn(binary, ["serve"], {
    env: {
      ...process.env,
      ASSAY_ADDR: "127.0.0.1:0",
      EVALS_ENABLED: "true",
      ASSAY_NAME: "Northwind Registry",
      ASSAY_DATABASE_URL: `sqlite:${join(folder, "assay.db")}`,
      ASSAY_ADMIN_KEY: key,
      ASSAY_ALLOW_TARGETS: "127.0.0.0/8",
      ASSAY_RUNNER_INTERVAL: "1s",
      ASSAY_TASK_TIMEOUT: "5s",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await address(child);
  return {
    url,
    key,
    async graphql<T>(query: string, variables: object = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address that the server prints once it listens. */
function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      said += String(chunk);
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

/** A port of loopback that nobody listens on, for a registry whose address others must know before it is there. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
