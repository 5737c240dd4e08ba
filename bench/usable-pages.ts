import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { buildUi } from "../.ci/build-ui.ts";
import { studentUploadPath } from "../server/contract/pages.ts";
import { makeSpawnedTask } from "../server/testing/spawned/spawned-course.ts";
import { spawnServer } from "../server/testing/spawned/spawned-server.ts";
import { browserPath } from "../ui/e2e/browser-path.ts";

const UI = fileURLToPath(new URL("../.cache/bench/ui", import.meta.url));

/** A phone on a slow connection: bytes a second, and milliseconds for each request. */
const LINE = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, offline: false };
const SLOWER = 4;

/** The first visit to the page, in milliseconds after the address was entered, and its transferred bytes. */
interface Visit {
  /** The form is painted: it can be filled in and sent. */
  readonly painted: number;
  /** The script is running. */
  readonly live: number;
  /** What had to be loaded before the form was painted: the document and its style. */
  readonly neededBytes: number;
  readonly scriptBytes: number;
}

/** How soon a student can use the page on a slow phone: the median of `rounds` first visits. */
export async function benchStudentPage({ rounds }: { rounds: number }): Promise<string[]> {
  await buildUi(UI);
  const server = await spawnServer({ UI_DIR: UI });
  const browser = await chromium.launch({ executablePath: await browserPath(), args: ["--no-sandbox"] });
  try {
    const { taskId } = await makeSpawnedTask(server);
    const path = studentUploadPath(taskId);
    const visits: Visit[] = [];
    // The first visit fills the server's caches.
    for (let round = 0; round <= rounds; round++) {
      const visit = await visitOnce(browser, server.origin + path);
      if (round > 0) visits.push(visit);
    }
    const row = (name: string, value: (visit: Visit) => number, digits: number, unit: string) =>
      `| ${name} | ${middle(visits.map(value)).toFixed(digits)} ${unit} |`;
    return [
      `Middle of ${rounds} first visits, processor ${SLOWER} times slower, 1.6 Mbit/s, ${LINE.latency} ms a request; ${loadavg()[0]!.toFixed(1)} other programs wanted a processor meanwhile.`,
      "",
      "| first visit | |",
      "| --- | --- |",
      row("the form is there, and can be filled in and sent", ({ painted }) => painted / 1000, 2, "s"),
      row("the script has taken over: progress, retry, cancel", ({ live }) => live / 1000, 2, "s"),
      row("document and style, which the form needs", ({ neededBytes }) => neededBytes / 1000, 1, "kB"),
      row("script, which it does not need", ({ scriptBytes }) => scriptBytes / 1000, 1, "kB"),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function visitOnce(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", LINE);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto(url, { waitUntil: "commit" });
    await page.locator("form[data-live=true]").waitFor();
    const { live, painted, files } = await page.evaluate(() => ({
      live: performance.now(),
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      files: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
        (entry) => ({
          name: new URL(entry.name).pathname,
          size: (entry as PerformanceResourceTiming).transferSize,
        }),
      ),
    }));
    const bytesOf = (ending: RegExp) =>
      files.filter(({ name }) => ending.test(name)).reduce((sum, { size }) => sum + size, 0);
    const neededBytes = bytesOf(/^\/student-upload\/|\.css$/);
    return { painted, live, neededBytes, scriptBytes: bytesOf(/\.js$/) };
  } finally {
    await context.close();
  }
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
