import { and, eq, inArray } from "drizzle-orm";
import { isSameHash, keyedHash } from "../../adapters/keyed-hash.ts";
import type { AppContext } from "../../context.ts";
import type { Receipt } from "../../contract/results/file.ts";
import { submissions } from "../../db/schema.ts";
import { linkOfUpload, resultLink } from "../release/result-link.ts";

type Secrets = Pick<AppContext, "secrets">;

/**
 * The secret in a receipt: it identifies the submission, and only the person who got the receipt can show it. The same
 * submission always has the same token, so a receipt can be issued again.
 */
export function receiptToken(context: Secrets, submissionId: string): string {
  return `${submissionId}.${sign(context, submissionId)}`;
}

/** The submission that a token is the receipt of; null if the token is not ours. */
export function submissionOfToken(context: Secrets, token: string): string | null {
  const [submissionId = "", signature = ""] = token.split(".");
  return isSameHash(signature, sign(context, submissionId)) ? submissionId : null;
}

/** The submissions of a comma-separated list of receipt tokens. */
export function provenBy(context: Secrets, tokens: string): Set<string> {
  const ids = tokens.split(",").map((token) => submissionOfToken(context, token.trim()));
  return new Set(ids.filter((id) => id !== null));
}

/**
 * The receipt of a submission. `token`: whether its person is the one who handed it in; `link`: whether its person may
 * see the results that it shares a link with.
 */
export function receiptOf(
  context: AppContext,
  submission: typeof submissions.$inferSelect,
  { token, link }: { token: boolean; link: boolean },
): Receipt {
  const { id, filename, item, size, sha256, receivedAt, linkId } = submission;
  return {
    filename,
    item_number: item,
    size,
    sha256,
    received_at: new Date(receivedAt).toISOString(),
    token: token ? receiptToken(context, id) : null,
    link: link && linkId !== null ? resultLink(context, { kind: "hand-in", linkId }) : null,
  };
}

/**
 * The receipts of a task that tokens, separated by commas, belong to: the person who has them got the receipts. With the
 * link to the results if the files came with the same `secret`.
 */
export async function receiptsOfTokens(
  context: AppContext,
  { taskId, tokens, secret }: { taskId: string; tokens: string; secret: string | null },
): Promise<Receipt[]> {
  const ids = [...provenBy(context, tokens)];
  if (ids.length === 0) return [];
  const rows = await context.db.query
    .select()
    .from(submissions)
    .where(and(eq(submissions.taskId, taskId), inArray(submissions.id, ids)));
  return Promise.all(
    rows.map(async (row) => {
      const { studentId } = row;
      const own = linkOfUpload([], { taskId, studentId, proven: new Set(), secret });
      return receiptOf(context, row, { token: true, link: row.linkId === own });
    }),
  );
}

function sign({ secrets }: Secrets, submissionId: string): string {
  return keyedHash(submissionId, { secret: secrets.template, purpose: "receipt" });
}
