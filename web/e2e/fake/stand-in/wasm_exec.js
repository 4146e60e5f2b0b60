// What the tests of the console are given for the verifier where dist has none: `npm run build` alone does not make it. It asks two of the
// questions that cmd/assay-verify asks of the export of a score, and names all of them; its answers have the same form.
(() => {
  const names = ["seal", "params", "outcomes", "facts", "recompute", "log"];

  globalThis.Go = class {
    importObject = {};
    async run() {
      globalThis.assayVerify = verify;
    }
  };

  function verify(text, keys) {
    let file;
    try {
      file = JSON.parse(text);
    } catch {
      return JSON.stringify({ error: "it is no JSON" });
    }
    if (file?.format !== "assay-score-export-1") return JSON.stringify({ error: "it is of no known format" });
    const problems = { seal: sealProblem(file), params: file.document.params_version === 1 ? "" : "params_unknown" };
    const checks = names.map((name) => {
      const code = problems[name] ?? "";
      return { name, ok: code === "", code, detail: code === "" ? "As it should be." : "Not as it was sealed." };
    });
    const whole = ({ receipt, texts }) => Object.keys(receipt.texts).every((name) => texts[name]);
    return JSON.stringify({
      ok: checks.every((c) => c.ok),
      anchored: (file.log?.keys ?? []).some((key) => keys.includes(key)),
      checks,
      cleared: file.outcomes.filter((o) => !whole(o)).length,
    });
  }

  function sealProblem({ score, document }) {
    if (sha256(canonical(score.receipt)) !== score.hash) return "seal_broken";
    return sha256(canonical(document)) === score.receipt.facts.document ? "" : "document_changed";
  }

  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const fields = Object.keys(value).sort();
    return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }

  /** FIPS 180-4, for there is no hash that answers at once in a worker. */
  function sha256(text) {
    const primes = [];
    for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
    const bits = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
    const k = primes.map((p) => bits(Math.cbrt(p)));
    let h = primes.slice(0, 8).map((p) => bits(Math.sqrt(p)));
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < padded.length; at += 64) {
      const w = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i));
      for (let i = 16; i < 64; i++) {
        const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
      }
      let [a, b, c, d, e, f, g, z] = h;
      for (let i = 0; i < 64; i++) {
        const t1 = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
        const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [z, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      h = [a, b, c, d, e, f, g, z].map((x, i) => (x + h[i]) | 0);
    }
    return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
  }
})();
