import { spawn } from "node:child_process";

/** An identity provider made with oidc-provider, which the Go tests use as well; `make e2e` installs it. */
export interface Provider {
  issuer: string;
  stop(): Promise<void>;
}

/** Its one client, as its server names it. */
export const client = { id: "assay", secret: "secret-of-the-client" };

const folder = new URL("../../../internal/foreign/oidc/", import.meta.url).pathname;

/** `redirect` is where it sends people back to. */
export async function startProvider(redirect: string): Promise<Provider> {
  const child = spawn("node", ["server.mjs", "0", redirect], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  const issuer = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (chunk) => (said += String(chunk)));
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
      const found = /^http:\/\/127\.0\.0\.1:\d+$/m.exec(said)?.[0];
      if (found) resolve(found);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`the identity provider ended with ${code} (npm ci in ${folder}?):\n${said}`));
    });
  });
  return {
    issuer,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end(); // its sign to end
      await ended;
    },
  };
}
