// Writes .gz and .br beside every text file of dist, or beside those that are named, which embed.go serves to those who take them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url).pathname;
const text = /\.(js|css|html|svg|json|txt|webmanifest|wasm)$/;
const named = process.argv.slice(2);

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !text.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  if (named.length > 0 && !named.includes(relative(dist, path))) continue;
  const bytes = readFileSync(path);
  if (bytes.length < 512) continue;
  // The last step saves a tenth of a module's megabytes, and takes eight times as long.
  const quality = entry.name.endsWith(".wasm") ? 9 : 11;
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  for (const [ext, packed] of [
    ["gz", gzipSync(bytes, { level: 9 })],
    ["br", brotliCompressSync(bytes, brotli)],
  ]) {
    if (packed.length < bytes.length) writeFileSync(`${path}.${ext}`, packed);
    else rmSync(`${path}.${ext}`, { force: true });
  }
}
