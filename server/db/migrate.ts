import { existsSync } from "node:fs";
import { rename, rm, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { savedKey } from "../../core/rules/tasks/answer-keys.ts";
import { BackupUnknown, DatabaseNewer, findDamage, NoRoomForUpgrade, serverFailure } from "./outages.ts";
import { DIALECT, type Query } from "./query.ts";
import { answerKeys } from "./schema.ts";

const MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));

/** How often processes that start at once may interfere with each other. */
const MOST_RACES = 5;

/**
 * Makes the tables those of this version. Each migration is recorded in the same transaction as its changes. A process
 * that finds that another one did it meanwhile checks again what is left.
 * @throws {DatabaseNewer}
 */
export async function bringUpToDate(query: Query): Promise<void> {
  await query.run(
    sql`CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  );
  await query.run(sql`CREATE UNIQUE INDEX IF NOT EXISTS migrations_once ON __drizzle_migrations (created_at)`);
  await refuseNewer(query);
  const done = () => query.get<{ n: number }>(sql`SELECT count(*) AS n FROM __drizzle_migrations`);
  for (let race = 1; ; race++) {
    const before = await done();
    try {
      await migrate(query, { migrationsFolder: MIGRATIONS });
      return await completeLists(query);
    } catch (error) {
      if (race === MOST_RACES || (await done())?.n === before?.n) throw error;
    }
  }
}

/** Gives lists of minterms that earlier versions stored the expression that is next to them now: SQL cannot make it. */
async function completeLists(query: Query): Promise<void> {
  const { taskId, item, position, expression } = answerKeys;
  for (const key of await query.select().from(answerKeys).where(eq(expression, ""))) {
    const place = and(eq(taskId, key.taskId), eq(item, key.item), eq(position, key.position));
    await query
      .update(answerKeys)
      .set({ expression: savedKey(key).expression })
      .where(place);
  }
}

/**
 * Copies a file's database, with what its write-ahead log has, to a file next to it that is named after the day, if this
 * version is going to change its tables. An administrator may remove the copy.
 * @throws {NoRoomForUpgrade}
 */
export async function keepCopy(query: Query, today: Date): Promise<void> {
  if (!(await isOlder(query))) return;
  const [{ file = "" } = {}] = await query.all<{ file?: string }>(sql`PRAGMA database_list`);
  const { size } = await stat(file);
  const { bavail, bsize } = await statfs(dirname(file));
  // The copy, and the log of the change, which may touch every page.
  if (bavail * bsize < 2 * size) throw new NoRoomForUpgrade(2 * size);
  const copy = `${file}.before-${today.toISOString().slice(0, 10)}`;
  const partial = `${copy}.partial`;
  await rm(partial, { force: true });
  await query.run(sql`VACUUM INTO ${partial}`);
  // Of several changes of a day, the copy from before the first one says most.
  if (existsSync(copy)) await rm(partial);
  else await rename(partial, copy);
}

/**
 * Makes sure that somebody has backed up a libSQL server's database, if this version is going to change its tables.
 * `backedUp` is what the administrator was told to say; for a later version's changes it is another number.
 * @throws {BackupUnknown}
 */
export async function requireBackup(query: Query, backedUp: number | undefined): Promise<void> {
  if (!(await isOlder(query))) return;
  const version = readMigrationFiles({ migrationsFolder: MIGRATIONS }).length;
  if (backedUp !== version) throw new BackupUnknown(version);
}

/** The migrator compares only the time of the last migration, and would take a newer version's tables for its own. */
async function refuseNewer(query: Query): Promise<void> {
  if ((await versionOf(query)) === "newer") throw new DatabaseNewer();
}

/** Whether the database has tables of an earlier version. */
async function isOlder(query: Query): Promise<boolean> {
  const table = await query.all(sql`SELECT name FROM sqlite_master WHERE name = '__drizzle_migrations'`);
  if (table.length === 0 || (await versionOf(query)) !== "older") return false;
  // Another process may be making the first tables.
  return (await query.all(sql`SELECT 1 FROM __drizzle_migrations LIMIT 1`)).length > 0;
}

/** Whether the tables match this version of the program. */
async function versionOf(query: Query): Promise<"current" | "older" | "newer"> {
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis));
  const done = await query.all<{ at: number }>(sql`SELECT created_at AS at FROM __drizzle_migrations`);
  if (done.some(({ at }) => !known.has(Number(at)))) return "newer";
  return done.length < known.size ? "older" : "current";
}

/** What is found in a database that is only inspected. */
export interface DatabaseInspection {
  readonly query: Query;
  readonly version: "current" | "older" | "newer";
  /** What SQLite finds damaged, one fault per line. */
  readonly faults: readonly string[];
  /** Rows that refer to rows that do not exist. */
  readonly looseReferences: number;
  close(): void;
}

interface Address {
  /** `file:…`, or a libSQL server's address. */
  readonly url: string;
  readonly authToken?: string | undefined;
}

/**
 * Opens an existing database to inspect it: nothing is changed, and its tables are not brought up to date.
 * @throws {DatabaseDamaged} if it is not a database.
 */
export async function inspectDatabase({ url, authToken }: Address): Promise<DatabaseInspection> {
  const client = createClient({ url, ...(authToken !== undefined && { authToken }) });
  const query = drizzle(client, DIALECT);
  try {
    const lines = (await client.execute("PRAGMA integrity_check")).rows.map((row) => String(row[0]));
    const loose = (await client.execute("PRAGMA foreign_key_check")).rows;
    return {
      query,
      version: await versionOf(query),
      faults: lines.filter((line) => line !== "ok"),
      looseReferences: loose.length,
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw findDamage(error) ?? (url.startsWith("file:") ? error : serverFailure(error));
  }
}
