import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { users } from "../../db/schema.ts";
import { sendLater } from "../notifications/mail-later.ts";
import { type Added, addedMail } from "../notifications/mails.ts";

/** What the person who added somebody reads. */
export function addedText(name: string, { role, invitation }: Pick<Added, "role" | "invitation">): string {
  return `${name} is a ${role} now${invitation === null ? "" : ", and has a mail with a link to sign up"}.`;
}

/**
 * Mails a person to what they were added, in the background. A server without `SMTP_URL` says that somebody must tell
 * them.
 */
export async function tellAdded(
  context: AppContext,
  { byId, ...added }: Omit<Added, "by" | "origin"> & { byId: string },
) {
  const { db, config } = context;
  if (config.smtpUrl === undefined) return;
  const [by] = await db.query.select().from(users).where(eq(users.id, byId));
  const name = by?.name ? `${by.name} (${by.email})` : (by?.email ?? "Somebody");
  sendLater(context, "added-notice", addedMail({ ...added, by: name, origin: config.origin }));
}
