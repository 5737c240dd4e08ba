import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../cli/testdata/run-command.ts";
import type { CircuitAnalysis } from "./contract/results/detection.ts";
import type { GradeRows, Receipt } from "./contract/results/file.ts";
import type { Stack, UploadStackResponse } from "./contract/tasks/stack.ts";
import type { HttpClient } from "./testing/http-client.ts";
import { sheetWithQr } from "./testing/pages.ts";
import { filesOf, instructorOf, openCourse, type SpawnedCourse } from "./testing/spawned/spawned-course.ts";
import { spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

/** How often the server is killed. The full number takes minutes: CRASH_ROUNDS=50. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3);
/** Students who hand in within a round; the kill comes after the first of them has a receipt. */
const A_ROUND = 4;

const STACKS_A_ROUND = 2;

const STUDENTS = Array.from({ length: ROUNDS * A_ROUND }, (_, index) => String(20230001 + index));

/** A page during which the process died so often is left to a person: it may be the cause. */
const DIED_TOO_OFTEN =
  "The page could not be read: the reader crashed while reading it, 7 times, at last with no other. Scan it again, or grade it by hand.";

let dataDir: string;
let server: SpawnedServer;
let course: SpawnedCourse;

/** What was acknowledged. */
const receipts = new Map<string, Receipt>();
const stacks = new Set<string>();
/** Grades by file: the last one that was acknowledged, and those sent after it, which may or may not be stored. */
const grades = new Map<string, { sure: number | null; maybe: number[] }>();
/** The places of symbols by file that people added. */
const corrected = new Map<string, number[]>();
const MOST_CORRECTIONS = 20;
let lastPlace = 1000;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "circuitgrade-crash-"));
  await start();
  course = await openCourse(server, { students: STUDENTS, qrText: (content) => spawnedQrText(server, content) });
}, 240_000);
afterAll(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** The server process itself, without a launcher in front: a test can kill it. */
async function start(): Promise<void> {
  server = await spawnServer({ DATA_DIR: dataDir }, "deno");
}

/** Null if the server was killed before it answered. */
async function answered<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
}

/** Hands in until the server is gone. */
async function handIn(students: string[], onReceipt: () => void): Promise<void> {
  for (let student = students.shift(); student !== undefined; student = students.shift()) {
    const receipt = await course.handIn(student, server).catch(() => null);
    if (receipt === null) return;
    receipts.set(student, receipt);
    onReceipt();
  }
}

/** Grades one page after the other until the server is gone. */
async function grade(ana: HttpClient, ids: readonly string[]): Promise<void> {
  for (let points = 1; ids.length > 0; points++) {
    const id = ids[points % ids.length]!;
    const known = grades.get(id) ?? { sure: null, maybe: [] };
    const total_grade = (points % 10) + 1;
    grades.set(id, { ...known, maybe: [...known.maybe, total_grade] });
    const body = { total_grade, comment: "" };
    if ((await answered(ana.json("PUT", `/files/update-grade/${id}`, body))) === null) return;
    grades.set(id, { sure: total_grade, maybe: [] });
  }
}

/** Adds symbols to pages that were read, one after the other, until the server is gone. */
async function correct(ana: HttpClient, ids: readonly string[], onCorrection: () => void): Promise<void> {
  for (let turn = 0; ids.length > 0; turn++) {
    const id = ids[turn % ids.length]!;
    const data = await answered(
      ana.json<{ circuit_analysis: CircuitAnalysis }>("GET", `/detect-gates/get-circuit-data/${id}`),
    );
    if (data === null) return;
    const places = corrected.get(id) ?? [];
    // A page that nobody has read cannot be corrected, and one with many symbols takes long to be read again.
    if (data.circuit_analysis.width === 0 || places.length >= MOST_CORRECTIONS) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    lastPlace++;
    const x = lastPlace;
    const body = { className: "NOT", x, y: 1, width: 5, height: 5 };
    const path = `/detect-gates/add-prediction/${data.circuit_analysis.id}`;
    if ((await answered(ana.json("POST", path, body))) === null) return;
    corrected.set(id, [...places, x]);
    onCorrection();
  }
}

/** Sends scanned stacks, each with a student's page and an unknown one, until the server is gone. */
async function scan(ana: HttpClient, pages: readonly Buffer[], onStack: () => void): Promise<void> {
  for (let number = 1; number <= STACKS_A_ROUND; number++) {
    const form = new FormData();
    const mark = Buffer.from(`\n${performance.now()} ${number}`);
    for (const page of pages) form.append("files", new Blob([Buffer.concat([page, mark])]), `scan${number}.png`);
    const response = await answered(ana.fetch(`/stacks/upload/${course.taskId}`, { method: "POST", body: form }));
    const body = response && (await answered(response.json() as Promise<UploadStackResponse>));
    if (body === null) return;
    if (!body.stack) throw new Error(JSON.stringify(body));
    stacks.add(body.stack.id);
    onStack();
  }
}

it(`kill -9 in ${ROUNDS} rounds of uploads, corrections, grading and stack sorting loses nothing that was acknowledged`, {
  timeout: 60_000 * Math.max(5, ROUNDS),
}, async () => {
  const nobodys = await sheetWithQr("20230001_quiz[1].png", null);
  for (let round = 0; round < ROUNDS; round++) {
    const student = STUDENTS[round * A_ROUND]!;
    const content = { taskId: course.taskId, item: 2, studentId: student };
    const personal = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, content));
    const ana = await instructorOf(server);
    const ids = (await filesOf(ana, course.taskId)).map(({ id }) => id);
    const waiting = STUDENTS.slice(0, (round + 1) * A_ROUND).filter((each) => !receipts.has(each));
    let killing: Promise<void> | null = null;
    const also = round % 2 === 1 ? ["stack"] : ids.length > 0 ? ["correction"] : [];
    const missing = new Set(["receipt", ...also]);
    const killAfter = (what: string) => () => {
      missing.delete(what);
      if (missing.size > 0) return;
      // In the middle of whatever the others do, a little later each round.
      killing ??= new Promise((resolve) => setTimeout(resolve, (round % 7) * 30)).then(() => server.kill());
    };
    const handedIn = killAfter("receipt");
    await Promise.all([
      handIn(waiting, handedIn),
      handIn(waiting, handedIn),
      grade(ana, ids),
      correct(ana, ids, killAfter("correction")),
      scan(ana, [personal, nobodys], killAfter("stack")),
    ]);
    await killing;
    await start();
  }
  const waiting = STUDENTS.filter((each) => !receipts.has(each));
  await handIn(waiting, () => undefined);
  expect(receipts.size).toBe(STUDENTS.length);
  expect(stacks.size).toBeGreaterThan(0);

  const ana = await instructorOf(server);
  await untilDone(ana);
  const files = await filesOf(ana, course.taskId);
  const handedIn = files.filter(({ item_number }) => item_number === 1);
  expect(handedIn.map(({ student_id }) => student_id).sort()).toEqual(STUDENTS);
  for (const file of handedIn) {
    const bytes = Buffer.from(await (await ana.fetch(file.file_url)).arrayBuffer());
    expect(bytes.equals(course.fileOf(file.student_id))).toBe(true);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(receipts.get(file.student_id)!.sha256);
    expect(file.analysis === "done" || file.analysis_error === DIED_TOO_OFTEN).toBe(true);
    if (file.analysis === "done" && !corrected.has(file.id)) {
      expect(file).toMatchObject({ analysis_error: null, proposed_grade: 10 });
    }
  }
  for (const { id, total_grade } of files) {
    const known = grades.get(id);
    if (known) expect([known.sure, ...known.maybe]).toContain(total_grade);
  }
  expect(corrected.size).toBeGreaterThan(0);
  for (const [id, places] of corrected) {
    const { circuit_analysis: page } = await ana.json<{ circuit_analysis: CircuitAnalysis }>(
      "GET",
      `/detect-gates/get-circuit-data/${id}`,
    );
    const { history } = await ana.json<GradeRows>("GET", `/files/grade-rows/${id}`);
    expect(history.map(({ number }) => number)).toEqual(history.map((_, index) => history.length - index));
    const kept = page.predictions.filter(({ class_name }) => class_name === "NOT").map(({ x }) => x);
    expect(places.filter((x) => !kept.includes(x))).toEqual([]);
    const said = history.filter(({ text }) => text === "There is a NOT");
    expect(said.length).toBe(kept.length);
  }
  const sorted = await stacksOf(ana);
  expect([...stacks].filter((id) => !sorted.some((stack) => stack.id === id))).toEqual([]);
  for (const { pages, placed, queued } of sorted) expect(placed + queued).toBe(pages);
  expect(await server.stop()).toBe(0);
  const doctor = await runCommand(["doctor", "--data", dataDir], tmpdir());
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining("each as it was handed in.") });
  expect(await readdir(join(dataDir, "files", ".incoming")).catch(() => [])).toEqual([]);
});

async function stacksOf(ana: HttpClient): Promise<readonly Stack[]> {
  return (await ana.json<{ stacks: Stack[] }>("GET", `/stacks/get-stacks/${course.taskId}`)).stacks;
}

/** Waits until every page was read and every stack sorted. */
async function untilDone(ana: HttpClient): Promise<void> {
  for (;;) {
    const files = await filesOf(ana, course.taskId);
    const isRead = files.every(({ analysis }) => analysis === "done" || analysis === "failed");
    if (isRead && (await stacksOf(ana)).every(({ waiting }) => waiting === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
