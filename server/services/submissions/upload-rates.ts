import { parseFileName } from "../../../core/rules/files/file-name.ts";
import type { AppContext } from "../../context.ts";
import { RATES } from "../../rates.ts";
import { Refusal } from "../../refusal.ts";
import { isEnrolled } from "../classes/enrolment.ts";
import type { Recipient } from "./recipient.ts";

interface NamedFile {
  readonly filename: string;
  readonly recipient: Recipient;
}

/** Counts a file by its name, before its bytes are taken; refuses if there were too many. */
export async function countFile(context: AppContext, file: NamedFile): Promise<void> {
  const keys = await keysOf(context, file);
  if (keys === null) return countStray(context, file.recipient.address);
  // The narrower rate first: a flood under one name uses up nothing of what others behind the address need.
  await context.limiter.take(keys.answer, RATES.uploadByAnswer);
  await context.limiter.take(keys.address, RATES.uploadByAddress);
}

/** Counts the bytes of a page that a student hands in; false if there were too many. */
export async function countBytes(
  { limiter }: Pick<AppContext, "limiter">,
  { place, size, recipient }: { place: { studentId: string; item: number }; size: number; recipient: Recipient },
): Promise<boolean> {
  const { task, address } = recipient;
  const key = `upload-bytes:${address}:${task.id}:${place.studentId}:${place.item}`;
  try {
    await limiter.take(key, RATES.uploadBytesByAnswer, size);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Counts an unreadable file as junk, and no longer as the class's: only its sender pays for it. */
export async function countRefused(context: AppContext, file: NamedFile): Promise<void> {
  const keys = await keysOf(context, file);
  // It was counted as junk by its name.
  if (keys === null) return;
  for (const key of Object.values(keys)) await context.limiter.giveBack(key);
  await countStray(context, file.recipient.address);
}

/** The key that a file counts under; null if no student of the task can have meant it. */
async function keysOf(context: AppContext, { filename, recipient }: NamedFile) {
  const { task, items, address } = recipient;
  const name = parseFileName(filename, task.examType);
  if (name === null || !items.has(name.item) || !(await isEnrolled(context, task.classId, name.studentId))) return null;
  return {
    answer: `upload-answer:${address}:${task.id}:${name.studentId}:${name.item}`,
    address: `upload:${address}`,
  };
}

/** Counts an upload for no task, or without a file. */
export function countStray({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-stray:${address}`, RATES.strayUploadByAddress);
}

/** Counts an upload after the due date: a late class gets that message, whatever else came from its address. */
export function countLate({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-late:${address}`, RATES.uploadByAddress);
}
