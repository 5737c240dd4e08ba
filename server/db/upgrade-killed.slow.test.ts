import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { denoBinary, denoFlags } from "../start.mjs";
import { freePort } from "../testing/services/free-port.ts";
import { MIGRATION_TAGS, makeOldTables } from "../testing/services/old-database.ts";
import { openDatabase } from "./client.ts";

/** How often the conversion is killed in its middle. */
const TRIES = Number(process.env.CONVERSION_KILLS ?? 20);
/** So that there is a middle. */
const PAGES = 4_000;

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const OLD = MIGRATION_TAGS.indexOf("0037_page_records");

let folder: string;
let dataDir: string;
/** How long the write-ahead log is when the conversion is done; it grows all the time. */
let wholeLog: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-killed-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  const client = createClient({ url: at(folder) });
  await makeOldTables(client, { last: OLD - 1, folder });
  await client.batch(contents(), "write");
  client.close();
  await fresh();
  const database = await openDatabase({ url: at(dataDir), keepsCopy: false });
  wholeLog = await logBytes();
  await database.close();
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (place: string) => pathToFileURL(join(place, "circuitgrade.db")).href;

/** A class's pages: each corrected, graded twice and with ink of its wires. */
function contents(): string[] {
  const wires = JSON.stringify([{ net: 0, lines: [Array.from({ length: 100 }, (_, x) => ({ x, y: x }))] }]);
  const netlist = '{"nets":0,"gates":[],"inputs":[],"outputs":[]}';
  const all = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PAGES})`;
  return [
    `INSERT INTO users (id, email, name, password_hash, verified_at, created_at)
      VALUES ('ana', 'ana@example.edu', 'Ana', 'none', 1, 1)`,
    `INSERT INTO classes (id, user_id, code, "group", schedule, created_at)
      VALUES ('cpe', 'ana', 'CPE 101', 3, 'MWF 9:00-10:00', 1)`,
    `INSERT INTO tasks (id, user_id, class_id, title, description, exam_type, due_at, created_at, updated_at)
      VALUES ('adder', 'ana', 'cpe', 'Half adder', '', 'quiz', 4102444800000, 1, 1)`,
    `${all} INSERT INTO submissions (id, task_id, student_id, item, filename, mimetype, size, sha256, page, uploaded_by,
        received_at, counts, graded, total_grade, comment)
      SELECT 's' || i, 'adder', 20230000 + i, 1, 'a.png', 'image/png', 3, '${"ab".repeat(32)}', 1, 'student', 1, 1, 1, 9,
        'Well done' FROM n`,
    `${all} INSERT INTO analyses (id, submission_id, state, width, height, edited, revision, updated_at, netlist, wires,
        wire_corrections, uncorrected)
      SELECT 'a' || i, 's' || i, 'done', 100, 80, 1, 4, 9, '${netlist}', '${wires}',
        '[{"kind":"cut","at":{"x":1,"y":2}}]', '{"netlist":${netlist},"wires":${wires},"predictions":[]}' FROM n`,
    `${all} INSERT INTO grade_log (submission_id, changed_by, previous_grade, total_grade, comment, changed_at)
      SELECT 's' || i, 'bo@example.edu', NULL, 4, NULL, 10 FROM n`,
    `${all} INSERT INTO grade_log (submission_id, changed_by, previous_grade, total_grade, comment, changed_at)
      SELECT 's' || i, 'ana@example.edu', 4, 9, 'Well done', 30 FROM n`,
  ];
}

/** The old data folder again, as its version closed it. */
async function fresh(): Promise<void> {
  for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
  await copyFile(join(folder, "circuitgrade.db"), join(dataDir, "circuitgrade.db"));
}

async function startServer(): Promise<ChildProcess> {
  const variables = { PORT: String(await freePort()), DATA_DIR: dataDir, UI_DIR: dataDir };
  return spawn(denoBinary(), ["run", ...denoFlags(variables), MAIN], {
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", ...variables },
    stdio: "ignore",
  });
}

async function logBytes(): Promise<number> {
  return (await stat(join(dataDir, "circuitgrade.db-wal")).catch(() => null))?.size ?? 0;
}

/** Starts the server and kills it when it has written so much of the conversion's log. */
async function killAt(part: number): Promise<void> {
  const server = await startServer();
  const ended = once(server, "exit");
  while (server.exitCode === null && (await logBytes()) < part * wholeLog) await pause(1);
  server.kill("SIGKILL");
  await ended;
}

/** All that a folder's database has, in words that can be compared. */
async function contentOf(place: string) {
  const client = createClient({ url: at(place) });
  try {
    const rows = async (query: string) => (await client.execute(query)).rows.map((row) => Object.values(row));
    const tables = (await rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")).flat();
    const content: Record<string, unknown> = {};
    for (const table of tables) {
      const columns = (await rows(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`)).flat();
      const sizes = columns.map((name) => `total(length("${name}")), min("${name}"), max("${name}")`);
      content[String(table)] = [columns, await rows(`SELECT count(*), ${sizes.join()} FROM "${table}"`)];
    }
    return { content, integrity: (await rows("PRAGMA integrity_check")).flat() };
  } finally {
    client.close();
  }
}

it(`kill -9 in the middle of the conversion leaves the old state, ${TRIES} times, and the next start converts it`, async () => {
  const old = await contentOf(folder);
  expect(old.content).toHaveProperty("grade_log");
  expect(old.integrity).toEqual(["ok"]);
  let [inMiddle, later] = [0, 0];
  for (let attempt = 0; inMiddle < TRIES && attempt < 2 * TRIES; attempt++) {
    await fresh();
    await killAt((0.9 * ((attempt % TRIES) + 0.5)) / TRIES);
    const left = await contentOf(dataDir);
    expect(left.integrity).toEqual(["ok"]);
    if ("grade_log" in left.content) {
      expect(left).toEqual(old);
      inMiddle++;
    } else later++;
  }
  // A busy machine may kill it only after the end.
  expect({ inMiddle, later }).toMatchObject({ inMiddle: TRIES });

  const database = await openDatabase({ url: at(dataDir) });
  await database.close();
  const converted = await contentOf(dataDir);
  expect(converted.content).not.toHaveProperty("grade_log");
  expect(converted.content).toMatchObject({ statements: [expect.anything(), [expect.arrayContaining([3 * PAGES])]] });
  const copies = (await readdir(dataDir)).filter((name) => name.includes(".before-"));
  expect(copies).toHaveLength(1);
  const kept = join(folder, "kept");
  await mkdir(kept);
  await copyFile(join(dataDir, copies[0]!), join(kept, "circuitgrade.db"));
  expect(await contentOf(kept)).toEqual(old);
  expect(existsSync(join(dataDir, `${copies[0]}.partial`))).toBe(false);
}, 900_000);
