import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { analyses, readings } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

/** A half adder, of which one gate is doubted after it was read. */
const PAGE = "20230001_quiz[1].png";
const KEYS = [{ item: "Item 1", keys: ["~(A ^ B)", "A & B"].map((expression) => ({ expression, grade: "5" })) }];

const server = await openTestServer({ TEMPLATE_SECRET: "a secret of the tests" });
const ana = await server.instructor();
const classId = await makeClass(ana, { studentList: ["20230001"] });
const taskId = await makeTask(ana, classId, { answerKeys: KEYS });
const bytes = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 }));
await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name: PAGE, bytes }]) });
await startJobs(server.context);
await server.context.jobs.idle();
const { body } = await ana.call("getFiles", { params: { taskId } });
const params = { fileId: body.files[0]!.id };
afterAll(() => server.close());

const rows = async () => (await ana.call("getGradeRows", { params })).body;
const circuit = async () => (await ana.call("getCircuitData", { params })).body.circuit_analysis;

/** Makes the machine doubt the first gate of the page, which its picture is too clear for. */
async function doubt(): Promise<void> {
  const { db } = server.context;
  const [analysis] = await db.query.select().from(analyses).where(eq(analyses.submissionId, params.fileId));
  const looks = looksOf(analysis!.netlist!, { confidence: 0.6 });
  await db.run(async (query) => {
    await query.update(readings).set({ looks }).where(eq(readings.submissionId, params.fileId));
    await query
      .update(analyses)
      .set({ updatedAt: analysis!.updatedAt + 1 })
      .where(eq(analyses.id, analysis!.id));
  });
}

/** Chooses the other reading of the doubted page, which earns more. */
async function chooseOther(): Promise<void> {
  await doubt();
  const { question, certainty_text } = await rows();
  expect(certainty_text).toMatch(/^The machine is [\d.]+ % sure of 5 of 10 points; 99\.5 % are needed\.$/);
  const [asRead, other] = question!.choices;
  expect([asRead!.points, other!.points]).toEqual([5, 10]);
  await ana.call("chooseReading", { params, body: { reading: other!.name } });
}

it("a chosen reading stays when the page is read again, until it is taken back", async () => {
  const before = await circuit();
  await chooseOther();
  const chosen = await rows();
  expect(chosen).toMatchObject({ total_grade: 10, graded: true, question: null, chosen: { by: "ana@example.edu" } });
  const { boolean_expressions: expressions } = await circuit();
  expect(expressions).not.toEqual(before.boolean_expressions);

  await ana.call("processDetection", { params, body: { mode: "single" } });
  expect((await circuit()).boolean_expressions).toEqual(expressions);
  expect(await rows()).toMatchObject({ total_grade: 10, proposed_grade: 10, question: null, chosen: chosen.chosen });

  expect((await ana.call("takeBackReading", { params })).body).toEqual({ total_grade: null });
  expect(await rows()).toMatchObject({ total_grade: null, graded: false, proposed_grade: 5, chosen: null });
  expect(await circuit()).toMatchObject({ boolean_expressions: before.boolean_expressions, wires: before.wires });
  const again = await ana.callLoosely("takeBackReading", { params });
  expect([again.status, again.body.error.code]).toEqual([409, "no-choice"]);
});

it("a grade that was given since the choice stays if the choice is taken back", async () => {
  await chooseOther();
  await ana.call("updateGrade", { params, body: { total_grade: 7 } });
  expect((await ana.call("takeBackReading", { params })).body).toEqual({ total_grade: 7 });
  expect(await rows()).toMatchObject({ total_grade: 7, graded: true, chosen: null });
});

it("a comment that came with the choice is taken back with it; one from before stays", async () => {
  const before = (await rows()).comment;
  for (const [comment, given] of [
    ["  Mind the circle. ", "Mind the circle."],
    [undefined, before],
  ] as const) {
    await ana.call("updateGrade", { params, body: { total_grade: 7 } });
    server.clock.advance(1000);
    await doubt();
    const [, other] = (await rows()).question!.choices;
    await ana.call("chooseReading", { params, body: { reading: other!.name, ...(comment && { comment }) } });
    expect(await rows()).toMatchObject({ total_grade: 10, comment: given });
    await ana.call("takeBackReading", { params });
    expect(await rows()).toMatchObject({ total_grade: 7, comment: before, chosen: null });
  }
});

it("a student's feedback describes the drawing as it was chosen to be read, and not at all for a grade by hand", async () => {
  const feedback = async () => {
    const query = { student_id: "20230001", format: "html" } as const;
    return (await ana.call("getFeedback", { params: { taskId }, query })).response.text();
  };
  const described = /OUT [12]: |the drawing computes/;
  await ana.call("updateGrade", { params, body: { total_grade: 7, comment: "Half of it." } });
  const byHand = await feedback();
  expect(byHand).toContain("Half of it.");
  expect(byHand).not.toMatch(described);
  await ana.call("updateGrade", { params, body: { total_grade: 5 } });
  expect(await feedback()).toContain("OUT 1: the drawing computes A ⊕ B, a different function.");
  await chooseOther();
  expect(await feedback()).toContain("OUT 1: right");
  await ana.call("takeBackReading", { params });
});

/** The drawing as it is compared with others. */
async function compared(): Promise<string> {
  return (await ana.call("getCopyPair", { params, query: { other: params.fileId } })).response.text();
}

it("a correction drops the choice, and nothing is asked about the page until it is analyzed", async () => {
  const drawn = await compared();
  await chooseOther();
  expect(await compared()).toBe(drawn);
  const { id: circuitAnalysisId, predictions } = await circuit();
  const { x, y, width, height } = predictions[0]!;
  await ana.call("movePrediction", {
    params: { circuitAnalysisId },
    body: { predictionId: predictions[0]!.id, x: x + 1, y, width, height },
  });
  expect(await rows()).toMatchObject({ chosen: null, question: null, proposed_grade: null });
  expect(await compared()).toBe(drawn);
  await ana.call("analyzeCircuit", { params });
  expect(await rows()).toMatchObject({ chosen: null, proposed_grade: 5 });
});

it("taking a choice back leaves the points of one from before a correction", async () => {
  expect((await rows()).total_grade).toBe(10);
  await chooseOther();
  expect((await ana.call("takeBackReading", { params })).body).toEqual({ total_grade: 10 });
  expect(await circuit()).toMatchObject({ edited: true });
});
