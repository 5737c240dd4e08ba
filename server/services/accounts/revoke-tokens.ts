import { and, eq, gt, isNull } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accessTokens } from "../../db/schema.ts";

/** A user's access tokens, without those that were revoked. */
export function unrevoked(userId: string) {
  return and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt));
}

/** Those that work at `time`. */
export function living(userId: string, time: number) {
  return and(unrevoked(userId), gt(accessTokens.expiresAt, time));
}

/** Whether a user has access tokens that work at `time`. */
export async function hasTokens(query: Query, { userId, time }: { userId: string; time: number }): Promise<boolean> {
  const [one] = await query.select({ id: accessTokens.id }).from(accessTokens).where(living(userId, time)).limit(1);
  return one !== undefined;
}

/** The statement that revokes all access tokens of a user. */
export function revokeAll(query: Query, { userId, time }: { userId: string; time: number }) {
  return query.update(accessTokens).set({ revokedAt: time }).where(unrevoked(userId));
}
