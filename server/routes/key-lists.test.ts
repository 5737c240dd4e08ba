import { parse } from "csv-parse/sync";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

/** The parity of five inputs: its expression has 16 products. */
const LONG = "Σm(1,2,4,7,8,11,13,14,16,19,21,22,25,26,28,31)";
const key = (expression: string, minterms?: string) => ({
  expression,
  grade: "5",
  ...(minterms !== undefined && { minterms }),
});
const SHOWN = key("X2", "OUT(A,B) = Σm(1) + d(3)");

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana);
  taskId = await makeTask(ana, classId, {
    answerKeys: [{ keys: [key("OUT(A,B) = Σm(1) + d(3)"), key("A & B"), key(LONG)] }],
  });
});

async function task() {
  return (await ana.call("getTask", { params: { taskId } })).body;
}

async function edit(keys: readonly object[], item: object = {}) {
  const { updated_at: updatedAt } = await task();
  const body = { ...TASK_BODY, classId, updatedAt, answerKeys: [{ keys, ...item }] };
  return ana.callLoosely("editTask", { params: { taskId }, body });
}

it("is shown as an expression in the specification's form, with the list next to it", async () => {
  const [{ keys } = { keys: [] }] = (await task()).answer_keys;
  expect(keys).toMatchObject([SHOWN, key("X1 & X2"), { minterms: `OUT(A,B,C,D,E) = ${LONG}` }]);
  expect(keys[1]).not.toHaveProperty("minterms");
  expect(keys[2]?.expression).toMatch(/^~X1 & ~X2 & ~X3 & ~X4 & X5 \|/);
  expect(keys[2]?.expression.split(" | ")).toHaveLength(16);
});

it("stays if a task is sent back as it was shown, with or without its list", async () => {
  const { answer_keys: before } = await task();
  expect((await edit(before[0]!.keys)).status).toBe(200);
  expect((await task()).answer_keys).toEqual(before);
  // In another place, next to a key that is only its expression.
  expect((await edit([key("A & B"), key("X2"), key("X2", "")])).status).toBe(200);
  expect((await task()).answer_keys[0]?.keys).toEqual([key("X1 & X2"), SHOWN, key("X2")]);
});

it("goes if the expression alone is wanted, or another list", async () => {
  const other = key("X2", "OUT(A,B) = Σm(1) + d(2,3)");
  expect((await edit([key(other.minterms!)])).status).toBe(200);
  expect((await task()).answer_keys[0]?.keys).toEqual([other]);
  expect((await edit([key("Σm(1,3)")])).status).toBe(200);
  expect((await task()).answer_keys[0]?.keys).toEqual([key("X2")]);
  expect((await edit([key("X2", "")])).status).toBe(200);
  expect((await task()).answer_keys[0]?.keys).toEqual([key("X2")]);
});

it("decides, with or without the expression", async () => {
  expect((await edit([key("", "Σm(2) + d(3)"), key("X1", "Σm(2) + d(3)")])).status).toBe(200);
  const other = key("X1", "OUT(A,B) = Σm(2) + d(3)");
  expect((await task()).answer_keys[0]?.keys).toEqual([other, other]);
});

it("is refused next to an expression that says something else", async () => {
  const { status, body } = await edit([key("X1 & X2", SHOWN.minterms)]);
  expect([status, body.error.issues]).toEqual([
    400,
    [
      {
        code: "minterms-differ",
        field: "items[0].keys[0].minterms",
        message: "Item 1 - Answer Key 1: the expression and the minterms differ. Keep the one that you want.",
      },
    ],
  ]);
});

it("does not stay under names that are sent without it", async () => {
  expect((await edit([key("X2")], { names: { inputs: ["p", "q"], outputs: [] } })).status).toBe(200);
  expect((await task()).answer_keys[0]?.keys).toEqual([key("X2")]);
});

it("leaves rows that do not matter out of CSV, JSON and feedback", async () => {
  // Row 01 does not matter. XOR differs from AND with an inverted input only there, OR there and in row 11.
  const keys = [{ expression: "Σm(2) + d(1)", grade: "6" }];
  taskId = await makeTask(ana, classId, { answerKeys: [{ keys, rubric: { right_rows_from: 50 } }] });
  const sha256 = "1".repeat(64);
  const blank = sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } });
  await server.context.files.write(sha256, await blank.png().toBuffer());
  const handIn = (studentId: string, gate: string) =>
    insertReadPage(server.context, { taskId, studentId, sha256, lines: [`OUT = ${gate}(A, B)`] });
  for (const fileId of [await handIn("20230001", "XOR"), await handIn("20230002", "OR")]) {
    const { proposed_grade: points } = (await ana.call("getGradeRows", { params: { fileId } })).body;
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: points! } });
  }
  const { students } = (await ana.call("getGrades", { params: { taskId }, query: {} })).body;
  expect(students.map(({ total }) => total)).toEqual([6, 4]);
  const csv = await (await ana.call("getPlainGrades", { params: { taskId }, query: {} })).response.text();
  const words = "the drawing computes A + B, a different function. It differs first at A=1 B=1: 1 instead of 0.";
  const partial = "2 of 3 rows are right: 4 of 6 points.";
  expect((parse(csv, { bom: true }) as string[][]).map((line) => line[5])).toEqual([
    "feedback",
    "Item 1: 6 of 6. OUT 1: right, OUT(A,B) = Σm(2) + d(1).",
    `Item 1: 4 of 6. OUT 1: ${words} ${partial}`,
  ]);
  const lines = await (await ana.call("getTaskResults", { params: { taskId }, query: {} })).response.text();
  expect(
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { grade: 6, rows: [{ result: "Match", firstDifference: null }], explanation: null },
    {
      grade: 4,
      rows: [{ result: "Mismatch", firstDifference: { row: 3, expected: 0, got: 1 }, partial }],
      explanation: { text: "OR 1 should be an XOR.", differing: 1, rows: 3 },
    },
  ]);
  const query = { student_id: "20230002", format: "html" } as const;
  expect(await (await ana.call("getFeedback", { params: { taskId }, query })).response.text()).toContain(words);
});
