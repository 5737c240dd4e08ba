import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { groupBy } from "../../core/basics/group-by.ts";
import { withoutTurns } from "../../core/basics/shown-name.ts";
import { TEXT_LENGTHS } from "../../core/rules/limits.ts";
import { restoredId } from "../../core/rules/students/id-column.ts";
import { EIGHT_DIGITS, type StudentIdRule } from "../../core/rules/students/student-id.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import type { GradedPage, GradeRecord } from "../grading/grade-record.ts";
import { pageKey } from "../pages/page-words.ts";
import { PICTURE_PREFIX, READING_PREFIX, SETTLED_COLUMNS, type SettledPage } from "../pages/settled-pages.ts";
import { findResults } from "../results/load-results.ts";
import { RESULT_FILES, SETTLED_FILE } from "../results/result-files.ts";
import { pointsIn, readFilledIn, withoutApostrophe } from "./read-csv.ts";

/** What a person has said of pages of a results folder. */
export interface SettledPages {
  /** By `pageKey`. */
  readonly pages: ReadonlyMap<string, SettledPage>;
  /** How many of them the queue's list says something new about. */
  readonly fresh: number;
}

/**
 * What a person has settled in the folder `out`: the lines of its `settled.csv`, and what was filled into its
 * `review.csv` since.
 *
 * @throws {CommandFailure} 2 if one of them is wrong; the line is named.
 */
export async function loadSettled(out: string, ids: StudentIdRule = EIGHT_DIGITS): Promise<SettledPages> {
  const pages = new Map<string, SettledPage>();
  const record = await findResults(out);
  const known = ownersIn(record);
  const list = join(out, SETTLED_FILE);
  if (existsSync(list)) {
    for (const settled of await readSettled(list, { ids, known }))
      pages.set(pageKey(settled.file, settled.page), settled);
  }
  const queue = join(out, RESULT_FILES.review);
  if (record === null || !existsSync(queue)) return { pages, fresh: 0 };
  const said = await readReview(queue, { record, ids, known, before: pages });
  for (const { words, isEmptied } of said) {
    const key = pageKey(words.file, words.page);
    const before = pages.get(key);
    const after = before?.sha256 === words.sha256 ? added(before, words) : words;
    pages.set(key, isEmptied ? { ...after, comment: "" } : after);
  }
  return { pages, fresh: said.length };
}

/** What was said before and is said now; other points are not those of a reading chosen before. */
function added(before: SettledPage, now: SettledPage): SettledPage {
  const said = Object.entries(now).filter(([, value]) => value !== null && value !== "" && value !== false);
  const isAsBefore = now.grade === null || (now.grade === before.grade && now.reading === "");
  const reading = isAsBefore ? before.reading : now.reading;
  return { ...before, ...(Object.fromEntries(said) as Partial<SettledPage>), reading };
}

/** The IDs of the students in the results, each by what a spreadsheet makes of it that drops leading zeros. */
function ownersIn(record: GradeRecord | null): ReadonlyMap<string, readonly string[]> {
  const all = [...(record?.students ?? []), ...(record?.files ?? [])].flatMap(({ student_id: id }) => id ?? []);
  return groupBy(new Set(all), (id) => id.replace(/^0+(?=\d)/, ""));
}

/** The ID in a cell, with the leading zeros of the only student in the results who can be meant. */
function ownerIn({ student_id: typed = "" }: Line, known: ReturnType<typeof ownersIn>): string {
  const [id, ...others] = known.get(typed) ?? [];
  return id !== undefined && others.length === 0 ? id : typed;
}

const SHEETS = ["ods", "fods", "xlsx", "xls", "gnumeric"];

/** A spreadsheet program asks whether a list of that name is to be kept as CSV: its own form is another file. */
async function refuseNewerSheet(list: string): Promise<void> {
  const { mtimeMs } = await stat(list);
  for (const ending of SHEETS) {
    const sheet = list.replace(/csv$/, ending);
    const found = await stat(sheet).catch(() => null);
    if (found !== null && found.mtimeMs > mtimeMs)
      throw mustBeCorrected(
        sheet,
        `It is newer than ${basename(list)}, and not read: save it as CSV there, or delete it`,
      );
  }
}

type Line = Readonly<Record<string, string | undefined>>;

interface Owners {
  readonly ids: StudentIdRule;
  readonly known: ReturnType<typeof ownersIn>;
}

async function readSettled(path: string, { ids, known }: Owners): Promise<SettledPage[]> {
  await refuseNewerSheet(path);
  // Earlier versions wrote no readings.
  const lines = await readFilledIn<string>(
    path,
    Object.keys(SETTLED_COLUMNS).filter((column) => column !== "reading"),
  );
  return lines.map(({ cells: line, line: number }) => {
    const read = readLine({ ...line, student_id: ownerIn(line, known) }, { path, ids, number });
    const { reading = "", picture = "" } = line;
    return { ...read, reading: reading.replace(READING_PREFIX, ""), sha256: picture.replace(PICTURE_PREFIX, "") };
  });
}

interface Reviewing extends Owners {
  readonly record: GradeRecord;
  /** What was settled before, by `pageKey`. */
  readonly before: ReadonlyMap<string, SettledPage>;
}

/** What a person has filled in for a page; `isEmptied`: they deleted their earlier comment, which the list showed. */
interface FilledLine {
  readonly words: SettledPage;
  readonly isEmptied: boolean;
}

/** The lines of the queue's list in which a person has filled something in, or deleted it. */
async function readReview(path: string, { record, ids, known: owners, before }: Reviewing): Promise<FilledLine[]> {
  await refuseNewerSheet(path);
  const lines = await readFilledIn<string>(path, ["file", "page", "student_id", "item"]);
  const known = new Map(record.files.map((page) => [pageKey(page.file, page.page), page]));
  const shown = new Set(record.queue.map(({ file, page }) => pageKey(file, page)));
  return lines.flatMap(({ cells, line: number }): FilledLine[] => {
    const place = { path, ids, number };
    const key = pageKey(withoutApostrophe(cells.file ?? ""), Number(cells.page));
    const graded = known.get(key);
    const line: Line = {
      ...cells,
      student_id: ownerIn(cells, owners),
      ...(graded && isTaken(cells, graded) && { reading: "" }),
    };
    if (graded === undefined) {
      if (!FILLED_IN.some((column) => line[column])) return [];
      throw wrongLine(place, `there is no page ${line.page || "(empty)"} of "${line.file}" in the results: copy both`);
    }
    const owned = isAsItWas(line, graded) ? { ...line, student_id: "", item: "" } : line;
    const isConfirmed = /^(ok|yes)$/i.test(line.grade ?? "");
    if (isConfirmed && graded.grade === null) throw wrongLine(place, "no grade is proposed for this page: type one");
    const comment = withoutApostrophe(line.comment ?? "") === graded.comment ? "" : line.comment;
    const chosen = chosenReading(line, { graded, place });
    const grade = isConfirmed ? String(graded.grade) : chosen === null ? line.grade : String(chosen.points);
    const settled = { ...readLine({ ...owned, comment, grade }, place), reading: chosen?.name ?? "" };
    const { comment: old = "", sha256 } = before.get(key) ?? {};
    const wasShown = shown.has(key) && sha256 === graded.sha256 && old !== "" && old === graded.comment;
    const isEmptied = line.comment === "" && wasShown;
    const isFilled = settled.grade !== null || settled.comment !== "" || settled.ignore || settled.studentId !== null;
    if (!isFilled && !isEmptied) return [];
    if (settled.grade !== null && (line.student_id || "") === "") {
      throw wrongLine(place, "a grade needs a student_id and an item");
    }
    return [{ words: { ...settled, sha256: graded.sha256 }, isEmptied }];
  });
}

/** The reading that a person chose by its number; null if none was chosen. */
function chosenReading(
  { reading = "", grade = "" }: Line,
  { graded, place }: { graded: GradedPage; place: Place },
): NonNullable<GradedPage["question"]>["choices"][number] | null {
  if (reading === "") return null;
  if (grade !== "") throw wrongLine(place, "type a grade or the number of a reading, not both");
  const choices = graded.question?.choices ?? [];
  const chosen = choices[Number(reading) - 1];
  if (chosen !== undefined && chosen.points !== null) return chosen;
  const known = choices.flatMap((choice, index) => (choice.points === null ? [] : [index + 1]));
  const meant = known.length === 0 ? "the page has no question" : `type ${known.join(" or ")}`;
  throw wrongLine(place, `"${reading}" is not one of the readings offered in the column question: ${meant}`);
}

/**
 * Whether the reading of a line was chosen already: a spreadsheet that was open while the list was written again still has
 * its number, and the question.
 */
function isTaken({ reading = "", question = "" }: Line, { question: asked, said }: GradedPage): boolean {
  const chosen = said?.statements.findLast((each) => each.kind === "choice");
  return asked === null && chosen?.kind === "choice" && question.includes(`${reading}: ${chosen.text} (`);
}

/** Whether a line's student and item are those that were written. */
function isAsItWas({ student_id: student = "", item = "" }: Line, graded: GradedPage): boolean {
  return student === (graded.student_id ?? "") && item === String(graded.item ?? "");
}

interface Place {
  readonly path: string;
  readonly ids: StudentIdRule;
  /** Of the line, from 1. */
  readonly number: number;
}

/** What a line of a list says of its page. */
export function readLine(line: Line, place: Place): Omit<SettledPage, "sha256" | "reading"> {
  const { student_id: studentId = "", item = "", page = "", comment = "", ignore = "" } = line;
  const grade = pointsIn(line.grade ?? "");
  const wrong = wrongOwner({ studentId, item }, place.ids) ?? wrongCells({ page, grade, comment, ignore });
  if (wrong !== null) throw wrongLine(place, wrong);
  return {
    file: withoutApostrophe(line.file ?? ""),
    page: Number(page),
    studentId: studentId === "" ? null : studentId,
    item: item === "" ? null : Number(item),
    grade: grade === "" ? null : Number(grade),
    comment: withoutTurns(withoutApostrophe(comment)),
    ignore: YES.test(ignore),
  };
}

const FILLED_IN = ["grade", "reading", "student_id", "ignore", "comment"] as const;
const YES = /^(yes|y|x|true|1)$/i;
const NO = /^(no|n|false|0|)$/i;
const WHOLE_NUMBER = /^[1-9]\d{0,8}$/;

function wrongOwner({ studentId, item }: { studentId: string; item: string }, ids: StudentIdRule): string | null {
  if (studentId === "" && item === "") return null;
  if (studentId === "" || item === "") return "whose page it is needs both student_id and item";
  if (!ids.matches(studentId)) {
    const restored = restoredId(studentId, ids);
    const hint = restored === null ? "" : `: if it is ${restored}, format the cell as text, and type it again`;
    return `"${studentId}" is not ${ids.words}${hint}`;
  }
  return WHOLE_NUMBER.test(item) ? null : `"${item}" is not an item`;
}

function wrongCells(cells: Readonly<Record<"page" | "grade" | "comment" | "ignore", string>>): string | null {
  const { page, grade, comment, ignore } = cells;
  if (!WHOLE_NUMBER.test(page)) return `"${page}" is not a page number`;
  if (!/^\d{0,6}$/.test(grade)) return `"${grade}" is not a grade: type a whole number of 0 or more, or ok`;
  if (comment.length > TEXT_LENGTHS.comment) return `the comment has more than ${TEXT_LENGTHS.comment} characters`;
  return YES.test(ignore) || NO.test(ignore) ? null : `"${ignore}" in the column ignore: type yes or nothing`;
}

function wrongLine({ path, number }: Place, reason: string): Error {
  return mustBeCorrected(path, `line ${number}: ${reason}`);
}
