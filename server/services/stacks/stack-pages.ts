import { eq } from "drizzle-orm";
import { NO_ANSWER_TEXTS, type NoAnswer } from "../../../core/opening/no-answer.ts";
import { conventionalName } from "../../../core/rules/files/upload-check.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import { addStudentIds, isStudentId } from "../../../core/rules/students/student-id.ts";
import type { AppContext } from "../../context.ts";
import type { StackPage as StackPageView } from "../../contract/tasks/stack.ts";
import { TEXTS } from "../../contract/texts.ts";
import { stackPages, stacks, tasks } from "../../db/schema.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { requireAccess, type Task } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { discardRecords, fileOfSubmission } from "../submissions/hand-in-records.ts";
import { standingIn } from "../submissions/standing.ts";
import { storeSubmission } from "../submissions/store-submission.ts";
import { taskItems } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import { type Undoing, undoPlacing } from "./stack-undo.ts";
import { type StackPageRow, viewPages } from "./stack-views.ts";

/** The student and item that a page belongs to. */
export interface Placing {
  readonly studentId: string;
  readonly item: number;
  /** Replaces a page that the student already has for the item. */
  readonly replace: boolean;
  /** What the caller saw: the submission that the page was, null for none; undefined if the caller does not say. */
  readonly seen?: string | null | undefined;
}

/**
 * Makes a page the submission of a student, with the job that reads it. If the student has another page for the item,
 * nothing is replaced without asking: the result is `duplicate`. The same page again returns the existing submission.
 * What the page was before is undone. The result is `changed` if `page` has changed since it was loaded.
 */
export async function placePage(
  context: AppContext,
  { page, task }: { page: StackPageRow; task: Task },
  { studentId, item, replace, seen }: Placing,
): Promise<"placed" | "duplicate" | "changed"> {
  let gone: Undoing["gone"] = [];
  const stored = await storeSubmission<"duplicate" | "changed">(
    context,
    {
      task,
      studentId,
      item,
      filename: conventionalName(page.filename, { studentId, type: task.examType, item }),
      mimetype: page.mimetype,
      size: page.size,
      sha256: page.sha256,
      page: page.page,
      turn: page.turn,
      uploadedBy: "stack",
    },
    {
      decided: true,
      async rule(query, { before, isKnown }) {
        const mine = eq(stackPages.id, page.id);
        const [now] = await query.select().from(stackPages).where(mine);
        // Repeating what is already so is not refused.
        const isSo = before !== undefined && before.id === now?.submissionId;
        if (!isSo && !isAsSeen(now, page, seen)) return { refused: "changed" };
        if (before && !isKnown && !replace) return { refused: "duplicate" };
        const undoing = await undoPlacing(query, isSo ? { ...page, submissionId: null } : page);
        gone = undoing.gone;
        const placed = { state: "placed", studentId, item, reasons: [], turn: page.turn } as const;
        return {
          also: (submissionId) => [
            query
              .update(stackPages)
              .set({ ...placed, submissionId })
              .where(mine),
            ...undoing.statements,
          ],
        };
      },
    },
  );
  if ("refused" in stored) return stored.refused;
  await discardRecords(context, gone.map(fileOfSubmission));
  return "placed";
}

/** Nobody has settled the page since it was loaded, by the server and by the caller who says what they have `seen`. */
function isAsSeen(now: StackPageRow | undefined, { state, submissionId }: StackPageRow, seen = submissionId): boolean {
  return now?.state === state && now.submissionId === submissionId && submissionId === seen;
}

/** Puts a page into the queue, with what is known of it, unless somebody has settled it meanwhile. */
export async function queuePage(context: AppContext, page: StackPageRow, reasons: readonly Problem[]): Promise<void> {
  await leavePage(context, page, { state: "queued", reasons });
}

/** Takes out a page that cannot be an answer, unless somebody has settled it meanwhile. A person can put it back. */
export async function setPageAside(context: AppContext, page: StackPageRow, what: NoAnswer): Promise<void> {
  await leavePage(context, page, { state: "rejected", reasons: [{ code: SET_ASIDE, message: NO_ANSWER_TEXTS[what] }] });
}

const SET_ASIDE = "set-aside";

async function leavePage(
  { db }: AppContext,
  page: StackPageRow,
  { state, reasons }: { state: "queued" | "rejected"; reasons: readonly Problem[] },
): Promise<void> {
  const { id, turn, studentId, item } = page;
  await db.write(async (query) => {
    const mine = eq(stackPages.id, id);
    const [now] = await query.select().from(stackPages).where(mine);
    if (!isAsSeen(now, page)) return;
    await query.update(stackPages).set({ state, reasons, turn, studentId, item }).where(mine);
  });
}

export function duplicateReason(studentId: string, item: number): Problem {
  return {
    code: "duplicate",
    message: `There is another page of student ${studentId} for item ${item}. Say which one counts.`,
  };
}

/** A page of a stack with its task, for the task's instructors. */
export async function ownStackPage(context: AppContext, userId: string, pageId: string) {
  const [row] = await context.db.query
    .select({ page: stackPages, task: tasks })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .where(eq(stackPages.id, pageId));
  await requireAccess(context, userId, { task: row?.task, right: "instruct", missing: TEXTS.files.notFound });
  return row!;
}

interface Assigning {
  readonly userId: string;
  readonly pageId: string;
  readonly studentId: string;
  readonly item: number;
  readonly replace: boolean;
  readonly seen: Placing["seen"];
}

/** Assigns a page to a student and item, for a person. */
export async function assignPage(context: AppContext, assigning: Assigning): Promise<StackPageView> {
  const { userId, pageId, item, replace, seen } = assigning;
  const { page, task } = await ownStackPage(context, userId, pageId);
  refuseUnsettled(page);
  const studentId = assigning.studentId.trim();
  await refuseStudent(context, task, studentId);
  if (!(await taskItems(context.db.query, task.id)).includes(item)) {
    throw new Refusal(400, { code: "item-unknown", message: `The task has no item ${item}.` });
  }
  const outcome = await placePage(context, { page, task }, { studentId, item, replace, seen });
  if (outcome === "duplicate") {
    const { code, message } = duplicateReason(studentId, item);
    throw new Refusal(409, { code, message });
  }
  if (outcome === "changed") throw settledMeanwhile();
  return publishAndView(context, pageId, task);
}

/**
 * Takes a page out, for a person: its submission is removed with it, and what that had replaced counts again. The page
 * itself stays, and can be put back.
 */
export async function rejectPage(
  context: AppContext,
  { userId, pageId, seen }: Pick<Assigning, "userId" | "pageId" | "seen">,
): Promise<StackPageView> {
  const { page, task } = await ownStackPage(context, userId, pageId);
  refuseUnsettled(page);
  const undo = await context.db.write(async (query) => {
    const mine = eq(stackPages.id, pageId);
    const [now] = await query.select().from(stackPages).where(mine);
    if (!isAsSeen(now, page, seen)) throw settledMeanwhile();
    const undoing = await undoPlacing(query, page);
    const rejected = { state: "rejected" as const, submissionId: null };
    await query.batch([query.update(stackPages).set(rejected).where(mine), ...undoing.statements]);
    return undoing;
  });
  await discardRecords(context, undo.gone.map(fileOfSubmission));
  return publishAndView(context, pageId, task);
}

const PUT_BACK: Problem = { code: "no-student", message: "The page was put back by a person. Say whose page it is." };

/** Puts a page that was taken out back into the queue. */
export async function restorePage(context: AppContext, userId: string, pageId: string): Promise<StackPageView> {
  const { page, task } = await ownStackPage(context, userId, pageId);
  if (page.state === "rejected" || (page.state === "placed" && page.submissionId === null)) {
    const open = page.reasons.filter(({ code }) => code !== SET_ASIDE);
    await queuePage(context, page, open.length > 0 ? open : [PUT_BACK]);
  }
  return publishAndView(context, pageId, task);
}

function refuseUnsettled({ state }: StackPageRow): void {
  if (state !== "waiting") return;
  throw new Refusal(409, {
    code: "waiting",
    message: "The page is still being processed. Please try again in a moment.",
  });
}

function settledMeanwhile(): Refusal {
  const message = "The page was settled meanwhile, in another window or by another person. Check it again.";
  return new Refusal(409, { code: "settled-meanwhile", message });
}

async function refuseStudent(context: AppContext, task: Task, studentId: string): Promise<void> {
  if (!isStudentId(studentId)) {
    const { problem } = addStudentIds([], studentId);
    throw new Refusal(400, { code: "student-id", message: problem?.message ?? "" });
  }
  if (await standingIn(context, task, studentId)) return;
  const message = `Not enrolled: the class has no student ${studentId}. Add the student to the class first.`;
  throw new Refusal(409, { code: "not-enrolled", message });
}

async function publishAndView(context: AppContext, pageId: string, task: Task): Promise<StackPageView> {
  const [page] = await context.db.query.select().from(stackPages).where(eq(stackPages.id, pageId));
  if (!page) throw notFound(TEXTS.files.notFound);
  await publishToTask(context, task.id);
  await settleTask(context, task.id);
  const [view] = await viewPages(context, [page], await loadRoster(context, task.classId));
  return view!;
}
