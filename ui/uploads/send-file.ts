import type { UploadResponse } from "../../server/contract/results/file.ts";
import { type ApiError, FILE_CHANGED, upload } from "../api.ts";

/** What shows the server which uploads come from one browser. */
export interface Proof {
  /** Tokens of this browser's receipts for the same answer. */
  readonly receipts: readonly string[];
  /** What the tab's uploads have in common, so that a student's share a link to the results; null: nothing. */
  readonly secret: string | null;
}

export const NO_PROOF: Proof = { receipts: [], secret: null };

interface SendOptions {
  readonly taskId: string;
  readonly proof: Proof;
  readonly signal: AbortSignal;
  /** The part of the body that was sent, 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Sends the file of one item.
 * @throws {ApiError} if the server refuses or nothing moves, and a `DOMException` if it was cancelled.
 */
export function sendFile(
  { item, file }: { readonly item: number; readonly file: File },
  { taskId, proof, signal, onProgress }: SendOptions,
): Promise<UploadResponse> {
  const body = new FormData();
  body.append("task_id", taskId);
  if (proof.receipts.length > 0) body.append("receipts", proof.receipts.join());
  if (proof.secret !== null) body.append("hand_in", proof.secret);
  body.append("item_number", String(item));
  body.append("files", file, file.name);
  return upload("uploadFiles", body, { signal, onProgress });
}

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
  return status === 0 && (!cancelled || left > 0);
}
