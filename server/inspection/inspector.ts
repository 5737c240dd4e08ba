import { open } from "node:fs/promises";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import { fileType } from "../../core/scan/file-type.ts";
import type { UnpackedZip } from "../../core/scan/unpack-zip.ts";
import { createWorkerPool } from "../../workers/worker-pool.ts";
import type { Log } from "../adapters/log.ts";
import type { Inspection, Unreadable, Work } from "../recogniser/messages.ts";
import { createFairQueue, type RunInspection } from "./fair-queue.ts";
import { createLaunchedRunner, type Launcher } from "./launched-runner.ts";
import type { Inspected, InspectionOutcome, InspectRequest } from "./messages.ts";

/** Inspects what strangers hand in: its type, its pages, its QR code. */
export interface Inspector {
  /** `from`: the sender's address. A bad file is a result, also one that takes too long or too much memory. */
  inspect(request: Work["inspect"]["request"], from: string): Promise<Inspection>;
  /** The lines of the spreadsheet at this path. */
  readTable(path: string, from: string): Promise<ReadSpreadsheet>;
  /** Unpacks the ZIP file at `path` into `folder`, which the caller removes. */
  unpack(request: Work["unpack"]["request"], from: string): Promise<UnpackedZip>;
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

const TABLE_FAILED = "The spreadsheet takes too much memory or time to open. Save the list of students as CSV.";

const ARCHIVE_FAILED = "The ZIP file takes too much memory or time to unpack. Unpack it, and add the files in it.";

/** Bytes that tell a file's type. */
const TYPE_BYTES = 64;

async function beginsAsPicture(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(TYPE_BYTES));
    const type = fileType(buffer.subarray(0, bytesRead));
    return type !== null && type !== "pdf";
  } finally {
    await file.close();
  }
}

export function createInspector(options: InspectorOptions): Inspector {
  const { workerUrl, seconds, openPool = createWorkerPool, launcher, log } = options;
  const threads = openPool<Work>({ workerUrl, seconds: THREAD_FACTOR * seconds, size: SLOTS });

  function askThread(request: InspectRequest): Promise<Inspected> {
    if ("wanted" in request) return threads.ask("inspect", request);
    return "folder" in request ? threads.ask("unpack", request) : threads.ask("table", request);
  }

  /** Threads have a time limit, but no memory limit enforced by the system. */
  async function runInThread(request: InspectRequest): Promise<InspectionOutcome> {
    try {
      return { answer: await askThread(request) };
    } catch (error) {
      return { failure: "unavailable", reason: (error as Error).message };
    }
  }

  const runInProcess = launcher === undefined ? null : createLaunchedRunner(launcher);
  const run: RunInspection = async (request, allowance) => {
    if (runInProcess === null) return runInThread(request);
    const seconds = allowance.seconds * ("folder" in request ? ARCHIVE_FACTOR : 1);
    const outcome = await runInProcess(request, { ...allowance, seconds });
    if (!("failure" in outcome) || outcome.failure !== "unavailable") return outcome;
    // Nobody's hand-in should be blocked by it; the administrator reads it in the log.
    log.warn("inspector-unavailable", { reason: outcome.reason });
    return runInThread(request);
  };
  const queue = createFairQueue({
    run,
    slots: SLOTS,
    first: { seconds: Math.min(FIRST_SECONDS, seconds), memory: "usual" },
    most: { seconds, memory: "large" },
  });

  function failureOf({ failure, reason }: Exclude<InspectionOutcome, { answer: unknown }>): keyof typeof REFUSALS {
    log.warn("inspection-failed", { failure, reason });
    return failure;
  }

  let asked = 0;
  /** A file that is not a picture: its answer, or the refusal `message`. */
  async function inspectOther(
    request: InspectRequest,
    { from, message }: { from: string; message: string },
  ): Promise<Inspected | Unreadable> {
    asked++;
    const outcome = await queue.inspect(request, { from, isPicture: false }).finally(() => asked--);
    return "answer" in outcome ? outcome.answer : { ok: false, code: failureOf(outcome), message };
  }

  return {
    async inspect(request, from) {
      asked++;
      const isPicture = await beginsAsPicture(request.path);
      const outcome = await queue.inspect(request, { from, isPicture }).finally(() => asked--);
      if ("answer" in outcome) return outcome.answer as Inspection;
      return { ok: false, ...REFUSALS[failureOf(outcome)] };
    },
    async readTable(path, from) {
      return (await inspectOther({ path }, { from, message: TABLE_FAILED })) as ReadSpreadsheet;
    },
    async unpack(request, from) {
      return (await inspectOther(request, { from, message: ARCHIVE_FAILED })) as UnpackedZip;
    },
    isWorking: () => asked > 0,
    close: (graceMs) => threads.close(graceMs),
  };
}
