import { adminKey, serve } from "./server";

const firstPort = Number(process.env.FAKE_PORT ?? 8090);
const servers = Number(process.env.FAKE_SERVERS ?? 1); // so many worlds apart, at ports one after the other
const pace = Number(process.env.FAKE_PACE ?? 200); // ms between two results of a run that is started here

for (let port = firstPort; port < firstPort + servers; port++) {
  serve(pace).listen(port, "127.0.0.1", () => {
    console.log(`fake Assay at http://127.0.0.1:${port} (admin key: ${adminKey})`);
  });
}
