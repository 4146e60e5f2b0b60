// Fails when src/gql is not what codegen makes of the SDL and the operations as they stand.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../src/gql/", import.meta.url);
const read = () => readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);

const before = JSON.stringify(read());
execFileSync("npx", ["graphql-codegen", "--config", "codegen.ts"], { stdio: ["ignore", "ignore", "inherit"] });
if (JSON.stringify(read()) !== before) {
  console.error("src/gql was stale and has been generated anew: commit it");
  process.exit(1);
}
