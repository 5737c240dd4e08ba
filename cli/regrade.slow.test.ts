import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { afterAll, describe, expect, test } from "vitest";
import type { Rubric } from "../core/rules/tasks/rubric.ts";
import { CLASS_TASK, drawClass } from "../core/testdata/drawn-pages/draw-class.ts";
import type { GradeRecord } from "./grading/grade-record.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** 60 pages are drawn and really read, on a machine that may be busy. */
const PATIENCE = 900_000;
const GRADE = ["grade", "scans", "--task", "task.json", "--out", "out"];
const [ITEM] = CLASS_TASK.items;

async function results(): Promise<GradeRecord> {
  return JSON.parse(await readFile(join(folder, "out/results.json"), "utf8")) as GradeRecord;
}

async function setTask(change: { expression?: string; grade?: number; rubric?: Rubric }): Promise<void> {
  const { rubric, ...key } = change;
  const item = { ...ITEM, keys: [{ ...ITEM.keys[0], ...key }], ...(rubric && { rubric }) };
  await writeFile(join(folder, "task.json"), JSON.stringify({ ...CLASS_TASK, items: [item] }));
}

function totals({ students }: GradeRecord): Map<string, number | null> {
  return new Map(students.map(({ student_id, total }) => [student_id, total]));
}

const folder = await mkdtemp(join(tmpdir(), "regrade-"));
const pages = await drawClass();
await mkdir(join(folder, "scans"));
for (const { studentId, picture } of pages) {
  await writeFile(join(folder, `scans/${studentId}_quiz[1].png`), picture);
}
await setTask({});
await runInProcess(GRADE, folder);
const record = await results();

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a class of 60 students whose key changes", () => {
  test(
    "first shows each student's old and new points without writing, and then writes them",
    async () => {
      await setTask({ expression: "(A & B) & C" });
      const before = await readdir(join(folder, "out"));
      const previewed = await runInProcess([...GRADE, "--resume", "--preview"], folder);
      expect(await results()).toEqual(record);
      expect(await readdir(join(folder, "out"))).toEqual(before);

      await runInProcess([...GRADE, "--resume"], folder);
      const [was, is] = [totals(record), totals(await results())];
      const changed = [...is].filter(([id, total]) => total !== was.get(id));
      expect(changed.length).toBeGreaterThan(20);
      expect(previewed.stdout).toContain(`${changed.length} students would get other points`);
      for (const [id, total] of changed)
        expect(previewed.stdout).toContain(`  ${id}: ${was.get(id) ?? 0} -> ${total ?? 0} (`);
      expect(previewed.stdout.match(/^ {2}\d{8}: /gm)).toHaveLength(changed.length);
      const right = changed.filter(([id]) => was.get(id) === 0).length;
      const wrong = changed.filter(([id]) => was.get(id) === 5).length;
      expect(previewed.stdout).toMatch(
        new RegExp(`Item 1, OUT 1: ${right} pages? would become correct, ${wrong} pages? wrong`),
      );
      expect(previewed.stderr).toContain("Nothing was written");
    },
    PATIENCE,
  );

  test(
    "keeps a person's decisions, and says so",
    async () => {
      await setTask({});
      await runInProcess([...GRADE, "--resume"], folder);
      const group = record.answer_groups.find(({ verdict }) => verdict === "right")!;
      const lines = [{ item: 1, group: group.group, grade: 4, comment: "Neat, but late." }];
      await writeFile(join(folder, "decisions.csv"), stringify(lines, { header: true }));
      const words = [...GRADE, "--resume", "--decisions", "decisions.csv"];
      await runInProcess(words, folder);
      await setTask({ grade: 10 });
      const { stderr, stdout } = await runInProcess([...words, "--preview", "--json"], folder);
      expect(stderr.match(/4 points stay, as a person decided \(the keys gave 5, now 10\)/g)).toHaveLength(group.pages);
      const { regrade } = JSON.parse(stdout) as { regrade: { kept: object[]; students: object[] } };
      expect([regrade.kept.length, regrade.students.length]).toEqual([group.pages, 0]);
    },
    PATIENCE,
  );

  test(
    "gets partial credit by the item's rubric, with the reason in results, report and feedback",
    async () => {
      const rubric = { right_rows_from: 75, inverted: 40, most_gates: { count: 2, deduction: 1 } };
      await setTask({ rubric });
      await runInProcess([...GRADE, "--resume"], folder);
      const graded = await results();
      expect(graded.task.items[0]!.rubric).toEqual(rubric);
      const partial = graded.files.filter(({ rows }) => rows.some((row) => row.partial !== undefined));
      expect(partial.length).toBeGreaterThan(5);
      for (const { rows, grade } of partial) {
        const [, right] = /^(\d) of 8 rows are right: (\d) of 5 points\.$/.exec(rows[0]!.partial!)!;
        const points = Math.floor((5 * Number(right)) / 8);
        expect([rows[0]!.grade, rows[0]!.result]).toEqual([points, "Mismatch"]);
        expect(grade === null || grade <= points).toBe(true);
      }
      const off = graded.files.filter(({ adjustments }) => adjustments.length > 0);
      expect(
        off.some(({ adjustments }) => adjustments[0]!.reason === "3 gates drawn, 2 are enough: 1 point off."),
      ).toBe(true);
      const report = await readFile(join(folder, "out/report.html"), "utf8");
      expect(report).toContain("Item 1: 1 point off for each gate beyond 2.");
      expect(report).toContain("of 8 rows are right:");
      const { stdout } = await runInProcess(["gradebook", "--results", "out"], folder);
      expect(stdout).toContain("3 gates drawn, 2 are enough: 1 point off.");
      await setTask({ rubric: { floor: 6 } });
      const wrong = await runInProcess([...GRADE, "--resume"], folder);
      expect([wrong.code, wrong.stderr.includes("The minimum points cannot be more than the item's 5.")]).toEqual([
        2,
        true,
      ]);
      await setTask({});
    },
    PATIENCE,
  );

  test(
    "--hide-names leaves no ID in the report, always uses the same order, and says who is who in names.csv",
    async () => {
      const roster = pages.map(({ studentId }) => ({
        student_id: studentId,
        name: `Ana ${studentId.slice(-2)}`,
        email: "",
      }));
      await writeFile(join(folder, "roster.csv"), stringify(roster, { header: true }));
      const words = [...GRADE, "--resume", "--roster", "roster.csv", "--hide-names"];
      await runInProcess(words, folder);
      const report = await readFile(join(folder, "out/report.html"), "utf8");
      const text = report.replace(/base64,[^"]*/g, "");
      for (const { studentId } of pages) expect(text).not.toContain(studentId);
      expect(text).not.toMatch(/Ana \d\d/);
      const names = parse(await readFile(join(folder, "out/names.csv")), { columns: true }) as Record<string, string>[];
      expect(names).toHaveLength(60);
      expect(names[0]).toMatchObject({ student_id: "20230001", name: "Ana 01" });
      const shown = [...text.matchAll(/<h2 id="title-\d+">(Student \w+)/g)].map(([, alias]) => alias!);
      expect([...shown].sort()).toEqual(names.map(({ alias }) => alias!).sort());
      const ids = shown.map((alias) => names.find((each) => each.alias === alias)!.student_id!);
      expect(ids).not.toEqual([...ids].sort());
      // Grades are for the gradebook: they keep the IDs.
      expect(await readFile(join(folder, "out/grades.csv"), "utf8")).toContain("20230001,Ana 01");

      await runInProcess(words, folder);
      expect(await readFile(join(folder, "out/report.html"), "utf8")).toBe(report);
      await runInProcess([...GRADE, "--resume"], folder);
      expect(await readdir(join(folder, "out"))).not.toContain("names.csv");
    },
    PATIENCE,
  );
});
