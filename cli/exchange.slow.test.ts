import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatQrText } from "../core/template/qr-text.ts";
import type { AuditEntry } from "../server/contract/accounts/audit.ts";
import { ENDPOINTS, type EndpointName } from "../server/contract/endpoints.ts";
import type { CircuitAnalysis } from "../server/contract/results/detection.ts";
import type { File, GradeRows } from "../server/contract/results/file.ts";
import { EXCHANGE_FORM, type GradesPushed } from "../server/contract/tasks/exchange.ts";
import { HttpClient } from "../server/testing/http-client.ts";
import { sheetWithQr, uploadForm } from "../server/testing/pages.ts";
import { freePort } from "../server/testing/services/free-port.ts";
import type { GradeRecord } from "./grading/grade-record.ts";
import { type Ended, type Running, runCommand, startCommand } from "./testdata/run-command.ts";

/** Pages are read twice, by the command and by a real server, on a machine that may be busy. */
const PATIENCE = 1_500_000;

const STUDENTS = Array.from({ length: 60 }, (_, index) => String(20230001 + index));
/**
 * A few drawings among the students: reading each of 60 would prove no more. One is a template, scanned upside down.
 */
const DRAWINGS = ["20230001_quiz[1].png", "20230009_quiz[1].jpg", "20230007_quiz[1].png", "template.png"];
const SAMPLES = fileURLToPath(new URL("../core/testdata/pages/", import.meta.url));
const PASSWORD = "Half-Adder-1";
const KEYS = [
  { expression: "A ^ B", grade: "5" },
  { expression: "A & B", grade: "5" },
];

let folder: string;
let server: Running;
let web: HttpClient;
let taskId: string;
let classId: string;
let token: string;

function path(...parts: string[]): string {
  return join(folder, ...parts);
}

/** A call of the signed-in instructor. */
function call<T>(name: EndpointName, params: Record<string, string> = {}, body?: unknown): Promise<T> {
  const filled = ENDPOINTS[name].path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? "");
  return web.json<T>(ENDPOINTS[name].method, filled, body);
}

async function filesInWeb(): Promise<readonly File[]> {
  return (await call<{ files: File[] }>("getFiles", { taskId })).files;
}

async function makeToken(scope: "read" | "grade"): Promise<{ id: string; token: string }> {
  const body = { name: "Laptop", scope, days: 7, password: PASSWORD };
  const made = await call<{ access_token: { id: string }; token: string }>("createAccessToken", {}, body);
  return { id: made.access_token.id, token: made.token };
}

/** Runs the command with the token in its environment, or with another one; null: without one. */
async function run(words: readonly string[], own: string | null = token): Promise<Ended> {
  if (own === null) delete process.env.CIRCUITGRADE_TOKEN;
  else process.env.CIRCUITGRADE_TOKEN = own;
  return runCommand(words, folder);
}

const PULL = () => ["pull", `${web.origin}/task/${taskId}`, "--out", "quiz"];
const GRADE = [
  "grade",
  "scans",
  "--task",
  "quiz/task.json",
  "--roster",
  "quiz/roster.csv",
  "--out",
  "quiz",
  "--resume",
];
const PUSH = ["push", "quiz"];

async function record(): Promise<GradeRecord> {
  return JSON.parse(await readFile(path("quiz", "results.json"), "utf8")) as GradeRecord;
}

function tally({ pages }: Pick<GradesPushed, "pages">): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { change } of pages) counts[change] = (counts[change] ?? 0) + 1;
  return counts;
}

async function pushed(words: readonly string[] = []): Promise<{ ended: Ended; counts: Record<string, number> }> {
  const ended = await run([...PUSH, "--json", ...words]);
  return { ended, counts: tally(JSON.parse(ended.stdout) as GradesPushed) };
}

async function answers(url: string): Promise<void> {
  for (const giveUp = Date.now() + 120_000; Date.now() < giveUp; ) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

/** What the web saves as "Results for programs", when all is read. */
async function resultsInWeb(): Promise<string> {
  for (const giveUp = Date.now() + PATIENCE; Date.now() < giveUp; ) {
    const files = await filesInWeb();
    if (files.every(({ analysis }) => analysis === "done")) break;
    expect(files.filter(({ analysis }) => analysis === "failed")).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const response = await web.fetch(ENDPOINTS.getTaskResults.path.replace(":taskId", taskId));
  return response.text();
}

async function editKeys(keys: readonly { expression: string; grade: string }[]): Promise<void> {
  const body = { title: "Half adder", classId, examType: "quiz", dueDate: "2027-01-01T00:00:00.000Z" };
  await call("editTask", { taskId }, { ...body, answerKeys: [{ keys }] });
}

async function asAdmin(): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${(await readFile(path("data", "admin-token"), "utf8")).trim()}` };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "exchange-"));
  process.env.UI_DIR = folder;
  const port = await freePort();
  server = startCommand(["serve", "--port", String(port), "--data", "data"], folder);
  web = new HttpClient(`http://localhost:${port}`);
  await answers(`${web.origin}/healthz`);
  const account = { email: "ana@example.edu", password: PASSWORD };
  const made = await fetch(`${web.origin}/admin/create-user`, {
    method: "POST",
    headers: { ...(await asAdmin()), "content-type": "application/json" },
    body: JSON.stringify({ ...account, name: "Ana Cruz" }),
  });
  expect(made.status).toBe(200);
  await call("login", {}, account);
  const group = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00-10:00", studentList: STUDENTS };
  classId = (await call<{ class: { id: string } }>("createClass", {}, group)).class.id;
  const body = { title: "Half adder", classId, examType: "quiz", dueDate: "2027-01-01T00:00:00.000Z" };
  taskId = (await call<{ id: string }>("createTask", {}, { ...body, answerKeys: [{ keys: KEYS }] })).id;
  token = (await makeToken("grade")).token;
  await mkdir(path("scans"));
}, PATIENCE);

async function drawClass({ id, template_key: secret }: { id: string; template_key: string }): Promise<void> {
  const code = formatQrText({ taskId: id, item: 1 }, { origin: web.origin, secret });
  const sheet = await sharp(await sheetWithQr(DRAWINGS[0]!, code))
    .rotate(180)
    .png()
    .toBuffer();
  for (const [index, student] of STUDENTS.entries()) {
    const drawing = DRAWINGS[index % DRAWINGS.length]!;
    const bytes = drawing === "template.png" ? sheet : await readFile(join(SAMPLES, drawing));
    await writeFile(path("scans", `${student}_quiz[1].${drawing.split(".").at(-1)}`), bytes);
  }
}

afterAll(async () => {
  delete process.env.CIRCUITGRADE_TOKEN;
  server.process.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  await rm(folder, { recursive: true });
});

describe("a class of 60, graded away from its server", { timeout: PATIENCE }, () => {
  test("pull writes task, roster and their origin, readable for nobody else", async () => {
    const { code, stderr, stdout } = await run(PULL());
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("Half adder, CPE 101 | 1: 1 item with 2 keys, 60 students");
    expect(stderr).toContain(
      "Next: circuitgrade grade PAGES --task quiz/task.json --roster quiz/roster.csv --corrections quiz/corrections.json --out quiz",
    );
    const task = JSON.parse(await readFile(path("quiz", "task.json"), "utf8"));
    expect(task).toMatchObject({ id: taskId, title: "Half adder", type: "quiz" });
    expect(task.items[0].keys[0]).toEqual({ expression: "A ^ B", grade: 5 });
    expect(task.template_key).toMatch(/^[\w-]{43}$/);
    expect((await readFile(path("quiz", "roster.csv"), "utf8")).trim().split("\n")).toHaveLength(61);
    for (const name of ["task.json", "roster.csv", "corrections.json", "pull.json"]) {
      expect((await stat(path("quiz", name))).mode & 0o077).toBe(0);
      expect(await readFile(path("quiz", name), "utf8")).not.toContain(token);
    }
  });

  test("pull says what is wrong: no token, an open file, somebody else's token, a wrong task, no server, another folder", async () => {
    const none = await run(PULL(), "");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("An access token is needed.")]);
    const file = path("token");
    await writeFile(file, `${token}\n`, { mode: 0o644 });
    const open = await run([...PULL(), "--token-file", file], null);
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining(`chmod 600 ${file}`)]);
    await chmod(file, 0o600);
    expect((await run([...PULL(), "--token-file", file], null)).code).toBe(0);
    const madeUp = await run(PULL(), "cgt_made-up");
    expect([madeUp.code, madeUp.stderr]).toEqual([2, expect.stringContaining("does not know this access token")]);
    const revoked = await makeToken("read");
    await call("revokeAccessToken", { tokenId: revoked.id });
    expect((await run(PULL(), revoked.token)).stderr).toContain("This access token was revoked.");
    const wrong = await run(["pull", "nothing", "--server", web.origin, "--out", "other"]);
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining("has no task nothing")]);
    expect(await readdir(folder)).not.toContain("other");
    const address = `http://127.0.0.1:${await freePort()}`;
    const nobody = await run(["pull", taskId, "--server", address, "--out", "other"]);
    expect([nobody.code, nobody.stderr]).toEqual([3, expect.stringContaining(`No server answers at ${address}`)]);
    const taken = await run(["pull", "another", "--server", web.origin, "--out", "quiz"]);
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("contains another task, Half adder.")]);
  });

  test("a person's changes of task.json are kept when the task is pulled again", async () => {
    await writeFile(path("quiz", "task.json"), "my notes");
    const { stderr } = await run(PULL());
    expect(stderr).toContain("task.json was changed since the last pull: it is kept as task.edited.json");
    expect(await readFile(path("quiz", "task.edited.json"), "utf8")).toBe("my notes");
    expect(stderr).toContain("The keys are those of the last pull.");
    expect((await run(PULL())).stderr).not.toContain("edited");
  });

  test("a read-only token does not get the templates' key, and may not push", async () => {
    const reader = await makeToken("read");
    const pull = await run(["pull", taskId, "--server", web.origin, "--out", "readonly"], reader.token);
    expect(pull.stderr).toContain("The token may only read");
    expect(await readFile(path("readonly", "task.json"), "utf8")).not.toContain("template_key");
  });

  test("the pages are graded without the server, with a manifest", async () => {
    await drawClass(JSON.parse(await readFile(path("quiz", "task.json"), "utf8")));
    // Each drawing is read once; the other students' pages have the same bytes.
    await mkdir(path("few"));
    for (const student of STUDENTS.slice(0, DRAWINGS.length)) {
      const [name] = (await readdir(path("scans"))).filter((each) => each.startsWith(student));
      await cp(path("scans", name!), path("few", name!));
    }
    await run(
      GRADE.map((word) => (word === "scans" ? "few" : word)),
      null,
    );
    const { stderr } = await run(GRADE, null);
    expect(stderr).toContain("60 pages of 60 students");
    const { manifest, summary, files } = await record();
    expect(manifest).toMatchObject({
      model: expect.stringMatching(/^[0-9a-f]{64}$/),
      key_version: JSON.parse(await readFile(path("quiz", "pull.json"), "utf8")).key_version,
      settings: { threshold: "auto", certainty: 98 },
    });
    expect([summary.graded, summary.review]).toEqual([30, 30]);
    expect([...new Set(files.map(({ turn }) => turn))].sort()).toEqual([0, 2]);
  });

  test("push with --preview shows what it would do, and does nothing", async () => {
    const { ended, counts } = await pushed(["--preview"]);
    const { graded, review } = (await record()).summary;
    expect(counts).toEqual({ give: graded, ...(review > 0 && { none: review }) });
    expect(ended.stderr).toContain(`  ${graded} with a new grade`);
    expect(ended.stderr).toContain("Nothing was changed: run the same command without --preview");
    expect(await filesInWeb()).toEqual([]);
  });

  test("a read-only token is refused", async () => {
    const reader = await makeToken("read");
    const { code, stderr } = await run(PUSH, reader.token);
    expect([code, stderr]).toEqual([2, expect.stringContaining("may only read")]);
  });

  test("a page whose file is gone is not sent, but the others are; --pages finds it again", async () => {
    const name = (await readdir(path("scans"))).find((each) => each.startsWith(STUDENTS[4]!))!;
    // All pages of this drawing have one SHA-256 and one path: only this student's gets other bytes.
    const few = (await readdir(path("few"))).find((each) => each.startsWith(STUDENTS[0]!))!;
    const bytes = Buffer.concat([await readFile(path("few", few)), Buffer.from("\0")]);
    await writeFile(path("scans", name), bytes);
    await run(GRADE, null);
    await mkdir(path("moved"));
    await rename(path("scans", name), path("moved", name));
    const first = await run(PUSH);
    expect(first.stderr).toContain(`! scans/${name} stays here: the file is not where it was graded`);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain("Sent: 59 pages, written: 29 grades");
    expect(await filesInWeb()).toHaveLength(59);
    const second = await run([...PUSH, "--pages", "moved"]);
    expect(second.stderr).not.toContain("stays here");
    expect(await filesInWeb()).toHaveLength(60);
    await rename(path("moved", name), path("scans", name));
  });

  test("the web shows the pages and their grades, and who gave them", async () => {
    const files = await filesInWeb();
    const { files: pages, summary } = await record();
    expect(files.filter(({ graded }) => graded)).toHaveLength(summary.graded);
    for (const file of files) {
      const own = pages.find(({ student_id }) => student_id === file.student_id)!;
      expect([file.sha256, file.total_grade], file.filename).toEqual([
        own.sha256,
        own.status === "graded" ? own.grade : null,
      ]);
    }
    const graded = files.find((file) => file.graded)!;
    const rows = await call<{ history: { by: string }[] }>("getGradeRows", { fileId: graded.id });
    expect(rows.history.map(({ by }) => by)).toEqual(["ana@example.edu, token Laptop: as proposed"]);
    const picture = await web.fetch(graded.page_url);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  test("the audit log has the pull and the push", async () => {
    const response = await fetch(`${web.origin}${ENDPOINTS.getAuditLog.path}`, { headers: await asAdmin() });
    const { entries } = (await response.json()) as { entries: readonly AuditEntry[] };
    const said = entries.map(({ what, outcome, person }) => [what, outcome, person]);
    expect(said).toContainEqual(["Pulled a task with a program", "done", "ana@example.edu"]);
    expect(said).toContainEqual(["Sent grades with a program", "done", "ana@example.edu"]);
  });

  test("pushing again changes nothing", async () => {
    const before = await filesInWeb();
    const { ended, counts } = await pushed();
    const { graded } = (await record()).summary;
    expect(counts.same).toBe(graded);
    expect([counts.give, counts.replace, counts.conflict]).toEqual([undefined, undefined, undefined]);
    expect(ended.stderr).toContain("Nothing was changed");
    const strip = (files: readonly File[]) => files.map(({ id, total_grade, graded: is }) => [id, total_grade, is]);
    expect(strip(await filesInWeb())).toEqual(strip(before));
  });

  test("the web's results of the same pages are the command's, byte for byte", async () => {
    const ours = await readFile(path("quiz", "page-results.jsonl"), "utf8");
    const pushedOnes = await resultsInWeb();
    expect(pushedOnes.split("\n")).toHaveLength(61);
    expect(pushedOnes).toBe(ours);
    // The same sheet handed in as students do it: the server finds page and orientation by itself.
    const sheet = (await filesInWeb()).find(({ student_id }) => student_id === STUDENTS[3])!;
    await call("deleteFile", { fileId: sheet.id });
    const name = `${sheet.student_id}_quiz[1].png`;
    const receipts = await web.upload(uploadForm(taskId, [{ name, bytes: await readFile(path("scans", name)) }]));
    expect(receipts?.map(({ sha256 }) => sha256)).toEqual([sheet.sha256]);
    expect(await resultsInWeb()).toBe(ours);
  });

  test("a grade that a person gave in the web meanwhile is reported and kept, unless --overwrite is given", async () => {
    const graded = (await filesInWeb()).filter((file) => file.graded);
    const [first] = graded;
    await call("updateGrade", { fileId: first!.id }, { total_grade: 1, comment: "See me." });
    const { answer_groups: groups } = await record();
    const lines = groups.map(({ item, group }) => `${item},${group},3,For all`);
    await writeFile(path("decisions.csv"), ["item,group,grade,comment", ...lines, ""].join("\n"));
    await run([...GRADE, "--decisions", "decisions.csv"], null);
    const kept = await pushed();
    expect(kept.ended.code).toBe(1);
    expect(kept.counts.conflict).toBe(1);
    expect(kept.counts.replace).toBeGreaterThan(20);
    expect(kept.ended.stderr).toContain(
      `! ${first!.student_id}, item 1: Graded in the web by ana@example.edu: 1 points, "See me.". Here: 3 points.`,
    );
    const now = await filesInWeb();
    expect(now.find(({ id }) => id === first!.id)).toMatchObject({ total_grade: 1, comment: "See me." });
    expect(now.filter(({ total_grade }) => total_grade === 3).length).toBe(
      kept.counts.replace! + (kept.counts.give ?? 0),
    );
    const told = await pushed(["--overwrite"]);
    expect([told.counts.conflict, told.counts.replace]).toEqual([undefined, 1]);
    expect((await filesInWeb()).find(({ id }) => id === first!.id)).toMatchObject({
      total_grade: 3,
      comment: "For all",
    });
    await run(GRADE, null);
  });

  test("a page that was handed in later in the web is not replaced", async () => {
    const file = (await filesInWeb())[8]!;
    await call("deleteFile", { fileId: file.id });
    const other = path("scans", (await readdir(path("scans"))).find((name) => name.startsWith(STUDENTS[9]!))!);
    const form = new FormData();
    form.set("pages", JSON.stringify([{ student_id: file.student_id, item: 1, page: 1, turn: 0 }]));
    form.append("files", new Blob([await readFile(other)]), "later.png");
    const headers = { authorization: `Bearer ${token}`, [EXCHANGE_FORM.header]: EXCHANGE_FORM.form };
    const sent = await fetch(`${web.origin}/api/send-pages/${taskId}`, { method: "POST", headers, body: form });
    expect(sent.status).toBe(200);
    const kept = await pushed();
    expect(kept.counts.conflict).toBe(1);
    expect(kept.ended.stderr).toContain(`! ${file.student_id}, item 1: The web has another page of this answer`);
    expect((await pushed(["--overwrite"])).counts.conflict).toBeUndefined();
    const now = (await filesInWeb()).find(({ student_id }) => student_id === file.student_id);
    expect([now?.sha256, now?.earlier]).toEqual([file.sha256, 1]);
  });

  test("keys that changed since the pull stop a push; pull, grade --resume and push work again", async () => {
    await editKeys([{ ...KEYS[0]!, grade: "6" }, KEYS[1]!]);
    const refused = await run(PUSH);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("graded by other keys than the task has now"),
    ]);
    const pulled = await run(PULL());
    expect(pulled.stderr).toContain("The keys have changed since the last pull: grade again with --resume, then push.");
    const stale = await run(PUSH);
    expect([stale.code, stale.stderr]).toEqual([
      2,
      expect.stringContaining("graded by other keys than those that were pulled"),
    ]);
    expect((await run(GRADE, null)).stderr).toContain("Reused from an earlier run: pages of 60 of 60 files");
    const { counts } = await pushed();
    expect(counts.conflict).toBeUndefined();
    expect(counts.replace).toBeGreaterThan(10);
  });

  test("what a person corrected in the web comes with a pull, and gives the same result here", async () => {
    // Pages of the same bytes are the same picture, which is corrected as a whole here: one that no other student has.
    const files = await filesInWeb();
    const corrected = files.find((file) => files.filter(({ sha256 }) => sha256 === file.sha256).length === 1)!;
    const { circuit_analysis: analysis } = await call<{ circuit_analysis: CircuitAnalysis }>("getCircuitData", {
      fileId: corrected.id,
    });
    const gate = analysis.predictions.find(({ class_name }) => class_name === "XOR")!;
    const invert = { kind: "invert", pin: { x: gate.x, y: gate.y + gate.height / 4 }, inverted: true };
    await call("correctWires", { circuitAnalysisId: analysis.id }, { corrections: [invert] });
    expect((await run(PULL())).stderr).toContain("Corrected in the web: 1 page");
    await run([...GRADE, "--corrections", "quiz/corrections.json"], null);
    const own = (await record()).files.find(({ student_id }) => student_id === corrected.student_id);
    expect(own?.said?.statements).toMatchObject([{ kind: "wires", add: [invert], drop: [] }]);
    expect(await readFile(path("quiz", "page-results.jsonl"), "utf8")).toBe(await resultsInWeb());
    const after = await pushed();
    expect(after.counts.conflict).toBeUndefined();
    expect(after.ended.stderr).not.toContain("with corrections");
    // What was taken back in the web comes as well: otherwise the next push would say it again.
    const { history } = await call<GradeRows>("getGradeRows", { fileId: corrected.id });
    const { number } = history.find(({ text }) => text === "Wires: an inversion")!;
    await call("takeBackStatement", { fileId: corrected.id }, { number });
    expect((await run(PULL())).stderr).not.toContain("Corrected in the web");
    await run([...GRADE, "--corrections", "quiz/corrections.json"], null);
    const now = (await record()).files.find(({ student_id }) => student_id === corrected.student_id);
    expect(now?.said?.statements).toMatchObject([{ kind: "wires" }, { kind: "take-back", number: 1 }]);
    expect((await pushed()).counts.conflict).toBeUndefined();
    const later = await call<GradeRows>("getGradeRows", { fileId: corrected.id });
    expect(later.history.filter(({ text }) => text.includes("Wires"))).toHaveLength(2);
  });

  test("push says what is wrong with its folder", async () => {
    const nowhere = await run(["push", "scans"]);
    expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining("scans has no pull.json.")]);
    const ungraded = await run(["push", "readonly"]);
    expect([ungraded.code, ungraded.stderr]).toEqual([3, expect.stringContaining("There is no readonly/results.json")]);
  });
});
