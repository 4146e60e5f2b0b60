// Writes .gz and .br beside every text file of dist, which embed.go serves to those who take them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url).pathname;
const text = /\.(js|css|html|svg|json|txt|webmanifest)$/;

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !text.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  if (bytes.length < 512) continue;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  for (const [ext, packed] of [
    ["gz", gzipSync(bytes, { level: 9 })],
    ["br", brotliCompressSync(bytes, brotli)],
  ]) {
    if (packed.length < bytes.length) writeFileSync(`${path}.${ext}`, packed);
    else rmSync(`${path}.${ext}`, { force: true });
  }
}
