import { and, eq, inArray } from "drizzle-orm";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import type { AppContext } from "../../context.ts";
import { makeAll } from "../../db/query.ts";
import { classes, classMembers, taskGraders, tasks, users } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { audienceOf, publishTasks } from "../access/audience.ts";
import { getUser } from "./accounts.ts";
import { normalizeEmail } from "./sign-up.ts";

interface HandedOver {
  readonly to: string;
  readonly classes: number;
  readonly tasks: number;
  readonly renumbered: { class_code: string; from: number; to: number }[];
}

/**
 * Gives all classes and tasks of an account to the account with the address `to`, in one transaction. A class whose
 * course and group the receiver has already gets the next free group number. Members of the classes keep their roles.
 */
export async function handOver(context: AppContext, from: string, { to }: { to: string }): Promise<HandedOver> {
  const email = normalizeEmail(to);
  const done = await context.db.write(async (query) => {
    await getUser({ db: { query } }, from);
    const [receiver] = await query.select().from(users).where(eq(users.email, email));
    if (!receiver || receiver.verifiedAt === null || receiver.disabledAt !== null || receiver.awaitsApproval) {
      const message = `There is no account ${email} that can be used. Create or enable it first.`;
      throw new Refusal(409, { code: "no-receiver", message });
    }
    if (receiver.id === from) {
      throw new Refusal(409, { code: "same-account", message: "Choose another account than the one that hands over." });
    }
    const [given, kept, ownTasks] = await Promise.all([
      query.select().from(classes).where(eq(classes.userId, from)),
      query.select().from(classes).where(eq(classes.userId, receiver.id)),
      query.select({ id: tasks.id }).from(tasks).where(eq(tasks.userId, from)),
    ]);
    const moved = freeGroups(given, kept);
    const renumbered = moved.filter(({ from, to }) => from !== to);
    const [classIds, taskIds] = [given, ownTasks].map((rows) => rows.map(({ id }) => id)) as [string[], string[]];
    // With those who lose them: their open pages see that they are gone.
    const audience = await audienceOf({ db: { query } }, taskIds);
    if (given.length > 0) {
      await makeAll(query, [
        ...moved.map(({ id, class_code: code, to }) =>
          query.update(classes).set({ userId: receiver.id, code, group: to }).where(eq(classes.id, id)),
        ),
        query.update(tasks).set({ userId: receiver.id }).where(eq(tasks.userId, from)),
        // An owner is no member as well.
        query
          .delete(classMembers)
          .where(and(eq(classMembers.userId, receiver.id), inArray(classMembers.classId, classIds))),
        query.delete(taskGraders).where(and(eq(taskGraders.userId, receiver.id), inArray(taskGraders.taskId, taskIds))),
      ]);
    }
    for (const people of audience.values()) people.add(receiver.id);
    return { count: { classes: given.length, tasks: ownTasks.length }, renumbered, audience };
  });
  const { count, renumbered, audience } = done;
  publishTasks(context, audience);
  context.log.info("classes-handed-over", { account: from, ...count });
  return { to: email, ...count, renumbered: renumbered.map(({ id, ...change }) => change) };
}

type ClassRow = typeof classes.$inferSelect;

/**
 * Codes and group numbers for classes that join those of `kept`: the receiver's spelling of the course, and their own
 * number if it is free, otherwise the next free one.
 */
function freeGroups(given: readonly ClassRow[], kept: readonly ClassRow[]) {
  const spellings = new Map(kept.map(({ code }) => [courseKey(code), code]));
  const place = ({ code, group }: Pick<ClassRow, "code" | "group">) => `${courseKey(code)} ${group}`;
  const taken = new Set([...kept, ...given].map(place));
  const clashing = new Set(kept.map(place));
  return given.map(({ id, code, group }) => {
    let to = group;
    if (clashing.has(place({ code, group }))) while (taken.has(place({ code, group: to }))) to++;
    taken.add(place({ code, group: to }));
    return { id, class_code: spellings.get(courseKey(code)) ?? code, from: group, to };
  });
}
