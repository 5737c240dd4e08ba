import { and, eq } from "drizzle-orm";
import { ACCOUNT_LIMITS, isUniversityEmail } from "../../../../core/rules/accounts/account-fields.ts";
import { firstCharacters } from "../../../../core/rules/text-length.ts";
import { newId } from "../../../adapters/random.ts";
import type { AppContext } from "../../../context.ts";
import type { SignOnFailure } from "../../../contract/sign-on-failures.ts";
import type { Query } from "../../../db/client.ts";
import { signOnLinks, users } from "../../../db/schema.ts";
import type { SignedOnPerson } from "../../../sign-on/provider.ts";
import { closedState } from "../accounts.ts";
import { hashUnknownPassword } from "../passwords.ts";
import { normalizeEmail, openAccount } from "../sign-up.ts";
import { signUpDomain } from "../sign-up-domain.ts";

type UserRow = typeof users.$inferSelect;

/** The account of a person who signed on, or why there is none. */
export type FoundAccount =
  | { readonly user: UserRow; readonly did: "signed-on" | "linked" | "created" }
  /** `user`: the account that it is about; `isNew`: it was made just now. */
  | { readonly failure: SignOnFailure; readonly user?: UserRow; readonly isNew?: boolean };

/**
 * Finds the account of a person who signed on. Issuer and subject identify it once they are linked to it, whatever
 * address the provider gives from then on. The first time, an address that the provider has verified links an account,
 * or makes one by the rules of sign-up.
 */
export async function findAccount(context: AppContext, person: SignedOnPerson): Promise<FoundAccount> {
  const linked = await linkedAccount(context.db.query, person);
  if (linked !== null) return ifOpen(linked, "signed-on");
  if (person.email === null) return { failure: "no-address" };
  if (!person.emailVerified && !context.config.signOn?.verifiesAddresses) return { failure: "unverified" };
  const email = normalizeEmail(person.email);
  // Outside the write, as it takes a while.
  const passwordHash = await hashUnknownPassword();
  return context.db.write(async (query) => {
    // The same person may have signed on in two tabs.
    const meanwhile = await linkedAccount(query, person);
    if (meanwhile !== null) return ifOpen(meanwhile, "signed-on");
    const [known] = await query.select().from(users).where(eq(users.email, email));
    return known && known.verifiedAt !== null
      ? linkAccount(context, { query, person, user: known })
      : makeAccount(context, { query, person, id: known?.id ?? newId(), email, passwordHash });
  });
}

async function linkedAccount(query: Query, { issuer, subject }: SignedOnPerson): Promise<UserRow | null> {
  const [row] = await query
    .select({ user: users })
    .from(signOnLinks)
    .innerJoin(users, eq(users.id, signOnLinks.userId))
    .where(and(eq(signOnLinks.issuer, issuer), eq(signOnLinks.subject, subject)));
  return row?.user ?? null;
}

function ifOpen(user: UserRow, did: "signed-on" | "linked" | "created"): FoundAccount {
  const failure = closedState(user);
  return failure === null ? { user, did } : { failure, user };
}

interface Linking {
  readonly query: Query;
  readonly person: SignedOnPerson;
}

async function linkAccount(context: AppContext, { query, person, user }: Linking & { user: UserRow }) {
  const own = and(eq(signOnLinks.userId, user.id), eq(signOnLinks.issuer, person.issuer));
  const [other] = await query.select().from(signOnLinks).where(own);
  if (other) return { failure: "other-person", user } as const;
  const found = ifOpen(user, "linked");
  if ("did" in found) await query.batch([newLink(context, { query, person, userId: user.id })]);
  return found;
}

type NewAccount = Linking & { readonly id: string; readonly email: string; readonly passwordHash: string };

async function makeAccount(context: AppContext, { query, person, id, email, passwordHash }: NewAccount) {
  const { signUp } = context.config;
  const domain = await signUpDomain({ config: context.config, db: { query } });
  if (signUp === "closed" || domain === null) return { failure: "closed" } as const;
  if (!isUniversityEmail(email, domain)) return { failure: "domain" } as const;
  const name = firstCharacters(person.name ?? email.split("@")[0]!, ACCOUNT_LIMITS.nameLength);
  const time = context.now();
  const row = { id, email, name, passwordHash, createdAt: time, verifiedAt: time };
  await query.batch([
    ...openAccount(query, { ...row, awaitsApproval: signUp === "approve" }),
    newLink(context, { query, person, userId: id }),
  ]);
  const [user] = await query.select().from(users).where(eq(users.id, id));
  return { ...ifOpen(user!, "created"), isNew: true };
}

function newLink({ now }: AppContext, { query, person, userId }: Linking & { userId: string }) {
  const { issuer, subject } = person;
  return query.insert(signOnLinks).values({ issuer, subject, userId, linkedAt: now() });
}
