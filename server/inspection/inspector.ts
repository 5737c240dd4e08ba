import { open } from "node:fs/promises";
import { fileType } from "../../core/scan/file-type.ts";
import { createWorkerPool } from "../../workers/worker-pool.ts";
import type { Log } from "../adapters/log.ts";
import type { Inspection, Work } from "../recogniser/messages.ts";
import { createFairQueue, type RunInspection } from "./fair-queue.ts";
import { createLaunchedRunner, type Launcher } from "./launched-runner.ts";
import type { InspectionOutcome, InspectRequest } from "./messages.ts";

/** Looks into what strangers hand in: its type, its pages, its QR code. */
export interface Inspector {
  /** `from`: the sender's address. A bad file is an answer, also one that takes too long or too much memory. */
  inspect(request: InspectRequest, from: string): Promise<Inspection>;
  /** Whether a file is being looked into, or waits for it. */
  isWorking(): boolean;
  /** `graceMs`: how long work in a thread may take to end. */
  close(graceMs?: number): Promise<void>;
}

export interface InspectorOptions {
  /** The worker's JavaScript, for threads. */
  readonly workerUrl: URL;
  /** The longest time for a file, in seconds of processor time. */
  readonly seconds: number;
  /** If there is one, separate processes inspect files; otherwise threads do. */
  readonly launcher: Launcher | undefined;
  readonly log: Log;
}

/** One file that takes its time leaves the other place to the students behind. */
const SLOTS = 2;
/** A thread's time counts by the clock, and it starts within it. */
const THREAD_FACTOR = 12;
/** Seconds for which a file is tried first. */
const FIRST_SECONDS = 1;

const REFUSALS = {
  late: {
    code: "takes-too-long",
    message:
      "The file takes too long to open. Please hand in a photo, or scan the page again and save it as a picture.",
  },
  died: {
    code: "takes-too-much",
    message:
      "The file takes too much memory to open. Please hand in a photo, or scan the page again and save it as a picture.",
  },
  unavailable: {
    code: "unreadable",
    message: "The file could not be read. Please save or scan it again.",
  },
} as const;

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

export function createInspector({ workerUrl, seconds, launcher, log }: InspectorOptions): Inspector {
  const threads = createWorkerPool<Work>({ workerUrl, seconds: THREAD_FACTOR * seconds, size: SLOTS });

  /** Threads have no limit of memory that the system keeps, and one of time alone. */
  async function runInThread(request: InspectRequest): Promise<InspectionOutcome> {
    try {
      return { answer: await threads.ask("inspect", request) };
    } catch (error) {
      return { failure: "unavailable", reason: (error as Error).message };
    }
  }

  const runInProcess = launcher === undefined ? null : createLaunchedRunner(launcher);
  const run: RunInspection = async (request, most) => {
    if (runInProcess === null) return runInThread(request);
    const outcome = await runInProcess(request, most);
    if (!("failure" in outcome) || outcome.failure !== "unavailable") return outcome;
    // Nobody who hands in is to be blocked by it; who runs the server reads it in the log.
    log.warn("inspector-unavailable", { reason: outcome.reason });
    return runInThread(request);
  };
  const queue = createFairQueue({
    run,
    slots: SLOTS,
    seconds: { first: Math.min(FIRST_SECONDS, seconds), most: seconds },
  });

  let asked = 0;
  return {
    async inspect(request, from) {
      asked++;
      const isPicture = await beginsAsPicture(request.path);
      const outcome = await queue.inspect(request, { from, isPicture }).finally(() => asked--);
      if ("answer" in outcome) return outcome.answer;
      log.warn("inspection-failed", { failure: outcome.failure, reason: outcome.reason });
      return { ok: false, ...REFUSALS[outcome.failure] };
    },
    isWorking: () => asked > 0,
    close: (graceMs) => threads.close(graceMs),
  };
}
