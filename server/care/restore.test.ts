import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../config.ts";
import { answerItems, answerKeys, questionPictures, stackPages, stacks, submissions } from "../db/schema.ts";
import { makeBackup } from "../services/exports/backup.ts";
import { eraseStudent, finishErasures } from "../services/privacy/erase-student.ts";
import { listErasures } from "../services/privacy/erasure-list.ts";
import { describeStudent } from "../services/privacy/stored-about.ts";
import { CLASS_BODY, makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { openTestServer, type TestServer } from "../testing/test-server.ts";
import { checkArchive } from "./check-backup.ts";
import { restore } from "./restore.ts";

const STUDENT = "20230001";
const PAGE = "20230001_quiz[1].png";
const PATIENCE = 240_000;
/** The test server's clock stands still, and this program's does not: its backups would expire. */
const BACKUP_DAYS = "9999";

let server: TestServer;
let folder: string;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;
let page: Buffer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-restore-"));
  server = await openTestServer();
  ana = await server.instructor();
  classId = await makeClass(ana);
  taskId = await makeTask(ana, classId);
  page = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 }));
  await handIn(page);
}, PATIENCE);

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function handIn(bytes: Buffer): Promise<void> {
  const { status } = await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name: PAGE, bytes }]) });
  expect(status).toBe(200);
}

const ASKING = { studentId: STUDENT, userId: null };

async function erase(): Promise<unknown> {
  const { fingerprint } = await describeStudent(server.context, ASKING);
  return eraseStudent(server.context, ASKING, fingerprint);
}

async function backUp(): Promise<string> {
  const path = join(folder, "backup.tar.gz");
  await writeFile(path, Readable.fromWeb((await makeBackup(server.context)).archive as never));
  return path;
}

/** Restores the archive with the list of erasures next to it, and gives the exit code and the students who are there. */
async function restored(
  archive: string,
  { quiet = true, list = join(folder, "erasures.jsonl") } = {},
): Promise<{ code: number; students: string[] }> {
  const erasures = await listErasures(server.context);
  await writeFile(join(folder, "erasures.jsonl"), erasures.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const dataDir = join(folder, "data");
  const code = await restore(readConfig({ DATA_DIR: dataDir, BACKUP_DAYS }), { archive, quiet, erasures: list });
  const copy = await openTestServer({ DATA_DIR: dataDir });
  try {
    const rows = await copy.context.db.query.select().from(submissions);
    return { code, students: rows.map(({ studentId }) => studentId) };
  } finally {
    await copy.close();
  }
}

it("restores everything else if a file was lost before the backup, and lists it", { timeout: PATIENCE }, async () => {
  const { context } = server;
  const inStack = await sheetWithQr(PAGE, qrTextOf(context, { taskId, item: 2 }));
  const sha256 = createHash("sha256").update(inStack).digest("hex");
  const stack = { id: "stack", taskId, filename: "scan.png", createdAt: context.now() };
  const file = { sha256, size: inStack.length, mimetype: "image/png", filename: "scan.png", page: 1 };
  await context.db.write((query) => query.insert(stacks).values(stack));
  const row = { id: "page", stackId: "stack", position: 1, state: "queued" as const, ...file };
  await context.db.write((query) => query.insert(stackPages).values(row));
  await context.files.write(sha256, inStack);
  expect((await makeBackup(context)).lost).toBe(0);
  const place = (name: string) => join(context.config.dataDir, "files", name.slice(0, 2), name);
  const [handedIn] = await context.db.query.select().from(submissions);
  await rm(place(sha256));
  await writeFile(place(handedIn!.sha256), "damaged");
  expect((await makeBackup(context)).lost).toBe(2);
  expect(server.logged.join()).toContain('"backup-incomplete"');
  const archive = await backUp();
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const options = { archive, quiet: false };
  expect(await checkArchive(readConfig({ DATA_DIR: await mkdtemp(join(folder, "check-")) }), options)).toBe(1);
  expect(await restored(archive, { quiet: false })).toEqual({ code: 1, students: [STUDENT] });
  const words = said.mock.calls.join("\n");
  said.mockRestore();
  expect(words.split("2 files had been lost before the backup was made.")).toHaveLength(3);
  expect(words).toContain('missing: scan.png, "Half adder"');
  expect(words).toContain(`damaged: ${PAGE}, "Half adder"`);
});

it("restores a task with its questions, their pictures, names and rows that do not matter", {
  timeout: PATIENCE,
}, async () => {
  const photo = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const question = { text: "Draw the next state.", picture: `data:image/png;base64,${photo.toString("base64")}` };
  const names = { inputs: ["S1", "S0"], outputs: ["Y"] };
  const keys = [{ expression: "Σm(1) + d(3)", grade: "5" }];
  const id = await makeTask(ana, classId, { title: "Asked", answerKeys: [{ keys, names, question }] });
  const picturesIn = async ({ context }: TestServer) => {
    return (await context.db.query.select().from(questionPictures)).map(({ bytes }) =>
      Buffer.from(bytes).toString("hex"),
    );
  };
  const itemsIn = ({ context }: TestServer) => {
    return context.db.query.select().from(answerItems).where(eq(answerItems.taskId, id));
  };
  const keysIn = ({ context }: TestServer) =>
    context.db.query.select().from(answerKeys).where(eq(answerKeys.taskId, id));
  const before = [await itemsIn(server), await keysIn(server), await picturesIn(server)];
  expect(before).toMatchObject([
    [{ names, question: { text: question.text } }],
    [{ expression: "X2", minterms: "OUT(X1,X2) = Σm(1) + d(3)" }],
    [expect.any(String)],
  ]);
  const dataDir = join(folder, "data");
  expect(await restore(readConfig({ DATA_DIR: dataDir, BACKUP_DAYS }), { archive: await backUp(), quiet: true })).toBe(
    0,
  );
  const copy = await openTestServer({ DATA_DIR: dataDir });
  expect([await itemsIn(copy), await keysIn(copy), await picturesIn(copy)]).toEqual(before);
  await copy.close();
});

it("keeps the sound file of a folder whose database is lost", { timeout: PATIENCE }, async () => {
  const { context } = server;
  const [{ sha256 } = { sha256: "" }] = await context.db.query.select().from(submissions);
  const place = (dataDir: string) => join(dataDir, "files", sha256.slice(0, 2), sha256);
  const bytes = await readFile(place(context.config.dataDir));
  await writeFile(place(context.config.dataDir), "damaged");
  const archive = await backUp();
  const data = join(folder, "data");
  await mkdir(dirname(place(data)), { recursive: true });
  await writeFile(place(data), bytes);
  expect(await restored(archive)).toEqual({ code: 0, students: [STUDENT] });
  expect((await readFile(place(data))).equals(bytes)).toBe(true);
});

it("refuses an archive that lacks a file of its list", { timeout: PATIENCE }, async () => {
  const archive = await backUp();
  const bytes = gunzipSync(await readFile(archive));
  await writeFile(archive, gzipSync(bytes.subarray(0, bytes.length - 20_000)));
  await expect(restored(archive)).rejects.toThrow("cannot be restored");
});

it("repeats an erasure of the very moment of the backup", { timeout: PATIENCE }, async () => {
  const archive = await backUp();
  await erase();
  expect(await restored(archive)).toEqual({ code: 0, students: [] });
});

it("repeats an erasure that waited for the backup", { timeout: PATIENCE }, async () => {
  const { images } = server.context;
  const { names } = images;
  let erasing: Promise<unknown> = Promise.resolve();
  Object.assign(images, {
    async *names() {
      server.clock.advance(1000);
      erasing = erase();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      server.clock.advance(1000);
      yield* names();
    },
  });
  const archive = await backUp();
  await erasing;
  expect(await restored(archive)).toEqual({ code: 0, students: [] });
});

it("finishes an erasure that still had records to delete when the backup was made", { timeout: PATIENCE }, async () => {
  const { records } = server.context;
  const { erase: erased } = records;
  Object.assign(records, { erase: () => Promise.reject(new Error("The power failed.")) });
  await expect(erase()).rejects.toThrow("The power failed.");
  Object.assign(records, { erase: erased });
  server.clock.advance(1000);
  const archive = await backUp();
  expect(await restored(archive)).toEqual({ code: 0, students: [] });
  expect(await readdir(join(folder, "data", "files"))).not.toContain("trash");
});

describe("of a student who came back after an erasure, where the database is lost", () => {
  /** The student is in the class again, and hands in the same page as before and another one. */
  async function comeBack(): Promise<void> {
    server.clock.advance(1000);
    const edited = await ana.call("editClass", {
      params: { classId },
      body: { ...CLASS_BODY, studentList: [STUDENT] },
    });
    expect(edited.status).toBe(200);
    await handIn(page);
    await handIn(Buffer.concat([page, Buffer.from("\nanother")]));
    await cp(join(server.context.config.dataDir, "files"), join(folder, "data", "files"), { recursive: true });
  }

  /** The names of the files in a folder of the restored data, those of folders in it excepted. */
  async function names(of: "records" | "."): Promise<string[]> {
    const entries = await readdir(join(folder, "data", "files", of), { recursive: true, withFileTypes: true });
    const pattern = of === "records" ? /json$/ : /^[0-9a-f]{64}$/;
    return entries
      .map(({ name }) => name)
      .filter((name) => pattern.test(name))
      .sort();
  }

  async function handedIn(): Promise<{ files: string[]; records: string[] }> {
    const rows = await server.context.db.query.select().from(submissions);
    const files = rows.map(({ sha256 }) => sha256).sort();
    return { files, records: rows.map(({ id, sha256 }) => `${sha256}.${id}.json`).sort() };
  }

  const kept = async () => ({ files: await names("."), records: await names("records") });

  it("keeps what came after it, at each restore", { timeout: PATIENCE }, async () => {
    const archive = await backUp();
    server.clock.advance(1000);
    await erase();
    await comeBack();
    expect(await restored(archive)).toEqual({ code: 1, students: [] });
    expect(await kept()).toEqual(await handedIn());
    for (const end of ["", "-wal", "-shm"]) await rm(join(folder, "data", `circuitgrade.db${end}`), { force: true });
    expect(await restored(archive)).toEqual({ code: 1, students: [] });
    expect(await kept()).toEqual(await handedIn());
  });

  it("keeps and names a record whose time cannot be read", { timeout: PATIENCE }, async () => {
    const archive = await backUp();
    server.clock.advance(1000);
    await erase();
    await comeBack();
    const all = await handedIn();
    for (const name of all.records)
      await writeFile(join(folder, "data", "files", "records", name.slice(0, 2), name), "?");
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await restored(archive, { quiet: false })).toEqual({ code: 1, students: [] });
    const words = said.mock.calls.join("\n");
    said.mockRestore();
    expect(words).toContain("✗ Hand-ins: 2 records of hand-ins cannot be read; they and their files are kept.");
    for (const name of all.records) expect(words).toContain(name);
    expect(await kept()).toEqual(all);
  });

  it("keeps what came after one that was not complete in the backup", { timeout: PATIENCE }, async () => {
    const { records } = server.context;
    const { erase: erased } = records;
    Object.assign(records, { erase: () => Promise.reject(new Error("The power failed.")) });
    await expect(erase()).rejects.toThrow("The power failed.");
    Object.assign(records, { erase: erased });
    server.clock.advance(1000);
    const archive = await backUp();
    await finishErasures(server.context);
    await comeBack();
    expect(await restored(archive)).toEqual({ code: 1, students: [] });
    expect(await kept()).toEqual(await handedIn());
  });
});

it("erases again by the folder in which a server that makes no backups keeps erasures", {
  timeout: PATIENCE,
}, async () => {
  const archive = await backUp();
  server.clock.advance(1000);
  await erase();
  const list = join(server.context.config.dataDir, "files", "erasures");
  expect(await restored(archive, { list })).toEqual({ code: 0, students: [] });
});

it("does not take a file for a list of erasures that is none", { timeout: PATIENCE }, async () => {
  const archive = await backUp();
  const list = join(folder, "notes.txt");
  await writeFile(list, "20230001 was erased\n");
  expect(await restored(archive, { list })).toEqual({ code: 1, students: [STUDENT] });
});

it("finds the list in the folder of backups, and does not take a folder without any for one", {
  timeout: PATIENCE,
}, async () => {
  const archive = await backUp();
  server.clock.advance(1000);
  await erase();
  const list = join(folder, "backups");
  await mkdir(list);
  expect(await restored(archive, { list })).toEqual({ code: 1, students: [STUDENT] });
  await rm(join(folder, "data"), { recursive: true });
  await rename(join(folder, "erasures.jsonl"), join(list, "circuitgrade-erasures.jsonl"));
  expect(await restored(archive, { list })).toEqual({ code: 0, students: [] });
});

it("says if there is no list of erasures, and what to do", { timeout: PATIENCE }, async () => {
  const archive = await backUp();
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await restore(readConfig({ DATA_DIR: join(folder, "data"), BACKUP_DAYS }), { archive, quiet: false })).toBe(0);
  const words = said.mock.calls.join("\n");
  said.mockRestore();
  expect(words).toMatch(
    /! Erasures: there is no list of them .*: students who were erased after 2026-11-01T.* are back\./,
  );
  expect(words).toContain("circuitgrade student erase ID");
});
