import { and, eq, exists, gte } from "drizzle-orm";
import { chosenRecord, type PageChosen } from "../../../core/corrections/chosen-record.ts";
import {
  type CorrectionsRecord,
  correctionsRecord,
  type PageCorrections,
} from "../../../core/corrections/corrections-record.ts";
import { correct, foldWords } from "../../../core/page-record/fold.ts";
import type { AppContext } from "../../context.ts";
import type { WebSaid } from "../../contract/tasks/exchange.ts";
import type { Query } from "../../db/client.ts";
import { analyses, statements, submissions } from "../../db/schema.ts";
import type { TokenUse } from "../../environment.ts";
import { ownTask } from "../access/task-access.ts";
import { type Analysis, comparedReadings, loadSaid, type SaidRow } from "../reading/page-record.ts";
import { answerRows } from "../reading/read-answers.ts";
import type { Submission } from "../submissions/submissions.ts";

/** A page of a task that counts, with what people said of it. */
export interface SaidPage {
  readonly submission: Submission;
  readonly analysis: Analysis;
  readonly said: readonly SaidRow[];
  /** What they corrected; null if nothing. */
  readonly corrections: CorrectionsRecord | null;
}

/** The pages of a task that count, in the order of students and items. */
export async function saidPages(query: Query, taskId: string): Promise<SaidPage[]> {
  const rows = await answerRows(query, taskId);
  const bases = await comparedReadings(
    query,
    rows.map(({ analysis }) => analysis),
  );
  const saidOf = await loadSaid(
    query,
    rows.map(({ submission }) => submission.id),
  );
  return rows.map(({ submission, analysis }) => {
    const said = saidOf.get(submission.id) ?? [];
    const { corrections } = foldWords(said);
    const basis = analysis.basis === null ? undefined : bases.get(submission.id);
    const page = correct(basis?.predictions ?? [], corrections);
    const record = correctionsRecord(page.corrections, analysis.readThreshold ?? "auto");
    return { submission, analysis, said, corrections: corrections.length > 0 ? record : null };
  });
}

/** What people corrected of a task's pages, and the readings they chose. */
export async function saidOfPages(
  query: Query,
  taskId: string,
): Promise<{ corrections: PageCorrections[]; chosen: PageChosen[] }> {
  const placed = (await saidPages(query, taskId)).map(({ submission, analysis: { basis }, said, corrections }) => {
    const { sha256, page, turn } = submission;
    // Without a reading the gates that the machine sees are not known yet.
    return { place: { sha256, page, turn }, corrections: basis && corrections, choice: foldWords(said).choice };
  });
  return {
    corrections: placed.flatMap(({ place, corrections }) => (corrections ? [{ ...place, corrections }] : [])),
    chosen: placed.flatMap(({ place, choice }) =>
      choice ? [{ ...place, chosen: chosenRecord(choice.statement) }] : [],
    ),
  };
}

/** Statements are stored a little after the time that they have. */
const SAVING_MS = 60_000;

/** All that was said of the pages that count; `since` (milliseconds since 1970): of those of which something was said since. */
export async function saidSince(context: AppContext, { user }: TokenUse, taskId: string, since = 0) {
  await ownTask(context, user.id, taskId);
  const now = context.now();
  const { query } = context.db;
  const isOfTask = and(eq(submissions.taskId, taskId), eq(submissions.counts, true));
  const isFresh = and(eq(statements.submissionId, submissions.id), gte(statements.at, since));
  const pages = await query
    .select({ submission: submissions, threshold: analyses.readThreshold })
    .from(submissions)
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(and(isOfTask, exists(query.select({ number: statements.number }).from(statements).where(isFresh))));
  const saidOf = await loadSaid(
    query,
    pages.map(({ submission }) => submission.id),
  );
  const said = pages.map(({ submission: { id, studentId, item, sha256, page, turn }, threshold }): WebSaid => {
    const statements = (saidOf.get(id) ?? []).map(({ number, at, pushed, statement }) => {
      return { number, at: new Date(at).toISOString(), pushed, statement: { ...statement } };
    });
    return { file_id: id, student_id: studentId, item, sha256, page, turn, threshold: threshold ?? "auto", statements };
  });
  return { said, since: Math.max(0, now - SAVING_MS) };
}

/**
 * Whether two records say the same of a page. What the machine read is not part of it: a record without a person's
 * correction is like none.
 */
export function isSameWord(a: CorrectionsRecord | null, b: CorrectionsRecord | null): boolean {
  return wordOf(a) === wordOf(b);
}

function wordOf(record: CorrectionsRecord | null): string | null {
  if (record === null) return null;
  const { threshold, predictions, removed, wires } = record;
  const own = predictions
    .filter(({ by }) => by === "person")
    .map(({ class_name, label = "", x, y, width, height }) => [class_name, label, x, y, width, height].join(" "));
  const gone = removed.map(({ class_name, x, y, width, height }) => [class_name, x, y, width, height].join(" "));
  const isEmpty = own.length + gone.length + wires.length === 0;
  return isEmpty ? null : JSON.stringify([threshold, own.sort(), gone.sort(), wires]);
}
