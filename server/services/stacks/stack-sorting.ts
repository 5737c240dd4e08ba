import { and, asc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import { claimPage } from "../../../core/stack/claim-page.ts";
import { PoolClosed } from "../../../workers/worker-pool.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { stackPages, stacks, tasks } from "../../db/schema.ts";
import type { SortedPage } from "../../recogniser/messages.ts";
import { BucketUnreachable } from "../../storage/bucket.ts";
import { loadRoster } from "../classes/rosters.ts";
import { taskItems } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import { duplicateReason, placePage, queuePage } from "./stack-pages.ts";
import type { StackPageRow } from "./stack-views.ts";

/** Pages of a file that a worker processes without closing it. */
const STRETCH = 6;
/** A page is tried this often; then a person must look at it. */
const MOST_TRIES = 3;
/** How often to look for pages that other processes have added to a shared database. */
const LOOK_EVERY = 2_000;

type Task = typeof tasks.$inferSelect;

/** Looks at the pages of stacks, one batch after the other, and decides where each goes. */
export interface StackSorter {
  /** Looks for waiting pages now: call it after adding some. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Sorts in the background. Waiting pages are in the database, so they survive a restart; if there are several
 * processes, one takes each page. A page that crashes the worker is tried again alone, and after three tries goes to
 * the queue.
 */
export function createStackSorter(context: AppContext): StackSorter {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  const timer = context.db.shared ? setInterval(wake, LOOK_EVERY) : undefined;

  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= work()
      .catch((error: unknown) => context.log.error("stack-sorting-failed", error))
      .finally(() => {
        running = null;
        if (again) wake();
      });
  }

  async function work(): Promise<void> {
    while (again) {
      again = false;
      while (!stopped && !context.lifecycle.stopping.aborted) {
        const stretch = await takeStretch(context);
        if (stretch === null) break;
        await sortStretch(context, stretch);
      }
    }
  }

  return {
    wake,
    async stop() {
      stopped = true;
      again = false;
      clearInterval(timer);
      await running;
    },
  };
}

interface Stretch {
  readonly pages: readonly StackPageRow[];
  readonly task: Task;
}

/** The next pages of one file, claimed for this process; those that failed before come last, and each alone. */
async function takeStretch({ db, presence }: AppContext): Promise<Stretch | null> {
  // This process works on one batch at a time, so pages that it still owns were left by a failure.
  const free = or(
    isNull(stackPages.processId),
    eq(stackPages.processId, presence.id),
    presence.isGone(stackPages.processId),
  );
  const waiting = and(eq(stackPages.state, "waiting"), free);
  const [any] = await db.query.select({ id: stackPages.id }).from(stackPages).where(waiting).limit(1);
  if (!any) return null;
  return db.write(async (query) => {
    const stretch = await nextStretch(query, waiting);
    if (stretch === null) return null;
    const taken = { tries: stretch.pages[0]!.tries + 1, processId: presence.id };
    await query
      .update(stackPages)
      .set(taken)
      .where(inArray(stackPages.id, idsOf(stretch)));
    return { ...stretch, pages: stretch.pages.map((page) => ({ ...page, ...taken })) };
  });
}

function idsOf({ pages }: Stretch): string[] {
  return pages.map(({ id }) => id);
}

async function nextStretch(query: Query, waiting: SQL | undefined): Promise<Stretch | null> {
  const rows = await query
    .select({ page: stackPages, task: tasks })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .where(waiting)
    .orderBy(asc(stackPages.tries), asc(stacks.createdAt), asc(stackPages.stackId), asc(stackPages.position))
    .limit(STRETCH);
  const [first] = rows;
  if (!first) return null;
  const isSame = ({ page }: (typeof rows)[number]): boolean =>
    page.stackId === first.page.stackId && page.sha256 === first.page.sha256 && page.tries === 0;
  const others = first.page.tries > 0 ? [] : rows.slice(1).filter(isSame);
  return { pages: [first, ...others].map(({ page }) => page), task: first.task };
}

async function sortStretch(context: AppContext, stretch: Stretch): Promise<void> {
  const { pages, task } = stretch;
  const { tries } = pages[0]!;
  let sorted: readonly SortedPage[];
  try {
    // Before any reading: a person who uploaded a stack waits to see whose the pages are.
    sorted = await context.files.use(pages[0]!.sha256, (path) =>
      context.recogniser.ask("sort", { path, pages: pages.map(({ page }) => page) }),
    );
  } catch (error) {
    if (error instanceof PoolClosed || error instanceof BucketUnreachable) {
      // Not a fault of the pages.
      await context.db.write((query) =>
        query
          .update(stackPages)
          .set({ tries: tries - 1 })
          .where(inArray(stackPages.id, idsOf(stretch))),
      );
      throw error;
    }
    context.log.error("page-sorting-failed", error, { task: task.id });
    if (tries >= MOST_TRIES) for (const page of pages) await queuePage(context, page, [unreadable(error)]);
    return;
  }
  await settleStretch(context, stretch, sorted);
  context.events.publish(task.userId, { type: "stack", task_id: task.id, stack_id: pages[0]!.stackId });
  await settleTask(context, task.id);
}

async function settleStretch(context: AppContext, stretch: Stretch, sorted: readonly SortedPage[]): Promise<void> {
  const { pages, task } = stretch;
  const students = new Set((await loadRoster(context, task.classId)).map(({ student_id }) => student_id));
  const items = (await taskItems(context.db.query, task.id)).map((item) => ({ item }));
  const stackTask = { id: task.id, items, keys: [context.secrets.template] };
  for (const page of pages) {
    // If the stack was deleted meanwhile, its pages are not wanted.
    if (!(await isStillOurs(context, page))) continue;
    const found = sorted.find((each) => each.page === page.page);
    if (!found?.ok) {
      const { code, message } = found ?? { code: "damaged-pdf", message: `The file has no page ${page.page}.` };
      await queuePage(context, page, [{ code, message }]);
      continue;
    }
    const claim = claimPage(found.codes, {
      task: stackTask,
      enrolled: (id) => students.has(id),
      isBlurred: found.isBlurred,
    });
    const known = { ...page, turn: found.turn, studentId: claim.studentId, item: claim.item };
    const { studentId, item } = claim;
    if (claim.reasons.length > 0 || studentId === null || item === null) {
      await queuePage(context, known, claim.reasons);
      continue;
    }
    const placing = { studentId, item, replace: false, byPerson: false };
    const outcome = await placePage(context, { page: known, task }, placing);
    if (outcome === "duplicate") await queuePage(context, known, [duplicateReason(studentId, item)]);
  }
}

async function isStillOurs({ db, presence }: AppContext, { id }: StackPageRow): Promise<boolean> {
  const [row] = await db.query
    .select({ id: stackPages.id })
    .from(stackPages)
    .where(and(eq(stackPages.id, id), eq(stackPages.state, "waiting"), eq(stackPages.processId, presence.id)));
  return row !== undefined;
}

function unreadable(error: unknown): { code: string; message: string } {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: "reader-crashed",
    message: `The page could not be processed: ${reason}. Scan it again, or assign it.`,
  };
}
