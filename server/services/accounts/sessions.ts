import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import { DAY, HOUR, MINUTE } from "../../../core/basics/durations.ts";
import { hashToken, newToken } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { OpenSession } from "../../contract/accounts/auth.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { sessions, users } from "../../db/schema.ts";
import type { Session } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { describeAgent } from "./describe-agent.ts";

/** How long a session lasts: `idle` without a call, `whole` in total. */
const SESSION_LIFE = {
  browser: { idle: 8 * HOUR, whole: DAY },
  remembered: { idle: 14 * DAY, whole: 30 * DAY },
} as const;

/** Not every call is recorded. */
const TOUCH_EVERY = 5 * MINUTE;

/** How many characters of a User-Agent are kept: enough for browser and system. */
const AGENT_LENGTH = 300;

/**
 * For how long after the password was confirmed a session may change it, or where mails with a link to a new one are
 * sent.
 */
export const PASSWORD_VALIDATION_LIFE = 5 * MINUTE;

/** The columns of a `SessionUser`. */
export const SESSION_USER = { id: users.id, email: users.email, name: users.name, isAdmin: users.isAdmin };

type SessionContext = Pick<AppContext, "db" | "now">;

interface SessionReads {
  readonly db: { readonly query: Query };
  readonly now: () => number;
}

function lifeOf(remember: boolean) {
  return remember ? SESSION_LIFE.remembered : SESSION_LIFE.browser;
}

export interface NewSession {
  readonly userId: string;
  readonly remember: boolean;
  readonly agent?: string | undefined;
  /** Whether its user has just signed on at the provider of single sign-on. */
  readonly signedOn?: boolean;
  /** Of the password that was given; undefined: none was. The account may have another one meanwhile. */
  readonly passwordHash?: string | undefined;
}

/**
 * Starts a session and returns its token, which is stored only as a hash.
 * @throws {Refusal} if the account has another password than the one that was given.
 */
export async function startSession(
  { db, now }: SessionContext,
  { userId, remember, agent = "", signedOn = false, passwordHash }: NewSession,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const token = newToken();
  const { whole } = lifeOf(remember);
  const time = now();
  const row = {
    tokenHash: hashToken(token),
    userId,
    createdAt: time,
    lastSeenAt: time,
    expiresAt: time + whole,
    remember,
    agent: agent.slice(0, AGENT_LENGTH),
    signedOnAt: signedOn ? time : null,
  };
  await db.write(async (query) => {
    const [user] = await query.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
    if (passwordHash !== undefined && user?.hash !== passwordHash) {
      throw new Refusal(401, { code: "login-failed", message: TEXTS.auth.loginFailed });
    }
    await query.insert(sessions).values(row);
  });
  return { token, maxAgeSeconds: whole / 1000 };
}

/** The valid session of a cookie's token, or null; it is in use. */
export async function findSession(context: SessionContext, token: string): Promise<Session | null> {
  const session = await validSession(context, hashToken(token));
  const time = context.now();
  if (session && session.lastSeenAt + TOUCH_EVERY <= time) {
    const own = eq(sessions.tokenHash, session.tokenHash);
    await context.db.run((query) => query.update(sessions).set({ lastSeenAt: time }).where(own));
  }
  return session;
}

/** The session of a token's hash if it is valid now, or null. */
export async function validSession({ db, now }: SessionReads, tokenHash: string) {
  const time = now();
  const [row] = await db.query
    .select({ session: sessions, user: SESSION_USER })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, time), isNull(users.disabledAt)));
  if (!row || row.session.lastSeenAt + lifeOf(row.session.remember).idle <= time) return null;
  const { passwordValidatedAt, signedOnAt, remember, lastSeenAt } = row.session;
  return { tokenHash, passwordValidatedAt, signedOnAt, remember, lastSeenAt, user: row.user };
}

/** Refuses if the session has ended since the call began: hashing a password takes a while. */
export async function requireValid(reads: SessionReads, { tokenHash }: Session): Promise<void> {
  if ((await validSession(reads, tokenHash)) !== null) return;
  throw new Refusal(401, { code: "session-expired", message: TEXTS.auth.sessionExpired });
}

export async function endSession({ db }: SessionContext, tokenHash: string): Promise<void> {
  await db.write((query) => query.delete(sessions).where(eq(sessions.tokenHash, tokenHash)));
}

/** The valid sessions of a user, the last used first. */
export async function listSessions({ db, now }: SessionContext, { user, tokenHash }: Session): Promise<OpenSession[]> {
  const time = now();
  const rows = await db.query
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, time)))
    .orderBy(desc(sessions.lastSeenAt));
  return rows
    .filter(({ lastSeenAt, remember }) => lastSeenAt + lifeOf(remember).idle > time)
    .map((row) => ({
      current: row.tokenHash === tokenHash,
      device: describeAgent(row.agent),
      created_at: new Date(row.createdAt).toISOString(),
      last_seen_at: new Date(row.lastSeenAt).toISOString(),
    }));
}

/** Ends all sessions of the user except this one. */
export async function endOtherSessions({ db }: SessionContext, { user, tokenHash }: Session): Promise<void> {
  await db.write((query) =>
    query.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.tokenHash, tokenHash))),
  );
}

export async function markPasswordValidated({ db, now }: SessionContext, tokenHash: string): Promise<void> {
  const validated = { passwordValidatedAt: now() };
  await db.write((query) => query.update(sessions).set(validated).where(eq(sessions.tokenHash, tokenHash)));
}

/** Removes sessions that can no longer be used. */
export async function sweepSessions({ db, now }: SessionContext): Promise<void> {
  await db.write((query) => query.delete(sessions).where(lt(sessions.expiresAt, now())));
}
