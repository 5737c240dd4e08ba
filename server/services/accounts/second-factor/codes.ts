import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { checkCode, readCode, SECOND_FACTOR_TEXTS } from "../../../../core/rules/accounts/second-factor.ts";
import { unseal } from "../../../adapters/seal.ts";
import type { AppContext } from "../../../context.ts";
import { secondFactors } from "../../../db/schema.ts";
import { RATES } from "../../../rates.ts";
import { Refusal, refuseIssues } from "../../../refusal.ts";
import { sendLater } from "../../notifications/mail-later.ts";
import { codeUsedAgainMail, recoveryCodeUsedMail } from "../../notifications/mails.ts";
import { recoveryCodesLeft, spendRecoveryCode } from "./recovery-codes.ts";

/** What every authenticator app expects (RFC 6238): SHA-1, 6 digits, 30 seconds. */
const PERIOD_SECONDS = 30;
const TOTP_FORM = { issuer: "CircuitGrade", algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;

/** How many steps of 30 seconds a phone's clock may differ. */
const DRIFT_STEPS = 1;

type FactorRow = typeof secondFactors.$inferSelect;

/** The account whose code is checked. */
export interface CodeOwner {
  readonly id: string;
  readonly email: string;
}

/** The generator of an account's codes. `secret` is in base32. */
export function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ ...TOTP_FORM, label: email, secret: Secret.fromBase32(secret) });
}

/** The second factor of an account; null if it is off. */
export async function activeFactor(
  { db }: { readonly db: Pick<AppContext["db"], "query"> },
  userId: string,
): Promise<FactorRow | null> {
  const active = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [row] = await db.query.select().from(secondFactors).where(active);
  return row ?? null;
}

/**
 * Asks a person who has entered the correct password for a code, if the account's second factor is on. Refuses without
 * one (`second-factor-needed`) and with a wrong one. `device`: see `Login`.
 */
export async function requireSecondFactor(
  context: AppContext,
  user: CodeOwner,
  { code = "", device }: { code?: string | undefined; device: string | null },
): Promise<void> {
  const factor = await activeFactor(context, user.id);
  if (factor === null) return;
  if (code === "") throw new Refusal(401, { code: "second-factor-needed", message: SECOND_FACTOR_TEXTS.needed });
  await requireCode(context, factor, { user, typed: code, guesser: device === null ? user.id : `device:${device}` });
}

interface TypedBy {
  readonly user: CodeOwner;
  readonly typed: string;
  /** Whose wrong codes count together. */
  readonly guesser: string;
}

/** Refuses if a typed code is neither the app's nor a recovery code; guessing is slowed down. Each code works once. */
export async function requireCode(context: AppContext, factor: FactorRow, { user, typed, guesser }: TypedBy) {
  refuseIssues(checkCode(typed));
  const counters = [
    [`second-factor:${guesser}`, RATES.secondFactor],
    [`second-factor-day:${guesser}`, RATES.secondFactorADay],
  ] as const;
  for (const [key, rate] of counters) await context.limiter.take(key, rate);
  const { kind, code } = readCode(typed)!;
  if (kind === "app") await takeAppCode(context, factor, { user, code });
  else await takeRecoveryCode(context, { user, code });
  for (const [key] of counters) await context.limiter.clear(key);
}

interface GivenCode {
  readonly user: CodeOwner;
  readonly code: string;
}

/** Accepts the app's code of now, of the step before or of the one after, if no later one was used. */
async function takeAppCode(context: AppContext, factor: FactorRow, { user, code }: GivenCode): Promise<void> {
  const { db, now, log, config, secrets } = context;
  const secret = unseal(factor.sealedSecret, { secret: secrets.secondFactor, owner: user.id });
  if (secret === null) {
    log.error("second-factor-unreadable", new Error("The secret in second-factor-secret is another one."), {
      user: user.id,
    });
    const message = `The server cannot check codes of your app. Use a recovery code, or ask ${config.supportEmail}.`;
    throw new Refusal(503, { code: "second-factor-unreadable", message });
  }
  const timestamp = now();
  const delta = totpOf(secret, user.email).validate({ token: code, timestamp, window: DRIFT_STEPS });
  if (delta === null) throw refuseCode(context, user, "wrong");
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const unused = and(
    eq(secondFactors.userId, user.id),
    or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
  );
  const taken = await db.write((query) =>
    query.update(secondFactors).set({ lastStep: step }).where(unused).returning({ userId: secondFactors.userId }),
  );
  if (taken.length > 0) return;
  const mail = codeUsedAgainMail({ to: user.email, origin: config.origin });
  sendLater(context, "second-factor-notice", mail);
  throw refuseCode(context, user, "used");
}

async function takeRecoveryCode(context: AppContext, { user, code }: GivenCode): Promise<void> {
  if (!(await spendRecoveryCode(context, { userId: user.id, code }))) throw refuseCode(context, user, "wrongRecovery");
  const { db, log, config } = context;
  const left = await recoveryCodesLeft(db.query, user.id);
  log.info("recovery-code-used", { user: user.id, left });
  const mail = recoveryCodeUsedMail(left, { to: user.email, origin: config.origin });
  sendLater(context, "second-factor-notice", mail);
}

function refuseCode({ log }: AppContext, { id }: CodeOwner, why: "wrong" | "wrongRecovery" | "used"): Refusal {
  log.info("second-factor-failed", { user: id, why });
  return new Refusal(400, { code: why === "used" ? "code-used" : "code-incorrect", message: SECOND_FACTOR_TEXTS[why] });
}
