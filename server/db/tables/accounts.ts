import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TokenScope } from "../../../core/rules/accounts/access-token.ts";

/** The account it belongs to; it is deleted with it. */
export const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  /** In lower case. */
  email: text().notNull().unique(),
  name: text().notNull(),
  passwordHash: text().notNull(),
  /** Null until the address is confirmed. */
  verifiedAt: integer(),
  contactNumber: text(),
  recoveryEmail: text(),
  /** The file name of the profile picture in the data folder. */
  profileImageId: text().unique(),
  /** Percent: what they set last for a task; null before. */
  certainty: real(),
  createdAt: integer().notNull(),
  /** Manages accounts; sees nothing of other people's classes. */
  isAdmin: integer({ mode: "boolean" }).notNull().default(false),
  /** An administrator must approve the account before it can be used. */
  awaitsApproval: integer({ mode: "boolean" }).notNull().default(false),
  /** Since when it cannot be used; null: it can. */
  disabledAt: integer(),
  lastSignInAt: integer(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text().primaryKey(),
    userId: userId(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    remember: integer({ mode: "boolean" }).notNull(),
    /** The browser's User-Agent at the log-in. */
    agent: text().notNull().default(""),
    /** When its user signed on at the provider of single sign-on; null: it began with a password or a link. */
    signedOnAt: integer(),
    /** When the password was last entered correctly in this session. */
    passwordValidatedAt: integer(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/** What log-in asks for after the password: the codes of an authenticator app. */
export const secondFactors = sqliteTable("second_factors", {
  userId: userId().primaryKey(),
  /** The secret that the app shares, encrypted with the server's own. */
  sealedSecret: text().notNull(),
  startedAt: integer().notNull(),
  /** Null until the first code was entered: log-in does not ask before. */
  confirmedAt: integer(),
  /** The number of the 30 seconds whose code was used last; it and earlier ones are not taken again. */
  lastStep: integer(),
});

/** The codes that replace the app's, each once. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** argon2id; all codes of an account that were made together have the same salt. */
    codeHash: text().primaryKey(),
    userId: userId(),
    usedAt: integer(),
  },
  (table) => [index("recovery_codes_by_user").on(table.userId)],
);

/** What an instructor's programs send instead of a session cookie. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text().notNull().unique(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastUsedAt: integer(),
    /** An expired token is kept for a while, so that its user can be told why it no longer works. */
    revokedAt: integer(),
  },
  (table) => [index("access_tokens_by_user").on(table.userId)],
);

export const emailTokens = sqliteTable(
  "email_tokens",
  {
    /** SHA-256 of the mailed token, hex. */
    tokenHash: text().primaryKey(),
    /** Null for the link that creates the first administrator. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    purpose: text().$type<"verify-email" | "reset-password" | "first-user" | "sign-in">().notNull(),
    /** For a sign-up: the password that was typed there, which becomes the account's when the link is opened. */
    passwordHash: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [index("email_tokens_by_user").on(table.userId)],
);
