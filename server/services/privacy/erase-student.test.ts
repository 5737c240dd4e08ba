import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { openFile } from "../../../core/opening/open-file.ts";
import { readHeader } from "../../../core/opening/read-header.ts";
import { fileType } from "../../../core/scan/file-type.ts";
import { newId } from "../../adapters/random.ts";
import { createSharedRateLimiter } from "../../adapters/rate-limiter.ts";
import {
  auditLog,
  dismissedPairs,
  erasures,
  regradeRequests,
  rewrittenFiles,
  stackPages,
  stacks,
  statements,
  submissions,
} from "../../db/schema.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { pdfOf, qrTextOf, sheetWithQr, uploadForm } from "../../testing/pages.ts";
import { insertReadPage } from "../../testing/read-page.ts";
import { openTestServer, serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { insertNext } from "../reading/say.ts";
import { recordStack, recordSubmissions } from "../submissions/hand-in-records.ts";
import { tendFiles } from "../submissions/stored-files.ts";
import { nightlyCompaction } from "./compact-at-night.ts";
import { finishErasures } from "./erase-student.ts";
import { listErasures, parseErasures, sweepErasures } from "./erasure-list.ts";

const ERASED = "20235517";
const NAME = "Ysolde Quillfeather";
const ADDRESS = "y.quill@example.edu";
const OTHERS = ["20230001", "20230002"];
const PAGE = "20230001_quiz[1].png";
const PATIENCE = 240_000;
const DAY = 24 * 60 * 60 * 1000;

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;
/** The stack's file. */
let scan: Buffer;
let stackId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana, {
    studentList: [...OTHERS, ERASED],
    studentNames: { [ERASED]: NAME, 20230001: "Ben Santos" },
    studentEmails: { [ERASED]: ADDRESS },
  });
  taskId = await makeTask(ana, classId);
}, PATIENCE);

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function handIn(studentId: string, item: number): Promise<string> {
  const name = `${studentId}_quiz[${item}].png`;
  const bytes = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item, studentId }));
  const { status } = await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name, bytes }]) });
  expect(status).toBe(200);
  const { body } = await ana.call("getFiles", { params: { taskId } });
  return body.files.find((file) => file.student_id === studentId && file.item_number === item)!.id;
}

/** A stack of four pages: two of the student who is erased, two of others. */
async function scanStack(): Promise<void> {
  const owners = [ERASED, OTHERS[0]!, ERASED, OTHERS[1]!];
  const sheets = owners.map((studentId, index) =>
    sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 + (index % 2), studentId })),
  );
  scan = await pdfOf(await Promise.all(sheets));
  const { context } = server;
  const file = { sha256: sha256(scan), size: scan.length, mimetype: "application/pdf" };
  await context.files.write(file.sha256, scan);
  stackId = newId();
  const stack = { id: stackId, taskId, filename: `scan of ${ERASED}.pdf`, createdAt: context.now() };
  await context.db.write((query) => query.insert(stacks).values(stack));
  const ids: string[] = [];
  for (const [index, studentId] of owners.entries()) {
    const isPlaced = index !== 2;
    const page = { ...file, page: index + 1, filename: "scan.pdf" };
    const placed = { taskId, studentId, item: 1, ...page, uploadedBy: "stack" as const };
    const submissionId = isPlaced ? await insertReadPage(context, { ...placed, lines: ["Y = AND(A, B)"] }) : null;
    if (submissionId !== null) ids.push(submissionId);
    const row = { id: newId(), stackId, position: index + 1, studentId, ...page, submissionId };
    const state = isPlaced ? ("placed" as const) : ("queued" as const);
    await context.db.write((query) => query.insert(stackPages).values({ ...row, state }));
  }
  await recordSubmissions(context, ids);
  await recordStack(context, stackId);
}

/** The same file as the stack of another task; its first page is this student's, or nobody's like the others. */
async function scanAgain(studentId: string | null): Promise<string> {
  const { context } = server;
  const task = await makeTask(ana, classId, { title: studentId === null ? "Full adder" : "Multiplexer" });
  const id = newId();
  const stack = { id, taskId: task, filename: "again.pdf", createdAt: context.now() };
  await context.db.write((query) => query.insert(stacks).values(stack));
  const file = { sha256: sha256(scan), size: scan.length, mimetype: "application/pdf", filename: "again.pdf" };
  const rows = [1, 2, 3, 4].map((page) => ({
    ...{ id: newId(), stackId: id, position: page, page, state: "queued" as const },
    ...file,
    studentId: page === 1 ? studentId : null,
  }));
  await context.db.write((query) => query.insert(stackPages).values(rows));
  await recordStack(context, id);
  return id;
}

/** The work of the night after. */
async function pastTheNight(): Promise<void> {
  server.clock.advance(DAY);
  await nightlyCompaction(server.context)();
}

/** What the code of each page says. */
async function codesIn(bytes: Uint8Array): Promise<string[]> {
  const file = await openFile(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  const codes: string[] = [];
  for await (const page of file.pages) codes.push(page.ok ? (await readHeader(page.image)).texts.join() : "unreadable");
  return codes;
}

/** The student in every place where a student can be. */
async function everywhere(): Promise<void> {
  const { context } = server;
  // As where several processes count together.
  Object.assign(context, { limiter: createSharedRateLimiter(context) });
  await scanStack();
  const deleted = await handIn(ERASED, 2);
  await ana.call("deleteFile", { params: { fileId: deleted } });
  const kept = await handIn(ERASED, 2);
  const other = await handIn(OTHERS[0]!, 2);
  await ana.call("updateGrade", { params: { fileId: kept }, body: { total_grade: 7, comment: `Well done, ${NAME}` } });
  await ana.call("updateGrade", {
    params: { fileId: other },
    body: { total_grade: 3, comment: `The same as ${ERASED} (${NAME})` },
  });
  const { status } = await ana.call("getPagePicture", { params: { fileId: kept }, query: {} });
  expect(status).toBe(200);
  const pair = { file_ids: [kept, other], dismissed: true };
  expect((await ana.call("dismissPairs", { params: { taskId }, body: pair })).status).toBe(200);
  const body = { student_ids: [ERASED], due_date: "2027-01-01T00:00:00Z" };
  await ana.call("setExtensions", { params: { taskId }, body });
  const request = { id: newId(), submissionId: kept, reason: `I am ${NAME}`, createdAt: context.now() };
  await context.db.write((query) => query.insert(regradeRequests).values(request));
  await context.lifecycle.settled();
}

async function describeErased() {
  return (await ana.call("describeStudent", { params: { studentId: ERASED } })).body;
}

async function erase() {
  const { fingerprint } = await describeErased();
  return ana.call("eraseStudent", { params: { studentId: ERASED }, body: { fingerprint } });
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The student's hand-ins, which other rows name. */
async function handInIds(): Promise<string[]> {
  const own = eq(submissions.studentId, ERASED);
  return (await server.context.db.query.select().from(submissions).where(own)).map(({ id }) => id);
}

/**
 * The files of the data folder that have the student: by their bytes or names, also those of their hand-ins, or by the code
 * of a page in them.
 */
async function tracesOf(studentId: string, ...others: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of await filesIn(server.context.config.dataDir)) {
    const bytes = await readFile(path);
    const terms = [studentId, ...others].flatMap((term) => [Buffer.from(term), Buffer.from(term, "utf16le")]);
    if (terms.some((term) => bytes.includes(term)) || path.includes(studentId)) found.push(`text: ${path}`);
    if (fileType(bytes) === null) continue;
    const file = await openFile(bytes);
    if (!file.ok) throw new Error(`${path}: ${file.failure.message}`);
    for await (const page of file.pages) {
      if (!page.ok) throw new Error(`${path}: ${page.failure.message}`);
      const { texts } = await readHeader(page.image);
      if (texts.some((text) => text.includes(studentId))) found.push(`page ${page.page}: ${path}`);
    }
  }
  return found;
}

it("leaves no byte and no picture of the student in the data folder", { timeout: PATIENCE }, async () => {
  await everywhere();
  const handIns = await handInIds();
  expect(await server.context.db.query.select().from(dismissedPairs)).toHaveLength(1);
  const traces = await tracesOf(ERASED, NAME);
  const { dataDir } = server.context.config;
  const places = ["circuitgrade.db-wal", "files/", "records/", "trash/", "cache/"];
  expect(places.filter((place) => !traces.some((trace) => trace.slice(dataDir.length).includes(place)))).toEqual([]);
  expect(await describeErased()).toMatchObject({
    names: [NAME],
    classes: ["CPE 101, group 1"],
    tasks: ["Half adder"],
    counts: {
      pages: 3,
      grades: 1,
      comments: 1,
      log: 1,
      regrade_requests: 1,
      extensions: 1,
      files: 1,
      rewritten_files: 1,
      shared_files: 0,
    },
    unknown_pages: 0,
  });
  const { status, body } = await erase();
  expect([status, body]).toEqual([
    200,
    {
      message: "Student 20235517 is erased. Backups from before have the data until they expire, after 30 days.",
    },
  ]);
  expect(await server.context.db.query.select().from(dismissedPairs)).toEqual([]);
  expect((await ana.call("describeStudent", { params: { studentId: ERASED } })).status).toBe(404);
  await pastTheNight();
  expect(await tracesOf(ERASED, NAME, ADDRESS, ...handIns)).toEqual([]);
});

describe("of a scan that was uploaded to two tasks", () => {
  let second: string;

  beforeEach(async () => {
    await scanStack();
    second = await scanAgain(null);
  }, PATIENCE);

  it("exports the student's pages alone", { timeout: PATIENCE }, async () => {
    expect((await describeErased()).counts).toMatchObject({ pages: 2, files: 0, rewritten_files: 1, shared_files: 0 });
    const { response } = await ana.call("exportStudent", { params: { studentId: ERASED } });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const pages = Object.keys(files).filter((name) => name.startsWith("pages/"));
    expect(pages).toHaveLength(2);
    for (const name of pages) expect(await codesIn(files[name]!)).toEqual([expect.stringContaining(ERASED)]);
  });

  it("erases them in both stacks", { timeout: PATIENCE }, async () => {
    expect((await erase()).status).toBe(200);
    const left = await server.context.db.query.select().from(stackPages);
    expect(left.filter((page) => page.stackId === second).map(({ page, position }) => [page, position])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(new Set(left.map((page) => page.sha256)).size).toBe(1);
    const codes = await codesIn((await server.context.files.read(left[0]!.sha256))!);
    expect(codes.map((code) => OTHERS.find((studentId) => code.includes(studentId)))).toEqual(OTHERS);
    await pastTheNight();
    expect(await tracesOf(ERASED)).toEqual([]);
  });

  it("says so if a page stays because it is another student's, too, and the stack can be deleted", async () => {
    await scanAgain(OTHERS[1]!);
    expect((await describeErased()).counts).toMatchObject({ rewritten_files: 1, shared_files: 1 });
    const { body } = await erase();
    expect(body.message).toContain("1 file with a page that another student or another class has, too, stays there.");
    const first = eq(stackPages.stackId, stackId);
    const left = await server.context.db.query.select().from(stackPages).where(first);
    expect(left.map(({ page, position }) => [page, position])).toEqual([
      [2, 1],
      [3, 2],
    ]);
    expect((await ana.call("deleteStack", { params: { stackId } })).status).toBe(200);
    expect(await server.context.db.query.select().from(stackPages).where(first)).toEqual([]);
    const rows = await server.context.db.query.select().from(stacks);
    expect(rows.map(({ id }) => id)).not.toContain(stackId);
    const names: string[] = [];
    for await (const name of server.context.records.names({ fresh: true })) names.push(name);
    expect(names.filter((name) => name.includes(stackId))).toEqual([]);
  }, 240_000);
});

it("leaves the others' pages, grades and comments", { timeout: PATIENCE }, async () => {
  await everywhere();
  const { context } = server;
  const before = await ana.call("getFiles", { params: { taskId } });
  const other = before.body.files.find(({ student_id }) => student_id === OTHERS[0])!;
  // The digits of the ID, by chance in a number.
  const box = { x: Number(`1.${ERASED}`), y: 2, width: 3, height: 4 };
  const is = { className: "AND" as const, label: "", box };
  const statement = { kind: "object" as const, object: 1, called: "", was: null, is };
  const row = { submissionId: other.id, by: "ana@example.edu", at: 0, statement };
  await context.db.run((query) => insertNext(query, row));
  await erase();
  const said = await context.db.query.select().from(statements).where(eq(statements.submissionId, other.id));
  expect(said.map((each) => each.statement)).toContainEqual(statement);
  const { body } = await ana.call("getFiles", { params: { taskId } });
  expect(body.files.map(({ student_id, item_number, comment }) => [student_id, item_number, comment])).toEqual([
    ["20230001", 1, null],
    ["20230001", 2, "The same as [erased] ([erased])"],
    ["20230002", 1, null],
  ]);
  const [rewritten] = await context.db.query.select().from(rewrittenFiles);
  expect(rewritten).toMatchObject({ taskId, sha256: sha256(scan), at: context.now() });
  const left = await context.db.query.select().from(stackPages);
  expect(left.map(({ studentId, page, position, sha256 }) => [studentId, page, position, sha256])).toEqual(
    OTHERS.map((studentId, index) => [studentId, index + 1, index + 1, rewritten!.rewrittenAs]),
  );
  const [stack] = await context.db.query.select().from(stacks);
  expect(stack?.filename).toBe("scan of [erased].pdf");
  const file = await openFile((await context.files.read(rewritten!.rewrittenAs))!);
  if (!file.ok) throw new Error(file.failure.message);
  const owners: (string | undefined)[] = [];
  for await (const page of file.pages) {
    const text = page.ok ? (await readHeader(page.image)).texts[0] : undefined;
    owners.push(OTHERS.find((studentId) => text?.includes(studentId)));
  }
  expect(owners).toEqual(OTHERS);
  const names: string[] = [];
  for await (const name of context.records.names({ fresh: true })) names.push(name);
  expect(names.filter((name) => name.startsWith(rewritten!.rewrittenAs))).toHaveLength(3);
  expect(names.filter((name) => name.startsWith(sha256(scan)))).toEqual([]);
  // Nothing is missing or left over for the daily work on files.
  await tendFiles(context);
  expect(server.logged.join("\n")).not.toMatch(/files-to-trash.*swept|records-added/);
});

it("is recorded without the student's ID", { timeout: PATIENCE }, async () => {
  await handIn(ERASED, 1);
  await ana.call("exportStudent", { params: { studentId: ERASED } });
  await erase();
  const rows = await server.context.db.query.select().from(auditLog);
  const about = rows.filter(({ call }) => call === "exportStudent" || call === "eraseStudent");
  expect(about.map(({ call, kind, outcome, person }) => [call, kind, outcome, person])).toEqual([
    ["exportStudent", "export", "done", "ana@example.edu"],
    ["eraseStudent", "deletion", "done", "ana@example.edu"],
  ]);
  expect(about[0]!.about).toMatch(/^student [\w-]{12}$/);
  expect(about[1]!.about).toBe(about[0]!.about);
  expect(await listErasures(server.context)).toMatchObject([
    { classes: [classId], left: { files: [], records: [], trash: [] } },
  ]);
});

it("is listed next to the scheduled backups, and forgotten with the last of them", { timeout: PATIENCE }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-erasures-"));
  const own = await openTestServer({ BACKUP_DIR: folder, BACKUP_DAYS: "20" });
  try {
    const bo = await own.instructor("bo@example.edu");
    await makeClass(bo, { studentList: [ERASED] });
    const params = { studentId: ERASED };
    const { fingerprint } = (await bo.call("describeStudent", { params })).body;
    await bo.call("eraseStudent", { params, body: { fingerprint } });
    const text = await readFile(join(folder, "circuitgrade-erasures.jsonl"), "utf8");
    expect(parseErasures(text)).toEqual(await listErasures(own.context));
    expect(text).not.toContain(ERASED);
    own.clock.advance(20 * DAY);
    await sweepErasures(own.context);
    expect(await listErasures(own.context)).toHaveLength(1);
    own.clock.advance(1);
    await sweepErasures(own.context);
    expect(await listErasures(own.context)).toEqual([]);
    expect(await own.context.db.query.select().from(erasures)).toEqual([]);
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});

it("is refused if something came in since it was looked at", { timeout: PATIENCE }, async () => {
  await handIn(ERASED, 1);
  const { fingerprint } = await describeErased();
  await handIn(ERASED, 2);
  const { status, body } = await ana.call("eraseStudent", { params: { studentId: ERASED }, body: { fingerprint } });
  expect([status, body.error.code]).toEqual([409, "student-changed"]);
  expect((await ana.call("getFiles", { params: { taskId } })).body.files).toHaveLength(2);
});

it("concerns an instructor's own classes, and the command all", { timeout: PATIENCE }, async () => {
  await handIn(ERASED, 1);
  const bo = await server.instructor("bo@example.edu");
  expect((await bo.call("describeStudent", { params: { studentId: ERASED } })).status).toBe(404);
  const boClass = await makeClass(bo, { studentList: [ERASED] });
  await erase();
  expect((await bo.call("getClass", { params: { classId: boClass } })).body.student_list).toEqual([ERASED]);
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const params = { studentId: ERASED };
  const { fingerprint } = (await command.call("describeAnyStudent", { params })).body;
  expect((await command.call("eraseAnyStudent", { params, body: { fingerprint } })).status).toBe(200);
  expect((await bo.call("getClass", { params: { classId: boClass } })).body.student_list).toEqual([]);
});

it("keeps a picture that another student handed in, too", { timeout: PATIENCE }, async () => {
  const bytes = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 }));
  for (const studentId of [ERASED, OTHERS[0]!]) {
    const name = `${studentId}_quiz[1].png`;
    await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name, bytes }]) });
  }
  expect((await describeErased()).counts).toMatchObject({ files: 0, shared_files: 1 });
  await erase();
  expect(await server.context.files.read(sha256(bytes))).not.toBeNull();
  const rows = await server.context.db.query.select().from(submissions);
  expect(rows.map(({ studentId }) => studentId)).toEqual([OTHERS[0]]);
});

it("is finished after a crash", { timeout: PATIENCE }, async () => {
  await handIn(ERASED, 1);
  const { context } = server;
  const erased = context.records.erase;
  Object.assign(context.records, { erase: () => Promise.reject(new Error("The power failed.")) });
  expect((await erase()).status).toBe(500);
  expect(await tracesOf(ERASED, NAME)).not.toEqual([]);
  Object.assign(context.records, { erase: erased });
  await finishErasures(context);
  await pastTheNight();
  expect(await tracesOf(ERASED, NAME)).toEqual([]);
});

it("exports everything of the student and nothing of others", { timeout: PATIENCE }, async () => {
  await everywhere();
  const { response } = await ana.call("exportStudent", { params: { studentId: ERASED } });
  expect(response.headers.get("content-disposition")).toContain("student 20235517.zip");
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const names = Object.keys(files);
  expect(names.slice(0, 3)).toEqual(["README.txt", "student.json", "grades.csv"]);
  const data = JSON.parse(strFromU8(files["student.json"]!));
  expect(data).toMatchObject({ student_id: ERASED, names: [NAME], classes: [{ email: ADDRESS, enrolled: true }] });
  expect(data.hand_ins).toHaveLength(2);
  expect(data.hand_ins.map((each: { file: string }) => names.includes(each.file))).toEqual([true, true]);
  const [scanned, sent] = [1, 2].map((item) => data.hand_ins.find((each: { item: number }) => each.item === item));
  expect(scanned.reading.predictions).toHaveLength(1);
  expect(sent).toMatchObject({ totalGrade: 7, regrade_requests: [{ reason: `I am ${NAME}` }] });
  expect(sent.said).toMatchObject([{ by: "ana@example.edu", words: `7 points, “Well done, ${NAME}”` }]);
  expect(sent.dismissed_pairs).toEqual([{ dismissed_at: "2026-11-01T04:00:00.000Z" }]);
  expect(scanned.dismissed_pairs).toEqual([]);
  expect(data.stack_pages).toHaveLength(2);
  expect(strFromU8(files["grades.csv"]!)).toContain(`Half adder,2,2026-11-01T04:00:00.000Z,yes,7,yes,no,"Well done`);
  expect(JSON.stringify(data)).not.toMatch(/20230001|20230002/);
  const pages = names.filter((name) => name.startsWith("pages/"));
  expect(pages).toHaveLength(3);
  for (const name of pages) {
    const file = await openFile(files[name]!);
    if (!file.ok) throw new Error(file.failure.message);
    expect(file.pageCount).toBe(1);
    for await (const page of file.pages) {
      const texts = page.ok ? (await readHeader(page.image)).texts : [];
      expect(texts.join()).toContain(ERASED);
    }
  }
});
