import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../../core/basics/durations.ts";
import { newId } from "../../adapters/random.ts";
import type { LiveEvent } from "../../contract/system.ts";
import { classMembers, taskGraders, users } from "../../db/schema.ts";
import { handOver } from "../../services/accounts/hand-over.ts";
import { findAccount } from "../../services/accounts/sign-on/find-account.ts";
import { createAccount, newUser, sweepUnverified } from "../../services/accounts/sign-up.ts";
import { watchDueDates } from "../../services/tasks/task-state.ts";
import { mailedToken } from "../../testing/accounts.ts";
import { CLASS_BODY, makeClass, makeTask, TASK_BODY } from "../../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../../testing/pages.ts";
import { insertReadPage } from "../../testing/read-page.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

type Instructor = Awaited<ReturnType<TestServer["instructor"]>>;

const STUDENTS = Array.from({ length: 12 }, (_, index) => String(20_230_001 + index));
const AFTER_DUE = Date.parse("2026-12-01T00:00:00Z");
const DRAWING = "20230001_quiz[1].png";
const SHARE = { kind: "share" } as const;

let server: TestServer;
let ana: Instructor;
let bo: Instructor;
let cas: Instructor;
let classId: string;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest({ SMTP_URL: "smtp://mail.example.edu" });
  ana = await server.instructor();
  bo = await server.instructor("bo@example.edu");
  cas = await server.instructor("cas@example.edu");
  classId = await makeClass(ana, { studentList: STUDENTS });
  taskId = await makeTask(ana, classId);
});

type Kind = { kind: "share" | "none" };

function add(email: string, role: "co-instructor" | "grader", assignment: Kind = { kind: "none" }, by = ana) {
  // Members are listed in the order in which they came.
  server.clock.advance(1);
  return by.call("addClassMember", { params: { classId }, body: { email, role, assignment } });
}

/** Stores a page of each student for both items. */
async function handInAll(): Promise<void> {
  for (const studentId of STUDENTS) {
    for (const item of [1, 2]) {
      await insertReadPage(server.context, { taskId, studentId, item, lines: ["Y = XOR(A, B)", "Z = AND(A, B)"] });
    }
  }
}

/** Whose pages a person sees in the task. */
async function studentsOf(person: Instructor): Promise<string[]> {
  const { files } = (await person.call("getFiles", { params: { taskId } })).body;
  return [...new Set(files.map((file) => file.student_id))];
}

async function peopleOfTask() {
  const { body } = await ana.call("getTaskPeople", { params: { taskId } });
  return body.people.map(({ email, role, assignment, pages }) => [email, role, assignment?.kind ?? null, pages]);
}

describe("the members of a class", () => {
  it("are added by address, with a role", async () => {
    const { status, body } = await add("Bo@example.edu ", "co-instructor");
    expect([status, body.message]).toEqual([200, "bo is a co-instructor now."]);
    await add("cas@example.edu", "grader", SHARE);
    const { people } = (await ana.call("getClassPeople", { params: { classId } })).body;
    expect(people.map(({ email, role, assignment }) => [email, role, assignment])).toEqual([
      ["ana@example.edu", "owner", null],
      ["bo@example.edu", "co-instructor", null],
      ["cas@example.edu", "grader", SHARE],
    ]);
  });

  it("get a mail about it that names who added them, with a link", async () => {
    const sent = async () => {
      await server.context.lifecycle.settled();
      return server.mails.splice(0);
    };
    await add("bo@example.edu", "co-instructor");
    const text =
      "ana (ana@example.edu) added you to CPE 101, group 1 in CircuitGrade: you are a co-instructor.\n\n" +
      "Open it: https://grading.example.edu/dashboard";
    expect(await sent()).toEqual([{ to: "bo@example.edu", subject: "You were added to CPE 101, group 1", text }]);
    const body = { email: "cas@example.edu", assignment: SHARE };
    await bo.call("addTaskGrader", { params: { taskId }, body });
    const mail = { to: "cas@example.edu", subject: `You were added to ${TASK_BODY.title}` };
    expect(await sent()).toMatchObject([{ ...mail, text: expect.stringContaining(`/task/${taskId}`) }]);
    expect((await add("cas@example.edu", "owner" as "grader")).status).toBe(400);
    await ana.call("removeClassMember", { params: { classId, memberId: bo.userId } });
    expect(await sent()).toEqual([]);
  });

  it.each([
    [
      "nobody@example.com",
      400,
      "Nobody can sign in as nobody@example.com. Check the address, or ask them to sign up first.",
    ],
    ["", 400, "Nobody can sign in as this person. Check the address, or ask them to sign up first."],
    ["ana@example.edu", 409, "ana@example.edu is the owner already."],
    ["bo@example.edu", 409, "bo@example.edu is a grader already."],
  ])("are not added by the address %j", async (email, status, message) => {
    await add("bo@example.edu", "grader");
    const answer = await add(email, "grader");
    expect([answer.status, answer.body.error.message]).toEqual([status, message]);
  });

  it("are invited without an account: a mailed link leads through sign-up into the class", async () => {
    const { body } = await add("dee@example.edu", "grader", SHARE);
    expect(body.message).toBe("dee is a grader now, and has a mail with a link to sign up.");
    expect(body.people.at(-1)).toMatchObject({ email: "dee@example.edu", invited: true });
    expect((await add("dee@example.edu", "grader")).status).toBe(409);
    const visitor = server.visitor();
    const login = { email: "dee@example.edu", password: "Half@Adder2" };
    expect((await visitor.call("login", { body: login })).status).toBe(401);

    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)).toMatchObject({ to: login.email, subject: "You were added to CPE 101, group 1" });
    const token = mailedToken(server);
    await visitor.call("resetPassword", { body: { token, new_password: login.password } });
    expect((await visitor.call("login", { body: login })).status).toBe(200);
    expect((await visitor.call("getClasses", {})).body).toMatchObject([{ id: classId, role: "grader" }]);
    const { people } = (await ana.call("getClassPeople", { params: { classId } })).body;
    expect(people.at(-1)).toMatchObject({ email: login.email, invited: false });
  });

  it("are no longer there when their invitation has expired", async () => {
    const body = { email: "dee@example.edu", assignment: SHARE };
    const added = await ana.call("addTaskGrader", { params: { taskId }, body });
    expect(added.body.message).toBe("dee is a grader now, and has a mail with a link to sign up.");
    server.clock.advance(7 * DAY + 1);
    await sweepUnverified(server.context);
    const rows = await server.context.db.query.select().from(taskGraders);
    expect(rows).toEqual([]);
  });

  it("stay in the class when an administrator or single sign-on makes the account for them", async () => {
    await add("dee@example.edu", "grader", SHARE);
    await add("eve@example.edu", "co-instructor");
    await server.context.lifecycle.settled();
    const token = mailedToken(server);
    await createAccount(server.context, { email: "dee@example.edu", password: "Half@Adder2", admin: false });
    const person = { issuer: "https://login.example.edu", subject: "7", email: "eve@example.edu", name: "Eve" };
    const found = await findAccount(server.context, { ...person, emailVerified: true });
    expect(found).toMatchObject({ did: "created", user: { name: "Eve", email: person.email } });
    const { people } = (await ana.call("getClassPeople", { params: { classId } })).body;
    expect(people.slice(1).map(({ email, role, invited }) => [email, role, invited])).toEqual([
      ["dee@example.edu", "grader", false],
      ["eve@example.edu", "co-instructor", false],
    ]);
    const login = { email: "dee@example.edu", password: "Half@Adder2" };
    expect((await server.visitor().call("login", { body: login })).status).toBe(200);
    // Who has the mail must not open an account that is somebody's by now.
    const late = await server.visitor().call("resetPassword", { body: { token, new_password: "Full@Adder3" } });
    expect(late.status).toBe(400);
  });

  it("have a week from their invitation, also if they signed up before", async () => {
    const account = newUser(server.context, { id: newId(), email: "dee@example.edu", passwordHash: "" });
    account.createdAt -= 6 * DAY;
    await server.context.db.write((query) => query.insert(users).values(account));
    expect((await add(account.email, "grader", SHARE)).status).toBe(200);
    await server.context.lifecycle.settled();
    server.clock.advance(6 * DAY);
    await sweepUnverified(server.context);
    const body = { token: mailedToken(server), new_password: "Half@Adder2" };
    expect((await server.visitor().call("resetPassword", { body })).status).toBe(200);
    const members = await server.context.db.query.select().from(classMembers);
    expect(members).toMatchObject([{ userId: account.id, role: "grader" }]);
  });

  it("who grade download a page as a picture of that kind, whatever its file was", async () => {
    await add("cas@example.edu", "grader", SHARE);
    const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await server.context.files.write(sha256, bytes);
    const fileId = await insertReadPage(server.context, {
      taskId,
      studentId: STUDENTS[0]!,
      sha256,
      lines: ["Y = NOT(A)"],
    });
    const { response } = await cas.call("getFile", { params: { fileId } });
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("content-disposition")).toContain(`filename="20230001_quiz[1].jpg"`);
    const { response: whole } = await ana.call("getFile", { params: { fileId } });
    expect(whole.headers.get("content-disposition")).toContain(`filename="20230001_quiz[1].png"`);
  });

  it("are people who can sign in", async () => {
    const disabled = server.context.db.write((query) =>
      query.update(users).set({ disabledAt: 1 }).where(eq(users.id, bo.userId)),
    );
    await disabled;
    expect((await add("bo@example.edu", "grader")).body.error.code).toBe("no-account");
  });

  it("see whose class and task it is, and what they are in it", async () => {
    await add("bo@example.edu", "co-instructor");
    const [shared] = (await bo.call("getClasses", {})).body;
    expect(shared).toMatchObject({ id: classId, role: "co-instructor", owner: { email: "ana@example.edu" } });
    const [task] = (await bo.call("getTasks", {})).body;
    expect(task).toMatchObject({ id: taskId, role: "co-instructor", owner: { name: "ana" }, assignment: null });
    expect((await cas.call("getClasses", {})).body).toEqual([]);
  });

  it("change roles, and lose access at once when they are removed", async () => {
    await add("bo@example.edu", "co-instructor");
    const params = { classId, memberId: bo.userId };
    const heard: LiveEvent[] = [];
    server.context.events.subscribe(bo.userId, (event) => heard.push(event));
    const answer = await ana.call("changeClassMember", {
      params,
      body: { role: "grader", assignment: { kind: "none" } },
    });
    expect(answer.body.message).toBe("bo is a grader now.");
    expect((await bo.call("getRelease", { params: { taskId } })).body.error).toEqual({
      code: "not-allowed",
      message: "This is for the owner and the co-instructors of the class. Please ask them.",
    });
    const removed = await ana.call("removeClassMember", { params });
    expect(removed.body.message).toBe("bo has no access any more.");
    expect(removed.body.people.map(({ email }) => email)).toEqual(["ana@example.edu"]);
    expect((await bo.call("getTask", { params: { taskId } })).status).toBe(404);
    expect((await bo.call("getClass", { params: { classId } })).status).toBe(404);
    expect(heard).toEqual([
      { type: "task", task_id: taskId },
      { type: "task", task_id: taskId },
    ]);
    expect((await ana.call("removeClassMember", { params })).status).toBe(404);
  });

  it("lose with the class what single tasks said of them", async () => {
    await add("bo@example.edu", "grader", SHARE);
    const params = { taskId, memberId: bo.userId };
    await ana.call("changeTaskGrader", { params, body: { assignment: { kind: "items", items: [1] } } });
    await ana.call("removeClassMember", { params: { classId, memberId: bo.userId } });
    expect((await bo.call("getTask", { params: { taskId } })).status).toBe(404);
    expect(await server.context.db.query.select().from(taskGraders)).toEqual([]);
  });

  it("never remove or change the owner", async () => {
    await add("bo@example.edu", "co-instructor");
    const params = { classId, memberId: ana.userId };
    expect((await bo.call("removeClassMember", { params })).status).toBe(404);
    const body = { role: "grader", assignment: SHARE } as const;
    expect((await bo.call("changeClassMember", { params, body })).status).toBe(404);
  });

  it("may leave a class that they co-instruct", async () => {
    await add("bo@example.edu", "co-instructor");
    const { status, body } = await bo.call("removeClassMember", { params: { classId, memberId: bo.userId } });
    expect([status, body.people]).toEqual([200, []]);
    expect((await bo.call("getClass", { params: { classId } })).status).toBe(404);
  });
});

describe("a co-instructor", () => {
  it("makes tasks that belong to the owner of the class, and edits the class", async () => {
    await add("bo@example.edu", "co-instructor");
    const id = await makeTask(bo, classId, { title: "Full adder" });
    expect((await ana.call("getTask", { params: { taskId: id } })).body.user_id).toBe(ana.userId);
    const body = { ...CLASS_BODY, classCode: "CPE 102", studentList: STUDENTS };
    expect((await bo.call("editClass", { params: { classId }, body })).status).toBe(200);
    expect((await ana.call("getClasses", {})).body[0]?.class_code).toBe("CPE 102");
    const own = await makeClass(bo, { classCode: "BO 1" });
    const copy = { classIds: [own], dueDate: "2026-12-24T12:00:00Z" };
    const { task_ids } = (await bo.call("copyTask", { params: { taskId: id }, body: copy })).body;
    expect((await bo.call("getTask", { params: { taskId: task_ids[0]! } })).body.user_id).toBe(bo.userId);
    expect((await ana.call("getTask", { params: { taskId: task_ids[0]! } })).status).toBe(404);
  });

  it("may hand over or delete everything but the class", async () => {
    await add("bo@example.edu", "co-instructor");
    const refused = await bo.call("deleteClass", { params: { classId } });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      "This is for the owner of the class. Please ask them.",
    ]);
    expect((await bo.call("deleteTask", { params: { taskId } })).status).toBe(200);
  });

  it("cannot take a task away into a class of their own", async () => {
    await add("bo@example.edu", "co-instructor");
    const own = await makeClass(bo, { classCode: "CPE 9" });
    const edit = (classId: string, by: Instructor) =>
      by.call("editTask", { params: { taskId }, body: { ...TASK_BODY, classId } });
    expect(await edit(own, bo)).toMatchObject({ status: 403, body: { error: { code: "not-allowed" } } });
    expect((await ana.call("getTask", { params: { taskId } })).body.class_id).toBe(classId);
    // Into another class of the owner's, and by the owner, it may go.
    const second = await makeClass(ana, { classGroup: "2" });
    await ana.call("addClassMember", {
      params: { classId: second },
      body: { email: "bo@example.edu", role: "co-instructor", assignment: { kind: "none" } },
    });
    expect((await edit(second, bo)).status).toBe(200);
    await bo.call("addClassMember", {
      params: { classId: own },
      body: { email: "ana@example.edu", role: "co-instructor", assignment: { kind: "none" } },
    });
    expect((await edit(own, ana)).status).toBe(200);
  });

  it("gets the notifications that the owner gets, and none of them after being removed", async () => {
    await add("bo@example.edu", "co-instructor");
    await add("cas@example.edu", "grader", SHARE);
    server.clock.now = AFTER_DUE;
    [ana, bo, cas] = [
      await server.instructor(),
      await server.instructor("bo@example.edu"),
      await server.instructor("cas@example.edu"),
    ];
    await watchDueDates(server.context);
    const messages = async (person: Instructor) =>
      (await person.call("getAllNotifications", {})).body.notifications.map(({ message }) => message);
    expect(await messages(ana)).toEqual(["The due date of Half adder has passed."]);
    expect(await messages(bo)).toEqual(await messages(ana));
    expect(await messages(cas)).toEqual([]);
    await ana.call("removeClassMember", { params: { classId, memberId: bo.userId } });
    expect(await messages(bo)).toEqual([]);
  });

  it("finds a student's data in the classes that they share", async () => {
    await add("bo@example.edu", "co-instructor");
    await add("cas@example.edu", "grader", SHARE);
    const params = { studentId: "20230001" };
    expect((await bo.call("describeStudent", { params })).body.classes).toEqual(["CPE 101, group 1"]);
    expect((await cas.call("describeStudent", { params })).status).toBe(404);
  });
});

describe("shares of the pages", () => {
  it("are equal, disjoint, and stay when students come, also for new hand-ins", async () => {
    await add("bo@example.edu", "grader", SHARE);
    await add("cas@example.edu", "grader", SHARE);
    await handInAll();
    const [ofBo, ofCas] = [await studentsOf(bo), await studentsOf(cas)];
    expect([ofBo.length, ofCas.length]).toEqual([6, 6]);
    expect([...ofBo, ...ofCas].sort()).toEqual(STUDENTS);
    const body = { ...CLASS_BODY, studentList: ["20220001", ...STUDENTS, "20240001"] };
    await ana.call("editClass", { params: { classId }, body });
    expect([await studentsOf(bo), await studentsOf(cas)]).toEqual([ofBo, ofCas]);
    for (const studentId of ["20220001", "20240001"]) {
      await insertReadPage(server.context, { taskId, studentId, item: 1, lines: ["Y = XOR(A, B)"] });
    }
    expect([(await studentsOf(bo)).length, (await studentsOf(cas)).length]).toEqual([7, 7]);
    expect((await ana.call("getTaskPeople", { params: { taskId } })).body.unassigned).toBe(0);
  });

  it("of a grader who leaves or is deleted go to the others, who keep theirs", async () => {
    const dee = await server.instructor("dee@example.edu");
    for (const name of ["bo", "cas", "dee"]) await add(`${name}@example.edu`, "grader", SHARE);
    await handInAll();
    const before = await studentsOf(bo);
    await ana.call("removeClassMember", { params: { classId, memberId: cas.userId } });
    expect(await studentsOf(bo)).toEqual(expect.arrayContaining(before));
    expect([...(await studentsOf(bo)), ...(await studentsOf(dee))].sort()).toEqual(STUDENTS);
    await server.context.db.write((query) => query.delete(users).where(eq(users.id, dee.userId)));
    expect((await studentsOf(bo)).length).toBe(12);
  });

  it("also of a student who is not in the class any more", async () => {
    await add("bo@example.edu", "grader", SHARE);
    await insertReadPage(server.context, { taskId, studentId: "20199999", item: 1, lines: ["Y = XOR(A, B)"] });
    expect(await studentsOf(bo)).toEqual(["20199999"]);
  });
});

describe("the graders of a task", () => {
  it("grade items, a share or nothing, and only there", async () => {
    await add("bo@example.edu", "grader", SHARE);
    await handInAll();
    const added = await ana.call("addTaskGrader", {
      params: { taskId },
      body: { email: "cas@example.edu", assignment: { kind: "items", items: [2] } },
    });
    expect(added.body.message).toBe("cas is a grader now.");
    expect(await peopleOfTask()).toEqual([
      ["ana@example.edu", "owner", null, null],
      ["bo@example.edu", "grader", "share", 24],
      ["cas@example.edu", "grader", "items", 12],
    ]);
    expect((await cas.call("getTasks", {})).body.map(({ id, assignment }) => [id, assignment])).toEqual([
      [taskId, { kind: "items", items: [2] }],
    ]);
    expect((await cas.call("getClasses", {})).body).toEqual([]);
    const params = { taskId, memberId: bo.userId };
    await ana.call("changeTaskGrader", { params, body: { assignment: { kind: "items", items: [1] } } });
    const { files } = (await bo.call("getFiles", { params: { taskId } })).body;
    expect([files.length, new Set(files.map((file) => file.item_number))]).toEqual([12, new Set([1])]);
    await ana.call("changeTaskGrader", { params, body: { assignment: { kind: "none" } } });
    expect(await studentsOf(bo)).toEqual([]);
    expect((await ana.call("getTaskPeople", { params: { taskId } })).body.unassigned).toBe(12);
    const back = await ana.call("removeTaskGrader", { params });
    expect(back.body.message).toBe("bo grades what the class says.");
    expect((await studentsOf(bo)).length).toBe(12);
    const gone = await ana.call("removeTaskGrader", { params: { taskId, memberId: cas.userId } });
    expect(gone.body.message).toBe("cas has no access any more.");
    expect((await cas.call("getTask", { params: { taskId } })).status).toBe(404);
  });

  it("stay behind if the task moves to another class, but for those who are graders there, too", async () => {
    await add("bo@example.edu", "grader");
    const second = await makeClass(ana, { classGroup: "2", studentList: STUDENTS });
    const dee = await server.instructor("dee@example.edu");
    const assignment = { kind: "items", items: [1] } as const;
    for (const [email, role] of [
      ["cas@example.edu", "grader"],
      ["dee@example.edu", "co-instructor"],
    ] as const) {
      const body = { email, role, assignment: { kind: "none" } as const };
      server.clock.advance(1);
      await ana.call("addClassMember", { params: { classId: second }, body });
    }
    await ana.call("changeTaskGrader", { params: { taskId, memberId: bo.userId }, body: { assignment } });
    for (const email of ["cas@example.edu", "dee@example.edu"]) {
      server.clock.advance(1);
      await ana.call("addTaskGrader", { params: { taskId }, body: { email, assignment } });
    }
    const edit = (classId: string) => ana.call("editTask", { params: { taskId }, body: { ...TASK_BODY, classId } });
    expect((await edit(classId)).status).toBe(200);
    expect((await peopleOfTask()).map(([email]) => email)).toEqual([
      "ana@example.edu",
      "bo@example.edu",
      "cas@example.edu",
      "dee@example.edu",
    ]);
    expect((await edit(second)).status).toBe(200);
    expect(await peopleOfTask()).toEqual([
      ["ana@example.edu", "owner", null, null],
      ["cas@example.edu", "grader", "items", 0],
      ["dee@example.edu", "co-instructor", null, null],
    ]);
    expect((await bo.call("getTask", { params: { taskId } })).status).toBe(404);
    expect((await dee.call("getRelease", { params: { taskId } })).status).toBe(200);
    expect(await server.context.db.query.select().from(taskGraders)).toMatchObject([{ userId: cas.userId }]);
  });

  it("are refused where that makes no sense", async () => {
    await add("bo@example.edu", "co-instructor");
    await add("cas@example.edu", "grader");
    const change = async (memberId: string, items: number[]) =>
      (
        await ana.call("changeTaskGrader", {
          params: { taskId, memberId },
          body: { assignment: { kind: "items", items } },
        })
      ).body.error.message;
    expect(await change(bo.userId, [1])).toBe("bo@example.edu is a co-instructor and grades everything.");
    expect(await change(ana.userId, [1])).toBe("ana@example.edu is the owner and grades everything.");
    expect(await change(cas.userId, [7])).toBe("The task has no item 7.");
    expect((await ana.call("removeTaskGrader", { params: { taskId, memberId: cas.userId } })).body.error.message).toBe(
      "cas@example.edu grades in every task of the class. Change this on the page of the class, or assign nothing here.",
    );
    const again = { email: "cas@example.edu", assignment: SHARE };
    expect((await ana.call("addTaskGrader", { params: { taskId }, body: again })).body.error.message).toBe(
      "cas@example.edu is a grader already.",
    );
  });
});

describe("a grader", () => {
  /** Cas grades item 2. */
  beforeEach(async () => {
    await handInAll();
    const body = { email: "cas@example.edu", assignment: { kind: "items" as const, items: [2] } };
    await ana.call("addTaskGrader", { params: { taskId }, body });
  });

  it("sees and grades assigned pages, under their own name", async () => {
    const { files } = (await cas.call("getFiles", { params: { taskId } })).body;
    const fileId = files[0]!.id;
    const graded = await cas.call("updateGrade", { params: { fileId }, body: { total_grade: 7 } });
    expect(graded.status).toBe(200);
    const { history } = (await ana.call("getGradeRows", { params: { fileId } })).body;
    expect(history).toMatchObject([{ by: "cas@example.edu", text: "7 points" }]);
    const own = (await cas.call("getTask", { params: { taskId } })).body;
    expect([own.total_submissions, own.reviewed_submissions, own.files.length]).toEqual([12, 1, 12]);
    expect((await ana.call("getTask", { params: { taskId } })).body.total_submissions).toBe(24);
    expect((await ana.call("getTaskPeople", { params: { taskId } })).body.people[1]).toMatchObject({
      pages: 12,
      graded: 1,
    });
  });

  it("does not see other pages, in no list and under no address", async () => {
    const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
    const fileId = files.find((file) => file.item_number === 1)!.id;
    expect((await cas.call("updateGrade", { params: { fileId }, body: { total_grade: 7 } })).status).toBe(404);
    expect((await cas.call("getGradeRows", { params: { fileId } })).status).toBe(404);
    const { groups } = (await cas.call("getAnswerGroups", { params: { taskId }, query: {} })).body;
    expect(new Set(groups.map(({ item }) => item))).toEqual(new Set([2]));
    const queue = (await cas.call("getQueue", { params: { taskId } })).body;
    expect([new Set(queue.entries.map((entry) => entry.item_number)), queue.roster.length, queue.missing]).toEqual([
      new Set([2]),
      12,
      [],
    ]);
    const grades = (await cas.call("getGrades", { params: { taskId }, query: {} })).body;
    expect([grades.items.map(({ item }) => item), grades.students.length]).toEqual([[2], 12]);
  });

  it("accepts what the machine is sure of on assigned pages alone", async () => {
    const answerKeys = [1, 2].map((item) => ({ item: `Item ${item}`, keys: [{ expression: "A ^ B", grade: "5" }] }));
    const sure = await makeTask(ana, classId, { title: "Sure", answerKeys });
    const body = { email: "cas@example.edu", assignment: { kind: "items" as const, items: [2] } };
    await ana.call("addTaskGrader", { params: { taskId: sure }, body });
    for (const item of [1, 2]) {
      const page = { taskId: sure, studentId: STUDENTS[0]!, item, lines: ["Y = XOR(A, B)"] };
      await insertReadPage(server.context, page);
    }
    expect((await cas.call("acceptGrades", { params: { taskId: sure }, body: {} })).body.batch?.files).toBe(1);
    const { files } = (await ana.call("getFiles", { params: { taskId: sure } })).body;
    expect(files.filter(({ graded }) => graded).map(({ item_number }) => item_number)).toEqual([2]);
  });

  it("undoes only grades that are all theirs", async () => {
    const give = async (person: Instructor, item: number) => {
      const { groups } = (await person.call("getAnswerGroups", { params: { taskId }, query: { item } })).body;
      const body = { item, group: groups[0]!.id, total_grade: item, preview: false };
      return (await person.call("gradeGroup", { params: { taskId }, body })).body.batch!.id;
    };
    const own = await give(cas, 2);
    expect((await cas.call("getAnswerGroups", { params: { taskId }, query: {} })).body.last_batch?.id).toBe(own);
    const others = await give(ana, 1);
    expect((await cas.call("getAnswerGroups", { params: { taskId }, query: {} })).body.last_batch?.id).toBe(own);
    expect((await cas.call("undoGrades", { params: { batchId: others }, body: {} })).status).toBe(404);
    expect((await cas.call("undoGrades", { params: { batchId: own }, body: {} })).body.restored).toBe(12);
  });

  it("hands in as a student does, and so nothing after the due date", async () => {
    await add("bo@example.edu", "co-instructor");
    server.clock.now = AFTER_DUE;
    const bytes = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 2 }));
    const statusFor = async (email: string) => {
      const body = uploadForm(taskId, [{ name: "20230001_quiz[2].png", bytes }]);
      return (await (await server.instructor(email)).call("uploadFiles", { body })).status;
    };
    expect(await statusFor("cas@example.edu")).toBe(403);
    expect(await statusFor("bo@example.edu")).toBe(200);
  });
});

describe("handing a class over", () => {
  it("to a member makes them the owner, and keeps the others", async () => {
    await add("bo@example.edu", "co-instructor");
    await add("cas@example.edu", "grader", SHARE);
    await handOver(server.context, ana.userId, { to: "bo@example.edu" });
    const { people } = (await bo.call("getClassPeople", { params: { classId } })).body;
    expect(people.map(({ email, role }) => [email, role])).toEqual([
      ["bo@example.edu", "owner"],
      ["cas@example.edu", "grader"],
    ]);
    expect((await cas.call("getTask", { params: { taskId } })).body.owner.email).toBe("bo@example.edu");
    expect((await ana.call("getTask", { params: { taskId } })).status).toBe(404);
  });

  it("to somebody without a part in it is seen on their open pages", async () => {
    const heard: unknown[] = [];
    server.context.events.subscribe(bo.userId, (event) => heard.push(event));
    await handOver(server.context, ana.userId, { to: "bo@example.edu" });
    expect(heard).toEqual([{ type: "task", task_id: taskId }]);
  });

  it("to a grader of one of its tasks makes them the owner of all", async () => {
    await ana.call("addTaskGrader", { params: { taskId }, body: { email: "cas@example.edu", assignment: SHARE } });
    await handOver(server.context, ana.userId, { to: "cas@example.edu" });
    const { body } = await cas.call("getTask", { params: { taskId } });
    expect([body.role, body.assignment]).toEqual(["owner", null]);
    expect(await server.context.db.query.select().from(taskGraders)).toEqual([]);
  });
});

it("a deleted account leaves no membership behind", async () => {
  await add("bo@example.edu", "co-instructor");
  await server.context.db.write((query) => query.delete(users).where(eq(users.id, bo.userId)));
  expect(await server.context.db.query.select().from(classMembers)).toEqual([]);
});

it("everybody who works on a task hears what changes in it", async () => {
  await add("bo@example.edu", "co-instructor");
  await add("cas@example.edu", "grader", SHARE);
  const fileId = await insertReadPage(server.context, { taskId, studentId: "20230001", lines: ["Y = XOR(A, B)"] });
  const heard: string[] = [];
  for (const { userId } of [ana, bo, cas]) {
    server.context.events.subscribe(userId, (event) => {
      if (event.type === "task") heard.push(`${userId} ${event.task_id}`);
    });
  }
  await cas.call("updateGrade", { params: { fileId }, body: { total_grade: 7 } });
  expect(heard.sort()).toEqual([ana, bo, cas].map(({ userId }) => `${userId} ${taskId}`).sort());
});
