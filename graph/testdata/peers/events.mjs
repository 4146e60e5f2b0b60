// Subscribes with the graphql-sse client, in its distinct-connections mode: one subscription to its end, one that cannot be had.
import { createClient } from "graphql-sse";

const client = createClient({ url: process.argv[2], retryAttempts: 0 });
const query = "subscription ($suite: String) {leaderboardChanged(suite: $suite) {suites}}";
for await (const result of client.iterate({ query, variables: { suite: "a" } })) console.log(JSON.stringify(result));
console.log("complete");
for await (const result of client.iterate({ query, variables: { suite: "missing" } }))
  console.log(result.errors[0].extensions.code);
for await (const result of client.iterate({ query: "{viewr}" })) console.log(result.errors[0].extensions.code);
client.dispose();
