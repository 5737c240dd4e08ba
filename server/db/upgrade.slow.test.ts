import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hashToken } from "../adapters/random.ts";
import { openTestServer } from "../testing/test-server.ts";

const MIGRATIONS = "server/db/migrations";
const JOURNAL: { entries: { tag: string }[] } = JSON.parse(await readFile(`${MIGRATIONS}/meta/_journal.json`, "utf8"));

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-upgrade-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An instructor's data in the first version: every column that it had and that matters. */
const CONTENTS = [
  `INSERT INTO users (id, email, name, password_hash, verified_at, created_at)
    VALUES ('ana', 'ana@example.edu', 'Ana', 'none', 1, 1)`,
  `INSERT INTO users (id, email, name, password_hash, created_at)
    VALUES ('bo', 'bo@example.edu', 'Bo', 'chosen', 4102444800000)`,
  `INSERT INTO email_tokens (token_hash, user_id, purpose, created_at, expires_at)
    VALUES ('${hashToken("mailed")}', 'bo', 'verify-email', 1, 4102444800000)`,
  `INSERT INTO classes (id, user_id, code, "group", schedule, created_at)
    VALUES ('cpe', 'ana', 'CPE 101', 3, 'MWF 9:00-10:00', 1)`,
  `INSERT INTO enrolments (class_id, student_id) VALUES ('cpe', '20230001'), ('cpe', '20230002')`,
  `INSERT INTO tasks (id, user_id, class_id, title, description, exam_type, due_at, created_at, updated_at)
    VALUES ('adder', 'ana', 'cpe', 'Half adder', '', 'quiz', 4102444800000, 1, 1)`,
  `INSERT INTO answer_items (task_id, item) VALUES ('adder', 1)`,
  `INSERT INTO answer_keys (task_id, item, position, expression, grade)
    VALUES ('adder', 1, 0, 'A ^ B', 5), ('adder', 1, 1, 'A & B', 5)`,
  `INSERT INTO submissions (id, task_id, student_id, item, filename, mimetype, size, sha256, page, uploaded_by,
      received_at, counts, graded, total_grade, comment)
    VALUES ('page', 'adder', '20230001', 1, '20230001_quiz[1].png', 'image/png', 3, '${"ab".repeat(32)}', 1, 'student',
      1, 1, 1, 7, 'The carry is missing.')`,
  `INSERT INTO analyses (id, submission_id, state, updated_at) VALUES ('reading', 'page', 'done', 1)`,
];

/** The database as a version left it whose last migration was number `last`. */
async function makeOldDatabase(last: number): Promise<void> {
  const old = join(folder, "migrations");
  await cp(MIGRATIONS, old, { recursive: true });
  const entries = JOURNAL.entries.slice(0, last + 1);
  await writeFile(join(old, "meta/_journal.json"), JSON.stringify({ ...JOURNAL, entries }));
  const client = createClient({ url: pathToFileURL(join(dataDir, "circuitgrade.db")).href });
  await migrate(drizzle(client), { migrationsFolder: old });
  await client.batch(CONTENTS, "write");
  client.close();
  const sha256 = "ab".repeat(32);
  await mkdir(join(dataDir, "files", "ab"), { recursive: true });
  await writeFile(join(dataDir, "files", "ab", sha256), "abc");
}

const VERSIONS = JOURNAL.entries.map(({ tag }, number) => ({ tag, number }));

// A libSQL server's database is brought up to date by the same migrations.
it.skipIf(process.env.TEST_DATABASE === "server").each(VERSIONS)(
  "a data folder from $tag opens, with everything in it",
  async ({ number }) => {
    await makeOldDatabase(number);
    const server = await openTestServer({ DATA_DIR: dataDir });
    try {
      const ana = await server.instructor();
      expect(ana.userId).toBe("ana");
      const { body: known } = await ana.call("getClass", { params: { classId: "cpe" } });
      expect(known).toMatchObject({ class_group: 3, student_list: ["20230001", "20230002"] });
      const { body: task } = await ana.call("getTask", { params: { taskId: "adder" } });
      expect(task).toMatchObject({ title: "Half adder", files: [{ id: "page", graded: true }] });
      expect(JSON.stringify(task)).toContain("A ^ B");
      const { body } = await ana.call("getFiles", { params: { taskId: "adder" } });
      expect(body.files).toMatchObject([
        { student_id: "20230001", item_number: 1, total_grade: 7, comment: "The carry is missing.", counts: true },
      ]);
      const regraded = await ana.call("updateGrade", { params: { fileId: "page" }, body: { total_grade: 9 } });
      expect(regraded.body).toMatchObject({ file: { total_grade: 9 } });
      const verified = await server.visitor().call("verifyEmail", { body: { token: "mailed" } });
      expect(verified.body).toMatchObject({ success: true });
    } finally {
      await server.close();
    }
    const client = createClient({ url: pathToFileURL(join(dataDir, "circuitgrade.db")).href });
    const bo = "SELECT password_hash FROM users WHERE id = 'bo' AND verified_at IS NOT NULL";
    const [integrity, orphans, known] = await client.batch(["PRAGMA integrity_check", "PRAGMA foreign_key_check", bo]);
    client.close();
    expect([Object.values(integrity?.rows[0] ?? {}), orphans?.rows]).toEqual([["ok"], []]);
    expect(known?.rows).toMatchObject([{ password_hash: "chosen" }]);
  },
);
