import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import {
  BEGIN_NO_MORE,
  type FromWorker,
  type NewsOf,
  type ToWorker,
  type WorkerSettings,
  type WorkTable,
} from "./messages.ts";
import { stepBack } from "./step-back.mjs";

/** What a piece of work has besides its request. */
export interface Surroundings<News> {
  /** Reports to the one who asked, before the answer. Each report starts the time limit again. */
  tell(news: News): void;
  /** Whether the work should end at the next opportunity. */
  isEnding(): boolean;
}

/** How each kind of work is done. What it throws is a defect. */
export type Handlers<Work extends WorkTable<Work>> = {
  readonly [Kind in keyof Work]: (
    request: Work[Kind]["request"],
    surroundings: Surroundings<NewsOf<Work[Kind]>>,
  ) => Promise<Work[Kind]["answer"]>;
};

/** Steps of `nice`: a thread at 0 gets about nine times the processor time of one at 10. */
const LOW_PRIORITY = 10;

/** Milliseconds without work after which a worker collects what its last work left in memory. */
const REST_MS = 1000;

/**
 * The worker's side of a pool: does one piece of work after the other, as the pool sends it.
 *
 * @throws {Error} outside a worker thread.
 */
export function serveWork<Work extends WorkTable<Work>>(handlers: Handlers<Work>): void {
  const port = parentPort;
  if (port === null) throw new Error("This module runs as a worker thread only.");
  const post = (message: FromWorker): void => port.postMessage(message);
  const tell = (news: unknown): void => post({ news });
  let isEnding = false;
  let rest: NodeJS.Timeout | undefined;
  port.on("message", async (message: ToWorker) => {
    if (message === BEGIN_NO_MORE) {
      isEnding = true;
      return;
    }
    clearTimeout(rest);
    try {
      const handle = handlers[message.kind as keyof Work];
      const answer = await handle(message.request as never, { tell, isEnding: () => isEnding });
      post({ ok: true, answer });
    } catch (error) {
      post({ ok: false, message: error instanceof Error ? error.message : String(error) });
    }
    // Only if the runtime lets programs collect garbage, as the server's does.
    rest = setTimeout(() => globalThis.gc?.(), REST_MS);
  });
  // On Linux 0 is the thread that asks, elsewhere the whole process.
  if ((workerData as WorkerSettings).lowPriority && process.platform === "linux") stepBack(0, LOW_PRIORITY);
  post({ ready: true });
}
