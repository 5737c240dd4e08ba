import { asc, inArray } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { Assignment } from "../../../core/rules/tasks/assignment.ts";
import { dealSlots, SLOTS } from "../../../core/rules/tasks/deal-slots.ts";
import type { Query } from "../../db/client.ts";
import { classMembers, enrolments, type submissions, taskGraders, type tasks } from "../../db/schema.ts";

type Task = Pick<typeof tasks.$inferSelect, "id" | "classId">;
/** What a page answers. */
export type Answer = Pick<typeof submissions.$inferSelect, "studentId" | "item">;

type Member = typeof classMembers.$inferSelect;
type Grader = typeof taskGraders.$inferSelect;

/** Who works on a task together with its owner. */
export interface TaskWork {
  readonly coInstructors: readonly string[];
  /** What each grader grades, by account: the longest in the task first. */
  readonly assignments: ReadonlyMap<string, Assignment>;
  /** Whether a page is in a grader's assignment. */
  isOf(graderId: string, page: Answer): boolean;
}

/** The work on tasks, by the tasks' ids. */
export async function loadWork(query: Query, tasks: readonly Task[]): Promise<ReadonlyMap<string, TaskWork>> {
  const classIds = [...new Set(tasks.map(({ classId }) => classId))];
  const taskIds = tasks.map(({ id }) => id);
  const [members, graders] = await Promise.all([
    query
      .select()
      .from(classMembers)
      .where(inArray(classMembers.classId, classIds))
      .orderBy(asc(classMembers.addedAt), asc(classMembers.userId)),
    query
      .select()
      .from(taskGraders)
      .where(inArray(taskGraders.taskId, taskIds))
      .orderBy(asc(taskGraders.addedAt), asc(taskGraders.userId)),
  ]);
  const isShared = [...members.map(({ slots }) => slots !== null), ...graders.map(sharesPages)].some(Boolean);
  const enrolled = isShared ? await query.select().from(enrolments).where(inArray(enrolments.classId, classIds)) : [];
  const [membersOf, gradersOf] = [groupBy(members, (row) => row.classId), groupBy(graders, (row) => row.taskId)];
  const placesOf = groupBy(enrolled, (row) => row.classId);
  return new Map(
    tasks.map(({ id, classId }) => {
      const places = new Map((placesOf.get(classId) ?? []).map(({ studentId, place }) => [studentId, place]));
      return [id, workOf({ members: membersOf.get(classId) ?? [], graders: gradersOf.get(id) ?? [], places })];
    }),
  );
}

interface WorkParts {
  readonly members: readonly Member[];
  readonly graders: readonly Grader[];
  readonly places: ReadonlyMap<string, number>;
}

function workOf({ members, graders, places }: WorkParts): TaskWork {
  const coInstructors = members.filter(({ role }) => role === "co-instructor").map(({ userId }) => userId);
  const inClass = members.filter(({ role }) => role === "grader");
  const assignments = new Map<string, Assignment>(
    inClass.map(({ userId, slots }) => [userId, { kind: slots === null ? "none" : "share" }]),
  );
  for (const { userId, assignment } of graders) {
    if (!coInstructors.includes(userId)) assignments.set(userId, assignment);
  }
  const kept = new Map(inClass.map(({ userId, slots }) => [userId, slots ?? []]));
  const sharing = [...assignments].filter(([, { kind }]) => kind === "share");
  const dealt = dealSlots(sharing.map(([id]) => ({ id, slots: kept.get(id) ?? [] })));
  return {
    coInstructors,
    assignments,
    isOf(graderId, { studentId, item }) {
      const assignment = assignments.get(graderId);
      if (assignment?.kind === "items") return assignment.items.includes(item);
      // A student who left the class still has pages, and somebody must grade them.
      return dealt.get(graderId)?.includes((places.get(studentId) ?? 0) % SLOTS) ?? false;
    },
  };
}

function sharesPages({ assignment }: Grader): boolean {
  return assignment.kind === "share";
}
