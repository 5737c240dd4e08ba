import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import type { TokenScope } from "../../core/rules/accounts/access-token.ts";
import type { Mail } from "../adapters/mailer.ts";
import { hashToken, newId, newToken } from "../adapters/random.ts";
import { createApp, type HttpApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { type AppContext, createContext } from "../context.ts";
import { accessTokens, users } from "../db/schema.ts";
import { startSession } from "../services/accounts/sessions.ts";
import { borrowPool } from "./borrow-pool.ts";
import { writeEmptyDatabase } from "./services/empty-database.ts";
import { openLibsqlServer } from "./services/libsql-server.ts";
import { TestClient } from "./test-client.ts";

/** The server on a real libSQL file in a separate folder, with a fixed clock and without sending mails. */
export interface TestServer {
  readonly app: HttpApp;
  readonly context: AppContext;
  /** Every mail that was sent, oldest first. */
  readonly mails: Mail[];
  /** Every line that was logged. */
  readonly logged: string[];
  readonly clock: { now: number; advance(milliseconds: number): void };
  /** A visitor without a session. */
  visitor(): TestClient;
  /** A signed-in instructor with this address; created if there is none. */
  instructor(email?: string): Promise<TestClient & { readonly userId: string }>;
  /** A program of the user's, with its own access token. */
  program(userId: string, scope?: TokenScope): Promise<TestClient & { readonly tokenId: string }>;
  /** Makes the mailer refuse from now on, with this error; null: it takes mails again. */
  breakMail(error?: Error | null): void;
  close(): Promise<void>;
}

/** 1 November 2026, 12:00 in Manila. */
const TEST_START = Date.UTC(2026, 10, 1, 4);

/**
 * `variables` are settings, as in the environment. Call `close` when done. With TEST_DATABASE=server the database is a
 * libSQL server, over the network.
 */
export async function openTestServer(variables: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-server-"));
  const mails: Mail[] = [];
  const logged: string[] = [];
  const clock = {
    now: TEST_START,
    advance(milliseconds: number) {
      clock.now += milliseconds;
    },
  };
  let mailError: Error | null = null;
  const remote = process.env.TEST_DATABASE === "server" ? await openLibsqlServer() : null;
  if (remote === null) await writeEmptyDatabase(join(folder, "circuitgrade.db"));
  const config = readConfig({
    DATA_DIR: folder,
    ORIGIN: "https://grading.example.edu",
    ...(remote && { DATABASE_URL: `http://${remote.host}`, DATABASE_AUTH_TOKEN: remote.token }),
    ...variables,
  });
  const context = await createContext(config, {
    now: () => clock.now,
    writeLog: (line) => void logged.push(line),
    openPool: borrowPool,
    mailer: {
      async send(mail) {
        if (mailError) throw mailError;
        mails.push(mail);
      },
    },
  });
  // No power cut is tested here: no write waits for the disk.
  if (config.database.url.startsWith("file:")) await context.db.query.run(sql`PRAGMA synchronous = OFF`);
  const app = createApp(context);

  function visitor(): TestClient {
    return new TestClient((url, init) => app.hono.request(url, init), config.origin);
  }

  async function instructor(email = "ana@example.edu") {
    const [known] = await context.db.query.select().from(users).where(eq(users.email, email));
    const userId = known?.id ?? newId();
    if (!known) {
      const name = email.split("@")[0]!;
      const row = { id: userId, email, name, passwordHash: "none", verifiedAt: clock.now, createdAt: clock.now };
      await context.db.write((query) => query.insert(users).values(row));
    }
    const { token } = await startSession(context, { userId, remember: false });
    const client = visitor();
    client.cookies.set("__Host-session", token);
    return Object.assign(client, { userId });
  }

  async function program(userId: string, scope: TokenScope = "grade") {
    const [id, token] = [newId(), newToken()];
    const row = { id, userId, name: "Laptop", scope, tokenHash: hashToken(token), createdAt: clock.now };
    const expiresAt = clock.now + 24 * 60 * 60 * 1000;
    await context.db.write((query) => query.insert(accessTokens).values({ ...row, expiresAt }));
    return Object.assign(visitor(), { tokenId: id, bearer: token });
  }

  return {
    app,
    context,
    mails,
    logged,
    clock,
    visitor,
    instructor,
    program,
    breakMail: (error = new Error("The mail server does not answer.")) => {
      mailError = error;
    },
    async close() {
      await context.lifecycle.stop();
      await remote?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server that is closed when the test ends that opens it, also in `beforeEach`. */
export async function serverOfTest(variables?: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await openTestServer(variables);
  onTestFinished(() => server.close());
  return server;
}
