import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../adapters/random.ts";
import type { LiveEvent } from "../../contract/system.ts";
import { analyses, stackPages, stacks, submissions, tasks } from "../../db/schema.ts";
import { insertSubmission, makeClass, makeTask } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { placePage, queuePage } from "./stack-pages.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
});

/** A page of a stack in the queue; returns its ID. */
async function insertPage(parts: Partial<typeof stackPages.$inferInsert> = {}): Promise<string> {
  const [stackId, id] = [newId(), newId()];
  const file = { filename: "scan.pdf", mimetype: "application/pdf", size: 1, sha256: "a".repeat(64), page: 1 };
  await server.context.db.write((query) =>
    query.batch([
      query.insert(stacks).values({ id: stackId, taskId, filename: "scan.pdf", createdAt: server.clock.now }),
      query.insert(stackPages).values({ id, stackId, position: 1, state: "queued", ...file, ...parts }),
    ]),
  );
  return id;
}

/** A page that a student handed in; returns its ID. */
async function insertUpload(parts: Partial<typeof submissions.$inferInsert> = {}): Promise<string> {
  const id = await insertSubmission(server.context, { taskId, ...parts });
  const analysis = { id: newId(), submissionId: id, state: "done" as const, updatedAt: 0 };
  await server.context.db.write((query) => query.insert(analyses).values(analysis));
  return id;
}

function assign(pageId: string, student_id: string, replace = false) {
  return ana.call("assignStackPage", { params: { pageId }, body: { student_id, item_number: 1, replace } });
}

async function pageOf(pageId: string): Promise<typeof stackPages.$inferSelect> {
  const [page] = await server.context.db.query.select().from(stackPages).where(eq(stackPages.id, pageId));
  return page!;
}

/** The students whose submissions count, in no particular order. */
async function counting(): Promise<{ id: string; studentId: string; totalGrade: number | null }[]> {
  const { id, studentId, totalGrade } = submissions;
  return server.context.db.query
    .select({ id, studentId, totalGrade })
    .from(submissions)
    .where(and(eq(submissions.taskId, taskId), eq(submissions.counts, true)));
}

describe("assignPage", () => {
  it("gives a page to one of two people who claim it at once, and informs the other", async () => {
    const pageId = await insertPage();
    const answers = await Promise.all(["20230001", "20230002"].map((student) => assign(pageId, student)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error.code).toBe("settled-meanwhile");
    const { studentId } = await pageOf(pageId);
    expect((await counting()).map((row) => row.studentId)).toEqual([studentId]);
  });

  it("is refused if the page has changed since it was seen, and removes nobody's grade", async () => {
    const pageId = await insertPage();
    await assign(pageId, "20230001");
    const graded = { graded: true, totalGrade: 9 };
    await server.context.db.write((query) => query.update(submissions).set(graded));
    const { submissionId } = await pageOf(pageId);
    // A window that was opened before still shows the page in the queue.
    const params = { pageId };
    const body = { student_id: "20230002", item_number: 1, replace: false, file_id: null };
    const assigned = await ana.callLoosely("assignStackPage", { params, body });
    const rejected = await ana.callLoosely("rejectStackPage", { params, body: { file_id: null } });
    const code = "settled-meanwhile";
    expect([assigned, rejected]).toMatchObject([1, 2].map(() => ({ status: 409, body: { error: { code } } })));
    expect(await counting()).toMatchObject([{ id: submissionId, studentId: "20230001", totalGrade: 9 }]);
    expect((await ana.call("assignStackPage", { params, body: { ...body, student_id: "20230001" } })).status).toBe(200);
    expect((await ana.call("assignStackPage", { params, body: { ...body, file_id: submissionId } })).status).toBe(200);
    expect(await counting()).toMatchObject([{ studentId: "20230002" }]);
  });

  it("accepts the same assignment twice", async () => {
    const pageId = await insertPage();
    const answers = await Promise.all(["20230001", "20230001"].map((student) => assign(pageId, student)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await counting()).toHaveLength(1);
  });

  it("lets a moved page count for one student only, and restores what it had replaced", async () => {
    const own = await insertUpload({ studentId: "20230001", graded: true, totalGrade: 9 });
    const pageId = await insertPage();
    await assign(pageId, "20230001", true);
    const heard: LiveEvent[] = [];
    server.context.events.subscribe(ana.userId, (event) => heard.push(event));
    expect((await assign(pageId, "20230002")).status).toBe(200);
    const { submissionId: second } = await pageOf(pageId);
    expect((await counting()).sort((a, b) => a.studentId.localeCompare(b.studentId))).toEqual([
      { id: own, studentId: "20230001", totalGrade: 9 },
      { id: second, studentId: "20230002", totalGrade: null },
    ]);
    expect(heard).toContainEqual({ type: "task", task_id: taskId });
  });
});

describe("rejectPage", () => {
  it("removes only what the page became: what it had replaced counts again, with its grade", async () => {
    await insertUpload({ receivedAt: 1 });
    const own = await insertUpload({ counts: false, receivedAt: 2, graded: true, totalGrade: 9 });
    const pageId = await insertPage();
    expect((await assign(pageId, "20230001", true)).status).toBe(200);
    const { status, body } = await ana.call("rejectStackPage", { params: { pageId }, body: {} });
    expect([status, body.page.state, body.page.file_id]).toEqual([200, "rejected", null]);
    expect(await counting()).toEqual([{ id: own, studentId: "20230001", totalGrade: 9 }]);
    expect(await server.context.db.query.select().from(submissions)).toHaveLength(2);
  });

  it("leaves a waiting page waiting, unless there is nothing else", async () => {
    const graded = await insertUpload({ graded: true, totalGrade: 9, receivedAt: 1 });
    const pageId = await insertPage();
    await assign(pageId, "20230001", true);
    const { submissionId: scan } = await pageOf(pageId);
    const waiting = await insertUpload({ counts: false, rivalId: scan, receivedAt: server.clock.now + 1 });
    await ana.call("rejectStackPage", { params: { pageId }, body: {} });
    expect((await counting()).map(({ id }) => id)).toEqual([graded]);
    const [left] = await server.context.db.query.select().from(submissions).where(eq(submissions.id, waiting));
    expect(left?.rivalId).toBe(graded);

    await server.context.db.write((query) => query.delete(submissions).where(eq(submissions.id, graded)));
    await ana.call("restoreStackPage", { params: { pageId } });
    await assign(pageId, "20230001");
    await ana.call("rejectStackPage", { params: { pageId }, body: {} });
    expect((await counting()).map(({ id }) => id)).toEqual([waiting]);
  });

  it("does not change what counts if the page's submission is already history", async () => {
    const pageId = await insertPage();
    await assign(pageId, "20230001");
    await server.context.db.write((query) => query.update(submissions).set({ counts: false }));
    const own = await insertUpload();
    await ana.call("rejectStackPage", { params: { pageId }, body: {} });
    expect((await server.context.db.query.select().from(submissions)).map(({ id }) => id)).toEqual([own]);
    expect((await counting()).map(({ id }) => id)).toEqual([own]);
  });

  it("keeps a student's own submission with the same content", async () => {
    const own = await insertUpload({ sha256: "a".repeat(64) });
    const pageId = await insertPage();
    await assign(pageId, "20230001");
    expect((await pageOf(pageId)).submissionId).toBe(own);
    await ana.call("rejectStackPage", { params: { pageId }, body: {} });
    expect((await counting()).map(({ id }) => id)).toEqual([own]);
    expect(await pageOf(pageId)).toMatchObject({ state: "rejected", submissionId: null });
  });

  it("keeps what another page with the same content became", async () => {
    const [first, second] = [await insertPage(), await insertPage()];
    await assign(first, "20230001");
    await assign(second, "20230001");
    const { submissionId } = await pageOf(first);
    expect((await pageOf(second)).submissionId).toBe(submissionId);
    await ana.call("rejectStackPage", { params: { pageId: second }, body: { file_id: submissionId } });
    expect(await counting()).toMatchObject([{ id: submissionId }]);
    expect(await pageOf(first)).toMatchObject({ state: "placed", submissionId });
    await ana.call("rejectStackPage", { params: { pageId: first }, body: { file_id: submissionId } });
    expect(await counting()).toEqual([]);
  });

  it("keeps what somebody assigns at the same time", async () => {
    const pageId = await insertPage();
    const [given, rejected] = await Promise.all([
      assign(pageId, "20230001"),
      ana.call("rejectStackPage", { params: { pageId }, body: {} }),
    ]);
    expect([given.status, rejected.status].sort()).toEqual([200, 409]);
    const { state, submissionId } = await pageOf(pageId);
    expect(await counting()).toHaveLength(state === "placed" ? 1 : 0);
    expect(submissionId === null).toBe(state === "rejected");
  });
});

it("a page that a person has settled is not placed or queued by a process that looked at it earlier", async () => {
  const pageId = await insertPage({ state: "waiting" });
  const page = await pageOf(pageId);
  await server.context.db.write((query) => query.update(stackPages).set({ state: "queued" }));
  await assign(pageId, "20230002");
  const [task] = await server.context.db.query.select().from(tasks);
  const placing = { studentId: "20230001", item: 1, replace: false };
  expect(await placePage(server.context, { page, task: task! }, placing)).toBe("changed");
  await queuePage(server.context, page, []);
  expect(await pageOf(pageId)).toMatchObject({ state: "placed", studentId: "20230002" });
  expect((await counting()).map(({ studentId }) => studentId)).toEqual(["20230002"]);
});
