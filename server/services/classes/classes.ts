import { and, asc, count, eq } from "drizzle-orm";
import type { z } from "zod";
import { oneLine } from "../../../core/basics/shown-name.ts";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { INVALID_STUDENT_IDS_HEADING, isStudentId } from "../../../core/rules/students/student-id.ts";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import { checkClassFields } from "../../../core/rules/tasks/form-fields.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type {
  Class,
  ClassChanged,
  ClassSummary,
  ClassView,
  classBody,
  editClassBody,
} from "../../contract/tasks/classes.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { inParts } from "../../db/in-parts.ts";
import { classes, classMembers, enrolments, tasks, users } from "../../db/schema.ts";
import { Refusal, refuseIssues } from "../../refusal.ts";
import { audienceOf, publishTasks } from "../access/audience.ts";
import { type ClassRow, classRole, ownClass, type Reads, visibleClasses } from "../access/class-access.ts";
import { filesOfTasks, releaseFiles } from "../submissions/stored-files.ts";
import { settleTask } from "../tasks/task-state.ts";
import { courseGroups, courseSpelling, respellCourse } from "./courses.ts";
import { mergeEdit } from "./merge-edit.ts";
import { sampleClasses } from "./sample-pages.ts";
import { writeNames } from "./student-names.ts";

type ClassBody = z.output<typeof classBody>;
type EditBody = z.output<typeof editClassBody>;

/** A larger number is a mistake; the limit also keeps numbers exact. */
const LARGEST_GROUP = 9999;

const OWNER = { name: users.name, email: users.email };

/** The classes that a person owns or is a member of. */
export async function listClasses({ db }: AppContext, userId: string): Promise<ClassSummary[]> {
  const { query } = db;
  const rows = await query
    .select({ row: classes, owner: OWNER, member: classMembers.role, students: count(enrolments.studentId) })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.userId))
    .leftJoin(classMembers, and(eq(classMembers.classId, classes.id), eq(classMembers.userId, userId)))
    .leftJoin(enrolments, eq(enrolments.classId, classes.id))
    .where(visibleClasses(query, userId))
    .groupBy(classes.id)
    .orderBy(asc(classes.code), asc(classes.group));
  const samples = await sampleClasses(
    query,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, owner, member, students }) => {
    const counts = { student_count: students, is_sample: samples.has(row.id) };
    return { ...classFields(row), ...counts, role: member ?? "owner", owner };
  });
}

/** A class; its students for owner and co-instructors alone. */
export async function getClass(context: Reads, userId: string, classId: string): Promise<ClassView> {
  const row = await ownClass(context, userId, classId, "grade");
  const role = (await classRole(context.db.query, userId, row))!;
  const [owner] = await context.db.query.select(OWNER).from(users).where(eq(users.id, row.userId));
  const students = role === "grader" ? [] : await studentsOf(context.db.query, classId);
  return { ...classFields(row), student_list: students.map(({ studentId }) => studentId), role, owner: owner! };
}

/** The students of a class by ID. */
function studentsOf(query: Query, classId: string) {
  return query.select().from(enrolments).where(eq(enrolments.classId, classId)).orderBy(asc(enrolments.studentId));
}

/** A new class; a course that exists keeps its spelling. */
export async function createClass(context: AppContext, userId: string, body: ClassBody): Promise<Class> {
  const { students, ...fields } = checkBody(body);
  const id = newId();
  const row = await context.db.write(async (query) => {
    const code = await courseSpelling(query, { userId, code: fields.code });
    const row: ClassRow = { ...fields, code, id, userId, createdAt: context.now(), gradebookColumns: null };
    await refuseTakenGroup(query, row);
    await query.batch([
      query.insert(classes).values(row),
      ...enrol(query, id, placed(students, [])),
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
    // Of a shared class, the course is the owner's.
    const { userId: ownerId } = await ownClass({ db: { query } }, userId, classId);
    const [current, enrolled] = [await getClass({ db: { query } }, userId, classId), await studentsOf(query, classId)];
    const { students, ...typed } = body.loaded ? mergeLoaded(sent, { loaded: body.loaded, current }) : sent;
    const isRespelled = courseKey(typed.code) === courseKey(current.class_code);
    const code = isRespelled ? typed.code : await courseSpelling(query, { userId: ownerId, code: typed.code });
    const fields = { ...typed, code };
    if (code !== current.class_code || fields.group !== current.class_group) {
      await refuseTakenGroup(query, { ...fields, id: classId, userId: ownerId });
    }
    if (isRespelled) await respellCourse(query, { id: classId, userId: ownerId, code });
    await query.batch([
      query.update(classes).set(fields).where(eq(classes.id, classId)),
      query.delete(enrolments).where(eq(enrolments.classId, classId)),
      ...enrol(query, classId, placed(students, enrolled)),
      ...writeNames(query, classId, namesOf(body, students)),
    ]);
  });
  // Enrolment affects whether everything was handed in.
  const affected = await context.db.query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
  for (const { id } of affected) await settleTask(context, id);
  publishTasks(
    context,
    await audienceOf(
      context,
      affected.map(({ id }) => id),
    ),
  );
  return getClass(context, userId, classId);
}

/** Deletes a class with its tasks and their submissions; returns its code. */
export async function deleteClass(context: AppContext, userId: string, classId: string): Promise<string> {
  const { code } = await ownClass(context, userId, classId, "own");
  const { files, audience } = await context.db.write(async (query) => {
    const rows = await query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
    const ids = rows.map(({ id }) => id);
    const [files, audience] = [await filesOfTasks(query, ids), await audienceOf({ db: { query } }, ids)];
    await query.delete(classes).where(eq(classes.id, classId));
    return { files, audience };
  });
  await releaseFiles(context, files);
  publishTasks(context, audience);
  return code;
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

/** The names and addresses in a request's body, of students who are enrolled. */
function namesOf({ studentNames, studentEmails }: ClassBody, students: readonly string[]) {
  return students.map((studentId) => ({
    studentId,
    name: oneLine(studentNames[studentId] ?? "") || undefined,
    email: studentEmails[studentId]?.trim() || undefined,
  }));
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
    code: oneLine(classCode),
    group: Number(classGroup),
    schedule: oneLine(classSchedule),
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

interface Placed {
  readonly studentId: string;
  readonly place: number;
}

/** Places for students: those who are enrolled keep theirs, new ones come after them. */
function placed(students: readonly string[], enrolled: readonly Placed[]): Placed[] {
  const places = new Map(enrolled.map(({ studentId, place }) => [studentId, place]));
  let next = 1 + Math.max(-1, ...places.values());
  return students.map((studentId) => ({ studentId, place: places.get(studentId) ?? next++ }));
}

function enrol(query: Query, classId: string, students: readonly Placed[]) {
  const rows = students.map(({ studentId, place }) => ({ classId, studentId, place }));
  return inParts(rows).map((part) => query.insert(enrolments).values(part));
}
