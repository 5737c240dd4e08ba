import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLibsqlServer } from "../testing/services/libsql-server.ts";
import { MIGRATION_TAGS, makeOldTables } from "../testing/services/old-database.ts";
import { openTestServer } from "../testing/test-server.ts";
import { type Database, openDatabase } from "./client.ts";
import { BackupUnknown, DatabaseUnreachable, isDangling } from "./outages.ts";
import { classes, users } from "./schema.ts";

const remote = await openLibsqlServer();
afterAll(() => remote.close());

const user = (id: string) => ({ id, email: `${id}@example.edu`, name: id, passwordHash: "-", createdAt: 0 });

it.each([undefined, "eyJhbGciOiJFZERTQSJ9.e30.AAAA"])(
  "is refused with a clear message with the token %s",
  async (authToken) => {
    const opening = openDatabase({ url: `http://${remote.host}`, authToken });
    await expect(opening).rejects.toThrow(DatabaseUnreachable);
    await expect(opening).rejects.toThrow(/401.*: check DATABASE_URL and DATABASE_AUTH_TOKEN\./);
  },
);

it("says so where nobody answers", async () => {
  await expect(openDatabase({ url: "http://127.0.0.1:9" })).rejects.toThrow(DatabaseUnreachable);
});

it("says so where a server takes the question and never answers", async () => {
  const silent = createServer((socket) => socket.resume());
  const url = await new Promise<string>((resolve) =>
    silent.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)),
  );
  await expect(openDatabase({ url, patienceMs: 300 })).rejects.toThrow(DatabaseUnreachable);
  silent.close();
});

describe.each(["http://HOST", "ws://HOST", "libsql://HOST?tls=0"])("a libSQL server as %s", (address) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase({ url: address.replace("HOST", remote.host), authToken: remote.token });
  });
  afterAll(() => database.close());
  beforeEach(async () => void (await database.write((query) => query.delete(users))));

  const ids = async () => (await database.query.select({ id: users.id }).from(users)).map(({ id }) => id).sort();

  it("has the tables, keeps references, and deletes children with their parents", async () => {
    const group = { id: "c", userId: "a", code: "CPE", group: 1, schedule: "-", createdAt: 0 };
    const failure = await database.write((query) => query.insert(classes).values(group)).catch((error) => error);
    expect(isDangling(failure)).toBe(true);
    await database.write((query) =>
      query.batch([query.insert(users).values(user("a")), query.insert(classes).values(group)]),
    );
    await database.write((query) => query.delete(users));
    expect(await database.query.select().from(classes)).toEqual([]);
  });

  it("writes a batch completely or not at all", async () => {
    const batch = database.write((query) =>
      query.batch([query.insert(users).values(user("a")), query.insert(users).values(user("a"))]),
    );
    await expect(batch).rejects.toThrow(/constraint/i);
    expect(await ids()).toEqual([]);
  });

  it("takes many writes at once", async () => {
    const many = Array.from({ length: 50 }, (_, index) => `u${index}`);
    await Promise.all(many.map((id) => database.write((query) => query.insert(users).values(user(id)))));
    expect(await ids()).toEqual(many.sort());
  });

  it("what a write reads stays true until it has written, whichever process writes at the same time", async () => {
    const other = await openDatabase({ url: address.replace("HOST", remote.host), authToken: remote.token });
    await database.write((query) => query.insert(users).values({ ...user("a"), createdAt: 0 }));
    const count = async ({ write }: Database) => {
      await write(async (query) => {
        const [row] = await query.select().from(users);
        await query.batch([query.update(users).set({ createdAt: row!.createdAt + 1 })]);
      });
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => count(index % 2 ? database : other)));
    await other.close();
    expect(await database.query.select({ n: users.createdAt }).from(users)).toEqual([{ n: 20 }]);
  });

  it("makes other processes wait from the beginning of a write, whatever it does first", async () => {
    const other = await openDatabase({ url: address.replace("HOST", remote.host), authToken: remote.token });
    let beside: Promise<unknown> = Promise.resolve();
    const seen = await database.write(async (query) => {
      beside = other.write((theirs) => theirs.insert(users).values(user("b")));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return query.select().from(users);
    });
    expect(seen).toEqual([]);
    await beside;
    expect(await ids()).toEqual(["b"]);
    await other.close();
  });

  it("completes all statements and writes, also while the server merges its log", async () => {
    const options = { url: address.replace("HOST", remote.host), authToken: remote.token };
    const all = [database, await openDatabase(options), await openDatabase(options)];
    let isOver = false;
    const checkpoints = (async () => {
      while (!isOver) await remote.checkpoint();
    })();
    const work = all.flatMap((each, process) =>
      Array.from({ length: 30 }, async (_, index) => {
        await each.query.insert(users).values({ ...user(`${process}-${index}`), name: "n".repeat(20_000) });
        await each.write(async (query) => {
          await query.select({ id: users.id }).from(users).limit(1);
          await query.insert(users).values(user(`${process}-${index}-w`));
        });
      }),
    );
    const failures = (await Promise.allSettled(work)).filter(({ status }) => status === "rejected");
    isOver = true;
    await checkpoints;
    expect(failures).toEqual([]);
    expect(await ids()).toHaveLength(180);
    await Promise.all(all.slice(1).map((other) => other.close()));
  }, 60_000);

  it("undoes a write that fails, and passes on the failure", async () => {
    const failing = database.write(async (query) => {
      await query.insert(users).values(user("a"));
      throw new RangeError("of the work itself");
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await ids()).toEqual([]);
  });

  it("has no interactive transactions, which would block all other writes", async () => {
    await expect(database.query.transaction(async () => undefined)).rejects.toThrow("No interactive transactions");
  });

  it("is an outage while it is down, and continues afterwards with everything that it acknowledged", async () => {
    await database.write((query) => query.insert(users).values(user("kept")));
    await remote.kill();
    await expect(database.write((query) => query.insert(users).values(user("b")))).rejects.toThrow(DatabaseUnreachable);
    await expect(database.ping()).rejects.toThrow(DatabaseUnreachable);
    await remote.restart();
    await database.ping();
    expect(await ids()).toEqual(["kept"]);
  });
});

it("is brought up to date by several processes that start at once", async () => {
  const fresh = await openLibsqlServer();
  const options = { url: `http://${fresh.host}`, authToken: fresh.token };
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(options)));
  const [once] = await opened[0]!.query.all<{ n: number; tags: number }>(
    sql`SELECT count(*) AS n, count(DISTINCT created_at) AS tags FROM __drizzle_migrations`,
  );
  expect(once!.n).toBeGreaterThan(5);
  expect(once!.tags).toBe(once!.n);
  await Promise.all(opened.map((database) => database.close()));
  await fresh.close();
});

it("is only changed for a new version if somebody says that there is a backup; then one of many processes does it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-old-"));
  const from = join(folder, "old.db");
  const client = createClient({ url: pathToFileURL(from).href });
  await makeOldTables(client, { last: MIGRATION_TAGS.indexOf("0037_page_records") - 1, folder });
  await client.execute("INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('a', 'a', 'a', '-', 1)");
  client.close();
  const old = await openLibsqlServer({ from });
  try {
    const options = { url: `http://${old.host}`, authToken: old.token };
    const number = MIGRATION_TAGS.length;
    for (const backedUp of [undefined, number - 1]) {
      const opening = openDatabase({ ...options, backedUp });
      await expect(opening).rejects.toThrow(BackupUnknown);
      await expect(opening).rejects.toThrow(`start with DATABASE_BACKED_UP=${number}. Nothing was changed.`);
    }
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ ...options, backedUp: number })));
    const [once] = await opened[0]!.query.all<{ n: number }>(sql`SELECT count(*) AS n FROM __drizzle_migrations`);
    expect(once).toEqual({ n: number });
    expect(await opened[0]!.query.select({ id: users.id }).from(users)).toEqual([{ id: "a" }]);
    await Promise.all(opened.map((each) => each.close()));
    await (await openDatabase(options)).close();
  } finally {
    await old.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it("an outage is answered with 503 and a message, and ends when the database is back", async () => {
  const settings = { DATABASE_URL: `http://${remote.host}`, DATABASE_AUTH_TOKEN: remote.token };
  const server = await openTestServer(settings);
  const ana = await server.instructor();
  expect(Object.values((await server.context.db.query.get<object>(sql`PRAGMA foreign_keys`)) ?? {})).toEqual([1]);
  await remote.kill();
  const { status, body, headers } = await ana.call("getTasks", {});
  expect([status, body.error.code, headers.get("retry-after")]).toEqual([503, "busy", "5"]);
  expect((await server.visitor().call("health", {})).status).toBe(503);
  expect(server.logged.join("\n")).toContain('"event":"database-unreachable"');
  expect(server.logged.join("\n")).not.toContain(remote.token);
  await remote.restart();
  expect((await ana.call("getTasks", {})).status).toBe(200);
  await server.close();
});
