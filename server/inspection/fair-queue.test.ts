import { expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";
import type { InspectionOutcome, InspectRequest } from "./messages.ts";

const wanted = { taskId: "t", item: 1, studentId: "20230001" };
const DONE: InspectionOutcome = {
  answer: { ok: true, type: "png", page: 1, turn: 0, codes: [], isBlurred: false, asksWhich: false },
};
const LATE: InspectionOutcome = { failure: "late", reason: "" };
const CRAMPED: InspectionOutcome = { failure: "cramped", reason: "" };

/** A queue whose inspections end when the test says so: `began` names them, with their seconds. */
function openQueue(slots = 2) {
  const began: string[] = [];
  const running = new Map<string, (outcome: InspectionOutcome) => void>();
  const queue = createFairQueue({
    slots,
    first: { seconds: 1, memory: "usual" },
    most: { seconds: 5, memory: "large" },
    run: ({ path }: InspectRequest, { seconds }) => {
      began.push(`${path} ${seconds}`);
      return new Promise((resolve) => running.set(path, resolve));
    },
  });
  return {
    began,
    ask: (path: string, from = "campus") =>
      queue.inspect({ path, wanted }, { from, isPicture: path.startsWith("picture") }),
    async end(path: string, outcome: InspectionOutcome = DONE) {
      running.get(path)?.(outcome);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it("looks into as many files at once as there are slots, the earliest first", async () => {
  const { began, ask, end } = openQueue();
  const asked = ["a", "b", "c"].map((path) => ask(path));
  expect(began).toEqual(["a 1", "b 1"]);
  await end("b");
  await end("c");
  await end("a");
  expect(began).toEqual(["a 1", "b 1", "c 1"]);
  expect(await Promise.all(asked)).toEqual([DONE, DONE, DONE]);
});

it("lets senders take turns", async () => {
  const { began, ask, end } = openQueue(1);
  for (const path of ["a1", "a2", "a3"]) void ask(path, "a");
  void ask("b1", "b");
  for (const path of ["a1", "b1", "a2"]) await end(path);
  expect(began).toEqual(["a1 1", "b1 1", "a2 1", "a3 1"]);
});

it("tries every file for a moment before a slow one gets its time", async () => {
  const { began, ask, end } = openQueue();
  for (const path of ["bomb1", "bomb2", "bomb3", "honest"]) void ask(path);
  for (const path of ["bomb1", "bomb2", "bomb3"]) await end(path, LATE);
  await end("honest");
  expect(began).toEqual(["bomb1 1", "bomb2 1", "bomb3 1", "honest 1", "bomb1 5"]);
});

it("treats a file that may need more memory as a slow one", async () => {
  const { began, ask, end } = openQueue();
  const asked = ["large1", "large2"].map((path) => ask(path));
  for (const path of ["large1", "large2"]) await end(path, CRAMPED);
  expect(began.slice(2)).toEqual(["large1 5"]);
  await end("large1");
  await end("large2", CRAMPED);
  expect(await Promise.all(asked)).toEqual([DONE, CRAMPED]);
});

it("gives its time to one slow file of a sender at a time, and others overtake it", async () => {
  const { began, ask, end } = openQueue();
  const slow = ["slow1", "slow2"].map((path) => ask(path));
  for (const path of ["slow1", "slow2"]) await end(path, LATE);
  expect(began.slice(2)).toEqual(["slow1 5"]);
  void ask("quick");
  await end("quick");
  expect(began.slice(3)).toEqual(["quick 1"]);
  await end("slow1", LATE);
  await end("slow2");
  expect(began.slice(4)).toEqual(["slow2 5"]);
  expect(await Promise.all(slow)).toEqual([LATE, DONE]);
});

it("looks into a sender's pictures before the PDFs, in the order in which they came", async () => {
  const { began, ask, end } = openQueue(1);
  const paths = ["pdf1", "pdf2", "picture1", "picture2"];
  for (const path of paths) void ask(path);
  for (const path of paths) await end(path);
  for (const path of paths) await end(path);
  expect(began).toEqual(["pdf1 1", "picture1 1", "picture2 1", "pdf2 1"]);
});

it("keeps a slot for files that were not tried yet, however many others are slow", async () => {
  const { began, ask, end } = openQueue();
  void ask("a", "a");
  void ask("b", "b");
  await end("a", LATE);
  await end("b", LATE);
  expect(began.slice(2)).toEqual(["a 5"]);
  void ask("c", "c");
  expect(began.slice(3)).toEqual(["c 1"]);
});

it("gives a slow file its time although another of its sender has ended meanwhile", async () => {
  const { began, ask, end } = openQueue();
  const asked = ["quick", "slow"].map((path) => ask(path));
  await end("quick");
  await end("slow", LATE);
  expect(began.slice(2)).toEqual(["slow 5"]);
  await end("slow");
  expect(await Promise.all(asked)).toEqual([DONE, DONE]);
});

it("passes a defect on and goes on", async () => {
  const queue = createFairQueue({
    slots: 1,
    first: { seconds: 1, memory: "usual" },
    most: { seconds: 5, memory: "large" },
    run: ({ path }) => (path === "bad" ? Promise.reject(new Error("defect")) : Promise.resolve(DONE)),
  });
  const asked = ["bad", "good"].map((path) => queue.inspect({ path, wanted }, { from: "campus", isPicture: true }));
  await expect(asked[0]).rejects.toThrow("defect");
  expect(await asked[1]).toEqual(DONE);
});
