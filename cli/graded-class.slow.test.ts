import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, describe, expect, test } from "vitest";
import { DECODER_TASK, drawCopiedClass } from "../core/testdata/copied-class/draw-copied-class.ts";
import type { GradeRecord, StudentGrades } from "./grading/grade-record.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** 60 pages are drawn and really read, on a machine that may be busy. */
const PATIENCE = 900_000;
const COPIES = 4;

const folder = await mkdtemp(join(tmpdir(), "graded-class-"));
const pages = await drawCopiedClass({ students: 60, copies: COPIES });
await mkdir(join(folder, "scans"));
for (const { studentId, picture } of pages) {
  await writeFile(join(folder, `scans/${studentId}_quiz[1].png`), picture);
}
await writeFile(join(folder, "task.json"), JSON.stringify(DECODER_TASK));
await runInProcess(["grade", "scans", "--task", "task.json"], folder);
const record = JSON.parse(await readFile(join(folder, "grades/results.json"), "utf8")) as GradeRecord;

/** Whether a student's points need no person any more: only those are given away. */
function isConfirmed({ status, total }: StudentGrades): boolean {
  return status === "graded" && total !== null;
}

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("60 students' pages that were read and graded", { timeout: PATIENCE }, () => {
  test("traced pages are found among all correct answers, and nobody else is accused", async () => {
    expect(record.files).toHaveLength(60);
    expect(record.summary.graded).toBeGreaterThanOrEqual(45);
    const { code, stdout, stderr } = await runInProcess(["copies", "grades", "--json", "--out", "copies"], folder);
    expect(code).toBe(1);
    const { items } = JSON.parse(stdout) as { items: { compared: number; pairs: { files: string[] }[] }[] };
    const idOf = (file: string) => /\d{8}/.exec(file)![0];
    const found = items[0]!.pairs.map(({ files }) => files.map(idOf).sort().join(" ")).sort();
    const planted = pages
      .flatMap(({ studentId, copyOf }) => (copyOf === null ? [] : [`${copyOf} ${studentId}`]))
      .sort();
    expect(planted).toHaveLength(COPIES);
    expect(found).toEqual(planted);
    expect(items[0]!.compared).toBe(60);
    // Of two pairs one page is misread, and pairs whose circuits differ are not called copied.
    expect(stderr).toContain("60 drawings compared, 2 pairs look copied, 2 pairs alike with different circuits");
    const csv = parse(await readFile(join(folder, "copies/copies.csv")), { columns: true }) as Record<string, string>[];
    expect(csv.map(({ student_a: a, student_b: b }) => [a, b].sort().join(" ")).sort()).toEqual(planted);
  });

  test("a Canvas export gets each student's grade; rows and students that do not match are reported", async () => {
    const [first, second] = record.students.filter(isConfirmed);
    const inSheet = record.students.filter(({ student_id }) => student_id !== first!.student_id);
    const ids = [...inSheet.map(({ student_id }) => student_id), second!.student_id, "99999999"];
    const rows = ids.map((id, row) => `"Name ${row}, ${id}",1,${id},,=1+1\r\n`).join("");
    const head = "\uFEFFStudent,ID,SIS User ID,Decoder (7),Notes\r\n    Points Possible,,,8,\r\n";
    await writeFile(join(folder, "canvas.csv"), head + rows);
    const words = ["gradebook", "canvas.csv", "--results", "grades", "--out", "filled.csv", "--json"];
    const { code, stdout, stderr } = await runInProcess(words, folder);
    const report = JSON.parse(stdout);
    const graded = inSheet.filter((each) => isConfirmed(each) && each.student_id !== second!.student_id);
    expect(code).toBe(1);
    expect(graded.length).toBeGreaterThan(40);
    expect(report).toMatchObject({ filled: graded.length, unmatched_students: [first!.student_id] });
    expect([report.ambiguous.length, report.unmatched_rows.length]).toEqual([2, 1]);
    expect(report.ungraded).toEqual(
      record.students.filter((each) => !isConfirmed(each)).map((each) => each.student_id),
    );
    expect(stderr).toContain(`appears twice; left unchanged (${second!.student_id})`);
    const filled = parse(await readFile(join(folder, "filled.csv")), { bom: true }) as string[][];
    expect(filled.map(([, , id]) => id)).toEqual(["SIS User ID", "", ...ids]);
    for (const [, , id, grade, note] of filled.slice(2)) {
      const own = graded.find(({ student_id }) => student_id === id);
      expect([grade, note], id).toEqual([own === undefined ? "" : String(own.total), "=1+1"]);
    }
  });

  test("plain CSV has a line for each of them, feedback a page with their own drawing", async () => {
    const { stdout } = await runInProcess(["gradebook", "--results", "grades"], folder);
    const lines = parse(stdout, { columns: true }) as Record<string, string>[];
    expect(lines.map(({ student_id, total }) => [student_id, total])).toEqual(
      record.students.map((each) => [each.student_id, isConfirmed(each) ? String(each.total) : ""]),
    );
    await runInProcess(["feedback", "--results", "grades", "--out", "feedback", "--format", "html"], folder);
    const files = (await readdir(join(folder, "feedback"))).filter((name) => name.endsWith(".html"));
    expect(files).toHaveLength(record.students.filter(isConfirmed).length);
    expect(files.length).toBeGreaterThan(40);
    const pictures = new Set<string>();
    for (const name of files) {
      const html = await readFile(join(folder, "feedback", name), "utf8");
      expect(html).toContain(name.slice(0, 8));
      pictures.add(/data:image\/jpeg;base64,([^"]+)/.exec(html)![1]!);
    }
    expect(pictures.size).toBe(files.length);
  });
});
