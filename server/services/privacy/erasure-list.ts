import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lt } from "drizzle-orm";
import { z } from "zod";
import { DAY } from "../../../core/basics/durations.ts";
import { keyedHash } from "../../adapters/keyed-hash.ts";
import type { AppContext } from "../../context.ts";
import { ERASURES_NAME } from "../../contract/backup.ts";
import { erasures } from "../../db/schema.ts";
import { storageFault } from "../../storage/storage-fault.ts";

const trashedSchema = z.object({ day: z.string(), reason: z.enum(["deleted", "swept"]), name: z.string() });

/**
 * What is remembered of an erasure until the last backup from before it has expired: enough to do it again in a restored
 * one, and nothing that names the student without the database's secret.
 */
const erasureSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  at: z.iso.datetime(),
  /** See `studentMark`. */
  student: z.string(),
  /** Tells which secret the mark was made with. */
  secret: z.string(),
  /** The classes in which the student was erased; null: all of the server's. */
  classes: z.array(z.string()).nullable(),
  /** What is still to be deleted from the vault: empty when the erasure is complete. */
  left: z.object({ files: z.array(z.string()), records: z.array(z.string()), trash: z.array(trashedSchema) }),
});
export type Erasure = z.infer<typeof erasureSchema>;

const NOTHING: Erasure["left"] = { files: [], records: [], trash: [] };

/**
 * Represents a student where the ID must not be: in the list of erasures and in the audit log. Student IDs are short,
 * so that a hash without a secret would be no secret.
 */
export function studentMark({ secrets }: Pick<AppContext, "secrets">, studentId: string): string {
  return keyedHash(studentId, { secret: secrets.erasure, purpose: "student" });
}

/** Stands for the secret itself: a list may have erasures of another installation, or of a lost database. */
export function secretMark(context: Pick<AppContext, "secrets">): string {
  return studentMark(context, "").slice(0, AUDIT_MARK);
}

/** Characters of a student's mark in the audit log: enough to find the entries about the same student. */
const AUDIT_MARK = 12;

/** What the audit log has in place of a student's ID. */
export function auditMark(context: Pick<AppContext, "secrets">, studentId: string): string {
  return `student ${studentMark(context, studentId).slice(0, AUDIT_MARK)}`;
}

type Begun = Pick<Erasure, "id" | "student" | "classes" | "left"> & Partial<Pick<Erasure, "at">>;

/** Records an erasure before it is made, by default as of now: from now on it is finished even after a crash. */
export async function beginErasure({ erasures, now, secrets }: AppContext, begun: Begun): Promise<Erasure> {
  const at = new Date(now()).toISOString();
  const erasure: Erasure = { version: 1, at, secret: secretMark({ secrets }), ...begun };
  await erasures.write(fileOf(erasure), bytesOf(erasure));
  return erasure;
}

/** Nothing is left of it to do. */
export async function completeErasure(context: Pick<AppContext, "erasures">, erasure: Erasure): Promise<void> {
  await context.erasures.write(fileOf(erasure), bytesOf({ ...erasure, left: NOTHING }));
}

/** It was recorded, and not made. */
export function cancelErasure({ erasures }: Pick<AppContext, "erasures">, erasure: Pick<Erasure, "id">): Promise<void> {
  return erasures.remove(fileOf(erasure));
}

export function isComplete({ left: { files, records, trash } }: Erasure): boolean {
  return files.length + records.length + trash.length === 0;
}

/** Oldest first. */
export async function listErasures({ erasures }: Pick<AppContext, "erasures">): Promise<Erasure[]> {
  const found: Erasure[] = [];
  for await (const name of erasures.names({ fresh: true })) {
    const bytes = await erasures.read(name);
    if (bytes !== null) found.push(...parseErasures(new TextDecoder().decode(bytes)));
  }
  return found.sort((a, b) => a.at.localeCompare(b.at));
}

/** The erasures of a list with one on each line; a line that this version does not know is left out. */
export function parseErasures(text: string): Erasure[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [erasureSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** Adds erasures that were recorded elsewhere. */
export async function addErasures(
  { erasures }: Pick<AppContext, "erasures">,
  added: readonly Erasure[],
): Promise<void> {
  for (const erasure of added) await erasures.write(fileOf(erasure), bytesOf(erasure));
}

/** Backups from before this time have expired, in milliseconds since 1970. */
export function oldestToKnow({ now, config }: Pick<AppContext, "now" | "config">): number {
  return now() - config.backupDays * DAY;
}

/** Forgets erasures that no backup can undo any more. */
export async function sweepErasures(context: AppContext): Promise<void> {
  const oldest = oldestToKnow(context);
  for (const erasure of await listErasures(context)) {
    if (isComplete(erasure) && Date.parse(erasure.at) < oldest) await context.erasures.remove(fileOf(erasure));
  }
  await context.db.run((query) => query.delete(erasures).where(lt(erasures.at, oldest)));
}

/**
 * Writes the list next to the scheduled backups, so that `restore` finds it when all else is lost. A failure is logged:
 * the next backup writes it again.
 */
export async function copyErasures(context: AppContext): Promise<void> {
  const { backup } = context.config;
  if (backup === undefined) return;
  const path = join(backup.folder, ERASURES_NAME);
  const oldest = new Date(oldestToKnow(context)).toISOString();
  try {
    // Another data folder's server may have added some.
    const there = parseErasures(await readFile(path, "utf8").catch(() => "")).filter(({ at }) => at >= oldest);
    const known = new Map([...there, ...(await listErasures(context))].map((erasure) => [erasure.id, erasure]));
    if (known.size === 0) return;
    const lines = [...known.values()].map((erasure) => `${JSON.stringify({ ...erasure, left: NOTHING })}\n`);
    await writeFile(`${path}.part`, lines.join(""), { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  } catch (error) {
    context.log.error("erasures-not-copied", error, { fault: storageFault(error) ?? "unknown" });
  }
}

function fileOf({ id }: Pick<Erasure, "id">): string {
  return `${id}.json`;
}

function bytesOf(erasure: Erasure): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(erasure)}\n`);
}
