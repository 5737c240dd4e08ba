import { and, asc, desc, eq, isNotNull, ne } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { stackPages, submissions } from "../../db/schema.ts";
import { keepWaiting, ofAnswer } from "../submissions/waiting-pages.ts";

/** What undoes the placing of a stack's page. */
export interface Undoing {
  /** Submissions that are removed; their records must be discarded after the write. */
  readonly gone: readonly Pick<typeof submissions.$inferSelect, "id" | "sha256">[];
  readonly statements: ReturnType<typeof undoStatements>;
}

/**
 * Removes a page's submission, within a write. The newest other upload of the answer counts in its place, a waiting one
 * only if there is no other. A submission with the same content that a student, a program or another page of a stack
 * handed in is not this page's alone and stays.
 */
export async function undoPlacing(
  query: Query,
  page: Pick<typeof stackPages.$inferSelect, "id" | "submissionId">,
): Promise<Undoing> {
  const submissionId = page.submissionId ?? "";
  const mine = and(eq(submissions.id, submissionId), eq(submissions.uploadedBy, "stack"));
  const [own] = await query.select().from(submissions).where(mine);
  const shared = and(eq(stackPages.submissionId, submissionId), ne(stackPages.id, page.id));
  const [twin] = await query.select({ id: stackPages.id }).from(stackPages).where(shared).limit(1);
  if (!own || twin) return NOTHING;
  const others = and(ofAnswer(own), ne(submissions.id, own.id));
  const newest = query.select({ id: submissions.id }).from(submissions).where(others);
  const back = own.counts
    ? await newest.orderBy(asc(isNotNull(submissions.rivalId)), desc(submissions.receivedAt)).limit(1)
    : [];
  const ids = back.map(({ id }) => id);
  return { gone: [own], statements: undoStatements(query, { gone: own, back: ids }) };
}

const NOTHING: Undoing = { gone: [], statements: [] };

function undoStatements(
  query: Query,
  { gone, back }: { gone: typeof submissions.$inferSelect; back: readonly string[] },
) {
  return [
    // Before the one that they wait for is gone.
    ...back.map((id) => keepWaiting(query, { ...gone, id })),
    query.delete(submissions).where(eq(submissions.id, gone.id)),
    ...back.map((id) => query.update(submissions).set({ counts: true, rivalId: null }).where(eq(submissions.id, id))),
  ];
}
