import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./db/client.ts";
import { jobs } from "./db/schema.ts";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "./testing/pages.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import type { TestClient } from "./testing/test-client.ts";
import { openTestServer } from "./testing/test-server.ts";

let folder: string;
let servers: SpawnedServer[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-process-"));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  await rm(folder, { recursive: true, force: true });
});

async function start(...words: Parameters<typeof spawnServer>): Promise<SpawnedServer> {
  const server = await spawnServer(...words);
  servers.push(server);
  return server;
}

/** A folder name with everything that options, URLs and shells may trip over. */
const ODD_NAME = "odd, name #1 %41 é?";

/** A data folder with an instructor, a task and pages that wait to be read; returns the instructor's credentials. */
async function prepared(dataDir: string): Promise<{ cookie: string; taskId: string }> {
  const students = Array.from({ length: 12 }, (_, index) => String(20230001 + index));
  const before = await openTestServer({ DATA_DIR: dataDir });
  try {
    before.clock.now = Date.now();
    // Over http, as the real server runs here, the cookie has a shorter name.
    const ana = await before.instructor();
    const classId = await makeClass(ana, { studentList: students });
    const dueDate = new Date(Date.now() + 86_400_000).toISOString();
    const taskId = await makeTask(ana, classId, { dueDate });
    const page = await sheetWithQr("20230001_quiz[1].png", qrTextOf(before.context, { taskId, item: 1 }));
    const files = students.map((student) => ({ name: `${student}_quiz[1].png`, bytes: page }));
    const { body } = await ana.call("uploadFiles", { body: uploadForm(taskId, files) });
    expect(body.files_uploaded).toHaveLength(students.length);
    return { cookie: ana.cookies.get("__Host-session") ?? "", taskId };
  } finally {
    await before.close();
  }
}

it("stops cleanly when npm start gets a signal: pages return to the queue, the database is closed", async () => {
  const dataDir = join(folder, ODD_NAME);
  const { cookie, taskId } = await prepared(dataDir);
  const server = await start({ DATA_DIR: dataDir }, "npm");
  const ana = server.visitor();
  ana.cookies.set("session", cookie);
  await expect.poll(() => statesOf(ana, taskId), { timeout: 60_000 }).toContain("done");
  // npm itself ends as its shell does, by the signal.
  await server.stop("SIGTERM");
  expect(server.output()).toContain('"event":"stopped"');
  await expect(fetch(server.origin)).rejects.toThrow();
  expect(await logSize(dataDir)).toBe(0);
  expect(await readdir(dataDir)).not.toContain("address");
  const database = await openDatabase({ url: pathToFileURL(join(dataDir, "circuitgrade.db")).href });
  const waiting = await database.query.select().from(jobs);
  await database.close();
  expect(waiting.length).toBeGreaterThan(0);
  for (const job of waiting) expect(job).toMatchObject({ state: "queued", tries: 0, processId: null });
});

/** Bytes that are not yet in the database file itself. */
async function logSize(dataDir: string): Promise<number> {
  return (await stat(join(dataDir, "circuitgrade.db-wal")).catch(() => ({ size: 0 }))).size;
}

async function statesOf(client: TestClient, taskId: string): Promise<string[]> {
  const { body } = await client.call("getFiles", { params: { taskId } });
  return body.files.map(({ analysis }) => analysis);
}

it.each(["npm", "launcher", "deno"] as const)("also stops at Ctrl-C (%s)", async (door) => {
  const server = await start({ DATA_DIR: folder }, door);
  const code = await server.stop("SIGINT");
  if (door !== "npm") expect(code).toBe(0);
  await expect(fetch(server.origin)).rejects.toThrow();
  expect(await logSize(folder)).toBe(0);
});

it("stops when npm start is killed, and leaves no program behind", async () => {
  const server = await start({ DATA_DIR: folder }, "npm");
  const shell = Number(await readFile(`/proc/${server.process.pid}/task/${server.process.pid}/children`, "utf8"));
  process.kill(shell, "SIGKILL");
  await server.kill();
  expect(server.output()).toContain('"event":"stopped"');
  await expect(fetch(server.origin)).rejects.toThrow();
});

it("stops when its launcher is killed at once, so that the next one can start", async () => {
  const server = await start({ DATA_DIR: folder }, "launcher");
  process.kill(server.process.pid!, "SIGKILL");
  await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('"event":"stopped"');
  const next = await start({ DATA_DIR: folder }, "launcher");
  expect(await next.stop()).toBe(0);
});

it("refuses a data folder or database that another server uses", async () => {
  const [dataDir, elsewhere] = [join(folder, "data"), join(folder, "elsewhere")];
  const DATABASE_URL = pathToFileURL(join(folder, ODD_NAME)).href;
  const server = await start({ DATA_DIR: dataDir, DATABASE_URL }, "deno");
  await expect(start({ DATA_DIR: dataDir }, "deno")).rejects.toThrow(
    `The server ended with 2:\nA server already runs with this data folder, at ${server.origin}: stop it first, or set another DATA_DIR.\n`,
  );
  await expect(start({ DATA_DIR: elsewhere, DATABASE_URL }, "deno")).rejects.toThrow(
    `The server ended with 2:\nA server already runs with the database ${join(folder, ODD_NAME)}: stop it first, or set another DATABASE_URL.\n`,
  );
  await server.kill();
  // A lock ends with its process, however that ends.
  const next = await start({ DATA_DIR: dataDir, DATABASE_URL }, "deno");
  expect(await next.stop()).toBe(0);
});

it.each(["nowhere.invalid", "192.0.2.1"])("says what is wrong with the HOST %s", async (HOST) => {
  await expect(start({ DATA_DIR: folder, HOST }, "launcher")).rejects.toThrow(
    "The server ended with 2:\nThis machine does not have the address in HOST: choose one that it has, or 0.0.0.0 for all.\n",
  );
});

it("refuses a data folder of a newer version", async () => {
  const database = await openDatabase({ url: pathToFileURL(join(folder, "circuitgrade.db")).href });
  await database.write((query) =>
    query.run(sql`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('new', 9e12)`),
  );
  await database.close();
  await expect(start({ DATA_DIR: folder }, "deno")).rejects.toThrow(
    "The server ended with 2:\nThe database belongs to a newer version of CircuitGrade",
  );
});
