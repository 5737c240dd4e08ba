import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { Secret } from "otpauth";
import { MINUTE } from "../../../../core/basics/durations.ts";
import { formatRecoveryCode, SECOND_FACTOR_TEXTS } from "../../../../core/rules/accounts/second-factor.ts";
import { qrPath } from "../../../../core/template/qr-path.ts";
import { seal } from "../../../adapters/seal.ts";
import type { AppContext } from "../../../context.ts";
import type { SecondFactor, SecondFactorStart } from "../../../contract/accounts/second-factor.ts";
import type { Query } from "../../../db/client.ts";
import { recoveryCodes, secondFactors, sessions } from "../../../db/schema.ts";
import type { Session, SessionUser } from "../../../environment.ts";
import { Refusal } from "../../../refusal.ts";
import { confirmPassword, getUser, tellOfChange } from "../accounts.ts";
import { activeFactor, requireCode, totpOf } from "./codes.ts";
import { newRecoveryCodes, recoveryCodesLeft } from "./recovery-codes.ts";

/** For how long a new QR code waits for the first code, in milliseconds. */
const START_LIFE = 15 * MINUTE;

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Whether the account's second factor is on, and how many recovery codes are left. */
export async function secondFactorView(context: AppContext, userId: string): Promise<SecondFactor> {
  const factor = await activeFactor(context, userId);
  if (factor === null) return { on: false, since: null, recovery_codes_left: 0 };
  const left = await recoveryCodesLeft(context.db.query, userId);
  return { on: true, since: new Date(factor.confirmedAt!).toISOString(), recovery_codes_left: left };
}

/** Makes a secret for an authenticator app. The factor is on once `confirmSecondFactor` gets its first code. */
export async function startSecondFactor(
  context: AppContext,
  user: SessionUser,
  { password }: { password: string },
): Promise<SecondFactorStart> {
  await confirmPassword(context, { user, password });
  await requireOff(context, user);
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const sealedSecret = seal(secret, { secret: context.secrets.secondFactor, owner: user.id });
  const row = { userId: user.id, sealedSecret, startedAt: context.now(), confirmedAt: null, lastStep: null };
  await context.db.write((query) =>
    query.insert(secondFactors).values(row).onConflictDoUpdate({ target: secondFactors.userId, set: row }),
  );
  const uri = totpOf(secret, user.email).toString();
  return { secret, uri, qr: qrPath(uri) };
}

async function requireOff(context: Parameters<typeof activeFactor>[0], { id }: SessionUser): Promise<void> {
  if ((await activeFactor(context, id)) === null) return;
  throw new Refusal(409, { code: "second-factor-on", message: SECOND_FACTOR_TEXTS.on });
}

/** Turns the second factor on with the app's first code, and ends the other sessions. Gives the recovery codes. */
export async function confirmSecondFactor(
  context: AppContext,
  session: Session,
  { code }: { code: string },
): Promise<string[]> {
  const { user, tokenHash } = session;
  await requireOff(context, user);
  const { db, now } = context;
  const waiting = and(eq(secondFactors.userId, user.id), gt(secondFactors.startedAt, now() - START_LIFE));
  const [factor] = await db.query.select().from(secondFactors).where(waiting);
  if (!factor) throw new Refusal(409, { code: "second-factor-not-started", message: SECOND_FACTOR_TEXTS.notStarted });
  await requireCode(context, factor, { user, typed: code, guesser: `session:${user.id}` });
  const { codes, rows } = await newRecoveryCodes(user.id);
  await db.write(async (query) => {
    // Another confirmation may have been faster: its recovery codes stay the valid ones.
    await requireOff({ db: { query } }, user);
    await query.batch([
      query
        .update(secondFactors)
        .set({ confirmedAt: now() })
        .where(and(eq(secondFactors.userId, user.id), isNull(secondFactors.confirmedAt))),
      query.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
      query.insert(recoveryCodes).values(rows),
      query.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.tokenHash, tokenHash))),
    ]);
  });
  tellOfChange(context, user, "second factor");
  context.log.info("second-factor-on", { user: user.id });
  return codes.map(formatRecoveryCode);
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(context: AppContext, user: SessionUser, proof: Proof): Promise<string[]> {
  await requireProof(context, user, proof);
  const { codes, rows } = await newRecoveryCodes(user.id);
  await context.db.write((query) =>
    query.batch([
      query.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
      query.insert(recoveryCodes).values(rows),
    ]),
  );
  tellOfChange(context, user, "recovery codes");
  context.log.info("recovery-codes-made", { user: user.id });
  return codes.map(formatRecoveryCode);
}

/** Turns the second factor off. */
export async function turnOffSecondFactor(context: AppContext, user: SessionUser, proof: Proof): Promise<void> {
  await requireProof(context, user, proof);
  await context.db.write((query) => query.batch(forget(query, user.id)));
  tellOfChange(context, user, "second factor");
  context.log.info("second-factor-off", { user: user.id });
}

/** A session that was left open is not enough, and a password that somebody else knows is not either. */
async function requireProof(context: AppContext, user: SessionUser, { password, code }: Proof): Promise<void> {
  await confirmPassword(context, { user, password });
  const factor = await activeFactor(context, user.id);
  if (factor === null) throw new Refusal(409, { code: "second-factor-off", message: SECOND_FACTOR_TEXTS.off });
  await requireCode(context, factor, { user, typed: code, guesser: `session:${user.id}` });
}

/**
 * Turns the second factor of an account off for an administrator, as its owner lost phone and recovery codes; gives the
 * account's address. Administrators cannot spare themselves their own code: `by` is who asks, null for the command.
 */
export async function resetSecondFactor(
  context: AppContext,
  id: string,
  { by }: { by: SessionUser | null },
): Promise<string> {
  if (by?.id === id) {
    const message = "Turn off your own second factor in Settings, with a code.";
    throw new Refusal(409, { code: "own-second-factor", message });
  }
  const { db, log } = context;
  const user = await getUser({ db }, id);
  if ((await activeFactor(context, id)) === null) {
    throw new Refusal(409, { code: "second-factor-off", message: `${user.email} has no second factor.` });
  }
  await db.write((query) => query.batch(forget(query, id)));
  tellOfChange(context, user, "second factor");
  log.info("second-factor-reset", { account: id, by: by?.id ?? "command" });
  return user.email;
}

function forget(query: Query, userId: string) {
  return [
    query.delete(secondFactors).where(eq(secondFactors.userId, userId)),
    query.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ] as const;
}
