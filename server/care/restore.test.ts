import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { submissions } from "../db/schema.ts";
import { makeBackup } from "../services/exports/backup.ts";
import { eraseStudent } from "../services/privacy/erase-student.ts";
import { listErasures } from "../services/privacy/erasure-list.ts";
import { describeStudent } from "../services/privacy/stored-about.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { openTestServer, type TestServer } from "../testing/test-server.ts";
import { restore } from "./restore.ts";

const STUDENT = "20230001";
const PAGE = "20230001_quiz[1].png";
const PATIENCE = 240_000;

let server: TestServer;
let folder: string;
let taskId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-restore-"));
  server = await openTestServer();
  const ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  const bytes = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 }));
  await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name: PAGE, bytes }]) });
}, PATIENCE);

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const ASKING = { studentId: STUDENT, userId: null };

async function erase(): Promise<unknown> {
  const { fingerprint } = await describeStudent(server.context, ASKING);
  return eraseStudent(server.context, ASKING, fingerprint);
}

async function backUp(): Promise<string> {
  const path = join(folder, "backup.tar.gz");
  await writeFile(path, Readable.fromWeb((await makeBackup(server.context)) as never));
  return path;
}

/** Restores the archive with the list of erasures next to it, and gives the exit code and the students who are there. */
async function restored(archive: string): Promise<{ code: number; students: string[] }> {
  const list = join(folder, "erasures.jsonl");
  const erasures = await listErasures(server.context);
  await writeFile(list, erasures.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const dataDir = join(folder, "data");
  const code = await restore(readConfig({ DATA_DIR: dataDir }), { archive, quiet: true, erasures: list });
  const copy = await openTestServer({ DATA_DIR: dataDir });
  try {
    const rows = await copy.context.db.query.select().from(submissions);
    return { code, students: rows.map(({ studentId }) => studentId) };
  } finally {
    await copy.close();
  }
}

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
