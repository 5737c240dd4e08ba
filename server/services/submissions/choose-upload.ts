import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { submissions } from "../../db/schema.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { settleTask } from "../tasks/task-state.ts";
import type { Submission } from "./submissions.ts";
import { keepWaiting, ofAnswer } from "./waiting-pages.ts";

/**
 * Makes an upload count instead of the current one of the same student and item, which becomes history. Each keeps its
 * own grade. Returns the notification for the instructor.
 */
export async function restoreSubmission(context: AppContext, userId: string, id: string): Promise<string> {
  const { submission } = await gradedSubmission(context, userId, id);
  const restored = await context.db.write(async (query) => {
    const { now, counting } = await lookAt(query, id);
    if (now.counts) return false;
    await query.batch(makeCount(query, now, counting));
    return true;
  });
  if (!restored) return TEXTS.files.countsAlready;
  await announceChoice(context, submission);
  return TEXTS.files.restored;
}

interface Settling {
  readonly userId: string;
  readonly id: string;
  /** Whether the later page counts from now on. */
  readonly counts: boolean;
  /** The upload that counted when the instructor decided. */
  readonly counting?: string | undefined;
}

/**
 * Records a person's decision about a page that came after another one: it counts, or the earlier one does. The other
 * one becomes history, keeps its grade and can be made to count later. Returns the notification for the instructor.
 */
export async function settleHandIn(
  context: AppContext,
  { userId, id, counts, counting: seen }: Settling,
): Promise<string> {
  const { submission } = await gradedSubmission(context, userId, id);
  const isNew = await context.db.write(async (query) => {
    const { now, counting } = await lookAt(query, id);
    // Repeating what is already so is not refused.
    if (now.rivalId === null && now.counts === counts) return false;
    if (now.rivalId === null || (seen !== undefined && seen !== counting?.id)) throw settledMeanwhile();
    const chosen = counts ? id : now.rivalId;
    const decided = query.update(submissions).set({ rivalId: null }).where(eq(submissions.id, id));
    const change = chosen === counting?.id ? [] : makeCount(query, { ...now, id: chosen }, counting);
    await query.batch([decided, ...change]);
    return true;
  });
  if (isNew) await announceChoice(context, submission);
  return counts ? TEXTS.files.restored : TEXTS.files.keptBefore;
}

/** The upload as it is now, and the one of its student and item that counts. */
async function lookAt(query: Query, id: string) {
  const [now] = await query.select().from(submissions).where(eq(submissions.id, id));
  if (!now) throw notFound(TEXTS.files.notFound);
  const [counting] = await query
    .select()
    .from(submissions)
    .where(and(ofAnswer(now), eq(submissions.counts, true)));
  return { now, counting };
}

type Chosen = Pick<Submission, "id" | "taskId" | "studentId" | "item">;

function makeCount(query: Query, chosen: Chosen, counting: Submission | undefined) {
  const replaced = eq(submissions.id, counting?.id ?? "");
  return [
    query.update(submissions).set({ counts: false, rivalId: null }).where(replaced),
    query.update(submissions).set({ counts: true, rivalId: null }).where(eq(submissions.id, chosen.id)),
    keepWaiting(query, chosen),
  ] as const;
}

async function announceChoice(context: AppContext, { taskId }: Submission): Promise<void> {
  await publishToTask(context, taskId);
  await settleTask(context, taskId);
}

function settledMeanwhile(): Refusal {
  const message = "This was decided meanwhile, in another window or by a newer page. Check it again.";
  return new Refusal(409, { code: "settled-meanwhile", message });
}
