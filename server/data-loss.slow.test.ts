import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Ended, runCommand } from "../cli/testdata/run-command.ts";
import { CLASS_BODY, TASK_BODY } from "./testing/fixtures.ts";
import { filesOf, instructorOf, openCourse, type SpawnedCourse } from "./testing/spawned/spawned-course.ts";
import { spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import { trustClockIn } from "./testing/spawned/trust-clock.ts";

const STUDENTS = ["20230001", "20230002", "20230003"] as const;
const [BEFORE, AFTER, LATER] = STUDENTS;
/** Starts on a machine that is busy with other work. */
const PATIENCE = { timeout: 240_000 };

/** A server's data with one hand-in before its last backup and two after it; each test works on a copy. */
let made: string;
let course: SpawnedCourse;
let folder: string;
let data: string;
let servers: SpawnedServer[] = [];

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "circuitgrade-made-"));
  const server = await spawnServer({ DATA_DIR: join(made, "data") }, "deno");
  try {
    course = await openCourse(server, { students: STUDENTS, qrText: (content) => spawnedQrText(server, content) });
    await course.handIn(BEFORE, server);
    const out = join(made, "backup.tar.gz");
    const backup = await runCommand(["backup", "--out", out, "--data", server.dataDir], made);
    expect(backup).toMatchObject({ code: 0 });
    await course.handIn(AFTER, server);
    await course.handIn(LATER, server);
    expect(await server.stop()).toBe(0);
  } catch (error) {
    await server.kill();
    throw error;
  }
}, 240_000);
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-loss-"));
  data = join(folder, "data");
  await cp(join(made, "data"), data, { recursive: true });
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  servers = [];
  await rm(folder, { recursive: true, force: true });
});

async function readings(server: SpawnedServer): Promise<string[]> {
  return (await filesOf(await instructorOf(server), course.taskId)).map(({ analysis }) => analysis);
}

async function start(variables: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ DATA_DIR: data, ...variables }, "deno");
  servers.push(server);
  return server;
}

function run(...words: string[]): Promise<Ended> {
  return runCommand([...words, "--data", data], folder);
}

/** Every file in the data folder that contains work, except for the trash. */
async function storedFiles(below = "files"): Promise<string[]> {
  const entries = await readdir(join(data, below), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths
    .map((path) => path.slice(data.length + 1))
    .filter((path) => !path.startsWith("files/trash/"))
    .sort();
}

async function trashed(): Promise<string[]> {
  const entries = await readdir(join(data, "files", "trash"), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 13));
}

/** The class's whole list again. */
async function enrolAll(server: SpawnedServer): Promise<void> {
  const ana = await instructorOf(server);
  const [group] = await ana.json<{ id: string }[]>("GET", "/classes/get-classes");
  await ana.json("PUT", `/classes/edit-class/${group!.id}`, { ...CLASS_BODY, studentList: [...STUDENTS] });
}

const DATABASE = "circuitgrade.db";

/** What is done to the database; returns the settings of the next start. */
type Loss = () => Promise<void> | Promise<Record<string, string>>;

const LOSSES: [string, string, Loss][] = [
  ["missing", "is missing", () => rm(join(data, DATABASE))],
  ["emptied", "is empty", () => truncate(join(data, DATABASE))],
  ["overwritten", "is damaged", () => writeFile(join(data, DATABASE), "x".repeat(9000))],
  ["cut off", "is damaged", () => truncate(join(data, DATABASE), 50_000)],
  ["set to a file that is not there", "is missing", async () => ({ DATABASE_URL: `file:${join(folder, "other.db")}` })],
  [
    "another installation's",
    "is another one",
    async () => {
      const other = await spawnServer({ DATA_DIR: join(folder, "other") }, "deno");
      await other.stop();
      return { DATABASE_URL: `file:${join(folder, "other", DATABASE)}` };
    },
  ],
];

it.each(LOSSES)(
  "a start is refused if the database is %s, with what to do, and nothing is touched",
  PATIENCE,
  async (_, words, lose) => {
    const variables = (await lose()) ?? {};
    const before = await storedFiles();
    expect(before.filter((path) => path.endsWith(".json"))).toHaveLength(3);
    const refused = await start(variables).catch((error: Error) => error.message);
    expect(refused).toMatch(/^The server ended with 2:\n/);
    expect(refused).toContain(words);
    expect(refused).toContain(`circuitgrade restore BACKUP --data "${data}"`);
    expect(refused).toContain(`circuitgrade doctor --export FOLDER --data "${data}"`);
    expect(refused).not.toMatch(/^\s+at /m);
    expect(await storedFiles()).toEqual(before);
    if (words === "is missing") expect(await readdir(folder)).not.toContain("other.db");
  },
);

it("restore restores the backup and every later hand-in", PATIENCE, async () => {
  await rm(join(data, DATABASE));
  const restored = await run("restore", join(made, "backup.tar.gz"));
  expect(restored.stderr).toContain("2 pages added to the database");
  expect(restored.stderr).toMatch(/What else changed after .* is gone: keys, classes, grades/);
  expect(restored.code).toBe(0);
  const server = await start();
  const files = await filesOf(await instructorOf(server), course.taskId);
  expect(files.map(({ student_id }) => student_id).sort()).toEqual(STUDENTS);
  const ana = await instructorOf(server);
  for (const { student_id, file_url, sha256 } of files) {
    const bytes = Buffer.from(await (await ana.fetch(file_url)).arrayBuffer());
    expect(bytes.equals(course.fileOf(student_id))).toBe(true);
    expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
  await expect.poll(() => readings(server), { timeout: 120_000, interval: 500 }).toEqual(["done", "done", "done"]);
  expect(await server.stop()).toBe(0);
  const doctor = await run("doctor");
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining("3 files, each as it was handed in.") });
  // Nothing is restored over a sound database.
  const again = await run("restore", join(made, "backup.tar.gz"));
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("already contains data") });
});

it.runIf(process.getuid?.() === 0)(
  "a restore onto a disk without room blames the disk, not the backup, and works when there is room",
  PATIENCE,
  async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    const mount = (options: string) => promisify(execFile)("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]);
    await mount("size=400k");
    try {
      const restore = () => runCommand(["restore", join(made, "backup.tar.gz"), "--data", join(disk, "data")], folder);
      const refused = await restore();
      expect(refused.stderr).toBe(
        "circuitgrade: The disk is full: free some space, then run the same command again.\n",
      );
      expect(refused.code).toBe(7);
      expect(await readdir(disk)).toEqual([]);
      await mount("remount,size=100m");
      expect((await restore()).code).toBe(0);
    } finally {
      await promisify(execFile)("umount", ["-l", disk]);
    }
  },
);

it("a restore over a damaged database keeps that one, and lists the pages of students who left", PATIENCE, async () => {
  await truncate(join(data, DATABASE), 50_000);
  // When the backup was made, the class had one student less, so the record has an unknown student.
  const records = join(data, "files", "records");
  for (const path of await storedFiles("files/records")) {
    const text = await readFile(join(data, path), "utf8");
    if (text.includes(LATER)) await writeFile(join(data, path), text.replaceAll(LATER, "20239999"));
  }
  expect(await readdir(records)).not.toEqual([]);
  const restored = await run("restore", join(made, "backup.tar.gz"));
  expect(restored.code).toBe(1);
  expect(restored.stderr).toContain("1 page added to the database");
  expect(restored.stderr).toContain("student 20239999 is not in the class");
  expect(restored.stderr).toMatch(/The database that was there is kept as .*circuitgrade\.db\.lost-/);
  const kept = (await readdir(data)).filter((name) => name.startsWith(`${DATABASE}.lost-`));
  expect(kept.length).toBeGreaterThan(0);
  const server = await start();
  expect((await filesOf(await instructorOf(server), course.taskId)).map(({ student_id }) => student_id).sort()).toEqual(
    [BEFORE, AFTER],
  );
});

it(
  "restore keeps the page of a student who came back after an erasure, and it is added with the student",
  PATIENCE,
  async () => {
    const first = await start();
    expect(await run("student", "erase", BEFORE, "--yes")).toMatchObject({ code: 0 });
    await enrolAll(first);
    // The same bytes as before the erasure.
    const { sha256 } = await course.handIn(BEFORE, first);
    expect(await first.stop()).toBe(0);
    const before = await storedFiles();
    expect(before.filter((path) => path.includes(sha256))).toHaveLength(2);
    for (const end of ["", "-wal", "-shm"]) await rm(join(data, `${DATABASE}${end}`), { force: true });
    const restored = await run("restore", join(made, "backup.tar.gz"));
    expect(restored.stderr).toContain(`student ${BEFORE} is not in the class`);
    expect(restored.code).toBe(1);
    expect(await storedFiles()).toEqual(expect.arrayContaining(before));
    const second = await start();
    await enrolAll(second);
    expect(await second.stop()).toBe(0);
    expect(await run("doctor", "--recover")).toMatchObject({ code: 0 });
    const files = await filesOf(await instructorOf(await start()), course.taskId);
    expect(files.map(({ student_id }) => student_id).sort()).toEqual(STUDENTS);
  },
);

it("without a backup, every picture is exported with its record, and can be graded", PATIENCE, async () => {
  await rm(join(data, DATABASE));
  // A picture from before there were records.
  await mkdir(join(data, "files", "ff"), { recursive: true });
  await copyFile(
    join(process.cwd(), "core/testdata/pages/20230001_quiz[1].png"),
    join(data, "files", "ff", "f".repeat(64)),
  );
  const out = join(folder, "pictures");
  const exported = await run("doctor", "--export", out);
  expect(exported.code).toBe(0);
  expect(exported.stdout).toContain("3 pages, 1 file without a record written to");
  expect(exported.stdout).toContain("answer keys, classes, rosters, grades");
  const [task = ""] = (await readdir(out)).filter((name) => name.startsWith("Half-adder-"));
  const target = join(out, task);
  for (const student of STUDENTS) {
    expect((await readFile(join(target, `${student}_quiz[1].png`))).equals(course.fileOf(student))).toBe(true);
  }
  expect(await readdir(join(out, "without-record"))).toEqual([`${"f".repeat(64)}.png`]);
  const records = await readFile(join(target, "records.csv"), "utf8");
  expect(records).toContain(`${BEFORE}_quiz[1].png,submission,Half adder,${course.taskId},CPE 101,1,${BEFORE},1,1,`);
  const keys = TASK_BODY.answerKeys.map((each, index) => ({
    item: index + 1,
    keys: each.keys.map(({ expression, grade }) => ({ expression, grade: Number(grade) })),
  }));
  const file = { schema_version: 1, id: course.taskId, title: "Half adder", type: "quiz", items: keys };
  await writeFile(join(folder, "task.json"), JSON.stringify(file));
  const words = [target, "--task", join(folder, "task.json"), "--assign", join(target, "pages.csv")];
  const graded = await runCommand(["grade", ...words, "--out", join(folder, "grades")], folder);
  const grades = await readFile(join(folder, "grades", "grades.csv"), "utf8").catch(() => graded.stderr);
  for (const student of STUDENTS) expect(grades).toContain(student);
  expect(await run("doctor", "--export", out)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not empty"),
  });
});

it("files without an ID are adopted if every row has its file, otherwise by hand", PATIENCE, async () => {
  const mark = join(data, "files", ".database-id");
  const id = await readFile(mark, "utf8");
  await rm(mark);
  await (await start()).stop();
  expect(await readFile(mark, "utf8")).toBe(id);
  await rm(mark);
  const [first = ""] = (await storedFiles()).filter((path) => /\/[0-9a-f]{64}$/.test(path));
  await rename(join(data, first), join(folder, "kept"));
  const refused = await start().catch((error: Error) => error.message);
  expect(refused).toMatch(/1 file that the database .* names is not in the store/);
  const adopted = await run("doctor", "--adopt");
  expect(adopted).toMatchObject({ code: 1, stdout: expect.stringContaining("✗ Files: 1 file of 3 cannot be used.") });
  expect(adopted.stdout).toMatch(/missing: 2023000\d_quiz\[1\]\.png, "Half adder"/);
  const server = await start();
  expect(await filesOf(await instructorOf(server), course.taskId)).toHaveLength(3);
});

it("lost files are copied back from a backup as the refusal says, and the database stays", PATIENCE, async () => {
  await rm(join(data, "files"), { recursive: true });
  const refused = await start().catch((error: Error) => error.message);
  expect(refused).toMatch(/3 files that the database .* names are not in the store/);
  expect(refused).not.toContain('restore BACKUP --data "');
  const lines = String(refused).split("\n");
  const other = join(folder, "other");
  expect(lines).toContain("    circuitgrade restore BACKUP --data OTHER");
  await runCommand(["restore", join(made, "backup.tar.gz"), "--data", other], folder);
  const copy = lines.find((line) => line.includes("cp -r"))!.replace("OTHER", other);
  await promisify(execFile)("sh", ["-c", copy]);
  expect(await start().catch((error: Error) => error.message)).toMatch(/2 files that the database/);
  expect(lines).toContain(`    circuitgrade doctor --adopt --data "${data}"`);
  const adopted = await run("doctor", "--adopt");
  expect(adopted.stdout).toContain("✗ Files: 2 files of 3 cannot be used.");
  const server = await start();
  expect(await filesOf(await instructorOf(server), course.taskId)).toHaveLength(3);
});

/** Puts files into the store that no row names. */
async function addStrays(count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const name = createHash("sha256").update(String(number)).digest("hex");
    await mkdir(join(data, "files", name.slice(0, 2)), { recursive: true });
    await writeFile(join(data, "files", name.slice(0, 2), name), String(number));
  }
}

it("files without a row go to the trash, unless there are many", PATIENCE, async () => {
  await addStrays(25);
  const before = await storedFiles();
  const wary = await start();
  await expect.poll(() => wary.output()).toContain('"event":"sweep-refused"');
  expect(wary.output()).toMatch(/"unnamed":25,"files":28/);
  await wary.stop();
  expect(await storedFiles()).toEqual(before);
  const doctor = await run("doctor");
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining("25 of 28 files belong to nothing") });
  expect(doctor.stdout.match(/^ +[0-9a-f]{64}$/gm)).toHaveLength(10);
  expect(doctor.stdout).toContain("… and 15 more");

  for (const path of await storedFiles()) if ((await stat(join(data, path))).size < 3) await rm(join(data, path));
  await addStrays(5);
  const server = await start();
  await expect.poll(() => server.output()).toContain('"reason":"swept","files":5,"of":8');
  await server.stop();
  const names = await trashed();
  expect(names).toHaveLength(5);
  expect(names[0]).toMatch(/^\d{4}-\d\d-\d\d\/swept\/[0-9a-f]{64}$/);
});

it(
  "everything a person deletes goes to the trash, may be handed in again, and is deleted for good in time",
  PATIENCE,
  async () => {
    const old = join(data, "files", "trash", "2020-01-01", "deleted");
    await mkdir(old, { recursive: true });
    await writeFile(join(old, "a".repeat(64)), "old");
    const day = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
    const young = join(data, "files", "trash", day, "deleted");
    await mkdir(young, { recursive: true });
    await writeFile(join(young, "b".repeat(64)), "young");
    await trustClockIn(data);
    const server = await start();
    await expect.poll(() => server.output()).toContain('"event":"trash-emptied","files":1,"days":30');
    expect(await trashed()).toEqual([`${day}/deleted/${"b".repeat(64)}`]);
    const ana = await instructorOf(server);
    const [file] = (await filesOf(await instructorOf(server), course.taskId)).filter(
      ({ student_id }) => student_id === LATER,
    );
    await ana.json("DELETE", `/files/delete-file/${file!.id}`);
    expect(server.output()).toContain('"event":"files-to-trash","reason":"deleted","files":1');
    expect((await trashed()).filter((path) => path.includes(file!.sha256)).sort()).toEqual([
      expect.stringMatching(/\/deleted\/[0-9a-f]{64}$/),
      expect.stringMatching(/\/deleted\/[0-9a-f]{64}\..+\.json$/),
    ]);
    const again = await course.handIn(LATER, server);
    expect(again.sha256).toBe(file!.sha256);
    expect(await filesOf(await instructorOf(server), course.taskId)).toHaveLength(3);
    await ana.json("DELETE", `/task/delete-task/${course.taskId}`);
    await server.stop();
    expect((await storedFiles()).filter((path) => path !== "files/.database-id")).toEqual([]);
    // Deleted by a person: it is never restored.
    expect(await run("doctor", "--recover")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("none was missing"),
    });
  },
);

it("the doctor reports what it finds, as text and as JSON, and that a server is running", PATIENCE, async () => {
  const fine = await run("doctor");
  expect(fine.code).toBe(0);
  expect(fine.stdout).toMatch(/✓ Database: .*circuitgrade\.db is sound\.\n✓ Files: they belong to this database\./);
  for (const about of ["Models: the networks load", "Disk: ", "Mail: SMTP_URL is not set", "Clock: it is"]) {
    expect(fine.stdout).toContain(about);
  }
  await rename(join(data, "template-secret"), join(folder, "kept"));
  expect((await run("doctor")).stdout).toContain(`! Secrets: ${join(data, "template-secret")} is missing.`);
  await rename(join(folder, "kept"), join(data, "template-secret"));
  const [path = ""] = (await storedFiles()).filter((each) => /\/[0-9a-f]{64}$/.test(each));
  await writeFile(join(data, path), "changed");
  const bad = await run("doctor", "--json");
  expect(bad.code).toBe(1);
  const report = JSON.parse(bad.stdout) as {
    healthy: boolean;
    findings: { level: string; about: string; details: string[] }[];
  };
  expect(report.healthy).toBe(false);
  const errors = report.findings.filter(({ level }) => level === "error");
  expect(errors).toMatchObject([
    {
      about: "Files",
      details: [expect.stringMatching(/^damaged: .*_quiz\[1\]\.png, "Half adder"/), expect.anything()],
    },
  ]);
  await start();
  const busy = await run("doctor");
  expect(busy).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("A server already runs with this data folder"),
  });
  const nowhere = await runCommand(["doctor", "--data", join(folder, "nowhere")], folder);
  expect(nowhere).toMatchObject({ code: 3 });
  expect(await readdir(folder)).not.toContain("nowhere");
});

it("the doctor handles a database file elsewhere, and a lost one", PATIENCE, async () => {
  const elsewhere = join(folder, "moved.db");
  await rename(join(data, DATABASE), elsewhere);
  const lost = await run("doctor");
  expect(lost).toMatchObject({ code: 1, stdout: expect.stringContaining("✗ Database: ") });
  expect(lost.stdout).toContain("circuitgrade restore BACKUP");
  const variables = { DATABASE_URL: pathToFileURL(elsewhere).href };
  expect(await runCommand(["doctor", "--data", data], { cwd: folder, variables })).toMatchObject({ code: 0 });
  expect(await run("doctor", "--adopt")).toMatchObject({ code: 2, stderr: expect.stringContaining("is missing") });
});
