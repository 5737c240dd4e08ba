import { type ApiError, FILE_CHANGED } from "../api.ts";

/** What is said of a file whose try got no answer: before the due date, and when nothing is taken any more. */
export const UNANSWERED = {
  open: "No answer came: it may have been received. Send it again before the due date to get the receipt.",
  closed: "No answer came: it may have been received. Keep the file, and ask your teacher.",
} as const;

interface Try {
  /** The part of the body that has left, 0 to 1. */
  readonly left: number;
  readonly cancelled: boolean;
}

/**
 * Whether the server may have taken a file though this try for it failed: what it answers is sure, but of a line that
 * broke nobody can tell on which way. A proxy's error page is no answer of the server.
 */
export function mayBeTaken({ status, code }: ApiError, { left, cancelled }: Try): boolean {
  if (code === FILE_CHANGED) return left === 1;
  if (status === 0) return !cancelled || left > 0;
  return status >= 500 && code === "unknown";
}
