import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { readSample } from "../core/testdata/sample-pages.ts";
import { codedSheet, SHEET_SECRET, sheetsBelow } from "../core/testdata/two-sheets.ts";
import { thumbnailName } from "./reading/messages.ts";
import { workFolder } from "./results/result-files.ts";
import { pagePng } from "./testdata/draw-pages.ts";
import { type GradingFolder, gradingFolder, TASK } from "./testdata/grading-folder.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** The machine may be busy, and each run of the command loads the model. */
const PATIENCE = { timeout: 300_000 };

let work: GradingFolder;
let folder: string;

beforeEach(async () => {
  work = await gradingFolder();
  folder = work.folder;
});

const put: GradingFolder["put"] = (name, content) => work.put(name, content);
const results: GradingFolder["results"] = (out) => work.results(out);

async function table(path: string): Promise<string[][]> {
  return parse(await readFile(join(folder, path))) as string[][];
}

describe("circuitgrade grade", PATIENCE, () => {
  test("writes grades, results, review list and report; nothing handed in is lost", async () => {
    await put("scans/12345678_quiz[1].png", await pagePng());
    await put("scans/99999999_quiz[1].png", await pagePng(250));
    await put("scans/20230001_quiz[1].png", "no picture");
    await put("scans/IMG_7.png", await pagePng(245));
    await put("scans/task.json", JSON.stringify(TASK));
    await put("roster.csv", 'student_id,name\n12345678,"=Ana, née Niño"\n20230001,Ben\n20230002,Eve\n');
    const words = ["grade", "scans", "--task", "task.json", "--roster", "roster.csv", "--out", "out", "--json"];
    const { code, stdout, stderr } = await runInProcess(words, folder);

    const record = await results("out");
    expect(JSON.parse(stdout)).toEqual(record);
    expect(code).toBe(1);
    expect(stderr).toContain("4 pages of 4 students");
    const statuses = Object.fromEntries(
      record.files.map(({ file, status, reasons }) => [file, [status, reasons[0]?.code]]),
    );
    expect(statuses["scans/20230001_quiz[1].png"]).toEqual(["failed", "unknown-type"]);
    expect(statuses["scans/99999999_quiz[1].png"]).toEqual(["review", "not-enrolled"]);
    expect(statuses["scans/IMG_7.png"]).toEqual(["failed", "file-name"]);

    const { files: hashes, ...manifest } = JSON.parse(await readFile(join(folder, "out/manifest.json"), "utf8"));
    expect(manifest).toEqual({ schema_version: 1, ...record.manifest });
    expect(Object.keys(hashes)).toContain("grades.csv");
    for (const [name, hash] of Object.entries(hashes)) {
      const bytes = await readFile(join(folder, "out", name));
      expect(createHash("sha256").update(bytes).digest("hex"), name).toBe(hash);
    }
    const grades = await table("out/grades.csv");
    expect(grades.map((line) => [line[0], line[1], line.at(-1)])).toEqual([
      ["student_id", "name", "status"],
      ["12345678", "'=Ana, née Niño", record.files[0]?.status],
      ["20230001", "Ben", "review"],
      ["20230002", "Eve", "missing"],
      ["99999999", "", "not-enrolled"],
    ]);
    const review = (await table("out/review.csv")).slice(1).map(([file]) => file);
    expect(review).toEqual(
      expect.arrayContaining(["scans/20230001_quiz[1].png", "scans/99999999_quiz[1].png", "scans/IMG_7.png"]),
    );
    const report = await readFile(join(folder, "out", "report.html"), "utf8");
    expect(report.match(/<section class="page/g)).toHaveLength(4);
    // Three pages, and the corner of the unassigned one.
    expect(report.match(/src="data:image\/jpeg;base64,/g)).toHaveLength(4);
    expect(report.match(/whose is it\?/g)).toHaveLength(1);
  });

  test("review.csv, filled in, empties the queue, and a run from the beginning does not lose it", async () => {
    await put("scans/12345678_quiz[1].png", await pagePng());
    await put("scans/20230001_quiz[1].png", "no picture");
    await put("scans/IMG_7.png", await pagePng(245));
    await put("scans/IMG_8.png", "no picture either");
    const words = ["grade", "scans", "--task", "task.json", "--out", "out"];
    const first = await runInProcess(words, folder);
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining("Fill in grade, comment")]);
    const lines = await table("out/review.csv");
    const filled = lines.slice(1).map(([file, page, student, item, proposed, maximum, , , , ...rest]) => {
      const isNobodys = file === "scans/IMG_7.png";
      const owner = isNobodys ? ["20230002", "1"] : [student, item];
      const said = file === "scans/IMG_8.png" ? ["", "", "yes"] : ["2", "By hand", ""];
      return [file, page, ...owner, proposed, maximum, ...said, ...rest];
    });
    await put("out/review.csv", stringify([lines[0]!, ...filled]));

    const lost = await runInProcess(words, folder);
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --resume to keep it") });
    const again = await runInProcess([...words, "--resume"], folder);
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Taken from out/review.csv: ${filled.length}`),
    });
    expect(await table("out/review.csv")).toHaveLength(1);
    // Without a byte order mark Excel takes the letters of names and comments for others, and saves those.
    for (const list of ["review", "settled", "groups"]) {
      expect((await readFile(join(folder, "out", `${list}.csv`), "utf8"))[0], list).toBe("\uFEFF");
    }
    const { files, queue, students } = await results("out");
    expect(queue).toEqual([]);
    expect(students.map(({ student_id, status }) => [student_id, status])).toEqual([
      ["12345678", "graded"],
      ["20230001", "graded"],
      ["20230002", "graded"],
    ]);
    expect(files.find(({ file }) => file === "scans/IMG_8.png")).toMatchObject({ status: "extra" });
    // And it stays so.
    expect(await runInProcess([...words, "--resume"], folder)).toMatchObject({ code: 0 });
    expect((await results("out")).students).toEqual(students);

    const moved = ["grade", join(folder, "scans"), ...words.slice(2), "--resume"];
    expect((await runInProcess(moved, folder)).stderr).toContain(
      `! What a person said of ${filled.length} pages does not count, as this run has no scans/`,
    );
    expect((await runInProcess([...words, "--resume"], folder)).stderr).not.toContain("does not count");
    expect((await results("out")).students).toEqual(students);
  });

  test("what is filled into review.csv while more pages are read counts", async () => {
    await put("scans/20230001_quiz[1].png", "no picture");
    const words = ["grade", "scans", "--task", "task.json", "--out", "out", "--resume"];
    await runInProcess(words, folder);
    for (const shade of [235, 240, 245]) await put(`scans/20230${shade}_quiz[1].png`, await pagePng(shade));
    const journal = join(folder, "out/.circuitgrade/journal.jsonl");
    const { size } = await stat(journal);
    const run = runInProcess(words, folder);
    while ((await stat(journal)).size === size) await setTimeout(5);
    const [header, line] = await table("out/review.csv");
    await put("out/review.csv", stringify([header!, line!.map((cell, at) => (header![at] === "grade" ? "3" : cell))]));
    expect(await run).toMatchObject({ code: 0, stderr: expect.stringContaining("Taken from out/review.csv: 1 page") });
    expect((await results("out")).files[0]).toMatchObject({ status: "graded", grade: 3 });
  });

  test("a review.csv that is spoiled while pages are read costs none of them", async () => {
    await put("scans/20230001_quiz[1].png", "no picture");
    const words = ["grade", "scans", "--task", "task.json", "--out", "out", "--resume"];
    await runInProcess(words, folder);
    const before = await readFile(join(folder, "out/review.csv"), "utf8");
    for (const shade of [235, 240]) await put(`scans/20230${shade}_quiz[1].png`, await pagePng(shade));
    const journal = join(folder, "out/.circuitgrade/journal.jsonl");
    const { size } = await stat(journal);
    const run = runInProcess(words, folder);
    while ((await stat(journal)).size === size) await setTimeout(5);
    await put("out/review.csv", "some,other,table\n1,2,3\n");
    const { code, stderr } = await run;
    expect([code, stderr.includes("With --resume it keeps the pages that it has read.")]).toEqual([2, true]);
    await put("out/review.csv", before);
    expect((await runInProcess(words, folder)).stderr).toContain("Reused from an earlier run: pages of 3 of");
  });

  test("a folder of an earlier version, which kept its words in settled.csv alone, goes on", async () => {
    await put("scans/12345678_quiz[1].png", await pagePng());
    await put("scans/IMG_8.png", "no picture");
    const words = ["grade", "scans", "--task", "task.json", "--out", "out", "--resume"];
    await runInProcess(words, folder);
    const { files } = await results("out");
    const said = {
      "scans/12345678_quiz[1].png": ["", "", "2", "", "By hand", ""],
      "scans/IMG_8.png": ["", "", "", "", "", "yes"],
    };
    const lines = files.map(({ file, sha256 }) => [file, 1, ...said[file as keyof typeof said], `sha256:${sha256}`]);
    const header = ["file", "page", "student_id", "item", "grade", "reading", "comment", "ignore", "picture"];
    await put("out/settled.csv", stringify([header, ...lines]));
    expect(await runInProcess(words, folder)).toMatchObject({ code: 0 });
    const record = () => readFile(join(folder, "out/.circuitgrade/statements.jsonl"), "utf8");
    expect(await record()).toMatch(
      /"grade":\{"graded":true,"totalGrade":2,"comment":"By hand"\}[\s\S]*"kind":"ignore"/,
    );
    expect((await results("out")).files.map(({ status, grade }) => [status, grade])).toEqual([
      ["graded", 2],
      ["extra", null],
    ]);
    // A line that is deleted is taken back, and the record keeps both.
    await put("out/settled.csv", stringify([header, lines[0]!]));
    expect(await runInProcess(words, folder)).toMatchObject({ code: 1 });
    expect((await results("out")).queue.map(({ file }) => file)).toEqual(["scans/IMG_8.png"]);
    expect(await record()).toMatch(/"kind":"ignore"[\s\S]*"kind":"take-back","number":1/);
  });

  test("a student's page of an unreadable type still counts as the student's", async () => {
    await put("scans/20230007_quiz[1].avif", "ftypavif");
    await put("scans/20230008_quiz[1].png", await pagePng());
    await runInProcess(["grade", "scans", "--task", "task.json", "--out", "out"], folder);
    const { students, files } = await results("out");
    expect(students[0]).toMatchObject({ student_id: "20230007", status: "review", total: null });
    expect([files[0]?.status, files[0]?.reasons.map(({ code }) => code)]).toEqual(["failed", ["unknown-type"]]);
    expect((await table("out/review.csv"))[1]).toEqual(
      expect.arrayContaining(["scans/20230007_quiz[1].avif", "20230007"]),
    );
  });

  test("results into the folder of the pages are refused with the reason", async () => {
    await put("scans/20230001_quiz[1].png", await pagePng());
    const { code, stderr } = await runInProcess(["grade", "scans", "--task", "task.json", "--out", "./scans/"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "The results cannot go into the folder of the pages, ./scans/: name another one for them.",
    );
  });

  test("a preview leaves nothing behind", async () => {
    await put("scans/20230001_quiz[1].png", await pagePng());
    const { code, stderr } = await runInProcess(["grade", "scans", "--task", "task.json", "--preview"], folder);
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining("Nothing was written")]);
    expect((await readdir(folder)).sort()).toEqual(["scans", "task.json"]);
  });

  test("--resume grades by the corrected key, reads changed files again and forgets those that are gone", async () => {
    await put("scans/20230001_quiz[1].png", await pagePng());
    await put("scans/20230002_quiz[1].png", await pagePng(250));
    await put("scans/20230003_quiz[1].png", await pagePng(245));
    const words = ["grade", "scans", "--task", "task.json", "--out", "out"];
    await runInProcess(words, folder);
    await put("scans/20230002_quiz[1].png", "no picture any more");
    await rm(join(folder, "scans/20230003_quiz[1].png"));
    await put(
      "task.json",
      JSON.stringify({ ...TASK, items: [{ item: 1, keys: [{ expression: "A | B", grade: 7 }] }] }),
    );
    const { stderr } = await runInProcess([...words, "--resume"], folder);
    const record = await results("out");
    expect(stderr).toContain("Reused from an earlier run: pages of 1 of 2 files");
    expect(record.files.map(({ maximum, status }) => [maximum, status === "failed"])).toEqual([
      [7, false],
      [7, true],
    ]);
  });

  test("a key that is changed to and fro gets the verdicts of runs from nothing, and no page is read again", async () => {
    // Its first look leaves a doubt.
    await put("scans/20230003_quiz[1].png", readSample("pages/20230003_quiz[2].png"));
    const setKey = (expression: string) => {
      return put("task.json", JSON.stringify({ ...TASK, items: [{ item: 1, keys: [{ expression, grade: 4 }] }] }));
    };
    const run = async (out: string, ...options: string[]) => {
      const words = ["grade", "scans", "--task", "task.json", "--out", out, ...options];
      const { stderr } = await runInProcess(words, folder);
      const [page] = (await results(out)).files;
      return { isReused: stderr.includes("Reused"), grade: page?.grade, by: page?.by, confidence: page?.confidence };
    };
    const drawn = "(A & ~B) | (B & C)";
    await setKey(drawn);
    const right = await run("out");
    expect(right).toMatchObject({ grade: 4, by: "machine" });
    await setKey("(A & ~B) | (B & ~C)");
    const wrong = await run("out", "--resume");
    expect(wrong).toMatchObject({ grade: 0, isReused: true });
    expect(await run("other")).toEqual({ ...wrong, isReused: false });
    await setKey(drawn);
    expect(await run("out", "--resume")).toEqual({ ...right, isReused: true });
  });

  test("each sheet in a picture is a page of its own if it has its own code, and is read once", async () => {
    const task = { ...TASK, template_key: SHEET_SECRET, items: [...TASK.items, { ...TASK.items[0]!, item: 2 }] };
    await put("task.json", JSON.stringify(task));
    const ana = { studentId: "20230001", item: 1 };
    const sheets = [await codedSheet(ana), await codedSheet({ ...ana, item: 2 }, { isDrawn: false })];
    await put("scans/both.png", await sheetsBelow(...sheets));
    const words = ["grade", "scans", "--task", "task.json", "--out", "out"];
    const pages = async () => {
      const { files } = await results("out");
      return files.map(({ page, item, grade, reasons }) => [page, item, grade, reasons.map(({ code }) => code)]);
    };
    await runInProcess(words, folder);
    const read = [
      [1, 1, 5, []],
      [2, 2, 0, ["nothing-drawn"]],
    ];
    expect(await pages()).toEqual(read);
    const { stderr } = await runInProcess([...words, "--resume"], folder);
    expect(stderr).toContain("Reused from an earlier run: pages of 1 of 1 files");
    expect(await pages()).toEqual(read);
    // Without the picture of one of its sheets, the page is read again.
    const [{ sha256 } = { sha256: "" }] = (await results("out")).files;
    await rm(join(workFolder(join(folder, "out")).thumbnails, thumbnailName(sha256, 2)));
    expect((await runInProcess([...words, "--resume"], folder)).stderr).not.toContain("Reused");
    expect(await pages()).toEqual(read);
  });

  test("wrong tasks, rosters and paths are reported before anything is read", async () => {
    await put("bad.json", '{ "schema_version": 1 }');
    await put("bad.csv", "name\nAna\n");
    await put("scans/IMG_1.png", await pagePng());
    await cp(join(folder, "scans"), join(folder, "more"), { recursive: true });
    const cases: [string[], number, string][] = [
      [["grade", "scans"], 2, "--task"],
      [["grade", "scans", "--task", "none.json"], 3, "none.json"],
      [["grade", "scans", "--task", "bad.json"], 2, "title"],
      [["grade", "nowhere", "--task", "task.json"], 3, "nowhere"],
      [["grade", "more", "--task", "task.json", "--jobs", "none"], 2, "--jobs"],
      [["grade", "scans", "--task", "task.json", "--out", "bad.csv"], 2, "bad.csv is a file. Name a folder."],
    ];
    for (const [words, code, text] of cases) {
      const ended = await runInProcess(words, folder);
      expect(ended, words.join(" ")).toMatchObject({ code, stdout: "" });
      expect(ended.stderr).toContain(text);
    }
  });
});
