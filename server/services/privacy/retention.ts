import { eq, lte } from "drizzle-orm";
import { DAY } from "../../../core/basics/durations.ts";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AppContext } from "../../context.ts";
import { makeAll, type Query } from "../../db/query.ts";
import { auditLog, classes, notifications, tasks } from "../../db/schema.ts";
import { instructorsOf } from "../access/audience.ts";
import { getUser } from "../accounts/accounts.ts";
import { sendLater } from "../notifications/mail-later.ts";
import { removalMail } from "../notifications/mails.ts";
import { notificationRow, publishNotifications } from "../notifications/notifications.ts";
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
  const now = context.now();
  const old = await findOld({ query: context.db.query, now }, months);
  if (!old.every(isWarned)) await warn(context, months);
  // Those of which it warned just now have their days left.
  const over = old.filter((each) => {
    return isWarned(each) && each.removedAt <= now && (each.task.removalToldAt ?? now) <= now - WARNING_DAYS * DAY;
  });
  await remove(context, over);
}

function isWarned({ task, ended }: OldTask): boolean {
  return task.removalToldFor === ended;
}

/** Those that are removed within the days of the warning, or could have been already. */
async function findOld({ query, now }: { query: Query; now: number }, months: number): Promise<OldTask[]> {
  const soon = now + WARNING_DAYS * DAY;
  // No month is shorter; the rest is exact.
  const rows = await query
    .select({ task: tasks, group: classes })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(lte(tasks.dueAt, soon - months * 28 * DAY));
  const extended = await lastExtensions(
    query,
    rows.map(({ task }) => task.id),
  );
  return rows
    .map(({ task, group }) => {
      const ended = Math.max(task.dueAt, extended.get(task.id)?.dueAt ?? 0);
      return { task, group, ended, removedAt: afterMonths(ended, months) };
    })
    .filter(({ removedAt }) => removedAt <= soon);
}

/** Of several processes one does it: the tasks are marked in the write that finds them. */
async function warn(context: AppContext, months: number): Promise<void> {
  const { db, config, log } = context;
  const { origin } = config;
  const at = context.now();
  const told = await db.write(async (query) => {
    const old = (await findOld({ query, now: at }, months)).filter((each) => !isWarned(each));
    const found = old.map(async ({ task, group, removedAt }) => {
      const on = dayOf(Math.max(removedAt, at + WARNING_DAYS * DAY), config);
      const message = `${task.title} will be removed on ${on}: it was due ${months} months before. Export what you need.`;
      const line = `${on}: ${task.title} (${group.code}, group ${group.group})`;
      const rows = (await instructorsOf({ db: { query } }, task)).map(async (userId) => {
        const { email } = await getUser({ db: { query } }, userId);
        return { email, line, row: notificationRow(context, { userId, taskId: task.id, type: "due_date", message }) };
      });
      return Promise.all(rows);
    });
    const news = (await Promise.all(found)).flat();
    await makeAll(query, [
      ...old.map(({ task, ended }) =>
        query.update(tasks).set({ removalToldFor: ended, removalToldAt: at }).where(eq(tasks.id, task.id)),
      ),
      ...news.map(({ row }) => query.insert(notifications).values(row)),
    ]);
    return news;
  });
  for (const [userId, own] of groupBy(told, ({ row }) => row.userId)) {
    publishNotifications(context, [userId]);
    log.info("removal-announced", { user: userId, tasks: own.length });
    const lines = own.map(({ line }) => line);
    sendLater(context, "removal-notice", removalMail(lines, { to: own[0]!.email, origin, months }));
  }
}

/** `21 December 2026`, in the server's time zone. */
function dayOf(time: number, { timezone }: AppContext["config"]): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: timezone }).format(time);
}

async function remove(context: AppContext, old: readonly OldTask[]): Promise<void> {
  if (old.length === 0) return;
  const { db, now, log } = context;
  await db.run((query) => compactLater(query, now()));
  const gone = await removeTasks(
    context,
    old.map(({ task }) => task.id),
  );
  const rows = gone.map((id) => ({
    at: now(),
    kind: "deletion" as const,
    call: "Removed a task after RETENTION_MONTHS",
    outcome: "done",
    about: `task ${id}`,
    address: "",
  }));
  if (rows.length > 0) await db.run((query) => query.insert(auditLog).values(rows));
  log.info("tasks-removed", { tasks: rows.length, months: context.config.retentionMonths ?? 0 });
}
