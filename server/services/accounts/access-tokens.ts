import { and, count, desc, eq, isNull, lt, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { DAY, MINUTE } from "../../../core/basics/durations.ts";
import {
  checkTokenName,
  MOST_TOKENS,
  TOKEN_PREFIX,
  TOKEN_TEXTS,
  type TokenScope,
} from "../../../core/rules/accounts/access-token.ts";
import { hashToken, newId, newToken } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { AccessToken, createAccessTokenBody } from "../../contract/accounts/token.ts";
import { accessTokens, users } from "../../db/schema.ts";
import type { Session, SessionUser, TokenUse } from "../../environment.ts";
import { RATES } from "../../rates.ts";
import { notFound, Refusal, refuseIssues } from "../../refusal.ts";
import { sendLater } from "../notifications/mail-later.ts";
import { accessTokenMail } from "../notifications/mails.ts";
import { confirmPassword, requireFreshSignOn } from "./accounts.ts";
import { living, unrevoked } from "./revoke-tokens.ts";
import { requireValid, SESSION_USER } from "./sessions.ts";

/** For this long, calls with a token that no longer works get the reason; after that the token is unknown. */
const KEPT = 30 * DAY;

/** Not every call is recorded. */
const TOUCH_EVERY = MINUTE;

type TokenRow = typeof accessTokens.$inferSelect;

/** The user's tokens that were not revoked, newest first. */
export async function listTokens({ db, now }: AppContext, userId: string): Promise<AccessToken[]> {
  const rows = await db.query
    .select()
    .from(accessTokens)
    .where(unrevoked(userId))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));
  return rows.map((row) => tokenView(row, now()));
}

/**
 * Creates a token; only this response contains it. The user must give the account's password again, or, without local
 * passwords, have just signed on, and the owner gets a mail: a session that was left open must not give lasting access
 * unnoticed.
 */
export async function createToken(
  context: AppContext,
  session: Session,
  { name, scope, days, password }: z.output<typeof createAccessTokenBody>,
): Promise<{ access_token: AccessToken; token: string }> {
  refuseIssues(checkTokenName(name));
  const { user } = session;
  if (context.config.localPasswords) await confirmPassword(context, { user, password });
  else requireFreshSignOn(context, session);
  const { db, now, log, config } = context;
  const time = now();
  const token = `${TOKEN_PREFIX}${newToken()}`;
  const row: TokenRow = {
    id: newId(),
    userId: user.id,
    name: name.trim(),
    scope,
    tokenHash: hashToken(token),
    createdAt: time,
    expiresAt: time + days * DAY,
    lastUsedAt: null,
    revokedAt: null,
  };
  await db.write(async (query) => {
    await requireValid({ db: { query }, now }, session);
    const [known] = await query.select({ count: count() }).from(accessTokens).where(living(user.id, time));
    if ((known?.count ?? 0) >= MOST_TOKENS) {
      throw new Refusal(409, { code: "too-many-tokens", message: TOKEN_TEXTS.tooMany });
    }
    await query.insert(accessTokens).values(row);
  });
  log.info("access-token-made", { user: user.id, token: row.id, scope, days });
  const mail = accessTokenMail({ to: user.email, origin: config.origin, name: row.name });
  sendLater(context, "access-token-notice", mail);
  return { access_token: tokenView(row, time), token };
}

export async function revokeToken({ db, now, log }: AppContext, user: SessionUser, tokenId: string): Promise<void> {
  const mine = and(eq(accessTokens.id, tokenId), unrevoked(user.id));
  const revoked = await db.write((query) =>
    query.update(accessTokens).set({ revokedAt: now() }).where(mine).returning({ id: accessTokens.id }),
  );
  if (revoked.length === 0) throw notFound(TOKEN_TEXTS.notFound);
  log.info("access-token-revoked", { user: user.id, token: tokenId });
}

/**
 * The user who calls with the token of an `Authorization` header. Refuses if it is missing, unknown, revoked, expired
 * or not valid for `scope`; the message says what to do.
 */
export async function acceptToken(
  context: AppContext,
  { authorization, scope, address }: { authorization: string; scope: TokenScope; address: string },
): Promise<TokenUse> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "";
  if (token === "") throw new Refusal(401, { code: "token-needed", message: TOKEN_TEXTS.needed });
  const { db, now, limiter } = context;
  const found = await findToken(context, eq(accessTokens.tokenHash, hashToken(token)));
  const time = now();
  const refusal = reasonAgainst(found?.row, time);
  if (!found || refusal) {
    await limiter.take(`wrong-token:${address}`, RATES.wrongAccessTokenByAddress);
    throw new Refusal(401, refusal ?? UNKNOWN);
  }
  const { row, user } = found;
  await limiter.take(`token:${row.id}`, RATES.accessToken);
  if (scope === "grade" && row.scope !== "grade") {
    throw new Refusal(403, { code: "token-scope", message: TOKEN_TEXTS.readOnly });
  }
  if ((row.lastUsedAt ?? 0) + TOUCH_EVERY <= time) {
    await db.write((query) => query.update(accessTokens).set({ lastUsedAt: time }).where(eq(accessTokens.id, row.id)));
  }
  return { id: row.id, name: row.name, scope: row.scope, user };
}

/** Refuses if the token of a call has stopped working since the call began. */
export async function requireWorking(context: AppContext, { id }: TokenUse): Promise<void> {
  const refusal = reasonAgainst((await findToken(context, eq(accessTokens.id, id)))?.row, context.now());
  if (refusal) throw new Refusal(401, refusal);
}

/** A token and its owner, whose account is not disabled. */
async function findToken({ db }: AppContext, which: SQL) {
  const [found] = await db.query
    .select({ row: accessTokens, user: SESSION_USER })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(and(which, isNull(users.disabledAt)));
  return found;
}

const UNKNOWN = { code: "token-unknown", message: TOKEN_TEXTS.unknown };

function reasonAgainst(row: TokenRow | undefined, time: number): { code: string; message: string } | null {
  if (!row) return UNKNOWN;
  if (row.revokedAt !== null) return { code: "token-revoked", message: TOKEN_TEXTS.revoked };
  return row.expiresAt <= time ? { code: "token-expired", message: TOKEN_TEXTS.expired } : null;
}

/** Deletes tokens that stopped working long ago. */
export async function sweepAccessTokens({ db, now }: AppContext): Promise<void> {
  const old = now() - KEPT;
  await db.write((query) =>
    query.batch([
      query.delete(accessTokens).where(lt(accessTokens.revokedAt, old)),
      query.delete(accessTokens).where(lt(accessTokens.expiresAt, old)),
    ]),
  );
}

function tokenView(row: TokenRow, time: number): AccessToken {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    created_at: new Date(row.createdAt).toISOString(),
    expires_at: new Date(row.expiresAt).toISOString(),
    expired: row.expiresAt <= time,
    last_used_at: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  };
}
