import { eq } from "drizzle-orm";
import { checkSignUpEmail } from "../../../core/rules/accounts/account-fields.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { emailTokens, users } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { newMailToken, SIGN_UP_LIFE } from "../accounts/mail-tokens.ts";
import { hashUnknownPassword } from "../accounts/passwords.ts";
import { newUser, normalizeEmail } from "../accounts/sign-up.ts";
import { signUpDomain } from "../accounts/sign-up-domain.ts";

interface Found {
  readonly account: Pick<typeof users.$inferSelect, "id" | "name" | "email">;
  /** What stores the invitation of a person who has not signed up. */
  readonly before: readonly Parameters<Query["batch"]>[0][number][];
  /** Of the link with which an invited person chooses a password; null for a person who can sign in. */
  readonly invitation: string | null;
}

/**
 * The account with this address. A person who may sign up and has not is invited: the account waits for its owner, and is
 * deleted like every sign-up that nobody confirms. Refuses everybody else who cannot sign in.
 */
export async function findAccount(context: AppContext, query: Query, typed: string): Promise<Found> {
  const email = normalizeEmail(typed);
  const [known] = await query.select().from(users).where(eq(users.email, email));
  const canSignIn = known && known.verifiedAt !== null && known.disabledAt === null && !known.awaitsApproval;
  if (canSignIn) return { account: known, before: [], invitation: null };
  if ((known && (known.verifiedAt !== null || known.disabledAt !== null)) || !(await mayInvite(context, email))) {
    const message = `Nobody can sign in as ${email || "this person"}. Check the address, or ask them to sign up first.`;
    throw new Refusal(400, { code: "no-account", message, issues: [{ code: "no-account", field: "email", message }] });
  }
  const account = known ?? newUser(context, { id: newId(), email, passwordHash: await hashUnknownPassword() });
  const { token, row } = newMailToken(context, { userId: account.id, purpose: "reset-password", life: SIGN_UP_LIFE });
  const added = known ? [] : [query.insert(users).values(account)];
  return { account, before: [...added, query.insert(emailTokens).values(row)], invitation: token };
}

/** Whether a link can be mailed to this address, and a new account be made with it. */
async function mayInvite(context: AppContext, email: string): Promise<boolean> {
  const { smtpUrl, localPasswords, signUp } = context.config;
  const domain = await signUpDomain(context);
  if (smtpUrl === undefined || !localPasswords || signUp === "closed" || domain === null) return false;
  return checkSignUpEmail(email, domain).length === 0;
}

/** A person who cannot be added because they are there already. */
export function alreadyThere(email: string, as: string): Refusal {
  const message = `${email} is ${as} already.`;
  return new Refusal(409, {
    code: "already-member",
    message,
    issues: [{ code: "already-member", field: "email", message }],
  });
}
