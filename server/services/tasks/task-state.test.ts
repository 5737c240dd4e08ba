import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { LiveEvent } from "../../contract/system.ts";
import { submissions } from "../../db/schema.ts";
import { insertSubmission, makeClass, makeTask, TASK_BODY } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { registerClockwork } from "./clock.ts";
import { settleTask, taskStatus } from "./task-state.ts";

const DUE = Date.parse(TASK_BODY.dueDate);

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  registerClockwork(server.context);
  ana = await server.instructor();
  classId = await makeClass(ana);
  taskId = await makeTask(ana, classId);
});

/** Sessions do not last that long: Ana logs in again. */
async function jumpTo(time: number): Promise<void> {
  server.clock.now = time;
  ana = await server.instructor();
}

async function told(): Promise<string[]> {
  const { body } = await ana.call("getAllNotifications", {});
  return body.notifications.map(({ type, message }) => `${type}: ${message}`).sort();
}

async function status(): Promise<string> {
  return (await ana.call("getTask", { params: { taskId } })).body.status;
}

async function grade(graded: boolean): Promise<void> {
  await server.context.db.write((query) =>
    query.update(submissions).set({ graded }).where(eq(submissions.taskId, taskId)),
  );
  await settleTask(server.context, taskId);
}

it.each([
  [{ due: false, submitted: 2, graded: 2 }, "Ongoing"],
  [{ due: true, submitted: 2, graded: 1 }, "Ongoing"],
  [{ due: true, submitted: 2, graded: 2 }, "Completed"],
  [{ due: true, submitted: 0, graded: 0 }, "Completed"],
])("taskStatus(%j) is %s", (progress, expected) => expect(taskStatus(progress)).toBe(expected));

it("becomes Completed when due and graded, and Ongoing again when a grade or the date is reverted", async () => {
  await insertSubmission(server.context, { taskId });
  await jumpTo(DUE);
  expect(await status()).toBe("Ongoing");
  await grade(true);
  expect(await status()).toBe("Completed");
  await grade(false);
  expect(await status()).toBe("Ongoing");
  await grade(true);
  const body = { ...TASK_BODY, classId, dueDate: "2026-12-24T00:00:00Z" };
  await ana.call("editTask", { params: { taskId }, body });
  expect(await status()).toBe("Ongoing");
});

it("counts the submissions that count, and the graded among them", async () => {
  await insertSubmission(server.context, { taskId, counts: false });
  await insertSubmission(server.context, { taskId, graded: true });
  await insertSubmission(server.context, { taskId, studentId: "20230002" });
  const { body } = await ana.call("getTask", { params: { taskId } });
  expect([body.total_submissions, body.reviewed_submissions, body.files.map((file) => file.graded)]).toEqual([
    2,
    1,
    [true, false],
  ]);
});

describe("the due date", () => {
  const passed = "due_date: The due date of Half adder has passed.";

  it("is notified once when it passes, by the clock, and shown on open pages at once", async () => {
    const heard: LiveEvent[] = [];
    server.context.events.subscribe(ana.userId, (event) => heard.push(event));
    await jumpTo(DUE - 1);
    await server.context.lifecycle.tick();
    expect(await told()).toEqual([]);
    await jumpTo(DUE);
    await server.context.lifecycle.tick();
    await server.context.lifecycle.tick();
    expect(await told()).toEqual([passed]);
    expect(heard).toEqual([{ type: "notification" }]);
  });

  it("is notified again when it was moved and passes again", async () => {
    await jumpTo(DUE);
    await server.context.lifecycle.tick();
    await ana.call("editTask", {
      params: { taskId },
      body: { ...TASK_BODY, classId, dueDate: "2026-11-23T00:00:00Z" },
    });
    await server.context.lifecycle.tick();
    expect(await told()).toEqual([passed]);
    await jumpTo(Date.parse("2026-11-23T00:00:00Z"));
    await server.context.lifecycle.tick();
    expect(await told()).toEqual([passed, passed]);
  });

  it("is not notified to an instructor who sets a past date", async () => {
    await makeTask(ana, classId, { dueDate: "2026-10-01T00:00:00Z" });
    await server.context.lifecycle.tick();
    expect(await told()).toEqual([]);
  });
});

describe("completed submissions", () => {
  const all = "completed_submission: All students have handed in Half adder.";
  const graded = "completed_submission: Half adder is completed: every submission is graded.";

  async function handInAll(): Promise<void> {
    for (const studentId of ["20230001", "20230002"]) {
      for (const item of [1, 2]) await insertSubmission(server.context, { taskId, studentId, item });
    }
    await settleTask(server.context, taskId);
  }

  it("are notified once when every student has handed in every item", async () => {
    await insertSubmission(server.context, { taskId, studentId: "20239999" });
    await settleTask(server.context, taskId);
    expect(await told()).toEqual([]);
    await handInAll();
    await settleTask(server.context, taskId);
    expect(await told()).toEqual([all]);
  });

  it("are notified again when a student was enrolled later and handed in, too", async () => {
    await handInAll();
    const params = { classId };
    const { body } = await ana.call("getClass", { params });
    const edited = {
      classCode: body.class_code,
      classGroup: body.class_group,
      classSchedule: body.class_schedule,
      studentList: [...body.student_list, "20230003"],
    };
    await ana.call("editClass", { params, body: edited });
    expect(await told()).toEqual([all]);
    for (const item of [1, 2]) await insertSubmission(server.context, { taskId, studentId: "20230003", item });
    await settleTask(server.context, taskId);
    expect(await told()).toEqual([all, all]);
  });

  it("are notified when the task became Completed", async () => {
    await insertSubmission(server.context, { taskId });
    await grade(true);
    expect(await told()).toEqual([]);
    await jumpTo(DUE);
    await server.context.lifecycle.tick();
    expect(await told()).toEqual([graded, "due_date: The due date of Half adder has passed."]);
  });
});

it("ignores a task that was deleted", async () => {
  await ana.call("deleteTask", { params: { taskId } });
  await settleTask(server.context, taskId);
  expect(await told()).toEqual([]);
});
