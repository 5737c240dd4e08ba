import { useCallback, useEffect, useRef, useState } from "react";
import { checkUpload } from "../../core/rules/files/upload-check.ts";
import type { TaskType } from "../../core/rules/tasks/task-types.ts";
import type { Receipt } from "../../server/contract/results/file.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { ApiError, FILE_CHANGED } from "../api.ts";
import { withEntry } from "../with-entry.ts";
import { joinGroups, type RejectionGroup, rejectionsOf } from "./rejections.ts";
import { mayBeTaken, NO_PROOF, type Proof, sendFile, UNANSWERED } from "./send-file.ts";

export type UploadItem = {
  readonly item: number;
  readonly file: File;
  /** An attempt got no response, and none has since: the server may have it. */
  readonly unanswered?: boolean | undefined;
} & (
  | { readonly state: "ready" }
  /** Not sent: the student can correct something first. */
  | { readonly state: "wrong"; readonly code: string; readonly message: string }
  | { readonly state: "waiting" }
  | { readonly state: "sending"; readonly progress: number }
  /** It broke off, or the server could not be reached: sending it again may help. */
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "rejected"; readonly message: string }
  /** The task takes no more files: its due date passed, or it is gone. */
  | { readonly state: "closed"; readonly message: string }
  | { readonly state: "taken"; readonly receipt: Receipt }
);

export interface UploadTask {
  readonly id: string;
  readonly exam_type: TaskType;
}

export interface UploadListOptions {
  /** Students see pages of another task and unreadable QR codes as one reason. */
  readonly merge: boolean;
  /** Called for each file as soon as the server has it: the rest may never finish. */
  onTaken?(receipts: readonly Receipt[]): void;
  proofFor?(entry: { readonly item: number; readonly filename: string }): Proof;
}

export interface UploadOutcome {
  readonly receipts: readonly Receipt[];
  readonly rejections: readonly RejectionGroup[];
  /** Why files could not be sent, in the server's words, or the specification's. */
  readonly failure: ApiError | null;
  readonly cancelled: boolean;
}

export type Uploads = ReturnType<typeof useUploads>;

/**
 * Files that are sent at once. The server uses the time when a request began, so that files that are sent just before
 * the due date are in time on slow connections, too. Browsers open six connections to a server, and one is for the page
 * itself.
 */
const AT_ONCE = 5;

interface Batch {
  readonly stop: AbortController;
  readonly outcome: Promise<UploadOutcome>;
  add(entries: readonly UploadItem[]): void;
}

/** What a student reads if the server says 'closed'; the specification's text is above the files. */
const TOO_LATE = "Not taken: the due date passed.";

export function useUploads(task: UploadTask, options: UploadListOptions) {
  const [items, setItems] = useState<ReadonlyMap<number, UploadItem>>(new Map());
  const [sending, setSending] = useState(false);
  const running = useRef<Batch | null>(null);
  const latest = useRef(items);
  latest.current = items;
  /** Attempts without a response outlive the form: the same file may be removed and chosen again. */
  const unanswered = useRef(new Set<string>());

  // Leaving now would break off the upload, so the browser asks.
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [sending]);

  const put = useCallback((entry: UploadItem) => {
    const known = { ...entry, unanswered: unanswered.current.has(nameOf(entry)) };
    setItems((before) => new Map(before).set(entry.item, known));
  }, []);

  const choose = useCallback(
    (item: number, file: File) => {
      const issue = checkUpload(file, { type: task.exam_type, item });
      put(issue === null ? { item, file, state: "ready" } : { item, file, state: "wrong", ...issue });
    },
    [put, task.exam_type],
  );

  const remove = useCallback((item: number) => {
    setItems((before) => withEntry(before, item, null));
  }, []);

  function sendAll(entries: readonly UploadItem[]): Promise<UploadOutcome> {
    for (const { item, file } of entries) put({ item, file, state: "waiting" });
    running.current ??= begin();
    running.current.add(entries);
    return running.current.outcome;
  }

  function begin(): Batch {
    const receipts: Receipt[] = [];
    const rejections: RejectionGroup[] = [];
    const failures = new Map<number, ApiError>();
    const stop = new AbortController();
    const { signal } = stop;
    const { add, ended } = takeTurns(async ({ item, file }) => {
      failures.delete(item);
      if (signal.aborted) return put({ item, file, state: "ready" });
      let left = 0;
      function onProgress(progress: number): void {
        left = progress;
        put({ item, file, state: "sending", progress });
      }
      onProgress(0);
      try {
        const proof = options.proofFor?.({ item, filename: file.name }) ?? NO_PROOF;
        const answer = await sendFile({ item, file }, { taskId: task.id, proof, signal, onProgress });
        unanswered.current.delete(nameOf({ item, file }));
        const [receipt] = answer.files_uploaded;
        const refused = rejectionsOf(answer, options);
        receipts.push(...answer.files_uploaded);
        if (receipt) options.onTaken?.(answer.files_uploaded);
        rejections.push(...refused);
        if (receipt) put({ item, file, state: "taken", receipt });
        else put({ item, file, state: "rejected", message: messageOf(refused[0], nameOf({ item, file })) });
      } catch (error) {
        const failure = failureOf(error);
        if (mayBeTaken(failure, { left, cancelled: signal.aborted })) unanswered.current.add(nameOf({ item, file }));
        if (signal.aborted) return put({ item, file, state: "ready" });
        put({ item, file, ...stateAfter(failure, unanswered.current.has(nameOf({ item, file }))) });
        failures.set(item, failure);
      }
    });

    async function finish(): Promise<UploadOutcome> {
      await ended;
      running.current = null;
      setSending(false);
      const all = [...failures.values()];
      // The task being closed is more important than errors that trying again may fix.
      const failure = all.find(isOver) ?? all[0] ?? null;
      return { receipts, rejections: joinGroups(rejections), failure, cancelled: signal.aborted };
    }

    setSending(true);
    return { stop, add, outcome: finish() };
  }

  return {
    items,
    sending,
    choose,
    remove,
    /** Sends the files that are ready; wrong ones stay where they are. */
    send: () => sendAll([...latest.current.values()].filter(({ state }) => SENDABLE.has(state))),
    /** Sends one file again, next to the uploads in progress: the due date does not wait for the others. */
    retry: (item: number) => sendAll([...latest.current.values()].filter((entry) => entry.item === item)),
    cancel: () => running.current?.stop.abort(),
    clear(): void {
      unanswered.current.clear();
      setItems(new Map());
    },
  };
}

/** A closed task may have been extended. */
const SENDABLE: ReadonlySet<UploadItem["state"]> = new Set(["ready", "failed", "closed"]);

/** Whether the task takes no more files from anybody. */
export function isOver({ status, code }: ApiError): boolean {
  return code === "closed" || status === 404;
}

/** Sends what is added until nothing is left. */
function takeTurns(send: (entry: UploadItem) => Promise<void>): Pick<Batch, "add"> & { readonly ended: Promise<void> } {
  const queue: UploadItem[] = [];
  let senders = 0;
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  async function sendNext(): Promise<void> {
    senders++;
    for (let entry = queue.shift(); entry; entry = queue.shift()) await send(entry);
    senders--;
    if (senders === 0) end();
  }

  function add(entries: readonly UploadItem[]): void {
    queue.push(...[...entries].sort((a, b) => a.item - b.item));
    for (let free = AT_ONCE - senders; free > 0; free--) void sendNext();
  }

  return { add, ended };
}

function failureOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, { code: "broke", message: TEXTS.files.uploadBroke });
}

/** Identifies a file among others that were tried: a new Student ID makes it a different one. */
function nameOf({ item, file }: Pick<UploadItem, "item" | "file">): string {
  return `${item} ${file.size} ${file.name}`;
}

/** `isUnanswered`: the server's answer to this attempt says nothing about the one before. */
function stateAfter(failure: ApiError, isUnanswered: boolean) {
  const { code, message } = failure;
  const tooLate = isUnanswered ? UNANSWERED.closed : TOO_LATE;
  if (code === FILE_CHANGED) return { state: "wrong", code, message } as const;
  if (isOver(failure)) return { state: "closed", message: code === "closed" ? tooLate : message } as const;
  return { state: "failed", message } as const;
}

/** What is wrong with a refused file, as precisely as the server says. */
function messageOf(group: RejectionGroup | undefined, name: string): string {
  return group?.details?.[name] ?? group?.reason ?? TEXTS.files.uploadFailed;
}
