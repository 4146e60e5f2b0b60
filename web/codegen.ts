import type { CodegenConfig } from "@graphql-codegen/cli";

// Every operation stands in a .graphql file beside the page that sends it, is validated here against the server's SDL, and becomes a
// typed document in the .gql.ts file next to it: so that a page carries its own operations and the first screen none of the others'.
const config: CodegenConfig = {
  schema: "../graph/schema/*.graphqls",
  documents: "src/**/*.graphql",
  config: {
    scalars: {
      ID: "string",
      DateTime: "string",
      Base64: "string",
      Secret: "string",
      MinorUnits: "string",
      JSON: "unknown",
    },
    strictScalars: true,
    enumsAsTypes: true,
    useTypeImports: true,
    skipTypename: true,
    // The SDL is where they are read; here they would only make every change of a comment one of the code.
    disableDescriptions: true,
    dedupeFragments: true,
  },
  generates: {
    "src/": {
      preset: "near-operation-file",
      presetConfig: { extension: ".gql.ts", baseTypesPath: "gql/schema.ts" },
      plugins: ["typescript-operations", "typed-document-node"],
    },
    "src/gql/schema.ts": { plugins: ["typescript"] },
  },
};

export default config;
