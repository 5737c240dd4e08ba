import { setImmediate } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, it, vi } from "vitest";
import type { Corrections } from "../../core/corrections/correct-marks.ts";
import type { PictureBox } from "../../core/geometry/coordinates.ts";
import { correct, foldWords } from "../../core/page-record/fold.ts";
import { statementsOf } from "../../core/page-record/from-records.ts";
import { inOrder } from "../../core/page-record/merge.ts";
import { saidRecord } from "../../core/page-record/said-record.ts";
import type { DatedStatement, Statement } from "../../core/page-record/statement.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { keyVersion } from "../../core/results/key-version.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { circuitName } from "../../core/verdict/circuit-name.ts";
import { newId } from "../adapters/random.ts";
import { analyses, classMembers, statements, submissions } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import type { Work } from "../recogniser/messages.ts";
import { loadRecord, shownBy } from "../services/reading/page-record.ts";
import { queueReadings } from "../services/reading/reading.ts";
import { say } from "../services/reading/say.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import type { TestClient } from "../testing/test-client.ts";
import { openTestServer } from "../testing/test-server.ts";

/** How many stories are tried; with ORDERS=200 other ones each time. */
const ORDERS = Number(process.env.ORDERS ?? 20);

const KEYS = [{ expression: "A & B", grade: 9 }];
const [STUDENT, OTHER] = ["20230001", "20230002"] as const;

/** How many turns of the event loop each of the next readings takes. */
let durations: number[] = [];

afterAll(() => server.close());

const boxAt = (x: number): PictureBox => ({ x, y: 10, width: 40, height: 30 });

/** What a machine reads that sees an AND and an OR, and believes what people say. */
function machineReading(corrections: Corrections | null): PageReading {
  const sheet = { x: 0, y: 0 };
  const seen = (["AND", "OR"] as const).map((className, index) => {
    return { className, box: boxAt(5000 + 100 * index), confidence: 0.9, by: "machine" as const };
  });
  const { predictions = seen, removed = [], wires = [] } = corrections ?? {};
  const plain = netlistOf(["Y = AND(A, B)"]);
  return {
    width: 8000,
    height: 600,
    gates: [],
    inputs: [...predictions, ...removed].map(({ className, box }) => `${className} ${box.x}`),
    outputs: [],
    problems: [],
    confidence: 0.9,
    looks: [],
    netlist: { ...plain, nets: plain.nets + wires.length },
    wires: [],
    aside: [],
    predictions: predictions.map((each) => ({ ...each, sheet })),
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

async function saidOf(submissionId: string) {
  return server.context.db.query
    .select()
    .from(statements)
    .where(eq(statements.submissionId, submissionId))
    .orderBy(asc(statements.number));
}

/** One thing that somebody does, after some turns. `at` is different for each: a place, a grade or which of those seen. */
interface Deed {
  readonly does:
    | "add"
    | "change"
    | "move"
    | "remove"
    | "wires"
    | "grade"
    | "undo"
    | "threshold"
    | "read"
    | "place again";
  readonly after: number;
  readonly which: number;
}

interface Push {
  readonly after: number;
  /** `pulled`: what was pulled, and one thing more; `undone`: the same with one thing taken back. */
  readonly brings: "corrections" | "choice" | "grade" | "pulled" | "undone";
  readonly overwrite: boolean;
}

const turn = fc.integer({ min: 0, max: 30 });

const server = await openTestServer();
const { context } = server;
const ana = await server.instructor();
const bo = await server.instructor("bo@example.edu");
const tabs = [ana, await server.instructor(), bo];
const program = await server.program(ana.userId);
const classId = await makeClass(ana, { studentList: [STUDENT, OTHER] });
const member = { classId, userId: bo.userId, role: "co-instructor" as const, addedAt: 0 };
await context.db.write((query) => query.insert(classMembers).values(member));
const keys = KEYS.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
const taskId = await makeTask(ana, classId, { answerKeys: [{ item: "Item 1", keys }] });
const read = async (kind: string, request: unknown) => {
  if (kind === "filter") return { ok: true, bytes: new Uint8Array() };
  await turns(durations.shift() ?? 0);
  const { corrections } = request as Work["read"]["request"];
  return { ok: true, reading: machineReading(corrections), model: "a".repeat(64) };
};
for (const reader of [context.recogniser, context.queueReader]) {
  vi.spyOn(reader, "ask").mockImplementation(read as never);
}
vi.spyOn(context.files, "use").mockImplementation(async (_, work) => work(""));
await startJobs(context);
const deed = fc.record<Deed>({
  does: fc.constantFrom(
    "add",
    "change",
    "move",
    "remove",
    "wires",
    "grade",
    "undo",
    "threshold",
    "read",
    "place again",
  ),
  after: turn,
  which: fc.nat(20),
});
const story = fc.record({
  people: fc.tuple(...[0, 1, 2].map(() => fc.array(deed, { maxLength: 5 }))),
  pushes: fc.array(
    fc.record<Push>({
      after: turn,
      brings: fc.constantFrom("corrections", "choice", "grade", "pulled", "undone"),
      overwrite: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  machine: fc.array(turn, { maxLength: 3 }),
  durations: fc.array(turn, { maxLength: 10 }),
});

/** Does it; returns what must be said of the page once it is acknowledged, null for nothing. */
async function act(
  tab: TestClient,
  fileId: string,
  { does, which }: Deed,
  at: number,
): Promise<[number, RegExp | null]> {
  const params = { fileId };
  const seen = (await tab.call("getCircuitData", { params })).body.circuit_analysis;
  const call = { circuitAnalysisId: seen.id };
  const one = seen.predictions[which % Math.max(1, seen.predictions.length)];
  const box = boxAt(at);
  const done = (answer: { status: number }, said: RegExp | null = null): [number, RegExp | null] => [
    answer.status,
    said,
  ];
  switch (does) {
    case "add":
      return done(
        await tab.call("addPrediction", { params: call, body: { className: "NOT", ...box } }),
        new RegExp(`"is":.*"x":${at},`),
      );
    case "change":
    case "move":
    case "remove": {
      if (!one) return [0, null];
      const { id: predictionId, class_name, x, y, width, height, name } = one;
      if (does === "remove")
        return done(
          await tab.call("deletePrediction", { params: { predictionId }, query: { seen: class_name } as never }),
          /"is":null/,
        );
      if (does === "move") {
        const body = { predictionId, ...box, seen: { x, y, width, height } };
        return done(await tab.call("movePrediction", { params: call, body }), new RegExp(`"is":.*"x":${at},`));
      }
      const className = class_name === "XOR" ? "NAND" : "XOR";
      const body = { predictionId, className, seen: { className: class_name, label: name } } as const;
      return done(await tab.call("editPrediction", { params: call, body }), new RegExp(`"is":.*"${className}"`));
    }
    case "wires": {
      const cut = { kind: "cut" as const, at: { x: at, y: 1 } };
      const body = { corrections: [...seen.wire_corrections, cut], seen: seen.wire_corrections };
      return done(await tab.call("correctWires", { params: call, body }), new RegExp(`"cut".*"x":${at},`));
    }
    case "grade":
      return done(
        await tab.call("updateGrade", { params, body: { total_grade: at } }),
        new RegExp(`"totalGrade":${at},`),
      );
    case "undo": {
      const { history } = (await tab.call("getGradeRows", { params })).body;
      const last = history.filter(({ taken_back }) => !taken_back)[which % 3];
      if (!last) return [0, null];
      const { number } = last;
      return done(
        await tab.callLoosely("takeBackStatement", { params, body: { number } }),
        new RegExp(`"take-back","number":${number}}`),
      );
    }
    case "threshold": {
      const body = { fileId, thresholdValue: 100 + (which % 2), mode: "single" as const };
      const { status } = await tab.callLoosely("setFilterThreshold", { body });
      return [status, null];
    }
    case "read":
      return done(await tab.call("processDetection", { params, body: { seen: seen.revision } }));
    case "place again":
      return done(await tab.call("processDetection", { params, body: { corrections: "keep" } }));
  }
}

async function push({ brings, overwrite }: Push, at: number): Promise<void> {
  const thing = (className: "NOR" | "AND", x: number) => ({ className, label: "", box: boxAt(x) });
  const change = { kind: "object", object: 1, called: "" } as const;
  const netlist = netlistOf(["Y = OR(A, B)"]);
  const pulled = (await program.call("pullTask", { params: { taskId } })).body.said[0];
  const known = pulled ? statementsOf(pulled) : [];
  const said: Record<Push["brings"], DatedStatement[]> = {
    corrections: [
      { ...change, was: thing("AND", 5000), is: null },
      { ...change, was: null, is: thing("NOR", at) },
    ],
    choice: [{ kind: "choice", name: circuitName(netlist), text: "This is an OR.", netlist }],
    grade: [],
    pulled: [...known, { ...change, was: null, is: thing("NOR", at), at }],
    undone: known.flatMap((each, index) => {
      return index < known.length - 1 ? [each] : [each, { kind: "take-back", number: 1 + (at % known.length), at }];
    }),
  };
  const page = {
    ...{ student_id: STUDENT, item: 1, sha256: "0".repeat(64), page: 1, turn: 0 as const },
    grade: at,
    comment: null,
    graded_by: "machine" as const,
    said: saidRecord(inOrder(said[brings]), "auto"),
  };
  const manifest = resultsManifest({ model: "a".repeat(64), keyVersion: keyVersion([{ item: 1, keys: KEYS }]) });
  const body = { manifest, overwrite, preview: false, pages: [page] };
  const { status } = await program.call("pushGrades", { params: { taskId }, body });
  expect(status).toBe(200);
}

/** Hands in a page that is not read yet. */
async function handIn(studentId: string): Promise<string> {
  const submissionId = await insertSubmission(server.context, { taskId, studentId });
  const row = { id: newId(), submissionId, state: "queued" as const, updatedAt: 0 };
  await server.context.db.run((query) => query.insert(analyses).values(row));
  return submissionId;
}

/** What a page shows, and its grade, without what differs from page to page. */
async function shown(fileId: string) {
  const { analysis, submission } = (await loadRecord(server.context.db.query, fileId))!;
  const { predictions, netlist, inputs, problems, chosen, state } = analysis;
  const { graded, totalGrade, comment } = submission;
  const placed = predictions.map(({ className, label, box, by }) => JSON.stringify([className, label, box, by])).sort();
  return {
    placed,
    netlist,
    inputs: [...inputs].sort(),
    problems,
    chosen: chosen?.name,
    state,
    graded,
    totalGrade,
    comment,
  };
}

/** The same said again of another page that the machine has read, one after the other. */
async function sayAgain(fileId: string, said: readonly Statement[]): Promise<void> {
  for (const statement of said) {
    await server.context.db.write(async (query) => {
      const record = (await loadRecord(query, fileId))!;
      const saying = { by: "ana@example.edu", at: 0, statements: [statement] };
      await query.batch(say(query, record, saying).sql);
    });
  }
}

it("two people, two tabs, a push and the machine's readings at once: nothing acknowledged is lost, and their order alone decides", async () => {
  const { context } = server;
  await fc.assert(
    fc.asyncProperty(story, async ({ people, pushes, machine, durations: took }) => {
      // Those of the last story.
      await context.jobs.idle();
      await context.db.write((query) => query.delete(submissions).where(eq(submissions.taskId, taskId)));
      durations = [...took];
      const fileId = await handIn(STUDENT);
      let at = 100;
      const next = () => {
        at += 50;
        return at;
      };
      const acknowledged: RegExp[] = [];
      const snapshots: string[][] = [];
      const acting = people.map(async (deeds, index) => {
        for (const each of deeds) {
          await turns(each.after);
          const [status, said] = await act(tabs[index]!, fileId, each, next());
          expect([0, 200, 404, 409]).toContain(status);
          if (status === 200 && said) acknowledged.push(said);
          snapshots.push((await saidOf(fileId)).map((row) => JSON.stringify(row)));
        }
      });
      const pushing = (async () => {
        for (const each of pushes) {
          await turns(each.after);
          await push(each, next());
        }
      })();
      const reading = (async () => {
        await queueReadings(context, [fileId]);
        for (const after of machine) {
          await turns(after);
          await queueReadings(context, [fileId]);
        }
      })();
      await Promise.all([...acting, pushing, reading]);
      await queueReadings(context, [fileId]);
      await context.jobs.idle();

      const said = await saidOf(fileId);
      const rows = said.map((row) => JSON.stringify(row));
      expect(said.map(({ number }) => number)).toEqual(said.map((_, index) => index + 1));
      // What was said once is never changed.
      for (const before of snapshots) expect(rows.slice(0, before.length)).toEqual(before);
      const left = said.map(({ statement }) => JSON.stringify(statement));
      for (const words of acknowledged) {
        const found = left.findIndex((each) => words.test(each));
        expect([words, found === -1 ? left : "found"]).toEqual([words, "found"]);
        left.splice(found, 1);
      }
      // What is kept for lists is the fold.
      const record = (await loadRecord(context.db.query, fileId))!;
      const { grade, corrections } = foldWords(said);
      expect(record.analysis).toMatchObject(shownBy(record, said));
      expect(record.analysis.reading).not.toBeNull();
      expect(record.submission).toMatchObject(grade);
      const numbers = record.analysis.predictions.map(({ object }) => object);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(record.analysis.lastObject);
      const placed = correct(record.basis!.reading.predictions, corrections).predictions;
      expect(record.analysis.predictions.map(({ className }) => className).sort()).toEqual(
        placed.map(({ className }) => className).sort(),
      );

      const again = await handIn(OTHER);
      await queueReadings(context, [again]);
      await context.jobs.idle();
      await sayAgain(
        again,
        said.map(({ statement }) => statement),
      );
      await queueReadings(context, [again]);
      await context.jobs.idle();
      expect(await shown(again)).toEqual(await shown(fileId));
    }),
    { numRuns: ORDERS, endOnFailure: true, ...(process.env.ORDERS === undefined && { seed: 47 }) },
  );
}, 300_000);
