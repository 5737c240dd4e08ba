import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { dealSlots } from "../../../core/rules/tasks/deal-slots.ts";
import type { AppContext } from "../../context.ts";
import type { addClassMemberBody, changeClassMemberBody, Person } from "../../contract/tasks/people.ts";
import { makeAll, type Query, type SqlStatement } from "../../db/query.ts";
import { classes, classMembers, taskGraders, tasks, users } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { audienceOf, publishTasks } from "../access/audience.ts";
import { classRole, ownClass, type Reads } from "../access/class-access.ts";
import { alreadyThere, findAccount } from "./find-account.ts";
import { addedText, tellAdded } from "./tell-added.ts";

type MemberRow = typeof classMembers.$inferSelect;
type Change = z.output<typeof changeClassMemberBody>;

interface Whose {
  readonly userId: string;
  readonly classId: string;
}

interface Changed {
  readonly message: string;
  readonly people: Person[];
}

/** Everybody who works in a class: the owner, then the members, the longest first. */
export async function listClassPeople(context: Reads, { userId, classId }: Whose): Promise<Person[]> {
  await ownClass(context, userId, classId);
  return peopleOf(context.db.query, classId);
}

export async function peopleOf(query: Query, classId: string): Promise<Person[]> {
  const [owners, members] = await Promise.all([
    query
      .select({ user: users })
      .from(classes)
      .innerJoin(users, eq(users.id, classes.userId))
      .where(eq(classes.id, classId)),
    query
      .select({ user: users, member: classMembers })
      .from(classMembers)
      .innerJoin(users, eq(users.id, classMembers.userId))
      .where(eq(classMembers.classId, classId))
      .orderBy(asc(classMembers.addedAt), asc(classMembers.userId)),
  ]);
  return [
    ...owners.map(({ user }) => personOf(user, { role: "owner", assignment: null })),
    ...members.map(({ user, member: { role, slots } }) => {
      const assignment = { kind: slots === null ? ("none" as const) : ("share" as const) };
      return personOf(user, { role, assignment: role === "grader" ? assignment : null });
    }),
  ];
}

export function personOf(
  { id, name, email, disabledAt, verifiedAt }: typeof users.$inferSelect,
  part: Pick<Person, "role" | "assignment">,
): Person {
  return { id, name, email, ...part, disabled: disabledAt !== null, invited: verifiedAt === null };
}

/** Shares a class with the account of an address. */
export async function addClassMember(
  context: AppContext,
  { body: { email, ...change }, ...whose }: Whose & { body: z.output<typeof addClassMemberBody> },
): Promise<Changed> {
  let added = { to: "", what: "", invitation: null as string | null };
  const name = await changeMembers(context, whose, async (query) => {
    const { account, before, invitation } = await findAccount(context, query, email);
    const row = await ownClass({ db: { query } }, whose.userId, whose.classId);
    const role = await classRole(query, account.id, row);
    if (role !== null) throw alreadyThere(account.email, role === "owner" ? "the owner" : `a ${role}`);
    added = { to: account.email, what: `${row.code}, group ${row.group}`, invitation };
    const member = { classId: row.id, userId: account.id, role: change.role, slots: null, addedAt: context.now() };
    return { account, change, before: [...before, query.insert(classMembers).values(member)] };
  });
  await tellAdded(context, { ...added, byId: whose.userId, role: change.role, path: "/dashboard" });
  const message = addedText(name, { role: change.role, invitation: added.invitation });
  return { message, people: await listClassPeople(context, whose) };
}

/** Changes the role of a member, or what a grader grades. */
export async function changeClassMember(
  context: AppContext,
  { memberId, change, ...whose }: Whose & { memberId: string; change: Change },
): Promise<Changed> {
  const name = await changeMembers(context, whose, async (query) => {
    return { account: await memberAccount(query, whose.classId, memberId), change, before: [] };
  });
  return { message: `${name} is a ${change.role} now.`, people: await listClassPeople(context, whose) };
}

/** Ends a member's access to a class and its tasks. A person who removes themselves gets no list. */
export async function removeClassMember(
  context: AppContext,
  { memberId, ...whose }: Whose & { memberId: string },
): Promise<Changed> {
  const name = await changeMembers(context, whose, async (query) => {
    return { account: await memberAccount(query, whose.classId, memberId), change: null, before: [] };
  });
  const people = memberId === whose.userId ? [] : await listClassPeople(context, whose);
  return { message: `${name} has no access any more.`, people };
}

/** The account of a member. The owner is not one: nobody changes or removes them here. */
async function memberAccount(query: Query, classId: string, memberId: string) {
  const [row] = await query
    .select({ user: users })
    .from(classMembers)
    .innerJoin(users, eq(users.id, classMembers.userId))
    .where(and(eq(classMembers.classId, classId), eq(classMembers.userId, memberId)));
  if (!row) throw notFound("This person is not a member of the class.");
  return row.user;
}

interface Planned {
  readonly account: Pick<typeof users.$inferSelect, "id" | "name" | "email">;
  /** Null removes the member. */
  readonly change: Change | null;
  readonly before: readonly SqlStatement[];
}

/** Makes a change of the members and deals the shares again. Gives the name of the member. */
async function changeMembers(
  context: AppContext,
  { userId, classId }: Whose,
  plan: (query: Query) => Promise<Planned>,
): Promise<string> {
  const { name, audience } = await context.db.write(async (query) => {
    await ownClass({ db: { query } }, userId, classId);
    const { account, change, before } = await plan(query);
    const own = await query.select({ id: tasks.id }).from(tasks).where(eq(tasks.classId, classId));
    // With those who lose it: their open pages see that it is gone.
    const audience = await audienceOf(
      { db: { query } },
      own.map(({ id }) => id),
    );
    const mine = and(eq(classMembers.classId, classId), eq(classMembers.userId, account.id));
    const shares = change?.role === "grader" && change.assignment.kind === "share";
    const rows = await query
      .select()
      .from(classMembers)
      .where(eq(classMembers.classId, classId))
      .orderBy(asc(classMembers.addedAt), asc(classMembers.userId));
    const ofTasks = inArray(
      taskGraders.taskId,
      own.map(({ id }) => id),
    );
    await makeAll(query, [
      ...before,
      // What single tasks say of them is for graders of the class alone.
      ...(change?.role === "grader"
        ? []
        : [query.delete(taskGraders).where(and(eq(taskGraders.userId, account.id), ofTasks))]),
      change === null
        ? query.delete(classMembers).where(mine)
        : query.update(classMembers).set({ role: change.role, slots: null }).where(mine),
      ...dealAgain(query, rows, { classId, memberId: account.id, shares }),
    ]);
    for (const people of audience.values()) people.add(account.id);
    return { name: account.name || account.email, audience };
  });
  publishTasks(context, audience);
  return name;
}

/** Deals the shares among those who had one before and the changed member. */
function dealAgain(
  query: Query,
  rows: readonly MemberRow[],
  { classId, memberId, shares }: { classId: string; memberId: string; shares: boolean },
): SqlStatement[] {
  const changed = rows.find(({ userId }) => userId === memberId);
  const others = rows.filter(({ userId, slots }) => userId !== memberId && slots !== null);
  const holders = [...others, ...(shares ? [{ userId: memberId, slots: changed?.slots ?? [] }] : [])];
  const dealt = dealSlots(holders.map(({ userId, slots }) => ({ id: userId, slots: slots ?? [] })));
  return [...dealt].map(([id, slots]) =>
    query
      .update(classMembers)
      .set({ slots })
      .where(and(eq(classMembers.classId, classId), eq(classMembers.userId, id))),
  );
}
