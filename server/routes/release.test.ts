import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE } from "../../core/basics/durations.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { REGRADE_REQUEST } from "../../core/rules/tasks/regrade-request.ts";
import { AddressRefused, MailPostponed } from "../adapters/mailer.ts";
import { auditLog, notifications, regradeRequests, stackPages, stacks, submissions, tasks } from "../db/schema.ts";
import { RATES } from "../rates.ts";
import { resultMailHandler } from "../services/release/result-mails.ts";
import { CLASS_BODY, insertSubmission, makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { insertReadPage } from "../testing/read-page.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const [FIRST, SECOND] = ["20230001", "20230002"] as const;
const SHA = "1".repeat(64);
/** One of the two outputs of item 1, for 5 of its 10 points. */
const HALF = ["C = AND(A, B)"];

let server: TestServer;
let ana: TestClient & { readonly userId: string };
let taskId: string;

beforeEach(async () => {
  server = await serverOfTest({ TEMPLATE_SECRET: "a secret of the tests" });
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  await server.context.files.write(SHA, picture);
});

interface Known {
  readonly studentId?: string;
  readonly item?: number;
  readonly grade?: number;
  readonly linkId?: string;
  readonly comment?: string;
}

/** A page that was read; with `grade` it is confirmed. */
function insertPage({ studentId = FIRST, item = 1, grade, comment, linkId = `link-${studentId}` }: Known = {}) {
  const confirmed = grade === undefined ? {} : { graded: true, totalGrade: grade, comment: comment ?? null };
  return insertReadPage(server.context, { taskId, studentId, item, sha256: SHA, lines: HALF, linkId, ...confirmed });
}

function release(body: { student_id?: string; confirmed?: number } = {}) {
  server.clock.advance(1000);
  return ana.call("releaseGrades", { params: { taskId }, body });
}

async function view() {
  return (await ana.call("getRelease", { params: { taskId } })).body;
}

/** The link that the instructor gives to a student. */
async function tokenOf(studentId: string): Promise<string> {
  const { link } = (await view()).students.find(({ student_id }) => student_id === studentId)!;
  return link!.split("/results/")[1]!;
}

/** What a student sees, as text without tags. */
async function pageOf(token: string): Promise<{ status: number; text: string; html: string }> {
  const response = await server.visitor().fetch(`/results/${token}`);
  const html = await response.text();
  const main = html.slice(html.indexOf("<main>"));
  const text = main.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  return { status: response.status, text, html };
}

async function ask(
  token: string,
  { item = 1, reason = "The carry is there." }: { item?: number; reason?: string } = {},
) {
  const body = new FormData();
  body.set("item", String(item));
  body.set("reason", reason);
  return (await server.visitor().callLoosely("requestRegrade", { params: { token }, body })).response;
}

async function requests() {
  return (await ana.call("getRegradeRequests", { params: { taskId } })).body.requests;
}

describe("a student's page", () => {
  it("shows each state, and nothing of a grade before its release", async () => {
    await insertPage({ item: 1 });
    await insertPage({ item: 2, grade: 7, comment: "Nearly." });
    const token = await tokenOf(FIRST);
    const before = await pageOf(token);
    expect(before.text).toContain("Item 1 Received");
    expect(before.text).toContain("Item 2 Graded, not yet released");
    for (const secret of ["7", "Nearly", "XOR", "⊕"]) expect(before.text).not.toContain(secret);
    expect(before.html).not.toContain("<img");
    await release();
    const after = await pageOf(token);
    expect(after.text).toContain("Item 1 Received");
    expect(after.text).toContain("Item 2: 7 of 10 Released");
    expect(after.text).toContain("Nearly.");
    expect(after.text).not.toContain("Total");
    expect((await pageOf(await tokenOf(SECOND))).text).toContain("Item 1 Nothing received");
  });

  it("turns no text round, whatever characters a comment, a name and a reason have", async () => {
    const fileId = await insertPage({ grade: 5 });
    const words = "\u202eWell\u2066 done\u2069.\u202c שלום";
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 5, comment: words } });
    await release();
    const token = await tokenOf(FIRST);
    await ask(token, { reason: `${words}?` });
    const { html } = await pageOf(token);
    expect(html).toContain("Well done. שלום");
    expect((await requests()).map(({ reason, comment }) => [reason, comment])).toEqual([
      ["Well done. שלום?", "Well done. שלום"],
    ]);
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it("has the points of each output, the picture and the total once all is released, also after the due date", async () => {
    await insertPage({ item: 1, grade: 5 });
    await insertPage({ item: 2, grade: 0 });
    await release();
    const token = await tokenOf(FIRST);
    server.clock.advance(365 * 24 * 60 * 60 * 1000);
    const { text, html } = await pageOf(token);
    expect(text).toContain("Total: 5 of 20");
    expect(text).toContain("OUT 2: right, A ⋅ B.");
    expect(text).toContain("Truth table of your drawing A B C 0 0 0 0 1 0 1 0 0 1 1 1");
    expect(text).toContain("Student ID 20230001");
    const address = /<svg class="drawing" [^>]+ viewBox="[^"]+"><image href="([^"]+)"/.exec(html)?.[1] ?? "none";
    const picture = await server.visitor().fetch(address);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect(width! / height!).toBeCloseTo(400 / 300, 1);
    const again = await server.visitor().fetch(address);
    expect(again.status).toBe(200);
  });

  it("hides all of it again when it is withdrawn, with its picture", async () => {
    await insertPage({ grade: 10 });
    await release();
    const token = await tokenOf(FIRST);
    const picture = () => server.visitor().call("getResultPicture", { params: { token }, query: { item: 1 } });
    expect((await picture()).status).toBe(200);
    await ana.call("withdrawGrades", { params: { taskId }, body: {} });
    expect((await pageOf(token)).text).toContain("Graded, not yet released");
    expect((await picture()).status).toBe(404);
    expect((await ask(token)).status).toBe(404);
  });

  it("escapes what people typed", async () => {
    await insertPage({ grade: 1, comment: "<script>alert(1)</script>" });
    await release();
    const token = await tokenOf(FIRST);
    await ask(token, { reason: "<b>bold</b>" });
    const { html } = await pageOf(token);
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|<b>/);
  });

  it("is not there for tokens of nobody, of another secret or of a deleted task", async () => {
    await insertPage({ grade: 10 });
    await release();
    const token = await tokenOf(FIRST);
    const [id, hash] = token.split(".") as [string, string];
    const wrong = [id, `${id}.`, `${id}.${"A".repeat(22)}`, `${"A".repeat(22)}.${hash}`, `${token}A`, `.${hash}`, "x"];
    for (const each of wrong) {
      const { status, text } = await pageOf(each);
      expect([each, status, text]).toEqual([each, 404, expect.stringContaining("your pages may have been deleted")]);
      expect((await ask(each)).status).toBe(404);
      for (const name of ["getResultPicture", "getResultQr"] as const) {
        const answer = await server.visitor().callLoosely(name, { params: { token: each }, query: { item: 1 } });
        expect(answer.status).toBe(404);
      }
    }
    const other = await serverOfTest({ TEMPLATE_SECRET: "another secret of the tests" });
    expect((await other.visitor().fetch(`/results/${token}`)).status).toBe(404);
    await ana.call("deleteTask", { params: { taskId } });
    expect((await pageOf(token)).status).toBe(404);
  });

  it("is limited by itself, so that nobody else at the address can use it up; wrong ones are by address", async () => {
    await insertPage();
    const token = await tokenOf(FIRST);
    const { resultByLink, wrongResultByAddress } = RATES;
    // As if all calls had been made.
    const { limiter } = server.context;
    for (let k = 0; k < wrongResultByAddress.limit; k++)
      await limiter.take("result-wrong:unknown", wrongResultByAddress);
    expect((await pageOf("wrong.link")).status).toBe(429);
    expect((await ask("wrong.link")).status).toBe(429);
    expect((await pageOf(token)).status).toBe(200);
    for (let k = 1; k < resultByLink.limit; k++) await limiter.take(`result:${token}`, resultByLink);
    const refused = await server.visitor().fetch(`/results/${token}`);
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.toSatisfy((s) => s > 0)]);
    expect(await refused.text()).toContain("Too many attempts.");
    expect((await pageOf(await tokenOf(SECOND))).status).toBe(200);
  });
});

describe("the link of a hand-in", () => {
  let sheets: readonly Buffer[];
  const names = [`${FIRST}_quiz[1].png`, `${FIRST}_quiz[2].png`] as const;

  beforeEach(async () => {
    const sheetOf = (item: number) => sheetWithQr("20230001_quiz[1].png", qrTextOf(server.context, { taskId, item }));
    sheets = await Promise.all([1, 2].map(sheetOf));
  });

  async function send(name: string, { receipts = [] as string[], secret = "" } = {}) {
    server.clock.advance(1000);
    // Behind a PNG's end anything may stand.
    const item = Number(/\[(\d)\]/.exec(name)![1]);
    const bytes = Buffer.concat([sheets[item - 1]!, Buffer.from(String(server.clock.now))]);
    const form = uploadForm(taskId, [], receipts);
    if (secret !== "") form.set("hand_in", secret);
    form.append("item_number", String(item));
    form.append("files", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    const { body } = await server.visitor().call("uploadFiles", { body: form });
    return { ...body.files_uploaded[0]!, bytes };
  }

  it("is the same for all of a browser's uploads and for a page that replaces another one", async () => {
    const secret = "a".repeat(22);
    const [one, two] = [await send(names[0], { secret }), await send(names[1], { secret })];
    expect(one.link).toMatch(/^https:\/\/grading\.example\.edu\/results\/[\w-]{22}\.[\w-]{22}$/);
    expect(two.link).toBe(one.link);
    const later = await send(names[0], { receipts: [one.token!] });
    expect(later.link).toBe(one.link);
    const { text } = await pageOf(one.link!.split("/results/")[1]!);
    expect(text).toContain("Item 1 Received");
    expect(text).toContain("Item 2 Received");
    const qr = await server.visitor().fetch(`/results/qr/${one.link!.split("/results/")[1]}`);
    expect(qr.headers.get("content-type")).toBe("image/png");
  });

  it("shows another sender nothing of the student's page, which counts", async () => {
    const one = await send(names[0]);
    const stranger = await send(names[0]);
    expect(stranger.link).not.toBe(one.link);
    await server.context.db.write((query) => query.update(submissions).set({ rivalId: null }));
    expect((await pageOf(one.link!.split("/results/")[1]!)).text).toContain("Item 1 Replaced");
    const form = uploadForm(taskId, [{ name: names[0], bytes: one.bytes }]);
    expect((await server.visitor().call("uploadFiles", { body: form })).body.files_uploaded[0]?.link).not.toBe(
      one.link,
    );
  });

  it("is not given with a copy of the file", async () => {
    const one = await send(names[0]);
    const form = uploadForm(taskId, [
      { name: names[0], bytes: one.bytes },
      { name: names[0], bytes: Buffer.concat([sheets[0]!, Buffer.from("other")]) },
    ]);
    const [copy, other] = (await server.visitor().call("uploadFiles", { body: form })).body.files_uploaded;
    expect(copy).toMatchObject({ sha256: one.sha256, token: null, link: null });
    expect(other?.link).not.toBe(one.link);
    const own = uploadForm(taskId, [{ name: names[0], bytes: one.bytes }], [one.token!]);
    expect((await server.visitor().call("uploadFiles", { body: own })).body.files_uploaded[0]?.link).toBe(one.link);
  });

  it("is gone with the submission", async () => {
    const one = await send(names[0]);
    const [row] = await server.context.db.query.select().from(submissions);
    await ana.call("deleteFile", { params: { fileId: row!.id } });
    expect((await pageOf(one.link!.split("/results/")[1]!)).status).toBe(404);
  });
});

describe("the release", () => {
  it("names the items that are not confirmed together", async () => {
    await insertPage({ studentId: FIRST, item: 1 });
    await insertPage({ studentId: FIRST, item: 2 });
    const { body } = await ana.call("getGrades", { params: { taskId }, query: {} });
    expect(body.students[0]!.unconfirmed).toBe("items 1 and 2 are not confirmed");
  });

  it("counts what is confirmed, open and missing, and shows only what is confirmed", async () => {
    await insertPage({ studentId: FIRST, item: 1, grade: 10 });
    await insertPage({ studentId: FIRST, item: 2 });
    await insertPage({ studentId: SECOND, item: 1, grade: 3 });
    const { context } = server;
    const page = { filename: "scan.pdf", mimetype: "application/pdf", size: 1, sha256: SHA, page: 1, position: 1 };
    await context.db.write((query) =>
      query.batch([
        query.insert(stacks).values({ id: "stack", taskId, filename: "scan.pdf", createdAt: 0 }),
        query.insert(stackPages).values({ ...page, id: "page", stackId: "stack", state: "queued" }),
      ]),
    );
    expect(await view()).toMatchObject({
      confirmed: 2,
      unconfirmed: 1,
      released: 0,
      missing: 1,
      unplaced: 1,
      last: null,
    });
    const grades = await ana.call("getPlainGrades", { params: { taskId }, query: {} });
    const lines = parse(Buffer.from(await grades.response.arrayBuffer()), { bom: true }) as string[][];
    expect(lines.map((line) => [line[0], ...line.slice(2, 5), line.at(-1)])).toEqual([
      ["student_id", "item_1", "item_2", "total", "unconfirmed"],
      [FIRST, "10", "", "", "item 2 is not confirmed"],
      [SECOND, "3", "", "", "item 2 is missing, and 1 page has no owner"],
    ]);
    const { body } = await release();
    expect(body).toMatchObject({ answers: 2, message: "2 grades were released." });
    const after = await view();
    expect(after).toMatchObject({ confirmed: 0, unconfirmed: 1, released: 2, last: { answers: 2 } });
    expect(after.students).toMatchObject([
      { student_id: FIRST, unconfirmed: 1, released: 1, missing: [] },
      { student_id: SECOND, unconfirmed: 0, released: 1, missing: [2] },
    ]);
    expect((await release()).body).toMatchObject({ answers: 0, message: "There was nothing new to release." });
    const { body: files } = await ana.call("getFiles", { params: { taskId } });
    expect(files.files.map(({ released_at }) => released_at !== null)).toEqual([true, false, true]);
  });

  it("does not show what is confirmed later, and can be of one student and undone alone", async () => {
    const later = await insertPage({ studentId: FIRST, item: 2 });
    await insertPage({ studentId: FIRST, item: 1, grade: 10 });
    await insertPage({ studentId: SECOND, item: 1, grade: 3 });
    expect((await release({ student_id: SECOND })).body.answers).toBe(1);
    const { released_at } = (await release()).body;
    await ana.call("updateGrade", { params: { fileId: later }, body: { total_grade: 5 } });
    expect(await view()).toMatchObject({ confirmed: 1, released: 2, last: { released_at, answers: 1 } });
    const undone = await ana.call("withdrawGrades", { params: { taskId }, body: { released_at } });
    expect(undone.body).toMatchObject({ answers: 1, message: "1 grade was withdrawn." });
    expect(await view()).toMatchObject({ confirmed: 2, released: 1 });
    expect((await ana.call("withdrawGrades", { params: { taskId }, body: { student_id: SECOND } })).body.answers).toBe(
      1,
    );
    expect(await view()).toMatchObject({ confirmed: 3, released: 0 });
  });

  it("is refused if more was confirmed than the person saw", async () => {
    await insertPage({ studentId: FIRST, grade: 10 });
    const { confirmed } = await view();
    await insertPage({ studentId: SECOND, grade: 3 });
    const { status, body } = await release({ confirmed });
    expect([status, body]).toMatchObject([409, { error: { code: "confirmed-meanwhile" } }]);
    expect(await view()).toMatchObject({ confirmed: 2, released: 0 });
    expect((await release({ student_id: SECOND, confirmed: 0 })).status).toBe(409);
    expect((await release({ student_id: SECOND, confirmed: 1 })).body.answers).toBe(1);
    // Fewer are no harm.
    expect((await release({ confirmed: 2 })).body.answers).toBe(1);
  });

  it("shows a released grade that a person changes, and not one that a program pushes", async () => {
    const fileId = await insertPage({ grade: 10 });
    await release();
    const token = await tokenOf(FIRST);
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 8 } });
    expect((await pageOf(token)).text).toContain("8 of 10");
    const program = await server.program(ana.userId);
    const { body: pulled } = await program.call("pullTask", { params: { taskId } });
    const manifest = resultsManifest({ model: null, keyVersion: pulled.key_version });
    const place = { student_id: FIRST, item: 1, page: 1, turn: 0, sha256: SHA } as const;
    const pages = [{ ...place, grade: 4, comment: null, graded_by: "machine" as const }];
    const body = { manifest, preview: false, overwrite: true, pages };
    const pushed = await program.call("pushGrades", { params: { taskId }, body });
    expect(pushed.status).toBe(200);
    expect((await pageOf(token)).text).toContain("Graded, not yet released");
    expect(await view()).toMatchObject({ confirmed: 1, released: 0 });
  });

  it("says until when a student can still hand in", async () => {
    const due = Date.parse(TASK_BODY.dueDate);
    expect((await view()).open_until).toBe(new Date(due).toISOString());
    const later = new Date(due + 60_000).toISOString();
    const body = { student_ids: [SECOND], due_date: later };
    await ana.call("setExtensions", { params: { taskId }, body });
    expect((await view()).open_until).toBe(later);
    server.clock.now = due + 60_000;
    ana = await server.instructor();
    expect((await view()).open_until).toBeNull();
  });

  it("is in the audit log, with the export of links", async () => {
    await insertPage({ grade: 10 });
    await release();
    await ana.call("withdrawGrades", { params: { taskId }, body: {} });
    await ana.call("getResultLinks", { params: { taskId } });
    const rows = await server.context.db.query.select().from(auditLog).orderBy(auditLog.id);
    expect(rows.map(({ kind, call }) => [kind, call]).slice(-3)).toEqual([
      ["release", "releaseGrades"],
      ["release", "withdrawGrades"],
      ["export", "getResultLinks"],
    ]);
  });

  it("names no student while names are hidden", async () => {
    await insertPage({ grade: 10 });
    await insertPage({ studentId: SECOND });
    await ana.call("setGradingView", { params: { taskId }, body: { hide_names: true } });
    const { students } = await view();
    expect(students.map(({ link }) => link)).toEqual([null, null]);
    expect(JSON.stringify(students)).not.toMatch(/2023000/);
    expect((await release({ student_id: FIRST })).body.error).toMatchObject({ code: "names-hidden" });
    expect((await release()).body.answers).toBe(1);
  });

  it("gives every student one link as CSV, which stays the same", async () => {
    await insertPage({ grade: 10 });
    const read = async () => (await ana.call("getResultLinks", { params: { taskId } })).response.text();
    const csv = await read();
    expect(csv).toBe(await read());
    const lines = csv.replace("\uFEFF", "").trim().split("\n");
    expect(lines[0]).toBe("student_id,name,link");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([FIRST, SECOND]);
    expect((await pageOf(lines[1]!.split("/results/")[1]!)).text).toContain("Student ID 20230001");
  });

  describe("by mail", () => {
    const queue = () => server.context.jobs;

    beforeEach(async () => {
      server = await serverOfTest({ TEMPLATE_SECRET: "a secret of the tests", SMTP_URL: "smtp://mail.example.edu" });
      ana = await server.instructor();
      const studentEmails = { [FIRST]: " fe@example.edu ", [SECOND]: "n/a", "20239999": "other@example.edu" };
      taskId = await makeTask(ana, await makeClass(ana, { studentEmails }));
      await insertPage({ grade: 5 });
      await insertPage({ studentId: SECOND, grade: 5 });
      queue().handle("results", resultMailHandler(server.context));
    });

    const mailOfFirst = async () => (await view()).students.find(({ student_id }) => student_id === FIRST)!.mail;

    it("is announced with every release to the students whose address the class's list has", async () => {
      await queue().start();
      expect((await release()).body.message).toBe("2 grades were released. 1 student will get the link by mail.");
      await vi.waitFor(() => expect(server.mails).toHaveLength(1));
      const { link } = (await view()).students.find(({ student_id }) => student_id === FIRST)!;
      expect(server.mails[0]).toMatchObject({ to: "fe@example.edu", text: expect.stringContaining(link!) });
      expect((await release()).body.message).toBe("There was nothing new to release.");
      // Another list has another address, and one that is none for the first student.
      const body = { ...CLASS_BODY, studentEmails: { [FIRST]: "n/a", [SECOND]: "sol@example.edu" } };
      const [{ classId }] = (await server.context.db.query.select().from(tasks)) as [typeof tasks.$inferSelect];
      await ana.call("editClass", { params: { classId }, body });
      await insertPage({ item: 2, grade: 5 });
      await insertPage({ studentId: SECOND, item: 2, grade: 5 });
      await release();
      await vi.waitFor(() => expect(server.mails.map(({ to }) => to)).toEqual(["fe@example.edu", "sol@example.edu"]));
    });

    it("waits while the mail server is down, also over a restart, and until it takes the mail", async () => {
      await release();
      expect(await mailOfFirst()).toBe("waiting");
      server.breakMail(new MailPostponed("451 Greylisted"));
      await queue().start();
      for (const minutes of [0, 1, 10]) {
        server.clock.advance(minutes * MINUTE);
        await queue().idle();
        expect(await mailOfFirst()).toBe("waiting");
      }
      server.breakMail(null);
      server.clock.advance(60 * MINUTE);
      await queue().idle();
      expect(server.mails.map(({ to }) => to)).toEqual(["fe@example.edu"]);
      expect(await mailOfFirst()).toBeNull();
    });

    it("is not announced if the grades were taken back meanwhile, and once for several releases", async () => {
      await release();
      await ana.call("withdrawGrades", { params: { taskId }, body: {} });
      expect(await mailOfFirst()).toBeNull();
      await queue().start();
      await queue().idle();
      expect(server.mails).toEqual([]);
      server.breakMail(new MailPostponed("451"));
      await release();
      await insertPage({ item: 2, grade: 5 });
      await release();
      await queue().idle();
      server.breakMail(null);
      server.clock.advance(MINUTE);
      await queue().idle();
      expect(server.mails).toHaveLength(1);
    });

    it("is not told of an item that was deleted meanwhile", async () => {
      await server.context.db.query.delete(submissions);
      await insertPage({ item: 2, grade: 5 });
      await release();
      const [{ classId }] = (await server.context.db.query.select().from(tasks)) as [typeof tasks.$inferSelect];
      const body = { ...TASK_BODY, classId, answerKeys: TASK_BODY.answerKeys.slice(0, 1) };
      expect((await ana.callLoosely("editTask", { params: { taskId }, body })).status).toBe(200);
      await queue().start();
      await queue().idle();
      expect(server.mails).toEqual([]);
    });

    it("names the student whose address is refused, until a release with another one", async () => {
      server.breakMail(new AddressRefused("550 No such person"));
      await queue().start();
      await release();
      await queue().idle();
      expect(await mailOfFirst()).toBe("failed");
      expect(server.logged.filter((line) => line.includes("550 No such person"))).toEqual([
        expect.stringContaining('"event":"mail-failed"'),
      ]);
      server.breakMail(null);
      await ana.call("withdrawGrades", { params: { taskId }, body: { student_id: FIRST } });
      await release({ student_id: FIRST });
      await queue().idle();
      expect([await mailOfFirst(), server.mails.length]).toEqual([null, 1]);
    });
  });

  it("belongs to the task's instructor", async () => {
    const bo = await server.instructor("bo@example.edu");
    const params = { taskId };
    expect((await bo.call("getRelease", { params })).status).toBe(404);
    expect((await bo.call("releaseGrades", { params, body: {} })).status).toBe(404);
    expect((await bo.call("withdrawGrades", { params, body: {} })).status).toBe(404);
    expect((await bo.call("getResultLinks", { params })).status).toBe(404);
    expect((await bo.call("getRegradeRequests", { params })).status).toBe(404);
  });
});

describe("a regrade request", () => {
  let token: string;
  let fileId: string;

  beforeEach(async () => {
    fileId = await insertPage({ grade: 5, comment: "Nearly." });
    await release();
    token = await tokenOf(FIRST);
  });

  it("arrives with its reason, and the student sees the answer and the new grade", async () => {
    const sent = await ask(token, { reason: "  The carry\r\nis there.  " });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/results/${token}#item-1`]);
    expect((await pageOf(token)).text).toContain("Your teacher has not answered yet.");
    const [request] = await requests();
    expect(request).toMatchObject({
      file_id: fileId,
      student_id: FIRST,
      item_number: 1,
      reason: "The carry\nis there.",
      total_grade: 5,
      maximum_grade: 10,
      comment: "Nearly.",
      answer: null,
    });
    expect((await view()).requests).toBe(1);
    const [news] = await server.context.db.query.select().from(notifications);
    expect(news?.message).toBe("20230001 asks for a regrade of item 1 of Half adder.");
    const body = { total_grade: 9, comment: "You are right.", seen_grade: 5 };
    const answered = await ana.call("answerRegradeRequest", { params: { requestId: request!.id }, body });
    expect(answered.body.request.answer).toMatchObject({ grade_before: 5, grade_after: 9, comment: "You are right." });
    const { text } = await pageOf(token);
    for (const words of ["Item 1: 9 of 10", "The grade was changed from 5 to 9.", "You are right."]) {
      expect(text).toContain(words);
    }
    const { body: rows } = await ana.call("getGradeRows", { params: { fileId } });
    expect(rows.history[0]).toMatchObject({ text: "9 points, “Nearly.”", by: "ana@example.edu" });
    expect((await view()).requests).toBe(0);
  });

  it("can be answered by keeping the grade, once, and then asked again", async () => {
    await ask(token);
    const [request] = await requests();
    const answer = (body: { seen_grade: number }) =>
      ana.call("answerRegradeRequest", {
        params: { requestId: request!.id },
        body: { total_grade: null, comment: "It is an OR.", ...body },
      });
    expect((await answer({ seen_grade: 4 })).body.error).toMatchObject({ code: "grade-changed" });
    expect((await answer({ seen_grade: 5 })).status).toBe(200);
    expect((await answer({ seen_grade: 5 })).body.error).toMatchObject({ code: "answered" });
    expect((await pageOf(token)).text).toContain("The grade was kept.");
    expect((await ask(token)).status).toBe(303);
    expect((await requests()).map((each) => each.answer !== null)).toEqual([false, true]);
  });

  it("is refused without a reason, with one that is too long, and while one is open; the words stay", async () => {
    for (const [reason, words] of [
      ["   ", "Please say why"],
      ["x".repeat(REGRADE_REQUEST.reasonLength + 1), "at most 1000 characters"],
    ] as const) {
      const refused = await ask(token, { reason });
      const html = await refused.text();
      expect([refused.status, html]).toEqual([400, expect.stringContaining(words)]);
      expect(html).toContain(`>${reason}</textarea>`);
    }
    expect((await ask(token, { reason: "x".repeat(REGRADE_REQUEST.reasonLength) })).status).toBe(303);
    const second = await ask(token);
    const html = await second.text();
    expect([second.status, html]).toEqual([409, expect.stringContaining("You have already asked")]);
    expect(html).toContain("<blockquote>The carry is there.</blockquote>");
    expect(await requests()).toHaveLength(1);
  });

  it("is answered with the grade that it was about, also if that was changed elsewhere before", async () => {
    await ask(token);
    const [request] = await requests();
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 9, comment: "" } });
    const body = { total_grade: null, comment: "Raised.", seen_grade: 9 };
    await ana.call("answerRegradeRequest", { params: { requestId: request!.id }, body });
    expect((await pageOf(token)).text).toContain("The grade was changed from 5 to 9.");
  });

  it("that is sent twice is one", async () => {
    const sent = await Promise.all([ask(token), ask(token)]);
    expect([...sent, await ask(token)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await requests()).toHaveLength(1);
  });

  it("of a page whose grade is hidden again is refused with its words", async () => {
    await ana.call("withdrawGrades", { params: { taskId }, body: {} });
    const refused = await ask(token);
    const html = await refused.text();
    expect(refused.status).toBe(404);
    expect(html).toContain("The carry is there.");
    expect(html).toContain('role="alert"');
  });

  it("is limited for each answer", async () => {
    for (let k = 0; k < RATES.regradeRequestByAnswer.limit; k++) {
      expect((await ask(token)).status).toBe(303);
      const id = (await requests())[0]!.id;
      const body = { total_grade: null, comment: "", seen_grade: 5 };
      await ana.call("answerRegradeRequest", { params: { requestId: id }, body });
    }
    const refused = await ask(token, { reason: "Once more." });
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("Once more.</textarea>")]);
  });

  it("is not for items that are not released", async () => {
    await insertPage({ item: 2, grade: 3 });
    expect((await ask(token, { item: 2 })).status).toBe(404);
    expect((await ask(token, { item: 7 })).status).toBe(404);
    expect(await requests()).toEqual([]);
  });

  it("is answered by the task's instructor only, and is deleted with the page", async () => {
    await ask(token);
    const [request] = await requests();
    const bo = await server.instructor("bo@example.edu");
    const body = { total_grade: 10, comment: "", seen_grade: 5 };
    const params = { requestId: request!.id };
    expect((await bo.call("answerRegradeRequest", { params, body })).status).toBe(404);
    await ana.call("deleteFile", { params: { fileId } });
    expect(await server.context.db.query.select().from(regradeRequests)).toEqual([]);
  });

  it("is hidden while another page counts, and says no name while names are hidden", async () => {
    await ask(token, { reason: `I am ${FIRST}.` });
    await insertPage({ studentId: SECOND });
    await ana.call("setGradingView", { params: { taskId }, body: { hide_names: true } });
    expect(JSON.stringify(await requests())).not.toContain(FIRST);
    const other = await insertSubmission(server.context, { taskId, counts: false, sha256: SHA });
    await server.context.db.write((query) =>
      query.batch([
        query.update(submissions).set({ counts: false }).where(eq(submissions.id, fileId)),
        query.update(submissions).set({ counts: true }).where(eq(submissions.id, other)),
      ]),
    );
    expect(await requests()).toEqual([]);
  });

  it("is not answered from a list that does not know yet that another page counts", async () => {
    await ask(token);
    const [{ id, total_grade: seen_grade } = { id: "", total_grade: null }] = await requests();
    const page = eq(submissions.id, fileId);
    await server.context.db.write((query) => query.update(submissions).set({ counts: false }).where(page));
    const body = { total_grade: 9, comment: "", seen_grade };
    const { status, body: refused } = await ana.call("answerRegradeRequest", { params: { requestId: id }, body });
    expect([status, refused.error.code]).toEqual([409, "replaced"]);
    const [row] = await server.context.db.query.select().from(submissions).where(page);
    expect(row?.totalGrade).toBe(seen_grade);
  });

  it("says that the answer is not seen yet if the grade was withdrawn meanwhile", async () => {
    await ask(token);
    const [{ id, total_grade: seen_grade } = { id: "", total_grade: null }] = await requests();
    await ana.call("withdrawGrades", { params: { taskId }, body: {} });
    const body = { total_grade: null, comment: "Carry is there.", seen_grade };
    const answered = await ana.call("answerRegradeRequest", { params: { requestId: id }, body });
    expect(answered.body.message).toBe("The grade is not released now: the student sees your answer when it is.");
    expect((await pageOf(token)).text).not.toContain("Carry is there.");
    await release();
    expect((await pageOf(token)).text).toContain("Carry is there.");
  });
});

it("opens the link of a student who was enrolled after others' were tried, until the student leaves", async () => {
  const { class_id: classId } = (await ana.call("getTask", { params: { taskId } })).body;
  const enrol = (studentList: string[]) => {
    return ana.call("editClass", {
      params: { classId },
      body: { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF", studentList },
    });
  };
  expect((await pageOf(`${taskId}.${"x".repeat(22)}`)).status).toBe(404);
  await enrol([FIRST, SECOND, "20230003"]);
  const token = await tokenOf("20230003");
  expect((await pageOf(token)).status).toBe(200);
  await enrol([FIRST, SECOND]);
  expect((await pageOf(token)).status).toBe(404);
});
