import { beforeEach, describe, expect, it } from "vitest";
import { keyVersion } from "../../core/results/key-version.ts";
import { parseTaskFile } from "../../core/rules/tasks/task-file.ts";
import { makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const names = { inputs: ["S1", "S0", "x"], outputs: ["Y"] };
const key = (expression: string, grade = "5") => ({ expression, grade });

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana);
  const answerKeys = [{ keys: [key("S1 s0' x"), key("F(S0, S1) = Σm(1) + d(3)", "3")], names }];
  taskId = await makeTask(ana, classId, { answerKeys });
});

async function task() {
  return (await ana.call("getTask", { params: { taskId } })).body;
}

async function edit(answerKeys: object[]) {
  const { updated_at: updatedAt } = await task();
  const body = { ...TASK_BODY, classId, updatedAt, answerKeys };
  return ana.callLoosely("editTask", { params: { taskId }, body });
}

describe("an item with names", () => {
  it("has its keys in the saved form, and its names next to them", async () => {
    expect((await task()).answer_keys).toEqual([
      {
        item: "Item 1",
        keys: [
          { expression: "X1 & ~X2 & X3", grade: "5" },
          { expression: "X1", minterms: "OUT(X1,X2) = Σm(2) + d(3)", grade: "3" },
        ],
        rubric: null,
        names,
      },
    ]);
    const { body } = await ana.call("getPublicTask", { params: { taskId } });
    expect(body.item_names).toEqual([{ item: 1, text: "Inputs: S1, S0, x · Output: Y" }]);
  });

  it("calls its outputs as its keys do, if it names none", async () => {
    taskId = await makeTask(ana, classId, { answerKeys: [{ keys: [key("S = A ^ B"), key("Cout = AB", "3")] }] });
    expect((await task()).answer_keys).toMatchObject([
      { keys: [{ expression: "X1 ^ X2" }, { expression: "X1 & X2" }], names: { inputs: [], outputs: ["S", "Cout"] } },
    ]);
    await edit([{ previousItem: 1, keys: [key("A | B"), key("A")] }]);
    expect((await task()).answer_keys).toMatchObject([{ names: { outputs: ["S", "Cout"] } }]);
    await edit([{ previousItem: 1, keys: [key("A | B")] }]);
    expect((await task()).answer_keys).toMatchObject([{ names: { outputs: ["S"] } }]);
  });

  it("is graded by the drawn names, and shown with its own", async () => {
    taskId = await makeTask(ana, classId, { answerKeys: [{ keys: [key("S1 s0' x")], names }] });
    const page = async (studentId: string, lines: readonly string[]) => {
      const fileId = await insertReadPage(server.context, { taskId, studentId, lines });
      return (await ana.call("getGradeRows", { params: { fileId } })).body;
    };
    const rows = await page("20230001", ["N = NOT(S0)", "Y = AND(S1, N, X)"]);
    expect(rows).toMatchObject({
      status: "graded",
      proposed_grade: 5,
      variables: ["S1", "S0", "x"],
      submitted_inputs: ["S1", "S0", "x"],
      rows: [{ output: "Y", expression: "S1 & ~S0 & x", result: "Match" }],
    });
    expect(rows.answer_table).toEqual({ Y: ["0000", "0010", "0100", "0110", "1000", "1011", "1100", "1110"] });
    expect(rows.submitted_table).toEqual(rows.answer_table);
    const swapped = await page("20230002", ["N = NOT(S1)", "Y = AND(S0, N, X)"]);
    expect(swapped.rows[0]?.first_difference?.assignment).toEqual([
      { name: "S1", value: 0 },
      { name: "S0", value: 1 },
      { name: "x", value: 1 },
    ]);
    const doubted = await page("20230003", ["N = NOT(B)", "Y = AND(A, N, C)"]);
    expect([doubted.proposed_grade, doubted.reasons[0]?.code]).toEqual([null, "other-letter"]);
    const [{ id: fileId } = { id: "" }] = (await ana.call("getFiles", { params: { taskId } })).body.files.filter(
      ({ filename }) => filename.startsWith("20230002"),
    );
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 0 } });
    const csv = await (await ana.fetch(`/task/plain-grades/${taskId}`)).text();
    expect(csv).toContain("It differs first at S1=0 S0=1 x=1: 1 instead of 0.");
  });

  it("keeps its names in an edit without them, if they name all inputs of its keys", async () => {
    expect((await edit([{ previousItem: 1, keys: [key("X1 & X3"), key("F(A,B) = Σm(2) + d(3)")] }])).status).toBe(200);
    expect((await task()).answer_keys[0]).toMatchObject({
      keys: [{ expression: "X1 & X3" }, { expression: "X1", minterms: "OUT(X1,X2) = Σm(2) + d(3)" }],
      names,
    });
    expect((await edit([{ previousItem: 1, keys: [key("A & D")] }])).status).toBe(200);
    expect((await task()).answer_keys).toEqual([{ item: "Item 1", keys: [key("X1 & X4")], rubric: null }]);
  });

  it("loses them on request, and goes along with a copy", async () => {
    const other = await makeClass(ana, { classGroup: 2 });
    const body = { classIds: [other], dueDate: TASK_BODY.dueDate };
    const copied = (await ana.call("copyTask", { params: { taskId }, body })).body.task_ids[0]!;
    expect((await edit([{ previousItem: 1, keys: [key("A")], names: null }])).status).toBe(200);
    expect((await task()).answer_keys[0]).not.toHaveProperty("names");
    expect((await ana.call("getTask", { params: { taskId: copied } })).body.answer_keys[0]?.names).toEqual(names);
  });

  it.each([
    [{ inputs: ["x", "X"], outputs: [] }, "x", "names.inputs", "X is there twice"],
    [{ inputs: ["x", "y"], outputs: ["F", "G"] }, "x", "names.outputs", "Each answer key is an output"],
    [{ inputs: ["x", "y"], outputs: [] }, "A", "keys[0].expression", "Inputs should be labeled as x, y."],
  ])("is refused with %j and the key %s", async (own, expression, field, message) => {
    const { status, body } = await edit([{ previousItem: 1, keys: [key(expression)], names: own }]);
    expect(status).toBe(400);
    expect(body.error.issues).toEqual([
      expect.objectContaining({ field: `items[0].${field}`, message: expect.stringContaining(message) }),
    ]);
  });

  it("is pulled as a task.json in its names, with the same version of the keys", async () => {
    const program = await server.program(ana.userId);
    const { body } = await program.call("pullTask", { params: { taskId } });
    expect(body.task.items).toEqual([
      {
        item: 1,
        keys: [
          { expression: "S1 & ~S0 & x", grade: 5 },
          { expression: "S1", minterms: "OUT(S1,S0) = Σm(2) + d(3)", grade: 3 },
        ],
        names,
      },
    ]);
    const parsed = parseTaskFile(JSON.stringify(body.task));
    expect(parsed.ok && keyVersion(parsed.task.items)).toBe(body.key_version);
    expect(keyVersion(body.task.items)).toBe(body.key_version);
  });
});
