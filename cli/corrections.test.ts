import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { PageResult } from "../core/results/page-result.ts";
import type { GradeRecord } from "./grading/grade-record.ts";
import { RESULT_FILES } from "./results/result-files.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** The machine may be busy, and each run of the command loads the model. */
const PATIENCE = { timeout: 300_000 };

const PAGE = "20230001_quiz[1].png";
const GRADE = ["grade", "scans", "--task", "task.json", "--resume"];
const CORRECTIONS = ["--corrections", "corrections.json"];
const TASK = {
  schema_version: 1,
  id: "t1",
  title: "Half adder",
  type: "quiz",
  items: [{ item: 1, keys: [{ expression: "A & B", grade: 5 }] }],
};

async function text(name: string): Promise<string> {
  return readFile(join(folder, name), "utf8");
}

/** The only page of the results in the folder. */
async function graded() {
  const record = JSON.parse(await text("grades/results.json")) as GradeRecord;
  const result = JSON.parse(await text(`grades/${RESULT_FILES.pages}`)) as PageResult;
  return { page: record.files[0]!, result, drawings: await text(`grades/${RESULT_FILES.drawings}`) };
}

async function putCorrections(file: { schema_version: number; pages: readonly object[] }): Promise<void> {
  await writeFile(join(folder, "corrections.json"), JSON.stringify(file));
}

const folder = await mkdtemp(join(tmpdir(), "corrections-"));
await mkdir(join(folder, "scans"));
await cp(fileURLToPath(new URL(`../core/testdata/pages/${PAGE}`, import.meta.url)), join(folder, "scans", PAGE));
await writeFile(join(folder, "task.json"), JSON.stringify(TASK));

test(
  "grade reads corrected pages with the corrections, keeps them, and compares the drawing without",
  PATIENCE,
  async () => {
    await runInProcess(GRADE, folder);
    const machine = await graded();
    expect(machine.page).toMatchObject({ grade: 5, said: null });
    expect(machine.result.corrected).toBe(false);

    // A person has removed the AND, so an output leads nowhere.
    const { sha256, gates } = machine.page;
    const box = ({ class_name, x, y, width, height }: (typeof gates)[number]) => ({ class_name, x, y, width, height });
    const [and, ...others] = [...gates].sort((a, b) => Number(b.class_name === "AND") - Number(a.class_name === "AND"));
    const { class_name: className, ...place } = box(and!);
    const gone = { kind: "object", object: 1, called: "", was: { className, label: "", box: place }, is: null };
    const said = { threshold: "auto", statements: [gone] };
    await putCorrections({ schema_version: 2, pages: [{ sha256, page: 1, turn: 0, ...said }] });
    const read = await runInProcess([...GRADE, ...CORRECTIONS], folder);
    expect(read.stderr).not.toContain("Reused");
    const corrected = await graded();
    expect(corrected.page).toMatchObject({ proposed: null, said });
    expect(corrected.page.gates.map(({ class_name }) => class_name)).toEqual(
      others.map(({ class_name }) => class_name),
    );
    expect(corrected.result.corrected).toBe(true);
    expect(corrected.drawings).toBe(machine.drawings);

    const again = await runInProcess([...GRADE, ...CORRECTIONS], folder);
    expect(again.stderr).toContain("Reused from an earlier run: pages of 1 of 1 files");
    expect(await graded()).toEqual(corrected);

    // As an earlier version pulled it: what the corrections come to, with all gates.
    const predictions = others.map((gate) => ({ ...box(gate), confidence: gate.confidence, by: "machine" }));
    const corrections = { threshold: "auto", predictions, removed: [box(and!)], wires: [] };
    await putCorrections({ schema_version: 1, pages: [{ sha256, page: 1, turn: 0, corrections }] });
    expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain("Reused from an earlier run");
    expect(await graded()).toEqual(corrected);
    await runInProcess(GRADE, folder);
    expect(await graded()).toEqual(machine);
  },
);

test("corrections of other pages are named, and a wrong list is refused with its faults", PATIENCE, async () => {
  const place = { sha256: "f".repeat(64), page: 1, turn: 0 };
  await putCorrections({ schema_version: 2, pages: [{ ...place, threshold: "auto", statements: [] }] });
  expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain(
    "corrections.json: 1 page of it not in this run",
  );
  await writeFile(join(folder, "corrections.json"), "[]x");
  const broken = await runInProcess([...GRADE, ...CORRECTIONS], folder);
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("corrections.json must be corrected:")]);
  await putCorrections({ schema_version: 2, pages: [{ sha256: "x" }] });
  expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain("pages.0.sha256");
  const corrections = { threshold: "auto", predictions: [], removed: [{ class_name: "AND?" }], wires: [] };
  await putCorrections({ schema_version: 1, pages: [{ ...place, corrections }] });
  expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain("statements.0.was.className");
  await writeFile(join(folder, "corrections.json"), '{"schema_version":1}');
  expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain("pull again");
});
