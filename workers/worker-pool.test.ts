import { afterEach, expect, test } from "vitest";
import { createWorkerPool, PoolClosed, type PoolOptions, type WorkerPool, WorkFailed } from "./worker-pool.ts";

interface Work {
  do: { request: string; answer: string; news: number };
}

/** A worker that does what its request says. `count` reports 1, 2, … each after 700 ms until it shall begin no more. */
const FAKE = `
import { parentPort } from "node:worker_threads";
const answer = (value) => parentPort.postMessage({ ok: true, answer: value });
let isEnding = false;
parentPort.on("message", async (message) => {
  if (message === "begin-no-more") return void (isEnding = true);
  const { request } = message;
  if (request === "crash") throw new Error("out of memory, say");
  if (request === "exit") process.exit(7);
  if (request === "hang") return;
  if (request === "defect") return parentPort.postMessage({ ok: false, message: "a defect" });
  if (request === "die later") setTimeout(() => process.exit(7), 50);
  if (request === "count") {
    for (let number = 1; number <= 4 && !isEnding; number++) {
      await new Promise((resolve) => setTimeout(resolve, 700));
      parentPort.postMessage({ news: number });
    }
  }
  answer(request);
});
parentPort.postMessage({ ready: true });`;
const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(FAKE)}`);

let pool: WorkerPool<Work>;

function open(options: Partial<PoolOptions> = {}): void {
  pool = createWorkerPool<Work>({ workerUrl, size: 2, seconds: 60, ...options });
}

const ask = (what: string, onNews?: (news: number) => void): Promise<string> => pool.ask("do", what, onNews);

afterEach(() => pool.close(0));

test("more work than workers is done in its order", async () => {
  open();
  expect(await Promise.all(["a", "b", "c", "d", "e"].map((path) => ask(path)))).toEqual(["a", "b", "c", "d", "e"]);
});

test("callers take turns, the one who waits longest first", async () => {
  let caller: string | undefined;
  open({ size: 1, currentCaller: () => caller });
  const done: string[] = [];
  const asked = ["ana 1", "ana 2", "ana 3", "ben 1", "ana 4", "cy 1", "ben 2", "own"].map((what) => {
    caller = /^\w+(?= )/.exec(what)?.[0];
    return ask(what).then((answer) => void done.push(answer));
  });
  await Promise.all(asked);
  expect(done).toEqual(["ana 1", "ben 1", "cy 1", "own", "ana 2", "ben 2", "ana 3", "ana 4"]);
});

test("a caller who asks for one thing at a time does not get ahead of one who asked for several", async () => {
  let caller = "ana";
  open({ size: 1, currentCaller: () => caller });
  const done: string[] = [];
  const note = (what: string) => ask(what).then((answer) => void done.push(answer));
  const several = Promise.all(["ana 1", "ana 2", "ana 3"].map(note));
  caller = "ben";
  for (const what of ["ben 1", "ben 2", "ben 3"]) await note(what);
  await several;
  expect(done).toEqual(["ana 1", "ben 1", "ana 2", "ben 2", "ana 3", "ben 3"]);
});

test("long work leaves one of several workers to the others, and is done by a single one", async () => {
  open({ isLong: ({ request }) => request === "hang" || request === "long" });
  const long = [ask("hang"), ask("hang")].map((each) => each.catch((error: unknown) => error));
  expect(await Promise.all(["a", "b", "c"].map((what) => ask(what)))).toEqual(["a", "b", "c"]);
  await pool.close(0);
  for (const end of await Promise.all(long)) expect(end).toBeInstanceOf(PoolClosed);
  open({ size: 1, isLong: ({ request }) => request === "long" });
  expect(await Promise.all([ask("long"), ask("a"), ask("long")])).toEqual(["long", "a", "long"]);
});

test.each([
  ["crash", "out of memory, say"],
  ["exit", "the reader ended with code 7"],
  ["defect", "a defect"],
])("%s costs only that piece of work", async (fault, reason) => {
  open({ size: 1 });
  const [bad, good] = await Promise.allSettled([ask(fault), ask("good")]);
  expect(bad).toMatchObject({ status: "rejected", reason: expect.any(WorkFailed) });
  expect(String((bad as PromiseRejectedResult).reason.message)).toContain(reason);
  expect(good).toMatchObject({ value: "good" });
});

test("work that hangs is given up, and the next one is done", async () => {
  open({ size: 1, seconds: 5 });
  const [bad, good] = await Promise.allSettled([ask("hang"), ask("good")]);
  expect((bad as PromiseRejectedResult).reason.message).toBe("it took more than 5 seconds");
  expect(good).toMatchObject({ value: "good" });
});

test("work that reports has its time again after each report", async () => {
  open({ size: 1, seconds: 2.5 });
  const news: number[] = [];
  expect(await ask("count", (number) => news.push(number))).toBe("count");
  expect(news).toEqual([1, 2, 3, 4]);
});

test("what the one who asked throws at a report rejects the call", async () => {
  open({ size: 1 });
  const full = () => {
    throw new Error("no room in the journal");
  };
  await expect(ask("count", full)).rejects.toThrow("no room in the journal");
  expect(await ask("good")).toBe("good");
});

test("a worker that died while it was idle is replaced", async () => {
  open({ size: 1 });
  expect(await ask("die later")).toBe("die later");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await ask("good")).toBe("good");
});

test("an interruption begins no more; what is being done may come to its next opportunity", async () => {
  open({ size: 1 });
  const news: number[] = [];
  const outcomes = Promise.allSettled([ask("count", (number) => news.push(number)), ask("waits")]);
  await expect.poll(() => news, { timeout: 10_000, interval: 20 }).toEqual([1]);
  pool.interrupt(60_000);
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: expect.any(PoolClosed) });
  expect(news).toEqual([1, 2]);
});

test("an interruption waits no longer than its grace", async () => {
  open({ size: 1 });
  const outcome = ask("hang").catch((error: unknown) => error);
  pool.interrupt(100);
  expect(await outcome).toBeInstanceOf(PoolClosed);
});

test("closing rejects what runs and what waits", async () => {
  open({ size: 1 });
  const outcomes = Promise.allSettled([ask("hang"), ask("waits")]);
  await pool.close(100);
  for (const outcome of await outcomes) {
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(PoolClosed);
  }
  await expect(ask("late")).rejects.toBeInstanceOf(PoolClosed);
});
