import { and, eq } from "drizzle-orm";
import { oneLine } from "../../../core/basics/shown-name.ts";
import {
  checkChangePassword,
  checkLogin,
  checkProfile,
  checkRecoveryEmail,
} from "../../../core/rules/accounts/account-fields.ts";
import type { AppContext } from "../../context.ts";
import type { User } from "../../contract/accounts/auth.ts";
import { ERROR_PAGES } from "../../contract/error-pages.ts";
import { type ClosedAccount, closedAccountText, TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { emailTokens, sessions, users } from "../../db/schema.ts";
import type { Session, SessionUser } from "../../environment.ts";
import { RATES } from "../../rates.ts";
import { notFound, Refusal, refuseIssues } from "../../refusal.ts";
import type { Reads } from "../access/class-access.ts";
import { sendLater } from "../notifications/mail-later.ts";
import { changeNoticeMail, passwordNoticeMail, type TokensAfter } from "../notifications/mails.ts";
import { hashNewPassword, verifyPassword } from "./passwords.ts";
import { hasTokens, revokeAll } from "./revoke-tokens.ts";
import { requireSecondFactor } from "./second-factor/codes.ts";
import { markPasswordValidated, PASSWORD_VALIDATION_LIFE, requireValid } from "./sessions.ts";
import { normalizeEmail } from "./sign-up.ts";

type UserRow = typeof users.$inferSelect;

/** A user as the contract shows it: the row without its secrets. */
export function userView(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    profile_image_url: profileImageUrl(row.profileImageId),
    contact_number: row.contactNumber,
    recovery_email: row.recoveryEmail,
    admin: row.isAdmin,
  };
}

export function profileImageUrl(imageId: string | null): string | null {
  return imageId === null ? null : `/auth/profile-image/${imageId}`;
}

interface Login {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** The browser, if the account has signed in from it: other people's guesses do not count against it. */
  readonly device: string | null;
  /** Of the second factor, if the person was asked for it. */
  readonly code?: string | undefined;
}

/**
 * The user with this address and password, and a code if the second factor is on. The refusal is the same whichever of
 * address and password is wrong; only a person who has both is asked for the code.
 */
export async function authenticate(context: AppContext, login: Login): Promise<UserRow> {
  const user = await checkPassword(context, login);
  requireUsable(context, user);
  await requireSecondFactor(context, user, login);
  const signedIn = { lastSignInAt: context.now() };
  await context.db.write((query) => query.update(users).set(signedIn).where(eq(users.id, user.id)));
  return user;
}

async function checkPassword(context: AppContext, { email, password, address, device }: Login): Promise<UserRow> {
  refuseIssues(checkLogin({ email, password }));
  const account = normalizeEmail(email);
  const counters =
    device === null
      ? ([
          [`login-from:${account} ${address}`, RATES.loginByAccountAndAddress],
          [`login-account:${account}`, RATES.loginByAccount],
        ] as const)
      : ([[`login-device:${device}`, RATES.loginByAccountAndAddress]] as const);
  for (const [key, rate] of counters) await context.limiter.take(key, rate);
  const [user] = await context.db.query.select().from(users).where(eq(users.email, account));
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) {
    context.log.info("login-failed", { user: user?.id, address });
    throw new Refusal(401, { code: "login-failed", message: TEXTS.auth.loginFailed });
  }
  for (const [key] of counters) await context.limiter.clear(key);
  return user;
}

/** Refuses an account that nobody may sign in to. */
function requireUsable(context: AppContext, user: UserRow): void {
  if (user.verifiedAt === null) throw new Refusal(403, { code: "email-unverified", message: TEXTS.auth.unverified });
  const code = closedState(user);
  if (code === null) return;
  throw new Refusal(403, { code, message: closedAccountText(code, context.config.supportEmail) });
}

/** Why nobody may use an account whose address is confirmed; null: its owner may. */
export function closedState({ awaitsApproval, disabledAt }: UserRow): ClosedAccount | null {
  if (awaitsApproval) return "awaits-approval";
  return disabledAt === null ? null : "account-disabled";
}

/** The row of an account; refuses an unknown ID. */
export async function getUser({ db }: Reads, userId: string): Promise<UserRow> {
  const [row] = await db.query.select().from(users).where(eq(users.id, userId));
  if (!row) throw notFound("There is no such account.");
  return row;
}

interface UserInfo {
  readonly recoveryEmail?: string | undefined;
  readonly name?: string | undefined;
  readonly contactNumber?: string | undefined;
}

/**
 * Changes the recovery address, or name and contact number; fields that are left out stay. The recovery address can be
 * used to set a new password, so changing it requires the current password.
 */
export async function updateUserInfo(context: AppContext, session: Session, info: UserInfo): Promise<UserRow> {
  const userId = session.user.id;
  const user = await getUser(context, userId);
  const { recoveryEmail } = info;
  if (recoveryEmail === undefined && info.name === undefined && info.contactNumber === undefined) {
    throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message });
  }
  const profile = {
    name: oneLine(info.name ?? user.name),
    contactNumber: oneLine(info.contactNumber ?? user.contactNumber ?? ""),
  };
  refuseIssues([...(recoveryEmail === undefined ? [] : checkRecoveryEmail(recoveryEmail)), ...checkProfile(profile)]);
  const changed = {
    name: profile.name,
    contactNumber: profile.contactNumber || null,
    ...(recoveryEmail !== undefined && { recoveryEmail: normalizeEmail(recoveryEmail) }),
  };
  const redirects = changed.recoveryEmail !== undefined && changed.recoveryEmail !== user.recoveryEmail;
  if (redirects) requireValidated(context, session);
  await context.db.write((query) =>
    query.batch([
      query.update(users).set(changed).where(eq(users.id, userId)),
      ...(redirects ? [forgetResets(query, userId)] : []),
    ]),
  );
  if (redirects) tellOfChange(context, user, "recovery email");
  return { ...user, ...changed };
}

/**
 * Confirms that the person at the session knows its password: for five minutes, the password and the recovery address
 * may then be changed.
 */
export async function validatePassword(
  context: AppContext,
  session: Session,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await confirmPassword(context, { user: session.user, password, email });
  await markPasswordValidated(context, session.tokenHash);
}

/** Refuses if the password is not the user's; guessing is slowed down. */
export async function confirmPassword(
  context: AppContext,
  { user: { id, email: own }, password, email = own }: { user: SessionUser; password: string; email?: string },
): Promise<void> {
  const key = `validate-password:${id}`;
  await context.limiter.take(key, RATES.passwordByUser);
  const user = await getUser(context, id);
  const right = await verifyPassword(user.passwordHash, password);
  if (!right || normalizeEmail(email) !== user.email) {
    context.log.info("password-incorrect", { user: id });
    throw new Refusal(400, { code: "password-incorrect", message: TEXTS.auth.passwordIncorrect });
  }
  await context.limiter.clear(key);
}

/** Mailed links to a new password stop working: a user who changes the password may know that others read the mails. */
function forgetResets(query: Query, userId: string) {
  return query
    .delete(emailTokens)
    .where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, "reset-password")));
}

interface NewPassword {
  readonly password: string;
  /** The access tokens end with the old password. */
  readonly revokeTokens: boolean;
}

/** Sets the password of a session's user, and ends all the user's sessions; gives its hash. */
export async function changePassword(
  context: AppContext,
  session: Session,
  { password, revokeTokens }: NewPassword,
): Promise<string> {
  requireValidated(context, session);
  refuseIssues(checkChangePassword({ current: "validated", password, confirmation: password }));
  const { id, email } = session.user;
  const passwordHash = await hashNewPassword(password);
  const own = { userId: id, time: context.now() };
  const hadTokens = await context.db.write(async (query) => {
    await requireValid({ db: { query }, now: context.now }, session);
    const had = await hasTokens(query, own);
    await query.batch([
      query.update(users).set({ passwordHash }).where(eq(users.id, id)),
      query.delete(sessions).where(eq(sessions.userId, id)),
      forgetResets(query, id),
      ...(revokeTokens ? [revokeAll(query, own)] : []),
    ]);
    return had;
  });
  tellOfPassword(context, { user: { id, email }, tokens: !hadTokens ? "none" : revokeTokens ? "revoked" : "kept" });
  return passwordHash;
}

/** An open session is not enough: the password must have been entered in it a moment ago. */
function requireValidated({ now }: AppContext, { passwordValidatedAt }: Session): void {
  if (passwordValidatedAt !== null && now() - passwordValidatedAt <= PASSWORD_VALIDATION_LIFE) return;
  const message = "Please enter your current password again.";
  throw new Refusal(403, { code: "password-not-validated", message });
}

interface PasswordChange {
  readonly user: Pick<SessionUser, "id" | "email">;
  readonly tokens: TokensAfter;
}

/** In place of the password, if there are none: an open session is not enough. */
export function requireFreshSignOn({ now }: AppContext, { signedOnAt }: Session): void {
  if (signedOnAt !== null && now() - signedOnAt <= PASSWORD_VALIDATION_LIFE) return;
  throw new Refusal(403, { code: "sign-on-again", message: TEXTS.auth.signOnAgain });
}

/** Tells the owner about a new password, and what happened to the access tokens; the log records it. */
export function tellOfPassword(context: AppContext, { user, tokens }: PasswordChange): void {
  context.log.info("password-changed", { user: user.id, tokens });
  sendLater(context, "change-notice", passwordNoticeMail(tokens, { to: user.email, origin: context.config.origin }));
}

/** Tells the owner of an account that this of it was changed. */
export function tellOfChange(context: AppContext, { email: to }: { readonly email: string }, change: string): void {
  sendLater(context, "change-notice", changeNoticeMail(change, { to, origin: context.config.origin }));
}
