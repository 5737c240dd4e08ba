import { Worker } from "node:worker_threads";
import type { FromWorker, Work, WorkerSettings, WorkKind, WorkMessage } from "./messages.ts";

/** JavaScript heap of one worker; beyond it only that worker dies, with its work. */
const WORKER_HEAP_MB = 1024;

/** The worker died or hung on a piece of work, or the work met a defect; trying again may help. */
export class WorkFailed extends Error {
  override readonly name: string = "WorkFailed";
}

/** The work took longer than its pool allows, and would again. */
export class WorkTimedOut extends WorkFailed {
  override readonly name = "WorkTimedOut";
}

/** The pool was closed before the work was done. */
export class PoolClosed extends Error {
  override readonly name = "PoolClosed";
}

/** How long a closing pool waits for a worker's piece of work, in milliseconds. */
const GRACE_MS = 10_000;

export interface PoolOptions {
  /** The worker's JavaScript. */
  readonly workerUrl: URL;
  readonly size: number;
  /** The time limit for a piece of work; a worker that takes longer is replaced. */
  readonly seconds: number;
  /** The workers run when no other thread needs the processor: work that somebody waits for comes first. */
  readonly lowPriority?: boolean;
}

/** Worker threads that do one piece of work at a time; they start when they are needed. */
export interface WorkerPool {
  /**
   * Does a piece of work; the earliest request comes first.
   * @throws {WorkFailed} {@link WorkTimedOut} {@link PoolClosed}
   */
  ask<Kind extends WorkKind>(kind: Kind, request: Work[Kind]["request"]): Promise<Work[Kind]["answer"]>;
  /** Whether a worker has something to do. */
  isWorking(): boolean;
  /** Ends all workers; a busy one when its work ends, or after this many milliseconds. */
  close(grace?: number): Promise<void>;
}

interface Waiting {
  readonly message: WorkMessage;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export function createWorkerPool({ workerUrl, size, seconds, lowPriority = false }: PoolOptions): WorkerPool {
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();
  const waiting: Waiting[] = [];
  let closed = false;

  function dispatch(): void {
    while (!closed && busy.size < size) {
      const work = waiting.shift();
      if (!work) return;
      const worker = idle.pop();
      if (worker === undefined) run(start(), work);
      else run(worker, work).postMessage(work.message);
    }
  }

  function start(): Worker {
    const workerData: WorkerSettings = { lowPriority };
    return new Worker(workerUrl, { workerData, resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } });
  }

  /** Waits for `worker` to do `work`. A new worker says when it is ready: Deno loses messages that are sent earlier. */
  function run(worker: Worker, work: Waiting): Worker {
    busy.set(worker, work);
    let cause = "";
    const finish = (settle: () => void, lives: boolean): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      busy.delete(worker);
      // Nobody is left to receive an error of a worker that is being ended.
      worker.on("error", () => undefined);
      if (lives) idle.push(worker);
      else void worker.terminate();
      settle();
      dispatch();
    };
    const fail = (error: WorkFailed): void => finish(() => work.reject(error), false);
    const tooLong = (): void => fail(new WorkTimedOut(`it took more than ${seconds} seconds`));
    const timer = setTimeout(tooLong, seconds * 1000);
    worker.removeAllListeners();
    worker.on("message", (message: FromWorker) => {
      if ("ready" in message) worker.postMessage(work.message);
      else if (message.ok) finish(() => work.resolve(message.answer as never), true);
      else finish(() => work.reject(new WorkFailed(message.message)), true);
    });
    worker.on("error", (error: Error) => {
      cause = error.message;
    });
    worker.on("exit", (code) => {
      if (busy.get(worker) === work) fail(new WorkFailed(cause || `the reader ended with code ${code}`));
    });
    return worker;
  }

  return {
    ask(kind, request) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new PoolClosed("The server is stopping."));
        waiting.push({ message: { kind, request }, resolve, reject });
        dispatch();
      });
    },
    isWorking: () => busy.size > 0,
    async close(grace = GRACE_MS) {
      closed = true;
      const working = [...busy.keys()];
      for (const work of [...waiting.splice(0), ...busy.values()]) {
        work.reject(new PoolClosed("The server is stopping."));
      }
      busy.clear();
      await Promise.all([
        ...idle.map((worker) => worker.terminate()),
        ...working.map((worker) => endAtRest(worker, grace)),
      ]);
    },
  };
}

/** Native code that is interrupted crashes the whole process, so a piece of work may end first. */
async function endAtRest(worker: Worker, grace: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, grace);
    const rest = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.removeAllListeners();
    worker.on("error", rest);
    worker.on("exit", rest);
    worker.on("message", rest);
  });
  await worker.terminate();
}
