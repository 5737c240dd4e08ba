import { eq, sql } from "drizzle-orm";
import { foldWords, isSameGrade, lastObjectOf } from "../../../core/page-record/fold.ts";
import type { DatedStatement, GivenGrade } from "../../../core/page-record/statement.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query, SqlStatement } from "../../db/query.ts";
import { analyses, statements, submissions } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound } from "../../refusal.ts";
import { type Analysis, loadRecord, type PageRecord, type SaidRow, shownBy } from "./page-record.ts";

/** Statements about one page, by one person at one time. */
interface Saying extends Pick<SaidRow, "by" | "at"> {
  readonly pushed?: boolean;
  /** Those that were said elsewhere have times of their own. */
  readonly statements: readonly DatedStatement[];
}

/**
 * What a page shows and its grade after more words about it, whether they change the grade, and the SQL that stores
 * all.
 */
export function say(query: Query, record: PageRecord, saying: Saying, shows: Partial<Analysis> = {}) {
  const { submission, analysis } = record;
  const { by, at, pushed = false, statements: more } = saying;
  const last = record.said.at(-1)?.number ?? 0;
  const rows = more.map(({ at: saidAt = at, ...statement }, index): SaidRow => {
    const number = last + index + 1;
    return { submissionId: analysis.submissionId, number, by, at: saidAt, pushed, batchId: null, statement };
  });
  const said = [...record.said, ...rows];
  const shown = { ...analysis, ...shownBy(record, said), ...shows };
  const after = {
    ...shown,
    // Corrections that were pushed bring objects, too: none may get a number twice.
    lastObject: Math.max(analysis.lastObject, lastObjectOf(shown.predictions)),
    revision: analysis.revision + more.length,
    updatedAt: at,
  };
  const { id, ...columns } = after;
  const grade = foldWords(said).grade;
  const isRegraded = !isSameGrade(grade, foldWords(record.said).grade);
  const sql: readonly [SqlStatement, ...SqlStatement[]] = [
    query.insert(statements).values(rows),
    query.update(analyses).set(columns).where(eq(analyses.id, id)),
    ...(isRegraded ? [storeGrade(query, { submission, ...grade }, { pushed })] : []),
  ];
  return { after, grade, isRegraded, sql };
}

/** What somebody wants to say of a page, and what it shows until it is read with that. */
interface Words {
  readonly statements: readonly DatedStatement[];
  readonly shows?: Partial<Analysis>;
}

/**
 * Stores what a person says of a page, who may do so. `speak` looks at the page as it is now, and throws if that must
 * not be said of it; null: nothing is to be said. Returns the page and its grade after it.
 *
 * @throws {Refusal} if the page is gone.
 */
export async function sayOf(
  context: AppContext,
  { user, fileId }: { readonly user: SessionUser; readonly fileId: string },
  speak: (record: PageRecord) => Words | null,
): Promise<{ readonly after: Analysis; readonly grade: GivenGrade }> {
  return context.db.write(async (query) => {
    const record = await loadRecord(query, fileId);
    if (!record) throw notFound(TEXTS.files.notFound);
    const words = speak(record);
    if (words === null) return { after: record.analysis, grade: foldWords(record.said).grade };
    const saying = { by: user.email, at: context.now(), statements: words.statements };
    const { sql, ...said } = say(query, record, saying, words.shows);
    await query.batch(sql);
    return said;
  });
}

/** The SQL that makes this a submission's grade and comment. */
export function storeGrade(
  query: Query,
  { submission, graded, totalGrade, comment }: GivenGrade & Pick<PageRecord, "submission">,
  { pushed = false }: Pick<Saying, "pushed"> = {},
): SqlStatement {
  // Only a person releases: neither a program's other grade nor one that is confirmed again later may appear by itself.
  const hidden = graded && !(pushed && totalGrade !== submission.totalGrade) ? {} : { releasedAt: null };
  return query
    .update(submissions)
    .set({ graded, totalGrade, comment, ...hidden })
    .where(eq(submissions.id, submission.id));
}

/** The SQL that stores a statement as the next one about its page. */
export function insertNext(query: Query, row: Omit<typeof statements.$inferInsert, "number">) {
  const ofPage = sql`(SELECT coalesce(max(number), 0) + 1 FROM statements WHERE submission_id = ${row.submissionId})`;
  return query.insert(statements).values({ ...row, number: ofPage });
}
