import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { BROWSER_ARGUMENTS, browserPath } from "./browser-path.ts";
import { startSite } from "./site.ts";

/**
 * Runs once before the browser tests: one server and one browser for all of them. Returns the function that closes
 * both.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [site, browser] = await Promise.all([
    // Behind a proxy, so that each test file can have its own address; its clock and heartbeats are fast.
    startSite({ TRUST_PROXY: "1", HEARTBEAT_SECONDS: "1", CLOCK_SECONDS: "1" }),
    chromium.launchServer({ executablePath: await browserPath(), args: BROWSER_ARGUMENTS }),
  ]);
  provide("sharedSite", { origin: site.origin, dataDir: site.dataDir });
  provide("sharedBrowser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await site.close();
  };
}
