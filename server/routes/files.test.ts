import { createHash } from "node:crypto";
import { inArray, isNotNull, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { TEXTS } from "../contract/texts.ts";
import { analyses, submissions } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { insertReadPage } from "../testing/read-page.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let ana: TestClient & { readonly userId: string };
let taskId: string;
let page: Buffer;
let fileId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  page = await sheetWithQr("20230001_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
  fileId = await handIn(page);
});

async function handIn(bytes: Uint8Array): Promise<string> {
  const form = uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes }]);
  await server.visitor().call("uploadFiles", { body: form });
  const { body } = await ana.call("getFiles", { params: { taskId } });
  return body.files[0]!.id;
}

/** The upload that waits for the instructor. */
async function waitingId(): Promise<string> {
  const rows = await server.context.db.query.select().from(submissions).where(isNotNull(submissions.rivalId));
  return rows.find(({ counts }) => !counts)!.id;
}

function get(headers: Record<string, string> = {}): Promise<Response> {
  return ana.fetch(`/files/file/${fileId}`, { headers });
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe("a file", () => {
  it("is returned as it was handed in, as a download that browsers do not run and ask for again", async () => {
    const response = await get();
    expect((await bytesOf(response)).equals(page)).toBe(true);
    const { headers } = response;
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("content-length")).toBe(String(page.length));
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="20230001_quiz\[1\].png"/);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("etag")).toBe(`"${createHash("sha256").update(page).digest("hex")}"`);
  });

  it("that the browser has cached is not sent again", async () => {
    const etag = (await get()).headers.get("etag")!;
    expect((await get({ "if-none-match": etag })).status).toBe(304);
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["bytes=0-9", 0, 10],
    ["bytes=100-", 100, undefined],
    ["bytes=-5", -5, undefined],
    ["bytes=10-999999999", 10, undefined],
  ])("is sent in parts: %s", async (range, from, to) => {
    const response = await get({ range });
    const wanted = page.subarray(from < 0 ? page.length + from : from, to);
    expect(response.status).toBe(206);
    expect((await bytesOf(response)).equals(wanted)).toBe(true);
    const start = from < 0 ? page.length + from : from;
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${start + wanted.length - 1}/${page.length}`);
  });

  it("has no part beyond its end, and is sent completely if the part was of another file", async () => {
    const beyond = await get({ range: `bytes=${page.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${page.length}`]);
    expect((await get({ range: "bytes=0-9", "if-range": '"other"' })).status).toBe(200);
    expect((await get({ range: "lines=1-2" })).status).toBe(200);
  });

  it("has a picture of its page, at least in the requested size, of which there are few: each is kept", async () => {
    const small = await ana.call("getPagePicture", { params: { fileId }, query: { width: 200 } });
    expect(small.headers.get("content-type")).toBe("image/jpeg");
    const { width = 0, height = 0 } = await sharp(await bytesOf(small.response)).metadata();
    expect(Math.max(width, height)).toBe(240);
    const tags = await Promise.all(
      [16, 201, 239, 240].map(async (wanted) => {
        return (await ana.call("getPagePicture", { params: { fileId }, query: { width: wanted } })).headers.get("etag");
      }),
    );
    expect(new Set(tags)).toEqual(new Set([small.headers.get("etag")]));
    const again = await ana.fetch(`/files/page/${fileId}?width=200`, {
      headers: { "if-none-match": small.headers.get("etag")! },
    });
    expect(again.status).toBe(304);
    expect((await ana.callLoosely("getPagePicture", { params: { fileId }, query: { width: 5 } })).status).toBe(400);
  });
});

describe("grades", () => {
  it("are given by a person, with a comment, and every change is kept", async () => {
    const give = (body: { total_grade: number | string; comment?: string }) =>
      ana.call("updateGrade", { params: { fileId }, body });
    const first = await give({ total_grade: 7, comment: " neat " });
    expect(first.body.file).toMatchObject({ graded: true, total_grade: 7, comment: "neat" });
    server.clock.advance(1000);
    expect((await give({ total_grade: "9" })).body.file).toMatchObject({ total_grade: 9, comment: "neat" });
    const { body } = await ana.call("getGradeRows", { params: { fileId } });
    expect(body).toMatchObject({ total_grade: 9, graded: true, comment: "neat", maximum_grade: 10 });
    expect(body.history).toMatchObject([
      { text: "9 points, “neat”", by: "ana@example.edu" },
      { text: "7 points, “neat”", by: "ana@example.edu" },
    ]);
    expect(body.answer_table["OUT 1"]).toEqual(["000", "011", "101", "110"]);
    const task = await ana.call("getTask", { params: { taskId } });
    expect(task.body).toMatchObject({ total_submissions: 1, reviewed_submissions: 1 });
  });

  it("that another tab stored meanwhile are replaced only if they were seen", async () => {
    const give = (body: object) => ana.callLoosely("updateGrade", { params: { fileId }, body });
    const seen = { total_grade: null, comment: null };
    expect((await give({ total_grade: 4, comment: "late", seen })).status).toBe(200);
    const refused = await give({ total_grade: 10, comment: "", seen });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        stored: { total_grade: 4, comment: "late" },
        error: {
          code: "grade-changed",
          message:
            "Another grade, 4, or comment was stored meanwhile. Look at it, then store yours again to replace it.",
        },
      },
    });
    expect((await give({ total_grade: 4, seen: { total_grade: 4, comment: null } })).status).toBe(409);
    const { body } = await ana.call("getGradeRows", { params: { fileId } });
    expect(body).toMatchObject({ total_grade: 4, comment: "late", history: [{ text: "4 points, “late”" }] });
    expect((await give({ total_grade: 10, seen: { total_grade: 4, comment: "late" } })).status).toBe(200);
  });

  it("can be taken back: what was before is stored again, unless somebody changed it meanwhile", async () => {
    const give = (body: object) => ana.callLoosely("updateGrade", { params: { fileId }, body });
    const first = await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 4, comment: "See me." } });
    expect(first.body.before).toEqual({ total_grade: null, comment: null });
    const takeBack = { total_grade: null, comment: "", seen: { total_grade: 4, comment: "See me." } };
    await give({ total_grade: 6 });
    const refused = await give(takeBack);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      "Another grade, 6, or comment was stored meanwhile. Nothing was changed.",
    ]);
    await give({ total_grade: 4 });
    await ana.call("releaseGrades", { params: { taskId }, body: {} });
    const done = await ana.call("updateGrade", { params: { fileId }, body: takeBack });
    expect(done.body.before).toEqual({ total_grade: 4, comment: "See me." });
    const open = { graded: false, total_grade: null, comment: null, released_at: null };
    expect(done.body.file).toMatchObject(open);
    const { body } = await ana.call("getGradeRows", { params: { fileId } });
    expect(body.history[0]).toMatchObject({ text: "No grade", by: "ana@example.edu" });
    expect((await ana.call("getTask", { params: { taskId } })).body.reviewed_submissions).toBe(0);
  });

  it.each([-1, 1.5, "seven", "", null])("that is invalid is refused: %s", async (total_grade) => {
    expect((await ana.callLoosely("updateGrade", { params: { fileId }, body: { total_grade } })).status).toBe(400);
    expect(await server.context.db.query.select().from(submissions)).toMatchObject([{ graded: false }]);
  });

  it("and the history load only the positions of the other pages", async () => {
    const others = [await insertReadPage(server.context, { taskId, studentId: "20230000", lines: ["Y = AND(A, B)"] })];
    others.push(await insertReadPage(server.context, { taskId, studentId: "20230002", lines: ["Y = AND(A, B)"] }));
    // What cannot be loaded shows that it is not.
    const broken = { netlist: sql`'{'` };
    const readings = inArray(analyses.submissionId, others);
    await server.context.db.write((query) => query.update(analyses).set(broken).where(readings));
    const { body } = await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 7 } });
    expect(body.file).toMatchObject({ id: fileId, total_grade: 7, place: 1 });
    const { body: history } = await ana.call("getSubmissionHistory", { params: { fileId } });
    expect(history.submissions).toMatchObject([{ id: fileId, place: 1 }]);
  });

  it("complete a task that is due", async () => {
    server.clock.advance(60 * 24 * 60 * 60 * 1000);
    ana = await server.instructor();
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 10 } });
    expect((await ana.call("getTask", { params: { taskId } })).body.status).toBe("Completed");
  });
});

describe("the history", () => {
  it("lists earlier uploads, newest first, and is deleted with the submission that counts", async () => {
    const first = fileId;
    server.clock.advance(1000);
    const better = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    const second = await handIn(better);
    const { body } = await ana.call("getSubmissionHistory", { params: { fileId: second } });
    expect(body.submissions.map(({ id, counts }) => [id, counts])).toEqual([
      [second, true],
      [first, false],
    ]);
    const gone = await ana.call("deleteFile", { params: { fileId: second } });
    expect([gone.status, gone.body.message]).toEqual([200, TEXTS.files.deleted]);
    expect(await server.context.db.query.select().from(submissions)).toEqual([]);
    for await (const name of server.context.files.names()) throw new Error(`${name} was left behind`);
  });

  it("tells in the list which grade it had: the newest that was given", async () => {
    async function listed() {
      const { body } = await ana.call("getFiles", { params: { taskId } });
      return body.files.map(({ total_grade, earlier, earlier_grade }) => [total_grade, earlier, earlier_grade]);
    }
    async function handInAfter(sample: string): Promise<string> {
      server.clock.advance(1000);
      return handIn(await sheetWithQr(sample, qrTextOf(server.context, { taskId, item: 1 })));
    }
    await handInAfter("20230007_quiz[1].png");
    expect(await listed()).toEqual([[null, 1, null]]);
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 0 } });
    expect(await listed()).toEqual([[null, 1, 0]]);
    const third = await handInAfter("20230003_quiz[2].png");
    expect(await listed()).toEqual([[null, 2, 0]]);
    await ana.call("updateGrade", { params: { fileId: third }, body: { total_grade: 10 } });
    expect(await listed()).toEqual([[10, 2, 0]]);
    await handInAfter("20230008_quiz[2].png");
    expect(await listed()).toEqual([[10, 2, 0]]);
    await ana.call("settleHandIn", { params: { fileId: await waitingId() }, body: { counts: true } });
    expect(await listed()).toEqual([[null, 3, 10]]);
  });

  it("an earlier one can be deleted alone", async () => {
    const first = fileId;
    const better = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    const second = await handIn(better);
    await ana.call("deleteFile", { params: { fileId: first } });
    const { body } = await ana.call("getFiles", { params: { taskId } });
    expect(body.files.map(({ id, earlier }) => [id, earlier])).toEqual([[second, 0]]);
  });

  it("makes an upload count again: the other becomes history, and each keeps its own grade", async () => {
    server.clock.advance(1000);
    const other = await handIn(
      await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 })),
    );
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 9, comment: "neat" } });
    await ana.call("updateGrade", { params: { fileId: other }, body: { total_grade: 2 } });
    const events: unknown[] = [];
    server.context.events.subscribe(ana.userId, (event) => events.push(event));
    const { status, body } = await ana.call("restoreSubmission", { params: { fileId } });
    expect([status, body.message]).toEqual([200, TEXTS.files.restored]);
    expect(body.file).toMatchObject({ id: fileId, counts: true, total_grade: 9, comment: "neat", earlier_grade: 2 });
    expect(events).toEqual([{ type: "task", task_id: taskId }]);
    const { body: list } = await ana.call("getFiles", { params: { taskId } });
    expect(list.files.map(({ id, earlier }) => [id, earlier])).toEqual([[fileId, 1]]);
    const { body: history } = await ana.call("getSubmissionHistory", { params: { fileId } });
    expect(history.submissions).toMatchObject([
      { id: fileId, counts: true },
      { id: other, counts: false, total_grade: 2, uploaded_by: "student" },
    ]);
    const again = await ana.call("restoreSubmission", { params: { fileId } });
    expect([again.status, again.body.message, events.length]).toEqual([200, TEXTS.files.countsAlready, 1]);
  });

  it("settles the task by the upload that counts now, and leaves other items alone", async () => {
    const second = uploadForm(taskId, [
      {
        name: "20230001_quiz[2].png",
        bytes: await sheetWithQr("20230001_quiz[1].png", qrTextOf(server.context, { taskId, item: 2 })),
      },
    ]);
    await server.visitor().call("uploadFiles", { body: second });
    const { body } = await ana.call("getFiles", { params: { taskId } });
    for (const { id } of body.files)
      await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: 1 } });
    await handIn(await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 })));
    await ana.call("settleHandIn", { params: { fileId: await waitingId() }, body: { counts: true } });
    server.clock.advance(60 * 24 * 60 * 60 * 1000);
    ana = await server.instructor();
    const completed = async () => {
      const { body: told } = await ana.call("getAllNotifications", {});
      return told.notifications.filter(({ message }) => message.includes("is completed")).length;
    };
    expect(await completed()).toBe(0);
    await ana.call("restoreSubmission", { params: { fileId } });
    expect(await completed()).toBe(1);
    expect((await ana.call("getTask", { params: { taskId } })).body).toMatchObject({
      status: "Completed",
      total_submissions: 2,
      reviewed_submissions: 2,
    });
  });

  it("has the reading of uploads that were replaced before they were read", async () => {
    const other = await handIn(
      await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 })),
    );
    await startJobs(server.context);
    await server.context.jobs.idle();
    const { body } = await ana.call("getSubmissionHistory", { params: { fileId: other } });
    expect(body.submissions.map(({ counts, analysis }) => [counts, analysis])).toEqual([
      [true, "done"],
      [false, "done"],
    ]);
  });

  it("a deleted file is no longer found, and content that another submission has stays", async () => {
    const other = uploadForm(taskId, [{ name: "20230002_quiz[1].png", bytes: page }]);
    await server.visitor().call("uploadFiles", { body: other });
    await ana.call("deleteFile", { params: { fileId } });
    const { status, body } = await ana.call("getGradeRows", { params: { fileId } });
    expect([status, body.error.message]).toEqual([404, TEXTS.files.notFound]);
    const { body: list } = await ana.call("getFiles", { params: { taskId } });
    const left = await ana.call("getFile", { params: { fileId: list.files[0]!.id } });
    expect((await bytesOf(left.response)).equals(page)).toBe(true);
  });
});
