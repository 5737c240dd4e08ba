import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { count } from "../../../core/basics/texts.ts";
import { ENDPOINTS } from "../../../server/contract/endpoints.ts";
import { pushGrades, sendMissing } from "../../exchange/push-results.ts";
import { pushedPages } from "../../exchange/pushed-pages.ts";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { claimFolder } from "../../grading/claim-folder.ts";
import type { GradeRecord } from "../../grading/grade-record.ts";
import { watchInterruption } from "../../interruption.ts";
import { loadWords, type PageWords, pageKey } from "../../pages/page-words.ts";
import { keepSaid, type SettledPage } from "../../pages/settled-pages.ts";
import { loadResults } from "../../results/load-results.ts";
import { RESULT_FILES, workFolder } from "../../results/result-files.ts";
import { handPages } from "../../review/hand-pages.ts";
import { newPassword, type ReviewServer, startReviewServer } from "../../review/review-server.ts";
import { loadReviewState, type ReviewState, type ReviewTask, saveReviewState } from "../../review/review-state.ts";
import { createReviewTask, requireReviewable, reviewTaskKey } from "../../review/review-task.ts";
import { signIn, type WebSession } from "../../review/web-session.ts";
import { freshWords, loadWebPages } from "../../review/web-words.ts";
import { fillReview, unwrittenPages } from "../../review/write-review.ts";
import { callServer } from "../../server/call-server.ts";
import { type Api, openApi } from "../../server/open-api.ts";
import type { Terminal } from "../../terminal.ts";

interface ReviewOptions {
  /** False: the link is only printed. */
  readonly open?: boolean;
  readonly pages?: readonly string[];
}

interface Reviewing {
  readonly folder: string;
  readonly record: GradeRecord;
  readonly api: Api;
  readonly web: WebSession;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/** How often what was settled is written at most, in milliseconds. */
const PACE = 1000;

/**
 * `circuitgrade review DIR`: settles the queue of results in the web product, on this machine alone. The folder gets what
 * is said there at once, and its `review.csv` shows what is settled, for `grade --resume`. Ctrl-C ends it.
 */
export async function runReview(
  folder: string,
  { open = true, pages }: ReviewOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const record = await loadResults(folder);
  requireReviewable(record);
  const release = await claimFolder(folder);
  const interruption = watchInterruption();
  let server: ReviewServer | null = null;
  try {
    terminal.say("Starting the web product on this machine …");
    server = await startReviewServer(join(workFolder(folder).folder, "review"));
    const { signal } = interruption;
    signal.throwIfAborted();
    const { web, state } = await ownAccount(server);
    const { access_token: access, token } = await ownToken(web, state);
    try {
      const api = openApi({ server: server.origin, token });
      const reviewing = { api, web, folder, record, signal, terminal };
      const task = await importResults(server, { ...reviewing, state, pages });
      const link = await signInLink(server, { account: state.account.id, page: `/queue/${task.taskId}` });
      terminal.say(`Settle the pages here; the link logs in once:\n  ${link}\nCtrl-C ends the review.`);
      if (open && process.stderr.isTTY) openBrowser(link);
      return await follow(server, { ...reviewing, task });
    } finally {
      // If the server has ended, nobody can use the token.
      await web.call("revokeAccessToken", { params: { tokenId: access.id } }).catch(() => undefined);
    }
  } finally {
    await server?.stop();
    interruption.dispose();
    release();
  }
}

/** The account for the person at this machine, made at the first start. */
async function ownAccount({ data, origin }: ReviewServer): Promise<{ web: WebSession; state: ReviewState }> {
  const known = await loadReviewState(data);
  if (known !== null) return { state: known, web: await signIn(origin, known.account) };
  const credentials = { email: "reviewer@example.edu", password: newPassword() };
  const response = await callServer("createUser", { data, body: { ...credentials, name: "You" } });
  const { user_id: id } = (await response.json()) as { user_id: string };
  const state: ReviewState = { schema_version: 1, account: { ...credentials, id }, tasks: {} };
  await saveReviewState(data, state);
  return { state, web: await signIn(origin, credentials) };
}

function ownToken(web: WebSession, { account: { password } }: ReviewState) {
  return web.call("createAccessToken", { body: { name: "circuitgrade review", scope: "grade", days: 7, password } });
}

interface Importing extends Reviewing {
  readonly state: ReviewState;
  /** Other folders in which pages may be. */
  readonly pages: readonly string[] | undefined;
}

/** Brings the results onto the server, as `push` does, and the pages without an owner as pages of a stack. */
async function importResults(
  { data }: ReviewServer,
  { api, web, state, folder, record, pages, signal, terminal }: Importing,
): Promise<ReviewTask> {
  const key = reviewTaskKey(record);
  let task = state.tasks[key];
  async function save(changed: ReviewTask): Promise<ReviewTask> {
    await saveReviewState(data, { ...state, tasks: { ...state.tasks, [key]: changed } });
    return changed;
  }
  if (task === undefined) {
    const number = Object.keys(state.tasks).length + 1;
    task = await save({ taskId: await createReviewTask(web, record, { number }), handed: {} });
  }
  const { items, leftOut } = pushedPages(record, { withheld: new Set() });
  const pushing = { taskId: task.taskId, record, items, overwrite: false };
  if (items.length > 0) {
    const plan = await pushGrades(api, { ...pushing, preview: true });
    const { unsent } = await sendMissing(api, { ...pushing, plan, results: folder, pages, signal, terminal });
    await pushGrades(api, { ...pushing, preview: false });
    for (const { file, page, reason } of unsent) terminal.warn(`! ${file}, page ${page}: ${reason}`);
  }
  task = await save({ ...task, handed: await handPages(web, record, { task, results: folder, pages, terminal }) });
  const others = leftOut.length - Object.keys(task.handed).length;
  if (others > 0) terminal.say(`Only in ${RESULT_FILES.review}: ${count(others, "page")} that another page stands for`);
  return task;
}

async function signInLink(
  { origin, data }: ReviewServer,
  { account, page }: { account: string; page: string },
): Promise<string> {
  const response = await callServer("makeEntrance", { data, params: { accountId: account } });
  const { token } = (await response.json()) as { token: string };
  return `${origin}${ENDPOINTS.enter.path}?${new URLSearchParams({ token, page })}`;
}

/** Shows the link, also printed in case no browser opens. */
function openBrowser(link: string): void {
  const [program = "", ...words] = {
    darwin: ["open", link],
    win32: ["rundll32", "url.dll,FileProtocolHandler", link],
  }[process.platform as "darwin" | "win32"] ?? ["xdg-open", link];
  spawn(program, words, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}

interface Following extends Reviewing {
  readonly task: ReviewTask;
}

/** Keeps what is said, and writes what is settled, until Ctrl-C, or until the server ends by itself. */
async function follow(
  server: ReviewServer,
  { api, web, task, folder, record, terminal, signal }: Following,
): Promise<ExitCode> {
  let before: ReadonlyMap<string, SettledPage> = new Map();
  let words: PageWords = await loadWords(folder);
  let since: number | null = null;
  let isNews = false;
  async function write(isLast = false): Promise<void> {
    const isFirst = since === null;
    const { since: next, ...pages } = await loadWebPages(api, web, { task, since });
    since = next;
    const fresh = freshWords(pages, { record, handed: task.handed, words });
    if (fresh.length === 0 && !isFirst && !isLast) return;
    if (fresh.length > 0) words = await keepSaid(folder, { words, more: fresh });
    const settled = unwrittenPages(record, words);
    await fillReview(folder, record, { settled, before });
    if (settled.size !== before.size) terminal.say(progressText(record, settled));
    before = settled;
  }
  let hasEnded = false;
  void server.ended.then(() => {
    hasEnded = true;
  });
  const listening = new AbortController();
  void web.listen(() => {
    isNews = true;
  }, listening.signal);
  try {
    while (!signal.aborted && !hasEnded) {
      if (isNews) {
        isNews = false;
        await write();
      }
      await Promise.race([pause(PACE, undefined, { signal }).catch(() => undefined), server.ended]);
    }
  } finally {
    listening.abort();
  }
  if (!hasEnded) await write(true);
  if (before.size > 0) terminal.say(`Written: ${join(folder, RESULT_FILES.review)}. Run grade again with --resume.`);
  if (hasEnded) throw new CommandFailure(EXIT.internal, "The server has ended. Run the same command again.");
  return openPages(record, before) > 0 ? EXIT.review : EXIT.ok;
}

/** Pages of the queue that nobody has settled; if one of an answer's pages has a grade, the others are settled. */
function openPages({ files, queue }: GradeRecord, settled: ReadonlyMap<string, SettledPage>): number {
  const answered = new Set(
    files.flatMap(({ file, page, student_id, item }) => {
      const said = settled.get(pageKey(file, page));
      return said === undefined || said.grade === null ? [] : [`${said.studentId ?? student_id} ${said.item ?? item}`];
    }),
  );
  return queue.filter(({ file, page, student_id, item }) => {
    return !settled.has(pageKey(file, page)) && !answered.has(`${student_id} ${item}`);
  }).length;
}

function progressText(record: GradeRecord, settled: ReadonlyMap<string, SettledPage>): string {
  const open = openPages(record, settled);
  return `Settled: ${count(settled.size, "page")}, ${open} of ${record.queue.length} in the queue left`;
}
