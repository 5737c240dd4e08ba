import { and, count, desc, eq, isNotNull, lt, or } from "drizzle-orm";
import type { z } from "zod";
import { DAY } from "../../../core/basics/durations.ts";
import type { AppContext } from "../../context.ts";
import type { auditQuery, auditResponse } from "../../contract/accounts/audit.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { auditLog } from "../../db/schema.ts";
import { AUDITED_CALLS } from "./audited-calls.ts";

/** Entries on one page. */
export const AUDIT_PAGE = 50;

/** What an administrator sees of the audit log: newest first, a page at a time. A page beyond the last is the last. */
export async function readAuditLog(
  { db, config }: Pick<AppContext, "db" | "config">,
  { kind, person, page }: z.output<typeof auditQuery>,
): Promise<z.input<typeof auditResponse>> {
  const wanted = and(
    kind === undefined ? undefined : eq(auditLog.kind, kind),
    person === undefined ? undefined : or(eq(auditLog.person, person), eq(auditLog.about, person)),
  );
  const [found] = await db.query.select({ entries: count() }).from(auditLog).where(wanted);
  const pages = Math.max(1, Math.ceil((found?.entries ?? 0) / AUDIT_PAGE));
  const shown = Math.min(page, pages);
  const rows = await db.query
    .select()
    .from(auditLog)
    .where(wanted)
    .orderBy(desc(auditLog.id))
    .limit(AUDIT_PAGE)
    .offset((shown - 1) * AUDIT_PAGE);
  const entries = rows.map(({ id, call, at, detail, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    what: `${AUDITED_CALLS[call as EndpointName]?.what ?? call}${detail === null ? "" : `: ${detail}`}`,
    done: row.outcome === "done",
  }));
  return { entries, page: shown, pages, people: await peopleIn(db), days: config.auditDays };
}

async function peopleIn({ query }: AppContext["db"]): Promise<string[]> {
  const actors = await query.selectDistinct({ name: auditLog.person }).from(auditLog).where(isNotNull(auditLog.person));
  const subjects = await query.selectDistinct({ name: auditLog.about }).from(auditLog).where(isNotNull(auditLog.about));
  // What the log is about is an account or a thing; only accounts have addresses.
  const names = [...actors, ...subjects.filter(({ name }) => name?.includes("@"))].map(({ name }) => name!);
  return [...new Set(names)].sort();
}

/** Removes entries that are older than the setting. */
export async function sweepAuditLog({ db, now, config }: AppContext): Promise<void> {
  const oldest = now() - config.auditDays * DAY;
  await db.write((query) => query.delete(auditLog).where(lt(auditLog.at, oldest)));
}
