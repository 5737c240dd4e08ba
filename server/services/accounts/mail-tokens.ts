import { and, eq, gt, lt } from "drizzle-orm";
import { DAY } from "../../../core/basics/durations.ts";
import { hashToken, newToken } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { emailTokens } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";

/** How long a sign-up waits for its confirmation, in milliseconds. */
export const SIGN_UP_LIFE = 7 * DAY;

type TokenContext = Pick<AppContext, "db" | "now">;
type Purpose = (typeof emailTokens.$inferSelect)["purpose"];

interface Issue {
  /** Null: nobody's. Its link is not valid, but storing it takes as long as storing a real one. */
  readonly userId: string | null;
  readonly purpose: Purpose;
  readonly life: number;
  /** Only for a sign-up. */
  readonly passwordHash?: string;
}

/** A token for a link, and the row that makes it valid once it is stored. */
export function newMailToken({ now }: Pick<AppContext, "now">, { life, ...issue }: Issue) {
  const token = newToken();
  const time = now();
  return { token, row: { ...issue, tokenHash: hashToken(token), createdAt: time, expiresAt: time + life } };
}

/** Stores a token for a link and returns it. Earlier ones stay valid, as a stranger may have asked for this one. */
export async function issueToken(context: TokenContext, issue: Issue): Promise<string> {
  const { token, row } = newMailToken(context, issue);
  await context.db.write((query) => query.insert(emailTokens).values(row));
  return token;
}

/** The token for this purpose, if it is valid. */
export function holding(token: string, { purpose, now }: { purpose: Purpose; now: number }) {
  return and(
    eq(emailTokens.tokenHash, hashToken(token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expiresAt, now),
  );
}

/** The user a token belongs to; null if it is not valid (any more). */
export async function tokenOwner(
  { db, now }: TokenContext,
  token: string,
  purpose: Exclude<Purpose, "first-user">,
): Promise<string | null> {
  const [row] = await db.query
    .select()
    .from(emailTokens)
    .where(holding(token, { purpose, now: now() }));
  return row?.userId ?? null;
}

/** Counts a link that is not valid, before that is said: a valid one always works, whatever else its address sent. */
export function countWrongLink({ limiter }: Pick<AppContext, "limiter">, address: string): Promise<void> {
  return limiter.take(`wrong-link:${address}`, RATES.wrongLinkByAddress);
}

/**
 * Deletes tokens a week after they expired: as long as a sign-up waits, they record which passwords were typed for it.
 */
export async function sweepTokens({ db, now }: TokenContext): Promise<void> {
  await db.write((query) => query.delete(emailTokens).where(lt(emailTokens.expiresAt, now() - SIGN_UP_LIFE)));
}
