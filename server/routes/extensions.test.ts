import { beforeEach, describe, expect, it } from "vitest";
import { TEXTS } from "../contract/texts.ts";
import { registerClockwork } from "../services/tasks/clock.ts";
import { insertSubmission, makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr } from "../testing/pages.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const DUE = Date.parse(TASK_BODY.dueDate);
const DAY = 24 * 60 * 60 * 1000;
const STUDENTS = Array.from({ length: 60 }, (_, index) => String(20230001 + index));

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  registerClockwork(server.context);
  ana = await server.instructor();
  classId = await makeClass(ana, { studentList: STUDENTS, studentNames: { 20230001: "Gia Ramos" } });
  taskId = await makeTask(ana, classId);
});

function extension(ids: readonly string[], dueAt: number | null) {
  const due_date = dueAt === null ? null : new Date(dueAt).toISOString();
  return { params: { taskId }, body: { student_ids: [...ids], due_date } };
}

function extend(ids: readonly string[], dueAt: number | null) {
  return ana.call("setExtensions", extension(ids, dueAt));
}

async function jumpTo(time: number): Promise<void> {
  server.clock.now = time;
  ana = await server.instructor();
}

async function handIn(
  name: string,
  { client = server.visitor(), bytes }: { client?: TestClient; bytes?: Uint8Array } = {},
) {
  const form = new FormData();
  form.append("task_id", taskId);
  form.append("item_number", "1");
  const page = bytes ?? (await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 })));
  form.append("files", new File([new Uint8Array(page)], name));
  return client.call("uploadFiles", { body: form });
}

async function told(): Promise<string[]> {
  return (await ana.call("getAllNotifications", {})).body.notifications.map(({ message }) => message);
}

describe("an extension", () => {
  it("is set for several students, changed and removed, and listed with the name", async () => {
    const set = await extend(["20230002", "20230001"], DUE + DAY);
    expect([set.status, set.body.message]).toEqual([200, "The extension of 2 students was saved."]);
    await extend(["20230002"], DUE + 2 * DAY);
    const { extensions } = (await ana.call("getExtensions", { params: { taskId } })).body;
    const rest = { ended: false, late_files: 0 };
    expect(extensions).toEqual([
      { student_id: "20230001", student_name: "Gia Ramos", due_date: new Date(DUE + DAY).toISOString(), ...rest },
      { student_id: "20230002", student_name: "", due_date: new Date(DUE + 2 * DAY).toISOString(), ...rest },
    ]);
    const removed = await extend(["20230001"], null);
    expect(removed.body.message).toBe("The extension of 20230001 was removed.");
    expect(removed.body.extensions.map(({ student_id }) => student_id)).toEqual(["20230002"]);
  });

  it.each([
    [["20239999"], DUE + DAY, "Not in the class: 20239999. Add them to the class first."],
    [["20230001"], DUE, "An extension must end after the task's due date."],
  ])("of %j until %s is refused", async (ids, dueAt, message) => {
    const { status, body } = await ana.callLoosely("setExtensions", extension(ids, dueAt));
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await ana.call("getExtensions", { params: { taskId } })).body.extensions).toEqual([]);
  });

  it("needs a time with its offset", async () => {
    const body = { student_ids: ["20230001"], due_date: "tomorrow" };
    const answer = await ana.callLoosely("setExtensions", { params: { taskId }, body });
    expect([answer.status, answer.body.error.issues?.[0]?.field]).toEqual([400, "dueDate"]);
  });
});

describe("after the due date", () => {
  beforeEach(async () => {
    await extend(["20230001"], DUE + DAY);
    await jumpTo(DUE + 1000);
  });

  it("accepts the pages of students with an extension, marked as late, until that has passed, too", async () => {
    expect((await handIn("20230001_quiz[1].png")).body.files_uploaded).toHaveLength(1);
    const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
    expect(files).toMatchObject([{ student_id: "20230001", late: true }]);
    expect((await ana.call("getExtensions", { params: { taskId } })).body.extensions[0]?.late_files).toBe(1);
    await jumpTo(DUE + DAY);
    const late = await handIn("20230001_quiz[1].png");
    expect([late.status, late.body]).toMatchObject([403, { error: { code: "closed" } }]);
  });

  it("refuses all others, who cannot find out who has an extension", async () => {
    const other = await handIn("20230002_quiz[1].png");
    expect([other.status, other.body]).toMatchObject([403, { error: { code: "closed", message: TEXTS.task.closed } }]);
    // A page that is not an answer to the task is refused in the same way with and without an extension.
    const foreign = await sheetWithQr("20230007_quiz[1].png", null);
    const answers = await Promise.all(
      ["20230001", "20230002"].map((id) => handIn(`${id}_quiz[1].png`, { bytes: foreign })),
    );
    const [given, refused] = answers.map(({ status, body }) => [
      status,
      JSON.stringify(body).replaceAll(/2023\d{4}/g, ""),
    ]);
    expect(given).toEqual(refused);
    expect(given?.[0]).toBe(200);
    // After the last extension nothing is inspected.
    await jumpTo(DUE + DAY);
    const over = await handIn("20230001_quiz[1].png", { bytes: foreign });
    expect([over.status, over.body]).toMatchObject([403, { error: { code: "closed" } }]);
  });

  it("reveals nothing on the public page: it is closed for everybody", async () => {
    const { body } = await server.visitor().call("getPublicTask", { params: { taskId } });
    expect(body).toMatchObject({ closed: true, due_date: new Date(DUE).toISOString() });
    expect(JSON.stringify(body)).not.toContain("20230001");
  });

  it("accepts the instructor's pages as before, and does not mark them as late", async () => {
    expect((await handIn("20230002_quiz[1].png", { client: ana })).status).toBe(200);
    expect((await ana.call("getFiles", { params: { taskId } })).body.files).toMatchObject([{ late: false }]);
  });
});

describe("the task's status", () => {
  const status = async () => (await ana.call("getTask", { params: { taskId } })).body.status;

  it("becomes Completed when the last extension has ended, which is notified once, by the clock", async () => {
    await insertSubmission(server.context, { taskId, graded: true, totalGrade: 1 });
    await extend(["20230001"], DUE + DAY);
    await extend(["20230002"], DUE + 2 * DAY);
    await jumpTo(DUE);
    await server.context.lifecycle.tick();
    expect([await status(), await told()]).toEqual(["Ongoing", ["The due date of Half adder has passed."]]);
    await jumpTo(DUE + DAY);
    await server.context.lifecycle.tick();
    expect([await status(), (await told()).length]).toEqual(["Ongoing", 1]);
    await jumpTo(DUE + 2 * DAY);
    await server.context.lifecycle.tick();
    await server.context.lifecycle.tick();
    expect(await status()).toBe("Completed");
    expect([...(await told())].sort()).toEqual([
      "Half adder is completed: every submission is graded.",
      "The due date of Half adder has passed.",
      "The last extension of Half adder has ended.",
    ]);
  });

  it("becomes Completed when an extension is removed", async () => {
    await insertSubmission(server.context, { taskId, graded: true, totalGrade: 1 });
    await extend(["20230001"], DUE + DAY);
    await jumpTo(DUE);
    expect(await status()).toBe("Ongoing");
    await extend(["20230001"], null);
    expect(await status()).toBe("Completed");
  });
});
