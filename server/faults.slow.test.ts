import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { zipSync } from "fflate";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { File } from "./contract/results/file.ts";
import { makeClass, makeTask } from "./testing/fixtures.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { MIGRATION_TAGS, makeOldTables } from "./testing/services/old-database.ts";
import { filesOf, makeSpawnedTask } from "./testing/spawned/spawned-course.ts";
import { createInstructor, spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

const PATIENCE = 300_000;
/** Only root may mount a small disk; CI runs as root. */
const isRoot = process.getuid?.() === 0;

let folder: string;
let mounted: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-faults-"));
  mounted = false;
});
afterEach(async () => {
  if (mounted) execFileSync("umount", ["-l", folder]);
  await rm(folder, { recursive: true, force: true });
});

function mountDisk(options: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  mounted = true;
}

/** The message of a server that does not start. */
async function refusal(dataDir: string): Promise<string> {
  return spawnServer({ DATA_DIR: dataDir }, "deno").then(
    async (server) => {
      await server.stop();
      return "It started.";
    },
    (error: Error) => error.message,
  );
}

it(
  "a file in the place of the data folder is named, with what to do",
  async () => {
    await writeFile(join(folder, "data"), "");
    const words = await refusal(join(folder, "data", "circuitgrade"));
    expect(words).toContain("The server ended with 2");
    expect(words).toContain("a file has the name of a folder. Move that file, or set another DATA_DIR.");
  },
  PATIENCE,
);

it.runIf(isRoot)(
  "a read-only or full disk is named at the start, with what to do",
  async () => {
    mountDisk("ro,size=1m");
    expect(await refusal(join(folder, "data"))).toContain(
      "Give the server's user the right to write there, or set another DATA_DIR.",
    );
    execFileSync("mount", ["-o", "remount,rw,size=64k", folder]);
    expect(await refusal(join(folder, "data"))).toContain(
      "the disk is full. Make room on it, or set another DATA_DIR.",
    );
  },
  PATIENCE,
);

it.runIf(isRoot).each([
  ["the copy", 1.5, /needs \d+ MB of free space for it; nothing was changed/],
  ["the change itself", 2.1, /needs more free space for it; nothing was changed/],
])(
  "a disk without room for %s of a database that a new version changes ends the start with 7, and it is as it was",
  async (_, times, words) => {
    const old = await mkdtemp(join(tmpdir(), "circuitgrade-old-"));
    const from = join(old, "circuitgrade.db");
    const client = createClient({ url: pathToFileURL(from).href });
    await makeOldTables(client, { last: MIGRATION_TAGS.indexOf("0037_page_records") - 1, folder: old });
    const pages = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)";
    await client.batch(
      [
        "INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('a', 'a', 'a', '-', 1)",
        `INSERT INTO classes (id, user_id, code, "group", schedule, created_at) VALUES ('c', 'a', 'C', 1, '-', 1)`,
        `INSERT INTO tasks (id, user_id, class_id, title, description, exam_type, due_at, created_at, updated_at)
          VALUES ('t', 'a', 'c', 'T', '', 'quiz', 1, 1, 1)`,
        `${pages} INSERT INTO submissions (id, task_id, student_id, item, filename, mimetype, size, sha256, page,
          uploaded_by, received_at, counts) SELECT i, 't', i, 1, 'a.png', 'image/png', 3, '', 1, 'student', 1, 1 FROM n`,
        `${pages} INSERT INTO analyses (id, submission_id, state, width, height, updated_at, netlist, wires)
          SELECT i, i, 'done', 100, 80, 9, '{}', '["${"w".repeat(2000)}"]' FROM n`,
      ],
      "write",
    );
    client.close();
    const { size } = await stat(from);
    mountDisk(`size=${Math.ceil(((1 + times) * size) / 1024)}k`);
    await mkdir(join(folder, "data"));
    await copyFile(from, join(folder, "data/circuitgrade.db"));
    const refused = await refusal(join(folder, "data"));
    expect(refused).toContain("The server ended with 7");
    expect(refused).toMatch(words);
    const after = createClient({ url: pathToFileURL(join(folder, "data/circuitgrade.db")).href });
    const [known, log] = await after.batch(["SELECT count(*) AS n FROM analyses", "SELECT count(*) FROM grade_log"]);
    after.close();
    expect([known?.rows[0]?.n, log?.rows]).toEqual([2000, [expect.anything()]]);
    await rm(old, { recursive: true, force: true });
  },
  PATIENCE,
);

it.runIf(isRoot).each(["launcher", "deno"] as const)(
  "a ZIP file without room to be unpacked is not called damaged (%s)",
  async (door) => {
    mountDisk("size=60m");
    const server = await spawnServer({ DATA_DIR: join(folder, "data") }, door);
    try {
      const ana = server.visitor();
      await ana.call("login", { body: { ...(await createInstructor(server)), remember: false } });
      const taskId = await makeTask(ana, await makeClass(ana));
      const zeros = new Uint8Array(30 * 1024 * 1024);
      const body = new FormData();
      body.append("files", new Blob([zipSync({ "1.png": zeros, "2.png": zeros, "3.png": zeros })]), "class.zip");
      const { body: answer } = await ana.call("uploadStack", { params: { taskId }, body });
      expect(answer.refused).toEqual([
        {
          filename: "class.zip",
          code: "storage-full",
          message: expect.stringMatching(/^The server's disk has no room/),
        },
      ]);
      expect(await readdir(join(folder, "data/unpacked"))).toEqual([]);
    } finally {
      await server.stop();
    }
  },
  PATIENCE,
);

it.runIf(isRoot)(
  "a ZIP file needs room for its pages once, not for those that are taken and those that wait",
  async () => {
    mountDisk("size=60m");
    const server = await spawnServer({ DATA_DIR: join(folder, "data") }, "launcher");
    try {
      const { ana, taskId } = await makeSpawnedTask(server);
      const page = new Uint8Array(2 * 1024 * 1024);
      const pages = Object.fromEntries(Array.from({ length: 20 }, (_, k) => [`${k}.png`, page]));
      const sheet = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
      const body = new FormData();
      body.append("files", new Blob([zipSync({ ...pages, "page.png": new Uint8Array(sheet) })]), "class.zip");
      const answer = await (await ana.fetch(`/stacks/upload/${taskId}`, { method: "POST", body })).json();
      expect(answer).toMatchObject({ stack: { pages: 1 } });
      expect(answer.refused).toHaveLength(20);
    } finally {
      await server.stop();
    }
  },
  PATIENCE,
);

it.runIf(isRoot)(
  "a disk that fills up loses nothing that was acknowledged, and everything continues when there is room",
  async () => {
    mountDisk("size=48m");
    const server: SpawnedServer = await spawnServer({ DATA_DIR: join(folder, "data") }, "deno");
    try {
      const ana = server.visitor();
      await ana.call("login", { body: { ...(await createInstructor(server)), remember: false } });
      const students = Array.from({ length: 40 }, (_, k) => String(20230001 + k));
      const dueDate = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
      const taskId = await makeTask(ana, await makeClass(ana, { studentList: students }), { dueDate });
      const sheet = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
      const { bavail, bsize } = await statfs(folder);
      await writeFile(join(folder, "ballast"), new Uint8Array(bavail * bsize - 4_000_000));

      const acknowledged = new Map<string, string>();
      const handIn = async (student: string) => {
        const bytes = Buffer.concat([sheet, Buffer.alloc(100_000, student)]);
        const form = uploadForm(taskId, [{ name: `${student}_quiz[1].png`, bytes }]);
        const answer = await server.visitor().call("uploadFiles", { body: form });
        for (const { sha256 } of answer.body.files_uploaded ?? []) acknowledged.set(student, sha256);
        return answer;
      };
      const refused: string[] = [];
      for (const student of students) {
        const { status, body } = await handIn(student);
        if (status === 200) continue;
        expect([status, body.error.code, body.error.message]).toEqual([
          507,
          "storage-full",
          expect.stringContaining("full"),
        ]);
        refused.push(student);
      }
      expect(refused.length).toBeGreaterThan(0);
      expect(acknowledged.size).toBe(students.length - refused.length);

      await rm(join(folder, "ballast"));
      for (const student of refused) expect((await handIn(student)).status).toBe(200);
      const { body } = await ana.call("getFiles", { params: { taskId } });
      const stored = new Map(body.files.map((file: File) => [file.student_id, file.sha256]));
      expect(stored).toEqual(acknowledged);
    } finally {
      await server.stop();
    }
  },
  PATIENCE,
);

it.runIf(isRoot)(
  "on a disk that is nearly full students' pages replace no others, so that first ones and grades still have room",
  async () => {
    mountDisk("size=48m");
    const server: SpawnedServer = await spawnServer({ DATA_DIR: join(folder, "data") }, "deno");
    try {
      const { ana, taskId } = await makeSpawnedTask(server);
      const sheet = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
      const handIn = async (student: string, text: string) => {
        const bytes = Buffer.concat([sheet, Buffer.from(text)]);
        const form = uploadForm(taskId, [{ name: `${student}_quiz[1].png`, bytes }]);
        const { body } = await server.visitor().call("uploadFiles", { body: form });
        return body.files_uploaded.length === 1 ? "taken" : body.invalid_files_other[0]?.code;
      };
      expect([await handIn("20230001", "a"), await handIn("20230001", "b")]).toEqual(["taken", "taken"]);
      const { bavail, bsize } = await statfs(folder);
      await writeFile(join(folder, "ballast"), new Uint8Array(bavail * bsize - 2_000_000));
      expect(await handIn("20230001", "c")).toBe("disk-nearly-full");
      const form = new FormData();
      form.append("files", new Blob([new Uint8Array(sheet)]), "stack.png");
      const stack = await ana.fetch(`/stacks/upload/${taskId}`, { method: "POST", body: form });
      expect([stack.status, (await stack.json()).error.code]).toEqual([507, "disk-nearly-full"]);
      expect(await handIn("20230002", "a")).toBe("taken");
      const [file] = await filesOf(ana, taskId);
      await ana.json("PUT", `/files/update-grade/${file!.id}`, { total_grade: 3 });
      await rm(join(folder, "ballast"));
      expect(await handIn("20230001", "c")).toBe("taken");
    } finally {
      await server.stop();
    }
  },
  PATIENCE,
);
