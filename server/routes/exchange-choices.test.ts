import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { inOrder } from "../../core/page-record/merge.ts";
import { type SaidRecord, saidRecord } from "../../core/page-record/said-record.ts";
import { keyVersion } from "../../core/results/key-version.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { looksOf } from "../../core/testdata/looks-of.ts";
import { circuitName } from "../../core/verdict/circuit-name.ts";
import { likelyReadings } from "../../core/verdict/likely-readings.ts";
import { namedReading } from "../../core/verdict/named-reading.ts";
import { analyses, readings } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { samplePage } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

/** A half adder, of which one gate is doubted after it was read. */
const HALF_ADDER = samplePage("20230001_quiz[1].png");
const [ADA, BEN] = ["20230001", "20230002"] as const;
const KEYS = [{ expression: "~(A ^ B)", grade: 5 }];

type Choice = Extract<SaidRecord["statements"][number], { kind: "choice" }>;

/** Of the page, as the command has it of `review.csv`: two of its readings. */
let asRead: Choice;
let other: Choice;

// Each test goes on where the last one ended.
const server = await openTestServer();
const ana = await server.instructor();
const program = await server.program(ana.userId);
const classId = await makeClass(ana, { studentList: [ADA, BEN] });
const keys = KEYS.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
const taskId = await makeTask(ana, classId, { answerKeys: [{ item: "Item 1", keys }] });
await send(ADA);
afterAll(() => server.close());

async function send(studentId: string): Promise<void> {
  const data = new FormData();
  data.set("pages", JSON.stringify([{ student_id: studentId, item: 1, page: 1, turn: 0 }]));
  data.append("files", new Blob([new Uint8Array(HALF_ADDER)]), "scan.png");
  expect((await program.call("sendPages", { params: { taskId }, body: data })).body.pages[0]?.outcome).toBe("taken");
}

async function fileOf(studentId: string) {
  const { body } = await ana.call("getFiles", { params: { taskId } });
  return body.files.find(({ student_id }) => student_id === studentId)!;
}

async function rows(studentId: string) {
  return (await ana.call("getGradeRows", { params: { fileId: (await fileOf(studentId)).id } })).body;
}

async function pulled() {
  return (await program.call("pullTask", { params: { taskId } })).body;
}

interface Pushing {
  readonly grade?: number | null;
  readonly overwrite?: boolean;
  readonly preview?: boolean;
}

async function push(studentId: string, chosen: Choice | null, more: Pushing = {}) {
  return pushSaid(studentId, chosen && { threshold: "auto", statements: [chosen] }, more);
}

async function pushSaid(
  studentId: string,
  said: SaidRecord | null,
  { grade = null, overwrite = false, preview = false }: Pushing = {},
) {
  const { sha256 } = await fileOf(studentId);
  const place = { student_id: studentId, item: 1, sha256, page: 1, turn: 0 as const };
  const page = { ...place, grade, comment: null, graded_by: "machine" as const, said };
  const manifest = resultsManifest({ model: "a".repeat(64), keyVersion: keyVersion([{ item: 1, keys: KEYS }]) });
  const answer = await program.call("pushGrades", {
    params: { taskId },
    body: { manifest, overwrite, preview, pages: [page] },
  });
  expect(answer.status).toBe(200);
  return answer.body.pages[0]!;
}

/** Makes the machine doubt the first gate of the pages, which their pictures are too clear for. */
async function doubt(studentId: string): Promise<void> {
  const { id } = await fileOf(studentId);
  const { db } = server.context;
  const [analysis] = await db.query.select().from(analyses).where(eq(analyses.submissionId, id));
  const looks = looksOf(analysis!.netlist!, { confidence: 0.6 });
  await db.run((query) => query.update(readings).set({ looks }).where(eq(readings.submissionId, id)));
  const [own, others] = likelyReadings(looks).map(({ netlist }) => {
    const statement = { kind: "choice" as const, name: "", ...namedReading(looks, circuitName(netlist))! };
    return saidRecord(inOrder([statement]), "auto")!.statements[0] as Choice;
  });
  [asRead, other] = [own!, others!];
}

it("a push gives a page that was read the reading that was chosen elsewhere, as a person's word", async () => {
  await startJobs(server.context);
  await server.context.jobs.idle();
  await doubt(ADA);
  expect([asRead.text, other.text]).toEqual(["As it was read.", "This gate is an XNOR."]);
  expect((await pulled()).said).toEqual([]);
  expect(await push(ADA, other, { grade: 5, preview: true })).toMatchObject({ change: "give", chosen: true });
  expect((await rows(ADA)).chosen).toBeNull();
  expect(await push(ADA, other, { grade: 5 })).toMatchObject({ change: "give", chosen: true });
  const chosen = { text: other.text, by: "ana@example.edu" };
  expect(await rows(ADA)).toMatchObject({ total_grade: 5, proposed_grade: 5, question: null, chosen });
  expect(await push(ADA, other, { grade: 5 })).toMatchObject({ change: "same", chosen: false });
});

it("a pull brings it back, the same in every part", async () => {
  const { said } = await pulled();
  const place = { sha256: (await fileOf(ADA)).sha256, page: 1, turn: 0 };
  expect(said).toEqual([{ ...place, threshold: "auto", statements: [{ ...other, at: expect.any(Number) }] }]);
});

it("and one that is not read yet: the machine's reading does not outweigh it", async () => {
  await send(BEN);
  expect(await push(BEN, other, { grade: 5 })).toMatchObject({ change: "give", chosen: true });
  await server.context.jobs.idle();
  expect(await rows(BEN)).toMatchObject({ total_grade: 5, proposed_grade: 5, chosen: { text: other.text } });
});

it("a later push may change what an earlier one brought; none leaves it", async () => {
  expect(await push(BEN, asRead, { grade: 0 })).toMatchObject({ change: "replace", chosen: true });
  expect(await push(BEN, null, { grade: 0 })).toMatchObject({ change: "same", chosen: false });
  expect(await rows(BEN)).toMatchObject({ total_grade: 0, proposed_grade: 0, chosen: { text: asRead.text } });
});

it("it can be taken back as one that was chosen here, with the grade from before; a grade given since stays", async () => {
  const params = { fileId: (await fileOf(BEN)).id };
  expect((await ana.call("takeBackReading", { params })).body).toEqual({ total_grade: null });
  const here = (await fileOf(ADA)).id;
  expect((await ana.call("takeBackReading", { params: { fileId: here } })).body).toEqual({ total_grade: null });
  expect(await rows(ADA)).toMatchObject({ graded: false, proposed_grade: 0, chosen: null });
});

it("a push does not give it again, unless it is to overwrite; another reading it does", async () => {
  const kept = { change: "conflict", chosen: false, reason: { code: "taken-back-in-web" } };
  expect(await push(ADA, other)).toMatchObject(kept);
  expect(await push(ADA, other, { grade: 5 })).toMatchObject(kept);
  expect(await rows(ADA)).toMatchObject({ graded: false, chosen: null });
  expect(await push(ADA, asRead)).toMatchObject({ change: "none", chosen: true });
  expect(await push(ADA, other)).toMatchObject({ change: "none", chosen: true });
  const here = (await fileOf(ADA)).id;
  await ana.call("takeBackReading", { params: { fileId: here } });
  expect(await push(ADA, other, { overwrite: true })).toMatchObject({ change: "none", chosen: true });
  // No push brought a grade, so the grade by hand is the only one since.
  await ana.call("updateGrade", { params: { fileId: here }, body: { total_grade: 2 } });
  expect((await ana.call("takeBackReading", { params: { fileId: here } })).body).toEqual({ total_grade: 2 });
});

it("another reading that a person chose in the web is kept, unless it is to be overwritten", async () => {
  const params = { fileId: (await fileOf(ADA)).id };
  await ana.call("updateGrade", { params, body: { total_grade: 0 } });
  await doubt(ADA);
  const { question } = await rows(ADA);
  await ana.call("chooseReading", { params, body: { reading: question!.choices[0]!.name } });
  const kept = { change: "conflict", chosen: false, reason: { code: "chosen-in-web" } };
  expect(await push(ADA, other)).toMatchObject(kept);
  expect(await push(ADA, other, { grade: 5 })).toMatchObject(kept);
  expect(await push(ADA, asRead)).toMatchObject({ change: "none", chosen: false });
  expect((await rows(ADA)).chosen?.text).toBe(asRead.text);
  expect(await push(ADA, other, { grade: 5, overwrite: true })).toMatchObject({ change: "replace", chosen: true });
  expect(await rows(ADA)).toMatchObject({ total_grade: 5, chosen: { text: other.text } });
});

it("one that is chosen again after new corrections is the page's reading after one push", async () => {
  const cut = { kind: "cut", at: { x: 5, y: 5 } } as const;
  const statements: SaidRecord["statements"] = [{ kind: "wires", add: [cut], drop: [] }, other];
  expect((await rows(ADA)).chosen?.text).toBe(other.text);
  const pushed = await pushSaid(ADA, { threshold: "auto", statements }, { overwrite: true });
  expect(pushed).toMatchObject({ corrected: true });
  expect((await rows(ADA)).chosen?.text).toBe(other.text);
  expect((await pulled()).said[0]!.statements.slice(-2)).toMatchObject(statements);
  expect(await pushSaid(ADA, { threshold: "auto", statements })).toMatchObject({ corrected: false, chosen: false });
  // Who has said the same elsewhere, and thought better of another reading, changes nothing.
  const undone: typeof statements = [
    { ...statements[0]!, at: 7 },
    { ...asRead, at: 8 },
    { kind: "take-back", number: 2, at: 9 },
  ];
  const again = await pushSaid(ADA, { threshold: "auto", statements: undone });
  expect(again).toMatchObject({ corrected: false, chosen: false, reason: null });
  expect((await rows(ADA)).chosen?.text).toBe(other.text);
});

it("a choice of the web that is taken back elsewhere takes the points along that came with it", async () => {
  const params = { fileId: (await fileOf(BEN)).id };
  await ana.call("updateGrade", { params, body: { total_grade: 2 } });
  await doubt(BEN);
  const { question } = await rows(BEN);
  await ana.call("chooseReading", { params, body: { reading: question!.choices[1]!.name } });
  expect(await rows(BEN)).toMatchObject({ total_grade: 5, chosen: { text: other.text } });
  const { statements } = (await pulled()).said.at(-1)!;
  const undo = { kind: "take-back" as const, number: statements.length, at: 1 };
  await ana.call("releaseGrades", { params: { taskId }, body: {} });
  expect((await fileOf(BEN)).released_at).not.toBeNull();
  await pushSaid(BEN, { threshold: "auto", statements: [...statements, undo] });
  expect(await rows(BEN)).toMatchObject({ total_grade: 2, chosen: null });
  // A program's other grade is not shown to the student before a person releases it.
  expect(await fileOf(BEN)).toMatchObject({ total_grade: 2, released_at: null });
});

it("of pages of the same bytes those come first of which something holds", async () => {
  await ana.call("processDetection", { params: { fileId: (await fileOf(ADA)).id }, body: {} });
  await pushSaid(BEN, { threshold: "auto", statements: [{ ...asRead, at: 2 }] });
  const last = (await pulled()).said.map(({ statements }) => statements.at(-1)!.kind);
  expect(last).toEqual(["choice", "discard"]);
});

it.each([
  ["a circuit that no page can have", () => [largeChoice()], "larger than any page's"],
  ["more corrections of wires than a page may have", () => [cuts(150), cuts(51)], "more corrections of wires"],
  ["a time that no calendar has", () => [{ kind: "discard", at: 253_402_300_800_000 }], "253402300799999"],
  ["an object's number that cannot be counted on from", () => [object(2 ** 53 - 1)], "1000000000"],
])("%s: refused", async (_, statements, message) => {
  const manifest = resultsManifest({ model: "a".repeat(64), keyVersion: keyVersion([{ item: 1, keys: KEYS }]) });
  const place = { student_id: ADA, item: 1, sha256: "0".repeat(64), page: 1, turn: 0 };
  const said = { threshold: "auto", statements: statements() };
  const page = { ...place, grade: null, comment: null, graded_by: "machine", said };
  const body = { manifest, preview: true, pages: [page] };
  const answer = await program.callLoosely("pushGrades", { params: { taskId }, body });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(message);
});

function largeChoice(): Choice {
  return {
    ...other,
    netlist: { ...other.netlist, gates: Array.from({ length: 1001 }, () => other.netlist.gates[0]!) },
  };
}

function cuts(count: number) {
  const add = Array.from({ length: count }, (_, x) => ({ kind: "cut", at: { x, y: count } }));
  return { kind: "wires", add, drop: [] };
}

function object(number: number) {
  return { kind: "object", object: number, called: "", was: null, is: null };
}
