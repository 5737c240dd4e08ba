import { and, eq, inArray } from "drizzle-orm";
import type { Assignment } from "../../../core/rules/tasks/assignment.ts";
import type { AppContext } from "../../context.ts";
import type { TaskPerson } from "../../contract/tasks/people.ts";
import { makeAll, type Query } from "../../db/query.ts";
import { submissions, taskGraders, users } from "../../db/schema.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { accessToTasks, ownTask, type Task, type Whose } from "../access/task-access.ts";
import { loadWork } from "../access/work.ts";
import { answersOf } from "../submissions/answers-of.ts";
import { taskItems } from "../tasks/task-items.ts";
import { peopleOf, personOf } from "./class-people.ts";
import { alreadyThere, findAccount } from "./find-account.ts";
import { addedText, tellAdded } from "./tell-added.ts";

interface TaskPeople {
  readonly people: TaskPerson[];
  readonly unassigned: number;
}

type TaskPeopleChanged = TaskPeople & { readonly message: string };

/** Everybody who works on a task, with what its graders grade and how far they are. */
export async function listTaskPeople(context: AppContext, { userId, taskId }: Whose): Promise<TaskPeople> {
  const task = await ownTask(context, userId, taskId);
  const { query } = context.db;
  const { studentId, item, graded } = submissions;
  const [inClass, graders, work, pages] = await Promise.all([
    peopleOf(query, task.classId),
    gradersOf(query, taskId),
    loadWork(query, [task]).then((each) => each.get(taskId)!),
    query.select({ studentId, item, graded }).from(submissions).where(answersOf(taskId)),
  ]);
  const ofTask = new Set(graders.map(({ user }) => user.id));
  const alone = graders.map(({ user }) => personOf(user, { role: "grader", assignment: null }));
  const isInClass = (id: string) => inClass.some((person) => person.id === id);
  const people = [...inClass, ...alone.filter(({ id }) => !isInClass(id))].map((person): TaskPerson => {
    const isGrader = person.role === "grader";
    const own = isGrader ? pages.filter((page) => work.isOf(person.id, page)) : [];
    return {
      ...person,
      assignment: (isGrader && work.assignments.get(person.id)) || null,
      of_task: isGrader && ofTask.has(person.id),
      in_class: isInClass(person.id),
      pages: isGrader ? own.length : null,
      graded: isGrader ? own.filter((page) => page.graded).length : null,
    };
  });
  const ids = [...work.assignments.keys()];
  return { people, unassigned: pages.filter((page) => !ids.some((id) => work.isOf(id, page))).length };
}

function gradersOf(query: Query, taskId: string) {
  return query
    .select({ user: users })
    .from(taskGraders)
    .innerJoin(users, eq(users.id, taskGraders.userId))
    .where(eq(taskGraders.taskId, taskId))
    .orderBy(taskGraders.addedAt, taskGraders.userId);
}

/** Adds the account of an address as a grader of this task alone. */
export async function addTaskGrader(
  context: AppContext,
  { email, assignment, ...whose }: Whose & { email: string; assignment: Assignment },
): Promise<TaskPeopleChanged> {
  const { taskId } = whose;
  const { account, invitation, title } = await context.db.write(async (query) => {
    const task = await checkAssignment(query, whose, assignment);
    const { account, before, invitation } = await findAccount(context, query, email);
    const known = (await accessToTasks(query, account.id, [task])).get(taskId);
    if (known) throw alreadyThere(account.email, `${known.role === "owner" ? "the" : "a"} ${known.role}`);
    const grader = { taskId, userId: account.id, assignment, addedAt: context.now() };
    await makeAll(query, [...before, query.insert(taskGraders).values(grader)]);
    return { account, invitation, title: task.title };
  });
  const added = { to: account.email, what: title, role: "grader", path: `/task/${taskId}`, invitation };
  await tellAdded(context, { ...added, byId: whose.userId });
  await publishToTask(context, taskId);
  return { message: addedText(account.name || account.email, added), ...(await listTaskPeople(context, whose)) };
}

/** Says what a grader of the task or of its class grades in this task. */
export async function changeTaskGrader(
  context: AppContext,
  { memberId, assignment, ...whose }: Whose & { memberId: string; assignment: Assignment },
): Promise<TaskPeopleChanged> {
  const { taskId } = whose;
  const name = await context.db.write(async (query) => {
    const task = await checkAssignment(query, whose, assignment);
    const account = await graderAccount(query, task, memberId);
    await query
      .insert(taskGraders)
      .values({ taskId, userId: memberId, assignment, addedAt: context.now() })
      .onConflictDoUpdate({ target: [taskGraders.taskId, taskGraders.userId], set: { assignment } });
    return account.name || account.email;
  });
  await publishToTask(context, taskId);
  return { message: `The assignment of ${name} was changed.`, ...(await listTaskPeople(context, whose)) };
}

/** Removes a grader from a task: one of its class grades again what the class says, another one has no access. */
export async function removeTaskGrader(
  context: AppContext,
  { memberId, ...whose }: Whose & { memberId: string },
): Promise<TaskPeopleChanged> {
  const { taskId } = whose;
  const name = await context.db.write(async (query) => {
    const task = await ownTask({ db: { query } }, whose.userId, taskId);
    const account = await graderAccount(query, task, memberId);
    const mine = and(eq(taskGraders.taskId, taskId), eq(taskGraders.userId, memberId));
    const { rowsAffected } = await query.delete(taskGraders).where(mine);
    if (rowsAffected === 0) throw ofTheClass(account.email);
    return account.name || account.email;
  });
  context.events.publish(memberId, { type: "task", task_id: taskId });
  await publishToTask(context, taskId);
  const list = await listTaskPeople(context, whose);
  const stays = list.people.some(({ id }) => id === memberId);
  const message = stays ? `${name} grades what the class says.` : `${name} has no access any more.`;
  return { message, ...list };
}

/** Refuses an assignment of items that the task does not have. Gives the task. */
async function checkAssignment(query: Query, { userId, taskId }: Whose, assignment: Assignment): Promise<Task> {
  const task = await ownTask({ db: { query } }, userId, taskId);
  if (assignment.kind !== "items") return task;
  const items = await taskItems(query, taskId);
  const unknown = assignment.items.find((item) => !items.includes(item));
  if (unknown === undefined) return task;
  throw new Refusal(400, { code: "item-unknown", message: `The task has no item ${unknown}.` });
}

/** The account of a grader of the task; refuses any other. */
async function graderAccount(query: Query, task: Task, memberId: string) {
  const access = (await accessToTasks(query, memberId, [task])).get(task.id);
  const [account] = await query
    .select()
    .from(users)
    .where(inArray(users.id, access ? [memberId] : []));
  if (!account) throw notFound("This person does not grade this task.");
  if (access?.role === "grader") return account;
  const message = `${account.email} is ${access?.role === "owner" ? "the owner" : "a co-instructor"} and grades everything.`;
  throw new Refusal(409, { code: "not-a-grader", message });
}

function ofTheClass(email: string): Refusal {
  const message = `${email} grades in every task of the class. Change this on the page of the class, or assign nothing here.`;
  return new Refusal(409, { code: "grader-of-class", message });
}
