import { parseFileName } from "../../core/rules/file-name.ts";
import type { AppContext } from "../context.ts";
import { isEnrolled, type Recipient } from "./upload-verdict.ts";

const TEN_MINUTES = { seconds: 600 };

/** Files for one task, from wherever they come: 500 students with four items, each sent three times. */
const PER_TASK = { ...TEN_MINUTES, limit: 6000 };

/** Files of one address: two such lectures may sit behind one campus address and end at the same time. */
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
  // The narrowest first: who floods under one name uses up nothing else.
  await context.limiter.take(`upload-answer:${address}:${task.id}:${name.studentId}:${name.item}`, PER_ANSWER);
  await context.limiter.take(`upload:${address}`, PER_ADDRESS);
  await context.limiter.take(`upload-task:${task.id}`, PER_TASK);
}

/** Counts an upload for no task, or without a file. */
export function countStray({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-stray:${address}`, STRAY);
}

/** Counts an upload after the due date: a class that is late is told so, whatever else came from its address. */
export function countLate({ limiter }: AppContext, address: string): Promise<void> {
  return limiter.take(`upload-late:${address}`, PER_ADDRESS);
}
