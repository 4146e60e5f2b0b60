import { adminKey, serve } from "./server";

const port = Number(process.env.FAKE_PORT ?? 8090);
const pace = Number(process.env.FAKE_PACE ?? 200); // ms between two results of a run that is started here

serve(pace).server.listen(port, "127.0.0.1", () => {
  console.log(`fake Assay at http://127.0.0.1:${port} (admin key: ${adminKey})`);
});
