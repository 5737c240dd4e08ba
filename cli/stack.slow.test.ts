import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { describe, expect, test } from "vitest";
import { type DrawnStackPage, drawStack, stackPdf } from "../core/testdata/drawn-pages/draw-stack.ts";
import { TASK } from "../core/testdata/drawn-pages/page-list.ts";
import type { GradeRecord } from "./grading/grade-record.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** 120 pages are drawn and really read, on a machine that may be busy. */
const PATIENCE = 1_800_000;

const STUDENTS = 60;
const UNREADABLE = 6;
const ITEMS = TASK.items.length;

function studentOf({ template }: DrawnStackPage): string {
  return String(20230000 + Math.ceil(template / ITEMS));
}

async function results(): Promise<GradeRecord> {
  return JSON.parse(await readFile(join(folder, "out/results.json"), "utf8")) as GradeRecord;
}

const GRADE = ["grade", "stack.pdf", "--task", "task.json", "--roster", "roster.csv", "--out", "out"];

const folder = await mkdtemp(join(tmpdir(), "stack-"));
const students = Array.from({ length: STUDENTS }, (_, index) => [20230001 + index, `Student ${index + 1}, Ñ.`]);
await writeFile(join(folder, "roster.csv"), stringify([["student_id", "name"], ...students]));
await writeFile(join(folder, "task.json"), JSON.stringify(TASK));
const template = ["template", "--personal", "roster.csv", "--task", "task.json", "--out", "templates.pdf"];
const unsigned = await runInProcess(template, folder);
expect(unsigned.code).toBe(2);
// The message has the line to add, with a new random key.
const line = /"template_key": "(.+)"/.exec(unsigned.stderr);
await writeFile(join(folder, "task.json"), JSON.stringify({ ...TASK, template_key: line?.[1] }));
const signed = await runInProcess(template, folder);
expect(signed).toMatchObject({ code: 0, stderr: `templates.pdf: ${STUDENTS * ITEMS} pages\n` });
const templates = await readFile(join(folder, "templates.pdf"));
const itemOf = (page: number): number => TASK.items[(page - 1) % ITEMS]!.item;
const stack = await drawStack(templates, { seed: "command", unreadable: UNREADABLE, itemOf });
const pages = stack.pages;
await writeFile(join(folder, "stack.pdf"), await stackPdf(stack.pictures));
const graded = await runInProcess(GRADE, folder);
const record = await results();

describe("a stack of 60 students x 2 items, shuffled and turned, with 6 codes painted over", () => {
  test("has pages in every orientation", () => {
    expect(pages).toHaveLength(120);
    for (const turn of [0, 1, 2, 3]) expect(pages.filter((page) => page.turn === turn).length).toBeGreaterThan(15);
  });

  test("114 pages go to their student and item, upright", () => {
    const placed = record.files.filter((file, index) => {
      const page = pages[index]!;
      return file.counts && file.student_id === studentOf(page) && file.item === page.item;
    });
    expect(placed).toHaveLength(114);
    expect(record.files.filter(({ student_id }) => student_id !== null)).toHaveLength(114);
    for (const [index, file] of record.files.entries()) {
      expect([file.page, file.turn]).toEqual([index + 1, (4 - pages[index]!.turn) % 4]);
      expect(file.width, `page ${file.page}`).toBeGreaterThan(file.height);
    }
  });

  test("6 are in the queue because nobody can tell whose they are, before all others", () => {
    const painted = pages.flatMap(({ unreadable }, index) => (unreadable ? [index + 1] : []));
    const nobodys = record.queue.filter(({ code }) => code === "unreadable-qr");
    expect(nobodys.map(({ page }) => page).sort((a, b) => a - b)).toEqual(painted);
    expect(record.queue.slice(0, UNREADABLE)).toEqual(nobodys);
    expect(graded.stderr).toContain("6 x Unreadable QR code");
    expect(graded.code).toBe(1);
  });

  test("none is lost: pages in = pages graded + pages in the queue", () => {
    const { summary } = record;
    expect(summary.pages).toBe(120);
    expect(summary.graded + summary.queued).toBe(120);
    expect(summary.extra).toBe(0);
    expect(new Set(record.files.map(({ page }) => page)).size).toBe(120);
    // A grade that is given without a person is right.
    const sure = record.files.flatMap((file, index) => (file.status === "graded" ? [{ file, index }] : []));
    expect(sure.length).toBeGreaterThan(80);
    for (const { file, index } of sure) expect(file.grade, `page ${file.page}`).toBe(pages[index]!.grade);
  });

  test("the report shows the queue, the headers of unassigned pages, and whose they may be", async () => {
    const report = await readFile(join(folder, "out/report.html"), "utf8");
    expect(report.match(/The top of the page: whose is it\?/g)).toHaveLength(UNREADABLE);
    expect(report.match(/<section class="page/g)).toHaveLength(120);
    for (const page of pages.filter(({ unreadable }) => unreadable)) {
      expect(report).toMatch(new RegExp(`<li>${studentOf(page)} Student \\d+, Ñ\\., item ${page.item}</li>`));
    }
  });

  test(
    "review.csv, completed by a person, settles them without reading anything again",
    async () => {
      const path = join(folder, "out/review.csv");
      const [header, ...lines] = parse(await readFile(path)) as string[][];
      const filled = lines.map(([file, page, student, item, ...rest]) => {
        const drawn = pages[Number(page) - 1]!;
        return [file, page, student || studentOf(drawn), item || drawn.item, ...rest];
      });
      await writeFile(join(folder, "filled.csv"), stringify([header!, ...filled]));
      const again = await runInProcess([...GRADE, "--resume", "--assign", "filled.csv"], folder);
      const settled = await results();
      expect(again.stderr).toContain("Reused from an earlier run: pages of 1 of 1 files");
      expect(settled.queue.filter(({ code }) => code === "unreadable-qr")).toEqual([]);
      expect(settled.files.filter(({ counts }) => counts)).toHaveLength(120);
      expect(settled.students.every(({ items }) => items.every(({ file }) => file !== null))).toBe(true);
    },
    PATIENCE,
  );

  test(
    "wrong lists of assignments are reported before anything is read",
    async () => {
      const cases = [
        ["file,page,student_id,item\nstack.pdf,1,123,1\n", 2, 'line 2: "123" is not an 8-digit Student ID'],
        ["file,page,student_id,item\nstack.pdf,x,20230001,1\n", 2, 'line 2: "x" is not a page number'],
        ["page,student_id\n1,20230001\n", 2, "file, page, student_id, item"],
        [null, 3, "does not exist"],
      ] as const;
      for (const [text, code, words] of cases) {
        if (text !== null) await writeFile(join(folder, "wrong.csv"), text);
        const ended = await runInProcess([...GRADE, "--assign", text === null ? "none.csv" : "wrong.csv"], folder);
        expect(ended).toMatchObject({ code, stdout: "" });
        expect(ended.stderr).toContain(words);
      }
    },
    PATIENCE,
  );
});
