import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LOST_FILES_HEADER } from "../../contract/backup.ts";
import { submissions } from "../../db/schema.ts";
import { ANA, appCode, turnOnSecondFactor } from "../../testing/accounts.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../../testing/pages.ts";
import { openTestServer, type TestServer } from "../../testing/test-server.ts";
import { listErasures } from "../privacy/erasure-list.ts";

const COMMAND = fileURLToPath(new URL("../../../cli/circuitgrade.mjs", import.meta.url));

let server: TestServer;
let folder: string;
let taskId: string;
let page: Buffer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-backup-"));
  server = await openTestServer();
  const ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  page = await sheetWithQr("20230001_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
  const form = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: page }]);
  await server.visitor().call("uploadFiles", { body: form });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function backup(): Promise<{ status: number; archive: Buffer; lost: string | null }> {
  const headers = { authorization: `Bearer ${server.context.secrets.admin}`, "content-type": "application/json" };
  const response = await server.visitor().fetch("/admin/backup", { method: "POST", headers });
  const lost = response.headers.get(LOST_FILES_HEADER);
  return { status: response.status, archive: Buffer.from(await response.arrayBuffer()), lost };
}

/** Runs `circuitgrade restore` on these bytes. */
async function restore(archive: Uint8Array, data: string): Promise<{ code: number | null; words: string }> {
  const path = join(folder, "archive.tar.gz");
  await writeFile(path, archive);
  const child = spawn(process.execPath, [COMMAND, "restore", path, "--data", data], {
    // The test server's clock stands still, and this program's does not: its backups would expire.
    env: { ...process.env, BACKUP_DAYS: "9999" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, words };
}

it("a backup of a running server is restored with everything in it", { timeout: 240_000 }, async () => {
  const { status, archive } = await backup();
  expect(status).toBe(200);
  // The server continues, and the backup stays as it was made.
  await server.context.db.write((query) => query.delete(submissions));
  const data = join(folder, "data");
  const { code, words } = await restore(archive, data);
  expect({ code, words }).toMatchObject({ code: 0, words: expect.stringContaining("1 submission; all checked") });
  const restored = await openTestServer({ DATA_DIR: data });
  try {
    expect(restored.context.secrets.template).toBe(server.context.secrets.template);
    const ana = await restored.instructor();
    const { body } = await ana.call("getFiles", { params: { taskId } });
    expect(body.files).toHaveLength(1);
    const { response } = await ana.call("getFile", { params: { fileId: body.files[0]!.id } });
    expect(Buffer.from(await response.arrayBuffer()).equals(page)).toBe(true);
  } finally {
    await restored.close();
  }
  const left = await readdir(server.context.config.dataDir);
  expect(left.filter((name) => name.startsWith("backup-"))).toEqual([]);
});

it("a backup that lacks a file says so, and is restored with exit code 1", { timeout: 240_000 }, async () => {
  expect((await backup()).lost).toBeNull();
  const name = createHash("sha256").update(page).digest("hex");
  await rm(join(server.context.config.dataDir, "files", name.slice(0, 2), name));
  const { status, archive, lost } = await backup();
  expect([status, lost]).toEqual([200, "1"]);
  const { code, words } = await restore(archive, join(folder, "data"));
  expect([code, words]).toEqual([1, expect.stringContaining('missing: 20230001_quiz[1].png, "Half adder"')]);
});

it("who was erased since is erased again in a restored backup", { timeout: 240_000 }, async () => {
  const { archive } = await backup();
  server.clock.advance(1000);
  const ana = await server.instructor();
  const params = { studentId: "20230001" };
  const { fingerprint } = (await ana.call("describeStudent", { params })).body;
  expect((await ana.call("eraseStudent", { params, body: { fingerprint } })).status).toBe(200);
  const [erasure] = await readdir(join(server.context.config.dataDir, "files", "erasures"), { recursive: true });
  expect(erasure).toBeDefined();
  const lines = (await listErasures(server.context)).map((each) => `${JSON.stringify(each)}\n`);
  await writeFile(join(folder, "circuitgrade-erasures.jsonl"), lines.join(""));
  const data = join(folder, "data");
  const { code, words } = await restore(archive, data);
  expect(words).toContain("1 student erased again: it was done after the backup was made.");
  expect(code).toBe(0);
  const restored = await openTestServer({ DATA_DIR: data });
  try {
    const again = await restored.instructor();
    expect((await again.call("getFiles", { params: { taskId } })).body.files).toEqual([]);
    expect((await again.call("describeStudent", { params })).status).toBe(404);
    expect(await restored.context.files.read(createHash("sha256").update(page).digest("hex"))).toBeNull();
  } finally {
    await restored.close();
  }
});

it("a restore says which erasures it could not do again", { timeout: 240_000 }, async () => {
  const { archive } = await backup();
  const at = new Date(server.clock.now + 1000).toISOString();
  const left = { files: [], records: [], trash: [] };
  const other = { version: 1, id: "another", at, student: "mark", secret: "another", classes: null, left };
  await writeFile(join(folder, "circuitgrade-erasures.jsonl"), `${JSON.stringify(other)}\n`);
  const { code, words } = await restore(archive, join(folder, "data"));
  expect(words).toContain("1 erasure could not be done again");
  expect(code).toBe(1);
});

it("an account's second factor works after a restore", { timeout: 240_000 }, async () => {
  const bo = { email: "bo@example.edu", password: ANA.password };
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  await command.call("createUser", { body: { ...bo, admin: false } });
  const client = server.visitor();
  await client.call("login", { body: bo });
  const now = server.clock.now;
  const { secret, codes } = await turnOnSecondFactor(client, { password: bo.password, now });
  const data = join(folder, "data");
  expect(await restore((await backup()).archive, data)).toMatchObject({ code: 0 });
  const restored = await openTestServer({ DATA_DIR: data });
  const logIn = (code?: string) => restored.visitor().call("login", { body: { ...bo, code } });
  try {
    expect((await logIn()).body.error.code).toBe("second-factor-needed");
    expect((await logIn(appCode(secret, now, 1))).status).toBe(200);
    expect((await logIn(codes[0])).status).toBe(200);
    expect((await logIn(codes[0])).body.error.code).toBe("code-incorrect");
  } finally {
    await restored.close();
  }
});

it("an archive that was changed or cut off, or is not one, is not restored", { timeout: 240_000 }, async () => {
  const { archive } = await backup();
  const tar = gunzipSync(archive);
  // A byte of the student's page, which the archive contains uncompressed.
  const at = tar.indexOf(page.subarray(1000, 1100));
  expect(at).toBeGreaterThan(0);
  tar[at] = tar[at]! ^ 255;
  const bad: [Uint8Array, string][] = [
    [gzipSync(tar), "differs from its list"],
    [archive.subarray(0, archive.length - 2000), "damaged or cut off"],
    [Buffer.from("no archive at all"), "damaged or cut off"],
  ];
  for (const [bytes, reason] of bad) {
    const data = join(folder, "data");
    const { code, words } = await restore(bytes, data);
    expect(words).toContain(reason);
    expect(code).toBe(2);
    expect((await readdir(folder)).sort()).toEqual(["archive.tar.gz"]);
  }
});

it("an empty folder is filled in place, as a mounted disk must be, also after an interrupted restore", async () => {
  const { archive } = await backup();
  const data = join(folder, "data");
  await mkdir(join(data, "lost+found"), { recursive: true });
  const { ino } = await stat(data);
  expect(await restore(archive, data)).toMatchObject({ code: 0 });
  expect((await stat(data)).ino).toBe(ino);
  expect(await readdir(data)).toContain("circuitgrade.db");
  const killed = join(folder, "killed");
  await mkdir(join(killed, ".restored-abc"), { recursive: true });
  expect(await restore(archive, killed)).toMatchObject({ code: 0 });
  expect((await readdir(killed)).filter((name) => name.startsWith("."))).toEqual([]);
  const none = await restore(archive, join(folder, "archive.tar.gz"));
  expect(none).toEqual({ code: 2, words: expect.stringContaining("is a file. Name a folder.") });
});

it("nothing is restored over existing data, and nobody gets a backup without the token", async () => {
  const { archive } = await backup();
  const { dataDir } = server.context.config;
  const before = await readFile(join(dataDir, "template-secret"));
  const stranger = await server.visitor().fetch("/admin/backup", { method: "POST" });
  expect(stranger.status).toBe(401);
  const running = await restore(archive, dataDir);
  expect(running).toEqual({ code: 2, words: expect.stringContaining("A server already runs with this data folder") });
  await server.context.lifecycle.stop();
  const { code, words } = await restore(archive, dataDir);
  expect([code, words]).toEqual([2, expect.stringContaining("already contains data")]);
  expect(await readFile(join(dataDir, "template-secret"))).toEqual(before);
  const other = join(folder, "other");
  await mkdir(join(other, "thesis"), { recursive: true });
  expect(await restore(archive, other)).toEqual({ code: 2, words: expect.stringContaining("contains other files") });
  expect(await readdir(other)).toEqual(["thesis"]);
});
