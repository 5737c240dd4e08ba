import { join } from "node:path";
import { count } from "../../core/basics/texts.ts";
import { type FilledGradebook, fillGradebook } from "../../core/gradebook/fill-gradebook.ts";
import { plainGrades } from "../../core/gradebook/plain-grades.ts";
import { shortComment } from "../../core/gradebook/short-comment.ts";
import { encodeText, type TextEncoding } from "../../core/rules/files/text-encoding.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { readNamed } from "../inputs/read-named.ts";
import { commentOf, feedbackOf, loadResults } from "../results/load-results.ts";
import {
  reportUnconfirmed,
  UNCONFIRMED_FILE,
  type UnconfirmedStudent,
  unconfirmedStudents,
} from "../results/unconfirmed.ts";
import type { Terminal } from "../terminal.ts";
import { jsonText, snakeKeys } from "../views/json.ts";

interface GradebookOptions {
  readonly results: string;
  readonly column?: string;
  readonly idColumn?: string;
  readonly preview?: boolean;
  readonly out?: string;
  readonly json?: boolean;
  readonly includeUnconfirmed?: boolean;
}

/**
 * `circuitgrade gradebook [FILE] --results DIR`: fills grades into a gradebook of Canvas, Moodle, Brightspace or
 * Blackboard, or into another table; without a file, plain CSV. Points that nobody has confirmed stay out, unless they
 * are asked for. Exit code 1 if rows or students are left over, for a person to look.
 */
export async function runGradebook(
  file: string | undefined,
  options: GradebookOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const record = await loadResults(options.results);
  if (file === undefined) {
    const named = [options.column, options.idColumn].some((column) => column !== undefined);
    if (named || options.preview) throw new CommandFailure(EXIT.usage, COLUMN_OF_NOTHING);
    return sendPlain(record, { options, terminal });
  }
  const { title, maximum } = record.task;
  const unconfirmed = unconfirmedStudents(record);
  const leftOut = leftOutOf(unconfirmed, options);
  const results = feedbackOf(record).map((student) => {
    const { studentId, total } = student;
    if (leftOut.has(studentId)) return { studentId, grade: null, feedback: "" };
    return { studentId, grade: total, feedback: commentOf(student) };
  });
  const outcome = fillGradebook(await readNamed(file, "gradebook"), {
    results,
    title,
    maximum,
    ...(options.column !== undefined && { column: options.column }),
    ...(options.idColumn !== undefined && { idColumn: options.idColumn }),
  });
  if (!outcome.ok) {
    const { code, message, columns = [] } = outcome;
    const choice = ` Its columns: ${columns.join(", ")}. Name them with --id-column and --column.`;
    throw new CommandFailure(EXIT.usage, `${file}: ${message}${code === "unknown-gradebook" ? choice : ""}`);
  }
  const { text, encoding, ...report } = outcome.gradebook;
  if (options.json) terminal.data(jsonText(snakeKeys({ schema_version: 1, ...report, unconfirmed })));
  if (!options.preview && (!options.json || options.out !== undefined)) {
    await send(text, { options, terminal, encoding });
  }
  const ungraded = report.ungraded.filter((id) => !leftOut.has(id));
  for (const line of reportLines({ ...report, ungraded })) terminal.warn(line);
  await reportUnconfirmed(unconfirmed, { terminal, list: listOf(options), record });
  terminal.say(`${count(report.filled, "grade")} filled into "${report.column}" (${report.kind})`);
  for (const column of report.idColumns) terminal.say(`Student IDs are in "${column}"`);
  if (options.preview) terminal.say("Nothing was written: run the same command without --preview to write the file.");
  if (report.filled === 0) return EXIT.nothing;
  const { ambiguous, unmatchedRows, unmatchedStudents, locked, keptComments } = report;
  const left = [ambiguous, unmatchedRows, unmatchedStudents, ungraded, locked, keptComments, unconfirmed];
  return left.every(({ length }) => length === 0) ? EXIT.ok : EXIT.review;
}

const COLUMN_OF_NOTHING = "--column, --id-column and --preview are about a gradebook: name its file, too.";

function leftOutOf(unconfirmed: readonly UnconfirmedStudent[], options: GradebookOptions): ReadonlySet<string> {
  return new Set(options.includeUnconfirmed ? [] : unconfirmed.map(({ student_id }) => student_id));
}

/**
 * Where those that are left out as unconfirmed are listed: next to the file that is written, otherwise in the results.
 */
function listOf({ includeUnconfirmed, out, results }: GradebookOptions): string | null {
  if (!includeUnconfirmed) return null;
  return out === undefined ? join(results, UNCONFIRMED_FILE) : `${out.replace(/\.[^./\\]*$/, "")}-${UNCONFIRMED_FILE}`;
}

/** Grades as plain CSV, or with `--json` as one object instead. */
async function sendPlain(
  record: GradeRecord,
  { options, terminal }: { options: GradebookOptions; terminal: Terminal },
): Promise<ExitCode> {
  const { title, maximum } = record.task;
  const unconfirmed = unconfirmedStudents(record);
  const leftOut = leftOutOf(unconfirmed, options);
  const items = record.task.items.map(({ item }) => item);
  const students = feedbackOf(record).map((student) => {
    const { studentId, name, items: graded, total } = student;
    if (leftOut.has(studentId)) return { studentId, name, grades: items.map(() => null), total: null, feedback: "" };
    return { studentId, name, grades: graded.map(({ grade }) => grade), total, feedback: commentOf(student) };
  });
  const object = { schema_version: 1, title, items, maximum, students, unconfirmed };
  if (options.json) terminal.data(jsonText(snakeKeys(object)));
  if (!options.json || options.out !== undefined) {
    await send(plainGrades(students, { items, maximum }), { options, terminal });
  }
  await reportUnconfirmed(unconfirmed, { terminal, list: listOf(options), record });
  return unconfirmed.length === 0 ? EXIT.ok : EXIT.review;
}

interface Sending {
  readonly options: GradebookOptions;
  readonly terminal: Terminal;
  readonly encoding?: TextEncoding;
}

async function send(text: string, { options, terminal, encoding = "utf-8" }: Sending): Promise<void> {
  if (options.out === undefined) terminal.data(text, encoding);
  else await writeWhole(options.out, encodeText(text, encoding)!);
}

function reportLines(report: Omit<FilledGradebook, "text" | "encoding">): string[] {
  const rows = (all: FilledGradebook["ambiguous"], what: string) =>
    all.map(
      ({ row, name, ids }) => `! row ${row}, ${name || "no name"}: ${what}${ids.length ? ` (${ids.join(", ")})` : ""}`,
    );
  return [
    ...report.warnings.map((warning) => `! ${warning}`),
    ...rows(report.ambiguous, "matches several students or appears twice; left unchanged"),
    ...rows(report.locked, "its grade is excused (EX) or cannot be changed; left unchanged"),
    ...rows(report.keptComments, "a person wrote its comment; it stays, without the feedback"),
    ...rows(report.unmatchedRows, "matches no student"),
    ...report.unmatchedStudents.map((id) => `! student ${id} has a grade but no row`),
    ...report.ungraded.map((id) => `! student ${id} has no grade yet`),
    ...[...report.replaced, ...report.replacedComments].map(({ row, name, before, after }) => {
      return `  row ${row}, ${name}: ${shortComment(before)} became ${shortComment(after)}`;
    }),
  ];
}
