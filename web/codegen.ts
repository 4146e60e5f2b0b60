import type { CodegenConfig } from "@graphql-codegen/cli";

// Every operation stands in a .graphql file beside the page that sends it, and is validated here against the server's SDL.
const config: CodegenConfig = {
  schema: "../graph/schema/*.graphqls",
  documents: "src/**/*.graphql",
  generates: {
    "src/gql/": {
      preset: "client",
      presetConfig: { fragmentMasking: false, onlyOperationTypes: true },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        dedupeFragments: true,
        strictScalars: true,
        scalars: {
          DateTime: "string",
          JSON: { input: "unknown", output: "unknown" },
          Base64: "string",
          MinorUnits: { input: "string", output: "string" },
        },
      },
    },
  },
};

export default config;
