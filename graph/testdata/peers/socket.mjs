// Subscribes with the graphql-ws client: one subscription to its end, one that cannot be had, one with a wrong credential.
import { createClient } from "graphql-ws";
import WebSocket from "ws";

const url = process.argv[2].replace("http", "ws");
const connect = (connectionParams) =>
  createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0, onNonLazyError: () => {} });

const client = connect({ authorization: "Bearer admin" });
const query = "subscription ($suite: String) {leaderboardChanged(suite: $suite) {suites}}";
for await (const result of client.iterate({ query, variables: { suite: "a" } })) console.log(JSON.stringify(result));
console.log("complete");
for await (const result of client.iterate({ query, variables: { suite: "missing" } }))
  console.log(result.errors[0].extensions.code);
try {
  for await (const _ of client.iterate({ query: "{viewer {admin}}" }));
} catch (errors) {
  console.log(errors[0].extensions.code);
}
await client.dispose();

try {
  for await (const _ of connect({ authorization: "Bearer wrong" }).iterate({ query }));
} catch (close) {
  console.log(close.code, close.reason);
}
