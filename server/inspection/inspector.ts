import { open } from "node:fs/promises";
import { type FileType, fileType } from "../../core/scan/file-type.ts";
import { createFairQueue } from "../../workers/fair-queue.ts";
import { createWorkerPool } from "../../workers/worker-pool.ts";
import type { Log } from "../adapters/log.ts";
import type { Work } from "../recogniser/messages.ts";
import { createLaunchedRunner, type Launcher } from "./launched-runner.ts";
import type { Allowance, Inspected, InspectionKind, InspectionOutcome, InspectRequest } from "./messages.ts";

/** Inspects what strangers hand in: a page's type and QR code, the files in a ZIP file, the lines of a spreadsheet. */
export interface Inspector {
  /**
   * `from`: the sender's address or ID; senders take turns. A bad file is an answer, also one that takes too long or too
   * much memory.
   */
  ask<Kind extends InspectionKind>(
    kind: Kind,
    request: Work[Kind]["request"] & { readonly path: string },
    from: string,
  ): Promise<Inspected<Kind>>;
  /** Whether a file is being inspected, or waits for it. */
  isWorking(): boolean;
  /** `graceMs`: how long work in a thread may take to end. */
  close(graceMs?: number): Promise<void>;
}

export interface InspectorOptions {
  /** The worker's JavaScript, for threads. */
  readonly workerUrl: URL;
  /** The time limit for a file, in seconds of processor time. */
  readonly seconds: number;
  readonly openPool?: typeof createWorkerPool;
  /** The type of the file at a path by its first bytes, null if they tell none. */
  readonly typeOf?: (path: string) => Promise<FileType | null>;
  /** If there is one, separate processes inspect files; otherwise threads do. */
  readonly launcher: Launcher | undefined;
  readonly log: Log;
}

/** While one file takes long, the other slot is free for other students. */
const SLOTS = 2;
/** A thread's time counts by the clock, and includes its start. */
const THREAD_FACTOR = 12;
/** Seconds for a first try of a file. */
const FIRST_SECONDS = 1;

/** A ZIP file may have the pages of a whole class. */
const ARCHIVE_FACTOR = 6;

const TOO_MUCH = {
  code: "takes-too-much",
  message:
    "The file takes too much memory to open. Please hand in a photo, or scan the page again and save it as a picture.",
} as const;

const REFUSALS = {
  late: {
    code: "takes-too-long",
    message:
      "The file takes too long to open. Please hand in a photo, or scan the page again and save it as a picture.",
  },
  cramped: TOO_MUCH,
  died: TOO_MUCH,
  unavailable: {
    code: "unreadable",
    message: "The file could not be read. Please save or scan it again.",
  },
} as const;

const FAILED: Partial<Record<InspectionKind, string>> = {
  table: "The spreadsheet takes too much memory or time to open. Save the list of students as CSV.",
  unpack: "The ZIP file takes too much memory or time to unpack. Unpack it, and add the files in it.",
};

export function createInspector(options: InspectorOptions): Inspector {
  const { workerUrl, seconds, openPool = createWorkerPool, typeOf = typeOfFile, launcher, log } = options;
  const threads = openPool<Work>({ workerUrl, seconds: THREAD_FACTOR * seconds, size: SLOTS });
  const runInProcess = launcher === undefined ? null : createLaunchedRunner(launcher);
  const queue = createFairQueue(SLOTS);
  const slowQueue = createFairQueue(1);
  let asked = 0;

  /** Threads have a time limit, but no memory limit enforced by the system. */
  async function runInThread({ kind, request }: InspectRequest): Promise<InspectionOutcome> {
    try {
      return { answer: await threads.ask(kind, request) };
    } catch (error) {
      return { failure: "unavailable", reason: (error as Error).message };
    }
  }

  async function run(request: InspectRequest, allowance: Allowance): Promise<InspectionOutcome> {
    if (runInProcess === null) return runInThread(request);
    const seconds = allowance.seconds * (request.kind === "unpack" ? ARCHIVE_FACTOR : 1);
    const outcome = await runInProcess(request, { ...allowance, seconds });
    if (!("failure" in outcome) || outcome.failure !== "unavailable") return outcome;
    // Nobody's hand-in should be blocked by it; the administrator reads it in the log.
    log.warn("inspector-unavailable", { reason: outcome.reason });
    return runInThread(request);
  }

  /**
   * Tries a file for a moment. If it needs more time or memory, it waits for the end of the slow ones before it: of two
   * slots, one is always free for files that were not tried yet, and only one file at a time has a large one's memory.
   */
  async function inspect(request: InspectRequest, from: string): Promise<InspectionOutcome> {
    // A picture's pixels limit its cost: it need not wait until all of the sender's other files are tried.
    const type = await typeOf(request.request.path);
    const caller = type === null || type === "pdf" ? from : `picture ${from}`;
    const first = { seconds: Math.min(FIRST_SECONDS, seconds), memory: "usual" } as const;
    const outcome = await queue.run(caller, () => run(request, first));
    if (!wantsMore(outcome)) return outcome;
    return slowQueue.run(from, () => queue.run("slow", () => run(request, { seconds, memory: "large" })));
  }

  return {
    async ask(kind, request, from) {
      asked++;
      const outcome = await inspect({ kind, request }, from).finally(() => asked--);
      if ("answer" in outcome) return outcome.answer as Inspected<typeof kind>;
      const { failure, reason } = outcome;
      log.warn("inspection-failed", { failure, reason });
      const message = FAILED[kind];
      const refusal = message === undefined ? REFUSALS[failure] : { code: failure, message };
      return { ok: false, ...refusal } as Inspected<typeof kind>;
    },
    isWorking: () => asked > 0,
    close: (graceMs) => threads.close(graceMs),
  };
}

/** Bytes that tell a file's type. */
const TYPE_BYTES = 64;

async function typeOfFile(path: string): Promise<FileType | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(TYPE_BYTES));
    return fileType(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Whether a file might be read with more time or memory. */
function wantsMore(outcome: InspectionOutcome): boolean {
  return "failure" in outcome && (outcome.failure === "late" || outcome.failure === "cramped");
}
