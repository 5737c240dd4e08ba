import { Worker } from "node:worker_threads";
import { BEGIN_NO_MORE, type FromWorker, type ToWorker, type WorkerSettings, type WorkMessage } from "./messages.ts";

/** JavaScript heap of one worker; beyond it the worker dies alone, and its work with it. */
const HEAP_MB = 1024;

/** Half of V8's own room for new objects: as fast, and 55 MiB less for two threads that read. */
const NEW_OBJECTS_MB = 24;

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: NEW_OBJECTS_MB };

/** How a piece of work ended. After `late` and `died` the thread gets no more work. */
export type ThreadEnd =
  | { readonly type: "answered"; readonly answer: unknown }
  /** The work met a defect; the thread goes on. */
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "late" }
  | { readonly type: "died"; readonly reason: string };

interface Performing {
  /** The longest time until the next sign of life. */
  readonly seconds: number;
  onNews(news: unknown): void;
}

/** A worker thread, as a pool sees it: it does one piece of work at a time. */
export class PoolThread {
  /** True once the thread has ended. */
  isDead = false;
  readonly #worker: Worker;
  #isReady = false;
  #isEnding = false;
  #rest: Promise<void> = Promise.resolve();
  #onMessage: (message: FromWorker) => void = () => undefined;
  #onExit: (reason: string) => void = () => undefined;

  constructor(url: URL, workerData: WorkerSettings) {
    this.#worker = new Worker(url, { workerData, resourceLimits: RESOURCE_LIMITS });
    let cause = "";
    this.#worker.on("message", (message: FromWorker) => this.#onMessage(message));
    this.#worker.on("error", (error: Error) => {
      cause = error.message;
    });
    // Node hands over the thread's last messages before `exit`, but maybe after `error`.
    this.#worker.on("exit", (code) => {
      this.isDead = true;
      this.#onExit(cause || `the reader ended with code ${code}`);
    });
  }

  /** Does a piece of work; call it again only when the work before has ended. */
  perform(work: WorkMessage, { seconds, onNews }: Performing): Promise<ThreadEnd> {
    let comeToRest = (): void => undefined;
    this.#rest = new Promise((resolve) => {
      comeToRest = resolve;
    });
    return new Promise((resolve) => {
      let hasEnded = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (ending: ThreadEnd): void => {
        hasEnded = true;
        clearTimeout(timer);
        resolve(ending);
      };
      const startTime = (): void => {
        clearTimeout(timer);
        if (!hasEnded) timer = setTimeout(() => end({ type: "late" }), seconds * 1000);
      };
      this.#onMessage = (message) => {
        startTime();
        if ("ready" in message) {
          this.#isReady = true;
          if (this.#isEnding) this.#send(BEGIN_NO_MORE);
          this.#send(work);
        } else if ("news" in message) {
          if (!hasEnded) onNews(message.news);
        } else {
          comeToRest();
          end(message.ok ? { type: "answered", answer: message.answer } : { type: "failed", reason: message.message });
        }
      };
      this.#onExit = (reason) => {
        comeToRest();
        end({ type: "died", reason });
      };
      startTime();
      // Deno loses what is sent to a thread before it listens.
      if (this.#isReady) this.#send(work);
    });
  }

  /** Asks the thread to end its piece of work at the next opportunity. */
  beginNoMore(): void {
    this.#isEnding = true;
    if (this.#isReady) this.#send(BEGIN_NO_MORE);
  }

  /**
   * Resolves when the thread has nothing to do, or has ended. Native code that is cut off in the middle of its work takes
   * the whole process with it.
   */
  rest(): Promise<void> {
    return this.#rest;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}
