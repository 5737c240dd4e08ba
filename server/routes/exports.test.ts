import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, inArray } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { NOTHING_DRAWN } from "../../core/rules/problem.ts";
import { parseRoster } from "../../core/rules/students/roster.ts";
import { makeCopiedClass as makeDrawings } from "../../core/testdata/copied-class/make-class.ts";
import { QUESTIONS } from "../../core/testdata/copied-class/questions.ts";
import { analyses, submissions } from "../db/schema.ts";
import { insertDrawing } from "../testing/drawings.ts";
import { CLASS_BODY, makeClass, makeTask } from "../testing/fixtures.ts";
import type { TestClient } from "../testing/test-client.ts";
import { openTestServer } from "../testing/test-server.ts";

const STUDENTS = Array.from({ length: 64 }, (_, k) => String(20230000 + k));
const QUESTION = QUESTIONS.find(({ name }) => name === "decoder of two")!;

/** File ids by student. */
const files = new Map<string, string>();
const { drawings, copies } = makeDrawings(QUESTION, { independent: 60, copies: 3, seed: "server" });

const server = await openTestServer();
const ana = await server.instructor();
const { context } = server;
const classId = await makeClass(ana, { studentList: STUDENTS });
const answerKeys = [{ keys: [{ expression: "A & B", grade: "10" }] }];
const taskId = await makeTask(ana, classId, { title: "Decoder", answerKeys });
const earlierId = await makeTask(ana, classId, { title: "Decoder 2025", answerKeys });
const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();
const sha256 = createHash("sha256").update(picture).digest("hex");
await context.files.write(sha256, picture);
for (const [k, circuit] of drawings.entries()) {
  // 20230000 to 20230061 have grades, 20230062 waits for one, 20230063 handed in nothing.
  const graded = k < 62;
  const given = graded ? { totalGrade: k % 11, comment: k === 1 ? "=HYPERLINK(1)" : null } : {};
  const row = { taskId, studentId: STUDENTS[k]!, sha256, graded, ...given };
  files.set(STUDENTS[k]!, await insertDrawing(context, circuit, row));
}
await insertDrawing(context, drawings[7]!, { taskId: earlierId, studentId: STUDENTS[40]!, sha256 });
afterAll(() => server.close());

function studentOf(id: string): string {
  return STUDENTS[drawings.findIndex((drawing) => drawing.id === id)]!;
}

describe("findCopies", { timeout: 300_000 }, () => {
  it("returns the planted pairs with students and figures", async () => {
    const { body } = await ana.call("findCopies", { query: { task_id: taskId } });
    expect([body.compared, body.not_compared]).toEqual([63, []]);
    const found = body.pairs.map(({ files: pair }) => pair.map(({ student_id }) => student_id).sort());
    expect(found).toEqual(expect.arrayContaining(copies.map((pair) => pair.map(studentOf).sort())));
    expect(found.length).toBeLessThanOrEqual(4);
    expect(body.pairs[0]!.expected).toBeLessThan(0.5);
  });

  it("finds the drawing of an earlier term's student, whatever the student's number", async () => {
    const { body } = await ana.call("findCopies", { query: { task_id: taskId, earlier: earlierId } });
    const old = body.pairs.find(({ files: pair }) => pair.some(({ task_id }) => task_id === earlierId));
    expect(old?.files.map(({ student_id, task_title }) => [student_id, task_title]).sort()).toEqual([
      ["20230007", "Decoder"],
      ["20230040", "Decoder 2025"],
    ]);
    expect(body.compared).toBe(63);
    const bo = await server.instructor("bo@example.edu");
    const own = await makeTask(bo, await makeClass(bo, { classCode: "CPE 301" }));
    const { status } = await bo.call("findCopies", { query: { task_id: own, earlier: taskId } });
    expect(status).toBe(404);
  });

  it("calls one unread page of two students the same file, but not a template on which nothing is drawn", async () => {
    const own = await makeTask(ana, classId, { title: "Empty pages", answerKeys });
    const empty = { id: "", author: "", structure: "", nodes: [], wires: [] };
    const handIn = (student: number, sha256: string) => {
      return insertDrawing(context, empty, { taskId: own, studentId: STUDENTS[student]!, sha256 });
    };
    const unread = [await handIn(1, "a"), await handIn(2, "a")];
    const bare = [await handIn(3, "b"), await handIn(4, "b")];
    const problems = [{ code: NOTHING_DRAWN, message: "" }];
    await context.db.query.update(analyses).set({ problems }).where(inArray(analyses.submissionId, bare));
    const { body } = await ana.call("findCopies", { query: { task_id: own } });
    expect(body.pairs.map(({ files: pair, identical }) => [pair.map(({ id }) => id), identical])).toEqual([
      [unread, true],
    ]);
    expect(body.not_compared).toEqual([...unread, ...bare]);
  });

  it("as CSV, and each pair side by side as a picture", async () => {
    const { response } = await ana.call("getCopiesCsv", { query: { task_id: taskId } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    const [header, ...lines] = parse(bytes, { bom: true }) as string[][];
    expect(header?.slice(0, 2)).toEqual(["item", "student_a"]);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const [a, b] = copies[0]!.map((id) => files.get(studentOf(id))!);
    const picture = await ana.call("getCopyPair", { params: { fileId: a! }, query: { other: b! } });
    expect(picture.headers.get("content-type")).toContain("image/svg+xml");
    expect((await picture.response.text()).match(/stroke-dasharray/g)!.length).toBeGreaterThan(5);
    const bo = await server.instructor("bo@example.edu");
    expect((await bo.call("getCopyPair", { params: { fileId: a! }, query: { other: b! } })).status).toBe(404);
    // Next to a page of Bo's without a circuit, no answer says whether Ana's exists.
    const bosTask = await makeTask(bo, await makeClass(bo, { classCode: "CPE 302" }));
    const empty = { id: "", author: "", structure: "", nodes: [], wires: [] };
    const fileId = await insertDrawing(server.context, empty, { taskId: bosTask, studentId: "20230001" });
    const next = async (other: string) =>
      (await bo.call("getCopyPair", { params: { fileId }, query: { other } })).status;
    expect([await next(a!), await next("nothing"), await next(fileId)]).toEqual([404, 404, 409]);
  });
});

describe("dismissPairs", { timeout: 300_000 }, () => {
  const params = () => ({ taskId });
  const pairs = async () => {
    const { body } = await ana.call("findCopies", { query: { task_id: taskId } });
    return body.pairs.map(({ files: pair }) =>
      pair
        .map(({ id }) => id)
        .sort()
        .join(" "),
    );
  };

  it("takes a pair out of every later check until it is brought back", async () => {
    const [first = ""] = await pairs();
    const ids = first.split(" ");
    const said = await ana.call("dismissPairs", { params: params(), body: { file_ids: ids, dismissed: true } });
    expect(said.body.pairs.map(({ files: two }) => two.map(({ id }) => id).sort())).toEqual([ids]);
    expect(await pairs()).not.toContain(first);
    const csv = await (await ana.call("getCopiesCsv", { query: { task_id: taskId } })).response.text();
    const { files: pair } = said.body.pairs[0]!;
    expect(pair[0].student_id < pair[1].student_id).toBe(true);
    expect(csv).not.toContain(`${pair[0].student_id},${pair[0].student_id},${pair[1].student_id}`);
    expect((await ana.call("getDismissedPairs", { params: params() })).body).toEqual(said.body);
    const back = await ana.call("dismissPairs", { params: params(), body: { file_ids: ids, dismissed: false } });
    expect(back.body.pairs).toEqual([]);
    expect(await pairs()).toContain(first);
  });

  it("takes every pair of several drawings, each once", async () => {
    const ids = [...files.values()].slice(0, 4);
    const body = { file_ids: [...ids, ids[0]!], dismissed: true };
    expect((await ana.call("dismissPairs", { params: params(), body })).body.pairs).toHaveLength(6);
    expect((await ana.call("dismissPairs", { params: params(), body })).body.pairs).toHaveLength(6);
    const back = { file_ids: ids.slice(0, 3), dismissed: false };
    expect((await ana.call("dismissPairs", { params: params(), body: back })).body.pairs).toHaveLength(3);
    await ana.call("dismissPairs", { params: params(), body: { ...body, dismissed: false } });
  });

  it("names nobody of a task that the user does not instruct, or whose names are hidden", async () => {
    const cy = await server.instructor("cy@example.edu");
    await ana.call("addClassMember", { params: { classId }, body: { email: "cy@example.edu", role: "co-instructor" } });
    const own = await makeTask(cy, await makeClass(cy, { classGroup: "3" }), { title: "Cy's own" });
    const mine = await insertDrawing(server.context, drawings[3]!, { taskId: own, studentId: "20239999" });
    const body = { file_ids: [mine, files.get(STUDENTS[0]!)!], dismissed: true };
    const named = async (who: TestClient) => {
      const { pairs: said } = (await who.call("getDismissedPairs", { params: params() })).body;
      return said.flatMap(({ files: two }) => two.map(({ student_id }) => student_id));
    };
    expect((await cy.call("dismissPairs", { params: params(), body })).body.pairs).toHaveLength(1);
    expect(await named(cy)).toEqual([STUDENTS[0], "20239999"]);
    expect(await named(ana)).toEqual([]);
    await cy.call("setGradingView", { params: { taskId: own }, body: { hide_names: true } });
    expect(await named(cy)).not.toContain("20239999");
    await cy.call("dismissPairs", { params: params(), body: { ...body, dismissed: false } });
  });

  it("refuses other people's drawings", async () => {
    const bo = await server.instructor("bo@example.edu");
    const own = await makeTask(bo, await makeClass(bo, { classGroup: "2" }));
    const body = { file_ids: [...files.values()].slice(0, 2), dismissed: true };
    expect((await bo.call("dismissPairs", { params: { taskId: own }, body })).status).toBe(404);
    expect((await bo.call("dismissPairs", { params: params(), body })).status).toBe(404);
    expect((await bo.call("getDismissedPairs", { params: params() })).status).toBe(404);
  });
});

describe("fillGradebook", () => {
  const form = (text: string, column?: string): FormData => {
    const body = new FormData();
    body.set("file", new Blob([text]), "export.csv");
    if (column) body.set("column", column);
    return body;
  };
  const moodle = `ID number,Grade,Feedback comments\n${STUDENTS.map((id) => `${id},,\n`).join("")}99999999,,\n`;

  it("fills a worksheet of 64 students and reports who is left over", async () => {
    const { body } = await ana.call("fillGradebook", { params: { taskId }, body: form(moodle) });
    expect([body.kind, body.filled, body.filename]).toEqual(["moodle", 62, "export-filled.csv"]);
    expect(body.ungraded).toEqual(["20230062", "20230063"]);
    expect(body.unmatched_rows).toEqual([{ row: 66, name: "99999999", ids: [] }]);
    const lines = parse(body.text) as string[][];
    expect(lines[2]).toEqual(["20230001", "1", expect.stringContaining("Item 1: 1 of 10. =HYPERLINK(1)")]);
    expect(lines[63]).toEqual(["20230062", "", ""]);
  });

  it("leaves out what is not confirmed unless it is asked for, and says what it is", async () => {
    const left = await ana.call("fillGradebook", { params: { taskId }, body: form(moodle) });
    expect(left.body.unconfirmed).toEqual(["20230062: item 1 is not confirmed"]);
    const wish = form(moodle);
    wish.set("unconfirmed", "include");
    const { body } = await ana.call("fillGradebook", { params: { taskId }, body: wish });
    expect([body.filled, body.ungraded]).toEqual([63, ["20230063"]]);
    expect(body.unconfirmed).toEqual(["20230062: item 1 is not confirmed"]);
    const [, grade, comment] = (parse(body.text) as string[][])[63]!;
    expect([grade, comment]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^Item 1: \d+ of 10, not confirmed\./),
    ]);
    // Its own comment is recognised, and updated once the grade is confirmed.
    expect((await ana.call("fillGradebook", { params: { taskId }, body: form(body.text) })).body.kept_comments).toEqual(
      [],
    );
  });

  it("reports a person's comments and updated ones", async () => {
    const written = moodle
      .replace("20230002,,", "20230002,,Retake on Monday")
      .replace("20230003,,", "20230003,,Item 1: 4 of 10.");
    const { body } = await ana.call("fillGradebook", { params: { taskId }, body: form(written) });
    expect(body.kept_comments).toEqual([{ row: 4, name: "20230002", ids: ["20230002"] }]);
    expect(body.replaced_comments.map(({ row, before, after }) => [row, before, after.slice(0, 16)])).toEqual([
      [5, "Item 1: 4 of 10.", "Item 1: 3 of 10."],
    ]);
    expect((parse(body.text) as string[][])[3]).toEqual(["20230002", "2", "Retake on Monday"]);
  });

  it("fills another table after a person has named its columns", async () => {
    const wish = form("Kennung;Note\n20230001;\n", "Note");
    wish.set("id_column", "Kennung");
    const { body } = await ana.call("fillGradebook", { params: { taskId }, body: wish });
    expect(body).toMatchObject({
      kind: "table",
      text: "Kennung;Note\n20230001;1\n",
      encoding: "utf-8",
      id_columns: ["Kennung"],
      column: "Note",
    });
  });

  it("fills a table of the class with the columns that were named before, and asks if that would replace grades", async () => {
    const other = await makeTask(ana, classId, {
      title: "Next",
      answerKeys: [{ keys: [{ expression: "A", grade: "5" }] }],
    });
    const empty = form("Kennung;Note\n20230002;\n");
    const { body } = await ana.call("fillGradebook", { params: { taskId }, body: empty });
    expect([body.text, body.columns]).toEqual(["Kennung;Note\n20230002;2\n", ["Kennung", "Note"]]);
    const full = await ana.call("fillGradebook", { params: { taskId }, body: form("Kennung;Note\n20230002;9\n") });
    expect(full.body).toMatchObject({
      error: { code: "unknown-gradebook" },
      columns: ["Kennung", "Note"],
      kept: { idColumn: "Kennung", column: "Note" },
    });
    // For all tasks of the class, and for no table without these columns.
    const next = await ana.call("fillGradebook", {
      params: { taskId: other },
      body: form("Kennung;Note\n20230002;\n"),
    });
    expect(next.body).toMatchObject({ kind: "table", column: "Note" });
    const unlike = await ana.call("fillGradebook", { params: { taskId }, body: form("Nr;Note\n20230002;\n") });
    expect([unlike.status, unlike.body]).toEqual([400, expect.not.objectContaining({ kept: expect.anything() })]);
  });

  it("refuses a file that is not a gradebook, a missing file, and a wish that it does not know", async () => {
    const other = await ana.call("fillGradebook", { params: { taskId }, body: form("a,b\n") });
    expect([other.status, other.body.error.code]).toEqual([400, "unknown-gradebook"]);
    expect(other.body).toMatchObject({ columns: ["a", "b"] });
    const none = await ana.call("fillGradebook", { params: { taskId }, body: new FormData() });
    expect([none.status, none.body.error.code]).toEqual([400, "no-file"]);
    const wish = form(moodle);
    wish.set("unconfirmed", "yes");
    const unknown = await ana.call("fillGradebook", { params: { taskId }, body: wish });
    expect([unknown.status, unknown.body.error]).toMatchObject([
      400,
      { code: "bad-request", issues: [{ field: "unconfirmed" }] },
    ]);
  });

  it("plain CSV has one line for every enrolled student with the roster's name, and a byte order mark for Excel", async () => {
    const studentNames = { 20230001: "Jürgen", 20230063: "Zoë" };
    await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, studentList: STUDENTS, studentNames } });
    const { response, headers } = await ana.call("getPlainGrades", { params: { taskId }, query: {} });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString().slice(0, 11)).toBe("\uFEFFstudent_id");
    const lines = parse(bytes, { bom: true }) as string[][];
    expect(headers.get("content-disposition")).toContain("Decoder grades.csv");
    expect(lines).toHaveLength(65);
    expect(lines[2]?.[1]).toBe("Jürgen");
    expect(lines[63]).toEqual(["20230062", "", "", "", "10", "", "item 1 is not confirmed"]);
    expect(lines[64]).toEqual(["20230063", "Zoë", "", "", "10", "", ""]);
    // The product's own readers take it.
    const again = parseRoster(bytes.toString());
    expect([again.students.map(({ studentId }) => studentId), again.issues]).toEqual([STUDENTS, []]);
  });
});

describe("getGrades", () => {
  it("is the table of the files with its statistics; unconfirmed points count only if they are asked for", async () => {
    const { body } = await ana.call("getGrades", { params: { taskId }, query: {} });
    expect(body.students.map(({ student_id }) => student_id)).toEqual(STUDENTS);
    expect(body.students[11]).toMatchObject({ student_name: "", grades: [0], total: 0, unconfirmed: "" });
    expect(body.students[62]).toMatchObject({ grades: [null], total: null, unconfirmed: "item 1 is not confirmed" });
    // 62 students have 0 to 10 points, in turn.
    expect(body.total).toMatchObject({ count: 62, median: 5, mean: expect.closeTo(296 / 62) });
    expect(body.total!.histogram.map(({ count }) => count)).toEqual([6, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5]);
    expect([body.items[0]!.spread, body.hardest]).toEqual([body.total, []]);
    const all = await ana.call("getGrades", { params: { taskId }, query: { unconfirmed: "include" } });
    expect(all.body.items[0]!.spread?.count).toBe(63);
    expect(all.body.students[62]!.total).not.toBeNull();
  });

  it("hides names until every page is graded", async () => {
    await ana.call("setGradingView", { params: { taskId }, body: { hide_names: true } });
    const { students } = (await ana.call("getGrades", { params: { taskId }, query: {} })).body;
    expect(students).toHaveLength(64);
    expect(students.filter(({ student_id: id, student_name: name }) => STUDENTS.includes(id) || name !== "")).toEqual(
      [],
    );
    await ana.call("setGradingView", { params: { taskId }, body: { hide_names: false } });
  });
});

describe("getFeedback", { timeout: 300_000 }, () => {
  it("is a page with the annotated picture for a graded student, without a grade for one who waits", async () => {
    const query = { student_id: "20230001", format: "html" } as const;
    const graded = await (await ana.call("getFeedback", { params: { taskId }, query })).response.text();
    expect(graded).toContain("1 of 10");
    expect(graded).toContain("data:image/jpeg;base64,");
    const wait = { student_id: "20230062", format: "html" } as const;
    expect(await (await ana.call("getFeedback", { params: { taskId }, query: wait })).response.text()).toContain(
      "not graded yet",
    );
    const nobody = { student_id: "20230063", format: "pdf" } as const;
    expect((await ana.call("getFeedback", { params: { taskId }, query: nobody })).status).toBe(404);
  });

  it("is a ZIP with a file and the marked pages of each student", async () => {
    const archive = await fetchArchive();
    const students = STUDENTS.slice(0, 63);
    expect([...archive.keys()].sort()).toEqual([
      ...students.map((id) => `${id}.html`),
      ...students.map((id) => `pages/${id}-item-1.jpg`),
    ]);
    expect((await sharp(archive.get("pages/20230001-item-1.jpg")).metadata()).format).toBe("jpeg");
  });

  it("is an archive of all the others if a student's cannot be made, and says whose is missing", async () => {
    const lost = eq(submissions.id, files.get("20230005")!);
    const { db } = server.context;
    await db.write((query) =>
      query
        .update(submissions)
        .set({ sha256: "f".repeat(64) })
        .where(lost),
    );
    const archive = await fetchArchive();
    expect([...archive.keys()].filter((name) => name.includes("20230005"))).toEqual([]);
    expect(strFromU8(archive.get("20230062.html")!)).toContain("not graded yet");
    expect(strFromU8(archive.get("not-made.txt")!)).toContain("could not be made:\n\n20230005\n\n");
    const entries = server.logged.map((line) => JSON.parse(line));
    expect(entries.filter(({ event }) => event === "feedback-failed")).toMatchObject([
      { level: "error", task: taskId, student: "20230005" },
    ]);
  });

  /** The files of everybody's feedback by their names. */
  async function fetchArchive(): Promise<Map<string, Uint8Array>> {
    const { response } = await ana.call("getFeedback", { params: { taskId }, query: { format: "html" } });
    expect(response.headers.get("content-disposition")).toContain("feedback.zip");
    return new Map(Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))));
  }
});
