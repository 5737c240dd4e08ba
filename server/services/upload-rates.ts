import { parseFileName } from "../../core/rules/file-name.ts";
import type { AppContext } from "../context.ts";
import { isEnrolled, type Recipient } from "./upload-verdict.ts";

const TEN_MINUTES = { seconds: 600 };

/**
 * Files of one address: behind that of a campus two lectures of 500 students may end at the same time, with four items,
 * each sent three times. A task has no limit of its own: whoever used it up would lock out a class.
 */
const PER_ADDRESS = { ...TEN_MINUTES, limit: 12_000 };

/** Files of one address for one student and item: nobody floods under one name, or locks a student out from elsewhere. */
const PER_ANSWER = { ...TEN_MINUTES, limit: 30 };

/**
 * Files of one address that no student of the task can have meant: the page itself sends none that is misnamed. They
 * are counted apart, so that rubbish never uses up what a class behind the same address needs.
 */
const STRAY = { ...TEN_MINUTES, limit: 300 };

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
  await context.limiter.take(`upload-answer:${address}:${task.id}:${name.studentId}:${name.item}`, PER_ANSWER);
  await context.limiter.take(`upload:${address}`, PER_ADDRESS);
}

/** Counts an upload for no task, or without a file. */
export function countStray({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-stray:${address}`, STRAY);
}

/** Counts an upload after the due date: a class that is late is told so, whatever else came from its address. */
export function countLate({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-late:${address}`, PER_ADDRESS);
}
