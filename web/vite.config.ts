/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Where `npm run dev` finds the API: `make run` listens there. The fake of e2e/fake listens on 127.0.0.1:8090.
const api = process.env.ASSAY_API ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { host: "127.0.0.1", proxy: { "/graphql": { target: api, ws: true } } },
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
            { name: "vendor", priority: 3, test: /node_modules.(?!graphql-ws|@tanstack.(react-virtual|virtual-core))/ },
            {
              name: "console",
              priority: 2,
              test: /src.(main|frame|routes|shell|lib|parts.(button|dialog|error-state|foreign|icon|key-sheet|live-badge|notice|rail|segments|theme-switch))/,
            },
            { name: "parts", priority: 1, test: /src.(parts|gql)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"] },
});
