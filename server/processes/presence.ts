import { createHash } from "node:crypto";
import { eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Lifecycle } from "../adapters/lifecycle.ts";
import type { Log } from "../adapters/log.ts";
import { newId } from "../adapters/random.ts";
import type { Database, Query } from "../db/client.ts";
import { processes } from "../db/schema.ts";
import { DataInUse } from "../storage/claim-data.ts";

/** Heartbeat interval. */
const BEAT_MS = 5_000;
/** A process without a heartbeat for this long is gone, and others take over its work. */
const LIFE_SECONDS = 20;

/** The database's clock, since the clocks of machines differ. */
const SECONDS = sql<number>`unixepoch()`;

/** This process among those that use the database. */
export interface Presence {
  /** Identifies the process in rows that it works on. */
  readonly id: string;
  /** A condition for a query's `where`: the row's process is gone. False if no process is named. */
  isGone(processId: SQLiteColumn): SQL;
}

interface Joining {
  readonly db: Database;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /** Identifies the data folder. */
  readonly folderId: string;
  /** Settings that every process of the database must share, by name; secrets are kept as hashes. */
  readonly settings: {
    readonly plain: Readonly<Record<string, string>>;
    readonly secret: Readonly<Record<string, string>>;
  };
}

/**
 * Registers this process in the database until the stop.
 * @throws {DataInUse} if a running process has different settings: they would corrupt each other's work.
 */
export async function joinProcesses({ db, lifecycle, log, folderId, settings }: Joining): Promise<Presence> {
  const id = newId();
  const hashes = Object.entries(settings.secret).map(([name, value]) => [name, hashed(value)]);
  const row = { id, folderId, settings: { ...settings.plain, ...Object.fromEntries(hashes) }, seenAt: SECONDS };
  await db.write(async (query) => {
    // The process that used this data folder before is gone. If the database is a file, so is every other process.
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
 * Refuses settings that differ from those of a running process of the database, before this process has changed
 * anything. Settings of `processes` that are missing in `own` are not compared.
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
    return isSecret
      ? `  ${name} is a different one there`
      : `  ${name} is ${own[name]} here, and ${others[name]} there`;
  });
  throw new DataInUse(
    `Another server works with this database, and its settings differ:\n${words.join("\n")}\nServers that share a database need the same values: change them, or first stop the other server.`,
  );
}

function hashed(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex")}`;
}
