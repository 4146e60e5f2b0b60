import { defineConfig } from "@playwright/test";

// Drawn once and handed to the workers, which load this file anew. Below the range of ephemeral ports.
process.env.FAKE_PORT ??= String(20_000 + Math.floor(Math.random() * 10_000));
const fakePort = process.env.FAKE_PORT;
const launchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers: 1,
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
    env: { FAKE_PORT: fakePort, FAKE_PACE: "20" },
    url: `http://127.0.0.1:${fakePort}/`,
    reuseExistingServer: false,
  },
});
