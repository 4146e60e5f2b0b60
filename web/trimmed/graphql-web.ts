// What urql needs of its GraphQL library, without the parser: every document is parsed at build time.
export { GraphQLError, Kind, print } from "../node_modules/@0no-co/graphql.web/dist/graphql.web.mjs";

export function parse(): never {
  throw new Error("documents come from .graphql files, parsed");
}
