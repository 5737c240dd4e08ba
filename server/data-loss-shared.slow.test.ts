import { readdir, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../cli/testdata/run-command.ts";
import { formatQrText } from "../core/template/qr-text.ts";
import { submissions } from "./db/schema.ts";
import { type Bucket, openBucket } from "./storage/bucket.ts";
import { openLibsqlServer } from "./testing/services/libsql-server.ts";
import { filesOf, instructorOf, openCourse, type SpawnedCourse } from "./testing/spawned/spawned-course.ts";
import { openGroup, type SpawnedGroup } from "./testing/spawned/spawned-group.ts";
import type { SpawnedServer } from "./testing/spawned/spawned-server.ts";
import { trustClock } from "./testing/spawned/trust-clock.ts";

const STUDENTS = ["20230001", "20230002", "20230003"];
const PATIENCE = { timeout: 240_000 };

let group: SpawnedGroup;
let server: SpawnedServer;
let course: SpawnedCourse;
let bucket: Bucket;

beforeAll(async () => {
  group = await openGroup();
  bucket = openBucket(group.files.settings);
  server = await group.start();
  const qrText = async (content: { taskId: string; item: number }) =>
    formatQrText(content, { origin: group.origin, secret: await group.templateSecret() });
  course = await openCourse(server, { students: STUDENTS, qrText });
  for (const student of STUDENTS) await course.handIn(student, server);
}, 240_000);
afterAll(() => group?.close());

async function keys(prefix = "files/"): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of bucket.list(prefix)) found.push(key);
  return found.sort();
}

/** Makes everything in the bucket two hours old: younger files may not have their rows yet. */
async function age(): Promise<void> {
  const time = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const entry of await readdir(group.files.folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), time, time);
  }
}

function doctor(...words: string[]) {
  const variables = { ...group.variables, DATA_DIR: server.dataDir };
  return runCommand(["doctor", ...words], { cwd: tmpdir(), variables });
}

it("a bucket records its database's ID: another one is refused, and nothing is touched", PATIENCE, async () => {
  const before = await keys();
  expect(before).toContain("files/.database-id");
  expect(before.filter((key) => key.startsWith("files/records/"))).toHaveLength(3);
  const other = await openLibsqlServer();
  try {
    const variables = { DATABASE_URL: `http://${other.host}`, DATABASE_AUTH_TOKEN: other.token };
    const refused = await group.start(variables).catch((error: Error) => error.message);
    expect(refused).toContain("The server ended with 2:\nThe files belong to the database ");
    expect(refused).toContain("circuitgrade doctor --adopt --recover");
    await bucket.remove("files/.database-id");
    const unknown = await group.start(variables).catch((error: Error) => error.message);
    expect(unknown).toContain("does not know 3 of the 3 files");
  } finally {
    await other.close();
  }
  // Its own database finds every file, and adopts them again.
  const second = await group.start();
  expect(await second.stop()).toBe(0);
  expect(await keys()).toEqual(before);
});

it("deleted files go to the bucket's trash, and may be handed in again", PATIENCE, async () => {
  const [last = ""] = STUDENTS.slice(-1);
  const file = (await filesOf(await instructorOf(server), course.taskId)).find(
    ({ student_id }) => student_id === last,
  )!;
  const ana = await instructorOf(server);
  await ana.json("DELETE", `/files/delete-file/${file.id}`);
  const own = (await keys()).filter((key) => key.includes(file.sha256));
  expect(own.map((key) => key.replace(file.sha256, "SHA"))).toEqual([
    expect.stringMatching(/^files\/trash\/\d{4}-\d\d-\d\d\/deleted\/SHA$/),
    expect.stringMatching(/^files\/trash\/\d{4}-\d\d-\d\d\/deleted\/SHA\..+\.json$/),
  ]);
  await course.handIn(last, server);
  const again = (await filesOf(await instructorOf(server), course.taskId)).find(
    ({ student_id }) => student_id === last,
  )!;
  const bytes = Buffer.from(await (await ana.fetch(again.file_url)).arrayBuffer());
  expect(bytes.equals(course.fileOf(last))).toBe(true);
});

it(
  "rows lost with the database's last hours are restored from the records, also from the trash",
  PATIENCE,
  async () => {
    await server.kill();
    const [first = "", second = ""] = STUDENTS;
    const lose = (student: string) =>
      group.database.write((query) => query.delete(submissions).where(eq(submissions.studentId, student)));
    await lose(first);
    await age();
    // The file without a row goes to the trash, with its record.
    server = await group.start({ DATA_DIR: server.dataDir });
    await expect.poll(() => server.output()).toContain('"reason":"swept","files":1,"of":3');
    expect((await keys("files/trash/")).filter((key) => key.includes("/swept/"))).toHaveLength(2);
    await server.kill();
    await lose(second);
    const found = await doctor();
    expect(found).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("2 hand-ins that the database does not know"),
    });
    const recovered = await doctor("--recover");
    expect(recovered).toMatchObject({ code: 0, stdout: expect.stringContaining("2 pages added to the database") });
    expect((await keys("files/trash/")).filter((key) => /\/swept\/[0-9a-f]{64}$/.test(key))).toEqual([]);
    server = await group.start({ DATA_DIR: server.dataDir });
    const files = await filesOf(await instructorOf(server), course.taskId);
    expect(files.map(({ student_id }) => student_id).sort()).toEqual(STUDENTS);
  },
);

it("the trash of a bucket is emptied after TRASH_DAYS", PATIENCE, async () => {
  const [week = "", month = ""] = [6, 8].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  for (const day of [week, month]) await bucket.put(`files/trash/${day}/deleted/${"a".repeat(64)}`, new Uint8Array(3));
  await trustClock(group.database);
  const other = await group.start({ TRASH_DAYS: "7" });
  await expect.poll(() => other.output()).toContain('"event":"trash-emptied","files":1,"days":7');
  const left = (await keys("files/trash/")).filter((key) => key.includes("aaaa"));
  expect(left).toEqual([`files/trash/${week}/deleted/${"a".repeat(64)}`]);
});
