import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { isSameHash, keyedHash } from "../../adapters/keyed-hash.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { enrolments, submissions, tasks } from "../../db/schema.ts";

type Secrets = Pick<AppContext, "secrets" | "config">;

/**
 * What a link shows. `hand-in`: what was handed in from one browser for one student, and nothing else: anybody can hand
 * in under another student's ID. `student`: everything of a student that counts; the instructor gives it to the student.
 */
export type ResultScope =
  | { readonly kind: "hand-in"; readonly linkId: string }
  | { readonly kind: "student"; readonly taskId: string; readonly studentId: string };

/** Characters of 128 bits: as hard to guess as an ID, and the QR code stays coarse. */
const ID_LENGTH = 22;

/** The secret in the address of a page of results. Nothing of it is stored; the same scope always has the same. */
export function resultToken(context: Pick<AppContext, "secrets">, scope: ResultScope): string {
  const id = scope.kind === "hand-in" ? scope.linkId : scope.taskId;
  return `${id}.${hashOf(context, scope)}`;
}

/** The address of a page of results, to show and to print. */
export function resultLink(context: Secrets, scope: ResultScope): string {
  return linkOfToken(context, resultToken(context, scope));
}

export function linkOfToken({ config }: Pick<AppContext, "config">, token: string): string {
  return `${config.origin}/results/${token}`;
}

/** What a token shows; null if it is not ours, or its student is unknown. */
export async function scopeOfToken(context: AppContext, token: string): Promise<ResultScope | null> {
  const [id = "", hash = ""] = token.split(".");
  const handIn: ResultScope = { kind: "hand-in", linkId: id };
  if (isSameHash(hash, hashOf(context, handIn))) return handIn;
  const students = await studentsOfTask(context, id);
  if (students.length === 0) return null;
  const kept = hashesOf(context.secrets, id);
  for (const studentId of students) {
    if (kept.students.has(studentId)) continue;
    kept.students.add(studentId);
    kept.byHash.set(hashOf(context, { kind: "student", taskId: id, studentId }), studentId);
  }
  const studentId = kept.byHash.get(hash);
  if (studentId === undefined || !students.includes(studentId)) return null;
  return { kind: "student", taskId: id, studentId };
}

/** The hashes in the links of a task's students. */
interface TaskHashes {
  readonly students: Set<string>;
  readonly byHash: Map<string, string>;
}

/** Tasks of which they are kept: otherwise each guess at a link takes a hash for every student of the task. */
const KEPT_TASKS = 16;

const keptHashes = new WeakMap<Secrets["secrets"], Map<string, TaskHashes>>();

function hashesOf(secrets: Secrets["secrets"], taskId: string): TaskHashes {
  const tasks = keptHashes.get(secrets) ?? new Map<string, TaskHashes>();
  keptHashes.set(secrets, tasks);
  const hashes = tasks.get(taskId) ?? { students: new Set(), byHash: new Map() };
  tasks.delete(taskId);
  tasks.set(taskId, hashes);
  if (tasks.size > KEPT_TASKS) tasks.delete(tasks.keys().next().value!);
  return hashes;
}

/** The students of a task: who is enrolled, and who handed in. */
export async function studentsOfTask({ db }: AppContext, taskId: string): Promise<string[]> {
  const [enrolled, handedIn] = await Promise.all([
    db.query
      .select({ studentId: enrolments.studentId })
      .from(enrolments)
      .innerJoin(tasks, eq(tasks.classId, enrolments.classId))
      .where(eq(tasks.id, taskId)),
    db.query
      .selectDistinct({ studentId: submissions.studentId })
      .from(submissions)
      .where(eq(submissions.taskId, taskId)),
  ]);
  return [...new Set([...enrolled, ...handedIn].map(({ studentId }) => studentId))].sort();
}

function hashOf({ secrets }: Pick<AppContext, "secrets">, scope: ResultScope): string {
  const text = scope.kind === "hand-in" ? scope.linkId : `${scope.taskId}\n${scope.studentId}`;
  return keyedHash(text, { secret: secrets.template, purpose: `${scope.kind} result` }).slice(0, ID_LENGTH);
}

interface HandingIn {
  readonly taskId: string;
  readonly studentId: string;
  /** The submissions whose receipts came with it. */
  readonly proven: ReadonlySet<string>;
  /** A secret that the browser made for its uploads, which it may send at the same time; null if it sent none. */
  readonly secret: string | null;
}

/** A page that a student handed in. */
export interface HandedIn {
  readonly id: string;
  readonly linkId: string | null;
}

/**
 * The link of a new upload: that of the student's earlier uploads whose receipts came with it, otherwise that of the
 * others from this browser. `pages`: what the student handed in before, the first page first.
 */
export function linkOfUpload(pages: readonly HandedIn[], { taskId, studentId, proven, secret }: HandingIn): string {
  const earlier = pages.find(({ id, linkId }) => linkId !== null && proven.has(id));
  if (earlier?.linkId) return earlier.linkId;
  if (secret === null) return newId();
  const hash = createHash("sha256").update(`${taskId}\n${studentId}\n${secret}`).digest("base64url");
  return hash.slice(0, ID_LENGTH);
}
