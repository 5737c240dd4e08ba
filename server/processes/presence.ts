import { createHash } from "node:crypto";
import { eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Lifecycle } from "../adapters/lifecycle.ts";
import type { Log } from "../adapters/log.ts";
import { newId } from "../adapters/random.ts";
import type { Database, Query } from "../db/client.ts";
import { processes } from "../db/schema.ts";
import { DataInUse } from "../storage/claim-data.ts";

/** How often a process says that it lives. */
const BEAT_MS = 5_000;
/** A process that was silent for so long is gone, and others do its work. */
const LIFE_SECONDS = 20;

/** The database's clock: machines' own clocks differ. */
const SECONDS = sql<number>`unixepoch()`;

/** This process among those that work with the database. */
export interface Presence {
  /** Names the process in rows that it works on. */
  readonly id: string;
  /** That a row's process is gone, for a query's `where`; false where no process is named. */
  isGone(processId: SQLiteColumn): SQL;
}

interface Joining {
  readonly db: Database;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /** Names the data folder. */
  readonly folderId: string;
  /** What every process of the database must have alike, by the setting's name; secrets are kept as hashes. */
  readonly settings: {
    readonly plain: Readonly<Record<string, string>>;
    readonly secret: Readonly<Record<string, string>>;
  };
}

/**
 * Says in the database that this process is there, until the stop.
 * @throws {DataInUse} where a process lives that has other settings: they would spoil each other's work.
 */
export async function joinProcesses({ db, lifecycle, log, folderId, settings }: Joining): Promise<Presence> {
  const id = newId();
  const hashes = Object.entries(settings.secret).map(([name, value]) => [name, hashed(value)]);
  const row = { id, folderId, settings: { ...settings.plain, ...Object.fromEntries(hashes) }, seenAt: SECONDS };
  await db.write(async (query) => {
    // Whoever had this data folder before is gone, and so is every other process where the database is a file.
    await query.delete(processes).where(db.shared ? eq(processes.folderId, folderId) : undefined);
    await query.delete(processes).where(lt(processes.seenAt, sql`${SECONDS} - ${LIFE_SECONDS}`));
    for (const other of await query.select().from(processes)) refuseOthers(row.settings, other.settings);
    await query.insert(processes).values(row);
  });
  const beat = async () => {
    const again = { target: processes.id, set: { seenAt: SECONDS } };
    await db.run((query) => query.insert(processes).values(row).onConflictDoUpdate(again));
  };
  const timer = db.shared ? setInterval(() => beat().catch((error) => log.error("beat-failed", error)), BEAT_MS) : null;
  lifecycle.onStop("presence", async () => {
    if (timer) clearInterval(timer);
    await db.run((query) => query.delete(processes).where(eq(processes.id, id)));
  });
  return createPresence(id);
}

/**
 * Refuses settings that a living process of the database has otherwise, before this one has changed anything. Those of
 * `processes` that are missing in `own` are not compared.
 * @throws {DataInUse}
 */
export async function refuseOtherSettings(query: Query, own: Readonly<Record<string, string>>): Promise<void> {
  const living = gte(processes.seenAt, sql`${SECONDS} - ${LIFE_SECONDS}`);
  for (const other of await query.select().from(processes).where(living)) refuseOthers(own, other.settings);
}

/** The presence of the process `id`. */
export function createPresence(id: string): Presence {
  const living = sql`SELECT ${processes.id} FROM ${processes} WHERE ${processes.seenAt} >= ${SECONDS} - ${LIFE_SECONDS}`;
  return { id, isGone: (column) => sql`(${column} <> ${id} AND ${column} NOT IN (${living}))` };
}

function refuseOthers(own: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>): void {
  const differing = Object.keys(own).filter((name) => own[name] !== others[name]);
  if (differing.length === 0) return;
  const words = differing.map((name) => {
    const isSecret = /^sha256:/.test(own[name] ?? "");
    return isSecret ? `  ${name} is another one there` : `  ${name} is ${own[name]} here, and ${others[name]} there`;
  });
  throw new DataInUse(
    `Another server works with this database, and its settings differ:\n${words.join("\n")}\nServers that share a database need these alike: set them so, or stop the other one first.`,
  );
}

function hashed(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex")}`;
}
