import { join } from "node:path";
import { count } from "../../../core/basics/texts.ts";
import { type GradesPushed, PUSH } from "../../../server/contract/tasks/exchange.ts";
import { loadPullNote, type PullNote } from "../../exchange/pull-folder.ts";
import { pushGrades, sendMissing } from "../../exchange/push-results.ts";
import { type LeftOut, pushedPages } from "../../exchange/pushed-pages.ts";
import { isOpenToListeners, OPEN_WARNING } from "../../exchange/task-address.ts";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import type { GradeRecord } from "../../grading/grade-record.ts";
import { loadResults } from "../../results/load-results.ts";
import { reportUnconfirmed, UNCONFIRMED_FILE, unconfirmedStudents } from "../../results/unconfirmed.ts";
import { openApi } from "../../server/open-api.ts";
import { readToken } from "../../server/read-token.ts";
import type { Terminal } from "../../terminal.ts";
import { jsonText } from "../../views/json.ts";
import { pushLines } from "../../views/push-text.ts";

interface PushOptions {
  readonly results?: string;
  readonly pages?: readonly string[];
  readonly preview?: boolean;
  readonly overwrite?: boolean;
  readonly json?: boolean;
  readonly tokenFile?: string;
  readonly includeUnconfirmed?: boolean;
}

/**
 * `circuitgrade push DIR`: sends the pages and grades of a pulled task to its server. Grades that a person has given
 * there meanwhile are kept and reported; pushing again, also after an interruption, changes nothing more.
 */
export async function runPush(
  folder: string,
  options: PushOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const note = await loadPullNote(folder);
  if (note === null) {
    const message = `${folder} has no pull.json. Name the folder that circuitgrade pull wrote.`;
    throw new CommandFailure(EXIT.notFound, message);
  }
  const results = options.results ?? folder;
  const record = await loadResults(results);
  requireSameTask(record, { note, results });
  const unconfirmed = unconfirmedStudents(record).filter(({ student_id }) => handedIn(record, student_id));
  const includes = options.includeUnconfirmed ?? false;
  // A page under review holds back its own grade; a page without an owner holds back the grades of every student it may
  // belong to.
  const withheld = new Set(unconfirmed.filter(({ isIncomplete }) => isIncomplete).map(({ student_id }) => student_id));
  const { items, leftOut } = pushedPages(record, { withheld, unconfirmed: includes });
  if (items.length > PUSH.pages) throw new CommandFailure(EXIT.usage, TOO_MANY);
  if (items.length === 0) throw new CommandFailure(EXIT.nothing, `${results} has no page that could be pushed.`);
  if (isOpenToListeners(note.server)) terminal.warn(OPEN_WARNING);
  const api = openApi({ server: note.server, token: await readToken(options) });
  const pushing = { taskId: note.task_id, record, items, overwrite: options.overwrite ?? false };
  const plan = await pushGrades(api, { ...pushing, preview: true });
  if (options.preview) {
    tell(plan, { leftOut, options, terminal });
    if (!includes) await reportUnconfirmed(unconfirmed, { ...HOLDING_BACK, terminal, list: null, record });
    terminal.say("Nothing was changed: run the same command without --preview to push.");
    return exitCodeOf(plan, leftOut);
  }
  const { pages } = options;
  const { sent, unsent } = await sendMissing(api, { ...pushing, plan, results, pages, terminal });
  const done = await pushGrades(api, { ...pushing, preview: false });
  tell(done, { leftOut: [...leftOut, ...unsent], options, terminal });
  const list = includes ? join(results, UNCONFIRMED_FILE) : null;
  await reportUnconfirmed(unconfirmed, { ...HOLDING_BACK, terminal, list, record });
  terminal.say(`${summary(sent, done.batch?.files ?? 0)}: ${note.server}/task/${note.task_id}`);
  return exitCodeOf(done, [...leftOut, ...unsent]);
}

const OTHER_IDS =
  "The results have Student IDs of another shape (student_id_pattern in task.json), and a server takes 8 digits only.";

const HOLDING_BACK = { verb: "does not get all grades" };

function handedIn({ students }: GradeRecord, id: string): boolean {
  return students.some(({ student_id, items }) => student_id === id && items.some(({ file }) => file !== null));
}

function summary(pages: number, grades: number): string {
  if (pages + grades === 0) return "Nothing was changed";
  return `Sent: ${count(pages, "page")}, written: ${count(grades, "grade")}`;
}

const TOO_MANY = `More than ${PUSH.pages} pages cannot be pushed at once: grade them in parts, each into a separate folder.`;

/** The results must use the keys that were pulled last: the server compares them with its own. */
function requireSameTask(record: GradeRecord, { note, results }: { note: PullNote; results: string }): void {
  if (record.task.id !== note.task_id) {
    const message = `${results} has results of the task ${record.task.id}, but ${note.task_id} was pulled.`;
    throw new CommandFailure(EXIT.usage, message);
  }
  if (record.task.student_id_pattern !== undefined) throw new CommandFailure(EXIT.usage, OTHER_IDS);
  if (record.manifest?.key_version === note.key_version) return;
  const message =
    `${results} was graded by other keys than those that were pulled. Grade again with task.json as it was pulled and ` +
    "--resume (nothing is read twice), then push.";
  throw new CommandFailure(EXIT.usage, message);
}

interface Telling {
  readonly leftOut: readonly LeftOut[];
  readonly options: PushOptions;
  readonly terminal: Terminal;
}

function tell(outcome: GradesPushed, { leftOut, options, terminal }: Telling): void {
  if (options.json) terminal.data(jsonText({ schema_version: 1, ...outcome, left_out: leftOut }));
  const lines = pushLines(outcome, leftOut);
  // What would change is what a preview was asked for.
  if (options.preview && !options.json) terminal.data(lines.map((line) => `${line}\n`).join(""));
  else for (const line of lines) terminal.say(line);
}

function exitCodeOf({ pages }: GradesPushed, leftOut: readonly LeftOut[]): ExitCode {
  const open = pages.some(({ change }) => change === "conflict" || change === "refused" || change === "none");
  return open || leftOut.length > 0 ? EXIT.review : EXIT.ok;
}
