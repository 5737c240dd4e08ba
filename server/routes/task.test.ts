import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { checkQrText } from "../../core/template/qr-text.ts";
import type { ErrorBody } from "../contract/common.ts";
import type { LiveEvent } from "../contract/system.ts";
import { classes, regradeRequests, submissions, tasks } from "../db/schema.ts";
import { CLASS_BODY, insertSubmission, makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana);
});

describe("copyTask", () => {
  const dueDate = "2026-12-01T15:59:59.999Z";

  it("creates the task for other groups with items, keys and settings, and nothing that was handed in", async () => {
    const taskId = await makeTask(ana, classId, {
      description: "Chapter 3",
      allowReplacements: false,
      terminals: true,
    });
    await ana.call("setGradingView", { params: { taskId }, body: { hide_names: true, certainty: 99 } });
    await insertSubmission(server.context, { taskId });
    const groups = [await makeClass(ana, { classGroup: 2 }), await makeClass(ana, { classGroup: 3 })];
    const heard: LiveEvent[] = [];
    server.context.events.subscribe(ana.userId, (event) => heard.push(event));
    const { status, body } = await ana.call("copyTask", {
      params: { taskId },
      body: { classIds: [...groups, groups[0]!], dueDate },
    });
    expect([status, body.message]).toEqual([200, "The task was copied to 2 groups."]);
    expect(heard.map(({ type }) => type)).toEqual(["task", "task"]);
    const original = (await ana.call("getTask", { params: { taskId } })).body;
    expect(original).toMatchObject({ total_submissions: 1, hide_names: true, terminals: true });
    for (const [index, id] of body.task_ids.entries()) {
      expect((await ana.call("getTask", { params: { taskId: id } })).body).toEqual({
        ...original,
        id,
        missing_submissions: original.missing_submissions + 1,
        class_id: groups[index],
        class_group: index + 2,
        due_date: dueDate,
        names_hidden: false,
        total_submissions: 0,
        files: [],
      });
    }
  });

  it("refuses no group, the task's own, an unknown one and a wrong date, and copies nothing", async () => {
    const taskId = await makeTask(ana, classId);
    const other = await makeClass(ana, { classGroup: 2 });
    const foreign = await makeClass(await server.instructor("bo@example.edu"));
    const refused = async (body: { classIds: string[]; dueDate: string }) => {
      const answer = await ana.call("copyTask", { params: { taskId }, body });
      const { issues, message } = answer.body.error as ErrorBody["error"];
      return [answer.status, ...(issues?.map((issue) => issue.message) ?? [message])];
    };
    expect(await refused({ classIds: [], dueDate: "" })).toEqual([400, "Choose a group.", "Due Date is required."]);
    expect(await refused({ classIds: [other, classId], dueDate })).toEqual([400, "This group has the task already."]);
    expect(await refused({ classIds: [other, foreign], dueDate })).toEqual([404, "No classes found."]);
    expect(await refused({ classIds: [other], dueDate: "tomorrow" })).toEqual([
      400,
      expect.stringContaining("Due Date"),
    ]);
    expect((await ana.call("getTasks", {})).body).toHaveLength(1);
  });

  it("copies nothing if one of the groups is deleted meanwhile", async () => {
    const taskId = await makeTask(ana, classId);
    const classIds = [await makeClass(ana, { classGroup: 2 }), await makeClass(ana, { classGroup: 3 })];
    const { db } = server.context;
    const { write } = db;
    Object.assign(db, {
      async write(work: Parameters<typeof write>[0]) {
        await write((query) => query.delete(classes).where(eq(classes.id, classIds[1]!)));
        return write(work);
      },
    });
    expect((await ana.call("copyTask", { params: { taskId }, body: { classIds, dueDate } })).status).toBe(404);
    Object.assign(db, { write });
    expect((await ana.call("getTasks", {})).body).toHaveLength(1);
  });
});

it("counts the pages of students who left and of removed items neither as handed in nor in the points", async () => {
  const [first, second] = CLASS_BODY.studentList as [string, string];
  const third = "20230003";
  const group = { ...CLASS_BODY, classGroup: "2", studentList: [first, third] };
  const classId = await makeClass(ana, { ...group, studentList: [first, second, third] });
  const taskId = await makeTask(ana, classId);
  const graded = { taskId, lines: ["OUT = XOR(A, B)"], graded: true };
  await insertReadPage(server.context, { ...graded, studentId: first, totalGrade: 10 });
  await insertReadPage(server.context, { ...graded, studentId: first, item: 3, totalGrade: 4 });
  await insertReadPage(server.context, { ...graded, studentId: second, totalGrade: 6 });
  await insertReadPage(server.context, { ...graded, studentId: third, item: 3, totalGrade: 4 });
  await ana.call("editClass", { params: { classId }, body: group });
  const { missing_submissions, points } = (await ana.call("getTask", { params: { taskId } })).body;
  const { missing } = (await ana.call("getRelease", { params: { taskId } })).body;
  const { total, students } = (await ana.call("getGrades", { params: { taskId }, query: {} })).body;
  expect([missing_submissions, missing]).toEqual([3, 3]);
  expect(students.map((student) => student.total)).toEqual([10, 6, null]);
  expect(points).toMatchObject({ count: 2, mean: 8 });
  expect(points).toEqual(total);
});

it("counts what is missing and asked, and spreads the points once every page is graded", async () => {
  const taskId = await makeTask(ana, classId);
  const [first, second] = CLASS_BODY.studentList as [string, string];
  const graded = { taskId, graded: true };
  const id = await insertSubmission(server.context, { ...graded, studentId: first, totalGrade: 10 });
  await insertSubmission(server.context, { ...graded, studentId: first, item: 2, totalGrade: 4 });
  const open = await insertSubmission(server.context, { taskId, studentId: second });
  const request = { id: "request", submissionId: id, reason: "Look again.", createdAt: 1 };
  await server.context.db.write((query) => query.insert(regradeRequests).values(request));
  const counts = async () => {
    const { missing_submissions, open_requests, points } = (await ana.call("getTask", { params: { taskId } })).body;
    return { missing_submissions, open_requests, points };
  };
  const missing_submissions = 2 * CLASS_BODY.studentList.length - 3;
  expect(await counts()).toEqual({ missing_submissions, open_requests: 1, points: null });
  const grade = { graded: true, totalGrade: 6 };
  await server.context.db.write((query) => query.update(submissions).set(grade).where(eq(submissions.id, open)));
  await server.context.db.write((query) => query.update(regradeRequests).set({ answeredAt: 2 }));
  const { points, ...others } = await counts();
  expect(others).toEqual({ missing_submissions, open_requests: 0 });
  // 14 and 6 of 20 points.
  expect(points).toMatchObject({ count: 2, mean: 10, median: 10 });
  expect(points?.histogram.filter(({ count }) => count > 0).map(({ from, to }) => [from, to])).toEqual([
    [5, 6],
    [13, 14],
  ]);
});

describe("createTask", () => {
  it("stores a task and returns its fields", async () => {
    const { status, body } = await ana.call("createTask", { body: { ...TASK_BODY, classId } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: body.id,
      user_id: ana.userId,
      class_id: classId,
      class_code: "CPE 101",
      class_group: 1,
      class_schedule: "MWF 9:00-10:00",
      title: "Half adder",
      description: "",
      exam_type: "quiz",
      status: "Ongoing",
      due_date: "2026-11-21T15:59:59.999Z",
      allow_replacements: true,
      terminals: false,
      certainty: { percent: 98, full: "98 %", fewer: "99.5 %" },
      created_at: "2026-11-01T04:00:00.000Z",
      updated_at: "2026-11-01T04:00:00.000Z",
      total_submissions: 0,
      reviewed_submissions: 0,
      missing_submissions: 2 * CLASS_BODY.studentList.length,
      open_requests: 0,
      points: null,
      files: [],
      extensions: 0,
      hide_names: false,
      names_hidden: false,
      random_order: false,
      show_legibility: true,
      own_paper: false,
      role: "owner",
      owner: { name: "ana", email: "ana@example.edu" },
      assignment: null,
      answer_keys: [
        {
          item: "Item 1",
          keys: [
            { expression: "X1 ^ X2", grade: "5" },
            { expression: "X1 & X2", grade: "5" },
          ],
          rubric: null,
        },
        { item: "Item 2", keys: [{ expression: "X1 ^ X2 | (X3 & ~X1)", grade: "10" }], rubric: null },
      ],
    });
    expect(body.id).toMatch(/^[\w-]{22}$/);
    expect((await ana.call("getTask", { params: { taskId: body.id } })).body).toEqual(body);
  });

  const key = (expression: string, grade = "5") => ({ answerKeys: [{ keys: [{ expression, grade }] }] });

  it.each([
    [{ title: " " }, "Title is required."],
    [{ title: "x".repeat(31) }, "Title cannot exceed 30 characters."],
    [{ classId: "" }, "Class Group is required."],
    [{ examType: "" }, "Type of Task is required."],
    [{ examType: "party" }, '"party" is not a type of task.'],
    [{ dueDate: "" }, "Due Date is required."],
    [{ dueDate: "2026-11-21T23:59" }, "Due Date must be a time with its offset, like 2026-11-21T23:59:59.999+08:00."],
    [{ answerKeys: [] }, "At least one answer key is required."],
    [{ answerKeys: [{ keys: [] }] }, "Each answer key should have at least one expression and grade."],
    [
      { answerKeys: Array(6).fill({ keys: Array(84).fill({ expression: "A", grade: "1" }) }) },
      "A task takes at most 500 answer keys.",
    ],
    [key(""), "Expression is required for Item 1 - Answer Key 1."],
    [key(`A${" & A".repeat(25)}`), "Expression cannot exceed 100 characters for Item 1 - Answer Key 1."],
    [key("A", ""), "Grade is required for Item 1 - Answer Key 1."],
    [
      key("A = B"),
      "Invalid expression for Item 1 - Answer Key 1. Accepted symbols: ~ | & ^. " +
        "Inputs should be labeled as A, B, C, ... G.",
    ],
  ])("refuses %j", async (wrong, message) => {
    const { status, body } = await ana.call("createTask", { body: { ...TASK_BODY, classId, ...wrong } });
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await ana.call("getTasks", {})).body).toEqual([]);
  });

  it("stores the most keys that a task takes, and copies them", async () => {
    const keys = Array.from({ length: 5 }, (_, index) => ({ expression: "A", grade: String(index + 1) }));
    const { body } = await ana.call("createTask", {
      body: { ...TASK_BODY, classId, answerKeys: Array.from({ length: 100 }, () => ({ keys })) },
    });
    expect(body.answer_keys.map((item) => item.keys.length)).toEqual(Array(100).fill(5));
    const other = await makeClass(ana, { classGroup: "2" });
    const copying = { classIds: [other], dueDate: TASK_BODY.dueDate };
    const copied = await ana.call("copyTask", { params: { taskId: body.id }, body: copying });
    const copy = await ana.call("getTask", { params: { taskId: copied.body.task_ids[0]! } });
    expect(copy.body.answer_keys).toEqual(body.answer_keys);
  });

  it("names every field that is wrong", async () => {
    const { body } = await ana.call("createTask", { body: {} as never });
    expect(body.error.issues?.map(({ field }) => field)).toEqual([
      "title",
      "classGroup",
      "examType",
      "dueDate",
      "items",
    ]);
  });

  it("refuses another instructor's class", async () => {
    const bo = await server.instructor("bo@example.edu");
    expect((await bo.call("createTask", { body: { ...TASK_BODY, classId } })).status).toBe(404);
  });
});

it("lists the user's tasks by class code, group and title", async () => {
  const second = await makeClass(ana, { classGroup: 2 });
  await makeTask(ana, second, { title: "A" });
  await makeTask(ana, classId, { title: "Z" });
  await makeTask(ana, classId, { title: "B" });
  const bo = await server.instructor("bo@example.edu");
  await makeTask(bo, await makeClass(bo), { title: "Bo's" });
  const { body } = await ana.call("getTasks", {});
  expect(body.map((task) => [task.class_group, task.title])).toEqual([
    [1, "B"],
    [1, "Z"],
    [2, "A"],
  ]);
  expect((await ana.call("getTasksByClass", { params: { classId: second } })).body).toEqual([
    { id: body[2]?.id, title: "A", due_date: "2026-11-21T15:59:59.999Z" },
  ]);
});

describe("editTask", () => {
  it("replaces the fields and tells open pages", async () => {
    const taskId = await makeTask(ana, classId, { description: "Use NAND gates." });
    const second = await makeClass(ana, { classGroup: 2 });
    const heard: LiveEvent[] = [];
    server.context.events.subscribe(ana.userId, (event) => heard.push(event));
    server.clock.advance(1000);
    const body = {
      title: "Full adder",
      classId: second,
      examType: "lab",
      dueDate: "2026-12-01T00:00:00Z",
      answerKeys: [{ keys: [{ expression: "A", grade: "1" }] }],
    };
    const answer = await ana.call("editTask", { params: { taskId }, body });
    expect(answer.body.message).toBe("Task updated successfully.");
    expect(answer.body.task).toMatchObject({
      id: taskId,
      title: "Full adder",
      description: "Use NAND gates.",
      class_id: second,
      exam_type: "lab",
      due_date: "2026-12-01T00:00:00.000Z",
      updated_at: "2026-11-01T04:00:01.000Z",
      answer_keys: [{ item: "Item 1", keys: [{ expression: "X1", grade: "1" }] }],
    });
    expect(heard).toEqual([{ type: "task", task_id: taskId }]);
  });

  it("changes nothing if the task was edited since it was loaded", async () => {
    const taskId = await makeTask(ana, classId);
    const params = { taskId };
    const { updated_at: updatedAt } = (await ana.call("getTask", { params })).body;
    const edit = (body: object) => ({ params, body: { ...TASK_BODY, classId, ...body } });
    server.clock.advance(1000);
    expect((await ana.call("editTask", edit({ title: "First", updatedAt }))).status).toBe(200);
    const late = edit({ dueDate: "2026-12-01T00:00:00Z", updatedAt });
    for (const { status, body } of [await ana.call("editTask", late), await ana.call("previewRegrade", late)]) {
      expect([status, body.error]).toEqual([
        409,
        {
          code: "task-changed",
          message: "This task was changed since you opened it. Reload the page and make your changes again.",
        },
      ]);
    }
    const stored = (await ana.call("getTask", { params })).body;
    expect(stored).toMatchObject({ title: "First", due_date: "2026-11-21T15:59:59.999Z" });
    const { status } = await ana.call("editTask", edit({ title: "Second", updatedAt: stored.updated_at }));
    expect(status).toBe(200);
    expect((await ana.call("editTask", edit({ title: "No version" }))).status).toBe(200);
  });

  it("keeps what happened while a worker looked at the keys", async () => {
    const taskId = await makeTask(ana, classId);
    const { db, recogniser } = server.context;
    const own = eq(tasks.id, taskId);
    const meanwhile = { dueNotifiedFor: Date.parse(TASK_BODY.dueDate), description: "Use NAND gates." };
    const { ask } = recogniser;
    vi.spyOn(recogniser, "ask").mockImplementationOnce(async (kind, request) => {
      await db.write((query) => query.update(tasks).set(meanwhile).where(own));
      return ask(kind, request);
    });
    expect((await ana.call("editTask", { params: { taskId }, body: { ...TASK_BODY, classId } })).status).toBe(200);
    expect((await db.query.select().from(tasks).where(own))[0]).toMatchObject(meanwhile);
  });

  it("changes nothing if the body is wrong", async () => {
    const taskId = await makeTask(ana, classId);
    const { status } = await ana.call("editTask", {
      params: { taskId },
      body: { ...TASK_BODY, classId, title: "", answerKeys: [] },
    });
    expect(status).toBe(400);
    expect((await ana.call("getTask", { params: { taskId } })).body.answer_keys).toHaveLength(2);
  });
});

it("deletes a task with its submissions and files", async () => {
  const taskId = await makeTask(ana, classId);
  const sha256 = "c".repeat(64);
  await server.context.files.write(sha256, new Uint8Array([1]));
  await insertSubmission(server.context, { taskId, sha256 });
  expect((await ana.call("deleteTask", { params: { taskId } })).body).toEqual({
    message: "Task has been deleted successfully",
  });
  expect((await ana.call("getTask", { params: { taskId } })).status).toBe(404);
  expect(await server.context.files.read(sha256)).toBeNull();
});

it("does not reveal another instructor's task", async () => {
  const params = { taskId: await makeTask(ana, classId) };
  const bo = await server.instructor("bo@example.edu");
  const body = { ...TASK_BODY, classId: await makeClass(bo) };
  for (const answer of [
    await bo.call("getTask", { params }),
    await bo.call("editTask", { params, body }),
    await bo.call("deleteTask", { params }),
    await bo.call("getTask", { params: { taskId: "../etc" } }),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await bo.call("getTask", { params })).body.error.message).toBe(
    "The resource you are looking for could not be found.",
  );
  const moved = { ...TASK_BODY, classId: body.classId };
  expect((await ana.call("editTask", { params, body: moved })).status).toBe(404);
});

it("says that the session has expired", async () => {
  const { status, body } = await server.visitor().call("getTasks", {});
  expect([status, body.error.message]).toEqual([401, "Your session expired. Login again."]);
});

describe("the public view", () => {
  it("shows what students need, and never an expression or a grade", async () => {
    const taskId = await makeTask(ana, classId);
    const { body } = await server.visitor().call("getPublicTask", { params: { taskId } });
    expect(body).toEqual({
      id: taskId,
      title: "Half adder",
      exam_type: "quiz",
      due_date: "2026-11-21T15:59:59.999Z",
      closed: false,
      allow_replacements: true,
      show_legibility: true,
      own_paper: false,
      now: new Date(server.clock.now).toISOString(),
      items: [1, 2],
      teacher: { name: "ana", email: "ana@example.edu", profile_image_url: null },
      class: { class_code: "CPE 101", class_group: 1, class_schedule: "MWF 9:00-10:00" },
    });
    server.clock.now = Date.parse(body.due_date);
    expect((await server.visitor().call("getPublicTask", { params: { taskId } })).body.closed).toBe(true);
  });

  it("says if there is no such task", async () => {
    const { status, body } = await server.visitor().call("getPublicTask", { params: { taskId: "unknown" } });
    expect([status, body.error.message]).toEqual([404, "The task has been removed or is no longer available."]);
  });
});

describe("the template", () => {
  it("is a PDF whose QR codes contain the signed student link, one page for each item", async () => {
    const taskId = await makeTask(ana, classId);
    const { status, headers, response } = await server.visitor().call("getTemplate", { params: { taskId } });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toBe('attachment; filename="grid-template.pdf"');
    const { texts, contents } = await codesOf(response, taskId);
    for (const text of texts) expect(text).toMatch(/^https:\/\/grading\.example\.edu\/student-upload\//);
    expect(contents).toEqual([1, 2].map((item) => ({ status: "ok", content: { taskId, item } })));
  });

  it("has terminals if the task says so: all inputs that an item may have, and an output for each key", async () => {
    const taskId = await makeTask(ana, classId, { terminals: true });
    const body = { ...TASK_BODY, classId, answerKeys: TASK_BODY.answerKeys.slice(0, 1) };
    // Left out, the setting stays.
    await ana.call("editTask", { params: { taskId }, body });
    expect((await ana.call("getTask", { params: { taskId } })).body.terminals).toBe(true);
    const { response } = await server.visitor().call("getTemplate", { params: { taskId } });
    const terminals = { inputs: ["A", "B", "C", "D", "E", "F", "G"], outputs: ["OUT 1", "OUT 2"] };
    const [code] = (await codesOf(response, taskId)).contents;
    expect(code).toEqual({ status: "ok", content: { taskId, item: 1, terminals } });
  });

  it("has no terminals whose names have no room in its code: the task is refused", async () => {
    const inputs = ["Address1", "Address2", "Address3", "Address4", "Address5", "Address6", "Address7"];
    const keys = [{ expression: "Address1 & Address2", grade: "5" }];
    const answerKeys = [{ item: "Item 1", keys, names: { inputs, outputs: [] } }];
    const named = { ...TASK_BODY, classId, answerKeys };
    const { status, body } = await ana.call("createTask", { body: { ...named, terminals: true } });
    expect([status, body.error.issues?.[0]?.field]).toEqual([400, "items[0].names.inputs"]);
    expect((await ana.call("createTask", { body: named })).status).toBe(200);
  });

  async function codesOf(response: Response, taskId: string) {
    const file = await decodePages(new Uint8Array(await response.arrayBuffer()));
    if (!file.ok) throw new Error(file.failure.code);
    const texts: string[] = [];
    for await (const page of file.pages) {
      if (!page.ok) throw new Error(page.failure.code);
      texts.push((await readQr(page.image))?.text ?? "");
    }
    const { template: secret } = server.context.secrets;
    return { texts, contents: texts.map((text) => checkQrText(text, { secret, taskId })) };
  }

  it("follows an edit of the task", async () => {
    const taskId = await makeTask(ana, classId);
    const fetch = async () => {
      const { response } = await server.visitor().call("getTemplate", { params: { taskId } });
      return Buffer.from(await response.arrayBuffer()).toString("base64");
    };
    const first = await fetch();
    expect(await fetch()).toBe(first);
    await ana.call("editTask", { params: { taskId }, body: { ...TASK_BODY, classId, title: "Other" } });
    expect(await fetch()).not.toBe(first);
  });

  it("says if there is no such task", async () => {
    expect((await server.visitor().call("getTemplate", { params: { taskId: "unknown" } })).status).toBe(404);
  });
});
