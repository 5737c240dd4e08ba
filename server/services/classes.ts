import { and, asc, count, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { checkClassFields } from "../../core/rules/form-fields.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { INVALID_STUDENT_IDS_HEADING, isStudentId } from "../../core/rules/student-id.ts";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { Class, ClassSummary, classBody } from "../contract/classes.ts";
import { TEXTS } from "../contract/texts.ts";
import type { Query } from "../db/client.ts";
import { classes, enrolments, submissions, tasks } from "../db/schema.ts";
import { notFound, Refusal, refuseIssues } from "../refusal.ts";
import { releaseFiles, stackHashes } from "./stored-files.ts";
import { settleTask } from "./task-state.ts";

type ClassRow = typeof classes.$inferSelect;
type ClassBody = z.output<typeof classBody>;

/** More than this cannot be meant, and keeps the numbers exact. */
const LARGEST_GROUP = 9999;

export async function listClasses({ db }: AppContext, userId: string): Promise<ClassSummary[]> {
  const rows = await db.query
    .select({ row: classes, students: count(enrolments.studentId) })
    .from(classes)
    .leftJoin(enrolments, eq(enrolments.classId, classes.id))
    .where(eq(classes.userId, userId))
    .groupBy(classes.id)
    .orderBy(asc(classes.code), asc(classes.group));
  return rows.map(({ row, students }) => ({ ...classFields(row), student_count: students }));
}

/** Refuses where the class is not there or not the user's. */
export async function ownClass({ db }: Pick<AppContext, "db">, userId: string, classId: string): Promise<ClassRow> {
  const mine = and(eq(classes.id, classId), eq(classes.userId, userId));
  const [row] = await db.query.select().from(classes).where(mine);
  if (!row) throw notFound(TEXTS.classes.notFound);
  return row;
}

export async function getClass(context: AppContext, userId: string, classId: string): Promise<Class> {
  const row = await ownClass(context, userId, classId);
  const students = await context.db.query
    .select({ id: enrolments.studentId })
    .from(enrolments)
    .where(eq(enrolments.classId, classId))
    .orderBy(asc(enrolments.studentId));
  return { ...classFields(row), student_list: students.map(({ id }) => id) };
}

export async function createClass(context: AppContext, userId: string, body: ClassBody): Promise<Class> {
  const { students, ...fields } = checkBody(body);
  const row: ClassRow = { ...fields, id: newId(), userId, createdAt: context.now() };
  await context.db.write(async (query) => {
    await refuseTakenGroup(query, row);
    await query.batch([query.insert(classes).values(row), ...enrol(query, row.id, students)]);
  });
  return { ...classFields(row), student_list: students };
}

export async function editClass(
  context: AppContext,
  { userId, classId, body }: { userId: string; classId: string; body: ClassBody },
): Promise<Class> {
  const { students, ...fields } = checkBody(body);
  const row: ClassRow = { ...(await ownClass(context, userId, classId)), ...fields };
  await context.db.write(async (query) => {
    await refuseTakenGroup(query, row);
    await query.batch([
      query.update(classes).set(fields).where(eq(classes.id, classId)),
      query.delete(enrolments).where(eq(enrolments.classId, classId)),
      ...enrol(query, classId, students),
    ]);
  });
  // Who is enrolled bears on whether all was handed in.
  const affected = await context.db.query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
  for (const { id } of affected) await settleTask(context, id);
  return { ...classFields(row), student_list: students };
}

/** Deletes a class with its tasks and their submissions; gives its code. */
export async function deleteClass(context: AppContext, userId: string, classId: string): Promise<string> {
  const { code } = await ownClass(context, userId, classId);
  const stored = await context.db.write(async (query) => {
    const files = await query
      .select({ sha256: submissions.sha256 })
      .from(submissions)
      .innerJoin(tasks, eq(tasks.id, submissions.taskId))
      .where(eq(tasks.classId, classId));
    const ids = await query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
    const inStacks = await stackHashes(
      query,
      ids.map(({ id }) => id),
    );
    files.push(...inStacks);
    await query.delete(classes).where(eq(classes.id, classId));
    return files;
  });
  await releaseFiles(
    context,
    stored.map(({ sha256 }) => sha256),
  );
  return code;
}

function classFields(row: ClassRow) {
  return { id: row.id, class_code: row.code, class_group: row.group, class_schedule: row.schedule };
}

function checkBody({ classCode, classGroup, classSchedule, studentList }: ClassBody) {
  const typed = studentList.map((id) => id.trim());
  const invalid = typed.filter((id) => !isStudentId(id));
  const issues = checkClassFields({ classCode, classGroup, classSchedule });
  if (Number(classGroup) > LARGEST_GROUP) {
    issues.push(groupIssue("class-group-too-large", `Class Group must be at most ${LARGEST_GROUP}.`));
  }
  if (invalid.length > 0) {
    const message = `${INVALID_STUDENT_IDS_HEADING} ${invalid.join(", ")}`;
    issues.push({ code: "student-ids-invalid", field: "studentList", message });
  }
  refuseIssues(issues);
  return {
    code: classCode.trim(),
    group: Number(classGroup),
    schedule: classSchedule.trim(),
    students: [...new Set(typed)].sort(),
  };
}

function groupIssue(code: string, message: string): RuleIssue {
  return { code, field: "classGroup", message };
}

async function refuseTakenGroup(query: Query, { id, userId, code, group }: ClassRow): Promise<void> {
  const same = and(eq(classes.userId, userId), eq(classes.code, code), eq(classes.group, group), ne(classes.id, id));
  const [taken] = await query.select({ id: classes.id }).from(classes).where(same);
  if (!taken) return;
  const message = TEXTS.classes.groupTaken;
  throw new Refusal(409, { code: "group-taken", message, issues: [groupIssue("group-taken", message)] });
}

/** A statement has a limited number of values. */
const ENROL_AT_ONCE = 500;

function enrol(query: Query, classId: string, students: readonly string[]) {
  const rows = students.map((studentId) => ({ classId, studentId }));
  const parts = Array.from({ length: Math.ceil(rows.length / ENROL_AT_ONCE) }, (_, part) => {
    return rows.slice(part * ENROL_AT_ONCE, (part + 1) * ENROL_AT_ONCE);
  });
  return parts.map((part) => query.insert(enrolments).values(part));
}
