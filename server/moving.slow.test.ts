import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jobs } from "./db/schema.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { BucketUnreachable, openBucket } from "./storage/bucket.ts";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "./testing/pages.ts";
import { openLibsqlServer } from "./testing/services/libsql-server.ts";
import { openS3Server, type S3Server } from "./testing/services/s3-server.ts";
import { openTestServer } from "./testing/test-server.ts";

/** Copies a folder into a bucket, as any such program does. */
async function copyFolder(folder: string, { settings }: S3Server, prefix: string): Promise<void> {
  const bucket = openBucket(settings);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    await bucket.putFile(`${prefix}${path.slice(folder.length)}`, { path, size: (await stat(path)).size });
  }
}

it("an installation moves to a libSQL server and a bucket with all its data", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "circuitgrade-moving-"));
  const before = await openTestServer({ DATA_DIR: dataDir, DATABASE_URL: `file:${join(dataDir, "circuitgrade.db")}` });
  const ana = await before.instructor();
  const taskId = await makeTask(ana, await makeClass(ana));
  // Printed before the move.
  const sheet = await sheetWithQr("20230001_quiz[1].png", qrTextOf(before.context, { taskId, item: 1 }));
  // A PNG may have any bytes after its end, so every student's file is different.
  const fileOf = (student: string) => Buffer.concat([sheet, Buffer.from(student)]);
  const upload = (student: string) => {
    return uploadForm(taskId, [{ name: `${student}_quiz[1].png`, bytes: fileOf(student) }]);
  };
  const { body: first } = await before.visitor().call("uploadFiles", { body: upload("20230001") });
  expect(first.files_uploaded).toHaveLength(1);
  await before.close();

  const remote = await openLibsqlServer({ from: join(dataDir, "circuitgrade.db") });
  const bucket = await openS3Server();
  for (const name of ["files", "images"]) await copyFolder(join(dataDir, name), bucket, name);
  const settings = { DATABASE_URL: `http://${remote.host}`, DATABASE_AUTH_TOKEN: remote.token, ...bucket.variables };
  const after = await openTestServer({ DATA_DIR: dataDir, ...settings });
  try {
    const again = await after.instructor();
    const { body } = await again.call("getFiles", { params: { taskId } });
    expect(body.files.map(({ student_id }) => student_id)).toEqual(["20230001"]);
    const { body: second } = await after.visitor().call("uploadFiles", { body: upload("20230002") });
    expect(second.files_uploaded).toHaveLength(1);
    // A page waits to be read while the bucket is unavailable; the second page was handed in here.
    await bucket.kill();
    await expect(startJobs(after.context)).rejects.toThrow(BucketUnreachable);
    await after.context.jobs.idle();
    const waiting = (await after.context.db.query.select().from(jobs)).filter(({ error }) => error !== null);
    expect(waiting).toMatchObject([{ state: "queued", tries: 0 }]);
    expect(waiting[0]!.error).toContain("The file store does not answer");
    expect((await again.call("getFiles", { params: { taskId } })).body.files).toMatchObject(
      ["20230001", "20230002"].map(() => ({ analysis: expect.stringMatching(/queued|done/) })),
    );
    await bucket.restart();
    after.clock.advance(60_000);
    await after.context.jobs.idle();
    expect((await again.call("getFiles", { params: { taskId } })).body.files).toMatchObject([
      { analysis: "done" },
      { analysis: "done" },
    ]);
    const bytes = await (await again.fetch(body.files[0]!.file_url)).arrayBuffer();
    expect(Buffer.from(bytes).equals(fileOf("20230001"))).toBe(true);
    // What the bucket cannot delete now is deleted later: the response does not wait for it.
    await bucket.kill();
    expect((await again.call("deleteTask", { params: { taskId } })).status).toBe(200);
    expect(after.logged.join("\n")).toContain('"event":"files-not-removed"');
    const backup = await fetchBackup(after);
    expect(backup).toContain("the files are in the bucket grading-files: back both up there, the database first.");
  } finally {
    await after.close();
    await Promise.all([remote.close(), bucket.close(), rm(dataDir, { recursive: true, force: true })]);
  }
}, 120_000);

/** The response to a person who asks for a backup on the server's machine. */
async function fetchBackup(server: Awaited<ReturnType<typeof openTestServer>>): Promise<string> {
  const program = server.visitor();
  program.bearer = server.context.secrets.admin;
  const { status, body } = await program.callLoosely("backup", {});
  expect(status).toBe(409);
  return body.error.message;
}
