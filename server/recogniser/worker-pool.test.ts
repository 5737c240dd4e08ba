import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createWorkerPool, PoolClosed, type PoolOptions, type WorkerPool, WorkFailed } from "./worker-pool.ts";

/** A worker that does what the path of its `inspect` work says. */
const FAKE = `
import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ request }) => {
  if (request.path === "crash") throw new Error("out of memory, say");
  if (request.path === "exit") process.exit(7);
  if (request.path === "hang") return;
  if (request.path === "defect") return parentPort.postMessage({ ok: false, message: "a defect" });
  const wait = Number(/^wait-(\\d+)/.exec(request.path)?.[1] ?? 0);
  setTimeout(() => parentPort.postMessage({ ok: true, answer: { done: request.path } }), wait);
});
parentPort.postMessage({ ready: true });`;
const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(FAKE)}`);

/** Of this process's threads. */
function nicenesses(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const [, stat = ""] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return Number(stat.split(" ")[16]);
  });
}

let pool: WorkerPool;

function open(options: Partial<PoolOptions> = {}): void {
  pool = createWorkerPool({ workerUrl, size: 2, seconds: 60, ...options });
}

async function ask(path: string): Promise<string> {
  const wanted = { taskId: "t1", item: 1, studentId: "20230001" };
  const answer = (await pool.ask("inspect", { path, wanted })) as unknown as { done: string };
  return answer.done;
}

afterEach(() => pool.close());

test("does more work than there are workers in order", async () => {
  open();
  expect(await Promise.all(["a", "b", "c", "d", "e"].map((path) => ask(path)))).toEqual(["a", "b", "c", "d", "e"]);
});

test.each([
  ["crash", "out of memory, say"],
  ["exit", "the reader ended with code 7"],
  ["defect", "a defect"],
])("%s loses only that piece of work", async (fault, reason) => {
  open({ size: 1 });
  const [bad, good] = await Promise.allSettled([ask(fault), ask("good")]);
  expect(bad).toMatchObject({ status: "rejected", reason: expect.any(WorkFailed) });
  expect(String((bad as PromiseRejectedResult).reason.message)).toContain(reason);
  expect(good).toMatchObject({ value: "good" });
});

test("work that hangs is cancelled, and the next is done", async () => {
  open({ size: 1, seconds: 1 });
  const [bad, good] = await Promise.allSettled([ask("hang"), ask("good")]);
  expect((bad as PromiseRejectedResult).reason.message).toBe("it took more than 1 seconds");
  expect(good).toMatchObject({ value: "good" });
});

test.runIf(process.platform === "linux")("workers of low priority let all other threads go first", async () => {
  const others = nicenesses();
  open({ workerUrl: new URL("worker.mjs", import.meta.url), size: 1, lowPriority: true });
  await expect(ask("no-such-file")).rejects.toBeInstanceOf(WorkFailed);
  expect(others.every((nice) => nice < Math.max(...nicenesses()))).toBe(true);
});

test("closing rejects running and waiting work", async () => {
  open({ size: 1 });
  const outcomes = Promise.allSettled([ask("hang"), ask("waits")]);
  await pool.close();
  for (const outcome of await outcomes) {
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(PoolClosed);
  }
  await expect(ask("late")).rejects.toBeInstanceOf(PoolClosed);
});
