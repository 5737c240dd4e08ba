import type { UploadResponse } from "../../server/contract/file.ts";
import { upload } from "../api.ts";

/**
 * Seconds without a sign of life after which a line is given up: while a file leaves, some of it gets on even on a slow
 * line; once it has left, a server that has a whole class at the door may take its time.
 */
const PATIENCE = { leaving: 60, left: 300 } as const;

export interface SendOptions {
  readonly taskId: string;
  /** Tokens of the receipts that this browser has of the same answer. */
  readonly receipts: readonly string[];
  /** Ends the upload at once. */
  readonly signal: AbortSignal;
  /** Parts of the body that have left, 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Sends the file of one item.
 * @throws {ApiError} for what the server refuses, and a `DOMException` where it was ended or nothing moved any more.
 */
export async function sendFile(
  { item, file }: { readonly item: number; readonly file: File },
  { taskId, receipts, signal, onProgress }: SendOptions,
): Promise<UploadResponse> {
  const line = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  function wait(seconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => line.abort(), seconds * 1000);
  }
  const end = () => line.abort();
  signal.addEventListener("abort", end);
  wait(PATIENCE.leaving);
  try {
    return await upload("uploadFiles", bodyOf({ item, file }, { taskId, receipts }), {
      signal: line.signal,
      onProgress(part) {
        wait(part < 1 ? PATIENCE.leaving : PATIENCE.left);
        onProgress(part);
      },
    });
  } finally {
    clearTimeout(timer!);
    signal.removeEventListener("abort", end);
  }
}

function bodyOf(
  { item, file }: { readonly item: number; readonly file: File },
  { taskId, receipts }: Pick<SendOptions, "taskId" | "receipts">,
): FormData {
  const body = new FormData();
  body.append("task_id", taskId);
  if (receipts.length > 0) body.append("receipts", receipts.join());
  body.append("item_number", String(item));
  body.append("files", file, file.name);
  return body;
}
