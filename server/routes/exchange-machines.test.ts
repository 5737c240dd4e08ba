import { afterAll, beforeAll, expect, it } from "vitest";
import type { SaidRecord } from "../../core/page-record/said-record.ts";
import { keyVersion } from "../../core/results/key-version.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { classMembers } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { samplePage } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";

const ADA = "20230001";
const KEYS = [{ expression: "A ^ B", grade: 5 }];
type Pushed = SaidRecord["statements"][number];

// Ana's program and Bo's are two machines; each test goes on where the last one ended.
const server = await openTestServer();
const ana = await server.instructor();
const bo = await server.instructor("bo@example.edu");
const classId = await makeClass(ana, { studentList: [ADA] });
const member = { classId, userId: bo.userId, role: "co-instructor" as const, addedAt: 0 };
await server.context.db.write((query) => query.insert(classMembers).values(member));
const [first, second] = [await server.program(ana.userId), await server.program(bo.userId)];
const keys = KEYS.map(({ expression, grade }) => ({ expression, grade: String(grade) }));
const taskId = await makeTask(ana, classId, { answerKeys: [{ item: "Item 1", keys }] });
let [fileId, sha256] = ["", ""];

beforeAll(async () => {
  const data = new FormData();
  data.set("pages", JSON.stringify([{ student_id: ADA, item: 1, page: 1, turn: 0 }]));
  data.append("files", new Blob([new Uint8Array(samplePage("20230001_quiz[1].png"))]), "scan.png");
  await first.call("sendPages", { params: { taskId }, body: data });
  await startJobs(server.context);
  await server.context.jobs.idle();
  const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
  [fileId, sha256] = [files[0]!.id, files[0]!.sha256];
});

afterAll(() => server.close());

/** What both machines get. */
async function pull(): Promise<readonly Pushed[]> {
  return (await second.call("pullTask", { params: { taskId } })).body.said[0]?.statements ?? [];
}

interface Pushing {
  readonly turn?: 0 | 2;
  readonly grade?: number | null;
  readonly comment?: string | null;
  readonly graded_by?: "machine" | "group";
  readonly overwrite?: boolean;
}

async function push(
  program: typeof first,
  statements: readonly Pushed[],
  { turn = 0, grade = null, comment = null, graded_by = "machine", overwrite = false }: Pushing = {},
) {
  const place = { student_id: ADA, item: 1, sha256, page: 1, turn };
  const said = { threshold: "auto" as const, statements: [...statements] };
  const page = { ...place, grade, comment, graded_by, said };
  const manifest = resultsManifest({ model: "a".repeat(64), keyVersion: keyVersion([{ item: 1, keys: KEYS }]) });
  const body = { manifest, overwrite, preview: false, pages: [page] };
  const answer = await program.call("pushGrades", { params: { taskId }, body });
  expect(answer.status).toBe(200);
  await server.context.jobs.idle();
  return answer.body.pages[0]!;
}

/** Who said what and when, the oldest first. */
async function history(): Promise<[string, string, string][]> {
  const { body } = await ana.call("getGradeRows", { params: { fileId } });
  return body.history.map(({ by, at, text }) => [by, at, text] as [string, string, string]).reverse();
}

const cut = (x: number, at: string): Pushed => {
  return { kind: "wires", add: [{ kind: "cut", at: { x, y: 5 } }], drop: [], at: Date.parse(at) };
};
const [NINE, TEN, ELEVEN] = ["09", "10", "11"].map((hour) => `2026-01-05T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
];
const [ANA, BO] = ["ana@example.edu", "bo@example.edu"];

it("what was said on two machines is there once, by whom and when it was said, however often it is pushed", async () => {
  const own = [cut(1, TEN)];
  expect(await push(first, own)).toMatchObject({ corrected: true });
  expect(await push(first, own)).toMatchObject({ corrected: false });
  const pulled = await pull();
  expect(pulled).toEqual(own);
  expect(await push(second, [...pulled, cut(2, NINE)])).toMatchObject({ corrected: true });
  expect(await push(second, [...(await pull()), cut(2, NINE)].slice(0, 2))).toMatchObject({ corrected: false });
  const both = [
    [ANA, TEN, "Wires: a wire is cut"],
    [BO, NINE, "Wires: a wire is cut"],
  ];
  expect(await history()).toEqual(both);
  // The first machine knows nothing of the second one's correction, and has nothing new.
  expect(await push(first, own)).toMatchObject({ change: "none", corrected: false, reason: null });
  const kept = { change: "conflict", corrected: false, reason: { code: "corrected-in-web" } };
  expect(await push(first, [...own, cut(3, ELEVEN)])).toMatchObject(kept);
  expect(await history()).toEqual(both);
  expect(await push(first, [...(await pull()), cut(3, ELEVEN)])).toMatchObject({ corrected: true });
  expect(await history()).toEqual([...both, [ANA, ELEVEN, "Wires: a wire is cut"]]);
});

it("what two programs push at the same time is there once", async () => {
  const before = await history();
  const words = [...(await pull()), cut(5, NINE)];
  const both = await Promise.all([push(first, words), push(second, words)]);
  expect(both.map(({ corrected }) => corrected).sort()).toEqual([false, true]);
  expect(await history()).toHaveLength(before.length + 1);
  const undo: Pushed = { kind: "take-back", number: words.length, at: 2 };
  expect(await push(first, [...(await pull()), undo])).toMatchObject({ corrected: true });
});

it("an undo on a machine travels, and one in the web is not undone by the next push", async () => {
  const before = await pull();
  const undo: Pushed = { kind: "take-back", number: 2, at: Date.parse(ELEVEN) };
  expect(await push(second, [...before, undo])).toMatchObject({ corrected: true });
  expect(await push(second, [...before, undo])).toMatchObject({ corrected: false });
  expect((await history()).at(-1)).toEqual([BO, ELEVEN, "Taken back: Wires: a wire is cut"]);
  await ana.call("takeBackStatement", { params: { fileId }, body: { number: 1 } });
  const lost = { change: "conflict", corrected: false, reason: { code: "taken-back-in-web" } };
  expect(await push(first, [...before, undo], { grade: 4 })).toMatchObject(lost);
  const after = await pull();
  expect(await push(first, after, { grade: 4 })).toMatchObject({ change: "give", corrected: false });
  expect(await push(first, before, { grade: 4, overwrite: true })).toMatchObject({ corrected: true });
  expect(await push(first, await pull(), { grade: 4 })).toMatchObject({ change: "same", corrected: false });
});

it("a discard takes back nothing that its machine has not seen, and is taken once it has", async () => {
  const discard: Pushed = { kind: "discard", at: Date.parse("9999-12-31T23:59:59.999Z") };
  const kept = { change: "conflict", corrected: false, reason: { code: "corrected-in-web" } };
  expect(await push(second, [discard])).toMatchObject(kept);
  const pulled = await pull();
  expect(pulled).not.toContainEqual(discard);
  expect(await push(second, [...pulled, discard])).toMatchObject({ change: "none", corrected: true });
  // Its clock is wrong, but what is said later counts.
  expect(await push(second, [...(await pull()), cut(4, NINE)])).toMatchObject({ corrected: true });
  const undo: Pushed = { kind: "take-back", number: pulled.length + 1, at: 1 };
  expect(await push(first, [...(await pull()), undo])).toMatchObject({ corrected: true });
  const { said } = (await first.call("getSaid", { params: { taskId }, query: {} })).body;
  expect(said[0]!.statements.map(({ at }) => at).slice(-3)).toEqual([
    "9999-12-31T23:59:59.999Z",
    NINE,
    "1970-01-01T00:00:00.001Z",
  ]);
});

it("corrections of a page that is turned another way than in the web are not taken, whatever else is", async () => {
  const turned = { change: "conflict", corrected: false, reason: { code: "turned-in-web" } };
  const words = [...(await pull()), cut(6, NINE)];
  expect(await push(first, words, { turn: 2 })).toMatchObject(turned);
  expect(await push(first, words, { turn: 2, overwrite: true })).toMatchObject(turned);
  expect(await push(first, await pull(), { turn: 2, grade: 4 })).toMatchObject({ change: "same", reason: null });
});

it("a grade that one person decided elsewhere is kept from another's machine, which gets its comment, too", async () => {
  const stands = async () => {
    const { total_grade, comment, history } = (await ana.call("getGradeRows", { params: { fileId } })).body;
    return [total_grade, comment, history[0]!.by];
  };
  const decided = { graded_by: "group", overwrite: true } as const;
  await push(first, await pull(), { ...decided, grade: 3, comment: "Untidy" });
  const word = [3, "Untidy", "ana@example.edu, token Laptop: by hand"];
  expect(await stands()).toEqual(word);
  for (const graded_by of ["machine", "group"] as const) {
    const { change, reason } = await push(second, await pull(), { grade: 5, graded_by });
    expect([change, reason?.message]).toEqual([
      "conflict",
      'Graded by ana@example.edu, token Laptop: by hand: 3 points, "Untidy".',
    ]);
  }
  expect((await push(second, await pull(), { grade: 3 })).change).toBe("same");
  expect(await stands()).toEqual(word);
  // Who decided may push the machine's proposal instead; from then on others may, too.
  expect((await push(first, await pull(), { grade: 5 })).change).toBe("replace");
  expect((await push(second, await pull(), { grade: 4 })).change).toBe("replace");
  expect(await stands()).toEqual([4, null, "bo@example.edu, token Laptop: as proposed"]);
  await push(first, await pull(), { ...decided, grade: 3, comment: "Untidy" });
  expect((await push(second, await pull(), { grade: 5, overwrite: true })).change).toBe("replace");
  expect(await stands()).toEqual([5, "Untidy", "bo@example.edu, token Laptop: as proposed"]);
});
