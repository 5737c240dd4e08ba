import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { correct } from "../../core/page-record/fold.ts";
import { hashToken } from "../adapters/random.ts";
import { OLD_READING } from "../services/reading/old-readings.ts";
import { MIGRATION_TAGS, makeOldTables } from "../testing/services/old-database.ts";
import { openTestServer } from "../testing/test-server.ts";
import { openDatabase } from "./client.ts";
import { readings, statements, submissions } from "./schema.ts";

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
    VALUES ('adder', 1, 0, 'A ^ B', 5), ('adder', 1, 1, 'A & B', 5), ('adder', 1, 2, 'F(A,B) = Σm(1) + d(3)', 0)`,
  `INSERT INTO submissions (id, task_id, student_id, item, filename, mimetype, size, sha256, page, uploaded_by,
      received_at, counts, graded, total_grade, comment)
    VALUES ('page', 'adder', '20230001', 1, '20230001_quiz[1].png', 'image/png', 3, '${"ab".repeat(32)}', 1, 'student',
      1, 1, 1, 7, 'The carry is missing.')`,
  `INSERT INTO analyses (id, submission_id, state, updated_at) VALUES ('reading', 'page', 'done', 1)`,
];

/** The database as a version left it whose last migration was number `last`. */
async function makeOldDatabase(last: number): Promise<void> {
  const client = createClient({ url: pathToFileURL(join(dataDir, "circuitgrade.db")).href });
  await makeOldTables(client, { last, folder });
  const list = "UPDATE answer_keys SET minterms = expression, expression = 'X2' WHERE position = 2";
  await client.batch([...CONTENTS, ...(last < LIST_COLUMN ? [] : [list])], "write");
  client.close();
  const sha256 = "ab".repeat(32);
  await mkdir(join(dataDir, "files", "ab"), { recursive: true });
  await writeFile(join(dataDir, "files", "ab", sha256), "abc");
}

const numberOf = (wanted: string) => MIGRATION_TAGS.indexOf(wanted);

/** The migrations that give stored lists of minterms another left side, and a column. */
const LIST_OUTPUTS = numberOf("0034_list_outputs");
const LIST_COLUMN = numberOf("0035_list_column");

const VERSIONS = MIGRATION_TAGS.map((tag, number) => ({ tag, number }));

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
      const [{ keys } = { keys: [] }] = task.answer_keys;
      const list = number < LIST_OUTPUTS ? "OUT(A,B) = Σm(1) + d(3)" : "F(A,B) = Σm(1) + d(3)";
      expect(keys).toMatchObject([{ expression: "A ^ B" }, {}, { expression: "X2", minterms: list }]);
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

const BOX = { x: 10, y: 20, width: 30, height: 40 };
const AND_GATE = { className: "AND", confidence: 0.9, box: BOX, sheet: { x: 1, y: 2 } };
const NETLIST = { nets: 0, gates: [], inputs: [], outputs: [] };
const READ = { inputs: ["A"], outputs: [], problems: [], wires: [], netlist: NETLIST, confidence: 0.5 };
const CHOSEN = {
  ...{ name: "b".repeat(12), text: "This gate is an OR.", netlist: NETLIST, by: "ana@example.edu", at: 20 },
  instead: { reading: READ, graded: true, totalGrade: 7 },
};

/** Pages in the shapes that a page's record replaced: corrected, chosen, graded in a step, and pushed. */
const SAID = [
  ...["corrected", "chosen", "stepped", "coarse", "pushed"].map(
    (id, index) => `INSERT INTO submissions (id, task_id, student_id, item, filename, mimetype, size, sha256, page,
      uploaded_by, received_at, counts, graded, total_grade, comment)
    VALUES ('${id}', 'adder', '2023000${index + 2}', 1, 'a.png', 'image/png', 3, '${"ab".repeat(32)}', 1, 'student', 1, 1,
      ${id === "corrected" ? "0, NULL, NULL" : "1, 9, 'Well done'"})`,
  ),
  `INSERT INTO analyses (id, submission_id, state, width, height, edited, revision, updated_at, wire_corrections,
      uncorrected)
    VALUES ('c', 'corrected', 'done', 100, 80, 1, 4, 9, '[{"kind":"cut","at":{"x":1,"y":2}}]',
      '${JSON.stringify({ netlist: NETLIST, wires: [], predictions: [AND_GATE] })}')`,
  `INSERT INTO predictions (id, analysis_id, object_id, class_name, label, x, y, width, height, confidence, source, removed)
    VALUES ('p1', 'c', 1, 'OR', '', 10, 20, 30, 40, 1, 'person', 0), ('p2', 'c', 2, 'input', 'A', 1, 2, 3, 4, 1, 'person', 0),
      ('p3', 'c', 2, 'input', 'B', 1, 2, 3, 4, 0.8, 'detected', 1), ('p4', 'c', 3, 'output', '', 50, 2, 3, 4, 0.7, 'detected', 0)`,
  `INSERT INTO analyses (id, submission_id, state, width, height, edited, revision, updated_at, netlist, chosen)
    VALUES ('h', 'chosen', 'done', 100, 80, 0, 1, 20, '${JSON.stringify(NETLIST)}', '${JSON.stringify(CHOSEN)}')`,
  `INSERT INTO page_looks (analysis_id, looks) VALUES ('h', '[{"circuits":[]}]')`,
  `INSERT INTO analyses (id, submission_id, state, width, height, updated_at) VALUES ('s', 'stepped', 'done', 100, 80, 9)`,
  // Of one person in one millisecond, and with a push.
  ...["coarse", "pushed"].map(
    (id) => `INSERT INTO analyses (id, submission_id, state, width, height, revision, updated_at, netlist, chosen)
    VALUES ('${id}', '${id}', 'done', 100, 80, 1, 20, '${JSON.stringify(NETLIST)}',
      '${JSON.stringify({ ...CHOSEN, pushed: id === "pushed" })}')`,
  ),
  `INSERT INTO grade_log (submission_id, changed_by, previous_grade, total_grade, comment, changed_at, pushed)
    VALUES ('coarse', 'ana@example.edu', 7, 8, NULL, 20, 0), ('coarse', 'ana@example.edu', 8, 9, 'Well done', 20, 0),
      ('pushed', 'bo@example.edu', NULL, 7, 'Nearly', 10, 0), ('pushed', 'ana@example.edu, token T', 7, 9, 'Well done', 20, 1)`,
  `INSERT INTO grade_log (submission_id, changed_by, previous_grade, total_grade, comment, changed_at)
    VALUES ('chosen', 'bo@example.edu', NULL, 7, 'Nearly', 10), ('chosen', 'ana@example.edu', 7, 9, 'Well done', 20),
      ('stepped', 'bo@example.edu', NULL, 4, NULL, 10), ('stepped', 'ana@example.edu', 4, 9, 'Well done', 30)`,
  `INSERT INTO grade_batches (id, task_id, label, created_at) VALUES ('step', 'adder', 'Group of 1 page', 30)`,
  `INSERT INTO grade_batch_entries (batch_id, submission_id, previous_graded, previous_grade, graded, total_grade, comment)
    VALUES ('step', 'stepped', 1, 4, 1, 9, 'Well done')`,
];

it.skipIf(process.env.TEST_DATABASE === "server")(
  "what people said of pages is kept when it gets a record of its own, and can still be taken back",
  async () => {
    await makeOldDatabase(numberOf("0037_page_records") - 1);
    const client = createClient({ url: pathToFileURL(join(dataDir, "circuitgrade.db")).href });
    await client.batch(SAID, "write");
    client.close();
    const server = await openTestServer({ DATA_DIR: dataDir });
    try {
      const ana = await server.instructor();
      const circuit = async (fileId: string) =>
        (await ana.call("getCircuitData", { params: { fileId } })).body.circuit_analysis;
      const rows = async (fileId: string) => (await ana.call("getGradeRows", { params: { fileId } })).body;

      const corrected = await circuit("corrected");
      expect(corrected).toMatchObject({ edited: true, wire_corrections: [{ kind: "cut", at: { x: 1, y: 2 } }] });
      expect(corrected.predictions.map(({ class_name, object_id, name }) => [object_id, class_name, name])).toEqual([
        [1, "OR", ""],
        [2, "input", "A"],
        [3, "output", ""],
      ]);
      const [reading] = await server.context.db.query
        .select()
        .from(readings)
        .where(eq(readings.key, "older-corrected"));
      const said = await server.context.db.query
        .select()
        .from(statements)
        .where(eq(statements.submissionId, "corrected"))
        .orderBy(statements.number);
      expect(reading?.corrections).toEqual(said.map(({ number }) => number));
      // An AND that became an OR, an input with another name, and a wire that is cut.
      expect(correct([{ ...AND_GATE, object: 1, by: "machine" } as never], said).corrections).toEqual({
        predictions: [
          { className: "OR", box: BOX, confidence: 1, by: "person" },
          { className: "input", label: "A", box: { x: 1, y: 2, width: 3, height: 4 }, confidence: 1, by: "person" },
        ],
        removed: [{ className: "input", label: "B", box: { x: 1, y: 2, width: 3, height: 4 } }],
        wires: [{ kind: "cut", at: { x: 1, y: 2 } }],
      });

      expect(await rows("chosen")).toMatchObject({ total_grade: 9, chosen: { text: CHOSEN.text, by: CHOSEN.by } });
      const historyOf = async (fileId: string) => (await rows(fileId)).history.map(({ text, by }) => `${by}: ${text}`);
      expect(await historyOf("chosen")).toEqual([
        "ana@example.edu: Read as: This gate is an OR.",
        "bo@example.edu: 7 points, “Nearly”",
      ]);
      const taken = await ana.call("takeBackReading", { params: { fileId: "chosen" } });
      expect(taken.body).toEqual({ total_grade: 7 });
      expect(await rows("chosen")).toMatchObject({ comment: "Nearly", chosen: null });
      expect((await circuit("chosen")).inputs).toEqual(["A"]);

      expect(await historyOf("coarse")).toEqual([
        "ana@example.edu: 9 points, “Well done”",
        "ana@example.edu: Read as: This gate is an OR.",
      ]);
      const params = { fileId: "coarse" };
      expect((await ana.call("takeBackReading", { params })).body).toEqual({ total_grade: 9 });
      const pushed = await ana.call("takeBackReading", { params: { fileId: "pushed" } });
      expect(pushed.body).toEqual({ total_grade: 7 });

      expect(await historyOf("stepped")).toEqual([
        "ana@example.edu: 9 points, “Well done”",
        "bo@example.edu: 4 points",
      ]);
      expect(await circuit("stepped")).toMatchObject({ edited: false, state: "done" });
      const [alone] = await server.context.db.query.select().from(readings).where(eq(readings.key, OLD_READING));
      expect(alone?.submissionId).toBe("stepped");
      const undone = await ana.call("undoGrades", { params: { batchId: "step" }, body: {} });
      expect(undone.body).toEqual({ restored: 1, skipped: 0 });
      expect(await rows("stepped")).toMatchObject({ total_grade: 4, comment: null });
    } finally {
      await server.close();
    }
    expect((await readdir(dataDir)).filter((name) => name.includes(".before-"))).toHaveLength(1);
  },
);

it.skipIf(process.env.TEST_DATABASE === "server")(
  "no copy stays where a restored backup is brought up to date, which may have students who were erased since",
  async () => {
    await makeOldDatabase(0);
    const url = pathToFileURL(join(dataDir, "circuitgrade.db")).href;
    const db = await openDatabase({ url, keepsCopy: false });
    expect(await db.query.select({ id: submissions.id }).from(submissions)).toEqual([{ id: "page" }]);
    await db.close();
    expect((await readdir(dataDir)).filter((name) => name.includes(".before-"))).toEqual([]);
  },
);
