import { once } from "node:events";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { RESULT_FILES } from "./results/result-files.ts";
import { hugePng, pagePng, repeatedPagePdf } from "./testdata/draw-pages.ts";
import { type GradingFolder, gradingFolder, type TASK } from "./testdata/grading-folder.ts";
import { runCommand, startCommand } from "./testdata/run-command.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** The machine may be busy, and each run of the command loads the model. */
const PATIENCE = { timeout: 300_000 };

const GRADE = "grade scans --task task.json --roster roster.csv --jobs 1".split(" ");
const PARTS = [1, 2, 3].map((part) => ({ name: `${part}/3`, out: `parts/${part}` }));
const FOLDERS = PARTS.map(({ out }) => out);

let work: GradingFolder;
let folder: string;

/**
 * A stack, the same picture of two students, two pages of one answer, a broken file, one that claims too many pixels,
 * and ZIP files.
 */
async function putScans(): Promise<void> {
  await work.put("roster.csv", "student_id,name\n20230001,Ana\n20230002,Ben\n20230003,Cy\n20230009,Eve\n");
  await work.put("scans/stack.pdf", await repeatedPagePdf(6));
  await work.put("scans/20230001_quiz[1].png", await pagePng());
  await work.put("scans/copy/20230002_quiz[1].png", await pagePng());
  await work.put("scans/20230003_quiz[1].png", await pagePng(250));
  await work.put("scans/late/20230003_quiz[1].png", await pagePng(245));
  await work.put("scans/20230004_quiz[1].png", "no picture");
  await work.put("scans/20230005_quiz[1].png", hugePng());
  const download = zipSync({ "20230006_quiz[1].png": await pagePng(240) });
  await work.put("scans/download.zip", download);
  await work.put("scans/broken.zip", download.slice(0, 200));
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A folder's files and their content; the journal's lines, which come in the order of reading, without their times. */
async function contents(out: string): Promise<Record<string, string | string[]>> {
  const all: Record<string, string | string[]> = {};
  for (const path of await filesIn(out)) {
    const text = (await readFile(path, "latin1")).replaceAll(join(folder, out), "out");
    const name = path.slice(join(folder, out).length + 1);
    if (name.endsWith("lock")) continue;
    all[name] = name.endsWith("journal.jsonl") ? journalLines(text) : text;
  }
  return all;
}

function journalLines(text: string): string[] {
  const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as { page?: object }]));
  const sortedKeys = (line: object) => Object.fromEntries(Object.entries(line).sort(([a], [b]) => (a < b ? -1 : 1)));
  return [
    ...new Set(
      lines.map(({ page, ...rest }) =>
        JSON.stringify({ ...rest, ...(page && { page: sortedKeys({ ...page, seconds: 0 }) }) }),
      ),
    ),
  ].sort();
}

beforeAll(async () => {
  work = await gradingFolder();
  folder = work.folder;
  await putScans();
  const parts = PARTS.map(({ name, out }) => runCommand([...GRADE, "--part", name, "--out", out], folder));
  for (const { code, stderr } of await Promise.all(parts)) expect(code, stderr).toBe(0);
}, PATIENCE.timeout);

describe("circuitgrade merge", PATIENCE, () => {
  test("makes of parts that were graded at the same time what one run writes", async () => {
    const whole = await runInProcess([...GRADE, "--out", "whole"], folder);
    const merged = await runInProcess(["merge", ...FOLDERS, "--out", "merged"], folder);
    expect([merged.code, merged.stdout]).toEqual([whole.code, whole.stdout]);
    expect(merged.stderr).toBe(whole.stderr.replaceAll("whole/", "merged/"));
    const expected = await contents("whole");
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(Object.values(RESULT_FILES)));
    expect(await contents("merged")).toEqual(expected);

    const { files } = await work.results("merged");
    expect(files.filter(({ file }) => file === "scans/stack.pdf").map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
    const journals = await Promise.all(FOLDERS.map(pagesOfJournal));
    expect(journals.every((pages) => pages.length > 0 && pages.length < 12)).toBe(true);
  });

  test("a merged folder goes on with --resume, which reads nothing again", async () => {
    await runInProcess(["merge", ...FOLDERS, "--out", "resumed"], folder);
    const before = await contents("resumed");
    const { stderr } = await runInProcess([...GRADE, "--out", "resumed", "--resume"], folder);
    expect(stderr).toContain("Reused from an earlier run: pages of 8 of 9 files");
    expect(await contents("resumed")).toEqual(before);
  });

  test("names what is missing, doubled or not a part, and refuses a folder with files in it", async () => {
    const merge = (...words: string[]) => runInProcess(["merge", ...words, "--out", "none"], folder);
    expect(await merge("parts/1", "parts/3")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("Missing: part 2 of 3."),
    });
    expect(await merge(...FOLDERS, "scans")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("There is no part in scans."),
    });
    // A whole run has a journal, as a part that is not finished has.
    await work.put("whole/results.json", "{}");
    await work.put("whole/.circuitgrade/journal.jsonl", "");
    expect(await merge("whole")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        "whole is not a part: it holds the results of a whole run, which need no merging.",
      ),
    });
    await cp(join(folder, "parts/2"), join(folder, "second"), { recursive: true });
    expect(await merge(...FOLDERS, "second")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("parts/2 and second are both part 2 of 3."),
    });
    expect(await readdir(folder)).not.toContain("none");
    await work.put("full/notes.txt", "mine");
    expect(await runInProcess(["merge", ...FOLDERS, "--out", "full"], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("full is not empty."),
    });
    expect(await readdir(join(folder, "full"))).toEqual(["notes.txt"]);
  });

  test.each([
    ["another task or other keys", (part: Part) => (part.settings.rules.task.title = "Other")],
    ["another roster", (part: Part) => (part.settings.rules.roster = [])],
    ["other options", (part: Part) => (part.settings.rules.certainty = 90)],
    ["another model", (part: Part) => (part.model = "0".repeat(64))],
    ["another version of CircuitGrade", (part: Part) => (part.program = "0.0.1")],
    ["another TEMPLATE_SECRET", (part: Part) => (part.secrets = ["0"])],
    ["another number of parts", (part: Part) => (part.of = 4)],
    ["other pages", (part: Part) => part.files.pop()],
  ])("names a part that was made with %s", async (words, change) => {
    await cp(join(folder, "parts/3"), join(folder, "changed"), { recursive: true });
    const path = join(folder, "changed/.circuitgrade/part.json");
    const part = JSON.parse(await readFile(path, "utf8")) as Part;
    change(part);
    await writeFile(path, JSON.stringify(part));
    const { code, stderr } = await runInProcess(["merge", "parts/1", "parts/2", "changed", "--out", "none"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain(`changed was graded with ${words} than parts/1.`);
  });

  test("a page that a part has lost is named", async () => {
    await cp(join(folder, "parts"), join(folder, "lost"), { recursive: true });
    const lost = join(folder, "lost/2/.circuitgrade/journal.jsonl");
    const lines = (await readFile(lost, "utf8")).trim().split("\n");
    await writeFile(lost, `${lines[0]}\n`);
    const words = ["merge", "lost/1", "lost/2", "lost/3", "--out", "none"];
    const { code, stderr } = await runInProcess(words, folder);
    expect(code).toBe(3);
    expect(stderr).toMatch(/lost\/2 lacks page \d of scans\/.*--resume/);
  });
});

describe("circuitgrade grade --part", PATIENCE, () => {
  test.each(["0/3", "4/3", "1/0", "-1/3", "1", "1/3/5", "1.5/3", "a/b", ""])("%s is not a part", async (part) => {
    const { code, stderr } = await runInProcess([...GRADE, "--part", part, "--out", "none"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("Expected K/N, the K-th of N parts, such as 2/3.");
  });

  test("leaves another part's folder, and that of a whole run, alone", async () => {
    await work.put("graded/results.json", "{}");
    const run = (out: string) => runInProcess([...GRADE, "--part", "1/3", "--out", out], folder);
    expect(await run("parts/2")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("parts/2 holds part 2 of 3."),
    });
    expect(await run("graded")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("graded holds the results of a whole run."),
    });
  });

  test("a part that was killed is refused, and complete after its command ran with --resume", async () => {
    for (const part of [1, 3])
      await cp(join(folder, `parts/${part}`), join(folder, `killed/${part}`), { recursive: true });
    const words = [...GRADE, "--part", "2/3", "--out", "killed/2"];
    const running = startCommand(words, folder);
    while ((await pagesOfJournal("killed/2")).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    running.process.kill("SIGKILL");
    await once(running.process, "close");
    const merge = (out: string) => runInProcess(["merge", "killed/1", "killed/2", "killed/3", "--out", out], folder);
    expect(await merge("none")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("The part in killed/2 is not finished."),
    });
    const resumed = await runInProcess([...words, "--resume"], folder);
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toContain("Reused from an earlier run");
    await merge("after");
    await runInProcess(["merge", ...FOLDERS, "--out", "before"], folder);
    expect(await contents("after")).toEqual(await contents("before"));
  });
});

/** Of `part.json`, what the tests change. */
interface Part {
  of: number;
  program: string;
  model: string;
  secrets: string[];
  files: unknown[];
  settings: { rules: { task: typeof TASK; roster: unknown[]; certainty: number } };
}

/** The whole lines of a journal that are pages. */
async function pagesOfJournal(out: string): Promise<string[]> {
  const text = await readFile(join(folder, out, ".circuitgrade/journal.jsonl"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line.startsWith('{"page"') && line.endsWith("}"));
}
