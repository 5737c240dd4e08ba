import { count } from "../../core/basics/texts.ts";
import { isSpreadsheet } from "../../core/rules/files/is-spreadsheet.ts";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import { TABLE_FAULTS } from "../../core/rules/files/table-faults.ts";
import { STUDENT_TABLE } from "../../core/rules/limits.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import {
  parseRoster,
  type Roster,
  type RosterStudent,
  readRoster,
  studentSheet,
} from "../../core/rules/students/roster.ts";
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

export interface RosterSurroundings {
  readonly task: TaskFile;
  /** Whether IDs get the leading zeros back that a spreadsheet dropped. */
  readonly restoresZeros: boolean | undefined;
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
  const { task, restoresZeros, terminal, workerUrl } = surroundings;
  const options = { ids: studentIdRule(task.student_id_pattern), restoresZeros };
  const bytes = await readNamed(path, "roster");
  if (bytes.length > STUDENT_TABLE.bytes) throw mustBeCorrected(path, TABLE_FAULTS.large);
  const roster = isSpreadsheet(bytes)
    ? readRoster(studentSheet(await sheetsIn(bytes, { path, workerUrl }), options), options)
    : parseRoster(textIn(bytes, path), options);
  const { students, issues } = roster;
  if (students.length === 0 && issues.length > 0)
    throw mustBeCorrected(path, ...issues.map(issueLine), ...advice(roster));
  for (const issue of issues) terminal.warn(`! ${path}, ${issueLine(issue)}`);
  if (issues.length > 0)
    terminal.warn(`! ${path}: ${count(issues.length, "line")} not understood; the others were taken`);
  for (const line of restoresZeros ? [] : advice(roster)) terminal.warn(`! ${line}`);
  return { students, isWhole: issues.length === 0 };
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
