// Holds the size budget: what the first screen loads before it can render, and what each lazy route adds to it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const budget = { initial: 120, lazy: 80 }; // KB of script, gzipped
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const kilobytes = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;

// Every chunk that `key` needs before it runs, itself included.
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

const weigh = (keys) => [...keys].reduce((sum, key) => sum + kilobytes(manifest[key].file), 0);
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const initial = closure(entry);
const rows = [["initial", weigh(initial), budget.initial]];
for (const key of Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry)) {
  rows.push([key, weigh([...closure(key)].filter((chunk) => !initial.has(chunk))), budget.lazy]);
}

let over = false;
for (const [name, size, limit] of rows) {
  over ||= size > limit;
  console.log(`${size.toFixed(1).padStart(7)} KB of ${limit}  ${name}${size > limit ? "  OVER" : ""}`);
}
process.exit(over ? 1 : 0);
