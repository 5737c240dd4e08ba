import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { sharedSecrets } from "../../db/schema.ts";

const NAME = "sign-up-domain";

interface DomainContext extends Pick<AppContext, "config"> {
  readonly db: { readonly query: Query };
}

/**
 * The domain whose addresses may sign up: that of `UNIVERSITY_DOMAIN`, otherwise what the first administrator chose. Null:
 * nobody may, and administrators create accounts with any address.
 */
export async function signUpDomain({ config, db }: DomainContext): Promise<string | null> {
  const chosen = config.domainIsSet ? null : await chosenDomain(db.query);
  return chosen === null ? config.universityDomain : chosen || null;
}

/** Whether the first administrator is asked for it. */
export async function asksDomain({ config, db }: DomainContext): Promise<boolean> {
  return !config.domainIsSet && (await chosenDomain(db.query)) === null;
}

/** The statement that stores the first administrator's answer; null: nobody may sign up. */
export function storeDomain(query: Query, domain: string | null) {
  const row = { name: NAME, value: domain ?? "" };
  return query
    .insert(sharedSecrets)
    .values(row)
    .onConflictDoUpdate({ target: sharedSecrets.name, set: { value: row.value } });
}

/** Null: nobody was asked; empty: nobody may sign up. */
async function chosenDomain(query: Query): Promise<string | null> {
  const [row] = await query.select().from(sharedSecrets).where(eq(sharedSecrets.name, NAME));
  return row?.value ?? null;
}
