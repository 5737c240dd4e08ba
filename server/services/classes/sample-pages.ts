import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { eq, inArray } from "drizzle-orm";
import { parseFileName } from "../../../core/rules/files/file-name.ts";
import type { Query } from "../../db/client.ts";
import { submissions, tasks } from "../../db/schema.ts";

/** Pages that the project drew itself (bench/pages/make-sample.ts), named by the convention. */
const PAGES = new URL("../../sample/", import.meta.url);

/** The course of sample classes. */
export const SAMPLE_CODE = "SAMPLE";

interface SamplePage {
  readonly filename: string;
  readonly studentId: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** The files do not change while the server runs. */
let known: Promise<SamplePage[]> | null = null;

export function samplePages(): Promise<SamplePage[]> {
  known ??= readPages();
  return known;
}

async function readPages(): Promise<SamplePage[]> {
  const names = (await readdir(PAGES)).sort();
  return Promise.all(
    names.map(async (filename) => {
      const bytes = await readFile(new URL(encodeURIComponent(filename), PAGES));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { filename, studentId: parseFileName(filename, "exercise")!.studentId, sha256, bytes };
    }),
  );
}

/** Which of these classes have pages, and only those of the sample: nothing of students is lost with them. */
export async function sampleClasses(query: Query, all: readonly { readonly id: string; readonly code: string }[]) {
  const ids = all.filter(({ code }) => code === SAMPLE_CODE).map(({ id }) => id);
  if (ids.length === 0) return new Set<string>();
  const rows = await query
    .select({ classId: tasks.classId, sha256: submissions.sha256 })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.id, submissions.taskId))
    .where(inArray(tasks.classId, ids));
  const own = new Set((await samplePages()).map(({ sha256 }) => sha256));
  const others = new Set(rows.filter(({ sha256 }) => !own.has(sha256)).map(({ classId }) => classId));
  return new Set(rows.map(({ classId }) => classId).filter((id) => !others.has(id)));
}
