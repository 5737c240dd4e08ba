import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { statements, submissions } from "../db/schema.ts";
import { insertSubmission, makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const AND = ["Y = AND(A, B)"];
const OR = ["Y = OR(A, B)"];
const STUDENTS = Array.from({ length: 60 }, (_, index) => String(20230001 + index));

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;
/** The students in their order: the first 40 drew an AND, which is correct, the others an OR. */
let files: string[];

function edit(expression: string, { grade = "5", ...item }: { grade?: string; rubric?: object | null } = {}) {
  return { ...TASK_BODY, classId, answerKeys: [{ keys: [{ expression, grade }], ...item }] };
}

async function preview(body: object) {
  const answer = await ana.call("previewRegrade", { params: { taskId }, body: body as ReturnType<typeof edit> });
  expect(answer.status).toBe(200);
  return answer.body;
}

function save(body: object, regrade?: string) {
  return ana.callLoosely("editTask", {
    params: { taskId },
    body: { ...body, ...(regrade !== undefined && { regrade }) },
  });
}

async function points(): Promise<(number | null)[]> {
  const { query } = server.context.db;
  const rows = await query
    .select()
    .from(submissions)
    .where(eq(submissions.taskId, taskId))
    .orderBy(submissions.studentId);
  return rows.map(({ graded, totalGrade }) => (graded ? totalGrade : null));
}

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana, { studentList: STUDENTS });
  taskId = await makeTask(ana, classId, { answerKeys: [{ keys: [{ expression: "A & B", grade: "5" }] }] });
  files = [];
  for (const [index, studentId] of STUDENTS.entries()) {
    const grade = index < 40 ? 5 : 0;
    const given = index === 59 ? { graded: false } : { graded: true, totalGrade: index === 58 ? 3 : grade };
    files.push(await insertReadPage(server.context, { taskId, studentId, lines: index < 40 ? AND : OR, ...given }));
  }
});

describe("other keys for 60 students whose pages are graded", () => {
  it("are first shown with their effects, and nothing changes", async () => {
    const before = await points();
    const shown = await preview(edit("A | B", { grade: "10" }));
    expect(shown).toMatchObject({ unchanged: 0, reproposed: 1 });
    expect(shown.students).toHaveLength(58);
    expect(shown.students[0]).toEqual({
      student_id: "20230001",
      from: 5,
      to: 0,
      pages: [
        {
          file_id: files[0],
          item: 1,
          why: "keys",
          from: 5,
          to: 0,
          turned: [{ output: "OUT 1", to: "wrong" }],
          reasons: [],
        },
      ],
    });
    expect(shown.students[40]).toMatchObject({ student_id: "20230041", from: 0, to: 10 });
    // The page whose points stay is not among them.
    expect(shown.outputs).toEqual([{ item: 1, output: "OUT 1", right: 18, wrong: 40 }]);
    expect(shown.kept).toEqual([
      {
        file_id: files[58],
        student_id: "20230059",
        item: 1,
        points: 3,
        proposed_before: 0,
        proposed_after: 10,
      },
    ]);
    expect(await points()).toEqual(before);
    expect((await ana.call("getTask", { params: { taskId } })).body.answer_keys[0]?.keys[0]?.expression).toBe(
      "X1 & X2",
    );
  });

  it("leave out rows that do not matter", async () => {
    const body = edit("Σm(3) + d(1, 2)");
    const { outputs, fingerprint } = await preview(body);
    expect(outputs).toEqual([{ item: 1, output: "OUT 1", right: 18, wrong: 0 }]);
    expect((await save(body, fingerprint)).status).toBe(200);
    expect(await points()).toEqual([...Array(58).fill(5), 3, null]);
    const { groups } = (await ana.call("getAnswerGroups", { params: { taskId }, query: {} })).body;
    expect(groups.map((group) => group.points)).toEqual([5]);
    const { rows } = (await ana.call("getGradeRows", { params: { fileId: files[40]! } })).body;
    expect(rows).toMatchObject([{ result: "Match", grade: 5 }]);
  });

  it("change grades with their log in one step when confirmed, keep overrides, and can be undone", async () => {
    const body = edit("A | B", { grade: "10" });
    const { fingerprint } = await preview(body);
    const heard: string[] = [];
    server.context.events.subscribe(ana.userId, (event) => heard.push(event.type));
    expect((await save(body, fingerprint)).status).toBe(200);
    expect(await points()).toEqual([...Array(40).fill(0), ...Array(18).fill(10), 3, null]);
    expect(heard.filter((type) => type === "task")).toHaveLength(1);
    const { history } = (await ana.call("getGradeRows", { params: { fileId: files[0]! } })).body;
    expect(history[0]).toMatchObject({ text: "0 points", by: "ana@example.edu, by changed keys" });
    const { last_batch } = (await ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } })).body;
    expect(last_batch).toMatchObject({ label: "Changed keys: 58 pages regraded", files: 58 });
    const undone = await ana.call("undoGrades", { params: { batchId: last_batch!.id }, body: {} });
    expect(undone.body).toEqual({ restored: 58, skipped: 0 });
    expect(await points()).toEqual([...Array(40).fill(5), ...Array(18).fill(0), 3, null]);
  });

  it("change nothing if a page was graded since the preview", async () => {
    const body = edit("A | B");
    const { fingerprint } = await preview(body);
    await ana.call("updateGrade", { params: { fileId: files[0]! }, body: { total_grade: 4 } });
    const before = await points();
    const answer = await save(body, fingerprint);
    expect([answer.status, answer.body.error.code]).toEqual([409, "answers-changed"]);
    expect(await points()).toEqual(before);
    expect((await ana.call("getTask", { params: { taskId } })).body.answer_keys[0]?.keys[0]?.expression).toBe(
      "X1 & X2",
    );
  });

  it("keep grades if no regrade is requested", async () => {
    const [before, said] = [await points(), await server.context.db.query.select().from(statements)];
    expect((await save(edit("A | B"))).status).toBe(200);
    expect(await points()).toEqual(before);
    expect(await server.context.db.query.select().from(statements)).toEqual(said);
  });

  it("remove a grade if the page can no longer be compared", async () => {
    const body = edit("A & B & C");
    const { fingerprint, students, unchanged } = await preview(body);
    expect([students.length, students[0]?.pages[0]?.to, unchanged]).toEqual([58, null, 0]);
    await save(body, fingerprint);
    expect(await points()).toEqual([...Array(58).fill(null), 3, null]);
    expect((await ana.call("getTask", { params: { taskId } })).body.reviewed_submissions).toBe(1);
  });

  it("ignore pages that were never read", async () => {
    const unread = { taskId, studentId: "20230061", graded: true, totalGrade: 2 };
    expect(await insertSubmission(server.context, unread)).toBeTruthy();
    expect(await preview(edit("A & B"))).toMatchObject({ students: [], kept: [], gone: [] });
  });
});

describe("removing an item with hand-ins", () => {
  const item = (expression: string, previousItem?: number) => ({
    keys: [{ expression, grade: "5" }],
    ...(previousItem !== undefined && { previousItem }),
  });
  const one = () => ({ ...TASK_BODY, classId, answerKeys: [item("A & B", 1)] });
  const two = () => ({ ...TASK_BODY, classId, answerKeys: [item("A & B", 1), item("A | B")] });

  async function handInSecond(): Promise<string> {
    const second = { taskId, item: 2, lines: AND };
    await insertReadPage(server.context, { ...second, studentId: "20230002" });
    return insertReadPage(server.context, { ...second, studentId: "20230001", graded: true, totalGrade: 4 });
  }

  async function totalOf(student: string): Promise<string> {
    const csv = await (await ana.fetch(`/task/plain-grades/${taskId}`)).text();
    const [header, ...rows] = csv.split(/\r?\n/).map((row) => row.split(","));
    return rows.find(([id]) => id === student)![header!.indexOf("total")]!;
  }

  it("asks nobody to grade its pages until it is back", async () => {
    await save(two());
    await handInSecond();
    const state = async () => {
      const params = { taskId };
      const { body: task } = await ana.call("getTask", { params });
      const { files } = (await ana.call("getFiles", { params })).body;
      const { entries } = (await ana.call("getQueue", { params })).body;
      const { groups } = (await ana.call("getAnswerGroups", { params, query: {} })).body;
      const { confirmed, unconfirmed } = (await ana.call("getRelease", { params })).body;
      return {
        counted: [task.total_submissions, task.reviewed_submissions, files.length, confirmed, unconfirmed],
        items: [...files, ...entries].map(({ item_number }) => item_number).concat(groups.map(({ item }) => item)),
      };
    };
    const before = await state();
    expect(before.items).toContain(2);
    await save(one());
    const { counted, items } = await state();
    const [total, graded] = before.counted as [number, number];
    expect(counted).toEqual([total - 2, graded - 1, total - 2, graded - 1, total - graded - 1]);
    expect(new Set(items)).toEqual(new Set([1]));
    await save(two());
    expect(await state()).toEqual(before);
  });

  it("takes its points out of the totals, as the preview said; the grades stay, and are reported once", async () => {
    await save(two());
    const file = await handInSecond();
    expect(await totalOf("20230001")).toBe("9");
    const told = await preview(one());
    expect(told.students).toEqual([
      {
        student_id: "20230001",
        from: 9,
        to: 5,
        pages: [{ file_id: file, item: 2, why: "item-gone", from: 4, to: null, turned: [], reasons: [] }],
      },
    ]);
    expect(told).toMatchObject({ kept: [], gone: [{ item: 2, pages: 2 }], reproposed: 0 });
    expect((await save(one(), told.fingerprint)).status).toBe(200);
    expect(await totalOf("20230001")).toBe("5");
    expect((await ana.call("getGradeRows", { params: { fileId: file } })).body).toMatchObject({
      total_grade: 4,
      history: [{ text: "4 points" }],
    });
    expect(await preview(one())).toMatchObject({ students: [], kept: [], gone: [] });
    const again = await preview(two());
    expect(again.students).toMatchObject([{ from: 5, to: 9, pages: [{ why: "item-back", from: null, to: 4 }] }]);
    expect((await save(two(), again.fingerprint)).status).toBe(200);
    expect(await totalOf("20230001")).toBe("9");
  });

  it("is only allowed for the last one: hand-ins for an item are never moved to another one", async () => {
    await save(two());
    const shifted = { ...TASK_BODY, classId, answerKeys: [item("A | B", 2)] };
    for (const { status, body } of [
      await save(shifted),
      await ana.callLoosely("previewRegrade", { params: { taskId }, body: shifted }),
    ]) {
      expect([status, body.error.code]).toEqual([409, "items-renumbered"]);
    }
    expect((await ana.call("getTask", { params: { taskId } })).body.answer_keys).toHaveLength(2);
    const unused = await makeTask(ana, classId);
    expect((await ana.callLoosely("editTask", { params: { taskId: unused }, body: shifted })).status).toBe(200);
  });
});

describe("another class", () => {
  it("is shown with how many students who handed in are not in it", async () => {
    const other = await makeClass(ana, { classGroup: "2", studentList: STUDENTS.slice(0, 12) });
    expect((await preview(edit("A & B"))).class_change).toBeNull();
    const moved = { ...edit("A & B"), classId: other };
    expect((await preview(moved)).class_change).toEqual({ students: 60, not_enrolled: 48 });
    const bo = await server.instructor("bo@example.edu");
    const params = { taskId };
    const foreign = { ...moved, classId: await makeClass(bo, { studentList: STUDENTS }) };
    expect((await ana.callLoosely("previewRegrade", { params, body: foreign })).status).toBe(404);
  });
});

describe("an item's rubric", () => {
  it("is stored with the keys, and used for grading with a reason", async () => {
    const rubric = { right_rows_from: 50, most_gates: { count: 1, deduction: 2 }, floor: 1 };
    const body = edit("A & B", { grade: "10", rubric });
    const { students, fingerprint } = await preview(body);
    // An OR has 2 of 4 rows of an AND right.
    expect(students.at(-1)).toMatchObject({ student_id: "20230058", from: 0, to: 5 });
    await save(body, fingerprint);
    const task = (await ana.call("getTask", { params: { taskId } })).body;
    expect(task.answer_keys[0]?.rubric).toEqual(rubric);
    const rows = (await ana.call("getGradeRows", { params: { fileId: files[59]! } })).body;
    expect(rows).toMatchObject({
      proposed_grade: 5,
      rows: [{ result: "Mismatch", grade: 5, partial: "2 of 4 rows are right: 5 of 10 points." }],
      adjustments: [],
    });
    expect(rows.rubric).toHaveLength(3);
    const { groups } = (await ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } })).body;
    expect(groups.map(({ verdict, points: own }) => [verdict, own])).toEqual([
      ["wrong", 5],
      ["right", 10],
    ]);
    const csv = await (await ana.fetch(`/task/plain-grades/${taskId}`)).text();
    expect(csv).toContain("2 of 4 rows are right: 5 of 10 points.");
  });

  it("stays if a form does not send it, and is removed on request", async () => {
    const rubric = { inverted: 50 };
    await save(edit("A & B", { rubric }));
    await save(edit("A & B"));
    expect((await ana.call("getTask", { params: { taskId } })).body.answer_keys[0]?.rubric).toEqual(rubric);
    await save(edit("A & B", { rubric: null }));
    expect((await ana.call("getTask", { params: { taskId } })).body.answer_keys[0]?.rubric).toBeNull();
  });

  it("is refused with the field if it makes no sense", async () => {
    const { status, body } = await save(edit("A & B", { rubric: { floor: 6 } }));
    expect([status, body.error.message]).toEqual([400, "The minimum points cannot be more than the item's 5."]);
    expect(body.error.issues).toMatchObject([{ field: "items[0].rubric.floor" }]);
    expect((await save(edit("A & B", { rubric: { flour: 1 } }))).status).toBe(400);
    const said = await server.context.db.query.select().from(statements);
    expect(said.filter(({ by }) => by.includes("changed keys"))).toEqual([]);
  });
});
