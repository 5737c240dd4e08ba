import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openDatabase } from "./client.ts";
import { DatabaseBusy, DatabaseNewer } from "./outages.ts";
import { classes, enrolments, users } from "./schema.ts";

let folder: string;
let url: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "circuitgrade-db-"));
  url = `file:${join(folder, "test.db")}`;
  database = await openDatabase({ url, busyPauses: [] });
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const user = (id: string) => ({ id, email: `${id}@example.edu`, name: id, passwordHash: "-", createdAt: 0 });

async function pragma(name: string): Promise<unknown> {
  return Object.values((await database.query.get<Record<string, unknown>>(sql.raw(`PRAGMA ${name}`))) ?? {})[0];
}

/** What another connection finds in the file. */
async function emailsOnDisk(): Promise<string[]> {
  const other = createClient({ url });
  const { rows } = await other.execute("SELECT email FROM users ORDER BY email");
  other.close();
  return rows.map((row) => String(row.email));
}

/** Runs `work` while another connection holds the file's write lock, as a second process would. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const other = createClient({ url });
  const lock = await other.transaction("write");
  await lock.execute("INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('x', 'x', 'x', '-', 0)");
  try {
    await work();
  } finally {
    await lock.rollback();
    other.close();
  }
}

it("keeps what it acknowledges, and nothing that was deleted: WAL, FULL sync, foreign keys, zeros, also after a lost lock", async () => {
  const settings = async () => [
    await pragma("journal_mode"),
    await pragma("synchronous"),
    await pragma("foreign_keys"),
    await pragma("secure_delete"),
  ];
  expect(await settings()).toEqual(["wal", 2, 1, 1]);
  await whileLocked(async () => {
    await expect(database.write((query) => query.insert(users).values(user("a")))).rejects.toThrow(DatabaseBusy);
  });
  expect(await settings()).toEqual(["wal", 2, 1, 1]);
});

it("writes to the disk after a busy file, and not only into its own view", async () => {
  await whileLocked(async () => {
    await expect(database.write((query) => query.insert(users).values(user("a")))).rejects.toThrow(DatabaseBusy);
  });
  for (const id of ["b", "c", "d"]) await database.write((query) => query.insert(users).values(user(id)));
  expect(await emailsOnDisk()).toEqual(["b@example.edu", "c@example.edu", "d@example.edu"]);
});

it("recovers from a batch that met a busy file", async () => {
  await whileLocked(async () => {
    const batch = database.write((query) => query.batch([query.insert(users).values(user("a"))]));
    await expect(batch).rejects.toThrow(DatabaseBusy);
  });
  await database.write((query) => query.batch([query.insert(users).values(user("b"))]));
  expect(await emailsOnDisk()).toEqual(["b@example.edu"]);
});

it("waits for a file that is locked for a moment, and lets its thread do other things", async () => {
  await database.close();
  database = await openDatabase({ url });
  let writing: Promise<unknown> = Promise.resolve();
  await whileLocked(async () => {
    writing = database.write((query) => query.insert(users).values(user("a")));
    await setTimeout(300);
    expect(await database.query.select().from(users)).toEqual([]);
  });
  await writing;
  expect(await emailsOnDisk()).toEqual(["a@example.edu"]);
  expect(await pragma("foreign_keys")).toBe(1);
});

it("takes 300 writes at once, each one complete", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `u${index}`);
  await Promise.all(ids.map((id) => database.write((query) => query.insert(users).values(user(id)))));
  expect((await emailsOnDisk()).length).toBe(300);
});

it("lets no other write happen between a read and the write that relies on it", async () => {
  await database.write((query) => query.insert(users).values({ ...user("a"), name: "0" }));
  const increment = () =>
    database.write(async (query) => {
      const [row] = await query.select({ name: users.name }).from(users).where(eq(users.id, "a"));
      await setTimeout(1);
      await query.update(users).set({ name: String(Number(row?.name) + 1) });
    });
  await Promise.all(Array.from({ length: 50 }, increment));
  expect((await database.query.select().from(users))[0]?.name).toBe("50");
});

it("goes on after a write that failed", async () => {
  const failing = database.write(() => Promise.reject(new Error("broken")));
  const next = database.write((query) => query.insert(users).values(user("a")));
  await expect(failing).rejects.toThrow("broken");
  await next;
  expect(await emailsOnDisk()).toEqual(["a@example.edu"]);
});

it("writes a batch completely or not at all", async () => {
  const batch = database.write((query) =>
    query.batch([query.insert(users).values(user("a")), query.insert(users).values(user("a"))]),
  );
  await expect(batch).rejects.toThrow();
  expect(await emailsOnDisk()).toEqual([]);
});

it("has no interactive transactions, which would freeze the event loop", async () => {
  await expect(database.query.transaction(async () => undefined)).rejects.toThrow("No interactive transactions");
});

it("refuses rows without a parent, and deletes children with it", async () => {
  const group = { id: "c", userId: "a", code: "CPE", group: 1, schedule: "-", createdAt: 0 };
  await expect(database.write((query) => query.insert(classes).values(group))).rejects.toThrow();
  await database.write((query) =>
    query.batch([
      query.insert(users).values(user("a")),
      query.insert(classes).values(group),
      query.insert(enrolments).values({ classId: "c", studentId: "20230001" }),
    ]),
  );
  await database.write((query) => query.delete(users));
  expect(await database.query.select().from(enrolments)).toEqual([]);
});

it("leaves everything in the file itself when it is closed", async () => {
  const log = `${fileURLToPath(url)}-wal`;
  await database.write((query) => query.insert(users).values(user("a")));
  expect(statSync(log).size).toBeGreaterThan(0);
  await database.close();
  expect(statSync(log, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  database = await openDatabase({ url });
});

it("empties the log when nobody reads it any more, and says if somebody goes on reading", async () => {
  const log = `${fileURLToPath(url)}-wal`;
  await database.write((query) => query.insert(users).values(user("a")));
  const other = createClient({ url });
  const reading = await other.transaction("read");
  await reading.execute("SELECT * FROM users");
  await database.write((query) => query.delete(users));
  await expect(database.emptyLog()).rejects.toThrow(DatabaseBusy);
  await expect(database.compact()).rejects.toThrow(DatabaseBusy);
  expect(statSync(log).size).toBeGreaterThan(0);
  await database.close();
  database = await openDatabase({ url });
  const emptied = database.emptyLog();
  await setTimeout(100);
  await reading.rollback();
  other.close();
  await emptied;
  expect(statSync(log).size).toBe(0);
});

it("waits for a restored file that another program locks", async () => {
  const restored = `file:${join(folder, "restored.db")}`;
  const other = createClient({ url: restored });
  await other.execute("CREATE TABLE mine (id)");
  // It has no write-ahead log yet, so that a writer keeps readers out.
  const lock = await other.transaction("write");
  await lock.executeMultiple("COMMIT; BEGIN EXCLUSIVE");
  const opening = openDatabase({ url: restored });
  await setTimeout(200);
  await lock.rollback();
  other.close();
  await (await opening).close();
});

it("answers every read while writes wait for a lock", async () => {
  await database.close();
  database = await openDatabase({ url });
  let writing: Promise<unknown> = Promise.resolve();
  await whileLocked(async () => {
    writing = Promise.all(["a", "b", "c"].map((id) => database.write((query) => query.insert(users).values(user(id)))));
    for (let round = 0; round < 300; round++) {
      await Promise.all(Array.from({ length: 10 }, () => database.query.select().from(users)));
      if (round % 10 === 0) await setTimeout(1);
    }
  });
  await writing;
  expect((await emailsOnDisk()).length).toBe(3);
});

it("opens an existing database, and keeps its content", async () => {
  await database.write((query) => query.insert(users).values(user("a")));
  await database.close();
  database = await openDatabase({ url });
  expect(await database.query.select({ id: users.id }).from(users)).toEqual([{ id: "a" }]);
});

it("refuses a database of a newer version", async () => {
  const aStepOfTomorrow = sql`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('new', ${Date.now() * 2})`;
  await database.write((query) => query.run(aStepOfTomorrow));
  await expect(openDatabase({ url })).rejects.toThrow(DatabaseNewer);
  await expect(openDatabase({ url })).rejects.toThrow("install that version again, or restore a backup");
});
