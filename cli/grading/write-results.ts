import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDrawings } from "../../core/similarity/copies/drawings-file.ts";
import { DRAWINGS_FILE, keptDrawing } from "../copies/load-drawings.ts";
import { writeWhole } from "../files.ts";
import { cornerName, thumbnailName } from "../reading/messages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { gradesCsv, reviewCsv } from "../views/grades-csv.ts";
import { groupsCsv } from "../views/groups-csv.ts";
import { jsonText } from "../views/json.ts";
import type { PagePicture } from "../views/report/page-section.ts";
import { reportHtml } from "../views/report/report.ts";
import type { GradeRecord } from "./grade-record.ts";
import { pageResultLines } from "./page-results.ts";

/** Names of what a batch leaves in its folder. */
export const RESULT_FILES = {
  grades: "grades.csv",
  review: "review.csv",
  groups: "groups.csv",
  results: "results.json",
  pages: "page-results.jsonl",
  drawings: DRAWINGS_FILE,
  report: "report.html",
} as const;

/** Where a batch keeps what `--resume` and the report need. */
export function workFolder(out: string): { readonly journal: string; readonly thumbnails: string } {
  const folder = join(out, ".circuitgrade");
  return { journal: join(folder, "journal.jsonl"), thumbnails: join(folder, "pages") };
}

/** Writes a batch's results into the folder `out`, each file whole. `pages` are those of `record.files`, in order. */
export async function writeResults(
  record: GradeRecord,
  { out, pages }: { out: string; pages: readonly BatchPage[] },
): Promise<void> {
  const { thumbnails } = workFolder(out);
  async function pictureOf(index: number): Promise<PagePicture | null> {
    const result = pages[index]?.result;
    if (!result?.reading) return null;
    const path = join(thumbnails, thumbnailName(result.fileHash, result.page));
    const jpeg = await readFile(path).catch(() => null);
    if (jpeg === null) return null;
    const isNobodys = record.files[index]?.student_id === null;
    const cornerPath = join(thumbnails, cornerName(result.fileHash, result.page));
    const corner = isNobodys ? await readFile(cornerPath).catch(() => null) : null;
    const problems = record.files[index]?.problems ?? [];
    const marks = record.files[index]?.explanation?.marks ?? [];
    return { jpeg, corner, reading: { ...result.reading, problems, marks } };
  }
  await writeWhole(join(out, RESULT_FILES.results), jsonText(record));
  await writeWhole(join(out, RESULT_FILES.pages), pageResultLines(record, pages));
  await writeWhole(join(out, RESULT_FILES.drawings), drawingsJson(record, pages));
  await writeWhole(join(out, RESULT_FILES.grades), gradesCsv(record));
  await writeWhole(join(out, RESULT_FILES.review), reviewCsv(record));
  await writeWhole(join(out, RESULT_FILES.groups), groupsCsv(record));
  await writeWhole(join(out, RESULT_FILES.report), reportHtml(record, pictureOf));
}

/** The layouts of the pages that count, for `circuitgrade copies` of this term and of later ones. */
function drawingsJson({ files }: GradeRecord, pages: readonly BatchPage[]): string {
  const kept = files.flatMap((page, index) => {
    const read = pages[index]?.result;
    return read !== undefined && page.counts ? keptDrawing(page, read) : [];
  });
  return writeDrawings(kept);
}
