import { and, asc, eq, inArray, ne, notInArray } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { findAnswerInPath, type NamedAnswer } from "../../../core/rules/files/file-name.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import { claimByName } from "../../../core/stack/claim-by-name.ts";
import { claimPage, OTHER_TASK, type PageClaim, type StackTask } from "../../../core/stack/claim-page.ts";
import { checkQrText } from "../../../core/template/qr-text.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { makeAll } from "../../db/query.ts";
import { classes, jobs, stackPages, stacks, tasks } from "../../db/schema.ts";
import { type Job, type JobHandler, newJob } from "../../jobs/job.ts";
import type { SortedPage } from "../../recogniser/messages.ts";
import { publishToTask } from "../access/audience.ts";
import { loadRoster } from "../classes/rosters.ts";
import { sameForOtherGroups } from "../tasks/other-groups.ts";
import { taskItems } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import { duplicateReason, placePage, queuePage, setPageAside } from "./stack-pages.ts";
import type { StackPageRow } from "./stack-views.ts";

/** Pages of a file that a worker processes without closing it. */
const STRETCH = 6;

type Task = typeof tasks.$inferSelect;
type NewJob = ReturnType<typeof newJob>;

/** The jobs that look at the pages of a stack and decide where each goes: one for each stretch of a file. */
export function sortingJobs(
  stackId: string,
  pages: readonly Pick<StackPageRow, "id" | "sha256">[],
  now: number,
): readonly NewJob[] {
  const stretches: Pick<StackPageRow, "id" | "sha256">[][] = [];
  for (const page of pages) {
    const last = stretches.at(-1);
    if (last && last.length < STRETCH && last[0]!.sha256 === page.sha256) last.push(page);
    else stretches.push([page]);
  }
  return stretches.map((stretch) => newJob("sort", { stackId, payload: { pages: idsOf(stretch) } }, now));
}

function idsOf(pages: readonly { readonly id: string }[]): string[] {
  return pages.map(({ id }) => id);
}

/** How the pages of stacks are sorted. A page that crashes the worker three times is left to a person. */
export function sortingHandler(context: AppContext): JobHandler {
  return {
    // Readings do not delay it: a person who uploaded a stack waits to see whose the pages are.
    atOnce: 1,
    pauses: [0, 0],
    run: (job) => sortPages(context, job),
    failed: async (job, error) => {
      const { pages, task } = await waitingPages(context, job);
      for (const page of pages) await queuePage(context, page, [unreadable(error)]);
      if (task) await publishSorted(context, task);
    },
  };
}

/** Queues the pages that wait and have no job: those of a restored database, or of one from an earlier version. */
export async function queueForgottenPages({ db, now, jobs: queue }: AppContext): Promise<void> {
  const active = db.query
    .select({ id: jobs.stackId })
    .from(jobs)
    .where(and(eq(jobs.kind, "sort"), inArray(jobs.state, ["queued", "running"])));
  const { id, stackId, sha256 } = stackPages;
  const forgotten = and(eq(stackPages.state, "waiting"), notInArray(stackPages.stackId, active));
  const [any] = await db.query.select({ id }).from(stackPages).where(forgotten).limit(1);
  if (!any) return;
  await db.write(async (query) => {
    const pages = await query
      .select({ id, stackId, sha256 })
      .from(stackPages)
      .where(forgotten)
      .orderBy(asc(stackPages.stackId), asc(stackPages.position));
    const time = now();
    const rows = [...groupBy(pages, (page) => page.stackId)].flatMap(([stack, own]) => sortingJobs(stack, own, time));
    await makeAll(
      query,
      rows.map((row) => query.insert(jobs).values(row)),
    );
  });
  queue.wake("sort");
}

async function sortPages(context: AppContext, job: Job): Promise<void> {
  const { pages, task } = await waitingPages(context, job);
  if (task === null) return;
  // One of them may have crashed the worker.
  if (job.tries > 1 && pages.length > 1) return sortEachAlone(context, job, pages);
  const sorted = await context.files.use(pages[0]!.sha256, (path) =>
    context.recogniser.ask("sort", { path, pages: pages.map(({ page }) => page) }),
  );
  await settlePages(context, { pages, task, sorted });
  await publishSorted(context, task);
}

/** The pages of a job that nobody has settled yet, and their task; none if the stack was deleted. */
async function waitingPages(
  { db }: AppContext,
  { payload }: Job,
): Promise<{ pages: readonly StackPageRow[]; task: Task | null }> {
  const rows = await db.query
    .select({ page: stackPages, task: tasks })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .where(and(inArray(stackPages.id, [...(payload.pages ?? [])]), eq(stackPages.state, "waiting")))
    .orderBy(asc(stackPages.position));
  return { pages: rows.map(({ page }) => page), task: rows[0]?.task ?? null };
}

/** Each has the tries that the stretch had. */
async function sortEachAlone({ db, now }: AppContext, job: Job, pages: readonly StackPageRow[]): Promise<void> {
  const time = now();
  const tries = job.tries - 1;
  const rows = pages.map((page) => ({ ...sortingJobs(page.stackId, [page], time)[0]!, tries }));
  await db.write((query) => query.insert(jobs).values(rows));
}

interface Sorted {
  readonly pages: readonly StackPageRow[];
  readonly task: Task;
  readonly sorted: readonly SortedPage[];
}

async function settlePages(context: AppContext, { pages, task, sorted }: Sorted): Promise<void> {
  const students = new Set((await loadRoster(context, task.classId)).map(({ student_id }) => student_id));
  const items = (await taskItems(context.db.query, task.id)).map((item) => ({ item }));
  const stackTask = { id: task.id, items, keys: [context.secrets.template] };
  const otherGroups = (await sameForOtherGroups(context, task)).map(({ id }) => ({ ...stackTask, id }));
  const otherTasks = await otherTasksOf(context, { task, sorted });
  for (const page of pages) {
    const [found, ...others] = sorted.filter((each) => each.page === page.page);
    // The page's own row comes last: while it waits, the job can be run again.
    // One name cannot say whose several sheets are.
    const named = others.length > 0 ? null : findAnswerInPath(page.filename, task.examType);
    for (const other of others) await settleSheet(context, { page, task, found: other, claim: claimOf(other, named) });
    const claim = claimOf(found, named);
    // A file that is named as an answer is one, even if nothing was recognised.
    const isAnswer = pages.every((each) => each.page === 1) && claim?.studentId != null;
    await settlePage(context, { page, task, found, claim, isAnswer });
  }

  function claimOf(found: SortedPage | undefined, named: NamedAnswer | null): PageClaim | null {
    if (!found?.ok) return null;
    const { codes, isBlurred } = found;
    const enrolled = (id: string) => students.has(id);
    const claimFor = (each: StackTask) => claimPage(codes, { task: each, enrolled, isBlurred, named });
    const own = claimFor(stackTask);
    // A student who has moved to this group has the sheets of the old one.
    const coded = [own, ...otherGroups.map(claimFor)].find(({ reasons }) => reasons.length === 0) ?? own;
    const isOther = coded.reasons.some(({ code }) => code === OTHER_TASK.code);
    const reasons = isOther ? codes.flatMap((text) => otherTasks.get(text) ?? []).slice(0, 1) : [];
    return claimByName(reasons.length > 0 ? { ...coded, reasons } : coded, named, { items, enrolled });
  }
}

/** For the codes of other tasks of the same owner where they belong: the stacks of two groups may be scanned as one. */
async function otherTasksOf(
  { db, secrets }: AppContext,
  { task, sorted }: Pick<Sorted, "task" | "sorted">,
): Promise<ReadonlyMap<string, Problem>> {
  const codes = sorted.flatMap((each) => (each.ok ? each.codes : []));
  const others = codes.flatMap((text) => {
    const check = checkQrText(text, { secret: secrets.template, taskId: task.id });
    return check.status === "other-task" ? [{ text, taskId: check.content.taskId }] : [];
  });
  if (others.length === 0) return new Map();
  const ids = others.map(({ taskId }) => taskId);
  const known = await db.query
    .select({ id: tasks.id, title: tasks.title, code: classes.code, group: classes.group })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(and(eq(tasks.userId, task.userId), inArray(tasks.id, ids)));
  return new Map(
    others.flatMap(({ text, taskId }) =>
      known
        .filter(({ id }) => id === taskId)
        .map(({ title, code, group }) => {
          const message = `The sheet is of ${title}, ${code} | ${group}. Add the file there, and take the page out here.`;
          return [text, { ...OTHER_TASK, message }] as const;
        }),
    ),
  );
}

interface Settling {
  readonly page: StackPageRow;
  readonly task: Task;
  readonly found: SortedPage | undefined;
  /** Null if the page could not be read. */
  readonly claim: PageClaim | null;
  /** It is somebody's answer, whatever is on it. */
  readonly isAnswer?: boolean;
}

async function settlePage(context: AppContext, { page, task, found, claim, isAnswer }: Settling): Promise<void> {
  if (!found?.ok || claim === null) {
    const { code, message } =
      found?.ok === false ? found : { code: "damaged-pdf", message: `The file has no page ${page.page}.` };
    return queuePage(context, page, [{ code, message }]);
  }
  if (found.noAnswer !== null && !isAnswer) return setPageAside(context, page, found.noAnswer);
  const { studentId, item, reasons } = claim;
  const known = { ...page, turn: found.turn, studentId, item };
  if (reasons.length > 0 || studentId === null || item === null) return queuePage(context, known, reasons);
  const outcome = await placePage(context, { page: known, task }, { studentId, item, replace: false });
  if (outcome === "duplicate") await queuePage(context, known, [duplicateReason(studentId, item)]);
}

/** Settles a further sheet of a page like a page of its own: it gets a row, unless an earlier run has added it. */
async function settleSheet(context: AppContext, { page, found, claim, task }: Settling): Promise<void> {
  const { id, stackId, position } = page;
  const { studentId = null, item = null } = claim ?? {};
  const row = { ...page, id: newId(), studentId, item, state: "queued", reasons: [SECOND_SHEET] } as const;
  const isAdded = await context.db.write(async (query) => {
    const mine = and(eq(stackPages.stackId, stackId), eq(stackPages.position, position), ne(stackPages.id, id));
    const known = await query.select().from(stackPages).where(mine);
    if (known.some((each) => each.studentId === studentId && each.item === item)) return false;
    await query.insert(stackPages).values(row);
    return true;
  });
  if (isAdded) await settlePage(context, { page: row, task, found, claim });
}

/** Shown only if the server stops before it has placed the sheet. */
const SECOND_SHEET: Problem = {
  code: "several-sheets",
  message: "The page shows several sheets, and this one was not placed. Say whose it is.",
};

async function publishSorted(context: AppContext, task: Task): Promise<void> {
  await publishToTask(context, task.id);
  await settleTask(context, task.id);
}

function unreadable({ message: reason }: Error): { code: string; message: string } {
  return {
    code: "reader-crashed",
    message: `The page could not be processed: ${reason}. Scan it again, or assign it.`,
  };
}
