import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { PageCorrections } from "../core/corrections/corrections-record.ts";
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

async function putCorrections(pages: readonly PageCorrections[]): Promise<void> {
  await writeFile(join(folder, "corrections.json"), JSON.stringify({ schema_version: 1, pages }));
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
    expect(machine.page).toMatchObject({ grade: 5, corrections: null });
    expect(machine.result.corrected).toBe(false);

    // A person has removed the AND, so an output leads nowhere.
    const { sha256, gates } = machine.page;
    const box = ({ class_name, x, y, width, height }: (typeof gates)[number]) => ({ class_name, x, y, width, height });
    const [and, ...others] = [...gates].sort((a, b) => Number(b.class_name === "AND") - Number(a.class_name === "AND"));
    const corrections = {
      threshold: "auto" as const,
      predictions: others.map((gate) => ({ ...box(gate), confidence: gate.confidence, by: "machine" as const })),
      removed: [box(and!)],
      wires: [],
    };
    await putCorrections([{ sha256, page: 1, turn: 0, corrections }]);
    const read = await runInProcess([...GRADE, ...CORRECTIONS], folder);
    expect(read.stderr).not.toContain("Reused");
    const corrected = await graded();
    // What the machine sees is its own; a list may have it from elsewhere.
    const seen = others.map(({ class_name }) => ({ class_name, by: "machine" }));
    expect(corrected.page).toMatchObject({ proposed: null, corrections: { ...corrections, predictions: seen } });
    expect(corrected.page.gates.map(({ class_name }) => class_name)).toEqual(
      others.map(({ class_name }) => class_name),
    );
    expect(corrected.result.corrected).toBe(true);
    expect(corrected.drawings).toBe(machine.drawings);

    const again = await runInProcess([...GRADE, ...CORRECTIONS], folder);
    expect(again.stderr).toContain("Reused from an earlier run: pages of 1 of 1 files");
    expect(await graded()).toEqual(corrected);
    await runInProcess(GRADE, folder);
    expect(await graded()).toEqual(machine);
  },
);

test("corrections of other pages are named, and a wrong list is refused with its faults", PATIENCE, async () => {
  const corrections = { threshold: "auto" as const, predictions: [], removed: [], wires: [] };
  await putCorrections([{ sha256: "f".repeat(64), page: 1, turn: 0, corrections }]);
  expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain(
    "corrections.json: 1 page of it not in this run",
  );
  await writeFile(join(folder, "corrections.json"), "[]x");
  const broken = await runInProcess([...GRADE, ...CORRECTIONS], folder);
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("corrections.json must be corrected:")]);
  await writeFile(join(folder, "corrections.json"), '{"schema_version":1,"pages":[{"sha256":"x"}]}');
  expect((await runInProcess([...GRADE, ...CORRECTIONS], folder)).stderr).toContain("pages.0.sha256");
});
