import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fileNamesMessage } from "../../core/rules/files/file-name.ts";
import { codedSheet, sheetsBelow } from "../../core/testdata/two-sheets.ts";
import { TEXTS } from "../contract/texts.ts";
import { analyses, enrolments, jobs, submissions, tasks } from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { hostileFile, pdfOf, qrTextOf, samplePage, sheetWithQr, uploadForm } from "../testing/pages.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const DRAWING = "20230001_quiz[1].png";
const MINUTE = 60_000;

let server: TestServer;
let ana: TestClient & { readonly userId: string };
let taskId: string;
let otherTask: string;
let page: Buffer;

beforeEach(async () => {
  server = await serverOfTest({ TEMPLATE_SECRET: "a secret of the tests" });
  ana = await server.instructor();
  const classId = await makeClass(ana);
  taskId = await makeTask(ana, classId);
  otherTask = await makeTask(ana, classId, { title: "Other" });
  page = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 1 }));
});

type File = Parameters<typeof uploadForm>[1][number];

async function upload(files: readonly File[], client = server.visitor(), task = taskId) {
  return client.call("uploadFiles", { body: uploadForm(task, files) });
}

/** Half of it at once, and the rest after this many minutes and what else happens. */
async function uploadSlowly(minutes: number, meanwhile?: () => Promise<unknown>): Promise<Response> {
  const form = new Response(uploadForm(taskId, [{ name: DRAWING, bytes: page }]));
  const sent = new Uint8Array(await form.arrayBuffer());
  const half = sent.length >> 1;
  const body = new ReadableStream({
    async start(line) {
      line.enqueue(sent.slice(0, half));
      await new Promise((resolve) => setTimeout(resolve, 200));
      server.clock.advance(minutes * MINUTE);
      await meanwhile?.();
      line.enqueue(sent.slice(half));
      line.close();
    },
  });
  const headers = { "content-type": form.headers.get("content-type")! };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return server.visitor().fetch("/files/upload-files", init);
}

async function dueDate(): Promise<number> {
  return Date.parse((await server.visitor().call("getPublicTask", { params: { taskId } })).body.due_date);
}

async function rows() {
  return server.context.db.query.select().from(submissions).orderBy(submissions.receivedAt);
}

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of server.context.files.names()) names.push(name);
  return names;
}

async function drafts(): Promise<string[]> {
  return readdir(join(server.context.config.dataDir, "files", ".incoming")).catch(() => []);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe("a page on the student's own paper", () => {
  const name = "20230001_quiz[1].png";

  beforeEach(async () => {
    await ana.call("setGradingView", { params: { taskId }, body: { own_paper: true } });
  });

  it("is taken if the task says so, and a person looks whose it is before it is graded", async () => {
    expect((await server.visitor().call("getPublicTask", { params: { taskId } })).body.own_paper).toBe(true);
    const { body } = await upload([{ name, bytes: samplePage(DRAWING) }]);
    expect(body.files_uploaded).toMatchObject([{ filename: name, item_number: 1 }]);
    expect(await rows()).toMatchObject([{ studentId: "20230001", item: 1, page: 1, turn: 0, ownPaper: true }]);
    await server.context.db.query.update(analyses).set({ state: "failed", error: "Not read here." });
    const { entries } = (await ana.call("getQueue", { params: { taskId } })).body;
    expect(entries).toMatchObject([{ code: "own-paper", label: "On own paper", student_id: "20230001" }]);
  });

  it("does not change what is said of pages with a code", async () => {
    await upload([{ name, bytes: page }]);
    expect(await rows()).toMatchObject([{ ownPaper: false }]);
    const foreign = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId: otherTask, item: 1 }));
    const { body } = await upload([{ name: "20230002_quiz[1].png", bytes: foreign }]);
    expect(body.invalid_files_codes).toMatchObject([{ code: "other-task" }]);
    const sharpless = await sharp(page).blur(4).toBuffer();
    const blurred = await upload([{ name: "20230002_quiz[1].png", bytes: sharpless }]);
    expect(blurred.body.invalid_files_codes).toMatchObject([{ code: "blurred-code" }]);
  });

  it("is one page, and the instructor's own uploads still need the code", async () => {
    const pages = await pdfOf([samplePage(DRAWING), samplePage(DRAWING)]);
    const { body } = await upload([{ name: "20230001_quiz[1].pdf", bytes: pages }]);
    const message = "The file has 2 pages, and none has a QR code. Send the one page of this item.";
    expect(body.invalid_files_other).toMatchObject([{ code: "several-pages", message }]);
    const own = await upload([{ name, bytes: samplePage(DRAWING) }], ana);
    expect(own.body.invalid_files_codes).toMatchObject([{ code: "no-code" }]);
  });
});

describe("an upload that is accepted", () => {
  it.each([
    ["webp", "image/webp", (picture: Sharp) => picture.webp({ lossless: true })],
    ["TIF", "image/tiff", (picture: Sharp) => picture.tiff()],
  ])("may be a %s", async (ending, mimetype, save) => {
    const bytes = await save(sharp(page)).toBuffer();
    const { body } = await upload([{ name: `20230001_quiz[1].${ending}`, bytes }]);
    expect(body.files_uploaded).toHaveLength(1);
    expect(await rows()).toMatchObject([{ mimetype, page: 1 }]);
  });

  it("returns a receipt, stores the file byte for byte, and queues the page to be read", async () => {
    const { status, body } = await upload([{ name: "20230001_quiz[1].PNG", bytes: page }]);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: TEXTS.files.uploaded,
      files_uploaded: [
        {
          filename: "20230001_quiz[1].PNG",
          item_number: 1,
          size: page.length,
          sha256: sha256(page),
          received_at: new Date(server.clock.now).toISOString(),
          token: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/),
          link: expect.stringMatching(/\/results\/[\w-]{22}\.[\w-]{22}$/),
        },
      ],
      invalid_files_not_enrolled: [],
      invalid_files_not_belonging: [],
      invalid_files_unreadable_QR: [],
      invalid_files_other: [],
      invalid_files_codes: [],
    });
    expect(Buffer.from((await server.context.files.read(sha256(page)))!).equals(page)).toBe(true);
    const [row] = await rows();
    expect(row).toMatchObject({ studentId: "20230001", item: 1, page: 1, mimetype: "image/png", counts: true });
    expect(row).toMatchObject({ uploadedBy: "student", graded: false });
    expect(await server.context.db.query.select().from(analyses)).toMatchObject([{ state: "queued" }]);
    expect(await server.context.db.query.select().from(jobs)).toMatchObject([
      { kind: "read", state: "queued", tries: 0 },
    ]);
    expect(await drafts()).toEqual([]);
  });

  it("notifies the instructor: a live event and a notification for each student", async () => {
    const events: string[] = [];
    server.context.events.subscribe(ana.userId, ({ type }) => events.push(type));
    await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
    expect(events).toContain("task");
    const { body } = await ana.call("getAllNotifications", {});
    expect(body.notifications[0]).toMatchObject({
      type: "new_submission",
      message: "20230001 handed in item 1 of Half adder.",
    });
  });

  it("is in time if it began before the due date, however slow the connection", async () => {
    const due = await dueDate();
    server.clock.now = due - 1;
    expect((await uploadSlowly(30)).status).toBe(200);
    expect(await rows()).toMatchObject([{ counts: true, receivedAt: due - 1 }]);
  });

  it("counts from its end if it took more than half an hour", async () => {
    const began = server.clock.now;
    expect((await uploadSlowly(31)).status).toBe(200);
    expect(await rows()).toMatchObject([{ counts: true, receivedAt: began + 31 * MINUTE }]);
  });

  it("replaces an earlier one of the same student and item, which stays as history", async () => {
    await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
    server.clock.advance(1000);
    const better = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    await upload([{ name: "20230001_quiz[1].png", bytes: better }]);
    expect((await rows()).map(({ sha256, counts }) => [sha256, counts])).toEqual([
      [sha256(page), false],
      [sha256(better), true],
    ]);
    const { body } = await ana.call("getFiles", { params: { taskId } });
    expect(body.files).toHaveLength(1);
    expect(body.files[0]).toMatchObject({ sha256: sha256(better), earlier: 1 });
  });

  it("replaces none that began later, but is history with its own receipt, and is read", async () => {
    const better = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    const slow = await uploadSlowly(5, () => upload([{ name: DRAWING, bytes: better }]));
    expect((await slow.json()).files_uploaded).toMatchObject([{ sha256: sha256(page) }]);
    expect(await rows()).toMatchObject([{ sha256: sha256(page), counts: false }, { counts: true }]);
    expect(await storedNames()).toContain(sha256(page));
    expect(await server.context.db.query.select().from(jobs)).toHaveLength(2);
    expect((await ana.call("getAllNotifications", {})).body.notifications).toHaveLength(1);
  });

  it("replaces one with a time in the future: the clock was set back, or another server's is ahead", async () => {
    server.clock.advance(60 * MINUTE);
    await upload([{ name: DRAWING, bytes: page }]);
    server.clock.advance(-59 * MINUTE);
    const better = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    await upload([{ name: DRAWING, bytes: better }]);
    expect((await rows()).filter(({ counts }) => counts)).toMatchObject([{ sha256: sha256(better) }]);
  });

  it("replaces none of the same student's that began later, even if somebody else's counts by now", async () => {
    const [better, scan] = await Promise.all(
      ["20230007_quiz[1].png", "20230009_quiz[1].jpg"].map((name) =>
        sheetWithQr(name, qrTextOf(server.context, { taskId, item: 1 })),
      ),
    );
    await uploadSlowly(5, async () => {
      await upload([{ name: DRAWING, bytes: better! }]);
      server.clock.advance(MINUTE);
      await upload([{ name: DRAWING, bytes: scan! }], ana);
    });
    expect((await rows()).filter(({ counts }) => counts)).toMatchObject([
      { sha256: sha256(scan!), uploadedBy: "instructor" },
    ]);
  });

  it("waits if the instructor added a page for the answer while it was on its way", async () => {
    const scanned = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    await uploadSlowly(5, () => upload([{ name: DRAWING, bytes: scanned }], ana));
    const [scan, own] = (await rows()).sort((a, b) => Number(b.counts) - Number(a.counts));
    expect([scan, own]).toMatchObject([
      { sha256: sha256(scanned), uploadedBy: "instructor", counts: true },
      { sha256: sha256(page), uploadedBy: "student", counts: false, rivalId: scan?.id, fromElsewhere: false },
    ]);
    expect((await ana.call("getAllNotifications", {})).body.notifications).toHaveLength(1);
  });

  it("is the same submission if the same bytes are sent again, also after it was graded", async () => {
    const first = await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
    const [{ id } = { id: "" }] = await rows();
    await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: 7 } });
    server.clock.advance(1000);
    const again = await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
    expect(again.body.files_uploaded).toEqual([{ ...first.body.files_uploaded[0], token: null, link: null }]);
    expect(await rows()).toMatchObject([{ id, graded: true, totalGrade: 7 }]);
  });

  it("is stored and read again if its file was lost since", async () => {
    await upload([{ name: DRAWING, bytes: page }]);
    const name = sha256(page);
    await server.context.db.query.update(analyses).set({ state: "failed", error: "The file is missing." });
    await rm(join(server.context.config.dataDir, "files", name.slice(0, 2), name));
    const { body } = await upload([{ name: DRAWING, bytes: page }]);
    expect(body.files_uploaded).toMatchObject([{ sha256: name }]);
    expect(await rows()).toHaveLength(1);
    expect(Buffer.from((await server.context.files.read(name))!).equals(page)).toBe(true);
    expect(await server.context.db.query.select().from(analyses)).toMatchObject([{ state: "queued", error: null }]);
  });

  it("may be the instructor's, also after the due date, without a notification", async () => {
    server.clock.advance(60 * 24 * 60 * 60 * 1000);
    const later = await server.instructor();
    const { status, body } = await upload([{ name: "20230002_quiz[1].png", bytes: page }], later);
    expect([status, body.message]).toEqual([200, TEXTS.files.uploadedByInstructor]);
    expect(await rows()).toMatchObject([{ uploadedBy: "instructor", studentId: "20230002" }]);
    const { body: told } = await later.call("getAllNotifications", {});
    expect(told.notifications.filter(({ type }) => type === "new_submission")).toEqual([]);
  });

  it("accepts photos, and from a PDF the page with the QR code", async () => {
    const sheet = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 2 }));
    const pdf = await pdfOf([samplePage(DRAWING), sheet, null]);
    const { body } = await upload([{ name: "20230001_quiz[2].pdf", bytes: pdf }]);
    expect(body.files_uploaded).toHaveLength(1);
    expect(await rows()).toMatchObject([{ item: 2, page: 2, mimetype: "application/pdf" }]);
  });

  it("takes the item's page from a PDF with all sheets, and the student's if sheets are personal", async () => {
    const sheet = (text: string) => sheetWithQr(DRAWING, text);
    const all = await pdfOf([
      await sheet(qrTextOf(server.context, { taskId: otherTask, item: 2 })),
      await sheet(qrTextOf(server.context, { taskId, item: 1 })),
      await sheet(qrTextOf(server.context, { taskId, item: 2, studentId: "20230002" })),
      await sheet(qrTextOf(server.context, { taskId, item: 2 })),
    ]);
    for (const name of ["20230001_quiz[1].pdf", "20230001_quiz[2].pdf", "20230002_quiz[2].pdf"]) {
      expect((await upload([{ name, bytes: all }])).body.files_uploaded).toHaveLength(1);
    }
    expect(await rows()).toMatchObject([
      { studentId: "20230001", item: 1, page: 2 },
      { studentId: "20230001", item: 2, page: 4 },
      { studentId: "20230002", item: 2, page: 3 },
    ]);
  });
});

describe("a file with several sheets of one item", () => {
  const sheet = (content: object) => sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 1, ...content }));
  const refusalOf = async (pages: readonly (Buffer | null)[]) => {
    const { body } = await upload([{ name: "20230001_quiz[1].pdf", bytes: await pdfOf(pages) }]);
    return body.invalid_files_other.map(({ code, message }) => [code, message]);
  };

  it("is refused, as only the student knows which one counts", async () => {
    const message = (pages: string) =>
      `Pages ${pages} of the file are sheets of item 1. Send only the one that counts.`;
    expect(await refusalOf([page, null, page])).toEqual([["several-pages", message("1 and 3")]]);
    const own = await sheet({ studentId: "20230001" });
    expect(await refusalOf([page, own, page, own])).toEqual([["several-pages", message("2 and 4")]]);
    expect(await refusalOf([page, page, null, page])).toEqual([["several-pages", message("1, 2 and 4")]]);
    expect(await rows()).toEqual([]);
  });

  it("is taken if all but one are another item's, student's or task's", async () => {
    const others = [
      await sheet({ item: 2 }),
      await sheet({ studentId: "20230002" }),
      await sheet({ taskId: otherTask }),
    ];
    expect(await refusalOf([...others, page, ...others])).toEqual([]);
    expect(await rows()).toMatchObject([{ page: 4 }]);
  });
});

describe("a student who has moved to another group of the course", () => {
  const STUDENT = "20230003";
  const name = `${STUDENT}_quiz[1].png`;
  let newTask: string;
  let sheet: Buffer;

  async function taskOfGroup(classGroup: string, body: object = {}): Promise<string> {
    return makeTask(ana, await makeClass(ana, { classGroup, studentList: [STUDENT] }), body);
  }

  beforeEach(async () => {
    newTask = await taskOfGroup("2");
    sheet = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 1, studentId: STUDENT }));
  });

  it.each(["student", "instructor"] as const)("hands in the old group's sheet at the new link: %s", async (who) => {
    const client = who === "student" ? server.visitor() : ana;
    const others = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 2, studentId: STUDENT }));
    const bytes = await pdfOf([others, sheet]);
    const { body } = await upload([{ name: `${STUDENT}_quiz[1].pdf`, bytes }], client, newTask);
    expect(body.files_uploaded).toHaveLength(1);
    expect(await rows()).toMatchObject([{ taskId: newTask, studentId: STUDENT, item: 1, page: 2, uploadedBy: who }]);
  });

  it("hands it in at the old link, for the new group", async () => {
    const own = { name: DRAWING, bytes: page };
    const { body } = await upload([{ name, bytes: sheet }, own]);
    expect(body.files_uploaded).toHaveLength(2);
    expect((await rows()).map((row) => [row.studentId, row.taskId]).sort()).toEqual([
      ["20230001", taskId],
      [STUDENT, newTask],
    ]);
  });

  it("hands it in at the old link as long as the new group may, and no longer", async () => {
    const later = Date.parse(TASK_BODY.dueDate) + 48 * 3_600_000;
    await server.context.db.write((query) => query.update(tasks).set({ dueAt: later }).where(eq(tasks.id, newTask)));
    server.clock.now = later - 1;
    const own = { name: DRAWING, bytes: page };
    const { body } = await upload([{ name, bytes: sheet }, own]);
    expect(body.files_uploaded.map(({ filename }) => filename)).toEqual([name]);
    expect(body.invalid_files_other).toMatchObject([{ filename: DRAWING, code: "closed" }]);
    expect(await rows()).toMatchObject([{ studentId: STUDENT, taskId: newTask }]);
    expect((await upload([own])).body.error.code).toBe("closed");
    server.clock.now = later;
    expect((await upload([{ name, bytes: sheet }])).body.error.code).toBe("closed");
  });

  it("but not for a task with another title, type or key, of another owner, or another student's sheet", async () => {
    const [item, second] = TASK_BODY.answerKeys;
    const answerKeys = [{ ...item, keys: [{ expression: "A | B", grade: "5" }, item!.keys[1]] }, second];
    const different = [{ title: "Full adder" }, { examType: "lab" }, { answerKeys }];
    for (const [index, body] of different.entries()) {
      const other = await taskOfGroup(String(index + 3), body);
      const type = "examType" in body ? body.examType : "quiz";
      const refused = await upload([{ name: `${STUDENT}_${type}[1].png`, bytes: sheet }], server.visitor(), other);
      expect(refused.body.invalid_files_codes).toMatchObject([{ code: "other-task" }]);
    }
    const bo = await server.instructor("bo@example.edu");
    const theirs = await makeTask(bo, await makeClass(bo, { studentList: [STUDENT] }));
    const refused = await upload([{ name, bytes: sheet }], server.visitor(), theirs);
    expect(refused.body.invalid_files_codes).toMatchObject([{ code: "other-task" }]);
    const neighbour = await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 1, studentId: "20230001" }));
    const strange = await upload([{ name, bytes: neighbour }], server.visitor(), newTask);
    expect(strange.body.invalid_files_other).toMatchObject([{ code: "template-of-other-student" }]);
    const unknown = await upload([{ name: "20239999_quiz[1].png", bytes: page }]);
    expect(unknown.body.invalid_files_not_enrolled).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });
});

describe("a file that is refused", () => {
  async function refusal(file: File, client?: TestClient) {
    const { status, body } = await upload([file], client);
    expect(status).toBe(200);
    expect(body.files_uploaded).toEqual([]);
    expect(await rows()).toEqual([]);
    expect(await storedNames()).toEqual([]);
    expect(await drafts()).toEqual([]);
    return body;
  }

  it.each(["IMG_1.png", "20230001_lab[1].png", "20230001_quiz[0].png", "20230001_quiz[1].bmp"])(
    "for its name: %s",
    async (name) => {
      const body = await refusal({ name, bytes: page, item: 1 });
      expect(body.message).toBe(fileNamesMessage([name]));
      expect(body.invalid_files_other).toMatchObject([{ filename: name, code: "file-name" }]);
    },
  );

  it("for the item: chosen for another one, or unknown to the task, or drawn on another one's template", async () => {
    const code = async (file: File) => (await refusal(file)).invalid_files_other[0]?.code;
    expect(await code({ name: "20230001_quiz[1].png", bytes: page, item: 2 })).toBe("item-mismatch");
    expect(await code({ name: "20230001_quiz[9].png", bytes: page })).toBe("item-unknown");
    expect(await code({ name: "20230001_quiz[2].png", bytes: page })).toBe("template-of-other-item");
    expect((await refusal({ name: "20230001_quiz[2].png", bytes: page })).invalid_files_other[0]?.message).toBe(
      "The name says item 2, but the template is the one of item 1. Choose it for item 1, or send the sheet of item 2.",
    );
    const others = await pdfOf([page, null]);
    expect(await code({ name: "20230001_quiz[2].pdf", bytes: others })).toBe("template-of-other-item");
  });

  it("for its type, whatever its name says", async () => {
    const body = await refusal({ name: "20230001_quiz[1].png", bytes: Buffer.from("#!/bin/sh\nrm -rf /") });
    expect(body.invalid_files_other).toMatchObject([{ code: "unknown-type" }]);
  });

  it("for its size: in bytes, in pixels, in pages", async () => {
    const empty = await refusal({ name: "20230001_quiz[1].png", bytes: Buffer.alloc(0) });
    expect(empty.invalid_files_other).toMatchObject([{ code: "file-empty", message: "The file is empty." }]);
    const huge = Buffer.alloc(20 * 1024 * 1024 + 1);
    expect((await refusal({ name: "20230001_quiz[1].png", bytes: huge })).invalid_files_other).toMatchObject([
      { code: "file-too-large", message: "The file is larger than 20 MB." },
    ]);
    const wide = hostileFile("20230017_quiz[1].png");
    const { invalid_files_other: other } = await refusal({ name: "20230001_quiz[1].png", bytes: wide });
    expect(other).toMatchObject([{ code: "picture-too-large" }]);
    const long = await pdfOf(Array.from({ length: 11 }, () => null));
    expect((await refusal({ name: "20230001_quiz[1].pdf", bytes: long })).invalid_files_other).toMatchObject([
      { code: "too-many-pages" },
    ]);
  });

  it("for a QR code that is not there", async () => {
    const body = await refusal({ name: "20230001_quiz[1].png", bytes: samplePage(DRAWING) });
    expect(body.invalid_files_unreadable_QR).toEqual(["20230001_quiz[1].png"]);
    expect(body.invalid_files_codes).toEqual([
      { filename: "20230001_quiz[1].png", code: "no-code", message: TEXTS.files.codes["no-code"] },
    ]);
    const blurred = await sharp(await sheetWithQr(DRAWING, qrTextOf(server.context, { taskId, item: 1 })))
      .blur(4)
      .toBuffer();
    const second = await refusal({ name: "20230001_quiz[1].png", bytes: blurred });
    expect(second.invalid_files_unreadable_QR).toEqual(["20230001_quiz[1].png"]);
    expect(second.invalid_files_codes).toMatchObject([{ code: "blurred-code" }]);
  });

  it("for a QR code of another task, of another site, or forged", async () => {
    const texts = {
      "other-task": qrTextOf(server.context, { taskId: otherTask, item: 1 }),
      "foreign-code": "https://example.org/",
      "forged-code": qrTextOf(server.context, { taskId, item: 1 }).replace(/s=.*/, "s=AAAAAAAAAAAA"),
    } as const;
    for (const [code, text] of Object.entries(texts)) {
      const body = await refusal({ name: "20230001_quiz[1].png", bytes: await sheetWithQr(DRAWING, text) });
      expect(body.invalid_files_not_belonging).toEqual(["20230001_quiz[1].png"]);
      const message = TEXTS.files.codes[code as keyof typeof texts];
      expect(body.invalid_files_codes).toEqual([{ filename: "20230001_quiz[1].png", code, message }]);
    }
    expect(new Set(Object.values(TEXTS.files.codes)).size).toBe(5);
  });

  it("not for a second code in the picture: the task's own counts", async () => {
    const own = qrTextOf(server.context, { taskId, item: 1 });
    const forged = own.replace(/s=.*/, "s=AAAAAAAAAAAA");
    const other = qrTextOf(server.context, { taskId: otherTask, item: 1 });
    for (const texts of [
      [own, "https://example.org/"],
      [other, own],
      [forged, own],
    ]) {
      const bytes = Buffer.concat([await sheetWithQr(DRAWING, texts), Buffer.from(texts.join())]);
      const { body } = await upload([{ name: "20230001_quiz[1].png", bytes }]);
      expect(body.files_uploaded).toMatchObject([{ filename: "20230001_quiz[1].png" }]);
    }
  });

  it("for a student who is not enrolled, and is not stored for that", async () => {
    const draft = vi.spyOn(server.context.files, "draft");
    const body = await refusal({ name: "20239999_quiz[1].png", bytes: page });
    expect(body.invalid_files_not_enrolled).toEqual(["20239999_quiz[1].png"]);
    const [empty, large] = [Buffer.alloc(0), Buffer.alloc(20 * 1024 * 1024 + 1)];
    for (const bytes of [empty, large]) {
      const { invalid_files_other: other } = await refusal({ name: "20239999_quiz[1].png", bytes });
      expect(other).toMatchObject([{ code: bytes === empty ? "file-empty" : "file-too-large" }]);
    }
    expect(draft).not.toHaveBeenCalled();
  });

  it("does not affect the others", async () => {
    const { body } = await upload([
      { name: "20239999_quiz[1].png", bytes: page },
      { name: "20230001_quiz[1].png", bytes: page },
      { name: "IMG.png", bytes: page },
    ]);
    expect(body.files_uploaded.map(({ filename }) => filename)).toEqual(["20230001_quiz[1].png"]);
    expect(body.invalid_files_not_enrolled).toEqual(["20239999_quiz[1].png"]);
    expect(body.invalid_files_other.map(({ filename }) => filename)).toEqual(["IMG.png"]);
    expect(await drafts()).toEqual([]);
  });
});

describe("an upload that is refused as a whole", () => {
  it("for an unknown task", async () => {
    const { status, body } = await upload([{ name: "20230001_quiz[1].png", bytes: page }], server.visitor(), "nothing");
    expect([status, body.error.message]).toEqual([404, TEXTS.task.removed]);
  });

  it("for a student after the due date", async () => {
    server.clock.advance(60 * 24 * 60 * 60 * 1000);
    const { status, body } = await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
    expect([status, body.error.code, body.error.message]).toEqual([403, "closed", TEXTS.task.closed]);
    const stranger = await server.instructor("bo@example.edu");
    expect((await upload([{ name: "20230001_quiz[1].png", bytes: page }], stranger)).status).toBe(403);
    expect(await storedNames()).toEqual([]);
  });

  it("for a student after the due date, before it is looked at", async () => {
    server.clock.advance(60 * 24 * 60 * 60 * 1000);
    const unread = { name: "20230001_quiz[1].png", bytes: samplePage(DRAWING) };
    for (const files of [[unread], [{ name: "IMG_1.png", bytes: page }], []]) {
      const { status, body } = await upload(files);
      expect([status, body.error.code]).toEqual([403, "closed"]);
    }
    expect(await drafts()).toEqual([]);
  });

  it("for a student whose upload began before the due date, and took more than half an hour", async () => {
    server.clock.now = (await dueDate()) - 1;
    const answer = await uploadSlowly(31);
    expect([answer.status, (await answer.json()).error.code]).toEqual([403, "closed"]);
    expect([await rows(), await storedNames(), await drafts()]).toEqual([[], [], []]);
  });

  it("without a file, with the right message for the sender", async () => {
    expect((await upload([])).body.error.message).toBe(TEXTS.files.noFileForItems);
    expect((await upload([], ana)).body.error.message).toBe(TEXTS.files.noFiles);
  });

  it("that is not multipart, or breaks off", async () => {
    const visitor = server.visitor();
    expect((await visitor.callLoosely("uploadFiles", { body: { task_id: taskId } })).status).toBe(400);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const body = `--x\r\nContent-Disposition: form-data; name="task_id"\r\n\r\n${taskId}\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="20230001_quiz[1].png"\r\n\r\nhalf`;
    const cut = await visitor.fetch("/files/upload-files", { method: "POST", headers, body });
    expect(cut.status).toBe(400);
    expect(await drafts()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("if its drafts take room on the disk that others need", async () => {
    const { enter } = server.context.arrivals;
    const grown: number[] = [];
    const busy = new Refusal(503, { code: "busy", message: "Later." });
    let arriving!: Parameters<typeof enter>[1];
    vi.spyOn(server.context.arrivals, "enter").mockImplementation((address, body) => {
      arriving = body;
      return { ...enter(address, body), grow: async (bytes) => void grown.push(bytes) };
    });
    await upload([{ name: DRAWING, bytes: page }]);
    expect(grown.reduce((a, b) => a + b)).toBe(page.length);
    const cut = uploadSlowly(0, async () => arriving.cut(busy));
    expect((await cut).status).toBe(503);
    expect([await drafts(), (await rows()).length]).toEqual([[], 1]);
  });

  it("for too many files, or too many bytes, at once", async () => {
    const many = Array.from({ length: 101 }, () => ({ name: "IMG.png", bytes: Buffer.from("x") }));
    const crowd = await upload(many);
    expect([crowd.status, crowd.body.error.message]).toEqual([413, "Please upload at most 100 files at once."]);
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": String(2 ** 30) };
    const heavy = await server.visitor().fetch("/files/upload-files", { method: "POST", headers, body: "--x--" });
    expect(heavy.status).toBe(413);
    expect(await drafts()).toEqual([]);
  });
});

it("a part with a broken header ends the upload instead of blocking it for ever", async () => {
  const form = new Response(uploadForm(taskId, [{ name: "20230001_quiz[1].png", bytes: Buffer.alloc(200_000) }]));
  const sent = Buffer.from(await form.arrayBuffer())
    .toString("latin1")
    .replaceAll("Disposition:", "Disposit\0on:");
  const type = form.headers.get("content-type")!;
  const response = await server.visitor().fetch("/files/upload-files", {
    method: "POST",
    headers: { "content-type": type },
    body: Buffer.from(sent, "latin1"),
  });
  expect([response.status, await drafts()]).toEqual([400, []]);
}, 60_000);

it("a student does not wait for the pages that are being read", async () => {
  const { recogniser, cache, config } = server.context;
  const path = join(config.dataDir, "page.png");
  await writeFile(path, page);
  let read = 0;
  const pages = Array.from({ length: 12 }, (_, index) => cache.path(`page-${index}.sight`));
  const readings = pages.map(async (sightPath) => {
    await recogniser.ask("read", {
      path,
      page: 1,
      turn: 0,
      threshold: "auto",
      corrections: null,
      sightPath,
      owner: { taskId, item: 1, studentId: "20230001" },
      asksWhich: true,
    });
    read++;
  });
  const ended = Promise.allSettled(readings);
  const { body } = await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
  expect(body.files_uploaded).toHaveLength(1);
  expect(read).toBeLessThan(pages.length);
  await recogniser.close();
  await ended;
});

it("a picture of two sheets is taken, and the receipt says that a person must decide", async () => {
  const qrText = qrTextOf(server.context, { taskId, item: 1 });
  const sheet = await codedSheet({ item: 1 }, { qrText });
  const sent = async (bytes: Buffer) => {
    const { body } = await upload([{ name: "20230001_quiz[1].png", bytes }]);
    return body.files_uploaded.map(({ notice }) => notice);
  };
  expect(await sent(await sheetsBelow(sheet, sheet))).toEqual([TEXTS.files.severalSheets]);
  const bare = await codedSheet({ item: 1 }, { qrText, isCoded: false });
  expect(await sent(await sheetsBelow(bare, sheet))).toEqual([TEXTS.files.severalSheets]);
  expect(await sent(await sheetsBelow(sheet))).toEqual([undefined]);
});

it("two uploads of one answer at once leave one that counts", async () => {
  const others = ["20230007_quiz[1].png", "20230003_quiz[2].png"];
  const sheets = await Promise.all(
    [DRAWING, ...others].map((file) => sheetWithQr(file, qrTextOf(server.context, { taskId, item: 1 }))),
  );
  const answers = await Promise.all(sheets.map((bytes) => upload([{ name: "20230001_quiz[1].png", bytes }])));
  for (const { body } of answers) expect(body.files_uploaded).toHaveLength(1);
  expect((await rows()).filter(({ counts }) => counts)).toHaveLength(1);
  expect(await rows()).toHaveLength(3);
});

it("a student who is removed from the class cannot hand in", async () => {
  await server.context.db.write((query) => query.delete(enrolments).where(eq(enrolments.studentId, "20230001")));
  const { body } = await upload([{ name: "20230001_quiz[1].png", bytes: page }]);
  expect(body.invalid_files_not_enrolled).toEqual(["20230001_quiz[1].png"]);
});

describe("what changes while a page is on its way", () => {
  const uploadAfter = async (change: () => Promise<unknown>) => (await uploadSlowly(0, change)).json();
  const editTask = (set: Partial<typeof tasks.$inferSelect>) =>
    server.context.db.write((query) => query.update(tasks).set(set).where(eq(tasks.id, taskId)));

  it("counts: the student is removed from the class", async () => {
    const body = await uploadAfter(() =>
      server.context.db.write((query) => query.delete(enrolments).where(eq(enrolments.studentId, "20230001"))),
    );
    expect(body.invalid_files_not_enrolled).toEqual([DRAWING]);
    expect([await rows(), await drafts()]).toEqual([[], []]);
  });

  it("counts: the due date is set before its beginning", async () => {
    const body = await uploadAfter(() => editTask({ dueAt: server.clock.now }));
    expect(body.error).toMatchObject({ code: "closed", message: TEXTS.task.closed });
    expect(await rows()).toEqual([]);
  });

  it("counts: the task takes no replacements any more", async () => {
    await upload([
      {
        name: DRAWING,
        bytes: await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 })),
      },
    ]);
    const body = await uploadAfter(() => editTask({ allowReplacements: false }));
    expect(body.invalid_files_other).toMatchObject([{ filename: DRAWING, code: "no-replacement" }]);
    expect(await rows()).toHaveLength(1);
  });
});
