import { eq } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { normalizeEmail } from "../accounts/sign-up.ts";

/** The account with this address. Refuses if there is none that can sign in. */
export async function findAccount(query: Query, typed: string): Promise<typeof users.$inferSelect> {
  const email = normalizeEmail(typed);
  const [account] = await query.select().from(users).where(eq(users.email, email));
  if (account && account.verifiedAt !== null && account.disabledAt === null && !account.awaitsApproval) return account;
  const message = `Nobody can sign in as ${email || "this person"}. Check the address, or ask them to sign up first.`;
  throw new Refusal(400, { code: "no-account", message, issues: [{ code: "no-account", field: "email", message }] });
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
