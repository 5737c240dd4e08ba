import { and, eq } from "drizzle-orm";
import { DAY } from "../../../core/basics/durations.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { classes } from "../../db/schema.ts";
import { storeSubmission } from "../submissions/store-submission.ts";
import { createTask } from "../tasks/tasks.ts";
import { createClass } from "./classes.ts";
import { SAMPLE_CODE, samplePages } from "./sample-pages.ts";

const DUE_IN = 7 * DAY;

/** Makes a class with a task, its key and pages of twelve students, which are read at once. Returns the task's ID. */
export async function makeSampleClass(context: AppContext, userId: string): Promise<string> {
  const pages = await samplePages();
  const group = await createClass(context, userId, {
    classCode: SAMPLE_CODE,
    classGroup: String(await freeGroup(context.db.query, userId)),
    classSchedule: "Any time",
    studentList: pages.map(({ studentId }) => studentId),
    studentNames: {},
    studentEmails: {},
  });
  const task = await createTask(context, userId, {
    classId: group.id,
    title: "Sample: an alarm",
    description: "The alarm is on if A and B are on, or if C is.",
    examType: "exercise",
    dueDate: new Date(context.now() + DUE_IN).toISOString(),
    answerKeys: [{ keys: [{ expression: "A & B | C", grade: "5" }] }],
  });
  for (const { bytes, ...page } of pages) {
    const file = { ...page, mimetype: "image/png", size: bytes.length, item: 1, page: 1, turn: 0 } as const;
    const keep = () => context.files.write(page.sha256, bytes);
    await storeSubmission(context, { ...file, task, uploadedBy: "instructor" }, { keep });
  }
  return task.id;
}

async function freeGroup(query: Query, userId: string): Promise<number> {
  const own = and(eq(classes.userId, userId), eq(classes.code, SAMPLE_CODE));
  const taken = await query.select({ group: classes.group }).from(classes).where(own);
  return 1 + Math.max(0, ...taken.map(({ group }) => group));
}
