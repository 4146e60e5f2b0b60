import { defineConfig } from "@playwright/test";
import { launchOptions, quickLaunchOptions } from "./e2e/browser";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  // Two files of tests at a time: a browser waits more than it works.
  workers: 2,
  // A browser on a busy machine may be too slow once; what fails twice is broken, and a first failure is still shown as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  use: { launchOptions, locale: "en", timezoneId: "UTC" },
  projects: [
    { name: "real", testMatch: "real/**/*.spec.ts" },
    { name: "fake", testMatch: "fake/**/*.spec.ts", use: { launchOptions: quickLaunchOptions } },
  ],
});
