// Holds the size budget: what the first screen loads before it can render, and what each page or layer that is loaded later adds to it.
// GraphiQL is a page apart and is not held to it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const budget = { initial: 120, lazy: 80 }; // KB of script, gzipped
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const kilobytes = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;

// Every chunk that `name` needs before it runs, itself included.
function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name].imports ?? []) closure(next, seen);
  return seen;
}

const weigh = (files) => files.reduce((sum, file) => sum + kilobytes(file), 0);
const html = readFileSync(new URL("index.html", dist), "utf8");
const initial = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]);
const rows = [["initial", weigh(initial), budget.initial]];
for (const name of Object.keys(manifest).filter((chunk) => manifest[chunk].isDynamicEntry)) {
  const files = [...closure(name)].map((chunk) => manifest[chunk].file);
  rows.push([name, weigh(files.filter((file) => !initial.includes(file))), budget.lazy]);
}

let over = false;
for (const [name, size, limit] of rows) {
  over ||= size > limit;
  console.log(`${size.toFixed(1).padStart(7)} KB of ${limit}  ${name}${size > limit ? "  OVER" : ""}`);
}
process.exit(over ? 1 : 0);
