import { eq, like } from "drizzle-orm";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { PageResult } from "../../core/results/page-result.ts";
import type { AnswerGroups } from "../contract/results/answers.ts";
import { analyses, answerKeys, statements, submissions } from "../db/schema.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { openTestServer } from "../testing/test-server.ts";

const ITEM = { item: "Item 1", keys: [{ expression: "(A & B) | C", grade: "5" }] };
const WRONG = ["p = AND(A, B)", "Y = AND(p, C)"];
const OTHER_WRONG = ["p = NAND(A, B)", "Y = OR(p, C)"];
const RIGHT = ["p = AND(A, B)", "Y = OR(p, C)"];
const RIGHT_OF_NANDS = ["p = NAND(A, B)", "n = NOT(C)", "Y = NAND(p, n)"];

/**
 * 60 students: 20 with one wrong answer, 8 with another, 32 with correct ones, of which 12 are drawn in another way.
 */
const CLASS = [
  ...Array.from({ length: 20 }, () => WRONG),
  ...Array.from({ length: 8 }, () => OTHER_WRONG),
  ...Array.from({ length: 20 }, () => RIGHT),
  ...Array.from({ length: 12 }, () => RIGHT_OF_NANDS),
];

/** A page that was read: the gates of `lines`, each with this `confidence`. */
function readPage(student: number, { lines, confidence }: { lines: readonly string[]; confidence: number }) {
  return insertReadPage(server.context, { taskId, studentId: String(20230000 + student), lines, confidence });
}

async function groups(): Promise<AnswerGroups> {
  const { status, body } = await ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } });
  expect(status).toBe(200);
  return body;
}

async function stored(): Promise<Map<string, { graded: boolean; totalGrade: number | null; comment: string | null }>> {
  const rows = await server.context.db.query.select().from(submissions).where(eq(submissions.taskId, taskId));
  return new Map(rows.map(({ id, graded, totalGrade, comment }) => [id, { graded, totalGrade, comment }]));
}

const UNGRADED = { graded: false, totalGrade: null, comment: null };

const server = await openTestServer();
const ana = await server.instructor();
const studentList = CLASS.map((_, index) => String(20230001 + index));
const taskId = await makeTask(ana, await makeClass(ana, { studentList }), { answerKeys: [ITEM] });
const files: string[] = [];
for (const [index, lines] of CLASS.entries()) {
  files.push(await readPage(index + 1, { lines, confidence: index === 20 ? 0.6 : 0.98 }));
}

afterAll(() => server.close());

describe("answer groups of 60 students", () => {
  it("are sorted by function, wrong ones first, and within it by structure", async () => {
    const { groups: found, last_batch } = await groups();
    expect(last_batch).toBeNull();
    expect(found.map(({ verdict, size, points, maximum }) => [verdict, size, points, maximum])).toEqual([
      ["wrong", 20, 0, 5],
      ["wrong", 8, 0, 5],
      ["right", 32, 5, 5],
    ]);
    expect(found[2]!.structures.map(({ answers }) => answers.length)).toEqual([20, 12]);
    expect(found[0]!.structures[0]!.answers.map(({ file_id }) => file_id)).toEqual(files.slice(0, 20));
    expect(found[0]!.rows[0]).toMatchObject({
      output: "OUT 1",
      expression: "(A & B) | C",
      matches: false,
      first_difference: {
        assignment: [
          { name: "A", value: 0 },
          { name: "B", value: 0 },
          { name: "C", value: 1 },
        ],
        expected: 1,
        got: 0,
      },
    });
  });

  it("the largest wrong one is the most common mistake among the grades, once its pages count", async () => {
    const mistakeOf = async (unconfirmed: "include" | "leave-out") => {
      const { body } = await ana.call("getGrades", { params: { taskId }, query: { unconfirmed } });
      return body.items[0]!.mistake;
    };
    const [first] = (await groups()).groups;
    expect(await mistakeOf("include")).toEqual({ id: first!.id, size: 20, rows: first!.rows });
    expect(await mistakeOf("leave-out")).toBeNull();
  });

  it("explain what would make a page right, with the place, and what its points depend on", async () => {
    const sure = (await ana.call("explainAnswer", { params: { fileId: files[0]! } })).body;
    expect(sure).toMatchObject({ outcome: "one", text: "AND 2 should be an OR.", question: null, width: 800 });
    expect(sure.marks).toEqual([{ role: "change", box: { x: 100, y: 110, width: 60, height: 40 } }]);
    const doubtful = (await ana.call("explainAnswer", { params: { fileId: files[20]! } })).body;
    expect(doubtful.text).toBe("NAND 1 should be an AND.");
    expect(doubtful.question).toMatchObject({
      text: "If this gate is an AND, the answer is right.",
      choices: [{ points: 0 }, { text: "This gate is an AND.", points: 5 }],
    });
    expect(doubtful.confidence!).toBeLessThan(sure.confidence!);
  });

  it("get one grade and comment, after a preview that changes nothing; undo restores the earlier values", async () => {
    const [first] = (await groups()).groups;
    const body = { item: 1, group: first!.id, total_grade: 2, comment: " Look at the last gate. " };
    await ana.call("updateGrade", { params: { fileId: files[0]! }, body: { total_grade: 4, comment: "Nice" } });
    const preview = (await ana.call("gradeGroup", { params: { taskId }, body: { ...body, preview: true } })).body;
    expect([preview.changes.length, preview.kept, preview.batch]).toEqual([19, 1, null]);
    expect((await stored()).get(files[1]!)).toEqual(UNGRADED);

    const given = await ana.call("gradeGroup", {
      params: { taskId },
      body: { ...body, preview: false, expected: preview.fingerprint },
    });
    expect(given.body.batch).toMatchObject({ files: 19, label: "Group of 20 pages, item 1" });
    const now = await stored();
    for (const id of files.slice(1, 20)) {
      expect(now.get(id)).toEqual({ graded: true, totalGrade: 2, comment: "Look at the last gate." });
    }
    expect(now.get(files[0]!)).toEqual({ graded: true, totalGrade: 4, comment: "Nice" });
    expect(files.slice(20).map((id) => now.get(id))).toEqual(files.slice(20).map(() => UNGRADED));
    const { groups: after, last_batch } = await groups();
    expect([after[0]!.graded, last_batch?.id]).toEqual([20, given.body.batch!.id]);
    // Students see all 20; an undo leaves the one that was graded before, and one that is changed since, as they are.
    await ana.call("releaseGrades", { params: { taskId }, body: {} });
    expect((await groups()).last_batch).toMatchObject({ files: 19, released: 19 });

    await ana.call("updateGrade", { params: { fileId: files[1]! }, body: { total_grade: 3 } });
    expect((await groups()).last_batch?.released).toBe(18);
    // A question that was asked before the release said nothing of what students see.
    const early = { params: { batchId: last_batch!.id }, body: { released: last_batch!.released } };
    const unsaid = await ana.callLoosely("undoGrades", early);
    expect([unsaid.status, unsaid.body.error]).toEqual([
      409,
      {
        code: "released-meanwhile",
        message:
          "Nothing was undone: by now 18 of these grades are released, and an undo hides what students see. Press Undo again to do so.",
      },
    ]);
    expect((await groups()).last_batch?.released).toBe(18);
    const undone = await ana.call("undoGrades", { params: { batchId: last_batch!.id }, body: { released: 18 } });
    expect([last_batch?.released, undone.body]).toEqual([0, { restored: 18, skipped: 1 }]);
    const restored = await stored();
    expect(restored.get(files[1]!)?.totalGrade).toBe(3);
    expect(files.slice(2, 20).map((id) => restored.get(id))).toEqual(files.slice(2, 20).map(() => UNGRADED));
    const { history } = (await ana.call("getGradeRows", { params: { fileId: files[2]! } })).body;
    expect(history.map(({ text }) => text)).toEqual([
      "Taken back: 2 points, “Look at the last gate.”",
      "2 points, “Look at the last gate.”",
    ]);
    const again = await ana.callLoosely("undoGrades", { params: { batchId: last_batch!.id }, body: {} });
    expect([again.status, again.body.error.code]).toEqual([409, "already-undone"]);
    expect((await groups()).last_batch).toBeNull();
  });

  it("accept a comment without a grade, a single structure, and graded pages when asked", async () => {
    const right = (await groups()).groups[2]!;
    const one = { item: 1, group: right.id, preview: false };
    const commented = await ana.call("gradeGroup", {
      params: { taskId },
      body: { ...one, structure: right.structures[1]!.id, comment: "Well found." },
    });
    expect(commented.body.changes).toHaveLength(12);
    expect((await stored()).get(files[59]!)).toEqual({ ...UNGRADED, comment: "Well found." });
    await ana.call("undoGrades", { params: { batchId: commented.body.batch!.id }, body: {} });

    await ana.call("updateGrade", { params: { fileId: files[28]! }, body: { total_grade: 1 } });
    const all = await ana.call("gradeGroup", { params: { taskId }, body: { ...one, total_grade: 5, regrade: true } });
    expect([all.body.changes.length, all.body.kept]).toEqual([32, 0]);
    expect((await stored()).get(files[28]!)?.totalGrade).toBe(5);
    await ana.call("undoGrades", { params: { batchId: all.body.batch!.id }, body: {} });
    expect((await stored()).get(files[28]!)?.totalGrade).toBe(1);
  });

  it("get no grade if pages of the group have changed since the preview, or meanwhile", async () => {
    const body = { item: 1, group: (await groups()).groups[0]!.id, total_grade: 2 };
    const preview = (await ana.call("gradeGroup", { params: { taskId }, body: { ...body, preview: true } })).body;
    const { db } = server.context;
    const rows = await db.query.select().from(analyses);
    // Of two students, with different answers.
    const rowOf = (id: string | undefined) => rows.find(({ submissionId }) => submissionId === id)!;
    const [one, other] = [rowOf(files[2]), rowOf(files[40])];
    const swap = (back: boolean) =>
      db.run(async (query) => {
        for (const [row, like] of [
          [one, other],
          [other, one],
        ] as const) {
          const { outputs, inputs, netlist } = back ? row : like;
          const revision = row.revision + (back ? 0 : 1);
          await query.update(analyses).set({ outputs, inputs, netlist, revision }).where(eq(analyses.id, row.id));
        }
      });
    const before = await stored();
    const grade = () =>
      ana.callLoosely("gradeGroup", {
        params: { taskId },
        body: { ...body, preview: false, expected: preview.fingerprint },
      });
    const write = db.write.bind(db);
    try {
      await swap(false);
      const after = await grade();
      await swap(true);
      vi.spyOn(db, "write").mockImplementationOnce(async (work) => {
        await swap(false);
        return write(work);
      });
      const meanwhile = await grade();
      const code = "answers-changed";
      expect([after, meanwhile]).toMatchObject([1, 2].map(() => ({ status: 409, body: { error: { code } } })));
      expect(await stored()).toEqual(before);
    } finally {
      vi.restoreAllMocks();
      await swap(true);
    }
  });

  it("refuse an invalid grade or group, an empty request, and pages that have changed", async () => {
    const [first] = (await groups()).groups;
    const body = { item: 1, group: first!.id, preview: false, total_grade: 1 };
    const cases = [
      [{ ...body, total_grade: -1 }, 400],
      [{ ...body, total_grade: 1.5 }, 400],
      [{ ...body, total_grade: undefined }, 400],
      [{ ...body, comment: "x".repeat(501) }, 400],
      [{ ...body, group: "g0123456789ab" }, 404],
      [{ ...body, expected: "another" }, 409],
    ] as const;
    const before = await stored();
    for (const [given, status] of cases) {
      expect((await ana.callLoosely("gradeGroup", { params: { taskId }, body: given })).status).toBe(status);
    }
    expect(await stored()).toEqual(before);
  });
});

describe("grading all that is sure", () => {
  it("gives every certain and stable page its proposal in one step; the rest waits with its reasons", async () => {
    const before = await stored();
    const { batch } = (await ana.call("acceptGrades", { params: { taskId }, body: {} })).body;
    const now = await stored();
    const given = files.filter((id) => now.get(id)!.graded && !before.get(id)!.graded);
    expect(batch?.files).toBe(given.length);
    // The first 28 are wrong.
    for (const id of given) expect(now.get(id)?.totalGrade).toBe(files.indexOf(id) < 28 ? 0 : 5);
    const { entries } = (await ana.call("getQueue", { params: { taskId } })).body;
    const waiting = files.filter((id) => !now.get(id)!.graded);
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(waiting));
    expect(entries.find(({ id }) => id === files[20])?.code).toBe("unsure-verdict");
    expect((await ana.call("acceptGrades", { params: { taskId }, body: {} })).body).toEqual({ batch: null });
    const undone = await ana.call("undoGrades", { params: { batchId: batch!.id }, body: {} });
    expect(undone.body).toEqual({ restored: given.length, skipped: 0 });
    expect(await stored()).toEqual(before);
  });

  it("gives only what the person saw, and none with another certainty", async () => {
    const classId = await makeClass(ana, { classGroup: "79", studentList });
    const own = await makeTask(ana, classId, { title: "Seen", answerKeys: [ITEM] });
    const params = { taskId: own };
    const page = (studentId: string) => insertReadPage(server.context, { taskId: own, studentId, lines: WRONG });
    const first = await page("20230001");
    const { at, clear, certainty } = (await ana.call("getQueue", { params })).body;
    const later = eq(analyses.submissionId, await page("20230002"));
    const updatedAt = Date.parse(at) + 1;
    await server.context.db.run((query) => query.update(analyses).set({ updatedAt }).where(later));
    expect(clear).toBe(1);
    const accept = (percent: number) => ana.callLoosely("acceptGrades", { params, body: { seen: { at, percent } } });
    const refused = await accept(certainty.percent - 1);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "certainty-changed" } } });
    expect((await accept(certainty.percent)).body).toMatchObject({ batch: { files: 1 } });
    const { files: after } = (await ana.call("getFiles", { params })).body;
    expect(after.filter(({ graded }) => graded).map(({ id }) => id)).toEqual([first]);
    expect((await ana.call("getQueue", { params })).body).toMatchObject({ clear: 1, graded: 1 });
  });

  it("gives none if keys are edited while the grades are given", async () => {
    const params = { taskId };
    const keys = (expression: string) => ({ expression, grade: expression === "A" ? 50 : 5 });
    const setKeys = (expression: string) =>
      server.context.db.run((query) =>
        query.update(answerKeys).set(keys(expression)).where(eq(answerKeys.taskId, taskId)),
      );
    const before = await stored();
    const { db } = server.context;
    const write = db.write.bind(db);
    try {
      vi.spyOn(db, "write").mockImplementationOnce(async (work) => {
        await setKeys("A");
        return write(work);
      });
      const meanwhile = await ana.callLoosely("acceptGrades", { params, body: {} });
      expect(meanwhile).toMatchObject({ status: 409, body: { error: { code: "answers-changed" } } });
      expect(await stored()).toEqual(before);
    } finally {
      vi.restoreAllMocks();
      await setKeys("(A & B) | C");
    }
  });

  it("asks which reading is right, and takes the person's word", async () => {
    const fileId = files[20]!;
    const { question } = (await ana.call("explainAnswer", { params: { fileId } })).body;
    const [asRead, other] = question!.choices;
    const unknown = await ana.callLoosely("chooseReading", { params: { fileId }, body: { reading: "0123456789ab" } });
    expect(unknown).toMatchObject({ status: 409, body: { error: { code: "question-changed" } } });

    const { body } = await ana.call("chooseReading", { params: { fileId }, body: { reading: other!.name } });
    expect(body).toEqual({ total_grade: 5, reading: "This gate is an AND." });
    expect((await stored()).get(fileId)).toMatchObject({ graded: true, totalGrade: 5 });
    const { body: rows } = await ana.call("getGradeRows", { params: { fileId } });
    expect(rows.rows[0]).toMatchObject({ result: "Match", grade: 5 });
    expect(rows).toMatchObject({ question: null, confidence: null, chosen: { text: "This gate is an AND." } });
    const again = await ana.callLoosely("chooseReading", { params: { fileId }, body: { reading: asRead!.name } });
    expect(again.status).toBe(409);
  });

  it("follows the task's setting, which the next task begins with", async () => {
    const params = { taskId };
    const setTo = (certainty: number) => ana.callLoosely("setGradingView", { params, body: { certainty } });
    expect((await setTo(99.9)).status).toBe(200);
    const { certainty, entries, clear } = (await ana.call("getQueue", { params })).body;
    expect(certainty).toEqual({ percent: 99.9, full: "99.9 %", fewer: "99.9 %" });
    expect(entries.length).toBeGreaterThan(30);
    expect(entries.every(({ code }) => code === "unsure-verdict")).toBe(true);
    const { batch } = (await ana.call("acceptGrades", { params, body: {} })).body;
    expect(batch?.files ?? 0).toBe(clear);
    // Full marks are less sure than that.
    const right = [...(await stored()).values()].filter(({ totalGrade }) => totalGrade === 5);
    expect(right).toHaveLength(1);
    if (batch) await ana.call("undoGrades", { params: { batchId: batch.id }, body: {} });
    const next = await makeTask(ana, await makeClass(ana, { classGroup: "77" }), { title: "Next", answerKeys: [ITEM] });
    const { body } = await ana.call("getTask", { params: { taskId: next } });
    expect(body.certainty.percent).toBe(99.9);
    for (const wrong of [10, 100]) expect((await setTo(wrong)).status).toBe(400);
    await setTo(98);
  });
});

it("results for programs are made by a worker, a few pages at a time, in the order of student and item", async () => {
  const asked = vi.spyOn(server.context.recogniser, "ask");
  try {
    const answer = await ana.call("getTaskResults", { params: { taskId }, query: {} });
    const lines = (await answer.response.text()).trim().split("\n");
    const students = lines.map((line) => (JSON.parse(line) as PageResult).student_id);
    expect(students).toEqual(CLASS.map((_, index) => String(20230001 + index)));
    expect(asked.mock.calls.map(([kind]) => kind)).toEqual(["results", "results", "results"]);
  } finally {
    asked.mockRestore();
  }
});

it("answers to all items are grouped item by item, unless one is asked for", async () => {
  const classId = await makeClass(ana, { classGroup: "78", studentList: ["20230001", "20230002"] });
  const own = await makeTask(ana, classId, { title: "Two items", answerKeys: [ITEM, ITEM] });
  for (const [studentId, item, lines] of [
    ["20230002", 2, RIGHT],
    ["20230001", 2, RIGHT],
    ["20230001", 1, RIGHT],
    ["20230002", 1, WRONG],
  ] as const) {
    await insertReadPage(server.context, { taskId: own, studentId, item, lines });
  }
  const of = async (query: { item?: number }) => {
    const { body } = await ana.call("getAnswerGroups", { params: { taskId: own }, query });
    return body.groups.map(({ item, verdict, size }) => [item, verdict, size]);
  };
  const first = [
    [1, "wrong", 1],
    [1, "right", 1],
  ];
  expect(await of({})).toEqual([...first, [2, "right", 2]]);
  expect(await of({ item: 1 })).toEqual(first);
  // A function has the same name in each item.
  const { groups: all } = (await ana.call("getAnswerGroups", { params: { taskId: own }, query: {} })).body;
  expect(all[1]!.id).toBe(all[2]!.id);
});

it("a comment that a person gave several pages is offered to them, those on most pages first", async () => {
  const bo = await server.instructor("bo@example.edu");
  const classId = await makeClass(bo, { studentList: ["20230001", "20230002", "20230003"] });
  const own = await makeTask(bo, classId, { answerKeys: [ITEM] });
  const pages = await Promise.all(
    ["20230001", "20230002", "20230003"].map((studentId) =>
      insertReadPage(server.context, { taskId: own, studentId, lines: WRONG }),
    ),
  );
  const give = (page: number, comment: string) =>
    bo.call("updateGrade", { params: { fileId: pages[page]! }, body: { total_grade: 0, comment } });
  const offered = async (by = bo) => (await by.call("getOwnComments", {})).body.comments;
  const before = await offered(ana);
  await give(0, "See me, Eva.");
  await give(0, "No carry.");
  await give(0, "Name the output.");
  expect(await offered()).toEqual([]);
  for (const page of [1, 2]) await give(page, "Name the output.");
  await give(1, "No carry.");
  expect(await offered()).toEqual(["Name the output.", "No carry."]);
  expect(await offered(ana)).toEqual(before);
  // What came with pushed results was made by a program.
  const noCarry = like(statements.statement, "%No carry.%");
  await server.context.db.query.update(statements).set({ pushed: true }).where(noCarry);
  expect(await offered()).toEqual(["Name the output."]);
});
