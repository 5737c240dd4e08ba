import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fileNamesMessage } from "../../core/rules/files/file-name.ts";
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

/** What happened to files that were sent together. */
export interface UploadOutcome {
  readonly receipts: readonly Receipt[];
  readonly rejections: readonly RejectionGroup[];
  /** A file that could not be sent; one that was refused as too late comes first. */
  readonly failed: UnsentItem | undefined;
  readonly cancelled: boolean;
  /** Every chosen file is taken, also from before. */
  readonly complete: boolean;
}

type UnsentItem = Extract<UploadItem, { readonly state: "wrong" | "failed" | "closed" }>;

/** Called when the last file that is on its way has got its answer. */
type OnEnd = (outcome: UploadOutcome) => void;

export type Uploads = ReturnType<typeof useUploads>;

/**
 * Files that are sent at once. The server uses the time when a request began, so that files that are sent just before
 * the due date are in time on slow connections, too. Browsers open six connections to a server, and one is for the page
 * itself.
 */
const AT_ONCE = 5;

/** What a student reads if the server says 'closed'; the specification's text is above the files. */
const TOO_LATE = "Not taken: the due date passed.";

/** What files that are sent together have in common. */
function newBatch() {
  return { stop: new AbortController(), receipts: [] as Receipt[], rejections: [] as RejectionGroup[] };
}

export function useUploads(task: UploadTask, options: UploadListOptions) {
  const [items, setItems] = useState<ReadonlyMap<number, UploadItem>>(new Map());
  /** Attempts without a response outlive the form: the same file may be removed and chosen again. */
  const unanswered = useRef(new Set<string>());
  const entries = [...items.values()]
    .map((entry) => ({ ...entry, unanswered: unanswered.current.has(attemptKey(entry)) }))
    .sort((a, b) => a.item - b.item);
  const sending = entries.some(isMoving);
  const batch = useRef(newBatch());
  const onEnd = useRef<OnEnd>(null);

  const isLosing = entries.some(({ state }) => !SETTLED.has(state));
  // Leaving now would break off the upload, or lose what was chosen, so the browser asks.
  useEffect(() => {
    if (!isLosing) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isLosing]);

  const sendWaiting = useEffectEvent(() => {
    const free = AT_ONCE - entries.filter(({ state }) => state === "sending").length;
    const waiting = entries.filter(({ state }) => state === "waiting");
    for (const entry of waiting.slice(0, free)) void send(entry);
  });

  const end = useEffectEvent(() => {
    const { stop, receipts, rejections } = batch.current;
    const unsent = entries.filter((entry) => UNSENT.has(entry.state)) as UnsentItem[];
    batch.current = newBatch();
    onEnd.current?.({
      receipts,
      rejections: joinGroups(rejections),
      failed: unsent.find(({ state }) => state === "closed") ?? unsent[0],
      cancelled: stop.signal.aborted,
      complete: entries.every(({ state }) => state === "taken"),
    });
    onEnd.current = null;
  });

  // The entries are the queue: each change may let the next one go, or be the last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items are what the effect is about
  useEffect(() => {
    if (sending) sendWaiting();
    else if (onEnd.current) end();
  }, [items, sending]);

  function put(entry: UploadItem): void {
    setItems((before) => new Map(before).set(entry.item, entry));
  }

  async function send({ item, file }: UploadItem): Promise<void> {
    const { receipts, rejections, stop } = batch.current;
    const key = attemptKey({ item, file });
    let left = 0;
    function onProgress(progress: number): void {
      left = progress;
      put({ item, file, state: "sending", progress });
    }
    onProgress(0);
    try {
      const proof = options.proofFor?.({ item, filename: file.name }) ?? NO_PROOF;
      const answer = await sendFile({ item, file }, { taskId: task.id, proof, signal: stop.signal, onProgress });
      unanswered.current.delete(key);
      const [receipt] = answer.files_uploaded;
      const refused = rejectionsOf(answer, options);
      receipts.push(...answer.files_uploaded);
      rejections.push(...refused);
      if (receipt) options.onTaken?.(answer.files_uploaded);
      if (receipt) put({ item, file, state: "taken", receipt });
      else put({ item, file, state: "rejected", message: messageOf(refused[0], file.name) });
    } catch (error) {
      const failure = failureOf(error);
      const cancelled = stop.signal.aborted;
      if (mayBeTaken(failure, { left, cancelled })) unanswered.current.add(key);
      put({ item, file, ...(cancelled ? READY : stateAfter(failure, unanswered.current.has(key))) });
    }
  }

  /** Sends entries as soon as it is their turn, next to those that are on their way. */
  function queue(chosen: (entry: UploadItem) => boolean, whenEnded: OnEnd): void {
    onEnd.current = whenEnded;
    change(chosen, "waiting");
  }

  function change(chosen: (entry: UploadItem) => boolean, state: "ready" | "waiting"): void {
    const changed = ({ item, file }: UploadItem): UploadItem => ({ item, file, state });
    setItems((before) => new Map([...before].map(([item, entry]) => [item, chosen(entry) ? changed(entry) : entry])));
  }

  return {
    /** By their item. */
    entries,
    sending,
    choose(item: number, file: File): void {
      const issue = checkUpload(file, { type: task.exam_type, item });
      put({ item, file, ...(issue === null ? READY : { state: "wrong", ...issue }) });
    },
    remove: (item: number) => setItems((before) => withEntry(before, item, null)),
    /** Sends the files that are ready; wrong ones stay where they are. */
    send: (whenEnded: OnEnd) => queue(({ state }) => SENDABLE.has(state), whenEnded),
    /** Sends one file again: the due date does not wait for the others. */
    retry: (item: number, whenEnded: OnEnd) => queue((entry) => entry.item === item, whenEnded),
    cancel(): void {
      batch.current.stop.abort();
      change(({ state }) => state === "waiting", "ready");
    },
    clear(): void {
      unanswered.current.clear();
      setItems(new Map());
    },
  };
}

const READY = { state: "ready" } as const;

/** Whether it is on its way. */
export function isMoving(entry: UploadItem | undefined): boolean {
  return entry?.state === "waiting" || entry?.state === "sending";
}

/** A closed task may have been extended. */
const SENDABLE: ReadonlySet<UploadItem["state"]> = new Set(["ready", "failed", "closed"]);

/** There is nothing left to send. */
const SETTLED: ReadonlySet<UploadItem["state"]> = new Set(["taken", "rejected", "closed"]);

const UNSENT: ReadonlySet<UploadItem["state"]> = new Set<UnsentItem["state"]>(["wrong", "failed", "closed"]);

/** Why the first of these that are wrong cannot be sent, or null; wrong names have one message for all. */
export function wrongText(entries: readonly UploadItem[]): string | null {
  const wrong = entries.filter((entry) => entry.state === "wrong");
  const misnamed = wrong.filter(({ code }) => code === "file-name");
  if (misnamed.length > 0) return fileNamesMessage(misnamed.map(({ file }) => file.name));
  return wrong[0]?.message ?? null;
}

/** Whether the task takes no more files from anybody. */
function isOver({ status, code }: ApiError): boolean {
  return code === "closed" || status === 404;
}

function failureOf(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, { code: "broke", message: TEXTS.files.uploadBroke });
}

/** Identifies a file among others that were tried: a new Student ID makes it a different one. */
function attemptKey({ item, file }: Pick<UploadItem, "item" | "file">): string {
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
