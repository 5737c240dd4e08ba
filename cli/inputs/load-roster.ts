import { shownName } from "../../core/basics/shown-name.ts";
import { count } from "../../core/basics/texts.ts";
import type { ListLine } from "../../core/rules/files/csv-rows.ts";
import { isSpreadsheet } from "../../core/rules/files/is-spreadsheet.ts";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import { TABLE_FAULTS } from "../../core/rules/files/table-faults.ts";
import { STUDENT_TABLE } from "../../core/rules/limits.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import {
  type Roster,
  type RosterStudent,
  readRoster,
  rosterLines,
  studentSheet,
} from "../../core/rules/students/roster.ts";
import { headingsOf, namedColumns, rolesOf } from "../../core/rules/students/roster-columns.ts";
import { studentIdRule } from "../../core/rules/students/student-id.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { createWorkerPool, WorkFailed } from "../../workers/worker-pool.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import type { ReadingWork } from "../reading/messages.ts";
import type { Terminal } from "../terminal.ts";
import { textIn } from "./read-csv.ts";
import { readNamed } from "./read-named.ts";

/** The time limit for a spreadsheet, in seconds. */
const SHEET_SECONDS = 60;

/** How a person says that a list is to be read. */
export interface ListOptions {
  /** Whether IDs get the leading zeros back that a spreadsheet dropped. */
  readonly restoreZeros?: boolean;
  /** The headings or numbers of the columns with the IDs and the names. */
  readonly rosterId?: string;
  readonly rosterName?: string;
}

export interface RosterSurroundings {
  readonly task: TaskFile;
  readonly list: ListOptions;
  readonly terminal: Terminal;
  readonly workerUrl: URL;
}

export interface LoadedRoster {
  readonly students: readonly RosterStudent[];
  /** Whether each line of the list was understood. */
  readonly isWhole: boolean;
}

/**
 * The students in a list, with IDs as the task has them: a CSV file, .xlsx or .ods. Lines that are not understood are
 * reported and left out.
 *
 * @throws {CommandFailure} 3 if there is no such file, 2 if nothing in it is understood.
 */
export async function loadRoster(path: string, surroundings: RosterSurroundings): Promise<LoadedRoster> {
  const { task, list, terminal, workerUrl } = surroundings;
  const ids = studentIdRule(task.student_id_pattern);
  const options = { ids, restoresZeros: list.restoreZeros };
  const bytes = await readNamed(path, "roster");
  if (bytes.length > STUDENT_TABLE.bytes) throw mustBeCorrected(path, TABLE_FAULTS.large);
  const { lines, issues: faults } = isSpreadsheet(bytes)
    ? studentSheet(await sheetsIn(bytes, { path, workerUrl }), options)
    : rosterLines(textIn(bytes, { path }));
  const columns = namedColumns(lines, { named: { id: list.rosterId, name: list.rosterName }, ids });
  if (!("roles" in columns)) throw mustBeCorrected(path, ...columns.map((name) => noColumn(name, lines)));
  const read = readRoster(lines, { ...options, columns });
  const roster = { ...read, issues: [...read.issues, ...faults] };
  const { students, issues, repeated } = roster;
  if (students.length === 0 && issues.length > 0)
    throw mustBeCorrected(path, ...issues.map(issueLine), ...advice(roster));
  for (const issue of issues) terminal.warn(`! ${path}, ${issueLine(issue)}`);
  if (issues.length > 0)
    terminal.warn(`! ${path}: ${count(issues.length, "line")} not understood; the others were taken`);
  for (const line of list.restoreZeros ? [] : advice(roster)) terminal.warn(`! ${line}`);
  if (!roster.hasNames && lines.some(({ cells }) => cells.length > 1)) terminal.say(`${path}: ${NO_NAMES}`);
  const isHeaded = rolesOf(headingsOf(lines, columns.headLines)).some((role) => role !== null);
  if (!isHeaded && columns.roles.includes("first")) terminal.say(`${path}: ${guessedNames(students)}`);
  if (repeated.length > 0) terminal.say(`${path}: listed in several lines, taken once: ${repeated.join(", ")}`);
  return { students, isWhole: issues.length === 0 };
}

const NO_NAMES =
  'no column of names was found. Write "name", or "first name" and "last name", above them, or use --roster-name.';

function guessedNames(students: readonly RosterStudent[]): string {
  const example = shownName(students.find(({ name }) => name !== "")?.name ?? "");
  return `names were taken from two columns without known headings, such as "${example}". If they are not names, write "student_id" above the IDs.`;
}

function noColumn(name: string, lines: readonly ListLine[]): string {
  const [first] = lines;
  return `There is no column "${name}". The first line has: ${first?.cells.join(", ") ?? "nothing"}.`;
}

function issueLine({ field, message }: RuleIssue): string {
  return field === "" ? message : `${field}: ${message}`;
}

function advice({ lostZeros }: Roster): string[] {
  return lostZeros === 0 ? [] : ["If the zeros are right, run it again with --restore-zeros."];
}

/** A hostile file can take no more than a worker's memory and time. */
async function sheetsIn(
  bytes: Uint8Array,
  { path, workerUrl }: { path: string; workerUrl: URL },
): Promise<(ReadSpreadsheet & { ok: true })["sheets"]> {
  const pool = createWorkerPool<ReadingWork>({ workerUrl, size: 1, seconds: SHEET_SECONDS });
  try {
    const read = await pool.ask("table", bytes);
    if (!read.ok) throw mustBeCorrected(path, read.message);
    return read.sheets;
  } catch (error) {
    if (!(error instanceof WorkFailed)) throw error;
    throw mustBeCorrected(path, "The spreadsheet takes too much memory or time. Save the list of students as CSV.");
  } finally {
    await pool.close(0);
  }
}
