import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { UPLOAD } from "../../core/rules/limits.ts";
import { TEXTS } from "../contract/texts.ts";
import { jobs, submissions } from "../db/schema.ts";
import { RATES } from "../rates.ts";
import { LEAST_BYTES } from "../services/submissions/upload-rates.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { insertReadPage } from "../testing/read-page.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const STUDENT = "20230001";
const HALF = ["OUT = XOR(A, B)"];

let server: TestServer;
let ana: TestClient & { readonly userId: string };
let taskId: string;
let sheet: Buffer;

beforeEach(async () => {
  server = await serverOfTest({ TEMPLATE_SECRET: "a secret of the tests" });
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  sheet = await sheetWithQr("20230001_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
});

interface Sending {
  readonly receipts?: readonly string[];
  /** What the browser made for its uploads; none for "". */
  readonly secret?: string;
  readonly client?: TestClient;
}

/** Sends a page for item 1. Behind a PNG's end anything may stand: each name makes another file. */
async function send(name: string, { receipts = [], secret = "", client = server.visitor() }: Sending = {}) {
  server.clock.advance(1000);
  const bytes = Buffer.concat([sheet, Buffer.from(name)]);
  const body = uploadForm(taskId, [{ name: `${STUDENT}_quiz[1].png`, bytes }], receipts);
  if (secret !== "") body.set("hand_in", secret);
  return (await client.call("uploadFiles", { body })).body;
}

async function tokenOf(answer: ReturnType<typeof send>): Promise<string> {
  return (await answer).files_uploaded[0]!.token!;
}

async function uploads() {
  return server.context.db.query.select().from(submissions).orderBy(submissions.receivedAt);
}

async function counting() {
  const { body } = await ana.call("getFiles", { params: { taskId } });
  expect(body.files).toHaveLength(1);
  return body.files[0]!;
}

async function questions() {
  const { body } = await ana.call("getQueue", { params: { taskId } });
  return body.entries.filter(({ kind }) => kind === "choice");
}

async function settle(fileId: string, counts: boolean, more: { counting?: string } = {}) {
  return ana.call("settleHandIn", { params: { fileId }, body: { counts, ...more } });
}

describe("a page for an item that is graded", () => {
  let graded: string;
  let first: Awaited<ReturnType<typeof send>>;

  beforeEach(async () => {
    first = await send("first");
    graded = (await counting()).id;
    await ana.call("updateGrade", { params: { fileId: graded }, body: { total_grade: 7, comment: "neat" } });
  });

  it("waits: page, grade and state of the task stay, and the new page is read", async () => {
    await send("attack");
    expect(await counting()).toMatchObject({ id: graded, total_grade: 7, comment: "neat", waiting: 1, question: null });
    const { body: task } = await ana.call("getTask", { params: { taskId } });
    expect([task.total_submissions, task.reviewed_submissions]).toEqual([1, 1]);
    const csv = await ana.fetch(`/task/plain-grades/${taskId}?format=csv`);
    expect(await csv.text()).toContain("20230001,,7,,7,");
    const [, waiting] = await uploads();
    const read = await server.context.db.query.select().from(jobs).where(eq(jobs.submissionId, waiting!.id));
    expect(read).toHaveLength(1);
    server.clock.advance(60 * 24 * 60 * 60 * 1000);
    ana = await server.instructor();
    expect((await ana.call("getTask", { params: { taskId } })).body.status).toBe("Completed");
  });

  it("gets a receipt that says nothing of grades or of the page that counts", async () => {
    const again = await send("again");
    const shape = ({ message, files_uploaded, ...lists }: typeof again) => ({
      message,
      fields: files_uploaded.map((receipt) => Object.keys(receipt)),
      lists,
    });
    expect(shape(again)).toEqual(shape(first));
    expect(again.message).toBe(TEXTS.files.uploaded);
    expect(again.files_uploaded[0]!.received_at).toBe(new Date(server.clock.now).toISOString());
  });

  it("is in the queue with both pages, and in the notification", async () => {
    await send("again", { receipts: [first.files_uploaded[0]!.token!] });
    const [, waiting] = await uploads();
    expect(await questions()).toMatchObject([
      {
        id: waiting!.id,
        label: "Handed in again",
        student_id: STUDENT,
        reasons: [{ code: "handed-in-again", message: "The earlier page is graded. It counts until you choose." }],
        rival: { file_id: graded, graded: true, total_grade: 7, counts: true },
      },
    ]);
    const { body } = await ana.call("getUnreadNotifications", { query: { filters: "new_submission" } });
    expect(body.notifications.map(({ message }) => message)).toEqual([
      "20230001 handed in item 1 of Half adder. A new page for item 1 waits in the queue.",
    ]);
  });

  it("also says that it came without the receipt, and hides the ID if names are hidden", async () => {
    await ana.call("setGradingView", { params: { taskId }, body: { hide_names: true } });
    await insertReadPage(server.context, { taskId, studentId: "20230002", lines: HALF });
    await send("attack");
    const [entry] = await questions();
    expect(entry?.reasons.map(({ code }) => code)).toEqual(["handed-in-again", "sent-from-elsewhere"]);
    expect(JSON.stringify(entry)).not.toContain(STUDENT);
  });

  it("counts after one click; the other is history with its grade, and can count again", async () => {
    await send("again");
    const [, waiting] = await uploads();
    const { status, body } = await settle(waiting!.id, true, { counting: graded });
    expect([status, body.message]).toEqual([200, TEXTS.files.restored]);
    expect(await counting()).toMatchObject({ id: waiting!.id, total_grade: null, earlier: 1, earlier_grade: 7 });
    expect(await questions()).toEqual([]);
    await ana.call("restoreSubmission", { params: { fileId: graded } });
    expect(await counting()).toMatchObject({ id: graded, total_grade: 7, waiting: 0, earlier: 1 });
  });

  it("is set aside by one click, and can be made to count later", async () => {
    await send("again");
    const [, waiting] = await uploads();
    const { status, body } = await settle(waiting!.id, false, { counting: graded });
    expect([status, body.message]).toEqual([200, TEXTS.files.keptBefore]);
    expect(await counting()).toMatchObject({ id: graded, total_grade: 7, waiting: 0, earlier: 1 });
    expect(await questions()).toEqual([]);
    await ana.call("restoreSubmission", { params: { fileId: waiting!.id } });
    expect(await counting()).toMatchObject({ id: waiting!.id, earlier_grade: 7 });
  });

  it("cannot be decided by a person who saw another page count, or twice in two ways", async () => {
    await send("again");
    const [, waiting] = await uploads();
    const other = await insertSubmission(server.context, { taskId, counts: false });
    expect((await settle(waiting!.id, true, { counting: other })).status).toBe(409);
    expect(await counting()).toMatchObject({ id: graded, waiting: 1 });
    await settle(waiting!.id, false);
    expect((await settle(waiting!.id, false)).status).toBe(200);
    expect((await settle(waiting!.id, true)).status).toBe(409);
  });

  it("is the same submission when it is sent twice, and a better picture from the same browser replaces it", async () => {
    const secret = "a".repeat(22);
    const token = await tokenOf(send("again", { secret }));
    expect(await tokenOf(send("again", { secret }))).toBe(token);
    expect(await uploads()).toHaveLength(2);
    await send("better", { receipts: [token] });
    const [, again, better] = await uploads();
    expect((await questions()).map(({ id }) => id)).toEqual([better!.id]);
    expect(again?.rivalId).toBeNull();
    await send("attack");
    expect(await questions()).toHaveLength(2);
  });

  it("keeps waiting if another page is chosen, and if the earlier one is then deleted", async () => {
    await send("again");
    await send("attack");
    const [, again, attack] = await uploads();
    await settle(again!.id, true);
    expect(await questions()).toMatchObject([{ id: attack!.id, rival: { file_id: again!.id, graded: false } }]);
    await ana.call("deleteFile", { params: { fileId: graded } });
    expect(await questions()).toMatchObject([{ id: attack!.id, rival: { file_id: again!.id } }]);
    expect(await counting()).toMatchObject({ id: again!.id, waiting: 1, earlier: 0 });
  });

  it("also waits if the instructor sends it", async () => {
    await send("better", { client: ana });
    expect(await counting()).toMatchObject({ id: graded, total_grade: 7, waiting: 1 });
    expect((await questions())[0]?.reasons.map(({ code }) => code)).toEqual(["handed-in-again"]);
  });
});

describe("a page for an item that the instructor handed in", () => {
  it.each(["stack", "command", "instructor"] as const)("by %s: waits", async (uploadedBy) => {
    const scan = await insertReadPage(server.context, { taskId, studentId: STUDENT, uploadedBy, lines: HALF });
    const { files_uploaded } = await send("student");
    expect(files_uploaded).toHaveLength(1);
    expect(await counting()).toMatchObject({ id: scan, waiting: 1 });
    expect((await questions())[0]?.reasons).toMatchObject([{ code: "handed-in-again" }]);
  });
});

describe("a page for an item that is not graded", () => {
  it("replaces the earlier one without a question if it has that one's receipt", async () => {
    const tokens = [await tokenOf(send("first"))];
    tokens.push(await tokenOf(send("second", { receipts: tokens })));
    await send("third", { receipts: tokens });
    const [, , third] = await uploads();
    expect(await counting()).toMatchObject({ id: third!.id, earlier: 2, question: null, from_elsewhere: false });
    expect(await questions()).toEqual([]);
  });

  it("without that receipt counts, but both are shown; either can be chosen", async () => {
    const token = await tokenOf(send("first"));
    // The SHA-256 on the receipt, and the receipt of another page, prove nothing.
    const [first] = await uploads();
    await send("elsewhere", { receipts: [first!.sha256, first!.id, `${first!.id}.${token.split(".")[1]}x`] });
    const [, elsewhere] = await uploads();
    expect(await counting()).toMatchObject({
      id: elsewhere!.id,
      question: "sent-from-elsewhere",
      from_elsewhere: true,
    });
    const [entry] = await questions();
    expect(entry).toMatchObject({
      id: elsewhere!.id,
      label: "Sent from elsewhere",
      rival: { file_id: first!.id, counts: false },
    });
    // It is one entry: its reading comes after.
    expect((await ana.call("getQueue", { params: { taskId } })).body.entries).toHaveLength(1);
    await settle(elsewhere!.id, false, { counting: elsewhere!.id });
    expect(await counting()).toMatchObject({ id: first!.id, question: null, earlier: 1 });
    await send("elsewhere too");
    const [last] = await questions();
    await settle(last!.id, true);
    expect(await counting()).toMatchObject({ id: last!.id, question: null, from_elsewhere: true });
    expect(await questions()).toEqual([]);
  });

  it("is graded by a person, not with all certain pages", async () => {
    const before = await insertReadPage(server.context, { taskId, studentId: "20230002", counts: false, lines: HALF });
    const later = { taskId, studentId: "20230002", rivalId: before, fromElsewhere: true, lines: HALF };
    const fileId = await insertReadPage(server.context, later);
    expect((await ana.call("acceptGrades", { params: { taskId }, body: {} })).body).toEqual({ batch: null });
    const { entries } = (await ana.call("getQueue", { params: { taskId } })).body;
    expect(entries).toMatchObject([{ id: fileId, code: "sent-from-elsewhere" }]);
  });

  it("keeps the question open that the earlier page has left open", async () => {
    await send("first");
    const attack = await tokenOf(send("attack"));
    await send("attack again", { receipts: [attack] });
    const [first, , again] = await uploads();
    expect(await questions()).toMatchObject([{ id: again!.id, rival: { file_id: first!.id } }]);
  });

  it("has no question any more if the earlier page is deleted", async () => {
    await send("first");
    await send("elsewhere");
    const [first] = await uploads();
    expect((await ana.call("deleteFile", { params: { fileId: first!.id } })).status).toBe(200);
    expect(await questions()).toEqual([]);
    expect(await counting()).toMatchObject({ question: null, from_elsewhere: true });
  });

  it("of two files in one upload the second comes with the first one's receipt", async () => {
    const bytes = (name: string) => Buffer.concat([sheet, Buffer.from(name)]);
    const files = ["png", "jpg"].map((type) => ({ name: `${STUDENT}_quiz[1].${type}`, bytes: bytes(type) }));
    await server.visitor().call("uploadFiles", { body: uploadForm(taskId, files) });
    expect(await questions()).toEqual([]);
    expect(await counting()).toMatchObject({ earlier: 1, from_elsewhere: false });
  });
});

describe("a task that takes no replacements", () => {
  const close = (allowReplacements: boolean | undefined) =>
    ana.call("getTask", { params: { taskId } }).then(({ body: task }) =>
      ana.call("editTask", {
        params: { taskId },
        body: {
          title: task.title,
          classId: task.class_id,
          examType: task.exam_type,
          dueDate: task.due_date,
          answerKeys: task.answer_keys.map(({ keys }) => ({ keys })),
          ...(allowReplacements !== undefined && { allowReplacements }),
        },
      }),
    );

  it("refuses another page of the student's, per file, and says so in advance", async () => {
    await close(false);
    expect((await server.visitor().call("getPublicTask", { params: { taskId } })).body.allow_replacements).toBe(false);
    const first = await send("first");
    const refused = await send("second", { receipts: [first.files_uploaded[0]!.token!] });
    expect(refused.files_uploaded).toEqual([]);
    expect(refused.invalid_files_other).toEqual([
      { filename: `${STUDENT}_quiz[1].png`, code: "no-replacement", message: TEXTS.files.noReplacement },
    ]);
    expect(await uploads()).toHaveLength(1);
    // The same page again is the same submission.
    expect((await send("first")).files_uploaded).toEqual([{ ...first.files_uploaded[0], token: null, link: null }]);
    // The instructor decides for themselves.
    expect((await send("third", { client: ana })).files_uploaded).toHaveLength(1);
    expect(await counting()).toMatchObject({ uploaded_by: "instructor" });
  });

  it("stays so if an edit does not mention it, and accepts them again if one does", async () => {
    await close(false);
    await close(undefined);
    expect((await ana.call("getTask", { params: { taskId } })).body.allow_replacements).toBe(false);
    await close(true);
    await send("first");
    expect((await send("second")).files_uploaded).toHaveLength(1);
  });
});

describe("pages that would fill the disk are refused, and what was received stays", () => {
  /** As if this many bytes had come of what counts under `key`. */
  async function use(key: string, rate: typeof RATES.ownPageBytes | typeof RATES.otherPageBytes): Promise<void> {
    await server.context.limiter.take(key, rate, rate.limit - LEAST_BYTES);
  }

  const reasons = (answer: Awaited<ReturnType<typeof send>>) => answer.invalid_files_other.map(({ code }) => code);

  it("of the sender of the first page, 300 MB a day", async () => {
    expect(RATES.ownPageBytes.limit).toBe(15 * UPLOAD.fileBytes);
    const receipts = [await tokenOf(send("first"))];
    const [first] = await uploads();
    await use(`page-bytes-own:${first!.id}`, RATES.ownPageBytes);
    expect((await send("second", { receipts })).files_uploaded).toHaveLength(1);
    const refused = await send("third", { receipts });
    expect([refused.files_uploaded, refused.invalid_files_other]).toEqual([
      [],
      [{ filename: `${STUDENT}_quiz[1].png`, code: "too-much-today", message: TEXTS.files.tooMuchToday }],
    ]);
    expect((await send("fourth", { client: ana })).files_uploaded, "the instructor's own").toHaveLength(1);
    server.clock.advance(24 * 60 * 60 * 1000);
    expect((await send("fifth", { receipts })).files_uploaded).toHaveLength(1);
  });

  it("of other senders, 6 GB a day from an address; the first sender is not affected", async () => {
    expect(RATES.otherPageBytes.limit).toBe(300 * UPLOAD.fileBytes);
    const secret = "s".repeat(22);
    await send("first", { secret });
    await use(`page-bytes-other:unknown:${taskId}`, RATES.otherPageBytes);
    expect((await send("stranger's")).files_uploaded).toHaveLength(1);
    expect(reasons(await send("stranger's second"))).toEqual(["too-much-from-here"]);
    expect((await send("second", { secret })).files_uploaded).toHaveLength(1);
  });
});

it("a classmate at the same address who sends a student's pages keeps the student from nothing", async () => {
  const own = { secret: "v".repeat(22) };
  await send("first", own);
  for (let page = 0; page < 31; page++) await send(`rubbish ${page}`, { secret: `${page}`.padEnd(22, "x") });
  const again = await send("better", own);
  expect(again.files_uploaded).toHaveLength(1);
  const receipts = [again.files_uploaded[0]!.token!];
  expect((await send("from another browser with the receipt", { receipts })).files_uploaded).toHaveLength(1);
});
