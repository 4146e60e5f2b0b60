import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/browser";

// Two files of tests at a time: a browser waits more than it works. Each worker has a fake server of its own, at a port of its own, so
// that what one test does to the made-up world is not seen by another that runs beside it.
const workers = 2;
// Drawn once and handed to the workers, which load this file anew. Below the range of ephemeral ports.
process.env.FAKE_PORT ??= String(20_000 + workers * Math.floor(Math.random() * 5_000));
const firstPort = Number(process.env.FAKE_PORT);
const fakePort = firstPort + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers,
  // A browser on a busy machine may be too slow once; what fails twice is broken, and a first failure is still shown as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  use: { launchOptions, locale: "en", timezoneId: "UTC" },
  projects: [
    { name: "real", testMatch: "real/**/*.spec.ts" },
    { name: "fake", testMatch: "fake/**/*.spec.ts", use: { baseURL: `http://127.0.0.1:${fakePort}` } },
  ],
  webServer: {
    command: "npx tsx e2e/fake/main.ts",
    env: { FAKE_PORT: String(firstPort), FAKE_SERVERS: String(workers), FAKE_PACE: "20" },
    url: `http://127.0.0.1:${firstPort + workers - 1}/`,
    reuseExistingServer: false,
  },
});
