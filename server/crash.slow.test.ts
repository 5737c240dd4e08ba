import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { File, Receipt } from "./contract/file.ts";
import { ANA } from "./testing/accounts.ts";
import { HttpClient } from "./testing/http-client.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { spawnedQrText } from "./testing/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned-server.ts";
import { makeSpawnedTask } from "./testing/spawned-task.ts";

/** Uploads in all; the full number takes minutes: CRASH_UPLOADS=200. */
const UPLOADS = Number(process.env.CRASH_UPLOADS ?? 8);
/** How often the server is killed while they come in; CRASH_KILLS=50 with 200 uploads takes minutes, too. */
const KILLS = Number(process.env.CRASH_KILLS ?? Math.max(2, Math.round(UPLOADS / 20)));

let dataDir: string;
let server: SpawnedServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "circuitgrade-crash-"));
  server = await start();
}, 120_000);
afterAll(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** The process that works, without a launcher before it: a test can kill it. */
function start(): Promise<SpawnedServer> {
  return spawnServer({ DATA_DIR: dataDir }, "deno");
}

async function signIn(): Promise<HttpClient> {
  const client = new HttpClient(server.origin);
  await client.json("POST", "/auth/login", { ...ANA, remember: false });
  return client;
}

function studentId(number: number): string {
  return String(20230000 + number);
}

it(`kill -9 in the middle of ${UPLOADS} uploads and of their analyses loses nothing that was acknowledged`, {
  timeout: 60_000 * Math.max(5, UPLOADS / 4),
}, async () => {
  const students = Array.from({ length: UPLOADS }, (_, index) => studentId(index + 1));
  const { taskId, ...signedIn } = await makeSpawnedTask(server, { studentList: students });
  let { ana } = signedIn;
  const sheet = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
  // Behind a PNG's end anything may stand: every student's file has bytes of its own.
  const fileOf = (student: string) => Buffer.concat([sheet, Buffer.from(`\n${student}`)]);

  const acknowledged = new Map<string, Receipt>();
  let open = [...students];
  let kills = 0;
  while (open.length > 0) {
    const visitor = new HttpClient(server.origin);
    const left: string[] = [];
    const killAfter = kills < KILLS ? 1 + Math.floor(open.length / (KILLS + 1)) : Number.POSITIVE_INFINITY;
    let answered = 0;
    let killing: Promise<void> | null = null;
    // Two students at a time, as fast as the server answers.
    const waiting = [...open];
    const handIn = async (): Promise<void> => {
      for (let student = waiting.shift(); student !== undefined; student = waiting.shift()) {
        const name = `${student}_quiz[1].png`;
        const receipts = killing ? null : await visitor.upload(uploadForm(taskId, [{ name, bytes: fileOf(student) }]));
        if (receipts === null) left.push(student);
        else {
          expect(receipts).toHaveLength(1);
          acknowledged.set(student, receipts[0]!);
        }
        // The other student's upload is in the middle of it.
        if (receipts !== null && ++answered >= killAfter) killing ??= server.kill();
      }
    };
    await Promise.all([handIn(), handIn()]);
    if (killing) {
      await killing;
      kills++;
      server = await start();
    }
    open = left;
  }
  expect(kills).toBeGreaterThanOrEqual(Math.min(KILLS, 2));
  // Once more, in the middle of the analyses.
  await server.kill();
  server = await start();
  ana = await signIn();

  const files = await untilRead(ana, taskId);
  const byStudent = new Map(files.map((file) => [file.student_id, file]));
  expect([...byStudent.keys()].sort()).toEqual(students);
  for (const student of students) {
    const file = byStudent.get(student)!;
    const receipt = acknowledged.get(student)!;
    expect(file.sha256).toBe(receipt.sha256);
    expect(file).toMatchObject({ analysis: "done", analysis_error: null, proposed_grade: 10 });
    const bytes = Buffer.from(await (await ana.fetch(file.file_url)).arrayBuffer());
    expect(bytes.equals(fileOf(student))).toBe(true);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(receipt.sha256);
  }
  expect(await server.stop()).toBe(0);
});

/** The task's files once every one of them was read. */
async function untilRead(ana: HttpClient, taskId: string): Promise<readonly File[]> {
  for (;;) {
    const { files } = await ana.json<{ files: File[] }>("GET", `/files/get-files/${taskId}`);
    if (files.every(({ analysis }) => analysis === "done" || analysis === "failed")) return files;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
