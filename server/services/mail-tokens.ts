import { and, eq, gt, lt } from "drizzle-orm";
import { hashToken, newToken } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import { emailTokens } from "../db/schema.ts";

type TokenContext = Pick<AppContext, "db" | "now">;
type Purpose = (typeof emailTokens.$inferSelect)["purpose"];

/** Makes a token for a link and gives it; earlier ones of the same purpose and user hold no longer. */
export async function issueToken(
  { db, now }: TokenContext,
  { userId, purpose, life }: { userId: string | null; purpose: Purpose; life: number },
): Promise<string> {
  const token = newToken();
  const time = now();
  const row = { tokenHash: hashToken(token), userId, purpose, createdAt: time, expiresAt: time + life };
  const earlier = and(eq(emailTokens.purpose, purpose), userId === null ? undefined : eq(emailTokens.userId, userId));
  await db.write((query) =>
    query.batch([query.delete(emailTokens).where(earlier), query.insert(emailTokens).values(row)]),
  );
  return token;
}

/** Which token of this purpose it is, as long as it holds. */
export function holding(token: string, { purpose, now }: { purpose: Purpose; now: number }) {
  return and(
    eq(emailTokens.tokenHash, hashToken(token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expiresAt, now),
  );
}

/** The user whom a token belongs to: null where it does not hold (any more). */
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

export async function sweepTokens({ db, now }: TokenContext): Promise<void> {
  await db.write((query) => query.delete(emailTokens).where(lt(emailTokens.expiresAt, now())));
}
