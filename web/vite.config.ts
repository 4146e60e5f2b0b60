/// <reference types="vitest/config" />
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Where `npm run dev` finds the API: `make run` listens there. The fake of e2e/fake listens on 127.0.0.1:8090.
const api = process.env.ASSAY_API ?? "http://127.0.0.1:8080";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files of the first script: what main.tsx imports, and what that imports, other than by import(). */
function firstScript(): Set<string> {
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const imports = readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type)(?:[^;]*? )?from "([.@]\/?[^"]+)";/gm,
    );
    for (const [, name = ""] of imports) {
      const path = name.startsWith("@/") ? here(`./src/${name.slice(2)}`) : join(dirname(file), name);
      for (const ending of ["", ".ts", ".tsx"]) {
        try {
          if (readFileSync(path + ending)) add(path + ending);
        } catch {
          // It has another ending, or is a package.
        }
      }
    }
  };
  add(here("./src/main.tsx"));
  return found;
}

const first = firstScript();

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      { find: "@", replacement: here("./src") },
      { find: /^@0no-co\/graphql\.web$/, replacement: here("./trimmed/graphql-web.ts") },
      { find: /^use-sync-external-store\/shim$/, replacement: here("./trimmed/use-sync-external-store.ts") },
    ],
  },
  server: { host: "127.0.0.1", proxy: { "/graphql": { target: api, ws: true }, "/api": api, "/auth": api } },
  build: {
    // The content security policy allows no data: scripts or styles and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    target: "es2023",
    // dist/.keep is committed so that the Go side compiles before the console is built.
    emptyOutDir: false,
    // One stylesheet: it is small, and no page is ever seen without its own.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              priority: 3,
              test: /node_modules.(react|react-dom|scheduler|use-sync-external-store|wonka|urql|@urql|@0no-co|@tanstack.(react-router|router-core|history|store|react-store))[\\/]/,
            },
            { name: "console", priority: 2, test: (id) => first.has(id) },
            { name: "parts", priority: 1, test: /src.(parts|gql|lib)/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"] },
});
