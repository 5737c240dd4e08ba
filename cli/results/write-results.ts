import { createHash, type Hash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { hiddenHeaderJpeg } from "../../core/annotate/hidden-header.ts";
import type { BlindNames } from "../../core/rules/students/blind-names.ts";
import { type KeptDrawing, writeDrawings } from "../../core/similarity/copies/drawings-file.ts";
import { keptDrawing } from "../copies/load-drawings.ts";
import { writeWhole } from "../files.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { cornerName, thumbnailName } from "../reading/messages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { gradesCsv, namesCsv, reviewCsv } from "../views/grades-csv.ts";
import { groupsCsv } from "../views/groups-csv.ts";
import { jsonParts, jsonText } from "../views/json.ts";
import type { PagePicture } from "../views/report/page-section.ts";
import { reportHtml } from "../views/report/report.ts";
import { blindRecord } from "./blind-record.ts";
import { pageResultLines } from "./page-results.ts";
import { writeSources } from "./page-sources.ts";
import { RESULT_FILES, workFolder } from "./result-files.ts";

/** The real names behind a report without names. */
const NAMES_FILE = "names.csv";

interface Writing {
  readonly out: string;
  /** Those of `record.files`, in order. */
  readonly pages: readonly BatchPage[];
  /** The report has no names, and `names.csv` says who is who. */
  readonly hideNames?: BlindNames | undefined;
}

/** Writes a batch's results into the folder `out`, each file completely. */
export async function writeResults(record: GradeRecord, { out, pages, hideNames }: Writing): Promise<void> {
  const { thumbnails } = workFolder(out);
  const blind = hideNames && blindRecord(record, hideNames);
  async function pictureOf(place: number): Promise<PagePicture | null> {
    const index = blind?.origin[place] ?? place;
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
    const shown = blind && !isNobodys ? await hiddenHeaderJpeg(jpeg) : jpeg;
    return { jpeg: shown, corner, reading: { ...result.reading, problems, marks } };
  }
  await writeSources(out, pages);
  const contents = {
    results: jsonParts(record),
    pages: pageResultLines(record, pages),
    drawings: writeDrawings(drawingsOf(record, pages)),
    grades: [gradesCsv(record)],
    review: [reviewCsv(record)],
    groups: [groupsCsv(record)],
  };
  const hashes: Record<string, string> = {};
  for (const [name, parts] of Object.entries(contents)) {
    const file = RESULT_FILES[name as keyof typeof contents];
    const hash = createHash("sha256");
    await writeWhole(join(out, file), hashed(parts, hash));
    hashes[file] = hash.digest("hex");
  }
  await writeWhole(join(out, RESULT_FILES.report), reportHtml(blind?.record ?? record, pictureOf));
  await writeWhole(join(out, RESULT_FILES.manifest), manifestJson(record, hashes));
  if (hideNames) await writeWhole(join(out, NAMES_FILE), namesCsv(record, hideNames));
  // A list from an earlier run would not match this report.
  else await rm(join(out, NAMES_FILE), { force: true });
}

/** `manifest.json`: what the files next to it are based on, each with its SHA-256, to identify it. */
function manifestJson({ manifest }: GradeRecord, files: Readonly<Record<string, string>>): string {
  return jsonText({ schema_version: 1, ...manifest, files });
}

/** The parts of a text, which are also added to `hash`. */
function* hashed(parts: Iterable<string>, hash: Hash): Generator<string, void, void> {
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
}

/** The layouts of the pages that count, for `circuitgrade copies` of this term and of later ones. */
function* drawingsOf({ files }: GradeRecord, pages: readonly BatchPage[]): Generator<KeptDrawing, void, void> {
  for (const [index, page] of files.entries()) {
    const read = pages[index]?.result;
    if (read !== undefined && page.counts) yield* keptDrawing(page, read);
  }
}
