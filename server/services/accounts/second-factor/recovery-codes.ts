import { randomBytes, randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { RECOVERY_CODES, RECOVERY_LENGTH, RECOVERY_LETTERS } from "../../../../core/rules/accounts/second-factor.ts";
import type { AppContext } from "../../../context.ts";
import type { Query } from "../../../db/client.ts";
import { recoveryCodes } from "../../../db/schema.ts";
import { hashWithSalt } from "../passwords.ts";

const SALT_BYTES = 16;

/** New codes and the rows that make them valid for the account once they are stored. */
export async function newRecoveryCodes(userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const salt = randomBytes(SALT_BYTES);
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(code, salt)));
  return { codes, rows: hashes.map((codeHash) => ({ codeHash, userId })) };
}

function newCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]!);
  return letters.join("");
}

/** Uses up a code of the account, written without its dash; false if it is none, or was used before. */
export async function spendRecoveryCode(
  { db, now }: Pick<AppContext, "db" | "now">,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const [any] = await db.query.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).limit(1);
  if (!any) return false;
  // $argon2id$v=19$m=…$SALT$HASH: all codes of an account have the same salt, so one hash is enough.
  const codeHash = await hashWithSalt(code, Buffer.from(any.codeHash.split("$")[4]!, "base64"));
  const unused = and(
    eq(recoveryCodes.codeHash, codeHash),
    eq(recoveryCodes.userId, userId),
    isNull(recoveryCodes.usedAt),
  );
  const used = await db.write((query) =>
    query.update(recoveryCodes).set({ usedAt: now() }).where(unused).returning({ userId: recoveryCodes.userId }),
  );
  return used.length > 0;
}

/** How many codes of the account can still be used. */
export async function recoveryCodesLeft(query: Query, userId: string): Promise<number> {
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const [row] = await query.select({ left: count() }).from(recoveryCodes).where(unused);
  return row?.left ?? 0;
}
