import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { gradePage } from "../../cli/grading/grade-page.ts";
import type { FilePage } from "../../cli/reading/messages.ts";
import { readFilePages } from "../../cli/reading/read-file.ts";
import { openPageReader } from "../../core/read-page.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { codedSheet } from "../../core/testdata/two-sheets.ts";
import { analyses, readings } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

/** A half adder, compared with other keys in each item. */
const DRAWING = "20230001_quiz[1].png";
const PAGES = [
  { what: "surely right", keys: ["A ^ B", "A & B"], doubted: false },
  { what: "surely wrong", keys: ["A", "B"], doubted: false },
  { what: "doubtful", keys: ["~(A ^ B)", "A & B"], doubted: true },
  { what: "of other inputs", keys: ["A & B & C"], doubted: false },
  { what: "empty", keys: ["A ^ B"], doubted: false },
];

const sheets: Buffer[] = [];

const folder = await mkdtemp(join(tmpdir(), "verdicts-"));
const reader = await openPageReader();
const server = await openTestServer({ TEMPLATE_SECRET: "a secret of the tests" });
const ana = await server.instructor();
const classId = await makeClass(ana, { studentList: ["20230001"] });
const answerKeys = PAGES.map(({ keys }, index) => ({
  item: `Item ${index + 1}`,
  keys: keys.map((expression) => ({ expression, grade: "5" })),
}));
const taskId = await makeTask(ana, classId, { answerKeys });
for (const [index, { what }] of PAGES.entries()) {
  const item = index + 1;
  const qrText = qrTextOf(server.context, { taskId, item });
  const isEmpty = what === "empty";
  sheets.push(isEmpty ? await codedSheet({ item }, { qrText, isDrawn: false }) : await sheetWithQr(DRAWING, qrText));
  const form = uploadForm(taskId, [{ name: `20230001_quiz[${item}].png`, bytes: sheets[index]! }]);
  await server.visitor().call("uploadFiles", { body: form });
}
await startJobs(server.context);
await server.context.jobs.idle();
const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
for (const { id, item_number: item } of files) if (PAGES[item - 1]!.doubted) await doubt(id);
afterAll(() => server.close());

/** What the command reads on a page, with its first gate in doubt if the page is to be doubtful. */
async function commandReads(index: number): Promise<FilePage> {
  const path = join(folder, `${index}.png`);
  await writeFile(path, sheets[index]!);
  const pages: FilePage[] = [];
  const tell = (news: { started: number } | { page: FilePage }) => {
    if ("page" in news) pages.push(news.page);
  };
  await readFilePages({ path, from: 1, to: 1, pageCount: 0, skip: [] }, { reader, tell, isEnding: () => false });
  const [page] = pages;
  if (!PAGES[index]!.doubted) return page!;
  return { ...page!, reading: { ...page!.reading!, looks: looksOf(page!.reading!.netlist, { confidence: 0.6 }) } };
}

async function doubt(fileId: string): Promise<void> {
  const { db } = server.context;
  const [analysis] = await db.query.select().from(analyses).where(eq(analyses.submissionId, fileId));
  const looks = looksOf(analysis!.netlist!, { confidence: 0.6 });
  await db.run((query) => query.update(readings).set({ looks }).where(eq(readings.submissionId, fileId)));
}

it.each(PAGES.map(({ what }, index) => [what, index] as const))(
  "a page that is %s gets the same verdict and question from the command and the server",
  async (what, index) => {
    const item = index + 1;
    const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
    const fileId = files.find(({ item_number }) => item_number === item)!.id;
    const { body: rows } = await ana.call("getGradeRows", { params: { fileId } });
    const { entries } = (await ana.call("getQueue", { params: { taskId } })).body;
    const entry = entries.find(({ id }) => id === fileId);

    const keys = PAGES[index]!.keys.map((expression) => ({ expression, grade: 5 }));
    const items = PAGES.map((_, k) => ({ item: k + 1, keys: k === index ? keys : [{ expression: "A", grade: 1 }] }));
    const task = { schema_version: 1, id: taskId, title: "t", type: "quiz", items } as const;
    const result = await commandReads(index);
    const path = join(folder, `${index}.png`);
    const assignments = new Map([["page.png 1", { studentId: "20230001", item }]]);
    const file = { path, file: "page.png" } as never;
    const judged = gradePage({ file, result }, { task, roster: null, assignments, inStack: false });

    const verdict = { grade: judged.proposed, confidence: judged.confidence, needed: judged.needed };
    const said = { grade: rows.proposed_grade, confidence: rows.confidence, needed: rows.needed };
    expect(JSON.stringify(said)).toBe(JSON.stringify(verdict));
    expect(JSON.stringify(rows.question)).toBe(JSON.stringify(judged.question));
    expect(entry === undefined).toBe(judged.by === "machine");
    if (entry) expect([entry.question, entry.confidence]).toEqual([rows.question, rows.confidence]);
    const expected = { "surely right": 10, "surely wrong": 0, doubtful: 5, "of other inputs": null, empty: 0 };
    expect(judged.proposed).toBe(expected[what as keyof typeof expected]);
    expect(judged.question?.choices.map(({ points }) => points)).toEqual(what === "doubtful" ? [5, 10] : undefined);
  },
);
