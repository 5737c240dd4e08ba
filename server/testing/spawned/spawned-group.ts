import { eq, sql } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { sharedSecrets } from "../../db/schema.ts";
import { type LibsqlServer, openLibsqlServer } from "../services/libsql-server.ts";
import { openS3Server, type S3Server } from "../services/s3-server.ts";
import { TestClient } from "../test-client.ts";
import { type SpawnedServer, spawnServer } from "./spawned-server.ts";

/** A libSQL server and a bucket, for server processes that share them. */
export interface SpawnedGroup {
  /** Where people reach the processes, whichever it is. */
  readonly origin: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The test's own access to the database. */
  readonly database: Database;
  readonly remote: LibsqlServer;
  readonly files: S3Server;
  /** Starts a process; `variables` are its settings that differ. */
  start(variables?: Readonly<Record<string, string>>): Promise<SpawnedServer>;
  /** A visitor whose calls go to this process, as if a proxy in front had chosen it. */
  visitorOf(server: SpawnedServer): TestClient;
  /** The secret that the processes sign templates with. */
  templateSecret(): Promise<string>;
  /** How many bytes the database takes. */
  databaseBytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openGroup(): Promise<SpawnedGroup> {
  const [remote, files] = await Promise.all([openLibsqlServer(), openS3Server()]);
  const origin = "http://grading.example.edu";
  const url = `http://${remote.host}`;
  const variables = {
    ...files.variables,
    ORIGIN: origin,
    DATABASE_URL: url,
    DATABASE_AUTH_TOKEN: remote.token,
  };
  const database = await openDatabase({ url, authToken: remote.token });
  const servers: SpawnedServer[] = [];
  return {
    origin,
    variables,
    database,
    remote,
    files,
    async start(own = {}) {
      // The server process itself: a test can kill it.
      const server = await spawnServer({ ...variables, ...own }, "deno");
      servers.push(server);
      return server;
    },
    visitorOf: ({ address }) => new TestClient((url, init) => fetch(url.replace(origin, address), init), origin),
    async templateSecret() {
      const [row] = await database.query.select().from(sharedSecrets).where(eq(sharedSecrets.name, "template"));
      return row?.value ?? "";
    },
    async databaseBytes() {
      const [pages, size] = await Promise.all(
        ["page_count", "page_size"].map((name) =>
          database.query.get<Record<string, number>>(sql.raw(`PRAGMA ${name}`)),
        ),
      );
      return Number(Object.values(pages ?? {})[0]) * Number(Object.values(size ?? {})[0]);
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await database.close();
      await remote.close();
      await files.close();
    },
  };
}
