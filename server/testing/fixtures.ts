import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import { submissions } from "../db/schema.ts";
import { insertNext } from "../services/reading/say.ts";
import type { TestClient } from "./test-client.ts";

/** The defaults of createClass. */
export const CLASS_BODY = {
  classCode: "CPE 101",
  classGroup: "1",
  classSchedule: "MWF 9:00-10:00",
  studentList: ["20230001", "20230002"],
};

/** Creates a class for the client; returns its ID. */
export async function makeClass(client: TestClient, body: object = {}): Promise<string> {
  const answer = await client.call("createClass", { body: { ...CLASS_BODY, ...body } });
  if (answer.status !== 200) throw new Error(answer.body.error.message);
  return answer.body.class.id;
}

/** The defaults of createTask: due on 21 November 2026, 23:59:59.999 in Manila. */
export const TASK_BODY = {
  title: "Half adder",
  examType: "quiz",
  dueDate: "2026-11-21T23:59:59.999+08:00",
  answerKeys: [
    {
      item: "Item 1",
      keys: [
        { expression: "A ^ B", grade: "5" },
        { expression: "A & B", grade: "5" },
      ],
    },
    { item: "Item 2", keys: [{ expression: "A ^ B | (C & ~A)", grade: "10" }] },
  ],
  totalSubmissions: 0,
  reviewedSubmissions: 0,
  status: "Ongoing",
};

/** Creates a task of the client's in `classId`; returns its ID. */
export async function makeTask(client: TestClient, classId: string, body: object = {}): Promise<string> {
  const answer = await client.call("createTask", { body: { ...TASK_BODY, classId, ...body } });
  if (answer.status !== 200) throw new Error(answer.body.error.message);
  return answer.body.id;
}

/** A submission as the database stores it, without an upload. */
export async function insertSubmission(
  { db, now }: AppContext,
  row: { taskId: string } & Partial<typeof submissions.$inferInsert>,
): Promise<string> {
  const id = newId();
  const values = {
    id,
    studentId: "20230001",
    item: 1,
    filename: "20230001_quiz[1].png",
    mimetype: "image/png",
    size: 1,
    sha256: "0".repeat(64),
    page: 1,
    uploadedBy: "student" as const,
    receivedAt: now(),
    counts: true,
    ...row,
  };
  await db.write((query) => query.insert(submissions).values(values));
  const { graded = false, totalGrade = null, comment = null } = row;
  if (graded || comment !== null) {
    const statement = { kind: "grade" as const, grade: { graded, totalGrade, comment } };
    await db.run((query) => insertNext(query, { submissionId: id, by: "ana@example.edu", at: 0, statement }));
  }
  return id;
}
