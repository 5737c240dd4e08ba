import { and, eq, gt, isNull, lt, ne, notExists } from "drizzle-orm";
import { oneLine } from "../../../core/basics/shown-name.ts";
import { checkSignUp, checkSignUpEmail, domainOf } from "../../../core/rules/accounts/account-fields.ts";
import { isMailProvider } from "../../../core/rules/accounts/mail-provider.ts";
import { AddressRefused, MailPostponed } from "../../adapters/mailer.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { emailTokens, users } from "../../db/schema.ts";
import { Refusal, refuseIssues } from "../../refusal.ts";
import { sendAfterAnswer, sendLater } from "../notifications/mail-later.ts";
import { countMail } from "../notifications/mail-rates.ts";
import {
  accountCreatedMail,
  accountExistsMail,
  approvalAskedMail,
  LINK_LIFE,
  resetMail,
  verificationMail,
} from "../notifications/mails.ts";
import { hasAdministrator } from "./administrators.ts";
import { holding, issueToken, newMailToken, SIGN_UP_LIFE } from "./mail-tokens.ts";
import { hashNewPassword, hashUnknownPassword, verifyPassword } from "./passwords.ts";
import { asksDomain, signUpDomain, storeDomain } from "./sign-up-domain.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Addresses are stored and compared in this form. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Signs up: creates an account that must be confirmed by mail. An address that already has an account gets a mail that
 * says so, and the caller gets the same response. If several people sign up with one address, the link that is opened
 * decides which password is valid.
 */
export async function signUp(context: AppContext, credentials: Credentials & { address: string }): Promise<void> {
  const domain = await signUpDomain(context);
  if (context.config.signUp === "closed" || domain === null) throw closed(context.config);
  const { email, passwordHash: newHash } = await prepare(credentials, domain);
  await countMail(context, { account: email, address: credentials.address, device: null });
  const { db, config } = context;
  const id = newId();
  // A second sign-up with the same password is the same person. Checked every time: otherwise the response time would
  // reveal it.
  const [earlier] = await db.query.select({ hash: users.passwordHash }).from(users).where(eq(users.email, email));
  const isSame = await verifyPassword(earlier?.hash ?? null, credentials.password);
  const passwordHash = isSame && earlier ? earlier.hash : newHash;
  const { token, isTaken } = await db.write(async (query) => {
    const [known] = await query.select().from(users).where(eq(users.email, email));
    const isTaken = known !== undefined && known.verifiedAt !== null;
    // A token for nobody if there is an account: something is always stored, as the response time would reveal it
    // otherwise.
    const { token, row } = newMailToken(context, {
      ...(isTaken ? { userId: null } : { userId: known?.id ?? id, passwordHash }),
      purpose: "verify-email",
      life: LINK_LIFE.verify,
    });
    await query.batch([
      known
        ? query
            .update(users)
            .set({ passwordHash })
            .where(and(eq(users.id, known.id), isNull(users.verifiedAt)))
        : query.insert(users).values(newUser(context, { id, email, passwordHash })),
      query.insert(emailTokens).values(row),
    ]);
    return { token, isTaken };
  });
  const link = { to: email, origin: config.origin };
  await deliver(context, isTaken ? accountExistsMail(link) : verificationMail({ ...link, token }));
}

interface FirstSignUp extends Credentials {
  readonly token: string;
  readonly name?: string | undefined;
  /** Whether everybody with an address of the same domain may sign up; undefined: if it is not a mail provider's. */
  readonly opensDomain: boolean | undefined;
}

/** Creates an administrator's account without a confirmation mail, for the person with the link of the first start. */
export async function signUpFirst(
  context: AppContext,
  { token: secret, name, opensDomain, ...credentials }: FirstSignUp,
) {
  const asks = await asksDomain(context);
  const { email, passwordHash } = await prepare(credentials, asks ? null : await signUpDomain(context));
  const domain = domainOf(email);
  const { db, now } = context;
  await db.write(async (query) => {
    const valid = holding(secret, { purpose: "first-user", now: now() });
    const [token] = await query.select().from(emailTokens).where(valid);
    if (!token || (await hasAdministrator(query))) {
      const message =
        "This link has already been used or is too old. Restart the server to get a new one, or sign up as usual.";
      throw new Refusal(400, { code: "setup-token-invalid", message });
    }
    const id = await idFor(query, email);
    if (id === null) {
      const message = `${email} already has an account. On the server's machine, 'circuitgrade user admin ${email}' makes it an administrator's.`;
      throw new Refusal(409, { code: "account-exists", message });
    }
    const given = { id, email, passwordHash, name };
    await query.batch([
      query.delete(emailTokens).where(eq(emailTokens.purpose, "first-user")),
      ...openAccount(query, { ...confirmedUser(context, given), isAdmin: true }),
      ...(asks ? [storeDomain(query, (opensDomain ?? !isMailProvider(domain)) ? domain : null)] : []),
    ]);
  });
}

/**
 * Creates an account for an administrator; refuses an address that has one. Returns its ID. Without local passwords it
 * has none, and single sign-on finds it by its address.
 */
export async function createAccount(
  context: AppContext,
  given: Credentials & { readonly name?: string | undefined; readonly admin: boolean },
): Promise<string> {
  const prepareAccount = context.config.localPasswords ? prepare : prepareWithoutPassword;
  const { email, passwordHash } = await prepareAccount(given, await signUpDomain(context));
  return context.db.write(async (query) => {
    const id = await idFor(query, email);
    if (id === null) throw new Refusal(409, { code: "account-exists", message: `${email} already has an account.` });
    const user = confirmedUser(context, { id, email, passwordHash, name: given.name });
    await query.batch(openAccount(query, { ...user, isAdmin: given.admin }));
    return id;
  });
}

/** For a new account: the ID of the one with this address that nobody confirmed, or a new one; null: it has an account. */
async function idFor(query: Query, email: string): Promise<string | null> {
  const [known] = await query.select({ id: users.id, at: users.verifiedAt }).from(users).where(eq(users.email, email));
  if (known === undefined) return newId();
  return known.at === null ? known.id : null;
}

/**
 * The statements that make this an address's account. If nobody confirmed the one that it had, neither its password nor
 * its links open it from now on; the classes and tasks that it was invited to stay.
 */
export function openAccount(query: Query, user: typeof users.$inferInsert) {
  return [
    query.delete(emailTokens).where(eq(emailTokens.userId, user.id)),
    query.insert(users).values(user).onConflictDoUpdate({ target: users.id, set: user }),
  ] as const;
}

/** Mails the owner of an account that an administrator created, in the background, if the server sends mails. */
export function tellCreated(context: AppContext, email: string): void {
  const { config, provider } = context;
  if (config.smtpUrl === undefined) return;
  const signOn = config.localPasswords ? null : (provider?.name ?? null);
  const mail = accountCreatedMail({ to: normalizeEmail(email), origin: config.origin, signOn });
  sendLater(context, "account-created-notice", mail);
}

/**
 * Sends the confirmation again if an account waits for it; any other address gets no mail, after the same work (see
 * `sendReset`). If several people have signed up with the address, nobody knows who asks: the mail then lets its owner
 * choose a password.
 */
export async function resendVerification(context: AppContext, typed: string): Promise<void> {
  const email = normalizeEmail(typed);
  const { query } = context.db;
  const [user] = await query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.verifiedAt)));
  const userId = user?.id ?? null;
  const signUps = await query
    .selectDistinct({ passwordHash: emailTokens.passwordHash })
    .from(emailTokens)
    .where(and(eq(emailTokens.userId, userId ?? ""), eq(emailTokens.purpose, "verify-email")));
  const passwordHash = signUps.length === 1 ? signUps[0]!.passwordHash : null;
  const token = await issueToken(context, {
    userId,
    ...(passwordHash === null
      ? { purpose: "reset-password", life: LINK_LIFE.reset }
      : { purpose: "verify-email", life: LINK_LIFE.verify, passwordHash }),
  });
  const mail = passwordHash === null ? resetMail : verificationMail;
  sendAfterAnswer(context, user ? mail({ to: email, origin: context.config.origin, token }) : null);
}

/**
 * Confirms an address; returns whether the token was valid. The account gets the password that the link was mailed for,
 * and other sign-ups' links expire. The link works again, so that a page that loads twice shows the same result.
 */
export async function verifyEmail(context: AppContext, token: string): Promise<boolean> {
  const { db, now } = context;
  const valid = holding(token, { purpose: "verify-email", now: now() });
  const [row] = await db.query.select().from(emailTokens).where(valid);
  if (!row?.userId) return false;
  const { userId, tokenHash, passwordHash } = row;
  const waiting = and(eq(users.id, userId), isNull(users.verifiedAt));
  const verified = { verifiedAt: now(), ...(passwordHash !== null && { passwordHash }) };
  const purpose = eq(emailTokens.purpose, "verify-email");
  const others = and(eq(emailTokens.userId, userId), purpose, ne(emailTokens.tokenHash, tokenHash));
  await db.write((query) =>
    query.batch([query.update(users).set(verified).where(waiting), query.delete(emailTokens).where(others)]),
  );
  await askForApproval(context, userId);
  return true;
}

/** Mails the administrators that this account waits for them, if it does. */
export async function askForApproval(context: AppContext, userId: string): Promise<void> {
  const { db, config } = context;
  const [user] = await db.query.select().from(users).where(eq(users.id, userId));
  if (!user?.awaitsApproval) return;
  const admins = await db.query
    .select({ to: users.email })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.disabledAt)));
  for (const { to } of admins) {
    sendLater(context, "approval-asked", approvalAskedMail(user.email, { to, origin: config.origin }));
  }
}

function closed({ supportEmail }: AppContext["config"]): Refusal {
  const message = `New accounts are made by the administrator here: ask ${supportEmail}.`;
  return new Refusal(403, { code: "sign-up-closed", message });
}

/** The token of the link that creates the first administrator's account; null if there is an administrator. */
export async function firstUserToken(context: AppContext): Promise<string | null> {
  const { db } = context;
  if (await hasAdministrator(db.query)) return null;
  await db.write((query) => query.delete(emailTokens).where(eq(emailTokens.purpose, "first-user")));
  return issueToken(context, { userId: null, purpose: "first-user", life: SIGN_UP_LIFE });
}

/** Deletes accounts whose address was never confirmed, a week after sign-up and once no link to them is valid. */
export async function sweepUnverified({ db, now }: AppContext): Promise<void> {
  const valid = and(eq(emailTokens.userId, users.id), gt(emailTokens.expiresAt, now()));
  const unlinked = notExists(db.query.select().from(emailTokens).where(valid));
  const old = and(isNull(users.verifiedAt), lt(users.createdAt, now() - SIGN_UP_LIFE), unlinked);
  await db.write((query) => query.delete(users).where(old));
}

async function prepare({ email, password }: Credentials, domain: string | null) {
  refuseIssues(checkSignUp({ email, password, confirmation: password }, domain));
  return { email: normalizeEmail(email), passwordHash: await hashNewPassword(password) };
}

async function prepareWithoutPassword({ email }: Pick<Credentials, "email">, domain: string | null) {
  refuseIssues(checkSignUpEmail(email, domain));
  return { email: normalizeEmail(email), passwordHash: await hashUnknownPassword() };
}

/** The row of a person who needs no link, as somebody else vouches for them. */
function confirmedUser(
  context: AppContext,
  { name = "", ...user }: Parameters<typeof newUser>[1] & { readonly name: string | undefined },
) {
  const row = newUser(context, user);
  return {
    ...row,
    name: oneLine(name) || row.name,
    verifiedAt: context.now(),
    awaitsApproval: false,
    disabledAt: null,
  };
}

/** The row of a person who signs up. */
export function newUser({ config, now }: AppContext, user: { id: string; email: string; passwordHash: string }) {
  return { ...user, name: user.email.split("@")[0]!, createdAt: now(), awaitsApproval: config.signUp === "approve" };
}

/** A mail is sent whatever the address is, so that a broken mail server reveals nothing about accounts. */
async function deliver({ mailer, log }: AppContext, mail: Parameters<AppContext["mailer"]["send"]>[0]): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    log.error("mail-failed", error);
    throw new Refusal(503, { code: "mail-failed", message: failureText(error) });
  }
}

function failureText(error: unknown): string {
  if (error instanceof MailPostponed) return "The email could not be sent. Please try again later.";
  const admin = "tell the server's administrator";
  return error instanceof AddressRefused
    ? `The mail server does not take an email to this address. Check the address; if it is right, ${admin}.`
    : `The email could not be sent. Please ${admin}.`;
}
