import { integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { userId } from "./accounts.ts";

/** Whose account it is, for a person of a provider of single sign-on: an account has one person of each issuer. */
export const signOnLinks = sqliteTable(
  "sign_on_links",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: userId(),
    linkedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), unique().on(table.userId, table.issuer)],
);

/** Sign-ons that have begun. Each can be finished once, by the browser that has its cookie. */
export const signOnAttempts = sqliteTable("sign_on_attempts", {
  /** SHA-256 of the cookie's token, hex. */
  tokenHash: text().primaryKey(),
  state: text().notNull(),
  nonce: text().notNull(),
  verifier: text().notNull(),
  expiresAt: integer().notNull(),
});
