import { and, eq, isNull } from "drizzle-orm";
import { HOUR } from "../../../core/basics/durations.ts";
import type { AppContext } from "../../context.ts";
import { emailTokens, users } from "../../db/schema.ts";
import { getUser } from "./accounts.ts";
import { holding, issueToken } from "./mail-tokens.ts";

/** For how long a link to sign in works, in milliseconds: its reader is at the machine. */
const ENTRANCE_LIFE = HOUR;

/** A token that signs in to the account once, without its password. */
export async function issueEntrance(context: AppContext, userId: string): Promise<string> {
  await getUser(context, userId);
  return issueToken(context, { userId, purpose: "sign-in", life: ENTRANCE_LIFE });
}

/** Uses up such a token; gives its account, or null if it is not valid. */
export async function useEntrance(
  { db, now }: AppContext,
  token: string,
): Promise<{ readonly id: string; readonly email: string } | null> {
  const valid = holding(token, { purpose: "sign-in", now: now() });
  return db.write(async (query) => {
    const [row] = await query
      .select({ id: users.id, email: users.email })
      .from(emailTokens)
      .innerJoin(users, eq(users.id, emailTokens.userId))
      .where(and(valid, isNull(users.disabledAt)));
    if (row === undefined) return null;
    await query.delete(emailTokens).where(valid);
    return row;
  });
}
