import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigError } from "../../../config.ts";
import { submissions } from "../../../db/schema.ts";
import { insertSubmission, makeClass, makeTask } from "../../../testing/fixtures.ts";
import { openTestServer, type TestServer } from "../../../testing/test-server.ts";
import { registerClockwork } from "../../tasks/clock.ts";

const COMMAND = fileURLToPath(new URL("../../../../cli/circuitgrade.mjs", import.meta.url));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TOKEN = "a-token-of-24-characters";

let folder: string;
let backups: string;
let server: TestServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-scheduled-"));
  backups = join(folder, "backups");
  await mkdir(backups);
});

afterEach(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server at 12:00 of its time zone, which backs up at 12:30. */
async function open(variables: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await openTestServer({ BACKUP_DIR: backups, BACKUP_TIME: "12:30", METRICS_TOKEN: TOKEN, ...variables });
  registerClockwork(server.context);
}

/** One minute of the server's clock, with the work that it begins. */
async function tick(): Promise<void> {
  await server.context.lifecycle.tick();
  await server.context.lifecycle.settled();
}

async function gauge(name: string): Promise<number> {
  const { response } = await Object.assign(server.visitor(), { bearer: TOKEN }).call("metrics", {});
  const line = (await response.text()).split("\n").find((one) => one.startsWith(`circuitgrade_backup_${name} `));
  return Number(line?.split(" ")[1]);
}

async function described() {
  return (await Object.assign(server.visitor(), { bearer: server.context.secrets.admin }).call("getBackups", {})).body;
}

async function command(...words: readonly string[]): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    // The test server's clock stands still, and this program's does not: its backups would expire.
    env: { ...process.env, BACKUP_DAYS: "9999" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  return { code: await new Promise((resolve) => child.on("close", resolve)), words: text };
}

it("makes a backup at the start if the day's is missing, then one a day at its time", async () => {
  await open();
  await tick();
  const [first] = await readdir(backups);
  expect(first).toBe("circuitgrade-2026-11-01T04-00-00Z.tar.gz");
  expect((await stat(join(backups, first!))).mode & 0o777).toBe(0o600);
  server.clock.advance(29 * MINUTE);
  await tick();
  expect(await readdir(backups)).toHaveLength(1);
  server.clock.advance(MINUTE);
  await tick();
  await tick();
  expect((await readdir(backups)).sort()).toEqual([first, "circuitgrade-2026-11-01T04-30-00Z.tar.gz"]);
  expect(await gauge("last_success_timestamp_seconds")).toBe(server.clock.now / 1000);
  expect(await gauge("failed")).toBe(0);
  const { schedule, newest, failure } = await described();
  expect(schedule).toEqual({ folder: backups, time: "12:30", keep: 14, days: 30, encrypted: false });
  expect([newest?.name, failure]).toEqual(["circuitgrade-2026-11-01T04-30-00Z.tar.gz", null]);
});

it("a server that starts again knows the day's backup", async () => {
  for (const _ of ["first", "second"]) {
    await server?.close();
    await open({ DATA_DIR: join(folder, "data") });
    await tick();
  }
  expect(await readdir(backups)).toHaveLength(1);
  expect((await described()).newest?.name).toBe("circuitgrade-2026-11-01T04-00-00Z.tar.gz");
});

it("keeps the newest ones for so many days, and no file but its own is removed", async () => {
  await open({ BACKUP_KEEP: "3", BACKUP_DAYS: "2" });
  const old = ["circuitgrade-2026-10-28T04-30-00Z.tar.gz", "circuitgrade-2026-10-30T04-30-00Z.tar.gz.age"];
  const drafts = ["circuitgrade-2026-10-29T04-30-00Z.tar.gz.part"];
  for (const name of [...old, ...drafts, "notes.txt", "backup.tar.gz"]) await writeFile(join(backups, name), "x");
  await tick();
  // The first ones are old, but the clock is trusted after a day.
  expect(await readdir(backups)).toEqual(expect.arrayContaining(old));
  for (let day = 0; day < 3; day++) {
    server.clock.advance(DAY);
    await tick();
  }
  expect((await readdir(backups)).sort()).toEqual([
    "backup.tar.gz",
    "circuitgrade-2026-11-02T04-00-00Z.tar.gz",
    "circuitgrade-2026-11-03T04-00-00Z.tar.gz",
    "circuitgrade-2026-11-04T04-00-00Z.tar.gz",
    "notes.txt",
  ]);
});

it("a clock that is years ahead for some minutes costs no backup, nor the next ones", async () => {
  await open({ BACKUP_KEEP: "3", BACKUP_DAYS: "3" });
  await tick();
  for (let day = 0; day < 2; day++) {
    server.clock.advance(DAY);
    await tick();
  }
  const before = server.clock.now;
  server.clock.advance(5 * 365 * DAY);
  await tick();
  server.clock.now = before + 10 * MINUTE;
  await tick();
  server.clock.advance(DAY);
  await tick();
  expect((await readdir(backups)).map((name) => name.slice(13, 23)).sort()).toEqual([
    "2026-11-02",
    "2026-11-03",
    "2026-11-04",
    "2031-11-02",
  ]);
});

it("a failure is logged, measured and shown, and tried again after an hour", async () => {
  await open();
  await rm(backups, { recursive: true });
  await tick();
  expect(await gauge("failed")).toBe(1);
  expect(await gauge("last_success_timestamp_seconds")).toBe(0);
  const message = `The folder ${backups} does not exist: create it, or mount its disk.`;
  expect((await described()).failure).toEqual({ at: new Date(server.clock.now).toISOString(), message });
  expect(server.logged.filter((line) => line.includes('"backup-failed"'))).toHaveLength(1);
  await mkdir(backups);
  server.clock.advance(59 * MINUTE);
  await tick();
  expect(await readdir(backups)).toEqual([]);
  server.clock.advance(MINUTE);
  await tick();
  expect(await readdir(backups)).toHaveLength(1);
  expect(await gauge("failed")).toBe(0);
  expect((await described()).failure).toBeNull();
});

it("a backup that lacks a lost file is made, and says so until the file is back", async () => {
  await open();
  const { context } = server;
  const ana = await server.instructor();
  const row = { taskId: await makeTask(ana, await makeClass(ana)), sha256: "0".repeat(64) };
  const id = await insertSubmission(context, row);
  await tick();
  expect(await readdir(backups)).toHaveLength(1);
  expect(await described()).toMatchObject({ failure: null, lost_files: 1 });
  expect([await gauge("failed"), await gauge("lost_files")]).toEqual([0, 1]);
  expect(server.logged.filter((line) => line.includes('"backup-incomplete"'))).toHaveLength(1);
  await context.db.write((query) => query.delete(submissions).where(eq(submissions.id, id)));
  server.clock.advance(DAY);
  await tick();
  expect(await described()).toMatchObject({ failure: null, lost_files: 0 });
});

it("an encrypted backup is checked and restored with its key alone", { timeout: 240_000 }, async () => {
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  await open({ BACKUP_RECIPIENT: await identityToRecipient(identity) });
  await server.instructor("bo@example.edu");
  await tick();
  const [name] = await readdir(backups);
  expect(name).toBe("circuitgrade-2026-11-01T04-00-00Z.tar.gz.age");
  const path = join(backups, name!);
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
  await writeFile(join(folder, "key.txt"), `# created: 2026-11-01\n${identity}\n`);
  await writeFile(join(folder, "other.txt"), `${other}\n`);
  const key = ["--identity", "key.txt"];
  expect(await command("check-backup", path, ...key)).toEqual({
    code: 0,
    words: expect.stringContaining("All checked: it can be restored."),
  });
  expect(await command("check-backup", path)).toEqual({
    code: 2,
    words: expect.stringContaining("is encrypted: name"),
  });
  expect(await command("check-backup", path, "--identity", "other.txt")).toEqual({
    code: 2,
    words: expect.stringContaining("none of its keys is one that the archive was encrypted for"),
  });
  expect((await command("check-backup", path, "--identity", "no.txt")).code).toBe(3);
  bytes[bytes.length - 100]! ^= 1;
  await writeFile(join(folder, "bad.age"), bytes);
  expect(await command("check-backup", "bad.age", ...key)).toEqual({
    code: 2,
    words: expect.stringContaining("damaged or cut off"),
  });
  expect((await readdir(folder)).sort()).toEqual(["backups", "bad.age", "key.txt", "other.txt"]);
  const data = join(folder, "data");
  expect(await command("restore", path, ...key, "--data", data)).toMatchObject({ code: 0 });
  const restored = await openTestServer({ DATA_DIR: data });
  try {
    const admin = Object.assign(restored.visitor(), { bearer: restored.context.secrets.admin });
    expect((await admin.call("getAccounts", {})).body.accounts).toMatchObject([{ email: "bo@example.edu" }]);
  } finally {
    await restored.close();
  }
});

it.each([
  [{ BACKUP_DIR: "" }, "BACKUP_RECIPIENT is set, but no BACKUP_DIR"],
  [{ DATA_DIR: "/srv/x", BACKUP_DIR: "/srv/x/backups" }, "BACKUP_DIR is in DATA_DIR"],
  [{ DATABASE_URL: "libsql://db.example.edu" }, "back it up there"],
  [{ BACKUP_RECIPIENT: `age1${"q".repeat(58)}` }, "is not a public key of age"],
])("refuses %o", async (wrong, words) => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const opening = openTestServer({ BACKUP_DIR: backups, BACKUP_RECIPIENT: recipient, ...wrong });
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(openTestServer({ BACKUP_DIR: backups, BACKUP_RECIPIENT: recipient, ...wrong })).rejects.toThrow(words);
});
