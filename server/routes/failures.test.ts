import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../adapters/random.ts";
import { ERROR_PAGES } from "../contract/error-pages.ts";
import { TEXTS } from "../contract/texts.ts";
import { analyses, jobs, tasks } from "../db/schema.ts";
import { newJob } from "../jobs/job.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import { samplePage, uploadForm } from "../testing/pages.ts";
import { insertReadPage } from "../testing/read-page.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let ana: TestClient & { readonly userId: string };

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
});

describe("a page that cannot be read", () => {
  const page = samplePage("20230001_quiz[1].png");
  let taskId: string;
  let params: { fileId: string };
  let stored: string;

  beforeEach(async () => {
    const { context, clock } = server;
    taskId = await makeTask(ana, await makeClass(ana));
    const sha256 = createHash("sha256").update(page).digest("hex");
    await context.files.write(sha256, page);
    stored = await context.files.use(sha256, async (path) => path);
    const fileId = await insertSubmission(context, { taskId, sha256, size: page.length });
    const analysis = { id: newId(), submissionId: fileId, state: "queued" as const, updatedAt: clock.now };
    await context.db.write((query) =>
      query.batch([
        query.insert(analyses).values(analysis),
        query.insert(jobs).values(newJob("read", { submissionId: fileId }, clock.now)),
      ]),
    );
    params = { fileId };
  });

  async function file() {
    return (await ana.call("getFiles", { params: { taskId } })).body.files[0]!;
  }

  it("says why, in the list and wherever its circuit is requested, and is read once it can be", {
    timeout: 240_000,
  }, async () => {
    await writeFile(stored, page.subarray(0, 2000));
    await startJobs(server.context);
    await server.context.jobs.idle();
    const { analysis, analysis_error: reason, proposed_grade: grade } = await file();
    expect([analysis, grade]).toEqual(["failed", null]);
    expect(reason).toMatch(/\.$/);
    for (const name of ["generateNetlist", "generateVerilog", "processDetection"] as const) {
      const { status, body } = await ana.callLoosely(name, { params });
      expect([name, status, body.error.code, body.error.message]).toEqual([name, 409, "page-unreadable", reason]);
    }
    const filter = await ana.call("setFilterThreshold", { body: { ...params, thresholdValue: 127 } });
    expect([filter.status, filter.body.error.code]).toEqual([409, "page-unreadable"]);
    expect((await ana.call("getPagePicture", { params, query: {} })).status).toBe(409);
    const { body: rows } = await ana.call("getGradeRows", { params });
    expect(rows).toMatchObject({ status: "review", proposed_grade: null });
    // A person may still grade what a person can see.
    expect((await ana.call("updateGrade", { params, body: { total_grade: 3 } })).status).toBe(200);

    await writeFile(stored, page);
    expect((await ana.call("processDetection", { params, body: {} })).status).toBe(200);
    expect(await file()).toMatchObject({ analysis: "done", analysis_error: null, proposed_grade: 10, total_grade: 3 });
  });

  it("because its file is lost is answered with what to do", async () => {
    await rm(stored);
    for (const name of ["getFile", "getPagePicture", "processDetection"] as const) {
      const { status, body } = await ana.callLoosely(name, {
        params,
        ...(name === "processDetection" && { body: {} }),
      });
      expect([name, status, body.error.code]).toEqual([name, 404, "file-lost"]);
      expect(body.error.message).toMatch(/^This page's file is missing or damaged on the server\./);
    }
  });

  it("because the reader is gone is answered in the specification's words", async () => {
    await server.context.recogniser.close();
    for (const name of ["processDetection", "analyzeCircuit", "getPagePicture"] as const) {
      const { status, body } = await ana.callLoosely(name, { params });
      expect([name, status, body.error.message]).toEqual([name, 503, TEXTS.detection.failed]);
    }
    expect((await file()).analysis).toBe("queued");
  });

  it("is not what a profile image is refused for", async () => {
    await server.context.recogniser.close();
    const image = new FormData();
    image.append("file", new File([new Uint8Array(page)], "ana.png"));
    const { status, body } = await ana.call("uploadProfileImage", { body: image });
    expect([status, body.error]).toEqual([503, { code: "work-failed", message: TEXTS.workFailed }]);
  });

  it("in an upload, because the reader is gone, is refused with a message", async () => {
    await server.context.inspector.close();
    const form = uploadForm(taskId, [{ name: "20230002_quiz[1].png", bytes: page }]);
    const { body } = await server.visitor().call("uploadFiles", { body: form });
    expect(body.invalid_files_other).toMatchObject([
      { code: "unreadable", message: "The file could not be read. Please save or scan it again." },
    ]);
  });
});

it.each([
  ["EROFS", 507, /^The server cannot use its disk, and nothing was stored\./],
  ["SQLITE_IOERR", 507, /^The server cannot use its disk, and nothing was stored\./],
  ["ENOSPC", 507, /^The server's disk is full, and nothing was stored\./],
  ["EEXIST", 500, /^There was a problem with the server\./],
])("a disk that refuses with %s is answered with %i and what to do", async (code, status, message) => {
  vi.spyOn(server.context.db, "run").mockRejectedValue(new Error("insert", { cause: systemError(code) }));
  vi.spyOn(server.context.db, "write").mockRejectedValue(new Error("insert", { cause: systemError(code) }));
  const body = { classCode: "CPE 1", classGroup: "1", classSchedule: "MWF", studentList: ["20230001"] };
  const answer = await ana.call("createClass", { body });
  expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
});

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code });
}

it("a defect is answered with 500 and a message without internals", async () => {
  await server.context.db.write((query) => query.run(sql`DROP TABLE notification_filters`));
  const { status, body } = await ana.call("getNotificationFilters", {});
  expect([status, body.error]).toEqual([500, { code: "internal", message: ERROR_PAGES["500"].message }]);
  expect(server.logged.join("\n")).toContain('"event":"request-failed"');
});

describe("what somebody deletes while another person changes it is answered as gone", () => {
  let taskId: string;

  beforeEach(async () => {
    taskId = await makeTask(ana, await makeClass(ana));
  });

  /** Deletes the task after the next call has looked at it, and before it writes. */
  function deleteMeanwhile() {
    const { db } = server.context;
    const { write } = db;
    vi.spyOn(db, "write").mockImplementationOnce(async (work) => {
      await write((query) => query.delete(tasks).where(eq(tasks.id, taskId)));
      return write(work);
    });
  }

  const gone = [404, { code: "gone-meanwhile", message: "This was deleted meanwhile." }];

  it("a grade", async () => {
    const fileId = await insertReadPage(server.context, { taskId, studentId: "20230001", lines: ["Y = AND(A, B)"] });
    deleteMeanwhile();
    const { status, body } = await ana.callLoosely("updateGrade", { params: { fileId }, body: { total_grade: 3 } });
    expect([status, body.error]).toEqual(gone);
  });

  it("an extension", async () => {
    deleteMeanwhile();
    const wanted = { student_ids: ["20230001"], due_date: "2030-01-01T00:00:00.000Z" };
    const { status, body } = await ana.callLoosely("setExtensions", { params: { taskId }, body: wanted });
    expect([status, body.error]).toEqual(gone);
  });
});
