import { eq } from "drizzle-orm";
import { writeXlsx } from "hucre/xlsx";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STACK } from "../../core/rules/limits.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { checkQrText, formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate, type TemplatePage } from "../../core/template/template-pdf.ts";
import { type DrawnStackPage as DrawnPage, drawStack, stackPdf } from "../../core/testdata/drawn-pages/draw-stack.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import type { QueueEntry, StackPage } from "../contract/tasks/stack.ts";
import { type analyses, jobs, submissions } from "../db/schema.ts";
import { sortingHandler } from "../services/stacks/stack-sorting.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import { insertReading } from "../testing/insert-reading.ts";
import { hostileFile } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

const SECRET = "a secret of the tests";
const STUDENTS = ["20230001", "20230002", "20230003"];
const ITEMS = [1, 2];
const PATIENCE = 600_000;

function ownerOf({ template }: DrawnPage): string {
  return STUDENTS[Math.ceil(template / ITEMS.length) - 1]!;
}

async function upload(files: readonly { name: string; bytes: Uint8Array }[]) {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("files", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  return ana.call("uploadStack", { params: { taskId }, body: form });
}

/** Every page of a stack, once somebody has looked at each. */
async function sorted(id: string): Promise<readonly StackPage[]> {
  while (true) {
    const { body } = await ana.call("getStack", { params: { stackId: id } });
    const { waiting, placed, queued, rejected, removed, pages } = body.stack;
    expect(waiting + placed + queued + rejected + removed).toBe(pages);
    if (waiting === 0) return body.page_list;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function queue(): Promise<readonly QueueEntry[]> {
  return (await ana.call("getQueue", { params: { taskId } })).body.entries;
}

function codes(page: StackPage | undefined): string[] {
  return page?.reasons.map(({ code }) => code) ?? [];
}

/** Pages that no class's templates hold. */
async function oddPages(): Promise<Uint8Array> {
  const { origin } = server.context.config;
  const make = (content: { taskId: string; item: number; studentId: string }, secret: string): TemplatePage => {
    return { item: 1, qrText: formatQrText(content, { origin, secret }), student: { ...content, name: "" } };
  };
  const items = [
    make({ taskId, item: 1, studentId: "20230001" }, "somebody's guess"),
    make({ taskId, item: 1, studentId: "20239999" }, SECRET),
    make({ taskId: "another", item: 1, studentId: "20230001" }, SECRET),
  ];
  return renderTemplate({ title: "Half adder", className: null, items });
}

const server = await openTestServer({ TEMPLATE_SECRET: SECRET });
server.context.jobs.handle("sort", sortingHandler(server.context));
await server.context.jobs.start();
const ana = await server.instructor();
const studentNames = { 20230001: "Ana Cruz", 20230002: "Ben Santos", 20239999: "Nobody" };
const classId = await makeClass(ana, { studentList: STUDENTS, studentNames });
const taskId = await makeTask(ana, classId);
const pdf = await ana.call("getPersonalTemplates", { params: { taskId } });
const templates = new Uint8Array(await pdf.response.arrayBuffer());
const stack = await drawStack(templates, {
  seed: "server",
  unreadable: 1,
  itemOf: (page) => ITEMS[(page - 1) % ITEMS.length]!,
});
const odd = await drawStack(await oddPages(), { seed: "odd", unreadable: 0, itemOf: () => 1 });
// The odd ones stay in their order: their templates' numbers say which is which.
const inOrder = odd.pages.map((page, index) => ({ at: page.template, picture: odd.pictures[index]! }));
/** The six personal pages as they were drawn, in the order of the stack; three odd ones follow. */
const drawn = stack.pages;
const bytes = await stackPdf([...stack.pictures, ...inOrder.sort((a, b) => a.at - b.at).map(({ picture }) => picture)]);
const { status, body } = await upload([{ name: "stack.pdf", bytes }]);
expect([status, body.message, body.refused]).toEqual([200, "9 pages were taken.", []]);
const stackId = body.stack!.id;

afterAll(() => server.close());

describe("personal templates", { timeout: PATIENCE }, () => {
  it("have a page for each student and item, signed, with the name if it is known", async () => {
    const { response, headers } = await ana.call("getPersonalTemplates", { params: { taskId } });
    expect(headers.get("content-type")).toBe("application/pdf");
    const file = await decodePages(new Uint8Array(await response.arrayBuffer()));
    if (!file.ok) throw new Error(file.failure.message);
    const found: unknown[] = [];
    for await (const page of file.pages) {
      const qr = page.ok ? await readQr(page.image) : null;
      const check = checkQrText(qr?.text ?? "", { secret: SECRET, taskId });
      found.push(check.status === "ok" ? [check.content.studentId, check.content.item] : check.status);
    }
    expect(found).toEqual(STUDENTS.flatMap((student) => ITEMS.map((item) => [student, item])));
  });

  it("are refused if nobody is enrolled", async () => {
    const empty = await makeTask(ana, await makeClass(ana, { classGroup: "2", studentList: [] }));
    const { status, body } = await ana.call("getPersonalTemplates", { params: { taskId: empty } });
    expect([status, body.error.code]).toEqual([409, "no-students"]);
  });

  it("are refused if there would be more than a stack may have: they would take hours, and all memory", async () => {
    const studentList = Array.from({ length: STACK.pages / 2 + 1 }, (_, index) => String(30_000_000 + index));
    const large = await makeTask(ana, await makeClass(ana, { classGroup: "3", studentList }));
    const { status, body } = await ana.call("getPersonalTemplates", { params: { taskId: large } });
    expect([status, body.error]).toMatchObject([
      409,
      { code: "too-many-sheets", message: expect.stringContaining("5002 sheets are too many") },
    ]);
  });

  it("take names for enrolled students only", async () => {
    const { body } = await ana.call("getRoster", { params: { classId } });
    expect(body.students.map(({ name }) => name)).toEqual(["Ana Cruz", "Ben Santos", ""]);
  });

  it("are listed in spreadsheets, too, which are read apart from the server", async () => {
    const rows = [
      ["Student ID", "Name"],
      [20230001, "Ana"],
    ];
    const bytes = (await writeXlsx({ sheets: [{ name: "List", rows }] })) as Uint8Array<ArrayBuffer>;
    const send = async (content: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.set("file", new Blob([content]), "list.xlsx");
      return ana.call("readSpreadsheet", { body });
    };
    const { sheets } = (await send(bytes)).body;
    expect(sheets).toEqual([
      [
        { cells: ["Student ID", "Name"], line: 1 },
        { cells: ["20230001", "Ana"], line: 2 },
      ],
    ]);
    const wrong = await send(new Uint8Array([0x50, 0x4b, 3, 4]));
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "damaged-spreadsheet"]);
  });
});

describe("a stack", { timeout: PATIENCE }, () => {
  it("is sorted: each page is placed or queued with its reason, none is lost", async () => {
    const pages = await sorted(stackId);
    expect(pages.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [index, page] of drawn.entries()) {
      const found = pages[index]!;
      if (page.unreadable) expect([found.state, codes(found)]).toEqual(["queued", ["unreadable-qr"]]);
      else {
        expect([found.state, found.student_id, found.item_number]).toEqual(["placed", ownerOf(page), page.item]);
        expect(found.analysis).toBe("queued");
      }
    }
    expect(pages.slice(6).map((page) => [page.state, ...codes(page)])).toEqual([
      ["queued", "forged-qr"],
      ["queued", "not-enrolled"],
      ["queued", "other-task"],
    ]);
    const rows = await server.context.db.query.select().from(submissions);
    expect(rows.map(({ filename }) => filename)).toContain("20230003_quiz[2].pdf");
    expect(new Set(rows.map(({ uploadedBy }) => uploadedBy))).toEqual(new Set(["stack"]));
    expect(rows).toHaveLength(5);
    expect(await server.context.db.query.select().from(jobs)).toHaveLength(5);
  });

  it("shows its pages upright, however they were scanned, and the header of unassigned ones", async () => {
    const pages = await sorted(stackId);
    for (const { id } of pages.slice(0, 6)) {
      const { response } = await ana.call("getStackPicture", { params: { pageId: id }, query: { width: 1200 } });
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height < width]).toEqual([1200, true]);
    }
    const placed = pages.find(({ state }) => state === "placed")!;
    const download = await ana.call("getFile", { params: { fileId: placed.file_id! } });
    // Not the whole class's scan.
    expect(download.headers.get("content-type")).toBe("image/jpeg");
    const name = `${placed.student_id}_quiz[${placed.item_number}].jpg`;
    expect(download.headers.get("content-disposition")).toContain(name);
    const nobodys = pages[drawn.findIndex(({ unreadable }) => unreadable)]!;
    const corner = await ana.call("getStackPicture", { params: { pageId: nobodys.id }, query: { part: "corner" } });
    const { width, height } = await sharp(Buffer.from(await corner.response.arrayBuffer())).metadata();
    expect(width / height).toBeGreaterThan(5);
  });

  it("has a queue: whose pages nobody knows first, and whose they may be", async () => {
    const { body } = await ana.call("getQueue", { params: { taskId } });
    expect(body.entries.map(({ code }) => code)).toEqual(["forged-qr", "unreadable-qr", "other-task", "not-enrolled"]);
    expect(body.entries[0]).toMatchObject({ kind: "page", place: "stack.pdf, page 7", label: "Forged QR code" });
    const lost = drawn.find(({ unreadable }) => unreadable)!;
    expect(body.missing).toEqual([{ student_id: ownerOf(lost), student_name: "Ana Cruz", item_number: lost.item }]);
    expect([body.pending, body.graded, body.clear, body.items]).toEqual([5, 0, 0, [1, 2]]);
  });

  it("refuses to assign a page to nobody, to a stranger or to no item", async () => {
    const pageId = (await queue()).find(({ code }) => code === "unreadable-qr")!.id;
    const assign = async (body: { student_id: string; item_number: number }) => {
      const answer = await ana.call("assignStackPage", { params: { pageId }, body });
      return [answer.status, answer.body.error.code];
    };
    expect(await assign({ student_id: "123", item_number: 1 })).toEqual([400, "student-id"]);
    expect(await assign({ student_id: "20239999", item_number: 1 })).toEqual([409, "not-enrolled"]);
    expect(await assign({ student_id: "20230001", item_number: 3 })).toEqual([400, "item-unknown"]);
    expect((await queue()).some(({ id }) => id === pageId)).toBe(true);
  });

  it("lets a person say whose a page is, and asks before one page replaces another", async () => {
    const lost = drawn.find(({ unreadable }) => unreadable)!;
    const entry = (await queue()).find(({ code }) => code === "unreadable-qr")!;
    const taken = { student_id: ownerOf(lost), item_number: lost.item === 1 ? 2 : 1 };
    const params = { pageId: entry.id };
    const refused = await ana.call("assignStackPage", { params, body: taken });
    expect([refused.status, refused.body.error.code]).toEqual([409, "duplicate"]);
    const right = { student_id: ownerOf(lost), item_number: lost.item };
    const given = await ana.call("assignStackPage", { params, body: right });
    expect([given.status, given.body.page]).toMatchObject([200, { state: "placed", ...right }]);
    // It was meant for the other item after all: the page there becomes history, and nothing is left of the first try.
    const moved = await ana.call("assignStackPage", { params, body: { ...taken, replace: true } });
    expect(moved.body.page).toMatchObject({ state: "placed", ...taken });
    const rows = await server.context.db.query
      .select()
      .from(submissions)
      .where(eq(submissions.studentId, ownerOf(lost)));
    expect(rows.filter(({ counts }) => counts).map(({ item, id }) => [item, id])).toEqual([
      [taken.item_number, moved.body.page.file_id],
    ]);
    expect(rows).toHaveLength(2);
  });

  it("keeps pages that a person takes out, so that they can be put back", async () => {
    const entry = (await queue()).find(({ code }) => code === "other-task")!;
    const params = { pageId: entry.id };
    expect((await ana.call("rejectStackPage", { params, body: {} })).body.page.state).toBe("rejected");
    expect((await queue()).some(({ id }) => id === entry.id)).toBe(false);
    const back = await ana.call("restoreStackPage", { params });
    expect([back.body.page.state, codes(back.body.page)]).toEqual(["queued", ["other-task"]]);

    const placed = (await sorted(stackId)).find(({ student_id }) => student_id === "20230003")!;
    await ana.call("rejectStackPage", { params: { pageId: placed.id }, body: {} });
    const rows = await server.context.db.query.select().from(submissions);
    expect(rows.some(({ id }) => id === placed.file_id)).toBe(false);
  });

  it("that is scanned again adds nothing twice, and replaces nothing without asking", async () => {
    const before = await server.context.db.query.select().from(submissions);
    const again = await upload([{ name: "again.pdf", bytes }]);
    const pages = await sorted(again.body.stack!.id);
    const after = await server.context.db.query.select().from(submissions);
    // But for the page that was taken out: it comes back.
    expect(after.length).toBe(before.length + 1);
    expect(pages.filter(({ state }) => state === "queued").flatMap(codes)).toEqual(
      expect.arrayContaining(["unreadable-qr", "forged-qr", "not-enrolled", "other-task"]),
    );
    // A page that somebody else's took the place of is not put back by itself.
    expect(pages.flatMap(codes).filter((code) => code === "duplicate").length).toBe(1);
    const rival = (await queue()).find(({ code }) => code === "duplicate")!.rival;
    expect(rival).toMatchObject({ place: expect.stringContaining("stack.pdf, page"), graded: false });
  });

  it("accepts files that can be opened, and says which cannot", async () => {
    const text = { name: "notes.txt", bytes: new TextEncoder().encode("no page") };
    const broken = { name: "huge.png", bytes: hostileFile("20230017_quiz[1].png") };
    const white = { create: { width: 300, height: 200, channels: 3 as const, background: "white" } };
    const blank = { name: "blank.png", bytes: await sharp(white).png().toBuffer() };
    const { body } = await upload([text, blank, broken]);
    expect(body.refused.map(({ filename, code }) => [filename, code])).toEqual([
      ["notes.txt", "unknown-type"],
      ["huge.png", "picture-too-large"],
    ]);
    expect((await sorted(body.stack!.id)).map((page) => [page.place, ...codes(page)])).toEqual([
      ["blank.png", "set-aside"],
    ]);
    const nothing = await upload([text]);
    expect(nothing.body).toMatchObject({ stack: null, message: "The following files were rejected:" });
    expect((await upload([])).body.error.code).toBe("no-files");
  });

  it("is deleted without its placed pages, and its file with the last that needs it", async () => {
    const { body } = await ana.call("getStacks", { params: { taskId } });
    expect(body.stacks.map(({ filename }) => filename).sort()).toEqual(["again.pdf", "blank.png", "stack.pdf"]);
    const before = await server.context.db.query.select().from(submissions);
    for (const { id } of body.stacks) await ana.call("deleteStack", { params: { stackId: id } });
    expect(await server.context.db.query.select().from(submissions)).toHaveLength(before.length);
    expect((await queue()).filter(({ kind }) => kind === "page")).toEqual([]);
    const names = async () => {
      const all: string[] = [];
      for await (const name of server.context.files.names()) all.push(name);
      return all;
    };
    expect(await names()).toEqual([before[0]!.sha256]);
    await ana.call("deleteTask", { params: { taskId } });
    expect(await names()).toEqual([]);
  });
});

describe("the queue of readings", () => {
  let task: string;
  const BOX = { x: 10, y: 20, width: 30, height: 40 };

  interface Read {
    readonly studentId: string;
    readonly confidence?: number;
    readonly parts?: Partial<typeof analyses.$inferInsert>;
    readonly graded?: boolean;
  }

  async function insertRead({ studentId, confidence = 0.99, parts = {}, graded = false }: Read): Promise<string> {
    const { context } = server;
    const submissionId = await insertSubmission(context, { taskId: task, studentId, graded });
    // The first output is right, the second one is not.
    const outputs = [
      { name: "Y", expression: "A ^ B", truth_table: ["000", "011", "101", "110"] },
      { name: "Z", expression: "~A", truth_table: ["001", "011", "100", "110"] },
    ];
    const looks = looksOf(netlistOf(["Y = XOR(A, B)", "Z = NOT(A)"], ["Y", "Z"]), { confidence });
    const mark = { box: BOX, confidence, by: "machine" as const, sheet: { x: 0, y: 0 } };
    const predictions = [
      { object: 1, className: "XOR" as const, ...mark },
      { object: 2, className: "junction" as const, ...mark },
    ];
    const result = { width: 100, height: 80, inputs: ["A", "B"], outputs, problems: [], confidence: null };
    const reading = { netlist: null, wires: [], predictions, result };
    await insertReading(context, { submissionId, reading, looks, parts });
    return submissionId;
  }

  beforeAll(async () => {
    task = await makeTask(ana, classId, { title: "Read" });
  });

  it("has every doubt with its place, worst first, and leaves out clear or graded pages", async () => {
    await insertRead({ studentId: "20230001" });
    await insertRead({ studentId: "20230002", confidence: 0.3 });
    const open = { code: "open-input", message: "An input is open.", box: BOX };
    await insertRead({ studentId: "20230003", parts: { problems: [open] } });
    await insertRead({ studentId: "20239999" });
    await insertRead({ studentId: "20230004", parts: { state: "failed", error: "Too dark." } });
    await insertRead({ studentId: "20230005", parts: { state: "queued" } });
    await insertRead({ studentId: "20230006", graded: true, confidence: 0.1 });
    const { body } = await ana.call("getQueue", { params: { taskId: task } });
    const strangers = body.entries.filter(({ code }) => code === "not-enrolled");
    expect(strangers.map(({ student_id }) => student_id).sort()).toEqual(["20230004", "20239999"]);
    const [openEntry, weak] = body.entries.slice(-2);
    expect(openEntry).toMatchObject({
      student_id: "20230003",
      label: "Open input",
      reasons: [open],
      width: 100,
      reading_grade: 5,
      maximum_grade: 10,
    });
    expect(weak).toMatchObject({ student_id: "20230002", label: "Not sure enough", code: "unsure-verdict" });
    expect(weak?.question?.choices.map(({ text, points }) => [text, points])).toEqual([
      ["As it was read.", 5],
      ["This gate is an XNOR.", 0],
    ]);
    expect([body.entries.length, body.pending, body.graded, body.clear]).toEqual([4, 1, 1, 1]);
    const { batch } = (await ana.call("acceptGrades", { params: { taskId: task }, body: {} })).body;
    const { files } = (await ana.call("getFiles", { params: { taskId: task } })).body;
    expect([batch?.files, files.find(({ student_id }) => student_id === "20230001")?.graded]).toEqual([1, true]);
  });
});
