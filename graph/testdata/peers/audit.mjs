// Runs the audits of the GraphQL over HTTP specification against the URL given, and names those that are not passed.
import { auditServer } from "graphql-http";

const results = await auditServer({ url: process.argv[2] });
const failed = results.filter((r) => r.status !== "ok");
for (const r of failed) console.log(`${r.status} ${r.id} ${r.name}: ${r.reason}`);
console.log(`${results.length - failed.length} of ${results.length}`);
process.exit(failed.length > 0 ? 1 : 0);
