import { asc, countDistinct, eq } from "drizzle-orm";
import type { z } from "zod";
import { count } from "../../../core/basics/texts.ts";
import type { AppContext } from "../../context.ts";
import type { Account, changeAccountBody } from "../../contract/accounts/accounts.ts";
import type { Query } from "../../db/client.ts";
import {
  classes,
  emailTokens,
  secondFactors,
  sessions,
  signOnLinks,
  submissions,
  tasks,
  users,
} from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { sendLater } from "../notifications/mail-later.ts";
import { approvedMail } from "../notifications/mails.ts";
import { getUser } from "./accounts.ts";
import { hasAdministrator } from "./administrators.ts";
import { revokeAll } from "./revoke-tokens.ts";

type UserRow = typeof users.$inferSelect;

/** All accounts with figures, by address. */
export function listAccounts({ db }: AppContext): Promise<Account[]> {
  return viewAccounts(db.query);
}

async function viewAccounts(query: Query, userId?: string): Promise<Account[]> {
  const rows = await query
    .select({
      user: users,
      factorSince: secondFactors.confirmedAt,
      links: countDistinct(signOnLinks.subject),
      classes: countDistinct(classes.id),
      tasks: countDistinct(tasks.id),
      submissions: countDistinct(submissions.id),
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(signOnLinks, eq(signOnLinks.userId, users.id))
    .leftJoin(classes, eq(classes.userId, users.id))
    .leftJoin(tasks, eq(tasks.classId, classes.id))
    .leftJoin(submissions, eq(submissions.taskId, tasks.id))
    .where(userId === undefined ? undefined : eq(users.id, userId))
    .groupBy(users.id)
    .orderBy(asc(users.email));
  return rows.map(({ user, factorSince, links, ...figures }) => ({
    id: user.id,
    email: user.email,
    name: user.name,
    admin: user.isAdmin,
    state: stateOf(user),
    second_factor: factorSince !== null,
    sign_on: links > 0,
    ...figures,
    created_at: new Date(user.createdAt).toISOString(),
    last_sign_in_at: user.lastSignInAt === null ? null : new Date(user.lastSignInAt).toISOString(),
  }));
}

function stateOf({ disabledAt, verifiedAt, awaitsApproval }: UserRow): Account["state"] {
  if (disabledAt !== null) return "disabled";
  if (verifiedAt === null) return "unverified";
  return awaitsApproval ? "waiting" : "active";
}

/**
 * Disables or enables an account, approves it, or changes whether it is an administrator's. Disabling ends its sessions
 * and access tokens, and links in mails, in the same transaction. Refuses what would leave no administrator.
 */
export async function changeAccount(
  context: AppContext,
  id: string,
  { disabled, admin }: z.output<typeof changeAccountBody>,
): Promise<Account> {
  const { db, now, config, log } = context;
  const { account, approved } = await db.write(async (query) => {
    const user = await getUser({ db: { query } }, id);
    if (disabled || admin === false) await keepAdministrator(query, user);
    const changed = {
      ...(admin !== undefined && { isAdmin: admin }),
      ...(disabled === true && { disabledAt: user.disabledAt ?? now() }),
      ...(disabled === false && { disabledAt: null, awaitsApproval: false }),
    };
    if (Object.keys(changed).length === 0)
      throw new Refusal(400, { code: "no-change", message: "Say what to change." });
    await query.batch([
      query.update(users).set(changed).where(eq(users.id, id)),
      ...(disabled
        ? [
            query.delete(sessions).where(eq(sessions.userId, id)),
            query.delete(emailTokens).where(eq(emailTokens.userId, id)),
            revokeAll(query, { userId: id, time: now() }),
          ]
        : []),
    ]);
    const [account] = await viewAccounts(query, id);
    return { account: account!, approved: disabled === false && user.awaitsApproval };
  });
  log.info("account-changed", { account: id, disabled, admin });
  if (approved) {
    const mail = approvedMail({ to: account.email, origin: config.origin });
    sendLater(context, "approval-notice", mail);
  }
  return account;
}

/** Deletes an account. Refuses if it owns classes or tasks, which must be handed over first. Gives its address. */
export async function deleteAccount({ db, images, log }: AppContext, id: string): Promise<string> {
  const user = await db.write(async (query) => {
    const user = await getUser({ db: { query } }, id);
    await keepAdministrator(query, user);
    const [owned] = await viewAccounts(query, id);
    if (owned!.classes > 0) {
      const [classes, tasks] = [count(owned!.classes, "class", "classes"), count(owned!.tasks, "task")];
      const message = `${user.email} owns ${classes} with ${tasks}. Hand them over to another account first.`;
      throw new Refusal(409, { code: "owns-classes", message });
    }
    await query.batch([query.delete(users).where(eq(users.id, id))]);
    return user;
  });
  log.info("account-deleted", { account: id });
  if (user.profileImageId !== null) await images.remove(user.profileImageId);
  return user.email;
}

/** Refuses if this is the last administrator who can sign in. */
async function keepAdministrator(query: Query, user: UserRow): Promise<void> {
  if (!user.isAdmin || user.disabledAt !== null) return;
  if (await hasAdministrator(query, { except: user.id })) return;
  const message = `${user.email} is the last administrator. Make somebody else an administrator first.`;
  throw new Refusal(409, { code: "last-administrator", message });
}
