import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LiveEvent } from "../../contract/system.ts";

/** The server processes that use this database. */
export const processes = sqliteTable("processes", {
  id: text().primaryKey(),
  /** Its data folder, which only one process uses at a time. */
  folderId: text().notNull(),
  /** Settings that must be the same for all processes, by name. */
  settings: text({ mode: "json" }).$type<Readonly<Record<string, string>>>().notNull(),
  /** The last heartbeat: seconds since 1970 by the database's clock. */
  seenAt: integer().notNull(),
});

/** Secrets and other values that all processes of a shared database need. */
export const sharedSecrets = sqliteTable("shared_secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Live events on their way to the other processes; they are removed after a minute. */
export const liveEvents = sqliteTable(
  "live_events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    processId: text().notNull(),
    userId: text().notNull(),
    event: text({ mode: "json" }).$type<LiveEvent>().notNull(),
    /** Seconds since 1970 by the database's clock. */
    sentAt: integer().notNull(),
  },
  (table) => [index("live_events_by_time").on(table.sentAt)],
);

/** Calls counted for a rate limit, if several processes count together. */
export const rateWindows = sqliteTable("rate_windows", {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAt: integer().notNull(),
});

/** How the clock went until now: one row. See `services/operation/steady-clock.ts`. */
export const clockWatch = sqliteTable("clock_watch", {
  id: integer().primaryKey(),
  /** When the clock was looked at last, about once an hour. */
  seenAt: integer().notNull(),
  /** Since when it has not jumped. */
  steadySince: integer().notNull(),
});
