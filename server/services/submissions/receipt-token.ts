import { isSameHash, keyedHash } from "../../adapters/keyed-hash.ts";
import type { AppContext } from "../../context.ts";

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

function sign({ secrets }: Secrets, submissionId: string): string {
  return keyedHash(submissionId, { secret: secrets.template, purpose: "receipt" });
}
