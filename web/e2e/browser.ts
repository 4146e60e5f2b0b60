import { existsSync } from "node:fs";

/** Debian's chromium, or the one that CHROMIUM names; it asks nobody anything by itself. */
export const launchOptions = {
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

/** The same engine without a window around the page, which takes two thirds of the time, where it is installed. */
const headless = "/usr/bin/chromium-headless-shell";
export const quickLaunchOptions = {
  ...launchOptions,
  executablePath: process.env.CHROMIUM ?? (existsSync(headless) ? headless : launchOptions.executablePath),
};
