import { fileURLToPath } from "node:url";
import { type Client, createClient, LibsqlError } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import * as schema from "./schema.ts";

export type Query = LibSQLDatabase<typeof schema>;

/** The one door to the database. */
export interface Database {
  /** For reading, at any time. */
  readonly query: Query;
  /**
   * Runs `work` while no other write runs: what it reads stays true until it has written. Several statements that
   * belong together go into one `query.batch([…])`, which happens wholly or not at all. Must not be nested.
   */
  write<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  /** Brings a file's log of late writes (WAL) into the file, and lets go of it. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `file:…`, or a libSQL server's address. */
  readonly url: string;
  readonly authToken?: string | undefined;
  /** How long a locked file is waited for; the event loop stands still meanwhile. */
  readonly busyTimeoutMs?: number;
}

/** Another process holds the file: nothing was written; try again. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
}

const MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));

/** Opens the database and brings its tables up to date. One process may have a file open. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const inFile = options.url.startsWith("file:");
  // A single connection: PRAGMAs reach only the connection they are sent on, and no statement waits for another.
  const client = createClient({
    url: options.url,
    ...(options.authToken !== undefined && { authToken: options.authToken }),
    ...(inFile && { timeout: options.busyTimeoutMs ?? 5000, concurrency: 1 }),
  });
  const guarded = inFile ? await guardFile(client) : client;
  const query = drizzle(guarded, { schema, casing: "snake_case" });
  await migrate(query, { migrationsFolder: MIGRATIONS });
  const exclusively = createMutex();
  return {
    query,
    write: (work) => exclusively(() => work(query).catch((error) => Promise.reject(findBusy(error) ?? error))),
    ping: async () => void (await guarded.execute("SELECT 1")),
    async close() {
      // Closing alone leaves the log behind: the client's statements hold the connection until they are collected.
      if (inFile) await guarded.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      guarded.close();
    },
  };
}

/**
 * What keeps a local file safe with this client: after one SQLITE_BUSY a connection reports writes as done that never
 * reach the disk (libsql-client-ts #352), so it is thrown away at once; and an interactive transaction freezes the
 * event loop for whoever writes beside it, so there are none.
 */
async function guardFile(client: Client): Promise<Client> {
  await client.execute("PRAGMA journal_mode = WAL");
  await prepareConnection(client);

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await client.reconnect();
      await prepareConnection(client);
      throw new DatabaseBusy("The database is locked by another process.", { cause: error });
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
      return (...words: unknown[]) => guard(async () => method(...words));
    },
  });
}

async function prepareConnection(client: Client): Promise<void> {
  await client.execute("PRAGMA synchronous = FULL");
  await client.execute("PRAGMA foreign_keys = ON");
}

function isBusy(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof LibsqlError && /^SQLITE_(BUSY|LOCKED)/.test(at.code)) return true;
  }
  return false;
}

/** The `DatabaseBusy` behind an error: the query builder wraps what its client throws. */
export function findBusy(error: unknown): DatabaseBusy | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseBusy) return at;
  return null;
}

/** Runs what it is given one after the other, in the order of the calls; a failure does not hinder the next. */
function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
