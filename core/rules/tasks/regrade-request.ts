import { textLength } from "../text-length.ts";

/** Limits of a student's request to look at a grade again, in characters. */
export const REGRADE_REQUEST = { reasonLength: 1000, answerLength: 500 } as const;

/** What is wrong with a reason, in words for the student; null if nothing is. */
export function reasonIssue(reason: string): string | null {
  const length = textLength(reason.trim());
  if (length === 0) return "Please say why the grade should be looked at again.";
  const most = REGRADE_REQUEST.reasonLength;
  return length > most ? `Please use at most ${most} characters: these are ${length}.` : null;
}
