import { and, eq, isNotNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { sessions, signOnLinks, users } from "../../../db/schema.ts";
import type { Session } from "../../../environment.ts";
import { Refusal } from "../../../refusal.ts";
import { sendLater } from "../../notifications/mail-later.ts";
import { signOnLinkedMail } from "../../notifications/mails.ts";
import { getUser } from "../accounts.ts";
import { askForApproval } from "../sign-up.ts";
import { newAttempt, takeAttempt } from "./attempts.ts";
import { type FoundAccount, findAccount } from "./find-account.ts";

/** Begins a sign-on: where the browser goes, and its cookie's token; null: the provider cannot be reached. */
export async function beginSignOn(context: AppContext): Promise<{ url: URL; token: string } | null> {
  // Before anything is stored: anybody may begin one.
  if (!(await context.provider?.connect())) return null;
  const { token, secrets } = await newAttempt(context);
  const url = await context.provider!.begin(secrets);
  return url && { url, token };
}

/**
 * Ends a sign-on that this browser began: gives the account, or why there is none. `token` is the cookie's, `answer` what
 * the provider added to the address.
 */
export async function finishSignOn(
  context: AppContext,
  { token, answer }: { token: string | undefined; answer: URLSearchParams },
): Promise<FoundAccount> {
  const secrets = token === undefined ? null : await takeAttempt(context, token);
  if (secrets === null || context.provider === null) return { failure: "expired" };
  const person = await context.provider.finish(answer, secrets);
  if (typeof person === "string") return { failure: person };
  const found = await findAccount(context, person);
  if ("did" in found) await welcome(context, found);
  else if (found.isNew && found.user) await askForApproval(context, found.user.id);
  return found;
}

async function welcome(context: AppContext, { user, did }: Extract<FoundAccount, { did: string }>): Promise<void> {
  const { db, now, config } = context;
  const signedIn = { lastSignInAt: now() };
  await db.write((query) => query.update(users).set(signedIn).where(eq(users.id, user.id)));
  if (did !== "linked") return;
  const mail = signOnLinkedMail(config.signOn!.name, { to: user.email, support: config.supportEmail });
  sendLater(context, "sign-on-notice", mail);
}

/** Since when the account is linked to a person of the provider; null: it is not. */
export async function signOnLink({ db, config }: AppContext, userId: string): Promise<{ linked_at: string | null }> {
  if (config.signOn === null) return { linked_at: null };
  const own = and(eq(signOnLinks.userId, userId), eq(signOnLinks.issuer, config.signOn.issuer));
  const [row] = await db.query.select().from(signOnLinks).where(own);
  return { linked_at: row ? new Date(row.linkedAt).toISOString() : null };
}

/**
 * Forgets whose account it is at the providers, for an administrator, and ends the sessions that began there; gives the
 * address. The next person who signs on with it links the account again.
 */
export async function unlinkSignOn({ db, log }: AppContext, id: string): Promise<string> {
  const user = await getUser({ db }, id);
  const links = eq(signOnLinks.userId, id);
  const signedOn = and(eq(sessions.userId, id), isNotNull(sessions.signedOnAt));
  const [known] = await db.query.select().from(signOnLinks).where(links);
  if (!known) throw new Refusal(409, { code: "not-linked", message: `${user.email} is not linked to single sign-on.` });
  await db.write((query) =>
    query.batch([query.delete(signOnLinks).where(links), query.delete(sessions).where(signedOn)]),
  );
  log.info("sign-on-unlinked", { account: id });
  return user.email;
}

/** Where the browser signs off at the provider at which this session began; null: nowhere. */
export function signOffUrl({ provider }: AppContext, session: Session | null): string | null {
  if (session?.signedOnAt == null) return null;
  return provider?.signOffUrl()?.href ?? null;
}
