import { and, eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { type SaidRecord, saidFileSchema } from "../../core/page-record/said-record.ts";
import { keyVersion } from "../../core/results/key-version.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import type { CircuitAnalysis } from "../contract/results/detection.ts";
import { analyses, readings, statements } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { samplePage } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

const HALF_ADDER = samplePage("20230001_quiz[1].png");
const [ADA, BEN, CLEO] = ["20230001", "20230002", "20230003"] as const;
const KEYS = [{ expression: "A ^ B", grade: 5 }];

// Each test goes on where the last one ended.
const server = await openTestServer();
const ana = await server.instructor();
const program = await server.program(ana.userId);
const classId = await makeClass(ana, { studentList: [ADA, BEN, CLEO] });
const keys = KEYS.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
const taskId = await makeTask(ana, classId, { answerKeys: [{ item: "Item 1", keys }] });
afterAll(() => server.close());

async function send(studentId: string): Promise<void> {
  const data = new FormData();
  data.set("pages", JSON.stringify([{ student_id: studentId, item: 1, page: 1, turn: 0 }]));
  data.append("files", new Blob([new Uint8Array(HALF_ADDER)]), "scan.png");
  expect((await program.call("sendPages", { params: { taskId }, body: data })).body.pages[0]?.outcome).toBe("taken");
}

async function fileOf(studentId: string): Promise<string> {
  const { body } = await ana.call("getFiles", { params: { taskId } });
  return body.files.find(({ student_id }) => student_id === studentId)!.id;
}

async function circuit(studentId: string): Promise<CircuitAnalysis> {
  const params = { fileId: await fileOf(studentId) };
  return (await ana.call("getCircuitData", { params })).body.circuit_analysis;
}

async function pulled() {
  return (await program.call("pullTask", { params: { taskId } })).body;
}

/** What was corrected of the first student's page. */
async function pulledRecord(): Promise<SaidRecord> {
  const { threshold, statements } = (await pulled()).said[0]!;
  return { threshold, statements };
}

interface Pushing {
  readonly grade?: number | null;
  readonly overwrite?: boolean;
  readonly preview?: boolean;
}

async function push(
  studentId: string,
  said: SaidRecord | null,
  { grade = null, overwrite = false, preview = false }: Pushing = {},
) {
  const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
  const place = { student_id: studentId, item: 1, sha256: files[0]!.sha256, page: 1, turn: 0 as const };
  const page = { ...place, grade, comment: null, graded_by: "machine" as const, said };
  const manifest = resultsManifest({ model: "a".repeat(64), keyVersion: keyVersion([{ item: 1, keys: KEYS }]) });
  const body = { manifest, overwrite, preview, pages: [page] };
  const answer = await program.call("pushGrades", { params: { taskId }, body });
  expect(answer.status).toBe(200);
  return answer.body.pages[0]!;
}

/** The groups of pages whose drawings are similar within the margin, each sorted. */
async function similarWithin(margin: number): Promise<string[][]> {
  const query = { task_id: taskId, margin_of_error: margin };
  const { body } = await ana.call("flagSimilarCircuits", { query });
  return body.flagged_circuits.map((group) => [...group].sort());
}

it("a pull has what a person corrected in the web", async () => {
  await startJobs(server.context);
  await send(ADA);
  await server.context.jobs.idle();
  expect((await pulled()).said).toEqual([]);
  const { id, predictions } = await circuit(ADA);
  const and = predictions.find(({ class_name }) => class_name === "AND")!;
  await ana.call("deletePrediction", { params: { predictionId: and.id }, query: {} });
  const xor = predictions.find(({ class_name }) => class_name === "XOR")!;
  const invert = { kind: "invert", pin: { x: xor.x, y: xor.y + xor.height / 4 }, inverted: true } as const;
  const params = { circuitAnalysisId: id };
  await ana.call("correctWires", { params, body: { corrections: [invert] } });
  const { said } = await pulled();
  const gone = { kind: "object", called: and.label, was: { className: "AND" }, is: null };
  const statements = [gone, { kind: "wires", add: [invert], drop: [] }];
  expect(said).toMatchObject([{ page: 1, turn: 0, threshold: "auto", statements }]);
});

it("a push gives them to a page that was not read yet, which is read as the corrected one", async () => {
  const corrections = await pulledRecord();
  await send(BEN);
  expect(await push(BEN, corrections, { preview: true })).toMatchObject({ change: "none", corrected: true });
  expect(await push(BEN, corrections)).toMatchObject({ change: "none", corrected: true });
  await server.context.jobs.idle();
  const [own, given] = [await circuit(ADA), await circuit(BEN)];
  expect(given).toMatchObject({ state: "done", edited: true, wire_corrections: own.wire_corrections });
  expect(given.truth_table).toEqual(own.truth_table);
  expect(given.problems).toEqual(own.problems);
  expect(await push(BEN, corrections)).toMatchObject({ change: "none", corrected: false });
});

it("and to one that was read; either way drawings are compared by what the machine read", async () => {
  await send(CLEO);
  await server.context.jobs.idle();
  const machine = await server.context.db.query.select().from(analyses);
  const before = machine.find(({ basis, reading }) => reading === basis)!;
  const ids = await Promise.all([ADA, BEN, CLEO].map(fileOf));
  // Cleo's page has a gate more than the corrected ones now have.
  expect(await similarWithin(5)).toEqual([[...ids].sort()]);

  const corrections = await pulledRecord();
  expect(await push(CLEO, corrections, { grade: 4 })).toMatchObject({ change: "give", corrected: true });
  await server.context.jobs.idle();
  expect((await circuit(CLEO)).truth_table).toEqual((await circuit(ADA)).truth_table);
  const bases = await server.context.db.query
    .select({ reading: readings.reading })
    .from(readings)
    .innerJoin(analyses, and(eq(analyses.submissionId, readings.submissionId), eq(analyses.basis, readings.key)));
  expect(bases.map(({ reading }) => reading.netlist)).toEqual(ids.map(() => before.netlist));
  // The same drawing.
  expect(await similarWithin(0.01)).toEqual([[...ids].sort()]);
});

it("another correction of the web is kept, unless it is to be overwritten; none never removes one", async () => {
  const corrections = await pulledRecord();
  const other = { ...corrections, statements: corrections.statements.slice(0, 1) };
  const kept = { change: "conflict", corrected: false, reason: { code: "corrected-in-web" } };
  expect(await push(ADA, other)).toMatchObject({ change: "none", corrected: false });
  expect(await push(ADA, other, { grade: 5 })).toMatchObject(kept);
  expect(await push(ADA, null, { grade: 5 })).toMatchObject(kept);
  expect((await circuit(ADA)).wire_corrections).toHaveLength(1);
  expect(await push(ADA, null)).toMatchObject({ change: "none", corrected: false });
  expect(await push(ADA, null, { grade: 5, overwrite: true })).toMatchObject({ change: "give", corrected: false });
  expect((await circuit(ADA)).wire_corrections).toHaveLength(1);
  expect(await push(ADA, other, { grade: 5, overwrite: true })).toMatchObject({ change: "same", corrected: true });
  await server.context.jobs.idle();
  expect(await circuit(ADA)).toMatchObject({ wire_corrections: [], edited: true });
});

it("a record in which nobody says anything changes nothing", async () => {
  const revision = (await circuit(CLEO)).revision;
  await ana.call("processDetection", { params: { fileId: await fileOf(CLEO) }, body: {} });
  const discarded = (await circuit(CLEO)).revision;
  expect(discarded).toBeGreaterThan(revision);
  const empty: SaidRecord = { threshold: "auto", statements: [] };
  expect(await push(CLEO, empty)).toMatchObject({ corrected: false });
  expect((await circuit(CLEO)).revision).toBe(discarded);
});

it("what is placed after a push has a number of its own", async () => {
  const box = { x: 5, y: 5, width: 20, height: 20 };
  // The same number as one that the page has.
  const is = { className: "input", label: "Z", box } as const;
  const placed = { kind: "object", object: 1, called: "", was: null, is } as const;
  expect(await push(CLEO, { threshold: "auto", statements: [placed] })).toMatchObject({ corrected: true });
  await server.context.jobs.idle();
  const { id } = await circuit(CLEO);
  const call = { params: { circuitAnalysisId: id }, body: { className: "output", ...box, x: 700 } } as const;
  await ana.call("addPrediction", call);
  const { predictions } = await circuit(CLEO);
  expect(predictions.map(({ class_name, x }) => [class_name, x])).toEqual(
    expect.arrayContaining([
      ["input", 5],
      ["output", 700],
    ]),
  );
  expect(new Set(predictions.map((each) => each.id)).size).toBe(predictions.length);
});

it("what was said is asked for by the time since when", async () => {
  const said = async (query: { since?: number }) => {
    return (await program.call("getSaid", { params: { taskId }, query })).body;
  };
  const all = await said({});
  expect(all.said.map(({ student_id }) => student_id).sort()).toEqual([ADA, BEN, CLEO]);
  server.clock.advance(120_000);
  const { since } = await said({});
  expect((await said({ since })).said).toEqual([]);
  await ana.call("updateGrade", { params: { fileId: await fileOf(ADA) }, body: { total_grade: 1 } });
  const before = all.said.find(({ student_id }) => student_id === ADA)!.statements;
  const fresh = (await said({ since })).said.map(({ student_id, statements }) => [student_id, statements.length]);
  expect(fresh).toEqual([[ADA, before.length + 1]]);
  // A clock that is set back hides nothing.
  const { since: last } = await said({});
  server.clock.advance(-3_600_000);
  await ana.call("updateGrade", { params: { fileId: await fileOf(ADA) }, body: { total_grade: 2 } });
  const again = (await said({ since: last })).said.find(({ student_id }) => student_id === ADA);
  expect(again?.statements.length).toBe(before.length + 2);
});

it("a page with more corrections than a push may have is pulled as what they come to", async () => {
  const submissionId = await fileOf(BEN);
  const boxAt = (step: number) => ({ x: step, y: 900, width: 20, height: 20 });
  const label = (step: number) => ({ className: "input" as const, label: `Z${step % 10}`, box: boxAt(step) });
  const rows = Array.from({ length: 1300 }, (_, step) => ({
    submissionId,
    number: 1000 + step,
    by: "ana@example.edu",
    at: server.clock.now,
    statement: {
      kind: "object" as const,
      object: 500,
      called: "",
      was: step === 0 ? null : label(step - 1),
      is: label(step),
    },
  }));
  await server.context.db.write((query) => query.insert(statements).values(rows));
  const { said } = await pulled();
  expect(saidFileSchema.safeParse({ schema_version: 3, pages: said }).success).toBe(true);
  const long = said.filter((page) => page.statements.some((each) => each.kind === "object" && each.is?.box.y === 900));
  expect(long.map((page) => page.statements.length < 20)).toEqual([true]);
  const { threshold, statements: words } = long[0]!;
  expect(await push(BEN, { threshold, statements: words })).toMatchObject({ corrected: false, reason: null });
});
