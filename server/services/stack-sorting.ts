import { and, asc, eq, inArray } from "drizzle-orm";
import { claimPage } from "../../core/stack/claim-page.ts";
import type { AppContext } from "../context.ts";
import { stackPages, stacks, tasks } from "../db/schema.ts";
import type { SortedPage } from "../recogniser/messages.ts";
import { PoolClosed } from "../recogniser/worker-pool.ts";
import { loadRoster } from "./rosters.ts";
import { duplicateReason, placePage, queuePage } from "./stack-pages.ts";
import type { StackPage } from "./stack-views.ts";
import { taskItems } from "./task-items.ts";
import { settleTask } from "./task-state.ts";

/** Pages of a file that a worker looks at without closing it. */
const STRETCH = 6;
/** A page is tried this often; then a person must look at it. */
const MOST_TRIES = 3;

type Task = typeof tasks.$inferSelect;

/** Looks at the pages of stacks, one stretch after the other, and says where each goes. */
export interface StackSorter {
  /** Looks for waiting pages now: call it when some were added. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Sorts in the background. What waits stands in the database, so that it survives a restart; a page that brings the
 * worker down is tried alone, and after three times goes to the queue.
 */
export function createStackSorter(context: AppContext): StackSorter {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;

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
      while (!stopped) {
        const stretch = await nextStretch(context);
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
      await running;
    },
  };
}

interface Stretch {
  readonly pages: readonly StackPage[];
  readonly task: Task;
}

/** The next pages of one file; those that failed before come last, and each alone. */
async function nextStretch({ db }: AppContext): Promise<Stretch | null> {
  const rows = await db.query
    .select({ page: stackPages, task: tasks })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .where(eq(stackPages.state, "waiting"))
    .orderBy(asc(stackPages.tries), asc(stacks.createdAt), asc(stackPages.stackId), asc(stackPages.position))
    .limit(STRETCH);
  const [first] = rows;
  if (!first) return null;
  const isSame = ({ page }: (typeof rows)[number]): boolean =>
    page.stackId === first.page.stackId && page.sha256 === first.page.sha256 && page.tries === 0;
  const others = first.page.tries > 0 ? [] : rows.slice(1).filter(isSame);
  return { pages: [first, ...others].map(({ page }) => page), task: first.task };
}

async function sortStretch(context: AppContext, { pages, task }: Stretch): Promise<void> {
  const ids = pages.map(({ id }) => id);
  const tries = pages[0]!.tries + 1;
  await context.db.write((query) => query.update(stackPages).set({ tries }).where(inArray(stackPages.id, ids)));
  let sorted: readonly SortedPage[];
  try {
    const request = { path: context.files.path(pages[0]!.sha256), pages: pages.map(({ page }) => page) };
    // Before any reading: who has handed in a stack waits to see whose the pages are.
    sorted = await context.recogniser.ask("sort", request);
  } catch (error) {
    if (error instanceof PoolClosed) {
      // Not the pages' fault.
      await context.db.write((query) =>
        query
          .update(stackPages)
          .set({ tries: tries - 1 })
          .where(inArray(stackPages.id, ids)),
      );
      throw error;
    }
    context.log.error("page-sorting-failed", error, { task: task.id });
    if (tries >= MOST_TRIES) for (const page of pages) await queuePage(context, page, [unreadable(error)]);
    return;
  }
  await settleStretch(context, { pages, task }, sorted);
  context.events.publish(task.userId, { type: "stack", task_id: task.id, stack_id: pages[0]!.stackId });
  await settleTask(context, task.id);
}

async function settleStretch(context: AppContext, stretch: Stretch, sorted: readonly SortedPage[]): Promise<void> {
  const { pages, task } = stretch;
  const students = new Set((await loadRoster(context, task.classId)).map(({ student_id }) => student_id));
  const items = (await taskItems(context.db.query, task.id)).map((item) => ({ item }));
  const stackTask = { id: task.id, items, keys: [context.secrets.template] };
  for (const page of pages) {
    // Whoever deleted the stack meanwhile does not want its pages.
    if (!(await isWaiting(context, page))) continue;
    const found = sorted.find((each) => each.page === page.page);
    if (!found?.ok) {
      const { code, message } = found ?? { code: "damaged-pdf", message: `The file has no page ${page.page}.` };
      await queuePage(context, page, [{ code, message }]);
      continue;
    }
    const claim = claimPage(found.qr, { task: stackTask, enrolled: (id) => students.has(id) });
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

async function isWaiting({ db }: AppContext, { id }: StackPage): Promise<boolean> {
  const [row] = await db.query
    .select({ id: stackPages.id })
    .from(stackPages)
    .where(and(eq(stackPages.id, id), eq(stackPages.state, "waiting")));
  return row !== undefined;
}

function unreadable(error: unknown): { code: string; message: string } {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: "reader-crashed",
    message: `The page could not be looked at: ${reason}. Scan it again, or assign it.`,
  };
}
