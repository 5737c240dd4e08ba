import { parseFileName } from "../../core/rules/file-name.ts";
import type { AppContext } from "../context.ts";
import { RATES } from "../rates.ts";
import { isEnrolled, type Recipient } from "./upload-verdict.ts";

interface NamedFile {
  readonly filename: string;
  readonly recipient: Recipient;
  readonly address: string;
}

/** Counts a file by its name, before its bytes are taken; refuses where there were too many. */
export async function countFile(context: AppContext, { filename, recipient, address }: NamedFile): Promise<void> {
  const { task, items } = recipient;
  const name = parseFileName(filename, task.examType);
  if (name === null || !items.has(name.item) || !(await isEnrolled(context, task.classId, name.studentId))) {
    return countStray(context, address);
  }
  // The narrower first: who floods under one name uses up nothing of what others behind the address need.
  await context.limiter.take(
    `upload-answer:${address}:${task.id}:${name.studentId}:${name.item}`,
    RATES.uploadByAnswer,
  );
  await context.limiter.take(`upload:${address}`, RATES.uploadByAddress);
}

/** Counts an upload for no task, or without a file. */
export function countStray({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-stray:${address}`, RATES.strayUploadByAddress);
}

/** Counts an upload after the due date: a class that is late is told so, whatever else came from its address. */
export function countLate({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-late:${address}`, RATES.uploadByAddress);
}
