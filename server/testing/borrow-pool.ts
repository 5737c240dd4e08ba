import type { WorkTable } from "../../workers/messages.ts";
import { createWorkerPool, PoolClosed, type PoolOptions, type WorkerPool } from "../../workers/worker-pool.ts";

// biome-ignore lint/suspicious/noExplicitAny: pools of one worker are kept together, whatever its work is called.
const resting = new Map<string, WorkerPool<any>[]>();

/**
 * A pool whose threads, if they are at rest when it is closed, serve the next test's server or command: each start of a
 * thread takes a third of a second of processor time, and its first pages take longer than later ones.
 */
export function borrowPool<Work extends WorkTable<Work>>(
  options: PoolOptions,
  open: typeof createWorkerPool<Work> = createWorkerPool,
): WorkerPool<Work> {
  const key = JSON.stringify(options);
  const pool: WorkerPool<Work> = resting.get(key)?.pop() ?? open(options);
  // What a server does with its pool after it gave it back must not reach the next server's.
  let isOver = false;
  let isInterrupted = false;
  return {
    ...pool,
    async ask(...work) {
      if (isOver) throw new PoolClosed();
      return pool.ask(...work);
    },
    interrupt(graceMs) {
      if (isOver) return;
      isInterrupted = true;
      pool.interrupt(graceMs);
    },
    async close(graceMs) {
      if (isOver) return;
      isOver = true;
      if (isInterrupted || pool.isWorking()) return pool.close(graceMs);
      resting.set(key, [...(resting.get(key) ?? []), pool]);
    },
  };
}
