import type { submissions } from "../../db/schema.ts";

type Submission = typeof submissions.$inferSelect;

interface SecondHandIn {
  /** Who sends it. */
  readonly uploadedBy: Submission["uploadedBy"];
  /** The page of the same student and item that counts. */
  readonly before: Submission;
  /** The submissions whose receipts came with it. */
  readonly proven: ReadonlySet<string>;
  /** The same people started uploading another page later, and that one arrived first. */
  readonly overtaken: boolean;
}

/**
 * What happens to a page if another one already counts. It replaces that one, unless that one is graded or, for a
 * student, came from the instructor: then the new page waits. A student's page that comes without the receipt of the
 * student's earlier page is shown to the instructor next to it.
 */
export function placeSecond({
  uploadedBy,
  before,
  proven,
  overtaken,
}: SecondHandIn): Pick<Submission, "counts" | "rivalId" | "fromElsewhere"> {
  const isStudents = uploadedBy === "student";
  const isProtected = before.graded || (isStudents && before.uploadedBy !== "student");
  const isUnproven = isStudents && before.uploadedBy === "student" && !proven.has(before.id);
  const counts = !isProtected && !overtaken;
  if (isProtected || isUnproven) return { counts, rivalId: before.id, fromElsewhere: isUnproven };
  // A better picture from the same browser does not answer the open question.
  if (isStudents && counts) return { counts, rivalId: before.rivalId, fromElsewhere: before.fromElsewhere };
  return { counts, rivalId: null, fromElsewhere: false };
}
