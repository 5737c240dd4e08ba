import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLASS_STUDENTS, gradeDuplexClass } from "../../cli/testdata/grade-duplex-class.ts";
import { ANA } from "../../server/testing/accounts.ts";
import { freePort } from "../../server/testing/services/free-port.ts";
import { TestClient } from "../../server/testing/test-client.ts";
import { canEnterRoots, inBareRoot, inFolderOf, makeBareRoot } from "./bare-root.ts";
import { handInAPage } from "./hand-in-a-page.ts";
import { makePackage } from "./main.ts";

const run = promisify(execFile);
const PAGES = "core/testdata/pages";
/** Most tests unpack the file, which takes seconds. */
const PATIENCE = { timeout: 300_000 };
/** A class is drawn and read, on a machine that may be busy. */
const CLASS_PATIENCE = 3_600_000;
/** Without this machine's settings, and without those that tell programs that a test runs. */
const NOTHING_SET = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };

let folder: string;
let file: string;
let cache: string;
let table: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-package-"));
  file = join(folder, "circuitgrade");
  cache = join(folder, "cache");
  table = await makePackage(file);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function started(words: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
  const [program = "", ...rest] = words;
  const env = { ...NOTHING_SET, XDG_CACHE_HOME: cache, ...variables };
  try {
    return { code: 0, ...(await run(program, rest, { env, maxBuffer: 1e8 })) };
  } catch (error) {
    return error as Ended;
  }
}

const TABLE = "A │ ¬A\n──┼───\n0 │ 1\n1 │ 0\n";

describe("the packaged file", PATIENCE, () => {
  it("unpacks only once, however many start at the same time", async () => {
    const all = await Promise.all([1, 2, 3].map(() => started([file, "truth", "~A"])));
    for (const { code, stdout, stderr } of all) {
      expect([code, stdout]).toEqual([0, TABLE]);
      expect(stderr).toMatch(/^circuitgrade: unpacking once into \S+\n$/);
    }
    expect(await readdir(join(cache, "circuitgrade"))).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{16}$/)]);
    expect(await started([file, "truth", "~A"])).toEqual({ code: 0, stdout: TABLE, stderr: "" });
  });

  it("is no larger than necessary", () => {
    const sizes = table.split("\n").map((line) => Number(/([\d.]+) MB$/.exec(line)?.[1]));
    expect(sizes.at(-1), table).toBeLessThan(100);
    expect(sizes.at(-2), table).toBeLessThan(230);
  });

  it("passes on arguments and exit codes", async () => {
    expect(await started([file, "compare", "A & B", "A | B"])).toMatchObject({ code: 1 });
    expect(await started([file, "nonsense"])).toMatchObject({ code: 2 });
    expect(await started([file, "read", "no such page.png"])).toMatchObject({ code: 3 });
  });

  it("repairs a cache of which somebody deleted a part", async () => {
    const [version = ""] = await readdir(join(cache, "circuitgrade"));
    await rm(join(cache, "circuitgrade", version, "cli"), { recursive: true });
    expect(await started([file, "truth", "~A"])).toMatchObject({ code: 0, stdout: TABLE });
  });

  it("says where it cannot unpack, and what to do", async () => {
    expect(await started([file, "truth", "A"], { XDG_CACHE_HOME: "/dev/null/cache" })).toMatchObject({
      code: 6,
      stdout: "",
      stderr:
        "circuitgrade: /dev/null/cache/circuitgrade cannot be written. Set XDG_CACHE_HOME to a folder that can be.\n",
    });
    expect(await started([file, "truth", "A"], { XDG_CACHE_HOME: "" })).toMatchObject({
      code: 5,
      stderr: "circuitgrade: there is no place to unpack to: set XDG_CACHE_HOME to a folder that may be written.\n",
    });
  });

  it("removes versions that nobody started for a month when it unpacks", async () => {
    const versions = join(folder, "versions/circuitgrade");
    const month = 31 * 24 * 3600;
    for (const [name, age] of [
      ["0.0.1-0123456789abcdef", month],
      ["0.0.2-0123456789abcdef", 60],
    ] as const) {
      await mkdir(join(versions, name), { recursive: true });
      await writeFile(join(versions, name, "used"), "");
      await utimes(join(versions, name, "used"), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    expect(await started([file, "truth", "A"], { XDG_CACHE_HOME: join(folder, "versions") })).toMatchObject({
      code: 0,
    });
    expect((await readdir(versions)).sort()).toEqual(["0.0.2-0123456789abcdef", expect.stringMatching(/^\d/)]);
  });

  it.skipIf(!canEnterRoots())("reports a disk that is too small, or that forbids starting programs", async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
    const mounted = (options: string) =>
      started(
        [
          "unshare",
          ...user,
          "--mount",
          "sh",
          "-c",
          `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$1" truth A`,
          disk,
          file,
        ],
        { XDG_CACHE_HOME: disk },
      );
    const small = await mounted("size=64m");
    expect([small.code, small.stderr]).toEqual([
      7,
      expect.stringMatching(
        /circuitgrade needs 2\d\d MB, and \d\d MB are free\. Free some, or set XDG_CACHE_HOME to a folder/,
      ),
    ]);
    const noexec = await mounted("size=400m,noexec");
    expect([noexec.code, noexec.stderr]).toEqual([
      5,
      expect.stringMatching(
        /programs in \S+ cannot be started: .*If that disk is mounted with noexec, set XDG_CACHE_HOME/,
      ),
    ]);
  });

  it("leaves nothing behind if the disk is full", async () => {
    const full = join(folder, "full");
    // The longest file that may be written, in blocks of half a KB: as a disk that fills up while it is written to.
    const words = ["sh", "-c", 'ulimit -f 40000; trap "" XFSZ; exec "$0" truth A', file];
    const { code, stderr } = await started(words, { XDG_CACHE_HOME: full });
    expect(code).toBe(7);
    expect(stderr).toContain(`it could not be unpacked into ${full}/circuitgrade: `);
    expect(stderr).toContain("Free some, or set XDG_CACHE_HOME to a folder on another disk.");
    expect(await readdir(join(full, "circuitgrade"))).toEqual([]);
  });

  it("refuses a copy that is cut off or changed", async () => {
    const copy = join(folder, "copy");
    const variables = { XDG_CACHE_HOME: join(folder, "unused") };
    await cp(file, copy);
    const changed = await open(copy, "r+");
    await changed.write("x", 50_000_000);
    await changed.close();
    const damaged = await started([copy, "truth", "A"], variables);
    expect(damaged).toMatchObject({ code: 5, stdout: "" });
    expect(damaged.stderr).toContain(`${copy} is damaged. Copy or download it again.`);
    await truncate(copy, 60_000_000);
    const cutOff = await started([copy, "truth", "A"], variables);
    expect(cutOff).toMatchObject({ code: 5, stdout: "" });
    expect(cutOff.stderr).toMatch(/is incomplete: 60000000 of \d+ bytes\. Copy or download it again\.\n$/);
    expect(await readdir(join(folder, "unused/circuitgrade")).catch(() => [])).toEqual([]);
  });
});

describe.skipIf(!canEnterRoots())("on a system with nothing else", PATIENCE, () => {
  let root: string;
  let server: ChildProcess | undefined;

  beforeAll(async () => {
    // A root of Debian's own packages: .ci/package/bare-debian.sh.
    root = process.env.BARE_ROOT ?? join(folder, "root");
    if (process.env.BARE_ROOT === undefined) await makeBareRoot(root);
    await rm(join(root, "srv"), { recursive: true, force: true });
    await mkdir(join(root, "srv"));
    await cp(file, join(root, "srv/circuitgrade"));
  });
  afterAll(() => void server?.kill());

  const inside = { XDG_CACHE_HOME: "", HOME: "/srv" };

  it("grades pages offline, with the same grades as here, and makes no connections", async () => {
    // One of each kind: a photo, a scan, a picture, a PDF and one for the queue.
    const chosen = ["20230001_quiz[1].png", "20230002_quiz[2].jpg", "20230006_quiz[2].jpg", "20230010_quiz[1].pdf"];
    const pages = join(root, "srv/pages");
    for (const name of [...chosen, "task.json", "roster.csv"]) await cp(join(PAGES, name), join(pages, name));
    const words = [...inBareRoot(root), "/srv/circuitgrade", ...gradeWords("/srv/pages", "/srv/out")];
    const there = await started(words, inside);
    expect(there, there.stderr).toMatchObject({ code: 1 });
    expect(there.stderr).not.toMatch(/font|telemetry|warning/i);
    const here = await started([file, ...gradeWords(pages, join(folder, "out"))]);
    expect(here, here.stderr).toMatchObject({ code: 1 });
    for (const name of ["grades.csv", "review.csv", "groups.csv"]) {
      const [inside, outside] = [join(root, "srv/out", name), join(folder, "out", name)];
      expect(await readFile(inside, "utf8")).toBe((await readFile(outside, "utf8")).replaceAll(pages, "/srv/pages"));
    }
    expect(await readdir(join(root, "srv/.cache"))).not.toContain("Microsoft");
  });

  it(
    "grades a class's duplex scan from the printed sheets to a filled gradebook and feedback",
    async () => {
      await mkdir(join(root, "srv/class"));
      const program = [...inFolderOf(root, "/srv/class"), "/srv/circuitgrade"];
      const run = (words: readonly string[]) => started([...program, ...words], inside);
      await gradeDuplexClass(join(root, "srv/class"), { run, students: CLASS_STUDENTS });
    },
    CLASS_PATIENCE,
  );

  it("draws the same letters on its pictures, although the system has no font", async () => {
    const page = "20230001_quiz[1].png";
    const words = ["/srv/circuitgrade", "read", `/srv/pages/${page}`, "--annotate", "/srv/annotated"];
    expect(await started([...inBareRoot(root), ...words], inside)).toMatchObject({ code: 0 });
    const [version = ""] = await readdir(join(cache, "circuitgrade"));
    const here = await started([file, "read", join(PAGES, page), "--annotate", join(folder, "annotated")], {
      FONTCONFIG_FILE: join(cache, "circuitgrade", version, "fonts.conf"),
    });
    expect(here).toMatchObject({ code: 0 });
    const [there, ours] = await Promise.all([
      readFile(join(root, "srv/annotated", page)),
      readFile(join(folder, "annotated", page)),
    ]);
    expect(there.equals(ours)).toBe(true);
  });

  /** Serves a data folder of the root until it is stopped. */
  async function serve(data: string) {
    const port = String(await freePort());
    const words = ["/srv/circuitgrade", "serve", "--port", port, "--data", data];
    const [program = "", ...rest] = [...inBareRoot(root, { network: true }), ...words];
    const running = spawn(program, rest, { env: { ...NOTHING_SET, ...inside }, stdio: ["ignore", "pipe", "pipe"] });
    server = running;
    let output = "";
    for (const stream of [running.stdout, running.stderr]) stream.on("data", (text) => (output += text));
    const ended = new Promise((resolve) => running.once("exit", (code) => resolve(code)));
    const origin = `http://127.0.0.1:${port}`;
    await expect
      .poll(() => fetch(`${origin}/healthz`).then(({ status }) => status, String), { timeout: 60_000 })
      .toBe(200);
    async function stop(): Promise<void> {
      running.kill("SIGTERM");
      expect(await ended, output).toBe(0);
      await expect(fetch(origin)).rejects.toThrow();
    }
    return { origin, stop, output: () => output };
  }

  it("serves, reads what is handed in, backs up, and serves what was restored in another folder", async () => {
    const before = await serve("/srv/data");
    const { origin } = before;
    const page = await (await fetch(`${origin}/auth`, { headers: { accept: "text/html" } })).text();
    const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1];
    expect(script, page).toBeDefined();
    expect((await fetch(`${origin}${script}`)).status).toBe(200);
    const account = ["user", "create", "ana@example.edu", "--data", "/srv/data"];
    await writeFile(join(root, "srv/password"), `${ANA.password}\n`);
    const made = ["sh", "-c", '"$@" </srv/password', "sh", "/srv/circuitgrade", ...account];
    const created = await started([...inBareRoot(root, { network: true }), ...made], inside);
    expect(created, created.stderr).toMatchObject({ code: 0 });
    const { ana, taskId, file: read } = await handInAPage(origin);
    expect(read).toMatchObject({ student_id: "20230001", proposed_grade: 5 });
    const feedback = await ana.call("getFeedback", { params: { taskId }, query: { format: "pdf" } });
    expect(feedback.status, before.output()).toBe(200);
    expect(before.output()).not.toMatch(/"level":"error"/);

    const backup = ["/srv/circuitgrade", "backup", "--out", "/srv/backup.tar.gz", "--data", "/srv/data"];
    expect(await started([...inBareRoot(root, { network: true }), ...backup], inside)).toMatchObject({ code: 0 });
    await before.stop();
    const restore = ["/srv/circuitgrade", "restore", "/srv/backup.tar.gz", "--data", "/srv/restored"];
    expect(await started([...inBareRoot(root), ...restore], inside)).toMatchObject({ code: 0 });
    await rm(join(root, "srv/data"), { recursive: true });
    const after = await serve("/srv/restored");
    const again = new TestClient(fetch, after.origin);
    expect((await again.call("login", { body: ANA })).status).toBe(200);
    expect((await again.call("getFiles", { params: { taskId } })).body.files).toMatchObject([
      { id: read.id, student_id: "20230001", proposed_grade: 5, analysis: "done" },
    ]);
    const picture = await again.call("getPagePicture", { params: { fileId: read.id }, query: { width: 900 } });
    expect(picture.status).toBe(200);
    await after.stop();
  });
});

function gradeWords(pages: string, out: string): string[] {
  return ["grade", "--task", `${pages}/task.json`, "--roster", `${pages}/roster.csv`, "--out", out, pages];
}
