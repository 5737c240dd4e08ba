import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GradeRecord } from "../grading/grade-record.ts";
import { RESULT_FILES } from "../results/result-files.ts";

/** One item with one key. */
export const TASK = {
  schema_version: 1,
  id: "t1",
  title: "Half adder",
  type: "quiz",
  items: [{ item: 1, keys: [{ expression: "A & B", grade: 5 }] }],
};

/** A folder in which a command grades. */
export interface GradingFolder {
  readonly folder: string;
  /** Writes a file, and the folders that it is in. */
  put(name: string, content: string | Uint8Array): Promise<void>;
  /** What a run wrote into `out`. */
  results(out: string): Promise<GradeRecord>;
}

/** A new folder with the task in `task.json`. */
export async function gradingFolder(): Promise<GradingFolder> {
  const folder = await mkdtemp(join(tmpdir(), "grade-"));

  async function put(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), content);
  }

  await put("task.json", JSON.stringify(TASK));
  return {
    folder,
    put,
    results: async (out) => JSON.parse(await readFile(join(folder, out, RESULT_FILES.results), "utf8")) as GradeRecord,
  };
}
