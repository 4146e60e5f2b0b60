import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// A page of its own, built apart: it has another content security policy, and shares no script with the console.
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    emptyOutDir: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: fileURLToPath(new URL("./graphiql.html", import.meta.url)),
      output: {
        entryFileNames: "assets/graphiql-[hash].js",
        chunkFileNames: "assets/graphiql-[name]-[hash].js",
        assetFileNames: "assets/graphiql-[name]-[hash][extname]",
      },
    },
  },
});
