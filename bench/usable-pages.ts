import { loadavg } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { buildUi } from "../.ci/build-ui.ts";
import { dashboardPath, evaluatorPath, studentUploadPath, taskPath } from "../server/contract/pages.ts";
import { ANA } from "../server/testing/accounts.ts";
import { instructorOf, openCourse } from "../server/testing/spawned/spawned-course.ts";
import { spawnedQrText } from "../server/testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "../server/testing/spawned/spawned-server.ts";
import { browserPath } from "../ui/e2e/browser-path.ts";
import { quantile } from "./speed/quantile.ts";

const UI = fileURLToPath(new URL("../.cache/bench/ui", import.meta.url));

/** A slow connection: bytes a second, and milliseconds for each request. */
const LINE = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, offline: false };
const SLOWER = 4;

/** Students of the class, of whom the first ones have handed in. */
const [STUDENTS, HAND_INS] = [400, 4];

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The first visit of a page: milliseconds after the address was entered, and bytes on the line. */
interface Visit {
  readonly painted: number;
  /** What `ready` waits for is there. */
  readonly ready: number;
  /** The page's script has replaced what the server made. */
  readonly taken: number;
  readonly styleBytes: number;
  readonly scriptBytes: number;
  readonly allBytes: number;
}

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly device: typeof DESKTOP | typeof PHONE;
  readonly isSignedIn: boolean;
  ready(page: Page): Promise<void>;
  /** The server makes the page, so that it can be used once it is painted. */
  readonly isMade?: boolean;
}

/**
 * How soon a page can be used on a slow machine and line: middle of `rounds` first visits. With `against`, a folder with
 * an earlier state of the project, next to that one, in turn.
 */
export async function benchUsablePages({ rounds, against }: { rounds: number; against?: string }): Promise<string[]> {
  if (against !== undefined) return compareVersions(against, rounds);
  await buildUi(UI);
  const server = await spawnServer({ UI_DIR: UI });
  const browser = await chromium.launch({ executablePath: await browserPath(), args: ["--no-sandbox"] });
  try {
    const rows: string[] = [];
    const { screens, fill } = await openScreens(server);
    const session = await logIn(browser, server);
    for (const screen of screens) rows.push(await measure(browser, { server, screen, session, rounds }));
    await fill();
    const task = screens.at(-1)!;
    const full = { ...task, name: `${task.name}, all ${STUDENTS} have handed in` };
    rows.push(await measure(browser, { server, screen: full, session, rounds }));
    return [
      `Middle of ${rounds} first visits, processor ${SLOWER} times slower, 1.6 Mbit/s, ${LINE.latency} ms a request; a class of ${STUDENTS} students; ${loadavg()[0]!.toFixed(1)} other programs wanted a processor meanwhile.`,
      "",
      "| page | can be used after | its script has taken over after | style | scripts | all |",
      "| --- | --- | --- | --- | --- | --- |",
      ...rows,
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Both versions at once, each with its own server and the same few hand-ins; a visit of the one follows one of the other. */
async function compareVersions(against: string, rounds: number): Promise<string[]> {
  const part = (path: string) => import(pathToFileURL(resolve(against, path)).href);
  const earlier = `${UI}-earlier`;
  await buildUi(UI);
  await ((await part(".ci/build-ui.ts")) as { buildUi: typeof buildUi }).buildUi(earlier);
  const spawned = (await part("server/testing/spawned/spawned-server.ts")) as { spawnServer: typeof spawnServer };
  const servers = [await spawned.spawnServer({ UI_DIR: earlier }), await spawnServer({ UI_DIR: UI })] as const;
  const browser = await chromium.launch({ executablePath: await browserPath(), args: ["--no-sandbox"] });
  try {
    const versions: { server: SpawnedServer; session: Cookies; screens: readonly Screen[] }[] = [];
    for (const server of servers) {
      const { screens } = await openScreens(server);
      versions.push({ server, session: await logIn(browser, server), screens });
    }
    const rows: string[] = [];
    for (const [index, screen] of versions[0]!.screens.entries()) {
      const times = versions.map((): number[] => []);
      const takenTimes = versions.map((): number[] => []);
      for (let round = 0; round <= rounds; round++) {
        for (const [at, { server, session, screens }] of versions.entries()) {
          const { painted, ready, taken } = await visitOnce(browser, { server, session, screen: screens[index]! });
          if (round === 0) continue;
          times[at]!.push(screen.isMade ? painted : ready);
          takenTimes[at]!.push(taken);
        }
      }
      const cells = [times, takenTimes].map((both) => {
        const [before, now] = both.map((each) => quantile(each, 0.5) / 1000) as [number, number];
        return `${before.toFixed(2)} s | ${now.toFixed(2)} s | ${(now / before).toFixed(2)}`;
      });
      rows.push(`| ${screen.name} | ${cells.join(" | ")} |`);
    }
    return [
      "| page | can be used before | now | times | its script has taken over before | now | times |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      ...rows,
    ];
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
  }
}

interface Screens {
  /** The task page comes last. */
  readonly screens: readonly Screen[];
  /** Lets all students hand in, and waits until their pages are read. */
  fill(): Promise<void>;
}

async function openScreens(server: SpawnedServer): Promise<Screens> {
  const students = Array.from({ length: STUDENTS }, (_, index) => String(20230001 + index));
  const course = await openCourse(server, { students, qrText: (content) => spawnedQrText(server, content) });
  for (const student of students.slice(0, HAND_INS)) await course.handIn(student, server);
  const { taskId } = course;
  const ana = await instructorOf(server);
  const { user_id: userId } = await ana.json<{ user_id: string }>("GET", "/auth/check-session");

  async function fill(): Promise<void> {
    for (const student of students.slice(HAND_INS)) await course.handIn(student, server);
    const pending = async () => (await ana.json<{ pending: number }>("GET", `/stacks/queue/${taskId}`)).pending;
    while ((await pending()) > 0) await pause(2000);
  }

  const screens: readonly Screen[] = [
    {
      name: "evaluator",
      path: evaluatorPath(taskId),
      device: DESKTOP,
      isSignedIn: true,
      ready: (page) => page.getByRole("button", { name: /^Submission: / }).waitFor(),
    },
    {
      name: "student's page, on a phone",
      path: studentUploadPath(taskId),
      device: PHONE,
      isSignedIn: false,
      isMade: true,
      ready: (page) => page.locator("form[data-live=true]").waitFor(),
    },
    {
      name: "dashboard",
      path: dashboardPath(userId),
      device: DESKTOP,
      isSignedIn: true,
      ready: (page) => page.locator("tbody tr").first().waitFor(),
    },
    {
      name: "task page",
      path: taskPath(taskId),
      device: DESKTOP,
      isSignedIn: true,
      async ready(page) {
        await page.locator(".sub-table tbody tr").first().waitFor();
        // The next step and the menu.
        await page.locator(".task-buttons").locator("a, button").nth(1).waitFor();
      },
    },
  ];
  return { screens, fill };
}

interface Measuring {
  readonly server: SpawnedServer;
  readonly screen: Screen;
  /** The instructor's cookies. */
  readonly session: Cookies;
  readonly rounds: number;
}

async function measure(browser: Browser, { rounds, ...measuring }: Measuring): Promise<string> {
  const visits: Visit[] = [];
  // The first one fills the server's caches.
  for (let round = 0; round <= rounds; round++) {
    const visit = await visitOnce(browser, measuring);
    if (round > 0) visits.push(visit);
  }
  const { screen } = measuring;
  const seconds = (value: (visit: Visit) => number) => `${(quantile(visits.map(value), 0.5) / 1000).toFixed(2)} s`;
  const size = (value: (visit: Visit) => number) => `${(quantile(visits.map(value), 0.5) / 1000).toFixed(1)} kB`;
  const usable = seconds(screen.isMade ? ({ painted }) => painted : ({ ready }) => ready);
  return `| ${screen.name} | ${usable} | ${seconds(({ taken }) => taken)} | ${size(({ styleBytes }) => styleBytes)} | ${size(({ scriptBytes }) => scriptBytes)} | ${size(({ allBytes }) => allBytes)} |`;
}

async function visitOnce(browser: Browser, { server, screen, session }: Omit<Measuring, "rounds">): Promise<Visit> {
  const context = await browser.newContext(screen.device);
  try {
    if (screen.isSignedIn) await context.addCookies(session);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const tools = await context.newCDPSession(page);
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", LINE);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto(server.origin + screen.path, { waitUntil: "commit" });
    await screen.ready(page);
    const ready = await page.evaluate(() => performance.now());
    await page.locator("[data-made]").waitFor({ state: "detached" });
    const { taken, painted, files } = await page.evaluate(() => ({
      taken: performance.now(),
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
    return {
      painted,
      ready,
      taken,
      styleBytes: bytesOf(/\.css$/),
      scriptBytes: bytesOf(/\.js$/),
      allBytes: bytesOf(/./),
    };
  } finally {
    await context.close();
  }
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

async function logIn(browser: Browser, { origin }: SpawnedServer): Promise<Cookies> {
  const context = await browser.newContext();
  const data = { email: ANA.email, password: ANA.password, remember: false };
  const response = await context.request.post(`${origin}/auth/login`, { data, headers: { origin } });
  if (!response.ok()) throw new Error(`log in: ${response.status()} ${await response.text()}`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
