import { eq, lte } from "drizzle-orm";
import { DAY } from "../../../core/basics/durations.ts";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AppContext } from "../../context.ts";
import { makeAll } from "../../db/query.ts";
import { auditLog, classes, notifications, tasks, users } from "../../db/schema.ts";
import { instructorsOf } from "../access/audience.ts";
import { removalMail } from "../notifications/mails.ts";
import { notificationRow, publishNotification } from "../notifications/notifications.ts";
import { lastExtensions } from "../tasks/last-extensions.ts";
import { removeTasks } from "../tasks/tasks.ts";
import { compactLater } from "./compact-at-night.ts";

/** How many days before its removal the instructors of a task are warned, at least. */
const WARNING_DAYS = 14;

/** A task that has been due for long. */
interface OldTask {
  readonly task: typeof tasks.$inferSelect;
  readonly group: typeof classes.$inferSelect;
  /** When its last student had to hand in, and when it may be removed: milliseconds since 1970. */
  readonly ended: number;
  readonly removedAt: number;
}

/**
 * When a task that ended at `ended` may be removed: that many months later on the same day of the month, or on the
 * month's last day.
 *
 * @example
 * afterMonths(Date.UTC(2026, 7, 31), 6); // Date.UTC(2027, 1, 28)
 */
export function afterMonths(ended: number, months: number): number {
  const date = new Date(ended);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** Warns the instructors of tasks that were due RETENTION_MONTHS ago, and removes those of which they were warned in time. */
export async function watchRetention(context: AppContext): Promise<void> {
  const months = context.config.retentionMonths;
  if (months === undefined) return;
  const old = await findOld(context, months);
  const isWarned = ({ task, ended }: OldTask) => task.removalToldFor === ended;
  await warn(
    context,
    old.filter((each) => !isWarned(each)),
  );
  const now = context.now();
  const over = old.filter((each) => {
    return isWarned(each) && each.removedAt <= now && (each.task.removalToldAt ?? now) <= now - WARNING_DAYS * DAY;
  });
  await remove(context, over);
}

/** Those that are removed within the days of the warning, or could have been already. */
async function findOld({ db, now }: AppContext, months: number): Promise<OldTask[]> {
  const soon = now() + WARNING_DAYS * DAY;
  // No month is shorter; the rest is exact.
  const rows = await db.query
    .select({ task: tasks, group: classes })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(lte(tasks.dueAt, soon - months * 28 * DAY));
  const extended = await lastExtensions(
    db.query,
    rows.map(({ task }) => task.id),
  );
  return rows
    .map(({ task, group }) => {
      const ended = Math.max(task.dueAt, extended.get(task.id)?.dueAt ?? 0);
      return { task, group, ended, removedAt: afterMonths(ended, months) };
    })
    .filter(({ removedAt }) => removedAt <= soon);
}

async function warn(context: AppContext, old: readonly OldTask[]): Promise<void> {
  const { db, now, config, log } = context;
  const at = now();
  if (old.length === 0) return;
  const told = old.map(async (each) => {
    return (await instructorsOf(context, each.task)).map((userId) => ({ ...each, userId }));
  });
  for (const [userId, own] of groupBy((await Promise.all(told)).flat(), (each) => each.userId)) {
    const dated = own.map((each) => ({
      ...each,
      on: dayOf(Math.max(each.removedAt, at + WARNING_DAYS * DAY), config),
    }));
    const rows = dated.map(({ task, on }) => {
      const message = `${task.title} will be removed on ${on}: it was due ${config.retentionMonths} months before. Export what you need.`;
      return notificationRow(context, { userId, taskId: task.id, type: "due_date", message });
    });
    const [instructor] = await db.query.select().from(users).where(eq(users.id, userId));
    await db.write((query) => query.insert(notifications).values(rows));
    for (const row of rows) await publishNotification(context, row);
    log.info("removal-announced", { user: userId, tasks: own.length });
    if (instructor === undefined) continue;
    const lines = dated.map(({ task, group, on }) => `${on}: ${task.title} (${group.code}, group ${group.group})`);
    const mail = removalMail(lines, { to: instructor.email, origin: config.origin, months: config.retentionMonths! });
    await context.mailer
      .send(mail)
      .catch((error: unknown) => log.error("removal-mail-failed", error, { user: userId }));
  }
  await db.write((query) =>
    makeAll(
      query,
      old.map(({ task, ended }) =>
        query.update(tasks).set({ removalToldFor: ended, removalToldAt: at }).where(eq(tasks.id, task.id)),
      ),
    ),
  );
}

/** `21 December 2026`, in the server's time zone. */
function dayOf(time: number, { timezone }: AppContext["config"]): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: timezone }).format(time);
}

async function remove(context: AppContext, old: readonly OldTask[]): Promise<void> {
  if (old.length === 0) return;
  const { db, now, log } = context;
  await db.run((query) => compactLater(query, now()));
  await removeTasks(
    context,
    old.map(({ task }) => task.id),
  );
  const rows = old.map(({ task }) => ({
    at: now(),
    kind: "deletion" as const,
    call: "Removed a task after RETENTION_MONTHS",
    outcome: "done",
    about: `task ${task.id}`,
    address: "",
  }));
  await db.run((query) => query.insert(auditLog).values(rows));
  log.info("tasks-removed", { tasks: old.length, months: context.config.retentionMonths ?? 0 });
}
