import { afterAll, describe, expect, it, vi } from "vitest";
import { newId } from "../adapters/random.ts";
import type { RequestOf } from "../contract/endpoints.ts";
import type { CircuitAnalysis } from "../contract/results/detection.ts";
import { analyses } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

const PAGE = "20230001_quiz[1].png";

const server = await openTestServer({ TEMPLATE_SECRET: "a secret of the tests" });
const ana = await server.instructor();
const taskId = await makeTask(ana, await makeClass(ana));
const bytes = await sheetWithQr(PAGE, qrTextOf(server.context, { taskId, item: 1 }));
await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name: PAGE, bytes }]) });
const params = { fileId: (await ana.call("getFiles", { params: { taskId } })).body.files[0]!.id };
await startJobs(server.context);
await server.context.jobs.idle();
afterAll(() => server.close());

const rows = async () => (await ana.call("getGradeRows", { params })).body;
const circuit = async () => (await ana.call("getCircuitData", { params })).body.circuit_analysis;
const takeBack = (number: number) => ana.callLoosely("takeBackStatement", { params, body: { number } });
const said = async () => (await rows()).history.map(({ text, taken_back }) => [text, taken_back]);

it("each thing that people say of a page is in its history, and can be taken back by itself", async () => {
  const machine = await circuit();
  const [first, second] = machine.predictions.filter(({ class_name }) => /^(AND|XOR)$/.test(class_name));
  const call = { circuitAnalysisId: machine.id };
  await ana.call("editPrediction", { params: call, body: { predictionId: first!.id, className: "OR" } });
  await ana.call("updateGrade", { params, body: { total_grade: 3, comment: "Nearly" } });
  await ana.call("deletePrediction", { params: { predictionId: second!.id }, query: {} });
  await ana.call("analyzeCircuit", { params });
  expect(await said()).toEqual([
    [`${second!.label} is not there`, false],
    ["3 points, “Nearly”", false],
    [`${first!.label} is an OR`, false],
  ]);
  const both = await circuit();
  expect(both.truth_table).not.toEqual(machine.truth_table);

  expect((await takeBack(1)).body).toEqual({ total_grade: 3 });
  const one = await circuit();
  const gates = (all: typeof machine) =>
    all.predictions.map(({ class_name }) => class_name).filter((name) => /[A-Z]/.test(name));
  expect(gates(one)).toEqual([first!.class_name]);
  expect(one).toMatchObject({ edited: true, state: "done" });

  expect((await takeBack(2)).body).toEqual({ total_grade: null });
  await takeBack(3);
  expect(await circuit()).toMatchObject({
    edited: false,
    truth_table: machine.truth_table,
    problems: machine.problems,
  });
  expect((await rows()).graded).toBe(false);

  // What was taken back holds again.
  await takeBack(6);
  expect(gates(await circuit())).toEqual([first!.class_name]);
  expect((await said()).slice(0, 2)).toEqual([
    [`Holds again: ${second!.label} is not there`, false],
    [`Taken back: ${second!.label} is not there`, true],
  ]);
  const again = await takeBack(6);
  expect([again.status, again.body.error.code]).toEqual([409, "taken-back"]);
  expect((await takeBack(99)).status).toBe(404);
});

it("reading from scratch is one of them: the corrections come back with it", async () => {
  await ana.call("processDetection", { params, body: {} });
  expect(await circuit()).toMatchObject({ edited: false });
  const [discarded] = (await rows()).history;
  expect(discarded).toMatchObject({ text: "All corrections are discarded", by: "ana@example.edu" });
  await takeBack(discarded!.number);
  expect(await circuit()).toMatchObject({ edited: true });
});

it("a grade that comes while a page is read from scratch is kept, and so is the discarding", async () => {
  const { recogniser } = server.context;
  const ask = recogniser.ask.bind(recogniser);
  const spy = vi.spyOn(recogniser, "ask").mockImplementationOnce(async (...request) => {
    await ana.call("updateGrade", { params, body: { total_grade: 4 } });
    return ask(...request);
  });
  const { status } = await ana.callLoosely("processDetection", { params, body: {} });
  spy.mockRestore();
  expect(status).toBe(200);
  expect(await circuit()).toMatchObject({ edited: false, state: "done" });
  expect((await said()).slice(0, 2)).toEqual([
    [expect.stringContaining("4 points"), false],
    ["All corrections are discarded", false],
  ]);
});

describe("a reading that people overtake", () => {
  const processed = (body: RequestOf<"processDetection">["body"]) => ana.call("processDetection", { params, body });
  const setThreshold = (thresholdValue: number | "auto") =>
    ana.call("setFilterThreshold", { body: { fileId: params.fileId, thresholdValue, mode: "single" } });
  const isOutdated = ({ problems }: CircuitAnalysis) => problems.some(({ code }) => code === "predictions-changed");

  /** Readings that somebody waits for wait until they are let go, in the order in which they began. */
  function holdReadings() {
    const { recogniser } = server.context;
    const ask = recogniser.ask.bind(recogniser);
    const held: (() => void)[] = [];
    const spy = vi.spyOn(recogniser, "ask").mockImplementation(async (...request) => {
      if (request[0] === "read") await new Promise<void>((go) => held.push(go));
      return ask(...request);
    });
    const begun = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 60_000 });
    return { held, begun, end: () => spy.mockRestore() };
  }

  it("shows a correction that came meanwhile, and is not repeated", async () => {
    const { id: circuitAnalysisId } = await circuit();
    const { held, begun, end } = holdReadings();
    const read = processed({});
    await begun(1);
    const body = { className: "junction" as const, x: 5, y: 5, width: 20, height: 20 };
    await ana.call("addPrediction", { params: { circuitAnalysisId }, body });
    held[0]!();
    await read;
    end();
    expect(held).toHaveLength(1);
    const now = await circuit();
    expect(now).toMatchObject({ edited: true, state: "done" });
    expect(isOutdated(now)).toBe(true);
    expect((await said())[0]).toEqual(["There is a junction", false]);
    await ana.call("analyzeCircuit", { params });
    expect(isOutdated(await circuit())).toBe(false);
    await processed({});
  });

  it("does not count if the page was read meanwhile at the threshold that it has since", async () => {
    const { held, begun, end } = holdReadings();
    const first = processed({});
    await begun(1);
    await setThreshold(130);
    const second = processed({});
    await begun(2);
    held[1]!();
    await second;
    held[0]!();
    await first;
    end();
    expect(await circuit()).toMatchObject({ read_threshold: 130, state: "done" });
  });

  it("with corrections among gates that are detected again meanwhile is followed by one among these", async () => {
    const { id: circuitAnalysisId } = await circuit();
    await setThreshold("auto");
    const { held, begun, end } = holdReadings();
    const gates = processed({});
    await begun(1);
    const corrections = [{ kind: "cut" as const, at: { x: 3, y: 3 } }];
    const wires = ana.call("correctWires", { params: { circuitAnalysisId }, body: { corrections } });
    await begun(2);
    held[0]!();
    await gates;
    held[1]!();
    await wires;
    end();
    await server.context.jobs.idle();
    const now = await circuit();
    expect(now).toMatchObject({ read_threshold: null, state: "done", wire_corrections: corrections });
    expect(now.problems.map(({ code }) => code)).toContain("lost-correction");
    expect(isOutdated(now)).toBe(false);
  });
});

it("what changes nothing is not said", async () => {
  const { id, predictions, wire_corrections: corrections } = await circuit();
  const { id: predictionId, class_name: className, x, y, width, height } = predictions[0]!;
  const before = await said();
  const call = { circuitAnalysisId: id };
  await ana.call("movePrediction", { params: call, body: { predictionId, x, y, width, height } });
  await ana.call("editPrediction", { params: call, body: { predictionId, className } });
  await ana.call("correctWires", { params: call, body: { corrections } });
  expect(await said()).toEqual(before);
});

it("a prediction is not found by the number that it has on another page", async () => {
  const { id, predictions } = await circuit();
  const predictionId = predictions[0]!.id.replace(id, "another");
  const call = { params: { circuitAnalysisId: id }, body: { predictionId, className: "OR" } } as const;
  expect((await ana.callLoosely("editPrediction", call)).status).toBe(404);
});

it("the grade of a page that cannot be read is taken back", async () => {
  const fileId = await insertSubmission(server.context, {
    taskId,
    studentId: "20230002",
    filename: "20230002_quiz[1].png",
  });
  const failed = { id: newId(), submissionId: fileId, state: "failed", error: "It is empty.", updatedAt: 0 } as const;
  await server.context.db.run((query) => query.insert(analyses).values(failed));
  const call = { params: { fileId } };
  await ana.call("updateGrade", { ...call, body: { total_grade: 3 } });
  expect((await ana.callLoosely("takeBackStatement", { ...call, body: { number: 1 } })).body).toEqual({
    total_grade: null,
  });
  expect((await ana.call("getCircuitData", call)).body.circuit_analysis).toMatchObject({
    state: "failed",
    error: "It is empty.",
  });
});
