// Empties dist but for .keep, which is committed so that the Go side compiles before the console is built.
import { readdirSync, rmSync } from "node:fs";

const dist = new URL("../dist/", import.meta.url);
for (const name of readdirSync(dist)) {
  if (name !== ".keep") rmSync(new URL(name, dist), { recursive: true });
}
