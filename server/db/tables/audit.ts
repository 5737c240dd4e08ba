import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditKind } from "../../../core/rules/accounts/audit-kinds.ts";

/** Erasures whose rows are gone, by the ids of the list in the vault: what is left to do of them is done after a crash. */
export const erasures = sqliteTable("erasures", {
  id: text().primaryKey(),
  at: integer().notNull(),
});

/** Who did or tried what. It refers to no other table: it outlives accounts and what was deleted. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    kind: text().$type<AuditKind>().notNull(),
    /** The name of the call. */
    call: text().notNull(),
    /** What exactly, if one call does several things: "disabled". */
    detail: text(),
    /** `done`, or the code of the refusal. */
    outcome: text().notNull(),
    /** The address of the account that did it, or `command`; null for somebody who was not signed in. */
    person: text(),
    /** The address of the account that it is about, or a thing's kind and id. */
    about: text(),
    /** The caller's network address. */
    address: text().notNull(),
  },
  (table) => [index("audit_log_by_time").on(table.at)],
);
