import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { afterEach, expect, test } from "vitest";
import { createWorkerPool, WorkFailed } from "../../workers/worker-pool.ts";
import type { Recogniser, Work } from "./messages.ts";

const workerUrl = new URL("worker.mjs", import.meta.url);

/** Of this process's threads, by their numbers. */
function nicenesses(): Map<string, number> {
  const threads = readdirSync("/proc/self/task").map((thread) => {
    const [, stat = ""] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return [thread, Number(stat.split(" ")[16])] as const;
  });
  return new Map(threads);
}

let pool: Recogniser;

afterEach(() => pool.close());

test.runIf(process.platform === "linux")("workers of low priority let all other threads go first", async () => {
  const before = nicenesses();
  pool = createWorkerPool<Work>({ workerUrl, size: 1, seconds: 60, lowPriority: true });
  const wanted = { taskId: "t1", item: 1, studentId: "20230001" };
  await expect(pool.ask("inspect", { path: "no-such-file", wanted })).rejects.toBeInstanceOf(WorkFailed);
  // Pools of other tests may have threads of low priority, too.
  const added = [...nicenesses()].flatMap(([thread, nice]) => (before.has(thread) ? [] : [nice]));
  const own = before.get(String(process.pid))!;
  expect(Math.max(...added)).toBe(Math.min(own + 10, constants.priority.PRIORITY_LOW));
});
