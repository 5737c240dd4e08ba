import { and, asc, desc, eq, inArray, notInArray } from "drizzle-orm";
import { mayHavePages } from "../../../core/scan/file-type.ts";
import type { AppContext } from "../../context.ts";
import type { Stack, StackPageState, StackPage as StackPageView } from "../../contract/tasks/stack.ts";
import { TEXTS } from "../../contract/texts.ts";
import { analyses, stackPages, stacks, submissions, tasks } from "../../db/schema.ts";
import { ownTask, requireAccess } from "../access/task-access.ts";
import { loadRoster, type RosterEntry } from "../classes/rosters.ts";

export type StackPageRow = typeof stackPages.$inferSelect;

type StackRow = typeof stacks.$inferSelect;

/** The stacks of a task, latest first, without those that are still arriving. */
export async function listStacks(context: AppContext, userId: string, taskId: string): Promise<Stack[]> {
  await ownTask(context, userId, taskId);
  const { query } = context.db;
  const arriving = query.select({ id: stackPages.stackId }).from(stackPages).where(eq(stackPages.state, "arriving"));
  const rows = await query
    .select()
    .from(stacks)
    .where(and(eq(stacks.taskId, taskId), notInArray(stacks.id, arriving)))
    .orderBy(desc(stacks.createdAt));
  return Promise.all(rows.map((row) => viewStack(context, row)));
}

/** A stack with its task, for the task's instructors. */
export async function ownStack(context: AppContext, userId: string, stackId: string) {
  const [row] = await context.db.query
    .select({ stack: stacks, task: tasks })
    .from(stacks)
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .where(eq(stacks.id, stackId));
  await requireAccess(context, userId, { task: row?.task, right: "instruct", missing: TEXTS.files.notFound });
  return row!;
}

/** A stack with all its pages, in the order of the scan. */
export async function getStack(
  context: AppContext,
  userId: string,
  stackId: string,
): Promise<{ stack: Stack; page_list: StackPageView[] }> {
  const { stack, task } = await ownStack(context, userId, stackId);
  const pages = await context.db.query
    .select()
    .from(stackPages)
    .where(eq(stackPages.stackId, stackId))
    .orderBy(asc(stackPages.position));
  const roster = await loadRoster(context, task.classId);
  return { stack: stackView(stack, pages), page_list: await viewPages(context, pages, roster) };
}

/** A stack as it is now. */
export async function viewStack({ db }: AppContext, stack: StackRow): Promise<Stack> {
  const { state, submissionId } = stackPages;
  return stackView(
    stack,
    await db.query.select({ state, submissionId }).from(stackPages).where(eq(stackPages.stackId, stack.id)),
  );
}

/** A stack with its counts, which add up to its pages. */
function stackView(stack: StackRow, pages: readonly Pick<StackPageRow, "state" | "submissionId">[]): Stack {
  const states = pages.map(stateOf);
  const count = (state: StackPageState) => states.filter((own) => own === state).length;
  return {
    id: stack.id,
    task_id: stack.taskId,
    filename: stack.filename,
    created_at: new Date(stack.createdAt).toISOString(),
    pages: pages.length,
    waiting: count("waiting"),
    placed: count("placed"),
    queued: count("queued"),
    rejected: count("rejected"),
    removed: count("removed"),
  };
}

/** Where to find a page, for a person: the file and, in a PDF, TIFF or HEIC, its page. */
export function placeText({ filename, page, mimetype }: Pick<StackPageRow, "filename" | "page" | "mimetype">): string {
  return mayHavePages(mimetype) ? `${filename}, page ${page}` : filename;
}

export async function viewPages(
  { db }: AppContext,
  pages: readonly StackPageRow[],
  roster: readonly RosterEntry[],
): Promise<StackPageView[]> {
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const stackIds = [...new Set(pages.map(({ stackId }) => stackId))];
  const became = await db.query
    .select({ id: submissions.id, graded: submissions.graded, analysis: analyses.state })
    .from(stackPages)
    .innerJoin(submissions, eq(submissions.id, stackPages.submissionId))
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(inArray(stackPages.stackId, stackIds));
  const files = new Map(became.map((row) => [row.id, row]));
  return pages.map((page) => {
    const file = page.submissionId === null ? undefined : files.get(page.submissionId);
    return {
      id: page.id,
      position: page.position,
      place: placeText(page),
      state: stateOf(page),
      student_id: page.studentId,
      student_name: names.get(page.studentId ?? "") ?? "",
      item_number: page.item,
      reasons: page.reasons.map(({ code, message }) => ({ code, message })),
      file_id: page.submissionId,
      analysis: file?.analysis ?? null,
      graded: file?.graded ?? false,
    };
  });
}

function stateOf({ state, submissionId }: Pick<StackPageRow, "state" | "submissionId">): StackPageState {
  if (state === "arriving") return "waiting";
  return state === "placed" && submissionId === null ? "removed" : state;
}
