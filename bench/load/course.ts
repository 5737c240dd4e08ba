import { createHash } from "node:crypto";
import { formatQrText } from "../../core/template/qr-text.ts";
import { CLASS_BODY, makeClass, makeTask, TASK_BODY } from "../../server/testing/fixtures.ts";
import { sheetWithQr, uploadForm } from "../../server/testing/pages.ts";
import { createInstructor, spawnedQrText } from "../../server/testing/spawned/spawned-instructor.ts";
import type { SpawnedServer } from "../../server/testing/spawned/spawned-server.ts";
import { TestClient } from "../../server/testing/test-client.ts";

/** A page that a student will hand in, and its expected result. */
export interface HandIn {
  readonly taskId: string;
  readonly studentId: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** An instructor with a class and a task. */
export interface LoadedCourse {
  readonly instructor: TestClient;
  readonly taskId: string;
  readonly handIns: readonly HandIn[];
}

const DRAWINGS = ["20230001_quiz[1].png", "20230007_quiz[1].png", "20230003_quiz[2].png"];
const KEYS = [{ expression: "A ^ B", grade: "5" }];

/** Makes instructors, each with a class of `students` and a task of three items, on a running server. */
export async function makeCourse(
  server: SpawnedServer,
  { number, students, secret }: { number: number; students: number; secret?: string },
): Promise<LoadedCourse> {
  const account = { email: `instructor${number}@example.edu`, password: `Strange-${number}-Door` };
  await createInstructor(server, account);
  const instructor = clientAt(server, `10.0.0.${number}`);
  await instructor.call("login", { body: { ...account, remember: false } });
  const studentList = Array.from({ length: students }, (_, k) => String(20_000_000 + number * 1_000_000 + k));
  const classId = await makeClass(instructor, { ...CLASS_BODY, studentList });
  const dueDate = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const answerKeys = DRAWINGS.map((_, k) => ({ item: `Item ${k + 1}`, keys: KEYS }));
  const taskId = await makeTask(instructor, classId, { ...TASK_BODY, dueDate, answerKeys });
  const sheets = await Promise.all(
    DRAWINGS.map(async (file, k) => {
      const content = { taskId, item: k + 1 };
      const text = secret ? formatQrText(content, { origin: server.origin, secret }) : spawnedQrText(server, content);
      return sheetWithQr(file, await text);
    }),
  );
  const handIns = studentList.flatMap((studentId) =>
    sheets.map((sheet, k) => {
      // A PNG may have any bytes after its end: every file is different.
      const bytes = Buffer.concat([sheet, Buffer.from(`\n${studentId} ${k}`)]);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { taskId, studentId, name: `${studentId}_quiz[${k + 1}].png`, bytes, sha256 };
    }),
  );
  return { instructor, taskId, handIns };
}

/** A browser with its own address: rates are counted by address. */
export function clientAt(server: SpawnedServer, address: string): TestClient {
  return new TestClient((url, init) => {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", address);
    return fetch(url.replace(server.origin, server.address), { ...init, headers });
  }, server.origin);
}

/** All students of a lecture may share it. */
export const CAMPUS = "192.0.2.1";

/** A student hands in one page, from an address of their own unless it says another. */
export async function handInFrom(server: SpawnedServer, { taskId, studentId, name, bytes }: HandIn, from?: string) {
  const address = `10.${studentId.slice(-6, -4)}.${studentId.slice(-4, -2)}.${studentId.slice(-2)}`.replaceAll(
    /\.0(?=\d)/g,
    ".",
  );
  return clientAt(server, from ?? address).call("uploadFiles", { body: uploadForm(taskId, [{ name, bytes }]) });
}
