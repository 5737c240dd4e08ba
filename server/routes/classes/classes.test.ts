import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { LiveEvent } from "../../contract/system.ts";
import type { ClassChanged } from "../../contract/tasks/classes.ts";
import { classes, enrolments, studentNames as namesTable, submissions, tasks } from "../../db/schema.ts";
import { CLASS_BODY, insertSubmission, makeClass, makeTask } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
});

describe("createClass", () => {
  it("stores a class and responds with the specification's field names", async () => {
    const { status, body } = await ana.call("createClass", { body: CLASS_BODY });
    expect(status).toBe(200);
    expect(body.message).toBe("Class created successfully.");
    expect((await ana.call("getClass", { params: { classId: body.class.id } })).body).toEqual({
      id: body.class.id,
      class_code: "CPE 101",
      class_group: 1,
      class_schedule: "MWF 9:00-10:00",
      student_list: ["20230001", "20230002"],
      role: "owner",
      owner: { name: "ana", email: "ana@example.edu" },
    });
  });

  it("sorts students, stores each once, and accepts groups as number or digits", async () => {
    const studentList = ["20230009", " 20230001", "20230009"];
    const id = await makeClass(ana, { classGroup: 7, studentList });
    const { body } = await ana.call("getClass", { params: { classId: id } });
    expect([body.class_group, body.student_list]).toEqual([7, ["20230001", "20230009"]]);
  });

  it("accepts a thousand students", async () => {
    const studentList = Array.from({ length: 1000 }, (_, index) => String(20_230_000 + index));
    const id = await makeClass(ana, { studentList });
    expect((await ana.call("getClass", { params: { classId: id } })).body.student_list).toEqual(studentList);
  });

  it.each([
    [{ classCode: " " }, "Course Code is required."],
    [{ classGroup: "" }, "Class Group is required."],
    [{ classGroup: "0" }, "Class Group must be a whole number of at least 1."],
    [{ classGroup: "10000" }, "Class Group must be at most 9999."],
    [{ classSchedule: "" }, "Class Schedule is required."],
    [{ classSchedule: "x".repeat(51) }, "Class Schedule cannot exceed 50 characters."],
    [{ studentList: ["123", "20230001", "abc"] }, "The following Student IDs are invalid: 123, abc"],
  ])("refuses %j", async (wrong, message) => {
    const { status, body } = await ana.call("createClass", { body: { ...CLASS_BODY, ...wrong } });
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await ana.call("getClasses", {})).body).toEqual([]);
  });

  it("reports all errors at once", async () => {
    const { body } = await ana.call("createClass", { body: {} });
    expect(body.error.issues?.map(({ field }) => field)).toEqual(["classCode", "classGroup", "classSchedule"]);
  });

  it("refuses a taken group, but not another instructor's", async () => {
    await makeClass(ana);
    const { status, body } = await ana.call("createClass", { body: CLASS_BODY });
    expect([status, body.error.message]).toEqual([409, "This group number is already taken."]);
    await makeClass(await server.instructor("bo@example.edu"));
  });

  it("takes another spelling for the same course, and keeps the course's", async () => {
    await makeClass(ana);
    const { status, body } = await ana.call("createClass", { body: { ...CLASS_BODY, classCode: "cpe  101" } });
    expect([status, body.error.message]).toEqual([409, "This group number is already taken."]);
    const second = await ana.call("createClass", { body: { ...CLASS_BODY, classCode: "cpe  101", classGroup: 2 } });
    expect(second.body.class).toMatchObject({ class_code: "CPE 101", class_group: 2 });
  });

  it("stores a code on one line, and takes one with characters that show nothing for the same course", async () => {
    const first = await ana.call("createClass", { body: { ...CLASS_BODY, classCode: "CPE\u202e\n101" } });
    expect(first.body.class.class_code).toBe("CPE 101");
    const body = { ...CLASS_BODY, classCode: "CPE\u200b 101", classGroup: "2" };
    expect((await ana.call("createClass", { body })).body.class.class_code).toBe("CPE 101");
    const none = await ana.call("createClass", { body: { ...CLASS_BODY, classCode: "\u200b" } });
    expect([none.status, none.body.error.code]).toEqual([400, "course-code-required"]);
  });

  it("refuses a body of the wrong shape", async () => {
    const { status, body } = await ana.callLoosely("createClass", { body: { studentList: "x" } });
    expect([status, body.error.message]).toEqual([
      400,
      "The request could not be understood or was missing required parameters.",
    ]);
  });
});

it("lists the instructor's own classes by code and group, without the students", async () => {
  expect((await ana.call("getClasses", {})).body).toEqual([]);
  await makeClass(ana, { classCode: "CPE 2", classGroup: 10 });
  await makeClass(ana, { classCode: "CPE 2", classGroup: 9, studentList: [] });
  await makeClass(ana, { classCode: "CPE 1" });
  await makeClass(await server.instructor("bo@example.edu"), { classCode: "BO 1" });
  const { body } = await ana.call("getClasses", {});
  expect(body.map((row) => [row.class_code, row.class_group, row.student_count])).toEqual([
    ["CPE 1", 1, 2],
    ["CPE 2", 9, 0],
    ["CPE 2", 10, 2],
  ]);
});

describe("editClass", () => {
  it("replaces fields and students", async () => {
    const classId = await makeClass(ana);
    const body = { classCode: "CPE 102", classGroup: "2", classSchedule: "TTh 1:00", studentList: ["20239999"] };
    const answer = await ana.call("editClass", { params: { classId }, body });
    expect(answer.body).toEqual({
      message: "Class updated successfully.",
      class: {
        id: classId,
        class_code: "CPE 102",
        class_group: 2,
        class_schedule: "TTh 1:00",
        student_list: ["20239999"],
      },
    });
    expect((await ana.call("getClass", { params: { classId } })).body).toMatchObject(answer.body.class);
  });

  it("may keep its group, and refuses another class's", async () => {
    const classId = await makeClass(ana);
    await makeClass(ana, { classGroup: 2 });
    expect((await ana.call("editClass", { params: { classId }, body: CLASS_BODY })).status).toBe(200);
    const { status, body } = await ana.call("editClass", {
      params: { classId },
      body: { ...CLASS_BODY, classGroup: 2 },
    });
    expect([status, body.error.message]).toEqual([409, "This group number is already taken."]);
  });

  it("gives the whole course another spelling, and a class that joins a course that one's", async () => {
    const [first, , third] = [
      await makeClass(ana),
      await makeClass(ana, { classGroup: 2 }),
      await makeClass(ana, { classCode: "EE 5", classGroup: 3 }),
    ];
    const codes = async () => (await ana.call("getClasses", {})).body.map((row) => [row.class_code, row.class_group]);
    const edit = async (classId: string, change: object) =>
      (await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, ...change } })).status;
    expect(await edit(first, { classCode: "Cpe 101" })).toBe(200);
    expect(await edit(third, { classCode: "CPE 101", classGroup: 2 })).toBe(409);
    expect(await edit(third, { classCode: "CPE 101", classGroup: 3 })).toBe(200);
    expect(await codes()).toEqual([
      ["Cpe 101", 1],
      ["Cpe 101", 2],
      ["Cpe 101", 3],
    ]);
  });

  it("still edits groups of the same number from before spellings were compared", async () => {
    const [first, second] = [await makeClass(ana), await makeClass(ana, { classGroup: 2 })];
    const older = { code: "cpe 101", group: 1 };
    await server.context.db.write((query) => query.update(classes).set(older).where(eq(classes.id, second)));
    const edit = async (classId: string, change: object) =>
      (await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, ...change } })).status;
    expect(await edit(second, { classCode: "cpe 101", classSchedule: "Sat 8:00" })).toBe(200);
    expect(await edit(first, { classCode: "cpe 101" })).toBe(409);
    expect(await edit(second, { classGroup: 2 })).toBe(200);
  });

  it("changes only what differs from the class as it was loaded", async () => {
    const classId = await makeClass(ana);
    const params = { classId };
    const { body: loaded } = await ana.call("getClass", { params });
    const students = [...CLASS_BODY.studentList, "20230003", "20230004"];
    await ana.call("editClass", {
      params,
      body: { ...CLASS_BODY, classCode: "CPE 102", studentList: students, loaded },
    });
    const { status, body } = await ana.call("editClass", {
      params,
      body: { ...CLASS_BODY, classSchedule: "TTh 1:00", studentList: ["20230001"], loaded },
    });
    expect([status, body.class]).toEqual([
      200,
      {
        id: classId,
        class_code: "CPE 102",
        class_group: 1,
        class_schedule: "TTh 1:00",
        student_list: ["20230001", "20230003", "20230004"],
      },
    ]);
  });

  it("replaces a field that others changed only if that change was seen", async () => {
    const params = { classId: await makeClass(ana) };
    const { body: loaded } = await ana.call("getClass", { params });
    const elsewhere = { ...CLASS_BODY, classCode: "CPE 102", classSchedule: "TTh 1:00", studentList: [], loaded };
    await ana.call("editClass", { params, body: elsewhere });
    const mine = { ...CLASS_BODY, classSchedule: "Sat 8:00", studentNames: { "20230001": "Ana Cruz" } };
    const refused = await ana.call("editClass", { params, body: { ...mine, loaded } });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      {
        code: "class-changed",
        message: '"TTh 1:00" was saved by somebody else meanwhile. Save again to replace it.',
        issues: [
          {
            code: "class-changed",
            field: "classSchedule",
            message: '"TTh 1:00" was saved by somebody else meanwhile. Save again to replace it.',
          },
        ],
      },
    ]);
    expect((await ana.call("getClass", { params })).body.class_schedule).toBe("TTh 1:00");
    const seen = (refused.body as unknown as ClassChanged).loaded;
    const { body } = await ana.call("editClass", { params, body: { ...mine, loaded: seen } });
    expect(body.class).toMatchObject({ class_code: "CPE 102", class_schedule: "Sat 8:00", student_list: [] });
  });

  it("changes nothing if the body is wrong", async () => {
    const classId = await makeClass(ana);
    const body = { ...CLASS_BODY, classSchedule: "", studentList: [] };
    expect((await ana.call("editClass", { params: { classId }, body })).status).toBe(400);
    expect((await ana.call("getClass", { params: { classId } })).body.student_list).toHaveLength(2);
  });
});

it("stores the names that come with a class, for its students, and keeps names that are not sent", async () => {
  const studentNames = { "20230001": " Jürgen\u0007\nMüller ", "20230002": "", "20239999": "Nobody" };
  const classId = await makeClass(ana, { studentNames });
  const params = { classId };
  const names = async () =>
    (await server.context.db.query.select().from(namesTable)).map((row) => [row.studentId, row.name]);
  expect(await names()).toEqual([["20230001", "Jürgen Müller"]]);
  await ana.call("editClass", {
    params,
    body: { ...CLASS_BODY, studentNames: { "20230002": "Bo", "20239999": "Nobody" } },
  });
  expect(await names()).toEqual([
    ["20230001", "Jürgen Müller"],
    ["20230002", "Bo"],
  ]);
});

it("deletes a class with its tasks, their submissions and files, but not a file that another submission also has", async () => {
  const classId = await makeClass(ana);
  const other = await makeClass(ana, { classGroup: 2 });
  const taskId = await makeTask(ana, classId);
  const otherTask = await makeTask(ana, other);
  const [mine, shared] = ["a".repeat(64), "b".repeat(64)];
  for (const sha256 of [mine, shared]) await server.context.files.write(sha256, new Uint8Array([1]));
  await insertSubmission(server.context, { taskId, item: 1, sha256: mine });
  await insertSubmission(server.context, { taskId, item: 2, sha256: shared });
  await insertSubmission(server.context, { taskId: otherTask, sha256: shared });

  const { body } = await ana.call("deleteClass", { params: { classId } });
  expect(body).toEqual({ message: "Class CPE 101 was deleted successfully." });
  const { query } = server.context.db;
  expect((await query.select().from(tasks)).map(({ id }) => id)).toEqual([otherTask]);
  expect((await query.select().from(submissions)).map((row) => row.taskId)).toEqual([otherTask]);
  expect((await query.select().from(enrolments)).every((row) => row.classId === other)).toBe(true);
  expect(await server.context.files.read(mine)).toBeNull();
  expect(await server.context.files.read(shared)).not.toBeNull();
});

it("updates open pages with tasks of a class that is edited or deleted", async () => {
  const classId = await makeClass(ana);
  const ids = [await makeTask(ana, classId), await makeTask(ana, classId, { title: "Full adder" })].sort();
  await makeTask(ana, await makeClass(ana, { classGroup: 2 }));
  const heard: LiveEvent[] = [];
  server.context.events.subscribe(ana.userId, (event) => heard.push(event));
  const told = () =>
    heard
      .splice(0)
      .flatMap((event) => (event.type === "task" ? event.task_id : []))
      .sort();
  await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, studentList: ["20230001"] } });
  expect(told()).toEqual(ids);
  await ana.call("deleteClass", { params: { classId } });
  expect(told()).toEqual(ids);
});

it("does not reveal another instructor's class", async () => {
  const params = { classId: await makeClass(ana) };
  const bo = await server.instructor("bo@example.edu");
  const answers = [
    await bo.call("getClass", { params }),
    await bo.call("editClass", { params, body: CLASS_BODY }),
    await bo.call("deleteClass", { params }),
    await bo.call("getTasksByClass", { params }),
    await bo.call("getClass", { params: { classId: "unknown" } }),
  ];
  for (const { status, body } of answers) expect([status, body.error.message]).toEqual([404, "No classes found."]);
  expect((await ana.call("getClass", { params })).status).toBe(200);
});

it("says that the session has expired", async () => {
  const { status, body } = await server.visitor().call("getClasses", {});
  expect([status, body.error]).toEqual([
    401,
    { code: "session-expired", message: "Your session has expired. Login again." },
  ]);
});
