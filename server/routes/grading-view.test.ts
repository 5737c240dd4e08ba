import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { pageJpeg } from "../../core/annotate/page-picture.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { renderTemplate } from "../../core/template/template-pdf.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr } from "../testing/pages.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { openTestServer } from "../testing/test-server.ts";

const AND = ["Y = AND(A, B)"];
const OR = ["Y = OR(A, B)"];
const STUDENTS = Array.from({ length: 60 }, (_, index) => String(20230001 + index));
const SHA = "a".repeat(64);

const server = await openTestServer();
const ana = await server.instructor();
const studentNames = Object.fromEntries(STUDENTS.map((id) => [id, `Gia ${id}`]));
const classId = await makeClass(ana, { studentList: STUDENTS, studentNames });
const taskId = await makeTask(ana, classId, { answerKeys: [{ keys: [{ expression: "A & B", grade: "5" }] }] });
const files: string[] = [];
for (const [index, studentId] of STUDENTS.entries()) {
  // Some are doubtful, so that the queue has entries.
  const page = { taskId, studentId, lines: index % 2 ? AND : OR, confidence: index < 10 ? 0.3 : 0.99 };
  files.push(await insertReadPage(server.context, { ...page, ...(index === 0 && { sha256: SHA }) }));
}
await server.context.files.write(SHA, await scan());

afterAll(() => server.close());

/** A personal template as it comes from the scanner. */
async function scan(): Promise<Uint8Array> {
  const item = { item: 1, qrText: "https://x.example/t", student: { studentId: STUDENTS[0]!, name: "Gia Ramos" } };
  const pdf = await renderTemplate({ title: "Half adder", className: null, items: [item] });
  const file = await decodePages(pdf);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return pageJpeg(page.image, 2000);
  throw new Error("The template has no page");
}

function view(body: { hide_names?: boolean; random_order?: boolean }) {
  return ana.call("setGradingView", { params: { taskId }, body });
}

async function listed() {
  return (await ana.call("getFiles", { params: { taskId } })).body.files;
}

/** Everything that a grader's pages consist of, as text. */
async function all(): Promise<string> {
  const params = { taskId };
  const answers = await Promise.all([
    ana.call("getFiles", { params }),
    ana.call("getAnswerGroups", { params, query: { item: 1 } }),
    ana.call("findCopies", { query: { task_id: taskId } }),
    ana.call("getSubmissionHistory", { params: { fileId: files[3]! } }),
    ana.call("getQueue", { params }),
    ana.call("previewRegrade", { params, body: { ...(await taskBody()) } }),
  ]);
  for (const { status } of answers) expect(status).toBe(200);
  const [, , , , queue] = answers;
  // Assigning a page without a code requires the student's real name.
  const { roster, missing, ...rest } = (queue as { body: { roster: object; missing: object } }).body;
  expect(roster).toBeDefined();
  expect(missing).toBeDefined();
  const pair = await ana.fetch(`/detect-gates/copy-pair/${files[1]}?other=${files[3]}`);
  const csv = await ana.fetch(`/detect-gates/copies-csv?task_id=${taskId}`);
  const bodies = answers.filter((_, index) => index !== 4).map(({ body }) => body);
  return [...bodies, rest].map((body) => JSON.stringify(body)).join() + (await pair.text()) + (await csv.text());
}

async function taskBody() {
  const task = (await ana.call("getTask", { params: { taskId } })).body;
  const { title, exam_type: examType, due_date: dueDate } = task;
  return { title, examType, dueDate, classId, answerKeys: [{ keys: [{ expression: "A | B", grade: "5" }] }] };
}

it("shows students by ID by default", async () => {
  expect((await listed()).map(({ student_id }) => student_id)).toEqual(STUDENTS);
  expect(await all()).toContain("20230007");
});

it("uses a random order that stays, independent of IDs and hand-in, also for positions", async () => {
  await view({ random_order: true });
  const first = await listed();
  const ids = first.map(({ student_id }) => student_id);
  expect([...ids].sort()).toEqual(STUDENTS);
  expect(ids).not.toEqual(STUDENTS);
  expect(first.map(({ place }) => place)).toEqual(STUDENTS.map((_, index) => index));
  expect((await listed()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  const { files: own } = (await ana.call("getTask", { params: { taskId } })).body;
  expect(own.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  const { groups } = (await ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } })).body;
  const inGroup = groups[0]!.structures[0]!.answers.map(({ file_id }) => file_id);
  expect(inGroup).toEqual(first.map(({ id }) => id).filter((id) => inGroup.includes(id)));
  await view({ random_order: false });
  expect((await listed()).map(({ student_id }) => student_id)).toEqual(STUDENTS);
});

it("hides IDs and names wherever pages are graded, and keeps students apart", async () => {
  const task = (await view({ hide_names: true })).body;
  expect([task.hide_names, task.names_hidden]).toEqual([true, true]);
  const text = await all();
  for (const id of STUDENTS) expect(text).not.toContain(id);
  expect(text).not.toContain("Gia");
  const names = (await listed()).map(({ student_id }) => student_id);
  expect(new Set(names).size).toBe(60);
  expect(names.every((name) => /^Student \w{6}$/.test(name))).toBe(true);
  expect((await listed())[0]?.filename).toBe(`${names[0]}_quiz[1].png`);
  expect((await listed()).map(({ id }) => id)).not.toEqual(files);
});

it("announces a new page without the ID", async () => {
  const form = new FormData();
  form.append("task_id", taskId);
  form.append("item_number", "1");
  const page = await sheetWithQr("20230007_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
  form.append("files", new File([new Uint8Array(page)], `${STUDENTS[59]}_quiz[1].png`));
  expect((await server.visitor().call("uploadFiles", { body: form })).body.files_uploaded).toHaveLength(1);
  const { notifications } = (await ana.call("getAllNotifications", {})).body;
  expect(notifications.map(({ message }) => message)).toContain("A student handed in item 1 of Half adder.");
  expect(JSON.stringify(notifications)).not.toContain(STUDENTS[59]);
  files[59] = (await listed()).find(({ id }) => !files.includes(id))!.id;
});

it("hides the header in the page's picture and its download", async () => {
  const { page_url } = (await listed()).find(({ id }) => id === files[0])!;
  expect(page_url).toBe(`/files/page/${files[0]}?header=hidden`);
  for (const path of [page_url, `/files/page/${files[0]}`, `/files/file/${files[0]}`]) {
    const answer = await ana.fetch(path);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(answer.headers.get("content-disposition") ?? "").not.toContain("2023");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const size = { width: info.width, height: info.height };
    const image = { ...size, pictureWidth: info.width, pictureHeight: info.height, rgb: new Uint8Array(data) };
    expect(await readQr(image)).toBeNull();
  }
});

it("shows them again when all is graded, or when the instructor says so", async () => {
  for (const fileId of files) await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 1 } });
  const task = (await ana.call("getTask", { params: { taskId } })).body;
  expect([task.hide_names, task.names_hidden]).toEqual([true, false]);
  expect((await listed()).map(({ student_id }) => student_id)).toEqual(STUDENTS);
  const picture = await ana.fetch(`/files/page/${files[0]}`);
  expect(picture.headers.get("cache-control")).toBe("private, no-cache");
  await insertReadPage(server.context, { taskId, studentId: "20239999", lines: AND });
  expect((await listed())[0]?.student_id).toMatch(/^Student /);
  await view({ hide_names: false });
  expect((await listed())[0]?.student_id).toBe("20230001");
});

it("two settings that are changed at once are both stored", async () => {
  const set = (body: object) => ana.call("setGradingView", { params: { taskId }, body });
  await set({ own_paper: false, certainty: 98 });
  await Promise.all([set({ certainty: 90 }), set({ own_paper: true })]);
  const { body } = await ana.call("getTask", { params: { taskId } });
  expect([body.certainty.percent, body.own_paper]).toEqual([90, true]);
  await set({ own_paper: false, certainty: 98 });
});
