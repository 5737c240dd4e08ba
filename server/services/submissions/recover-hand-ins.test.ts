import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { stackPages, stacks, submissions } from "../../db/schema.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { recordStack } from "./hand-in-records.ts";
import { recoverHandIns } from "./recover-hand-ins.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
});

async function blankPage(width: number): Promise<Blob> {
  const picture = sharp({ create: { width, height: 40, channels: 3, background: "white" } });
  return new Blob([(await picture.png().toBuffer()) as BlobPart]);
}

/** A stack of three blank pages; a person has assigned the first to a student. */
async function uploadStack(): Promise<void> {
  const form = new FormData();
  for (const width of [40, 41, 42]) form.append("files", await blankPage(width), `scan${width}.png`);
  const { body } = await ana.call("uploadStack", { params: { taskId }, body: form });
  const { db } = server.context;
  await db.write((query) => query.update(stackPages).set({ state: "queued" }));
  const { body: list } = await ana.call("getStack", { params: { stackId: body.stack!.id } });
  const assigned = await ana.call("assignStackPage", {
    params: { pageId: list.page_list[0]!.id },
    body: { student_id: "20230001", item_number: 1 },
  });
  expect(assigned.status).toBe(200);
}

const pages = () => server.context.db.query.select().from(stackPages).orderBy(stackPages.position);

it("a stack is restored from its records, with the pages that had become submissions", async () => {
  await uploadStack();
  const before = await pages();
  const { db } = server.context;
  const handedIn = await db.query.select().from(submissions);
  await db.write((query) => query.batch([query.delete(stacks), query.delete(submissions)]));
  expect(await recoverHandIns(server.context)).toEqual({ pages: 1, stacks: 1, left: [], unreadable: [] });
  expect(await db.query.select().from(submissions)).toEqual(handedIn);
  const after = await pages();
  const shown = (rows: typeof after) =>
    rows.map(({ sha256, page, position, filename }) => [sha256, page, position, filename]);
  expect(shown(after)).toEqual(shown(before));
  expect(after.map(({ state, submissionId }) => [state, submissionId])).toEqual([
    ["placed", handedIn[0]!.id],
    ["waiting", null],
    ["waiting", null],
  ]);
  expect(await recoverHandIns(server.context)).toEqual({ pages: 0, stacks: 0, left: [], unreadable: [] });
});

it("a file of a stack that was lost and is found later takes its place", async () => {
  await uploadStack();
  const before = await pages();
  const { db, files } = server.context;
  const second = before[1]!;
  const bytes = await files.use(second.sha256, (path) => readFile(path));
  await files.erase(second.sha256);
  await db.write((query) => query.batch([query.delete(stacks), query.delete(submissions)]));
  const { left, ...added } = await recoverHandIns(server.context);
  expect(added).toEqual({ pages: 1, stacks: 1, unreadable: [] });
  expect(left.map(({ record, reason }) => [record.filename, reason])).toEqual([["scan41.png", "its file is lost"]]);
  // The records of the other files are written again, and do not claim its place.
  await recordStack(server.context, second.stackId);
  await db.write((query) => query.delete(stacks));
  await recoverHandIns(server.context);
  expect((await pages()).map(({ position }) => position)).toEqual([1, 3]);
  await files.write(second.sha256, bytes);
  expect(await recoverHandIns(server.context)).toEqual({ pages: 0, stacks: 1, left: [], unreadable: [] });
  const shown = (await pages()).map(({ sha256, position, state }) => [sha256, position, state]);
  const states = ["placed", "waiting", "waiting"];
  expect(shown).toEqual(before.map(({ sha256, position }, index) => [sha256, position, states[index]]));
  expect(await recoverHandIns(server.context)).toEqual({ pages: 0, stacks: 0, left: [], unreadable: [] });
});

it("after an erasure no file of its stack is taken for a missing one, although each has moved", async () => {
  await uploadStack();
  const params = { studentId: "20230001" };
  const { body } = await ana.call("describeStudent", { params });
  await ana.call("eraseStudent", { params, body: { fingerprint: body.fingerprint } });
  expect((await pages()).map(({ position }) => position)).toEqual([1, 2]);
  expect(await recoverHandIns(server.context)).toEqual({ pages: 0, stacks: 0, left: [], unreadable: [] });
});

it("what a person undid or deleted is not restored", async () => {
  await uploadStack();
  const [first] = await pages();
  const rejected = await ana.call("rejectStackPage", { params: { pageId: first!.id }, body: {} });
  expect(rejected.status).toBe(200);
  const { db } = server.context;
  expect(await db.query.select().from(submissions)).toEqual([]);
  expect(await recoverHandIns(server.context)).toEqual({ pages: 0, stacks: 0, left: [], unreadable: [] });
  await ana.call("deleteStack", { params: { stackId: first!.stackId } });
  expect(await recoverHandIns(server.context)).toEqual({ pages: 0, stacks: 0, left: [], unreadable: [] });
  expect(await db.query.select().from(stacks)).toEqual([]);
});

it("the hand-ins of a missing task are listed", async () => {
  await uploadStack();
  // As in a backup from before the task.
  await server.context.db.write((query) => query.run("DELETE FROM tasks"));
  const { left } = await recoverHandIns(server.context);
  expect(left.map(({ record, reason }) => [record.kind, reason]).sort()).toEqual(
    ["stack", "stack", "stack", "submission"].map((kind) => [kind, "the database has no such task"]),
  );
});
