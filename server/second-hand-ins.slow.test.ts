import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { formatQrText } from "../core/template/qr-text.ts";
import type { File, Receipt } from "./contract/results/file.ts";
import type { Queue } from "./contract/tasks/stack.ts";
import { ANA } from "./testing/accounts.ts";
import { CLASS_BODY, TASK_BODY } from "./testing/fixtures.ts";
import { HttpClient } from "./testing/http-client.ts";
import { sheetWithQr, uploadForm } from "./testing/pages.ts";
import { createInstructor, spawnedQrText } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";

const DRAWING = "20230001_quiz[1].png";
/** A class of two: the page of the first is graded, that of the second came in a scanned stack. */
const [GRADED, SCANNED] = CLASS_BODY.studentList as [string, string];
const PATIENCE = 180_000;

let server: SpawnedServer;
let ana: HttpClient;
let taskId: string;
let sheet: Buffer;
let own: Receipt;

beforeAll(async () => {
  server = await spawnServer({});
  await createInstructor(server);
  ana = new HttpClient(server.origin);
  await ana.json("POST", "/auth/login", { ...ANA, remember: false });
  const group = await ana.json<{ class: { id: string } }>("POST", "/classes/create-class", CLASS_BODY);
  const dueDate = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const task = { ...TASK_BODY, dueDate, classId: group.class.id };
  taskId = (await ana.json<{ id: string }>("POST", "/task/create-task", task)).id;
  sheet = await sheetWithQr(DRAWING, await spawnedQrText(server, { taskId, item: 1 }));
  own = (await send(GRADED, "own"))[0]!;
  const { id } = (await files())[0]!;
  await ana.json("PUT", `/files/update-grade/${id}`, { total_grade: 7 });
  await scanStack();
}, PATIENCE);
afterAll(() => server?.stop());

/** Somebody who has only the link sends a page for a student. A PNG may have any bytes after its end. */
async function send(student: string, bytes: string, receipts: readonly string[] = []): Promise<readonly Receipt[]> {
  const file = { name: `${student}_quiz[1].png`, bytes: Buffer.concat([sheet, Buffer.from(bytes)]) };
  return (await new HttpClient(server.origin).upload(uploadForm(taskId, [file], receipts)))!;
}

async function scanStack(): Promise<void> {
  const secret = (await readFile(join(server.dataDir, "template-secret"), "utf8")).trim();
  const content = { taskId, item: 1, studentId: SCANNED };
  const page = await sheetWithQr(DRAWING, formatQrText(content, { origin: server.origin, secret }));
  const body = new FormData();
  body.append("files", new Blob([new Uint8Array(page)]), "stack.png");
  expect((await ana.fetch(`/stacks/upload/${taskId}`, { method: "POST", body })).ok).toBe(true);
  const placed = async () => expect(await files()).toHaveLength(2);
  await vi.waitFor(placed, { timeout: PATIENCE / 2, interval: 500 });
}

async function files(): Promise<File[]> {
  return (await ana.json<{ files: File[] }>("GET", `/files/get-files/${taskId}`)).files;
}

/** What counts, and its grade. */
async function standing() {
  return (await files()).map(({ student_id, sha256, uploaded_by, total_grade }) => {
    return { student_id, sha256, uploaded_by, total_grade };
  });
}

it(
  "the link and an 8-digit ID cannot change a grade or a scanned page, whatever else is sent",
  async () => {
    const before = await standing();
    expect(before).toMatchObject([
      { student_id: GRADED, sha256: own.sha256, total_grade: 7 },
      { student_id: SCANNED, uploaded_by: "stack" },
    ]);
    const [id, signature] = own.token!.split(".");
    const guesses = [[], [own.sha256], [`${id}.${signature!.replace(/./, "~")}`], [`.${signature}`]];
    for (const [index, receipts] of guesses.entries()) {
      for (const student of [GRADED, SCANNED]) {
        const taken = await send(student, `attack ${index}`, receipts);
        // The same response that any first page gets.
        expect(taken.map((receipt) => Object.keys(receipt))).toEqual([Object.keys(own)]);
      }
      expect(await standing()).toEqual(before);
    }
    // The student's own receipt cannot do it either: only the instructor can give up a grade.
    await send(GRADED, "a better picture", [own.token!]);
    expect(await standing()).toEqual(before);
    const { entries } = await ana.json<Queue>("GET", `/stacks/queue/${taskId}`);
    const questions = entries.filter(({ kind }) => kind === "choice");
    expect(questions).toHaveLength(2 * guesses.length + 1);
    expect(questions.every(({ label }) => label === "Handed in again")).toBe(true);
    const sentElsewhere = questions.filter(({ reasons }) => reasons.some(({ code }) => code === "sent-from-elsewhere"));
    expect(sentElsewhere.map(({ student_id }) => student_id)).toEqual(guesses.map(() => GRADED));
  },
  PATIENCE,
);
