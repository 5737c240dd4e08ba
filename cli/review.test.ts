import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PicturePoint } from "../core/geometry/coordinates.ts";
import { isGateClass } from "../core/rules/gates.ts";
import type { WireCorrection } from "../core/wires/correct/wire-correction.ts";
import type { EndpointName, RequestOf } from "../server/contract/endpoints.ts";
import { TestClient } from "../server/testing/test-client.ts";
import type { GradeRecord } from "./grading/grade-record.ts";
import { type Running, runCommand, startCommand } from "./testdata/run-command.ts";

/** A real server is started twice, and reads pages, on a machine that may be busy. */
const PATIENCE = 600_000;

const SAMPLES = fileURLToPath(new URL("../core/testdata/pages/", import.meta.url));

let folder: string;
let review: Running;
let web: TestClient;
let taskId: string;

const GRADE = ["grade", "scans", "--task", "task.json", "--roster", "roster.csv", "--out", "out"];

async function record(): Promise<GradeRecord> {
  return JSON.parse(await readFile(join(folder, "out/results.json"), "utf8")) as GradeRecord;
}

async function lines(): Promise<Record<string, string>[]> {
  return parse(await readFile(join(folder, "out/review.csv")), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
}

async function line(file: string): Promise<Record<string, string> | undefined> {
  return (await lines()).find((each) => each.file === file);
}

/** Starts the review and presses the button of its link as a browser does; the link is in the command's output. */
async function start(): Promise<string> {
  review = startCommand(["review", "out", "--no-open"], { cwd: folder, variables: { UI_DIR: folder } });
  let output = "";
  review.process.stderr!.on("data", (text: string) => {
    output += text;
  });
  const ended = review.ended.then(({ code, stderr }) => Promise.reject(new Error(`It ended with ${code}: ${stderr}`)));
  ended.catch(() => undefined);
  const found = (): string | undefined => /(http:\/\/127\.0\.0\.1:\d+\/auth\/enter\?\S+)\n/.exec(output)?.[1];
  await Promise.race([expect.poll(found, { timeout: PATIENCE, interval: 200 }).toBeDefined(), ended]);
  const link = new URL(found()!);
  web = new TestClient(fetch, link.origin);
  const opened = await web.fetch(`${link.pathname}${link.search}`, { method: "POST", redirect: "manual" });
  expect(opened.status).toBe(303);
  taskId = /^\/queue\/([\w-]+)$/.exec(opened.headers.get("location") ?? "")![1]!;
  return link.href;
}

async function end(): Promise<{ code: number | null; stderr: string }> {
  review.process.kill("SIGINT");
  return review.ended;
}

async function call<Name extends EndpointName>(name: Name, request: RequestOf<Name>) {
  const { status, body } = await web.call(name, request);
  expect([name, status, body]).toEqual([name, 200, expect.anything()]);
  return body;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "review-"));
  const task = JSON.parse(await readFile(join(SAMPLES, "task.json"), "utf8")) as GradeRecord["task"];
  await writeFile(join(folder, "task.json"), JSON.stringify(task));
  const pages = {
    // Sure, without a name, and without a circuit that can be compared.
    "20230001_quiz[1].png": "20230001_quiz[1].png",
    "IMG_0007.png": "20230007_quiz[1].png",
    "20230006_quiz[2].jpg": "20230006_quiz[2].jpg",
  };
  await writeFile(join(folder, "roster.csv"), "student_id,name\n20230001,Ana Cruz\n20230006,\n");
  await mkdir(join(folder, "scans"));
  for (const [name, sample] of Object.entries(pages)) {
    await writeFile(join(folder, "scans", name), await readFile(join(SAMPLES, sample)));
  }
  const { code } = await runCommand(GRADE, folder);
  expect(code).toBe(1);
  const list = join(folder, "out/review.csv");
  await writeFile(list, (await readFile(list, "utf8")).replace(",20230006,2,,10,,,", ",20230006,2,,10,,See me,"));
  expect((await runCommand([...GRADE, "--resume"], folder)).code).toBe(1);
}, PATIENCE);

afterAll(async () => {
  review?.process.kill("SIGINT");
  await review?.ended;
  await rm(folder, { recursive: true, force: true });
});

describe("review", { timeout: PATIENCE }, () => {
  let link: string;
  let invert: WireCorrection;

  test("starts a server on this machine with the results, and its link signs in once", async () => {
    link = await start();
    const { files } = await call("getFiles", { params: { taskId } });
    const graded = files.map(({ student_id, item_number, graded }) => [student_id, item_number, graded]);
    expect(graded.sort()).toEqual([
      ["20230001", 1, true],
      ["20230006", 2, false],
    ]);
    const { class_id: classId } = await call("getTask", { params: { taskId } });
    expect((await call("getRoster", { params: { classId } })).students).toEqual([
      { student_id: "20230001", name: "Ana Cruz" },
      { student_id: "20230006", name: "" },
    ]);
    const stranger = new TestClient(fetch, new URL(link).origin);
    const again = await stranger.fetch(link.slice(new URL(link).origin.length), { method: "POST" });
    expect([again.status, stranger.cookies.size]).toEqual([400, 0]);
    const data = join(folder, "out/.circuitgrade/review");
    expect((await stat(data)).mode & 0o077).toBe(0);
    expect((await stat(join(data, "review.json"))).mode & 0o077).toBe(0);
  });

  test("a second review of the folder is refused", async () => {
    const second = await runCommand(["review", "out", "--no-open"], folder);
    expect([second.code, second.stderr]).toEqual([
      2,
      expect.stringContaining("Another grade, merge or review uses out"),
    ]);
  });

  test("a grade given in the web is in review.csv at once", async () => {
    const { files } = await call("getFiles", { params: { taskId } });
    const open = files.find(({ graded }) => !graded)!;
    const circuit = () => call("getCircuitData", { params: { fileId: open.id } });
    const read = async () => (await circuit()).circuit_analysis.state;
    await expect.poll(read, { timeout: PATIENCE }).toBe("done");
    const { id, predictions } = (await circuit()).circuit_analysis;
    const gate = predictions.find(({ class_name }) => isGateClass(class_name))!;
    invert = { kind: "invert", pin: { x: gate.x, y: gate.y + gate.height / 4 } as PicturePoint, inverted: true };
    await call("correctWires", { params: { circuitAnalysisId: id }, body: { corrections: [invert] } });
    // With the comment that was typed before.
    await call("updateGrade", { params: { fileId: open.id }, body: { total_grade: 3 } });
    await expect.poll(async () => (await line("scans/20230006_quiz[2].jpg"))?.grade).toBe("3");
    expect(await line("scans/20230006_quiz[2].jpg")).toMatchObject({ comment: "See me", student_id: "20230006" });
    expect(await line("scans/IMG_0007.png")).toMatchObject({ grade: "", student_id: "" });
  });

  test("Ctrl-C ends it and says what is left; the next one goes on where it was", async () => {
    const { code, stderr } = await end();
    expect([code, stderr]).toEqual([1, expect.stringContaining("Settled: 1 page, 1 of 2 in the queue left")]);
    expect(stderr).toContain("Run grade again with --resume.");
    await expect(fetch(link)).rejects.toThrow();
    await start();
    const { files } = await call("getFiles", { params: { taskId } });
    expect(files.filter(({ graded }) => graded)).toHaveLength(2);
  });

  test("Ctrl-C while it starts ends it before the link", async () => {
    const words = ["review", "copy", "--no-open"];
    await cp(join(folder, "out"), join(folder, "copy"), {
      recursive: true,
      filter: (path) => !path.endsWith("/review"),
    });
    const { process: command, ended } = startCommand(words, { cwd: folder, variables: { UI_DIR: folder } });
    command.stderr!.once("data", () => command.kill("SIGINT"));
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.not.stringContaining("http")]);
  });

  test("a page without an owner is assigned in the web, and grade --resume takes everything", async () => {
    const queued = () => call("getQueue", { params: { taskId } });
    const pageOf = async () => (await queued()).entries.find(({ kind }) => kind === "page");
    await expect.poll(pageOf, { timeout: PATIENCE }).toBeDefined();
    const page = (await pageOf())!;
    const body = { student_id: "20230006", item_number: 1, file_id: null };
    await call("assignStackPage", { params: { pageId: page.id }, body });
    const { files } = await call("getFiles", { params: { taskId } });
    const assigned = files.find(({ item_number: item, student_id: id }) => item === 1 && id === "20230006")!;
    await call("updateGrade", { params: { fileId: assigned.id }, body: { total_grade: 9 } });
    await expect.poll(async () => (await line("scans/IMG_0007.png"))?.grade).toBe("9");
    expect((await end()).code).toBe(0);
    const resumed = await runCommand([...GRADE, "--resume"], folder);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining("Reused from an earlier run")]);
    const { files: pages, queue } = await record();
    // What was corrected in the web is what the page is read with here.
    expect(pages.map(({ said }) => said?.statements)).toEqual([
      undefined,
      [{ kind: "wires", add: [invert], drop: [], at: expect.any(Number) }],
      undefined,
    ]);
    expect(queue).toEqual([]);
    expect(pages.map(({ student_id, item, grade }) => [student_id, item, grade])).toEqual([
      ["20230001", 1, expect.any(Number)],
      ["20230006", 2, 3],
      ["20230006", 1, 9],
    ]);
  });
});

test("review says where the results are missing, and which ones no server takes", async () => {
  const none = await runCommand(["review", "nowhere"], folder);
  expect([none.code, none.stderr]).toEqual([3, expect.stringContaining("There is no nowhere/results.json")]);
});
