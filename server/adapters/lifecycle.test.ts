import { expect, it } from "vitest";
import { createLifecycle } from "./lifecycle.ts";
import { createLog } from "./log.ts";

it("a stop leaves behind what does not end, and runs the other hooks", async () => {
  const lines: string[] = [];
  const lifecycle = createLifecycle(createLog((line) => lines.push(line), Date.now));
  const ran: string[] = [];
  const never = new Promise<void>(() => undefined);
  lifecycle.onStop("database", () => void ran.push("database"));
  lifecycle.onStop("stuck", () => never);
  lifecycle.onStop("defect", () => Promise.reject(new Error("a defect")));
  lifecycle.inBackground("endless", never);
  lifecycle.beginStop();
  await lifecycle.stop();
  expect(ran).toEqual(["database"]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "stop-failed", hook: "defect" },
    { event: "stop-left-behind", hook: "stuck" },
  ]);
});

it("what callers have not sent is not waited for, from a moment after the beginning of a stop", async () => {
  const lifecycle = createLifecycle(createLog(() => undefined, Date.now));
  const before = lifecycle.timeForPages();
  lifecycle.beginStop();
  expect([lifecycle.stopping.aborted, lifecycle.cutOff.aborted]).toEqual([true, false]);
  await expect.poll(() => lifecycle.cutOff.aborted, { timeout: 5_000 }).toBe(true);
  expect(lifecycle.timeForPages()).toBeLessThan(before);
});
