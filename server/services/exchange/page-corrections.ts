import { and, eq, exists, gte, or, type SQL } from "drizzle-orm";
import { foldWords } from "../../../core/page-record/fold.ts";
import { type SaidPageRecord, saidRecord } from "../../../core/page-record/said-record.ts";
import type { AppContext } from "../../context.ts";
import type { WebSaid } from "../../contract/tasks/exchange.ts";
import type { Query } from "../../db/client.ts";
import { analyses, statements, submissions } from "../../db/schema.ts";
import type { TokenUse } from "../../environment.ts";
import { ownTask } from "../access/task-access.ts";
import { loadSaid, type PageRecord } from "../reading/page-record.ts";
import { answerRows } from "../reading/read-answers.ts";

/** A page of a task that counts, with what people said of it. */
export type SaidPage = Pick<PageRecord, "submission" | "analysis" | "said">;

/** The pages of a task that count, in the order of students and items; `more` narrows them. */
export async function saidPages(query: Query, taskId: string, more?: SQL): Promise<SaidPage[]> {
  const rows = await answerRows(query, taskId, more);
  const saidOf = await loadSaid(
    query,
    rows.map(({ submission }) => submission.id),
  );
  return rows.map((row) => ({ ...row, said: saidOf.get(row.submission.id) ?? [] }));
}

/** What people said of the readings of a task's pages: of pages of the same bytes the command takes the first. */
export async function saidOfReadings(query: Query, taskId: string): Promise<SaidPageRecord[]> {
  const pages = (await saidPages(query, taskId)).map((page) => ({ ...page, words: foldWords(page.said) }));
  const holds = ({ words: { corrections, choice } }: (typeof pages)[number]) =>
    corrections.length > 0 || choice !== null;
  return [...pages.filter(holds), ...pages.filter((each) => !holds(each))].flatMap(({ submission, analysis, said }) => {
    const { sha256, page, turn } = submission;
    const record = saidRecord(said, analysis.readThreshold ?? "auto");
    return record ? [{ sha256, page, turn, ...record }] : [];
  });
}

/** Statements are stored a little after the time that they have. */
const SAVING_MS = 60_000;

/**
 * All that was said of the pages that count; `last` (milliseconds since 1970): of those of which something was said
 * since.
 */
export async function saidSince(context: AppContext, { user }: TokenUse, taskId: string, last = 0) {
  await ownTask(context, user.id, taskId);
  const now = context.now();
  // The clock was set back: what was said after that has earlier times.
  const since = last > now ? 0 : last;
  const { query } = context.db;
  // What was pushed has the time when it was said elsewhere.
  const isArrived = and(statements.pushed, gte(analyses.updatedAt, since));
  const isFresh = and(eq(statements.submissionId, submissions.id), or(gte(statements.at, since), isArrived));
  const words = query.select({ number: statements.number }).from(statements).where(isFresh);
  const pages = await saidPages(query, taskId, exists(words));
  const said = pages.map(({ submission, analysis, said }): WebSaid => {
    const { id, studentId, item, sha256, page, turn } = submission;
    const statements = said.map((each) => ({ ...each, at: new Date(each.at).toISOString() }));
    const threshold = analysis.readThreshold ?? "auto";
    return { file_id: id, student_id: studentId, item, sha256, page, turn, threshold, statements };
  });
  return { said, since: Math.max(0, now - SAVING_MS) };
}
