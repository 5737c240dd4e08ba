import type { File, Receipt } from "../../contract/results/file.ts";
import { ANA } from "../accounts.ts";
import { CLASS_BODY, TASK_BODY } from "../fixtures.ts";
import { HttpClient } from "../http-client.ts";
import { sheetWithQr, uploadForm } from "../pages.ts";
import { createInstructor } from "./spawned-instructor.ts";
import type { SpawnedServer } from "./spawned-server.ts";

type Address = Pick<SpawnedServer, "address" | "dataDir" | "origin">;

/** A task on a spawned server, and students who hand in. */
export interface SpawnedCourse {
  readonly taskId: string;
  /** The bytes that a student hands in: each has a different file. */
  fileOf(student: string): Buffer;
  /** Hands in as the student's phone does. */
  handIn(student: string, server: Address): Promise<Receipt>;
}

/** A visitor whose calls go to this process. */
function browserOf({ address, origin }: Address): HttpClient {
  return new HttpClient(origin, address);
}

/** Logs in the instructor. */
export async function instructorOf(server: Address): Promise<HttpClient> {
  const client = browserOf(server);
  await client.json("POST", "/auth/login", { ...ANA, remember: false });
  return client;
}

/** Creates an instructor, a class and a task that is open for a day, as a new server's first user does. */
export async function makeSpawnedTask(
  server: Address,
  body: Partial<typeof CLASS_BODY> = {},
): Promise<{ ana: HttpClient; taskId: string }> {
  await createInstructor(server);
  const ana = await instructorOf(server);
  const { class: group } = await ana.json<{ class: { id: string } }>("POST", "/classes/create-class", {
    ...CLASS_BODY,
    ...body,
  });
  const dueDate = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const task = { ...TASK_BODY, dueDate, classId: group.id };
  const { id: taskId } = await ana.json<{ id: string }>("POST", "/task/create-task", task);
  return { ana, taskId };
}

/** Creates an account, a class with these students, and a task that is due tomorrow. */
export async function openCourse(
  server: Address,
  {
    students,
    qrText,
  }: { students: readonly string[]; qrText(content: { taskId: string; item: number }): Promise<string> },
): Promise<SpawnedCourse> {
  const { taskId } = await makeSpawnedTask(server, { studentList: [...students] });
  const sheet = await sheetWithQr("20230001_quiz[1].png", await qrText({ taskId, item: 1 }));
  // A PNG may have any bytes after its end.
  const fileOf = (student: string) => Buffer.concat([sheet, Buffer.from(`\n${student}`)]);
  return {
    taskId,
    fileOf,
    async handIn(student, to) {
      const name = `${student}_quiz[1].png`;
      const receipts = await browserOf(to).upload(uploadForm(taskId, [{ name, bytes: fileOf(student) }]));
      if (receipts?.length !== 1) throw new Error(`${name} was not taken`);
      return receipts[0]!;
    },
  };
}

/** The task's files as its instructor sees them. */
export async function filesOf(ana: HttpClient, taskId: string): Promise<readonly File[]> {
  return (await ana.json<{ files: File[] }>("GET", `/files/get-files/${taskId}`)).files;
}
