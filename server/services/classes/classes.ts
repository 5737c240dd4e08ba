import { and, asc, count, eq } from "drizzle-orm";
import type { z } from "zod";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { INVALID_STUDENT_IDS_HEADING, isStudentId } from "../../../core/rules/students/student-id.ts";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import { checkClassFields } from "../../../core/rules/tasks/form-fields.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { Class, ClassChanged, ClassSummary, classBody, editClassBody } from "../../contract/tasks/classes.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Database, Query } from "../../db/client.ts";
import { classes, enrolments, tasks } from "../../db/schema.ts";
import { notFound, Refusal, refuseIssues } from "../../refusal.ts";
import { filesOfTasks, releaseFiles } from "../submissions/stored-files.ts";
import { settleTask } from "../tasks/task-state.ts";
import { courseGroups, courseSpelling, respellCourse } from "./courses.ts";
import { mergeEdit } from "./merge-edit.ts";
import { writeNames } from "./student-names.ts";

type ClassRow = typeof classes.$inferSelect;
type ClassBody = z.output<typeof classBody>;
type EditBody = z.output<typeof editClassBody>;

interface Reads {
  readonly db: Pick<Database, "query">;
}

/** A larger number is a mistake; the limit also keeps numbers exact. */
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

/** Refuses if the class does not exist or is not the user's. */
export async function ownClass({ db }: Reads, userId: string, classId: string): Promise<ClassRow> {
  const mine = and(eq(classes.id, classId), eq(classes.userId, userId));
  const [row] = await db.query.select().from(classes).where(mine);
  if (!row) throw notFound(TEXTS.classes.notFound);
  return row;
}

export async function getClass(context: Reads, userId: string, classId: string): Promise<Class> {
  const row = await ownClass(context, userId, classId);
  const students = await context.db.query
    .select({ id: enrolments.studentId })
    .from(enrolments)
    .where(eq(enrolments.classId, classId))
    .orderBy(asc(enrolments.studentId));
  return { ...classFields(row), student_list: students.map(({ id }) => id) };
}

/** A new class; a course that exists keeps its spelling. */
export async function createClass(context: AppContext, userId: string, body: ClassBody): Promise<Class> {
  const { students, ...fields } = checkBody(body);
  const id = newId();
  const row = await context.db.write(async (query) => {
    const code = await courseSpelling(query, { userId, code: fields.code });
    const row: ClassRow = { ...fields, code, id, userId, createdAt: context.now() };
    await refuseTakenGroup(query, row);
    await query.batch([
      query.insert(classes).values(row),
      ...enrol(query, id, students),
      ...writeNames(query, id, namesOf(body, students)),
    ]);
    return row;
  });
  return { ...classFields(row), student_list: students };
}

/**
 * Changes what differs from the class as it was loaded, or all of it if the body does not say how it was loaded. Another
 * spelling of its code is the new one of the whole course.
 */
export async function editClass(
  context: AppContext,
  { userId, classId, body }: { userId: string; classId: string; body: EditBody },
): Promise<Class> {
  const sent = checkBody(body);
  await context.db.write(async (query) => {
    const current = await getClass({ db: { query } }, userId, classId);
    const { students, ...typed } = body.loaded ? mergeLoaded(sent, { loaded: body.loaded, current }) : sent;
    const isRespelled = courseKey(typed.code) === courseKey(current.class_code);
    const code = isRespelled ? typed.code : await courseSpelling(query, { userId, code: typed.code });
    const fields = { ...typed, code };
    if (code !== current.class_code || fields.group !== current.class_group) {
      await refuseTakenGroup(query, { ...fields, id: classId, userId });
    }
    if (isRespelled) await respellCourse(query, { id: classId, userId, code });
    await query.batch([
      query.update(classes).set(fields).where(eq(classes.id, classId)),
      query.delete(enrolments).where(eq(enrolments.classId, classId)),
      ...enrol(query, classId, students),
      ...writeNames(query, classId, namesOf(body, students)),
    ]);
  });
  // Enrolment affects whether everything was handed in.
  const affected = await context.db.query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
  for (const { id } of affected) await settleTask(context, id);
  publishTasks(context, userId, affected);
  return getClass(context, userId, classId);
}

/** Deletes a class with its tasks and their submissions; returns its code. */
export async function deleteClass(context: AppContext, userId: string, classId: string): Promise<string> {
  const { code } = await ownClass(context, userId, classId);
  const { files, ids } = await context.db.write(async (query) => {
    const ids = await query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
    const files = await filesOfTasks(
      query,
      ids.map(({ id }) => id),
    );
    await query.delete(classes).where(eq(classes.id, classId));
    return { files, ids };
  });
  await releaseFiles(context, files);
  publishTasks(context, userId, ids);
  return code;
}

/** Open pages show each task's class, and who has handed in. */
function publishTasks({ events }: AppContext, userId: string, changed: readonly { id: string }[]): void {
  for (const { id } of changed) events.publish(userId, { type: "task", task_id: id });
}

function classFields(row: ClassRow) {
  return { id: row.id, class_code: row.code, class_group: row.group, class_schedule: row.schedule };
}

function contentOf({ class_code, class_group, class_schedule, student_list }: Class) {
  return { code: class_code, group: class_group, schedule: class_schedule, students: student_list };
}

function mergeLoaded(sent: ReturnType<typeof checkBody>, { loaded, current }: { loaded: Class; current: Class }) {
  const { merged, clashes } = mergeEdit({ sent, loaded: contentOf(loaded), current: contentOf(current) });
  if (clashes.length === 0) return merged;
  const issues = clashes.map((name) => {
    const message = `"${contentOf(current)[name]}" was saved by somebody else meanwhile. Save again to replace it.`;
    return { code: "class-changed", field: FORM_FIELDS[name], message };
  });
  const seen = Object.fromEntries(clashes.map((name) => [`class_${name}`, contentOf(current)[name]]));
  const fields: ClassChanged = { loaded: { ...loaded, ...seen } };
  throw new Refusal(409, { code: "class-changed", message: issues[0]!.message, issues, fields: { ...fields } });
}

const FORM_FIELDS = { code: "classCode", group: "classGroup", schedule: "classSchedule" } as const;

/** The names in a request's body, of students who are enrolled. */
function namesOf({ studentNames }: ClassBody, students: readonly string[]) {
  return students.flatMap((studentId) => {
    const name = studentNames[studentId]?.trim();
    return name ? [{ studentId, name }] : [];
  });
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

type OwnGroup = Pick<ClassRow, "id" | "userId" | "code" | "group">;

async function refuseTakenGroup(query: Query, { id, userId, code, group }: OwnGroup): Promise<void> {
  const groups = await courseGroups(query, { userId, code });
  if (!groups.some((other) => other.group === group && other.id !== id)) return;
  const message = TEXTS.classes.groupTaken;
  throw new Refusal(409, { code: "group-taken", message, issues: [groupIssue("group-taken", message)] });
}

/** A statement takes a limited number of values. */
const ENROL_AT_ONCE = 500;

function enrol(query: Query, classId: string, students: readonly string[]) {
  const rows = students.map((studentId) => ({ classId, studentId }));
  const parts = Array.from({ length: Math.ceil(rows.length / ENROL_AT_ONCE) }, (_, part) => {
    return rows.slice(part * ENROL_AT_ONCE, (part + 1) * ENROL_AT_ONCE);
  });
  return parts.map((part) => query.insert(enrolments).values(part));
}
