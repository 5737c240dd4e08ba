import { like } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MOST_CORRECTIONS } from "../../core/corrections/correction-schemas.ts";
import { THRESHOLD } from "../../core/rules/limits.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import type { RequestOf } from "../contract/endpoints.ts";
import type { CircuitAnalysis } from "../contract/results/detection.ts";
import { TEXTS } from "../contract/texts.ts";
import { statements } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

const HALF_ADDER = "20230001_quiz[1].png";
/** As the half adder, but with an XNOR. */
const WITH_XNOR = "20230007_quiz[1].png";

const events: string[] = [];

// One server and one reading of the pages for all tests: each uses a page as the previous one left it, or its own.
const server = await openTestServer({ TEMPLATE_SECRET: "a secret of the tests" });
const ana = await server.instructor();
const bo = await server.instructor("bo@example.edu");
const classId = await makeClass(ana, { studentList: ["20230001", "20230002", "20230003"] });
const taskId = await makeTask(ana, classId);
server.context.events.subscribe(ana.userId, (event) => {
  if (event.type === "analysis") events.push(event.task_id);
});
const qr = qrTextOf(server.context, { taskId, item: 1 });
const sheet = await sheetWithQr(HALF_ADDER, qr);
const good = await handIn("20230001_quiz[1].png", sheet);
const wrong = await handIn("20230002_quiz[1].png", await sheetWithQr(WITH_XNOR, qr));
const copy = await handIn("20230003_quiz[1].jpg", await sharp(sheet).jpeg({ quality: 95 }).toBuffer());
afterAll(() => server.close());

async function handIn(name: string, bytes: Uint8Array): Promise<string> {
  const { body } = await server.visitor().call("uploadFiles", { body: uploadForm(taskId, [{ name, bytes }]) });
  expect(body.files_uploaded).toHaveLength(1);
  const { body: list } = await ana.call("getFiles", { params: { taskId } });
  return list.files.find(({ filename }) => filename === name)!.id;
}

async function circuit(fileId: string): Promise<CircuitAnalysis> {
  return (await ana.call("getCircuitData", { params: { fileId } })).body.circuit_analysis;
}

const HALF_ADDER_TABLES = { S: ["000", "011", "101", "110"], C: ["000", "010", "100", "111"] };

it("before a page is read, its circuit is empty and its state is waiting", async () => {
  expect(await circuit(good)).toMatchObject({ state: "queued", predictions: [], width: 0, inputs: [], netlist: null });
  const edit = await ana.call("addPrediction", {
    params: { circuitAnalysisId: (await circuit(good)).id },
    body: { className: "AND", x: 1, y: 1, width: 9, height: 9 },
  });
  expect([edit.status, edit.body.error.code]).toEqual([409, "not-read-yet"]);
  for (const name of ["generateNetlist", "generateVerilog"] as const) {
    expect((await ana.call(name, { params: { fileId: good } })).status).toBe(409);
  }
  const { body } = await ana.call("getGradeRows", { params: { fileId: good } });
  expect(body).toMatchObject({ status: "review", proposed_grade: null, reasons: [{ code: "not-read-yet" }] });
  const similar = await ana.call("flagSimilarCircuits", { query: { task_id: taskId } });
  expect(similar.body).toEqual({ flagged_circuits: [] });
});

it("pages are read in the background, and open pages are notified", async () => {
  await startJobs(server.context);
  await server.context.jobs.idle();
  expect(events).toEqual([taskId, taskId, taskId]);
  const data = await circuit(good);
  expect(data).toMatchObject({ state: "done", error: null, edited: false, inputs: ["A", "B"], problems: [] });
  expect(data.truth_table).toEqual(HALF_ADDER_TABLES);
  expect(data.boolean_expressions).toEqual([{ C: "A & B" }, { S: "A ^ B" }]);
  expect(data.predictions.map(({ class_name }) => class_name)).toEqual(
    expect.arrayContaining(["XOR", "AND", "input", "output", "junction"]),
  );
  for (const { x, y, width, height, color } of data.predictions) {
    expect(x >= 0 && y >= 0 && x + width <= data.width && y + height <= data.height).toBe(true);
    expect(color).toHaveLength(3);
  }
  expect(data.predictions.find(({ class_name }) => class_name === "XOR")?.label).toBe("XOR 1");
});

it("the file list proposes grades", async () => {
  const { body } = await ana.call("getFiles", { params: { taskId } });
  expect(body.files.map(({ proposed_grade: grade, maximum_grade: most, analysis }) => [grade, most, analysis])).toEqual(
    [
      [10, 10, "done"],
      [5, 10, "done"],
      [10, 10, "done"],
    ],
  );
});

it("copies are flagged", async () => {
  const { body } = await ana.call("flagSimilarCircuits", { query: { task_id: taskId, margin_of_error: 5 } });
  expect(body).toEqual({ flagged_circuits: [[good, copy]] });
  const decide = (dismissed: boolean) =>
    ana.call("dismissPairs", { params: { taskId }, body: { file_ids: [copy, good], dismissed } });
  await decide(true);
  const query = { task_id: taskId };
  expect((await ana.call("flagSimilarCircuits", { query })).body.flagged_circuits).toEqual([]);
  await decide(false);
  expect((await ana.call("flagSimilarCircuits", { query })).body.flagged_circuits).toEqual([[good, copy]]);
  const none = await ana.call("flagSimilarCircuits", { query: { task_id: taskId, margin_of_error: 0 } });
  expect(none.body.flagged_circuits).toEqual([]);
});

it("the netlist is given as an LTspice schematic and as Verilog", async () => {
  const asc = await ana.call("generateNetlist", { params: { fileId: good } });
  expect(asc.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(asc.headers.get("content-disposition")).toContain(`circuit_${good}.asc`);
  const text = await asc.response.text();
  expect(text).toMatch(/^Version 4\n/);
  expect(text).toContain("SYMBOL Digital\\\\xor");
  const verilog = await ana.call("generateVerilog", { params: { fileId: good } });
  expect(await verilog.response.text()).toMatch(/module .*assign S = A \^ B;.*endmodule/s);
});

it("the drawing is shown alone, as large as the whole page", async () => {
  const sizeOf = async (query: { width: number; part?: "drawing" }) => {
    const { response } = await ana.call("getPagePicture", { params: { fileId: good }, query });
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return { width, height };
  };
  const { body } = await ana.call("explainAnswer", { params: { fileId: good } });
  const drawing = body.drawing!;
  expect(drawing.width * drawing.height).toBeLessThan(0.8 * body.width * body.height);
  const [whole, part] = [await sizeOf({ width: 480 }), await sizeOf({ width: 480, part: "drawing" })];
  expect(whole.width / whole.height).toBeCloseTo(body.width / body.height, 1);
  expect(part.width / part.height).toBeCloseTo(drawing.width / drawing.height, 1);
  expect(Math.max(part.width, part.height)).toBe(480);
});

describe("corrections", () => {
  let analysisId: string;
  const byClass = async (name: string) => (await circuit(wrong)).predictions.filter((each) => each.class_name === name);
  const analyze = async () => (await ana.call("analyzeCircuit", { params: { fileId: wrong } })).body;

  beforeAll(async () => {
    analysisId = (await circuit(wrong)).id;
  });

  it("another class changes the circuit when it is analysed again, and the grade that is proposed", async () => {
    const [xnor] = await byClass("XNOR");
    const { body, status } = await ana.call("editPrediction", {
      params: { circuitAnalysisId: analysisId },
      body: { className: "XOR", predictionId: xnor!.id },
    });
    expect(status).toBe(200);
    expect(body.filtered_predictions.find(({ id }) => id === xnor!.id)).toMatchObject({
      class_name: "XOR",
      confidence: 1,
    });
    expect(await circuit(wrong)).toMatchObject({ edited: true, truth_table: { S: ["001", "010", "100", "111"] } });
    // What was derived before belongs to another circuit: wherever the page is shown, it waits for a person.
    const unanalyzed = { code: "predictions-changed", message: TEXTS.detection.changed };
    const { body: rows } = await ana.call("getGradeRows", { params: { fileId: wrong } });
    expect(rows).toMatchObject({ status: "review", proposed_grade: null, reasons: [unanalyzed] });
    const { body: list } = await ana.call("getFiles", { params: { taskId } });
    expect(list.files.find(({ id }) => id === wrong)).toMatchObject({ proposed_grade: null, problem_count: 1 });
    expect((await analyze()).truth_table).toEqual(HALF_ADDER_TABLES);
    expect((await circuit(wrong)).problems).toEqual([]);
    expect((await byClass("XOR")).map(({ id }) => id)).toEqual([xnor!.id]);
    const { body: grade } = await ana.call("getGradeRows", { params: { fileId: wrong } });
    expect(grade.proposed_grade).toBe(10);
  });

  it("a removed gate is gone, and is back where a person adds it", async () => {
    const [and] = await byClass("AND");
    const gone = await ana.call("deletePrediction", { params: { predictionId: and!.id }, query: {} });
    expect(gone.body.filtered_predictions.map(({ class_name }) => class_name)).not.toContain("AND");
    expect((await analyze()).problems.length).toBeGreaterThan(0);
    expect(await byClass("AND")).toEqual([]);
    const { x, y, width, height } = and!;
    const added = await ana.call("addPrediction", {
      params: { circuitAnalysisId: analysisId },
      body: { className: "AND", x, y, width, height },
    });
    expect(added.body.filtered_predictions.filter(({ class_name }) => class_name === "AND")).toHaveLength(1);
    const { problems, truth_table } = await analyze();
    expect({ problems, truth_table }).toEqual({ problems: [], truth_table: HALF_ADDER_TABLES });
  });

  it("a name that was misread is corrected, and a prediction can be moved", async () => {
    const output = (await byClass("output")).find(({ label }) => label === "C")!;
    const body = { className: "output" as const, predictionId: output.id, label: "carry" };
    await ana.call("editPrediction", { params: { circuitAnalysisId: analysisId }, body });
    expect(Object.keys((await analyze()).truth_table).sort()).toEqual(["S", "carry"]);
    const { width, height } = output;
    const place = { x: output.x + 3, y: output.y + 2, width, height };
    const moved = await ana.call("movePrediction", {
      params: { circuitAnalysisId: analysisId },
      body: { ...place, predictionId: output.id },
    });
    expect(moved.body.filtered_predictions.find(({ id }) => id === output.id)).toMatchObject(place);
    expect(Object.keys((await analyze()).truth_table).sort()).toEqual(["S", "carry"]);
  });

  it("a terminal without a name says so; one that was changed gets its name back with its class", async () => {
    const params = { circuitAnalysisId: analysisId };
    const and = (await byClass("AND"))[0];
    expect(and).toMatchObject({ label: "AND 1", name: "" });
    const input = (await byClass("input")).find(({ label }) => label === "A")!;
    expect(input.name).toBe("A");
    const named = async (className: "input" | "junction", label: string) => {
      const body = { className, predictionId: input.id, label };
      const { filtered_predictions: all } = (await ana.call("editPrediction", { params, body })).body;
      return all.find(({ id }) => id === input.id);
    };
    expect(await named("junction", "")).toMatchObject({ class_name: "junction", name: "" });
    expect(await named("input", "~A")).toMatchObject({ class_name: "input", name: "~A" });
    expect(await named("input", "")).toMatchObject({ label: expect.stringMatching(/^input \d$/), name: "" });
  });

  it("wires are corrected by places: the page is read again, and drawings are compared as they were drawn", async () => {
    const similar = async () => {
      const query = { task_id: taskId, margin_of_error: 5 };
      return (await ana.call("flagSimilarCircuits", { query })).body.flagged_circuits;
    };
    const before = await circuit(copy);
    const and = before.predictions.find(({ class_name }) => class_name === "AND")!;
    const pin = { x: and.x, y: and.y + and.height / 4 };
    const invert = { kind: "invert", pin, inverted: true } as const;
    const params = { circuitAnalysisId: before.id };
    const correct = async (corrections: readonly (typeof invert)[]) =>
      (await ana.call("correctWires", { params, body: { corrections: [...corrections] } })).body.circuit_analysis;

    const after = await correct([invert]);
    expect(after).toMatchObject({ wire_corrections: [invert], problems: [], edited: true });
    expect(after.truth_table.S).toEqual(before.truth_table.S);
    expect(after.truth_table.C).not.toEqual(before.truth_table.C);
    const { body: grade } = await ana.call("getGradeRows", { params: { fileId: copy } });
    expect(grade.proposed_grade).toBe(5);
    const { body: gone } = await ana.call("deletePrediction", { params: { predictionId: and.id }, query: {} });
    expect(gone.filtered_predictions.map(({ class_name }) => class_name)).not.toContain("AND");
    expect(await similar()).toEqual([[good, copy]]);

    const lost = { ...invert, pin: { x: 1, y: 1 } };
    const [problem] = (await correct([lost])).problems.filter(({ code }) => code === "lost-correction");
    expect(problem).toMatchObject({ box: { x: -14, y: -14, width: 30, height: 30 } });
    expect(await ana.callLoosely("correctWires", { params, body: { corrections: [{ kind: "cut" }] } })).toMatchObject({
      status: 400,
    });
    await ana.call("processDetection", { params: { fileId: copy }, body: { mode: "single" } });
    expect(await circuit(copy)).toMatchObject({ wire_corrections: [], edited: false, truth_table: HALF_ADDER_TABLES });
  });

  it("what others correct meanwhile stays: wires of both, and what somebody sees no longer is not changed", async () => {
    const { id: circuitAnalysisId, predictions, revision } = await circuit(copy);
    const params = { circuitAnalysisId };
    const and = predictions.find(({ class_name }) => class_name === "AND")!;
    const pin = (part: number) => ({ x: and.x, y: and.y + and.height * part });
    const [first, second] = [0.25, 0.75].map((part) => ({ kind: "invert" as const, pin: pin(part), inverted: true }));
    const correct = (corrections: WireCorrection[], seen: WireCorrection[]) =>
      ana.call("correctWires", { params, body: { corrections, seen } });
    const one = (await correct([first!], [])).body.circuit_analysis;
    expect(one.revision).toBe(revision + 1);
    // A grade changes nothing that the page shows.
    await ana.call("updateGrade", { params: { fileId: copy }, body: { total_grade: 1 } });
    const both = (await correct([second!], [])).body.circuit_analysis;
    expect(both).toMatchObject({ wire_corrections: [first, second], revision: revision + 2 });
    expect((await correct([], [second!])).body.circuit_analysis.wire_corrections).toEqual([first]);
    const far = Array.from({ length: MOST_CORRECTIONS.wires }, (_, x) => ({ ...first!, pin: { x: -x - 1, y: -1 } }));
    expect(await correct(far, [])).toMatchObject({ status: 409, body: { error: { code: "too-many-corrections" } } });

    const edit = (className: "AND" | "OR", seen: "AND" | "OR") => {
      const body = { className, predictionId: and.id, seen: { className: seen } };
      return ana.call("editPrediction", { params, body });
    };
    expect((await edit("OR", "AND")).body).toMatchObject({ revision: revision + 4 });
    const refused = { status: 409, body: { error: { code: "prediction-changed" } } };
    expect(await edit("AND", "AND")).toMatchObject(refused);
    const query = { seenClass: "AND" as const };
    expect(await ana.call("deletePrediction", { params: { predictionId: and.id }, query })).toMatchObject(refused);
    const input = predictions.find(({ name }) => name === "A")!;
    const renamed = { className: "input" as const, predictionId: input.id, label: "D", seen: { label: "B" } };
    const answer = await ana.call("editPrediction", { params, body: renamed });
    expect(answer).toMatchObject(refused);
    expect(answer.body.error.message).toBe(
      "This was corrected meanwhile. It is input A now; your change was not made.",
    );

    const { x, y, width, height } = input;
    const place = { x, y, width, height };
    const move = (seen: typeof place) => {
      const body = { ...place, x: x + 9, predictionId: input.id, seen };
      return ana.call("movePrediction", { params, body });
    };
    const stale = await move({ ...place, y: y + 2 });
    expect(stale).toMatchObject(refused);
    expect(stale.body.error.message).toBe(
      "This was corrected meanwhile. It was moved or resized; your change was not made.",
    );
    expect((await move(place)).body).toMatchObject({ revision: revision + 5 });

    const detect = (seen: number) =>
      ana.call("processDetection", { params: { fileId: copy }, body: { mode: "single", seen } });
    expect(await detect(revision)).toMatchObject({ status: 409, body: { error: { code: "page-corrected" } } });
    expect(await circuit(copy)).toMatchObject({ wire_corrections: [first], edited: true, revision: revision + 5 });
    // A new threshold is nobody's correction.
    const body = { thresholdValue: 120, mode: "single" as const, fileId: copy };
    expect((await ana.call("setFilterThreshold", { body })).status).toBe(200);
    expect((await detect(revision + 5)).status).toBe(200);
    expect(await circuit(copy)).toMatchObject({ wire_corrections: [], edited: false });
    await ana.call("setFilterThreshold", { body: { ...body, thresholdValue: "auto" } });
    await detect(revision + 5);
    expect(await circuit(copy)).toMatchObject({ read_threshold: null, truth_table: HALF_ADDER_TABLES });
  });

  it("a page whose gates are detected again keeps a person's corrections, and shows what finds no place", async () => {
    const isGate = ({ class_name }: { class_name: string }) => class_name === "AND" || class_name === "XOR";
    const { id: circuitAnalysisId, predictions } = await circuit(copy);
    const params = { circuitAnalysisId };
    const gate = (className: string) => predictions.find(({ class_name }) => class_name === className)!;
    const [and, xor] = [gate("AND"), gate("XOR")];
    const change = { className: "OR" as const, predictionId: and.id };
    await ana.call("editPrediction", { params, body: change });
    await ana.call("deletePrediction", { params: { predictionId: xor.id }, query: {} });
    const inverted = { kind: "invert" as const, pin: { x: and.x, y: and.y + and.height / 4 }, inverted: true };
    const nowhere = { kind: "cut" as const, at: { x: 3, y: 3 } };
    const corrections: WireCorrection[] = [inverted, nowhere];
    await ana.call("correctWires", { params, body: { corrections } });
    await ana.call("setFilterThreshold", { body: { fileId: copy, thresholdValue: 120, mode: "single" } });
    const detect = (kept: "keep" | "discard") =>
      ana.call("processDetection", { params: { fileId: copy }, body: { mode: "single", corrections: kept, seen: 0 } });

    expect((await detect("keep")).status).toBe(200);
    const kept = await circuit(copy);
    expect(kept).toMatchObject({ edited: true, read_threshold: 120, wire_corrections: corrections });
    expect(kept.predictions.filter(({ class_name }) => class_name === "OR").map(({ id }) => id)).toEqual([and.id]);
    expect(kept.predictions.filter(isGate)).toEqual([]);
    expect(kept.problems.map(({ code }) => code)).toContain("lost-correction");
    expect(new Set(kept.predictions.map(({ object_id }) => object_id)).size).toBe(kept.predictions.length);

    // A gate that the machine had not seen at the last threshold is found next to what a person said.
    await server.context.db.run((query) =>
      query.delete(statements).where(like(statements.statement, '%"called":"XOR%')),
    );
    await detect("keep");
    const found = await circuit(copy);
    expect(found.predictions.filter(isGate).map(({ class_name }) => class_name)).toEqual(["XOR"]);
    expect(found.outputs.length).toBe(2);

    expect(await detect("discard")).toMatchObject({ status: 409, body: { error: { code: "page-corrected" } } });
    await ana.call("setFilterThreshold", { body: { fileId: copy, thresholdValue: "auto", mode: "single" } });
    await ana.call("processDetection", { params: { fileId: copy }, body: {} });
    expect(await circuit(copy)).toMatchObject({ edited: false, truth_table: HALF_ADDER_TABLES });
  });

  it("a problem that is drawn so is settled: without any output that has a function, 0 points are proposed", async () => {
    const { id: circuitAnalysisId, predictions } = await circuit(copy);
    for (const { id, class_name } of predictions) {
      if (class_name !== "AND" && class_name !== "XOR") continue;
      await ana.call("deletePrediction", { params: { predictionId: id }, query: {} });
    }
    const params = { circuitAnalysisId };
    const read = async (corrections: RequestOf<"correctWires">["body"]["corrections"]) =>
      (await ana.call("correctWires", { params, body: { corrections } })).body.circuit_analysis;
    const points = async () => (await ana.call("getGradeRows", { params: { fileId: copy } })).body.proposed_grade;
    const { problems } = await read([]);
    expect(problems.map(({ code }) => code)).toContain("no-gates");
    expect(await points()).toBeNull();
    const accepted = problems.map(({ code, box }) => ({
      kind: "accept" as const,
      code,
      at: box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null,
    }));
    expect((await read(accepted)).problems).toEqual([]);
    expect(await points()).toBe(0);
    await ana.call("processDetection", { params: { fileId: copy }, body: { mode: "single" } });
    expect(await circuit(copy)).toMatchObject({ wire_corrections: [], truth_table: HALF_ADDER_TABLES });
  });

  it("reading from scratch restores the machine's reading", async () => {
    const { body } = await ana.call("processDetection", { params: { fileId: wrong }, body: { mode: "single" } });
    expect(body.predictions.map(({ class_name }) => class_name)).toContain("XNOR");
    expect(await circuit(wrong)).toMatchObject({ edited: false, truth_table: { S: ["001", "010", "100", "111"] } });
  });

  it("of missing objects is refused", async () => {
    const params = { circuitAnalysisId: analysisId };
    const edit = await ana.call("editPrediction", { params, body: { className: "AND", predictionId: "nothing" } });
    expect([edit.status, edit.body.error.message]).toEqual([404, TEXTS.files.notFound]);
    const bad = await ana.callLoosely("editPrediction", { params, body: { className: "LATCH", predictionId: "x" } });
    expect(bad.status).toBe(400);
    const flat = await ana.callLoosely("addPrediction", {
      params,
      body: { className: "AND", x: 0, y: 0, width: 0, height: 5 },
    });
    expect(flat.status).toBe(400);
    expect((await ana.call("deletePrediction", { params: { predictionId: "nothing" }, query: {} })).status).toBe(404);
  });
});

describe("the threshold", () => {
  it("shows the page in black and white, and is kept for reading it", async () => {
    const body = { fileId: good, thresholdValue: THRESHOLD.default };
    const { response, headers } = await ana.call("setFilterThreshold", { body });
    expect(headers.get("content-type")).toBe("image/png");
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(new Set(data)).toEqual(new Set([0, 255]));
    // Nothing was read with it yet.
    expect(await circuit(good)).toMatchObject({ threshold_value: THRESHOLD.default, read_threshold: null });
    await ana.call("processDetection", { params: { fileId: good }, body: {} });
    expect(await circuit(good)).toMatchObject({ read_threshold: THRESHOLD.default });
    expect((await circuit(good)).truth_table).toEqual(HALF_ADDER_TABLES);
  });

  it("at which nothing is ink gives no circuit and says so", async () => {
    await ana.call("setFilterThreshold", { body: { fileId: good, thresholdValue: THRESHOLD.min } });
    const { body } = await ana.call("processDetection", { params: { fileId: good }, body: {} });
    expect(body.predictions).toEqual([]);
    expect((await circuit(good)).problems.map(({ code }) => code)).toContain("no-ink");
    const analysed = await ana.call("analyzeCircuit", { params: { fileId: good } });
    expect(analysed.body).toMatchObject({ boolean_expressions: [], truth_table: {} });
  });

  it("that is only set is not used for corrections, which belong to the last reading", async () => {
    await ana.call("setFilterThreshold", { body: { fileId: good, thresholdValue: "auto" } });
    await ana.call("processDetection", { params: { fileId: good }, body: {} });
    await ana.call("setFilterThreshold", { body: { fileId: good, thresholdValue: THRESHOLD.min } });
    const { id: circuitAnalysisId, predictions } = await circuit(good);
    const and = predictions.find(({ class_name }) => class_name === "AND")!;
    const body = { className: "OR" as const, predictionId: and.id };
    await ana.call("editPrediction", { params: { circuitAnalysisId }, body });
    const analysed = await ana.call("analyzeCircuit", { params: { fileId: good } });
    expect(analysed.body.truth_table.C).toEqual(["000", "011", "101", "111"]);
    expect(await circuit(good)).toMatchObject({ threshold_value: THRESHOLD.min, read_threshold: null });
  });

  it("of a whole task is set at once, and its pages are read as jobs", async () => {
    await ana.call("setFilterThreshold", { body: { fileId: good, thresholdValue: "auto", mode: "multiple" } });
    const { body } = await ana.call("processDetection", { params: { fileId: good }, body: { mode: "multiple" } });
    expect(body.predictions.length).toBeGreaterThan(5);
    await server.context.jobs.idle();
    for (const id of [good, wrong, copy])
      expect(await circuit(id)).toMatchObject({ state: "done", threshold_value: null });
  });

  it("beyond 0 to 255 is refused", async () => {
    for (const thresholdValue of [-1, 256, 1.5, "dark"]) {
      expect((await ana.callLoosely("setFilterThreshold", { body: { fileId: good, thresholdValue } })).status).toBe(
        400,
      );
    }
  });
});

describe("who may not", () => {
  const calls = [
    ["getCircuitData", () => ({ params: { fileId: good } })],
    ["analyzeCircuit", () => ({ params: { fileId: good } })],
    ["processDetection", () => ({ params: { fileId: good }, body: {} })],
    ["generateNetlist", () => ({ params: { fileId: good } })],
    ["generateVerilog", () => ({ params: { fileId: good } })],
    ["setFilterThreshold", () => ({ body: { fileId: good, thresholdValue: 100 } })],
    ["flagSimilarCircuits", () => ({ query: { task_id: taskId } })],
    ["getFiles", () => ({ params: { taskId } })],
    ["getFile", () => ({ params: { fileId: good } })],
    ["getPagePicture", () => ({ params: { fileId: good } })],
    ["getSubmissionHistory", () => ({ params: { fileId: good } })],
    ["restoreSubmission", () => ({ params: { fileId: good } })],
    ["getGradeRows", () => ({ params: { fileId: good } })],
    ["updateGrade", () => ({ params: { fileId: good }, body: { total_grade: 1 } })],
    ["deleteFile", () => ({ params: { fileId: good } })],
  ] as const;

  it.each(calls)("%s: a visitor gets 401, another instructor 404", async (name, request) => {
    const visitor = await server.visitor().callLoosely(name, request());
    expect([visitor.status, visitor.headers.get("content-type")]).toEqual([401, "application/json"]);
    const stranger = await bo.callLoosely(name, request());
    expect([stranger.status, stranger.headers.get("content-type")]).toEqual([404, "application/json"]);
  });

  it("another instructor edits no prediction", async () => {
    const { id, predictions } = await circuit(good);
    const predictionId = predictions[0]!.id;
    const params = { circuitAnalysisId: id };
    const box = { x: 1, y: 1, width: 5, height: 5 };
    const answers = await Promise.all([
      bo.call("addPrediction", { params, body: { className: "AND", ...box } }),
      bo.call("editPrediction", { params, body: { className: "AND", predictionId } }),
      bo.call("movePrediction", { params, body: { predictionId, ...box } }),
      bo.call("deletePrediction", { params: { predictionId }, query: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await circuit(good)).predictions).toEqual(predictions);
  });
});

describe("expressions", () => {
  it.each([
    ["A ^ B | (C & ~A)", true, null],
    ["X1 & X2", true, null],
    ["", false, "Type an expression, for example A ^ B."],
    ["AB' + c", true, null],
    ["A & H", false, "H is not an input: use A to G, or name the item's inputs (character 5)."],
    [`A${" & A".repeat(30)}`, false, "Expression cannot exceed 100 characters."],
  ])("%s", async (expression, valid, message) => {
    expect((await ana.call("validateExpression", { body: { expression } })).body).toEqual({ valid, message });
  });

  it("that is incomplete says where", async () => {
    const { body } = await ana.call("validateExpression", { body: { expression: "A &" } });
    expect(body.valid).toBe(false);
    expect(body.message).toBe("Expected an operand (character 4).");
  });

  it("have truth tables, by name or by position, over all their variables", async () => {
    const { body } = await ana.call("generateTruthTable", { body: { expressions: ["X1 ^ X2", { C: "B" }] } });
    expect(body).toEqual({
      truth_table: { "OUT 1": ["000", "011", "101", "110"], C: ["000", "011", "100", "111"] },
      inputs: ["A", "B"],
    });
  });

  it("that are invalid, or too many, are refused with the reason", async () => {
    const bad = await ana.call("generateTruthTable", { body: { expressions: ["A &"] } });
    expect([bad.status, bad.body.error.code]).toEqual([400, "expression-invalid"]);
    expect(bad.body.error.message).toContain("OUT 1");
    const over = (variables: number) => Array.from({ length: variables }, (_, index) => `v${index}`).join(" & ");
    const tables = (expressions: string[]) => ana.call("generateTruthTable", { body: { expressions } });
    // One such call kept the server busy for 20 seconds and took 5 GB.
    for (const expressions of [[over(14)], [over(40)], Array<string>(64).fill(over(8))]) {
      const large = await tables(expressions);
      expect([large.status, large.body.error.code]).toEqual([400, "too-many-rows"]);
    }
    // Sixty-four long expressions take seconds: a worker thread makes the tables.
    const ask = vi.spyOn(server.context.recogniser, "ask");
    expect((await tables(Array<string>(64).fill(over(7)))).status).toBe(200);
    expect(ask.mock.calls.map(([kind]) => kind)).toEqual(["tables"]);
    expect((await server.visitor().call("validateExpression", { body: { expression: "A" } })).status).toBe(401);
  });
});
