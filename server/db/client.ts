import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient, LibsqlError, type Transaction } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { storageFault } from "../storage/storage-fault.ts";
import { bringUpToDate, keepCopy, requireBackup } from "./migrate.ts";
import {
  DatabaseBusy,
  DatabaseDamaged,
  findDamage,
  isBusy,
  NoRoomForUpgrade,
  rethrowOutage,
  serverFailure,
} from "./outages.ts";
import { DIALECT, type Query } from "./query.ts";

export type { Query };

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
   * Empties a file's write-ahead log (WAL) into the database file. Deleted rows are zeros there (`secure_delete`), except
   * for copies that SQLite left when it moved rows between pages; the log has them as they were. A libSQL server looks
   * after its own files.
   * @throws {DatabaseBusy} if another program, such as a backup tool, is reading what the log has.
   */
  emptyLog(): Promise<void>;
  /** Writes a file's database again, without those copies. The process does nothing else meanwhile: some seconds per GB. */
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
  /** Milliseconds before each further try if the database is locked. */
  readonly busyPauses?: readonly number[];
  /** Whether a file's database is copied before its tables change; without saying, it is. */
  readonly keepsCopy?: boolean;
  /** For a libSQL server: the number with which the administrator says that it was backed up; `BackupUnknown` asks for it. */
  readonly backedUp?: number | undefined;
  /** How long a libSQL server may take for an answer. */
  readonly patienceMs?: number;
}

/** How long SQLite waits for a locked file: the event loop is blocked meanwhile. */
const LOCK_MS = 50;

const SETTINGS = "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON";

/** A server that falls silent must not keep a hand-in, and every write after it, waiting. */
const PATIENCE_MS = 30_000;

/**
 * Opens the database and brings its tables up to date. Only one process may open a file; any number may use a server's
 * database.
 * @throws {DatabaseUnreachable} if a libSQL server does not answer, or expects another token.
 * @throws {DatabaseNewer}
 * @throws {DatabaseDamaged}
 * @throws {NoRoomForUpgrade}
 * @throws {BackupUnknown}
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const inFile = options.url.startsWith("file:");
  // A single connection: PRAGMAs apply only to the connection they are sent on, and no statement waits for another.
  const client = createClient({
    url: options.url,
    ...(options.authToken !== undefined && { authToken: options.authToken }),
    ...(inFile && { timeout: LOCK_MS, concurrency: 1 }),
    ...(!inFile && { fetch: fetchWithin(options.patienceMs ?? PATIENCE_MS) }),
  });
  const { busyPauses = BUSY_PAUSES } = options;
  const reach = inFile ? fileAccess(client, busyPauses) : serverAccess(busyPauses);
  const guarded = guard(client, reach);
  if (inFile) {
    await checkFile(guarded).catch((error: unknown) => {
      client.close();
      throw findDamage(error) ?? error;
    });
    await guarded.execute("PRAGMA journal_mode = WAL");
  }
  const query = drizzle(guarded, DIALECT);
  const upToDate = async () => {
    if (!inFile) await requireBackup(query, options.backedUp);
    else if (options.keepsCopy !== false) await keepCopy(query, new Date());
    await bringUpToDate(query);
  };
  await upToDate().catch((error: unknown) => {
    client.close();
    if (storageFault(error) === "full") throw new NoRoomForUpgrade(undefined, { cause: error });
    rethrowOutage(error);
  });
  const exclusively = createMutex();
  const emptyLog = () => reach(() => truncateLog(client));
  const attempt = inFile
    ? <T>(work: (query: Query) => Promise<T>) => work(query)
    : <T>(work: (query: Query) => Promise<T>) => insist(() => inTransaction(client, work), { pauses: busyPauses });
  return {
    shared: !inFile,
    query,
    run: (statement) => (inFile ? exclusively(() => statement(query)) : statement(query)).catch(rethrowOutage),
    write: (work) => exclusively(() => attempt(work).catch(rethrowOutage)),
    emptyLog: () => (inFile ? exclusively(emptyLog) : Promise.resolve()),
    compact: () => (inFile ? exclusively(() => guarded.execute("VACUUM").then(emptyLog)) : Promise.resolve()),
    ping: async () => void (await guarded.execute("SELECT 1")),
    async close() {
      // Closing alone leaves the log behind: the client's statements keep the connection open until they are
      // garbage-collected.
      if (inFile) await emptyLog().catch(ignoreBusy);
      guarded.close();
    },
  };
}

/** Throws if another program is reading what the log has: SQLite only says so in its answer. */
async function truncateLog(client: Client): Promise<void> {
  const [row] = (await client.execute("PRAGMA wal_checkpoint(TRUNCATE)")).rows;
  if (row?.busy !== 0) throw new LibsqlError("another program is reading the database", "SQLITE_BUSY");
}

function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

/** Limits the time until a response is complete. */
function fetchWithin(milliseconds: number) {
  return (request: Request): Promise<Response> => fetch(request, { signal: AbortSignal.timeout(milliseconds) });
}

/** The server lets one transaction write at a time, whichever process it comes from; the others wait. */
async function inTransaction<T>(client: Client, work: (query: Query) => Promise<T>): Promise<T> {
  const transaction = await client.transaction("write").catch((error: unknown) => {
    throw serverFailure(error);
  });
  // It has every part of a client that a query uses.
  const guarded = guard(transaction as unknown as Client & Transaction, serverAccess([]));
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
 * Milliseconds before another try after a lock. A file is locked by another program, such as a backup tool; a server is
 * merging its own log into the database, and does not queue writers for that.
 */
const BUSY_PAUSES = [10, 30, 100, 300, 1000, 1000, 1000, 1000];

interface Insisting {
  readonly pauses: readonly number[];
  /** Makes the client usable again. */
  readonly recover?: () => void;
}

/** Does `work` again while it meets a lock: nothing of the tries before has happened. */
async function insist<T>(work: () => Promise<T>, { pauses, recover }: Insisting): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      recover?.();
      if (tries >= pauses.length) throw error;
    }
    // So that they do not all try at once.
    await pause(pauses[tries]! * (0.5 + Math.random()));
  }
}

/** Does something with the database, which may be locked; throws what went wrong in the words of `outages.ts`. */
type Access = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * After one SQLITE_BUSY a connection to a file reports writes as done that never reach the disk (libsql-client-ts #352),
 * so it is thrown away at once, and the next one has its settings before anything else.
 */
function fileAccess(client: Client, pauses: readonly number[]): Access {
  let connection = 0;
  let prepared = -1;

  function renew(): void {
    if (client.closed) return;
    connection++;
    void client.reconnect();
  }

  async function onConnection<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const own = connection;
      try {
        if (prepared !== own) await client.executeMultiple(SETTINGS);
        // Another one may have been thrown away meanwhile.
        if (own === connection) {
          prepared = own;
          return await work();
        }
      } catch (error) {
        // What waits for a connection that is thrown away has not begun.
        const isLost = error instanceof LibsqlError && error.code === "CLIENT_CLOSED";
        if (client.closed || !isLost) throw error;
      }
    }
  }

  return (work) =>
    insist(() => onConnection(work), { pauses, recover: renew }).catch((error: unknown) => {
      throw isBusy(error) ? new DatabaseBusy("The database is locked by another process.", { cause: error }) : error;
    });
}

function serverAccess(pauses: readonly number[]): Access {
  return (work) =>
    insist(work, { pauses }).catch((error: unknown) => {
      throw serverFailure(error);
    });
}

/**
 * The client without interactive transactions: they would block other writers and, with a file, even the event loop.
 */
function guard<Target extends Client>(client: Target, reach: Access): Target {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name === "transaction") {
        return () => Promise.reject(new Error("No interactive transactions: use Database.write with query.batch."));
      }
      const method = value.bind(target) as (...words: unknown[]) => unknown;
      if (name === "close") return method;
      return (...words: unknown[]) => reach(async () => method(...words));
    },
  });
}

/** Reads the whole file, so that damage is found at the start and not weeks later. */
async function checkFile(client: Client): Promise<void> {
  const [fault] = (await client.execute("PRAGMA quick_check(1)")).rows;
  if (fault !== undefined && fault[0] !== "ok") throw new DatabaseDamaged(String(fault[0]));
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
