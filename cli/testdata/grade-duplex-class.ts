import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect } from "vitest";
import { DUPLEX_TASK, type DuplexPage, drawDuplexStack } from "../../core/testdata/drawn-pages/draw-duplex-stack.ts";
import { type DrawnStackPage, stackPdf } from "../../core/testdata/drawn-pages/draw-stack.ts";
import type { Ended } from "./run-command.ts";

/** Students of the class that the packages grade. The full class, which the sources grade, takes CI too long: 60. */
export const CLASS_STUDENTS = Number(process.env.CLASS_STUDENTS ?? 4);

const ITEMS = DUPLEX_TASK.items.length;
const GRADE = "grade stack.pdf --task task.json --roster roster.csv --out out".split(" ");

/** Runs `circuitgrade` with these arguments in the class's folder. */
type Program = (words: readonly string[]) => Promise<Ended>;

/**
 * Grades a class with 3 items from a duplex scan, from the printed templates to the filled Canvas file and the
 * feedback, and expects every total to be right; returns what is known of its pages. `folder` is empty, and `run`'s
 * working directory.
 */
export async function gradeDuplexClass(
  folder: string,
  { run, students }: { readonly run: Program; readonly students: number },
): Promise<readonly DuplexPage[]> {
  const inFolder = (name: string) => join(folder, name);
  const ids = Array.from({ length: students }, (_, index) => String(20230001 + index));
  const names = ids.map((id, index) => [id, `Student ${index + 1}, Ñ.`]);
  await writeFile(inFolder("roster.csv"), stringify([["student_id", "name"], ...names]));
  await writeFile(inFolder("task.json"), JSON.stringify({ ...DUPLEX_TASK, template_key: "k".repeat(43) }));
  await writeFile(inFolder("canvas.csv"), canvasExport(names));

  const printed = await run("template --personal roster.csv --task task.json --out templates.pdf".split(" "));
  expect([printed.code, printed.stderr]).toEqual([
    0,
    expect.stringContaining(`templates.pdf: ${students * ITEMS} pages\n`),
  ]);
  const stack = await drawDuplexStack(await readFile(inFolder("templates.pdf")), {
    seed: "class of 60",
    unreadable: Math.ceil(students / 10),
    doubtful: Math.ceil(students / 6),
    empty: 1,
  });
  await writeFile(inFolder("stack.pdf"), await stackPdf(stack.pictures));

  const first = await run(GRADE);
  expect(first.code, first.stderr).toBe(1);
  await settle(inFolder("out/review.csv"), stack.pages);
  const settled = await run([...GRADE, "--resume"]);
  expect(settled.code, settled.stderr).toBe(0);
  const answers = students * ITEMS;
  const counts = `${2 * answers + 2} pages of ${students} students: ${answers} graded, 0 in the queue (0 need review, 0 failed)`;
  expect(settled.stderr).toContain(counts);

  const filled = await run("gradebook canvas.csv --results out --out canvas-filled.csv".split(" "));
  expect(filled.code, filled.stderr).toBe(0);
  const rows = parse(await readFile(inFolder("canvas-filled.csv")), { columns: true }) as Record<string, string>[];
  const totals = rows.slice(1).map((row) => [row["SIS User ID"], Number(row[CANVAS_COLUMN])]);
  expect(totals).toEqual(ids.map((id) => [id, totalOf(id, stack.pages)]));

  const feedback = await run("feedback --results out --out feedback".split(" "));
  expect(feedback.code, feedback.stderr).toBe(0);
  const pdfs = (await readdir(inFolder("feedback"))).filter((name) => name.endsWith(".pdf"));
  expect(pdfs.sort()).toEqual(ids.map((id) => `${id}.pdf`));
  return stack.pages;
}

const CANVAS_COLUMN = `${DUPLEX_TASK.title} (7)`;

function canvasExport(names: readonly (readonly string[])[]): string {
  const rows = names.map(([id, name], index) => [name, String(index + 1), id, ""]);
  return stringify([["Student", "ID", "SIS User ID", CANVAS_COLUMN], ["    Points Possible", "", "", "26"], ...rows]);
}

/** The student on whose template a page was drawn. */
function studentOf({ template }: DrawnStackPage): string {
  return String(20230000 + Math.ceil(template / ITEMS));
}

function totalOf(id: string, pages: readonly DuplexPage[]): number {
  const own = pages.flatMap((page) =>
    page.kind === "front" && studentOf(page.front) === id ? [page.front.grade] : [],
  );
  return own.reduce((sum, grade) => sum + grade, 0);
}

/** Fills the queue's list as a person does who looks at the pages. */
async function settle(path: string, pages: readonly DuplexPage[]): Promise<void> {
  const lines = parse(await readFile(path), { columns: true }) as Record<string, string>[];
  const filled = lines.map((line) => {
    const page = pages[Number(line.page) - 1]!;
    if (page.kind !== "front") return { ...line, ignore: "yes" };
    const { front } = page;
    // If points are proposed for an empty sheet, they are right.
    const grade = front.empty && line.proposed !== "" ? "ok" : String(front.grade);
    return { ...line, student_id: studentOf(front), item: String(front.item), grade };
  });
  await writeFile(path, stringify(filled, { header: true }));
}
