import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { gradingFolder } from "./testdata/grading-folder.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

const SAMPLES = fileURLToPath(new URL("../core/testdata/pages/", import.meta.url));
const GUIDE = fileURLToPath(new URL("../docs/grading.md", import.meta.url));

/** What the guide shows under the heading of a step: its last block. */
async function shownIn(step: string): Promise<string> {
  const section = (await readFile(GUIDE, "utf8")).split("\n## ").find((text) => text.startsWith(step)) ?? "";
  return section.split("```")[3]?.trim() ?? "";
}

test("docs/grading.md shows what the command says about the project's pages", { timeout: 300_000 }, async () => {
  const { folder, put } = await gradingFolder();
  await cp(SAMPLES, join(folder, "scans"), { recursive: true });
  await put("task.json", await readFile(join(SAMPLES, "task.json"), "utf8"));
  const roster = join(SAMPLES, "roster.csv");
  const words = ["grade", "scans", "--task", "task.json", "--roster", roster, "--out", "out"];
  const graded = await runInProcess(words, folder);
  expect(graded.code).toBe(1);
  expect(graded.stderr).toContain(`\n${await shownIn("4. Grade")}\n`);

  const review = join(folder, "out/review.csv");
  const rows = parse<Record<string, string>>(await readFile(review), { columns: true });
  await put(
    "out/review.csv",
    stringify(
      rows.map((row) => ({ ...row, grade: row.proposed ? "ok" : "3" })),
      { header: true },
    ),
  );
  const previewed = await runInProcess([...words, "--resume", "--preview"], folder);
  expect(previewed.stdout).toContain(`The queue would have 0 pages instead of ${rows.length}.`);
  const settled = await runInProcess([...words, "--resume"], folder);
  expect(settled.code).toBe(0);
  expect(settled.stderr).toContain("; none needs a person.\n");
});
