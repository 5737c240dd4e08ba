import { and, eq, gt, lt } from "drizzle-orm";
import { MINUTE } from "../../../../core/basics/durations.ts";
import { hashToken, newToken } from "../../../adapters/random.ts";
import type { AppContext } from "../../../context.ts";
import { signOnAttempts } from "../../../db/schema.ts";
import type { SignOnSecrets } from "../../../sign-on/provider.ts";

/** For how long a person may take at the provider, in milliseconds. */
export const ATTEMPT_LIFE = 15 * MINUTE;

type AttemptContext = Pick<AppContext, "db" | "now">;

/** Begins a sign-on; `token` is for the browser's cookie and ends it. */
export async function newAttempt({ db, now }: AttemptContext): Promise<{ token: string; secrets: SignOnSecrets }> {
  const [token, state, nonce, verifier] = [newToken(), newToken(), newToken(), newToken()];
  const row = { tokenHash: hashToken(token), state, nonce, verifier, expiresAt: now() + ATTEMPT_LIFE };
  await db.write((query) => query.insert(signOnAttempts).values(row));
  return { token, secrets: { state, nonce, verifier } };
}

/** What was agreed on for this browser's sign-on, for the only time; null: it began elsewhere, ended, or is too old. */
export async function takeAttempt({ db, now }: AttemptContext, token: string): Promise<SignOnSecrets | null> {
  const own = and(eq(signOnAttempts.tokenHash, hashToken(token)), gt(signOnAttempts.expiresAt, now()));
  const [row] = await db.write((query) => query.delete(signOnAttempts).where(own).returning());
  return row ?? null;
}

/** Removes sign-ons that can no longer be finished. */
export async function sweepAttempts({ db, now }: AttemptContext): Promise<void> {
  await db.write((query) => query.delete(signOnAttempts).where(lt(signOnAttempts.expiresAt, now())));
}
