import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Client, createClient, LibsqlError, type Transaction } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import * as schema from "./schema.ts";

export type Query = LibSQLDatabase<typeof schema>;

/** The only access to the database. */
export interface Database {
  /** A database on a libSQL server: other processes may work with it, too. */
  readonly shared: boolean;
  /** For reading, at any time. */
  readonly query: Query;
  /**
   * Runs `work` while no other write runs, in any process: what it reads stays true until it has written. Put several
   * statements that belong together into one `query.batch([…])`, which happens completely or not at all. Must not be
   * nested, and must be done within seconds: a libSQL server ends a transaction after five. If the server is busy,
   * `work` runs again, as none of its statements has happened.
   */
  write<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /**
   * Runs a single statement that writes and does not depend on anything read before. Like `write`, but on a libSQL
   * server nobody has to wait while its answer is on the way.
   */
  run<T>(statement: (query: Query) => Promise<T>): Promise<T>;
  /**
   * Writes a file's database again without what was deleted from it: until then, parts of the file still have it. A
   * libSQL server looks after its own files.
   */
  compact(): Promise<void>;
  /** Throws if the database does not answer. */
  ping(): Promise<void>;
  /** Writes a file's write-ahead log (WAL) into the database file, and closes it. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `file:…`, or a libSQL server's address. */
  readonly url: string;
  readonly authToken?: string | undefined;
  /** How long to wait for a locked file; the event loop is blocked meanwhile. */
  readonly busyTimeoutMs?: number;
  /** How long a libSQL server may take for an answer. */
  readonly patienceMs?: number;
}

/** A server that falls silent must not keep a hand-in, and every write after it, waiting. */
const PATIENCE_MS = 30_000;

/** Another process has locked the database: nothing was written, so try again. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
}

/** The libSQL server does not answer, or refuses. What was being written may have been written. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/** The file is not a database, or parts of it cannot be read. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
}

/** A newer version has changed the tables, so this version must not use them. */
export class DatabaseNewer extends Error {
  override readonly name = "DatabaseNewer";

  constructor() {
    super(
      "The database belongs to a newer version of CircuitGrade: install that version again, or " +
        "restore a backup of this one into another data folder or database.",
    );
  }
}

const MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));

/**
 * Opens the database and brings its tables up to date. Only one process may open a file; any number may use a server's
 * database.
 * @throws {DatabaseUnreachable} if a libSQL server does not answer, or expects another token.
 * @throws {DatabaseNewer}
 * @throws {DatabaseDamaged}
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const inFile = options.url.startsWith("file:");
  // A single connection: PRAGMAs apply only to the connection they are sent on, and no statement waits for another.
  const client = createClient({
    url: options.url,
    ...(options.authToken !== undefined && { authToken: options.authToken }),
    ...(inFile && { timeout: options.busyTimeoutMs ?? 5000, concurrency: 1 }),
    ...(!inFile && { fetch: fetchWithin(options.patienceMs ?? PATIENCE_MS) }),
  });
  if (inFile) {
    await checkFile(client).catch((error: unknown) => {
      client.close();
      throw isDamage(error) ? new DatabaseDamaged(causes(error).at(-1)!.message, { cause: error }) : error;
    });
    await client.execute("PRAGMA journal_mode = WAL");
    await prepareConnection(client);
  }
  const guarded = inFile ? guard(client, afterFileFailure) : guard(client, afterServerFailure, insist);
  const query = drizzle(guarded, DIALECT);
  await bringUpToDate(query).catch((error: unknown) => {
    client.close();
    rethrowOutage(error);
  });
  const exclusively = createMutex();
  const attempt = inFile
    ? <T>(work: (query: Query) => Promise<T>) => work(query)
    : <T>(work: (query: Query) => Promise<T>) => insist(() => inTransaction(client, work));
  return {
    shared: !inFile,
    query,
    run: (statement) => (inFile ? exclusively(() => statement(query)) : statement(query)).catch(rethrowOutage),
    write: (work) => exclusively(() => attempt(work).catch(rethrowOutage)),
    compact: () => (inFile ? exclusively(() => compactFile(guarded)) : Promise.resolve()),
    ping: async () => void (await guarded.execute("SELECT 1")),
    async close() {
      // Closing alone leaves the log behind: the client's statements keep the connection open until they are
      // garbage-collected.
      if (inFile) await guarded.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      guarded.close();
    },
  };
}

async function compactFile(client: Client): Promise<void> {
  await client.execute("VACUUM");
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

/** Limits the time until a response is complete. */
function fetchWithin(milliseconds: number) {
  return (request: Request): Promise<Response> => fetch(request, { signal: AbortSignal.timeout(milliseconds) });
}

const DIALECT = { schema, casing: "snake_case" } as const;

/** How often processes that start at once may interfere with each other. */
const MOST_RACES = 5;

/**
 * Each migration is recorded in the same transaction as its changes. A process that finds that another one did it
 * meanwhile checks again what is left.
 */
async function bringUpToDate(query: Query): Promise<void> {
  await query.run(
    sql`CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  );
  await query.run(sql`CREATE UNIQUE INDEX IF NOT EXISTS migrations_once ON __drizzle_migrations (created_at)`);
  await refuseNewer(query);
  const done = () => query.get<{ n: number }>(sql`SELECT count(*) AS n FROM __drizzle_migrations`);
  for (let race = 1; ; race++) {
    const before = await done();
    try {
      return await migrate(query, { migrationsFolder: MIGRATIONS });
    } catch (error) {
      if (race === MOST_RACES || (await done())?.n === before?.n) throw error;
    }
  }
}

/** The migrator compares only the time of the last migration, and would take a newer version's tables for its own. */
async function refuseNewer(query: Query): Promise<void> {
  if ((await versionOf(query)) === "newer") throw new DatabaseNewer();
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

/**
 * Opens an existing database to inspect it: nothing is changed, and its tables are not brought up to date.
 * @throws {DatabaseDamaged} if it is not a database.
 */
export async function inspectDatabase({ url, authToken }: DatabaseOptions): Promise<DatabaseInspection> {
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
    if (isDamage(error)) throw new DatabaseDamaged(causes(error).at(-1)!.message, { cause: error });
    throw url.startsWith("file:") ? error : await afterServerFailure(client, error);
  }
}

/** The server lets one transaction write at a time, whichever process it comes from; the others wait. */
async function inTransaction<T>(client: Client, work: (query: Query) => Promise<T>): Promise<T> {
  const transaction = await client.transaction("write").catch(async (error: unknown) => {
    throw await afterServerFailure(client, error);
  });
  // It has every part of a client that a query uses.
  const guarded = guard(transaction as unknown as Client & Transaction, afterServerFailure);
  try {
    // The client sends BEGIN with the first statements, even if there are none, so `work` may do something else before
    // its own.
    await guarded.batch([]);
    const result = await work(drizzle(guarded, DIALECT));
    await guarded.commit();
    return result;
  } finally {
    // What was not committed is undone.
    transaction.close();
  }
}

/**
 * Milliseconds before another try after a lock that the server does not queue writers for: it is merging its own log
 * into the database. Nothing of the first try has happened.
 */
const BUSY_PAUSES = [10, 30, 100, 300, 1000, 1000];

async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const milliseconds of BUSY_PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    // So that they do not all try at once.
    await pause(milliseconds * (0.5 + Math.random()));
  }
  return work();
}

/** The error to throw instead of `error`, after making the client usable again. */
type Recovery = (client: Client, error: unknown) => Promise<unknown>;

/**
 * After one SQLITE_BUSY a connection to a file reports writes as done that never reach the disk (libsql-client-ts #352),
 * so it is thrown away at once.
 */
async function afterFileFailure(client: Client, error: unknown): Promise<unknown> {
  if (!isBusy(error)) return error;
  await client.reconnect();
  await prepareConnection(client);
  return new DatabaseBusy("The database is locked by another process.", { cause: error });
}

async function afterServerFailure(_client: Client, error: unknown): Promise<unknown> {
  if (
    isBusy(error) ||
    causes(error).some((each) => each instanceof LibsqlError && each.code === "TRANSACTION_TIMEOUT")
  ) {
    return new DatabaseBusy("The database server is busy.", { cause: error });
  }
  // An SQL error has SQLite's code.
  if (error instanceof LibsqlError && error.code.startsWith("SQLITE_")) return error;
  const reason = causes(error).at(-1)?.message ?? String(error);
  const message = `The libSQL server refuses (${reason}): check DATABASE_URL and DATABASE_AUTH_TOKEN.`;
  return new DatabaseUnreachable(message, { cause: error });
}

/**
 * The client without interactive transactions: they would block other writers and, with a file, even the event loop.
 */
function guard<Target extends Client>(client: Target, recover: Recovery, attempt = once): Target {
  async function watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await attempt(work);
    } catch (error) {
      throw await recover(client, error);
    }
  }

  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name === "transaction") {
        return () => Promise.reject(new Error("No interactive transactions: use Database.write with query.batch."));
      }
      const method = value.bind(target) as (...words: unknown[]) => unknown;
      if (name === "close") return method;
      return (...words: unknown[]) => watch(async () => method(...words));
    },
  });
}

function once<T>(work: () => Promise<T>): Promise<T> {
  return work();
}

/** Reads the whole file, so that damage is found at the start and not weeks later. */
async function checkFile(client: Client): Promise<void> {
  const [fault] = (await client.execute("PRAGMA quick_check(1)")).rows;
  if (fault !== undefined && fault[0] !== "ok") throw new DatabaseDamaged(String(fault[0]));
}

function isDamage(error: unknown): boolean {
  if (error instanceof DatabaseDamaged) return true;
  return causes(error).some((each) => each instanceof LibsqlError && /^SQLITE_(CORRUPT|NOTADB)/.test(each.code));
}

async function prepareConnection(client: Client): Promise<void> {
  await client.execute("PRAGMA synchronous = FULL");
  await client.execute("PRAGMA foreign_keys = ON");
}

function isBusy(error: unknown): boolean {
  return causes(error).some((each) => each instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(each.code));
}

/** The outage behind an error: the query builder wraps what its client throws. */
export function findOutage(error: unknown): DatabaseBusy | DatabaseUnreachable | null {
  return causes(error).find((each) => each instanceof DatabaseBusy || each instanceof DatabaseUnreachable) ?? null;
}

function rethrowOutage(error: unknown): never {
  throw findOutage(error) ?? error;
}

/** An error, its cause, the cause's cause … */
function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/** Runs functions one after the other, in the order of the calls. A failure does not stop the next one. */
function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
