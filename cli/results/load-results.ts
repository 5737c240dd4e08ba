import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sum } from "../../core/basics/numbers.ts";
import {
  describedResults,
  feedbackText,
  type ItemFeedback,
  type StudentFeedback,
} from "../../core/feedback/student-feedback.ts";
import { type OldSaid, oldSaid } from "../../core/page-record/from-records.ts";
import { manifestText } from "../../core/results/results-manifest.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { RESULT_FILES } from "./result-files.ts";

/**
 * The `results.json` in a folder that `grade` wrote. Throws `CommandFailure`: 3 if there is none, 2 if it is broken.
 */
export async function loadResults(folder: string): Promise<GradeRecord> {
  const path = join(folder, RESULT_FILES.results);
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) {
    throw new CommandFailure(EXIT.notFound, `There is no ${path}. Name a folder that circuitgrade grade --out wrote.`);
  }
  try {
    const record = JSON.parse(text) as GradeRecord;
    if (record.schema_version === 1 && Array.isArray(record.students)) return ofThisVersion(record);
  } catch {
    // The message below says it.
  }
  throw new CommandFailure(EXIT.usage, `${path} is not as circuitgrade grade writes it. Delete it, and grade again.`);
}

/**
 * Older versions did not record what the reading of a page earns that a person graded, and kept what was said of it as
 * what it came to.
 */
function ofThisVersion(record: GradeRecord): GradeRecord {
  const files = record.files.map((page) => {
    const { proposed = page.decided ? null : page.grade, said = oldSaid(page as OldSaid) } = page;
    return { ...page, proposed, said };
  });
  return { ...record, files };
}

/** The same, or null if the folder has none. */
export async function findResults(folder: string): Promise<GradeRecord | null> {
  return existsSync(join(folder, RESULT_FILES.results)) ? loadResults(folder) : null;
}

/**
 * What each student gets back, without pictures. Who handed in nothing has no total: whether that is a 0 is for a person to
 * decide.
 */
export function feedbackOf({ task, files, students, manifest }: GradeRecord): StudentFeedback[] {
  return students.map(({ student_id, name, items, total }) => ({
    // Results of an older version have none.
    ...(manifest && { madeBy: manifestText(manifest) }),
    studentId: student_id,
    name,
    title: task.title,
    total: items.every(({ file }) => file === null) ? null : total,
    maximum: task.maximum,
    items: items.map(({ item, file, page, grade }): ItemFeedback => {
      const keys = task.items.find((each) => each.item === item)?.keys ?? [];
      const own = files.find((each) => each.file === file && each.page === page);
      return {
        item,
        grade,
        maximum: sum(keys.map((key) => key.grade)),
        handedIn: own !== undefined,
        comment: own?.comment ?? "",
        ...(own === undefined ? { rows: [] } : describedResults(grade, own)),
        picture: null,
      };
    }),
  }));
}

/** A student's feedback as a gradebook's comment: empty for a student who handed in nothing. */
export function commentOf(feedback: StudentFeedback): string {
  return feedback.items.some(({ handedIn }) => handedIn) ? feedbackText(feedback) : "";
}
