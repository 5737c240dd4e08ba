import { Worker } from "node:worker_threads";
import { CommandFailure } from "../exit-codes.ts";
import type { FileJob, FilePage, PoolMessage, WorkerMessage } from "./messages.ts";

/** JavaScript heap of one worker; beyond it the worker dies alone, and the page with it. */
const WORKER_HEAP_MB = 1024;

interface StretchEnd {
  /** Pages of the whole file. */
  readonly pageCount: number;
}

interface Crash {
  /** The page that was being read; 0 before the first. */
  readonly crashedPage: number;
  readonly reason: string;
  /** It hung, or took too long. */
  readonly isTooSlow: boolean;
}

/** A worker thread, as the pool sees it: it reads some pages of one file at a time. */
export class ReadingWorker {
  /** The model's SHA-256, once it is loaded. */
  readonly ready: Promise<string>;
  /** True once its thread has ended. */
  dead = false;
  readonly #thread: Worker;
  readonly #pageSeconds: number;
  #rest: Promise<void>;

  constructor(url: URL, pageSeconds: number) {
    this.#pageSeconds = pageSeconds;
    this.#thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } });
    this.ready = new Promise((resolve, reject) => {
      this.#thread.on("message", (message: WorkerMessage) => {
        if (message.type === "ready") resolve(message.model);
        if (message.type === "broken") reject(new Error(message.message));
      });
      this.#thread.on("error", reject);
      this.#thread.on("exit", (code) => {
        this.dead = true;
        reject(new Error(`the reader ended with code ${code}`));
      });
    });
    // Whoever waits for the worker sees the failure; a worker that dies later has nobody who waits.
    this.#rest = this.ready.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Reads some pages of one file; resolves at their end, or with the crash where the worker died or hung. */
  read(job: FileJob, onPage: (result: FilePage) => void): Promise<StretchEnd | Crash> {
    const thread = this.#thread;
    this.#rest = this.#untilDone();
    return new Promise((resolve, reject) => {
      let page = 0;
      const crash = (reason: string, isTooSlow = false): void => settle({ crashedPage: page, reason, isTooSlow });
      const tooSlow = (): void => crash(`it took more than ${this.#pageSeconds} seconds`, true);
      let timer = this.#deadline(tooSlow);
      const letGo = (): void => {
        clearTimeout(timer);
        thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      };
      const settle = (end: StretchEnd | Crash): void => {
        letGo();
        resolve(end);
      };
      const fail = (error: unknown): void => {
        letGo();
        reject(error);
      };
      const onMessage = (message: WorkerMessage): void => {
        clearTimeout(timer);
        timer = this.#deadline(tooSlow);
        try {
          if (message.type === "page-started") page = message.page;
          if (message.type === "page") onPage(message.result);
          if (message.type === "refused") fail(new CommandFailure(message.exitCode, message.message));
          if (message.type === "done") settle(message);
        } catch (error) {
          fail(error);
        }
      };
      let cause = "";
      const onError = (error: Error): void => {
        cause = error.message;
      };
      // Node hands over the thread's last messages before `exit`, but maybe after `error`.
      const onExit = (code: number): void => crash(cause || `the reader ended with code ${code}`);
      thread.on("message", onMessage).on("error", onError).on("exit", onExit);
      this.#send(job);
    });
  }

  /** Lets the thread end the page that it reads, and begin no other. */
  beginNoMore(): void {
    this.#send("begin-no-more");
  }

  /**
   * Resolves when the thread has nothing to do, or has ended. Native code that is cut off amid its work takes the whole
   * process with it.
   */
  rest(): Promise<void> {
    return this.#rest;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  #untilDone(): Promise<void> {
    const thread = this.#thread;
    return new Promise((resolve) => {
      const end = (): void => {
        thread.off("message", onMessage).off("exit", end);
        resolve();
      };
      const onMessage = ({ type }: WorkerMessage): void => {
        if (type === "done" || type === "refused") end();
      };
      thread.on("message", onMessage).on("exit", end);
    });
  }

  #send(message: PoolMessage): void {
    this.#thread.postMessage(message);
  }

  #deadline(act: () => void): NodeJS.Timeout {
    return setTimeout(act, this.#pageSeconds * 1000);
  }
}
