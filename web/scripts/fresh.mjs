// Fails when the generated files are not what codegen makes of the SDL and the operations as they stand.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../src", import.meta.url).pathname;
const isGenerated = (name) => name.endsWith(".gql.ts") || name === "gql/schema.ts";

function read() {
  const names = readdirSync(root, { recursive: true }).filter(isGenerated).sort();
  return new Map(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

const before = read();
execFileSync("npx", ["graphql-codegen", "--config", "codegen.ts"], { stdio: ["ignore", "ignore", "inherit"] });
const after = read();
const stale = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
if (stale.length > 0) {
  console.error(`stale, and now generated anew (commit them): ${stale.map((name) => `src/${name}`).join(", ")}`);
  process.exit(1);
}
