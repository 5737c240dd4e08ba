import { useCallback, useEffect, useRef, useState } from "react";
import type { TaskType } from "../../core/rules/task-types.ts";
import { checkUpload } from "../../core/rules/upload-check.ts";
import type { Receipt } from "../../server/contract/file.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { ApiError, FILE_CHANGED, upload } from "../api.ts";
import { joinGroups, type RejectionGroup, rejectionsOf } from "./rejections.ts";

/** One chosen file on its way. */
export type UploadItem = {
  /** 1, 2, … */
  readonly item: number;
  readonly file: File;
} & (
  | { readonly state: "ready" }
  /** Not sent: what the student can put right first. */
  | { readonly state: "wrong"; readonly code: string; readonly message: string }
  /** `progress`: the part that has left, 0 to 1. */
  | { readonly state: "sending"; readonly progress: number }
  /** It broke off, or the server could not be reached: sending it again may do. */
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "rejected"; readonly message: string }
  | { readonly state: "taken"; readonly receipt: Receipt }
);

export interface UploadTask {
  readonly id: string;
  readonly exam_type: TaskType;
}

export interface UploadOptions {
  /** Students see pages of another task and unreadable QR codes as one reason. */
  readonly merge: boolean;
}

export interface UploadOutcome {
  readonly receipts: readonly Receipt[];
  readonly rejections: readonly RejectionGroup[];
  /** Why files could not be sent, in the server's words, or the specification's. */
  readonly failure: ApiError | null;
}

export interface Uploads {
  readonly items: ReadonlyMap<number, UploadItem>;
  readonly sending: boolean;
  choose(item: number, file: File): void;
  remove(item: number): void;
  /** Sends what is ready, one file after the other; files that are wrong stay where they are. */
  send(): Promise<UploadOutcome>;
  /** Sends one file again. */
  retry(item: number): Promise<UploadOutcome>;
  clear(): void;
}

/** The files chosen for a task's items, one an item, each with its own way to the server. */
export function useUploads(task: UploadTask, options: UploadOptions): Uploads {
  const [items, setItems] = useState<ReadonlyMap<number, UploadItem>>(new Map());
  const [sending, setSending] = useState(false);
  const latest = useRef(items);
  latest.current = items;

  // Leaving now would break the upload off: the browser asks.
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [sending]);

  const put = useCallback((entry: UploadItem) => {
    setItems((before) => new Map(before).set(entry.item, entry));
  }, []);

  const choose = useCallback(
    (item: number, file: File) => {
      const issue = checkUpload(file, { type: task.exam_type, item });
      put(issue === null ? { item, file, state: "ready" } : { item, file, state: "wrong", ...issue });
    },
    [put, task.exam_type],
  );

  const remove = useCallback((item: number) => {
    setItems((before) => new Map([...before].filter(([key]) => key !== item)));
  }, []);

  async function sendAll(entries: readonly UploadItem[]): Promise<UploadOutcome> {
    const receipts: Receipt[] = [];
    const rejections: RejectionGroup[] = [];
    let failure: ApiError | null = null;
    setSending(true);
    for (const { item, file } of [...entries].sort((a, b) => a.item - b.item)) {
      put({ item, file, state: "sending", progress: 0 });
      try {
        const answer = await upload("uploadFiles", bodyOf(task.id, { item, file }), {
          onProgress: (progress) => put({ item, file, state: "sending", progress }),
        });
        const [receipt] = answer.files_uploaded;
        const refused = rejectionsOf(answer, options);
        receipts.push(...answer.files_uploaded);
        rejections.push(...refused);
        if (receipt) put({ item, file, state: "taken", receipt });
        else put({ item, file, state: "rejected", message: refused[0]?.reason ?? TEXTS.files.uploadFailed });
      } catch (error) {
        failure =
          error instanceof ApiError ? error : new ApiError(0, { code: "broke", message: TEXTS.files.uploadBroke });
        const { code, message } = failure;
        put(
          code === FILE_CHANGED
            ? { item, file, state: "wrong", code, message }
            : { item, file, state: "failed", message },
        );
      }
    }
    setSending(false);
    return { receipts, rejections: joinGroups(rejections), failure };
  }

  return {
    items,
    sending,
    choose,
    remove,
    send: () => sendAll([...latest.current.values()].filter(({ state }) => state === "ready" || state === "failed")),
    retry: (item) => sendAll([...latest.current.values()].filter((entry) => entry.item === item)),
    clear: () => setItems(new Map()),
  };
}

function bodyOf(taskId: string, { item, file }: Pick<UploadItem, "item" | "file">): FormData {
  const body = new FormData();
  body.append("task_id", taskId);
  body.append("item_number", String(item));
  body.append("files", file, file.name);
  return body;
}
