import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { afterAll, describe, expect, test } from "vitest";
import { CLASS_TASK, type ClassPage, drawClass } from "../core/testdata/drawn-pages/draw-class.ts";
import type { GradedPage, GradeRecord } from "./grading/grade-record.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** 60 pages are drawn and really read, on a machine that may be busy. */
const PATIENCE = 900_000;
const GRADE = ["grade", "scans", "--task", "task.json", "--out", "out"];

async function results(): Promise<GradeRecord> {
  return JSON.parse(await readFile(join(folder, "out/results.json"), "utf8")) as GradeRecord;
}

function pageOf({ studentId }: ClassPage, of: GradeRecord = record): GradedPage {
  return of.files.find((file) => file.student_id === studentId)!;
}

/** Pages whose function was read as drawn: the reader's figures are in the model card. */
function readRightly(): ClassPage[] {
  return pages.filter((page) => (pageOf(page).rows[0]?.result === "Match") === page.answer.name.startsWith("right"));
}

/** A line of groups.csv by its columns, and the list with some cells filled in. */
async function fillIn(change: (line: Record<string, string>) => Record<string, string>): Promise<void> {
  const lines = parse(await readFile(join(folder, "out/groups.csv")), { columns: true, bom: true }) as Record<
    string,
    string
  >[];
  await writeFile(join(folder, "decisions.csv"), stringify(lines.map(change), { header: true }));
}

const folder = await mkdtemp(join(tmpdir(), "groups-"));
const pages = await drawClass();
await mkdir(join(folder, "scans"));
for (const { studentId, picture } of pages) {
  await writeFile(join(folder, `scans/${studentId}_quiz[1].png`), picture);
}
await writeFile(join(folder, "task.json"), JSON.stringify(CLASS_TASK));
const graded = await runInProcess(GRADE, folder);
const record = await results();

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a class of 60 students", () => {
  test("is read well enough to judge groups", () => {
    expect(graded.stderr).toContain("60 pages of 60 students");
    expect(readRightly().length).toBeGreaterThanOrEqual(54);
  });

  test("is grouped by function, and within it by structure: equal drawings are listed together", () => {
    const grouped = record.answer_groups.flatMap(({ structures }) => structures.flatMap(({ files }) => files));
    expect(grouped).toHaveLength(60);
    expect(record.answer_groups.reduce((sum, group) => sum + group.pages, 0)).toBe(60);
    const right = record.answer_groups.filter(({ verdict }) => verdict === "right");
    expect(right).toHaveLength(1);
    expect(right[0]!.structures.length).toBeGreaterThanOrEqual(2);
    const verdicts = record.answer_groups.map(({ verdict }) => verdict);
    expect(verdicts.lastIndexOf("wrong")).toBeLessThan(verdicts.indexOf("right"));
    // All answers with the same fault are one group, except for pages that were misread.
    for (const name of ["OR drawn as AND", "AND drawn as NAND", "OR drawn as XOR"]) {
      const own = readRightly().filter(({ answer }) => answer.name === name);
      expect(new Set(own.map((page) => pageOf(page).group)).size, name).toBe(1);
    }
  });

  test("says what would make each wrong answer right, with the place", () => {
    const wrong = readRightly().filter(({ answer }) => !answer.name.startsWith("right"));
    const told = wrong.filter((page) => {
      const { answer } = page;
      return "fix" in answer && pageOf(page).explanation?.text.includes(answer.fix);
    });
    expect(told.length / wrong.length).toBeGreaterThanOrEqual(0.9);
    expect(told.every((page) => pageOf(page).explanation!.marks.length > 0)).toBe(true);
    const [worst] = record.answer_groups;
    expect(worst!.first_difference).toMatchObject({ output: "OUT 1", expected: expect.any(Number) });
  });

  test("groups.csv and the report show the groups", async () => {
    const lines = parse(await readFile(join(folder, "out/groups.csv")), { columns: true, bom: true }) as Record<
      string,
      string
    >[];
    expect(lines.map(({ group }) => group)).toEqual(record.answer_groups.map(({ group }) => group));
    expect(lines.find(({ verdict }) => verdict === "wrong")?.first_difference).toMatch(
      /^OUT 1 at A=\d B=\d C=\d: \d, not \d$/,
    );
    const report = await readFile(join(folder, "out/report.html"), "utf8");
    expect(report).toContain("Answer groups: pages that compute the same");
    expect(report).toContain("What would make it right");
    expect(report).toContain('stroke="#d6006c"');
  });

  test(
    "gets one grade and comment for a whole group, after a preview, and without the line it is undone",
    async () => {
      const group = record.answer_groups[0]!;
      await fillIn((line) => (line.group === group.group ? { ...line, grade: "3", comment: "Look at OR 1." } : line));
      const words = [...GRADE, "--resume", "--decisions", "decisions.csv"];
      const previewed = await runInProcess([...words, "--preview"], folder);
      expect(previewed.stdout).toContain(
        `Item 1, group ${group.group}, ${group.pages} pages: ${group.points} points become 3, "Look at OR 1."`,
      );
      expect(await results()).toEqual(record);

      await fillIn((line) => (line.group === group.group ? { ...line, grade: "99", comment: "" } : line));
      const much = await runInProcess([...words, "--preview"], folder);
      expect(much.stdout).toContain(`points become 99, more than the ${group.maximum} of its keys`);

      await fillIn((line) => (line.group === group.group ? { ...line, grade: "3", comment: "Look at OR 1." } : line));
      await runInProcess(words, folder);
      const decided = await results();
      const own = decided.files.filter((file) => file.group === group.group);
      expect(own).toHaveLength(group.pages);
      expect(own.every((file) => file.grade === 3 && file.comment === "Look at OR 1." && file.decided)).toBe(true);
      const others = (all: GradeRecord) => all.files.filter((file) => file.group !== group.group);
      expect(others(decided)).toEqual(others(record));
      expect(decided.answer_groups[0]).toMatchObject({ group: group.group, grade: 3, comment: "Look at OR 1." });

      await runInProcess([...GRADE, "--resume"], folder);
      expect(await results()).toEqual(record);
    },
    PATIENCE,
  );

  test(
    "--certainty says how sure the machine must be",
    async () => {
      const { stderr } = await runInProcess([...GRADE, "--resume", "--certainty", "99.9"], folder);
      const strict = await results();
      expect(stderr).toContain(`${strict.summary.machine} graded by the machine`);
      expect(strict.summary.machine + strict.summary.queued).toBe(60);
      expect(strict.summary.machine).toBeLessThanOrEqual(record.summary.machine);
      for (const { by, confidence, needed, status, grade } of strict.files) {
        expect(by === "machine").toBe(status === "graded");
        if (by === "machine") expect([confidence! >= needed!, grade !== null]).toEqual([true, true]);
      }
    },
    PATIENCE,
  );

  test(
    "a wrong list or percentage is reported before anything is read",
    async () => {
      await writeFile(join(folder, "wrong.csv"), "item,group,grade,comment\n1,first,2,\n");
      const list = await runInProcess([...GRADE, "--decisions", "wrong.csv"], folder);
      expect([list.code, list.stderr.includes('line 2: "first" is not a group')]).toEqual([2, true]);
      const percentage = await runInProcess([...GRADE, "--certainty", "0.99"], folder);
      expect([percentage.code, percentage.stderr.includes("--certainty")]).toEqual([2, true]);
    },
    PATIENCE,
  );
});
