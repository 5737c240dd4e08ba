import { type ApiError, FILE_CHANGED } from "../api.ts";

/** The message for a file whose upload got no response: before the due date, and when nothing is taken any more. */
export const UNANSWERED = {
  open: "No answer came: it may have been received. Send it again before the due date to get the receipt.",
  closed: "No answer came: it may have been received. Keep the file, and ask your teacher.",
} as const;

interface Try {
  /** The part of the body that was sent, 0 to 1. */
  readonly left: number;
  readonly cancelled: boolean;
}

/**
 * Whether the server may have taken a file although the upload failed. What the server answers is certain, but if a
 * connection breaks, nobody knows in which direction. A proxy's error page is not an answer of the server.
 */
export function mayBeTaken({ status, code }: ApiError, { left, cancelled }: Try): boolean {
  if (code === FILE_CHANGED) return left === 1;
  if (status === 0) return !cancelled || left > 0;
  return status >= 500 && code === "unknown";
}
