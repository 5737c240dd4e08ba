import { beforeEach, expect, it } from "vitest";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  const answerKeys = [{ keys: [{ expression: "A & B | C", grade: "5" }] }];
  taskId = await makeTask(ana, await makeClass(ana), { answerKeys });
});

async function read(lines: readonly string[]) {
  const fileId = await insertReadPage(server.context, { taskId, studentId: "20230001", lines });
  return (await ana.call("getGradeRows", { params: { fileId } })).body;
}

it("both tables are over the item's variables, in whatever order the page has its inputs", async () => {
  // C is drawn above A and B.
  const rows = await read(["X = AND(A, B)", "Y = OR(C, X)"]);
  expect(rows.rows.map(({ result }) => result)).toEqual(["Match"]);
  expect(rows.variables).toEqual(["A", "B", "C"]);
  expect(rows.submitted_inputs).toEqual(["A", "B", "C"]);
  expect(rows.submitted_table).toEqual({ Y: rows.answer_table["OUT 1"] });
  expect(rows.submitted_table.Y).toEqual(["0000", "0011", "0100", "0111", "1000", "1011", "1101", "1111"]);
});

it("a wrong page's table is its own function of the variables", async () => {
  const rows = await read(["X = OR(C, A)", "Y = AND(X, B)"]);
  expect(rows.submitted_table.Y).toEqual(["0000", "0010", "0100", "0111", "1000", "1010", "1101", "1111"]);
});

it("a page with other inputs than the keys has its own letters above its table", async () => {
  const rows = await read(["Y = AND(P, Q)"]);
  expect(rows).toMatchObject({
    variables: ["A", "B", "C"],
    submitted_inputs: ["P", "Q"],
    submitted_table: { Y: ["000", "010", "100", "111"] },
  });
});
