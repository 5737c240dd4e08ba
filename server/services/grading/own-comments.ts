import { and, countDistinct, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { MOST_COMMENTS } from "../../../core/rules/limits.ts";
import type { AppContext } from "../../context.ts";
import { statements } from "../../db/schema.ts";

/**
 * The comments that a person gave more than one page, in any task, those on most pages first. A comment on a single page
 * may be about one student, and one that came with pushed results was made by a program.
 */
export async function ownComments({ db }: AppContext, email: string): Promise<string[]> {
  const { submissionId, by, pushed, statement } = statements;
  const pages = countDistinct(submissionId);
  const comment = sql<string | null>`json_extract(${statement}, '$.grade.comment')`;
  const rows = await db.query
    .select({ comment })
    .from(statements)
    .where(and(eq(by, email), isNotNull(comment), eq(pushed, false)))
    .groupBy(comment)
    .having(gt(pages, 1))
    .orderBy(desc(pages), comment)
    .limit(MOST_COMMENTS);
  return rows.flatMap((row) => row.comment ?? []);
}
