import { execFile, spawn } from "node:child_process";
import { cp, lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { CLASS_STUDENTS, gradeDuplexClass } from "../../cli/testdata/grade-duplex-class.ts";
import type { Ended } from "../../cli/testdata/run-command.ts";
import { freePort } from "../../server/testing/services/free-port.ts";
import { canEnterRoots, inFolderOf, makeBareRoot } from "./bare-root.ts";
import { makeNpmFolder } from "./main.ts";

const run = promisify(execFile);
const PAGES = "core/testdata/pages";
/** Decimal: what docs/installing.md promises at most. */
const MOST_MEGABYTES = 460;

let folder: string;
let command: string;

/** Without settings of the npm that runs the tests; `HOME` is an ordinary user's. The network's settings stay. */
function variables(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_registry)|VITEST|NODE_ENV)/.test(name));
  return { ...Object.fromEntries(kept), HOME: folder };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-npm-"));
  await makeNpmFolder(join(folder, "npm"));
  const { stdout } = await run("npm", ["pack", join(folder, "npm"), "--pack-destination", folder], { cwd: folder });
  const prefix = join(folder, "root/srv/prefix");
  const words = ["install", "--global", "--prefix", prefix, join(folder, stdout.trim())];
  await run("npm", [...words, "--no-audit", "--no-fund"], { cwd: folder, env: variables() });
  await rm(join(folder, "npm"), { recursive: true });
  command = join(prefix, "bin/circuitgrade");
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bytes on disk: deno's install script links its program to a second name. */
async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const stats = await Promise.all(files.map((file) => lstat(join(file.parentPath, file.name))));
  return [...new Map(stats.map(({ ino, size }) => [ino, size])).values()].reduce((sum, size) => sum + size, 0);
}

describe("the package for npm, installed as anybody does", { timeout: 300_000 }, () => {
  it(`takes at most ${MOST_MEGABYTES} MB, and has neither sources nor tests`, async () => {
    const installed = join(folder, "root/srv/prefix/lib/node_modules/circuitgrade");
    expect((await sizeOf(installed)) / 1e6).toBeLessThanOrEqual(MOST_MEGABYTES);
    const own = (await readdir(installed, { recursive: true })).filter((path) => !path.startsWith("node_modules"));
    expect(own.filter((path) => path.endsWith(".ts"))).toEqual([]);
    expect(own).toContain("sbom.cdx.json");
  });

  it("grades pages", async () => {
    await mkdir(join(folder, "scans"));
    await cp(`${PAGES}/20230001_quiz[1].png`, join(folder, "scans/20230001_quiz[1].png"));
    await cp(`${PAGES}/task.json`, join(folder, "task.json"));
    const { stderr } = await run(command, ["grade", "scans", "--task", "task.json"], { cwd: folder, env: variables() });
    expect(stderr).toContain("1 page of 1 student: 1 graded, 0 in the queue");
  });

  it("serves the web product", async () => {
    const port = await freePort();
    const words = ["serve", "--port", String(port), "--data", join(folder, "data")];
    const server = spawn(command, words, { cwd: folder, env: variables(), stdio: "pipe" });
    let log = "";
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (log += text));
    onTestFailed(() => console.error(log));
    const ended = new Promise<number | null>((resolve) => server.on("exit", resolve));
    const page = async () => (await fetch(`http://127.0.0.1:${port}/auth`).catch(() => null))?.text();
    await expect.poll(page, { timeout: 120_000, interval: 200 }).toContain("<!doctype html>");
    server.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it.skipIf(!canEnterRoots())(
    "grades a class's duplex scan in a root with Node alone, from the printed sheets to a gradebook and feedback",
    async () => {
      const root = join(folder, "root");
      await makeBareRoot(root, ["node"]);
      await mkdir(join(root, "srv/class"));
      const [program = "", ...first] = [...inFolderOf(root, "/srv/class"), "/srv/prefix/bin/circuitgrade"];
      const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/srv" };
      const inside = async (words: readonly string[]): Promise<Ended> => {
        const ended = run(program, [...first, ...words], { env, maxBuffer: 1e8 });
        return ended.then(
          ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
          (error: Ended) => error,
        );
      };
      await gradeDuplexClass(join(root, "srv/class"), { run: inside, students: CLASS_STUDENTS });
    },
    3_600_000,
  );
});
