import { eq } from "drizzle-orm";
import { checkResetPassword } from "../../../core/rules/accounts/account-fields.ts";
import type { AppContext } from "../../context.ts";
import { emailTokens, sessions, users } from "../../db/schema.ts";
import { Refusal, refuseIssues } from "../../refusal.ts";
import { sendAfterAnswer } from "../notifications/mail-later.ts";
import { LINK_LIFE, resetMail } from "../notifications/mails.ts";
import { tellOfPassword } from "./accounts.ts";
import { countWrongLink, holding, issueToken, tokenOwner } from "./mail-tokens.ts";
import { hashNewPassword } from "./passwords.ts";
import { hasTokens, revokeAll } from "./revoke-tokens.ts";
import { askForApproval, normalizeEmail } from "./sign-up.ts";

const HIDDEN = "•••";

/**
 * An address as a stranger may see it: the first letters and the top-level domain.
 *
 * @example
 * maskEmail("juan@example.edu"); // "j•••@e•••.edu"
 */
function maskEmail(email: string): string {
  const [local = "", host = ""] = normalizeEmail(email).split("@");
  const top = host.slice(host.lastIndexOf(".") + 1);
  return `${local.slice(0, 1)}${HIDDEN}@${host.slice(0, 1)}${HIDDEN}.${top}`;
}

/** The addresses that the page offers to send to; they do not depend on whether there is an account. */
export function recoveryInfo(email: string) {
  return { email: maskEmail(email), recovery_email: `${HIDDEN}@${HIDDEN}`, contact_number: null };
}

/**
 * Mails a link to set a new password, if there is an account. The response time must not reveal whether there is one:
 * the same data is looked up and stored either way, and the mail is sent after the response.
 */
export async function sendReset(
  context: AppContext,
  { email, destination }: { email: string; destination: "email" | "recovery_email" },
): Promise<void> {
  const account = normalizeEmail(email);
  const [user] = await context.db.query.select().from(users).where(eq(users.email, account));
  const token = await issueToken(context, {
    userId: user?.id ?? null,
    purpose: "reset-password",
    life: LINK_LIFE.reset,
  });
  const to = (destination === "recovery_email" && user?.recoveryEmail) || account;
  sendAfterAnswer(context, user ? resetMail({ to, origin: context.config.origin, token }) : null);
}

interface ResetLink {
  readonly token: string;
  /** Where the link is opened. */
  readonly address: string;
}

/** Refuses a token that is not valid, and an address that sends too many of them. */
export async function checkResetToken(context: AppContext, { token, address }: ResetLink): Promise<void> {
  if ((await tokenOwner(context, token, "reset-password")) !== null) return;
  await countWrongLink(context, address);
  throw tokenInvalid();
}

/**
 * Sets a new password: the token works once, and every session of the account ends. A user who has the mailed link has
 * also confirmed the address. Returns the account's address.
 */
export async function resetPassword(context: AppContext, fields: ResetLink & { password: string }): Promise<string> {
  await checkResetToken(context, fields);
  refuseIssues(checkResetPassword({ password: fields.password, confirmation: fields.password }));
  const passwordHash = await hashNewPassword(fields.password);
  const { db, now } = context;
  const changed = await db.write(async (query) => {
    const valid = holding(fields.token, { purpose: "reset-password", now: now() });
    const [row] = await query
      .select({ id: users.id, email: users.email, verifiedAt: users.verifiedAt })
      .from(emailTokens)
      .innerJoin(users, eq(users.id, emailTokens.userId))
      .where(valid);
    if (!row) throw tokenInvalid();
    const verifiedAt = row.verifiedAt ?? now();
    const own = { userId: row.id, time: now() };
    const hadTokens = await hasTokens(query, own);
    await query.batch([
      query.update(users).set({ passwordHash, verifiedAt }).where(eq(users.id, row.id)),
      query.delete(emailTokens).where(eq(emailTokens.userId, row.id)),
      query.delete(sessions).where(eq(sessions.userId, row.id)),
      revokeAll(query, own),
    ]);
    return { user: row, tokens: hadTokens ? ("revoked" as const) : ("none" as const) };
  });
  tellOfPassword(context, changed);
  if (changed.user.verifiedAt === null) await askForApproval(context, changed.user.id);
  return changed.user.email;
}

function tokenInvalid(): Refusal {
  const message = "This link is invalid or has expired. Please request a new one.";
  return new Refusal(400, { code: "token-invalid", message });
}
